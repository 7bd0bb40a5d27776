"""Serves Python functions over the subject protocol, version 1, on standard input and output.

Standard library only, Python 3.8 or newer, and alone in its folder: it is run by path, also by interpreters
where the suite is not installed, and a neighbour named like a standard module would shadow it.

    python conformance_worker.py '{"subject": "package.module:object"}'
    python conformance_worker.py '{"bind": {"mcp-tool-to-chat-tool": "package.module:function"}}'

A subject object offers operations either as a mapping from their names, or as functions named like them with
underscores; `name`, `version`, `choices` and `without` are optional. A coroutine function is awaited. The functions may
do what they like: print, read, exit, hang, fork, close every descriptor. What they print goes to standard error.
"""

from __future__ import annotations

import gc
import importlib
import itertools
import json
import logging
import marshal
import os
import re
import sys
import time
import warnings

TYPE_CHECKING = False  # type checkers know this name; importing typing would cost a fifth of the start
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from types import ModuleType
    from typing import Any, NoReturn

    Functions = dict[str, Callable[[Any], Any]]

CHUNK = 1 << 16
FLUSH_SECONDS = 0.001  # the asker prepares its next questions while the rest of a chunk is answered
MOST_HOLDERS = 1_000_000
DEEPEST = 500  # as the suite's own (values.py)
MOST_DIAGNOSTICS, LONGEST_DIAGNOSTIC, LONGEST_MESSAGE = 100, 2000, 10_000
REMEMBERED = 256  # outputs whose objects are recognised when they come again
NO_REQUEST, INTERNAL, BAD_PARAMS, NOT_OFFERED, REFUSED, NOT_JSON = -32700, -32603, -32602, -32601, -32000, -32001

SCALARS = frozenset({str, int, float, bool, type(None)})
HOLDERS = frozenset({dict, list})
PLAIN = SCALARS | HOLDERS
# How the suite writes a request; anything else is read the long way.
HEAD = re.compile(r'\{"jsonrpc":"2\.0","id":(\d+),"method":"convert","params":\{"operation":"([^"\\]+)","input":')

encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode
scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # reads a value inside a text, and says where it ends


def print_traceback() -> None:
    """Write the exception that is being handled to the log."""
    import traceback  # late: with what it loads it would be a tenth of a start

    traceback.print_exc()


class Unusable(Exception):
    """The subject cannot be served; the message says what to do."""


class NotJson(ValueError):
    """A value is not JSON; the message says what and where."""


# ---- the subject ----


def load(path: str) -> Any:
    """Return the object that `package.module:object` or `folder/file.py:object` names. Raises Unusable."""
    module_name, colon, attributes = path.partition(":")
    if os.name == "nt" and len(module_name) == 1 and colon:  # a drive letter
        rest, colon, attributes = attributes.partition(":")
        module_name = module_name + ":" + rest
    if not module_name:
        raise Unusable(f"{path!r} names no module. Write package.module:function, or file.py:function.")
    try:
        found: Any = load_file(module_name) if module_name.endswith(".py") else importlib.import_module(module_name)
    except (Unusable, KeyboardInterrupt):  # an interrupt is for the run, not for the module
        raise
    except BaseException as error:  # a module may exit while it is imported
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and (module_name + ".").startswith(missing + "."):
            raise Unusable(
                f"no module named {missing!r}. Run from the folder that holds it, or install it for {sys.executable}."
            ) from None
        print_traceback()
        hint = f" Install it for {sys.executable}, or use --python ENVIRONMENT/bin/python." if missing else ""
        raise Unusable(f"importing {module_name} failed: {error_text(error)}{raised_at(error)}.{hint}") from None
    for attribute in filter(None, attributes.split(".")):
        try:
            found = getattr(found, attribute)
        except Exception:
            raise Unusable(f"{module_name} has no {attribute!r}.{near_miss(found, attribute)}") from None
    return found


def raised_at(error: BaseException) -> str:
    """Return the file and line that raised an error, the import system left out; nothing where there is none."""
    found, step = "", error.__traceback__
    here = os.getcwd() + os.sep
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        if not file.startswith("<frozen") and file not in (__file__, importlib.__file__):
            found = f" ({file[len(here) :] if file.startswith(here) else file}, line {step.tb_lineno})"
        step = step.tb_next
    return found


def near_miss(holder: object, attribute: str) -> str:
    """Return which name was probably meant, with a space in front; nothing where none is like it."""
    import difflib  # late: only a mistake needs it

    near = difflib.get_close_matches(attribute, [name for name in dir(holder) if not name.startswith("__")], 1)
    return f" Did you mean {near[0]!r}?" if near else ""


def load_file(path: str) -> ModuleType:
    """Import a module by its file; its folder goes on sys.path, as if it had been run."""
    import importlib.util

    if not os.path.isfile(path):
        raise Unusable(f"there is no file {path}.")
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Unusable(f"{path} is not a Python file.")
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def offered(subject: Any, known: Sequence[str]) -> Functions:
    """Return the operations of a subject object, as a mapping from operation to function."""
    table = getattr(subject, "operations", subject)
    if isinstance(table, dict):
        functions = dict(table)
    else:
        functions = {name: getattr(subject, name.replace("-", "_"), None) for name in known}
    return {name: function for name, function in functions.items() if isinstance(name, str) and callable(function)}


def function_of(subject: Any, path: str) -> str:
    """Return the import path of a function of a subject: of its only one, or with FUNCTION where its name goes."""
    if not isinstance(subject, type(sys)):
        return path if callable(subject) else path + ".FUNCTION"
    names = [name for name, value in vars(subject).items() if getattr(value, "__module__", None) == subject.__name__]
    names = [name for name in names if callable(getattr(subject, name)) and not name.startswith("_")]
    return path + ":" + (names[0] if len(names) == 1 else "FUNCTION")


def quoted(word: str) -> str:
    """Return a word as a shell takes it."""
    import shlex  # late: only a mistake needs it

    return shlex.quote(word)


def describe(config: Mapping[str, Any]) -> tuple[Functions, dict[str, Any]]:
    """Import what `config` names. Return the functions by operation, and the protocol's self-description.

    config: `subject`, the import path of an object, and `operations`, the names to look for there; `bind`,
    operation to import path; `name` and `version`, where they are known better. Raises Unusable.
    """
    functions: Functions = {}
    name = version = None
    choices: Any = {}
    without: Any = ()
    path = config.get("subject")
    if path:
        subject = load(path)
        if isinstance(subject, type):
            try:
                subject = subject()
            except Exception as error:
                raise Unusable(f"making a {path} failed: {error_text(error)}.") from None
        functions = offered(subject, config.get("operations", ()))
        if not functions:
            raise Unusable(
                f"{path} offers no operation. Give it functions named like the operations (mcp_tool_to_chat_tool), "
                f"or bind one function: --bind {quoted('OPERATION=' + function_of(subject, path))}"
            )
        name, version = getattr(subject, "name", None), getattr(subject, "version", None)
        choices = getattr(subject, "choices", None) or {}
        without = getattr(subject, "without", None) or ()
        name = name if isinstance(name, str) else path
    for operation, path in config.get("bind", {}).items():
        function = load(path)
        if not callable(function):
            raise Unusable(f"{path} is of the type {type(function).__name__}, not a function.")
        functions[operation] = function
        name = name or path
        if version is None:
            version = getattr(sys.modules.get(path.partition(":")[0].partition(".")[0]), "__version__", None)
    version = config.get("version", version)
    try:
        choices = {str(operation): {str(key): str(of[key]) for key in of} for operation, of in choices.items()}
    except Exception:
        raise Unusable("its choices are not of the form {OPERATION: {CHOICE: ANSWER}}.") from None
    if not isinstance(without, (list, tuple)) or not all(isinstance(feature, str) for feature in without):
        raise Unusable("its `without` is not a list of names.")
    return functions, {
        "protocol": 1,
        "name": config.get("name", name),
        "version": version if isinstance(version, str) else None,
        "language": "python {}.{}".format(*sys.version_info[:2]),
        "operations": sorted(functions),
        "choices": choices,
        "without": list(without),
    }


# ---- the outcome of a call ----


class Diagnostics(logging.Handler):
    """Collects what a conversion logs or warns of."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self.entries: list[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one log record."""
        try:
            message = record.getMessage()
        except Exception:
            message = f"(a log record whose message cannot be made: {type(record.msg).__name__})"
        self.add(record.levelname.lower(), message)

    def warn(self, message: Any, category: type[Warning], *_args: object, **_more: object) -> None:
        """Keep one warning; replaces warnings.showwarning."""
        self.add("warning", f"{category.__name__}: {message}")

    def add(self, level: str, message: str) -> None:
        """Keep one entry; a flood is cut."""
        if len(self.entries) < MOST_DIAGNOSTICS:
            self.entries.append({"level": level, "message": cut(message, LONGEST_DIAGNOSTIC)})

    def take(self) -> list[Any]:
        """Return what came since the last call."""
        entries, self.entries = self.entries, []
        return entries


class Recent:
    """The last outputs that somebody else holds too, kept alive so that the ids of their objects stay their own."""

    def __init__(self) -> None:
        self._outputs: list[Any] = []
        self._young: set[int] = set()
        self._old_outputs: list[Any] = []
        self._old: set[int] = set()

    def holds(self, output: Any, ids: set[int]) -> bool:
        """Whether one of these objects was in an earlier output; remembers the output."""
        seen = not (ids.isdisjoint(self._young) and ids.isdisjoint(self._old))
        self._outputs.append(output)
        self._young |= ids
        if len(self._outputs) >= REMEMBERED or len(self._young) > 100 * REMEMBERED:
            self._old_outputs, self._old = self._outputs, self._young
            self._outputs, self._young = [], set()
        return seen


def is_exclusive(value: Any) -> bool:
    """Whether nobody but the value itself holds an object or list inside it. May say no where nobody does.

    marshal marks what is referenced more than once; where no object or list bears the mark, none is shared. The
    value's own root is for the caller to judge.
    """
    try:
        data = marshal.dumps(value, 3)
    except ValueError:
        return False
    return data.find(MARKED_DICT, 1) < 0 and data.find(MARKED_LIST, 1) < 0


def marks_references() -> bool:
    """Whether this Python's marshal marks what is_exclusive looks for."""
    inner_list: list[int] = []
    inner_dict: dict[str, int] = {}
    data = marshal.dumps([inner_list, inner_dict], 3)
    return data.find(MARKED_DICT, 1) > 0 and data.find(MARKED_LIST, 1) > 0


def references_of_a_name() -> int:
    """Return what getrefcount says of a value that only a local name holds; -1 where it does not exist."""
    if not hasattr(sys, "getrefcount") or not marks_references():
        return -1
    output: dict[str, int] = {}
    return sys.getrefcount(output)


MARKED_DICT, MARKED_LIST = bytes([ord("{") | 0x80]), bytes([ord("[") | 0x80])
OF_A_NAME = references_of_a_name()


def holders(value: Any) -> list[Any]:
    """Return every object and list in a JSON value. Raises NotJson: json.dumps would write integer keys as strings.

    NaN and infinities are left to json.dumps, which refuses them here.
    """
    if type(value) not in HOLDERS:
        return [] if type(value) in SCALARS else explained(value)
    found, level = [], [value]
    kinds: set[type] = set()
    for _depth in range(DEEPEST):
        found += level
        members = gc.get_referents(*level)
        kinds.update(map(type, members))
        level = [member for member in members if type(member) in HOLDERS]
        if not level:
            break
        if len(found) > MOST_HOLDERS:
            raise NotJson("the result never ends: over a million objects and lists")
    else:
        raise NotJson(f"the result holds itself, or is nested over {DEEPEST} levels deep")
    keys = itertools.chain.from_iterable([item for item in found if type(item) is dict])
    if kinds <= PLAIN and {str}.issuperset(map(type, keys)):
        return found
    return explained(value)


def explained(value: Any) -> list[Any]:
    """`holders` for values that are not plain: subclasses count as what they extend. Says where one is not JSON."""
    found: list[Any] = []
    stack: list[tuple[Any, int, Any]] = [(value, 0, None)]  # the value, its depth, the way to it as linked pairs
    while stack:
        item, depth, way = stack.pop()
        if item is None or isinstance(item, (str, int)):
            continue
        if isinstance(item, float):
            if item != item or item in (float("inf"), float("-inf")):
                raise NotJson(f"{place(way)} is {item!r}, which JSON has no number for")
        elif isinstance(item, dict):
            found.append(item)
            for key, member in item.items():
                if not isinstance(key, str):
                    raise NotJson(cut(f"{place(way)} has the key {key!r}, which is not a string", LONGEST_MESSAGE))
                stack.append((member, depth + 1, (way, key)))
        elif isinstance(item, list):
            found.append(item)
            stack.extend([(member, depth + 1, (way, index)) for index, member in enumerate(item)])
        else:
            raise NotJson(f"{place(way)} is a Python {type(item).__name__}, which is not a JSON value{remedy(item)}")
        if depth > DEEPEST or len(found) > MOST_HOLDERS:
            raise NotJson(f"the result holds itself, or is nested over {DEEPEST} levels deep")
    return found


def remedy(item: object) -> str:
    """Return what to do about a part of a result that has yet to be awaited or iterated, after a colon."""
    if hasattr(item, "__await__"):
        return ": await it"
    return ": make a list of it" if hasattr(item, "__next__") or hasattr(item, "__anext__") else ""


def place(way: Any) -> str:
    """Return the JSON pointer of a way."""
    steps = []
    while way is not None:
        way, step = way
        steps.append(str(step).replace("~", "~0").replace("/", "~1"))
    return "".join("/" + step for step in reversed(steps)) or "the result"


def error_message(error: BaseException) -> str:
    """Return an error's message, whatever its __str__ does; its type where it has none."""
    try:
        return str(error) or type(error).__name__
    except Exception:
        return type(error).__name__


def error_text(error: BaseException) -> str:
    """Return an error's type and message."""
    name, message = type(error).__name__, error_message(error)
    return name if message == name else f"{name}: {message}"


_loops: list[Any] = []


def finish(awaitable: Awaitable[Any]) -> Any:
    """Await a result. One loop serves all calls: what a subject bound to it stays usable."""
    import asyncio

    async def waited() -> Any:
        return await awaitable

    if not _loops:
        _loops.append(asyncio.new_event_loop())
    return _loops[0].run_until_complete(waited())


# ---- the protocol ----


class Server:
    """Answers requests, one at a time."""

    def __init__(self, functions: Functions, description: dict[str, Any], diagnostics: Diagnostics) -> None:
        self.functions = functions
        self.description = description
        self.diagnostics = diagnostics
        self.recent = Recent()
        self.pid = os.getpid()

    def answer(self, line: str) -> str:
        """Return the answer to one line, as JSON text."""
        head = HEAD.match(line)
        if head:
            number, operation = head.groups()
            try:
                given, end = scan(line, head.end())
            except (StopIteration, ValueError, RecursionError):
                end = -1
            if line[end:].rstrip() == "}}":
                return self.convert(number, operation, given)
        try:
            request = json.loads(line)
            number, method = encode(request.get("id")), request.get("method")
        except Exception as error:
            return self.failure("null", NO_REQUEST, error_text(error))
        if method == "describe":
            return '{"jsonrpc":"2.0","id":%s,"result":%s}' % (number, encode(self.description))
        if method != "convert":
            return self.failure(number, NOT_OFFERED, f"unknown method {method!r}")
        try:
            params = request["params"]
            operation, given = params["operation"], params["input"]
        except Exception:
            return self.failure(number, BAD_PARAMS, "params must hold operation and input")
        return self.convert(number, operation, given)

    def convert(self, number: str, operation: str, given: Any) -> str:
        """Call the function; return its outcome, and its argument afterwards. number: JSON text."""
        function = self.functions.get(operation) if isinstance(operation, str) else None
        if function is None:
            return self.failure(number, NOT_OFFERED, f"the operation {operation!r} is not offered")
        if self.diagnostics.entries:
            self.diagnostics.take()  # of an earlier call: a coroutine that is thrown away warns late
        try:
            try:
                output = function(given)
                if type(output) not in PLAIN and hasattr(output, "__await__"):
                    output = finish(output)
            finally:
                if os.getpid() != self.pid:  # the function forked: only one of the two may answer
                    os._exit(0)
        except Exception as error:
            after = self.after(given)
            return self.failure(number, REFUSED, error_message(error), type(error).__name__, after)
        try:
            holders(output)
            output_text = encode(output)
        except Exception as error:
            after = self.after(given)
            if not isinstance(error, NotJson):
                try:
                    explained(output)
                except Exception as explanation:
                    error = explanation
            return self.failure(number, NOT_JSON, error_message(error), type(output).__name__, after)
        after = self.after(given)
        if sys.getrefcount(output) == OF_A_NAME and is_exclusive(output):
            # Whatever the subject kept of it, or took from its argument, would be referenced once more.
            shares = kept = False
        else:
            ids = set(map(id, holders(output)))
            shares = not ids.isdisjoint(self.given_ids(given))
            kept = self.recent.holds(output, ids)
        return (
            '{"jsonrpc":"2.0","id":%s,"result":{"output":%s,"input_after":%s,"shares":%s,"kept":%s,"diagnostics":%s}}'
            % (
                number,
                output_text,
                after,
                "true" if shares else "false",
                "true" if kept else "false",
                encode(self.diagnostics.take()) if self.diagnostics.entries else "[]",
            )
        )

    def after(self, given: Any) -> str:
        """Return the argument as it is now, as JSON text."""
        try:
            return encode(given)
        except Exception as error:
            return encode({"the argument is no longer JSON": error_message(error)})

    def given_ids(self, given: Any) -> set[int]:
        """Return the ids of the argument's objects and lists."""
        try:
            return set(map(id, holders(given)))
        except NotJson:
            return {id(given)}

    def failure(self, number: str, code: int, message: str, kind: str | None = None, after: str | None = None) -> str:
        """Return an error answer. number, after: JSON texts."""
        data = ""
        if kind is not None and after is not None:
            data = ',"data":{"type":%s,"input_after":%s,"diagnostics":%s}' % (
                encode(kind),
                after,
                encode(self.diagnostics.take()),
            )
        said = encode(cut(message, LONGEST_MESSAGE))
        return '{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s%s}}' % (number, code, said, data)


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters; three dots at its end say that it was cut."""
    return text if len(text) <= most else text[: most - 3] + "..."


def write_all(descriptor: int, lines: list[str]) -> None:
    """Write lines, however small the steps."""
    view = memoryview(("\n".join(lines) + "\n").encode("utf-8", "backslashreplace"))
    while view:
        view = view[os.write(descriptor, view) :]


def serve(answer: Callable[[str], str], source: int, sink: int) -> None:
    """Answer until the input ends; one write for what one read brought, unless that takes long."""
    rest = b""
    while True:
        chunk = os.read(source, CHUNK)
        if chunk and b"\n" not in chunk:
            rest += chunk
            continue
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop() if chunk else b""
        answers: list[str] = []
        flushed = time.monotonic()
        for line in lines:
            if not line.strip():
                continue
            try:
                answers.append(answer(line.decode("utf-8", "replace")))
            except BaseException:  # such as SystemExit: it would have ended the caller's program, so it ends this one
                if answers:
                    write_all(sink, answers)
                leave()
            # A slow subject must not be taken for a silent one.
            if time.monotonic() - flushed > FLUSH_SECONDS:
                write_all(sink, answers)
                answers, flushed = [], time.monotonic()
        if answers:
            write_all(sink, answers)
        if not chunk:
            return


def leave() -> NoReturn:
    """End the process as the exception in flight would, without waiting for the subject's threads."""
    error = sys.exc_info()[1]
    print_traceback()
    code = error.code if isinstance(error, SystemExit) else 1
    sys.stderr.flush()
    os._exit(code & 0xFF if isinstance(code, int) else 0 if code is None else 1)


def private_streams() -> tuple[int, int]:
    """Return the protocol's own input and output; what the subject prints goes to the log, what it reads is empty."""
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    try:
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    except Exception:
        pass  # a stream of another kind: then prints come late
    return source, sink


def refusing(message: str) -> Callable[[str], str]:
    """Return what answers every request with the reason why nothing can be served."""

    def answer(line: str) -> str:
        try:
            number = json.loads(line)["id"]
        except Exception:
            number = None
        return encode({"jsonrpc": "2.0", "id": number, "error": {"code": INTERNAL, "message": message}})

    return answer


def main(arguments: Sequence[str]) -> NoReturn:
    """Serve what the JSON argument names until the input ends."""
    config = json.loads(arguments[0])
    source, sink = private_streams()
    del sys.argv[1:]
    folder = os.path.dirname(os.path.abspath(__file__))
    if sys.path and os.path.abspath(sys.path[0]) == folder:
        del sys.path[0]  # a neighbour of this file must not be taken for a module of the subject
    sys.path.insert(0, config.get("path") or os.getcwd())
    diagnostics = Diagnostics()
    logging.getLogger().addHandler(diagnostics)
    warnings.simplefilter("always")
    warnings.showwarning = diagnostics.warn
    status = 0
    answer: Callable[[str], str]
    try:
        functions, description = describe(config)
        answer = Server(functions, description, diagnostics).answer
    except Unusable as error:
        answer, status = refusing(str(error)), 1
    except BaseException:
        print_traceback()
        answer, status = refusing(f"loading it failed: {error_text(sys.exc_info()[1] or Exception())}"), 1
    root = logging.getLogger()
    if diagnostics not in root.handlers:  # the import set up logging anew
        root.addHandler(diagnostics)
    diagnostics.take()
    serve(answer, source, sink)
    # Not sys.exit: the subject's threads and exit handlers are not waited for.
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main(sys.argv[1:])
