"""Serves Python functions over the subject protocol, version 1, on standard input and output.

Standard library only, Python 3.8 or newer, and alone in its folder: it is run by path, also by interpreters
where the suite is not installed, and a neighbour named like a standard module would shadow it.

    python conformance_worker.py '{"subject": "package.module:object"}'
    python conformance_worker.py '{"bind": {"mcp-tool-to-chat-tool": "package.module:function"}}'

A subject object offers operations either as a mapping from their names, or as functions named like them with
underscores; `name`, `version` and `choices` are optional. A coroutine function is awaited.
"""

import importlib
import importlib.util
import json
import logging
import os
import sys
import time
import traceback
import warnings

CHUNK = 1 << 16
MAX_VALUES = 5000000
NOT_OFFERED, REFUSED, NOT_JSON = -32601, -32000, -32001

encode = json.JSONEncoder(separators=(",", ":")).encode


class Unusable(Exception):
    """The subject cannot be served; the message says what to do."""


def load(path):
    """Return the object that `package.module:object` or `folder/file.py:object` names."""
    module_name, colon, attributes = path.partition(":")
    if os.name == "nt" and len(module_name) == 1 and colon:  # a drive letter
        rest, colon, attributes = attributes.partition(":")
        module_name = module_name + ":" + rest
    try:
        if module_name.endswith(".py"):
            module = load_file(module_name)
        else:
            module = importlib.import_module(module_name)
    except Unusable:
        raise
    except BaseException as error:
        if isinstance(error, ModuleNotFoundError) and error.name and module_name.startswith(error.name):
            raise Unusable(
                "no module named %r. Run from the folder that holds it, or install it for this interpreter (%s)."
                % (error.name, sys.executable)
            )
        traceback.print_exc()
        raise Unusable("importing %s failed: %s: %s." % (module_name, type(error).__name__, error))
    found = module
    for attribute in filter(None, attributes.split(".")):
        try:
            found = getattr(found, attribute)
        except AttributeError:
            raise Unusable("%s has no %r." % (module_name, attribute))
    return found


def load_file(path):
    """Import a module by its file; its folder goes on sys.path, as if it had been run."""
    if not os.path.isfile(path):
        raise Unusable("there is no file %s." % path)
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def offered(subject, known):
    """Return the operations of a subject object, as a mapping from operation to function."""
    if isinstance(subject, type):
        subject = subject()
    table = getattr(subject, "operations", subject)
    if isinstance(table, dict):
        functions = dict(table)
    else:
        functions = {name: getattr(subject, name.replace("-", "_"), None) for name in known}
    return {name: function for name, function in functions.items() if callable(function)}


def describe(config):
    """Import what `config` names. Return the functions by operation, and the protocol's self-description."""
    functions, name, version, choices = {}, None, None, {}
    if config.get("subject"):
        subject = load(config["subject"])
        if isinstance(subject, type):
            subject = subject()
        functions = offered(subject, config.get("operations", ()))
        if not functions:
            raise Unusable(
                "%s offers no operation. Give it functions named like the operations (mcp_tool_to_chat_tool), "
                "or bind one function: --bind OPERATION=%s" % (config["subject"], config["subject"])
            )
        name, version = getattr(subject, "name", None), getattr(subject, "version", None)
        choices = getattr(subject, "choices", None) or {}
        name = name if isinstance(name, str) else config["subject"]
    for operation, path in config.get("bind", {}).items():
        function = load(path)
        if not callable(function):
            raise Unusable("%s is a %s, not a function." % (path, type(function).__name__))
        functions[operation] = function
        name = name or path
        if version is None:
            version = getattr(sys.modules.get(path.partition(":")[0].partition(".")[0]), "__version__", None)
    return functions, {
        "protocol": 1,
        "name": name,
        "version": version if isinstance(version, str) else None,
        "language": "python %d.%d" % sys.version_info[:2],
        "operations": sorted(functions),
        "choices": choices if isinstance(choices, dict) else {},
    }


class Diagnostics(logging.Handler):
    """Collects what a conversion logs or warns of."""

    def __init__(self):
        logging.Handler.__init__(self)
        self.entries = []

    def emit(self, record):
        """Keep one log record."""
        try:
            message = record.getMessage()
        except Exception:
            message = str(record.msg)
        self.add(record.levelname.lower(), message)

    def warn(self, message, category, *_args, **_more):
        """Keep one warning; stands in for warnings.showwarning."""
        self.add("warning", "%s: %s" % (category.__name__, message))

    def add(self, level, message):
        """Keep one entry; a flood is cut."""
        if len(self.entries) < 100:
            self.entries.append({"level": level, "message": message[:2000]})

    def take(self):
        """Return what came since the last call."""
        entries, self.entries = self.entries, []
        return entries


def containers(value):
    """Return the ids of all objects and lists in a JSON value.

    Raises ValueError that says what is not JSON and where: json.dumps would turn integer keys into strings and
    tuples into lists, and hide it.
    """
    found = set()
    stack = [(value, "")]
    while stack:
        item, path = stack.pop()
        if item is None or isinstance(item, (str, int)):
            continue
        if isinstance(item, float):
            if item != item or item in (float("inf"), float("-inf")):
                raise ValueError("%s is %r, which JSON has no number for" % (path or "the result", item))
            continue
        if isinstance(item, dict):
            for key, member in item.items():
                if not isinstance(key, str):
                    raise ValueError("%s has the key %r, which is no string" % (path or "the result", key))
                if member.__class__ is not str:
                    stack.append((member, path + "/" + key))
        elif isinstance(item, list):
            for index, member in enumerate(item):
                if member.__class__ is not str:
                    stack.append((member, path + "/%d" % index))
        else:
            raise ValueError("%s is a Python %s, which is no JSON value" % (path or "the result", type(item).__name__))
        found.add(id(item))
        if len(stack) > MAX_VALUES or len(path) > 100000:
            raise ValueError("the result never ends: an object that contains itself, or millions of values")
    return found


def await_(result):
    """Finish a coroutine."""
    import asyncio

    return asyncio.run(result)


class Server:
    """Answers requests, one at a time."""

    def __init__(self, functions, description, diagnostics):
        self.functions = functions
        self.description = description
        self.diagnostics = diagnostics
        self.earlier = None  # the last output, kept alive so that its ids stay its own
        self.earlier_containers = set()

    def answer(self, line):
        """Return the answer to one line, as text."""
        try:
            request = json.loads(line)
            method, number = request["method"], request["id"]
        except Exception as error:
            return encode({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": str(error)}})
        if method == "describe":
            return encode({"jsonrpc": "2.0", "id": number, "result": self.description})
        if method != "convert":
            return self.failure(number, NOT_OFFERED, "unknown method %r" % (method,), {})
        try:
            params = request["params"]
            operation, given = params["operation"], params["input"]
        except Exception:
            return self.failure(number, -32602, "params must hold operation and input", {})
        function = self.functions.get(operation)
        if function is None:
            return self.failure(number, NOT_OFFERED, "the operation %r is not offered" % (operation,), {})
        return self.convert(number, function, given)

    def convert(self, number, function, given):
        """Call the function and tell what came of it, and of its argument."""
        given_containers = containers(given)
        try:
            output = function(given)
            if hasattr(output, "__await__"):
                output = await_(output)
        except Exception as error:
            data = {"type": type(error).__name__, "input_after": given}
            return self.failure(number, REFUSED, str(error) or type(error).__name__, data)
        try:
            held = containers(output)
            text = encode(output)
        except (ValueError, TypeError, RecursionError, AttributeError) as error:
            return self.failure(number, NOT_JSON, str(error), {"type": type(output).__name__, "input_after": given})
        shares = not held.isdisjoint(given_containers)
        kept = not held.isdisjoint(self.earlier_containers)
        # What the two have in common because both returned their argument is `shares`, not `kept`: arguments
        # are fresh at each request.
        self.earlier, self.earlier_containers = (output, given), held
        return '{"jsonrpc":"2.0","id":%s,"result":{"output":%s,"input_after":%s,"shares":%s,"kept":%s,"diagnostics":%s}}' % (
            encode(number),
            text,
            self.after(given),
            "true" if shares else "false",
            "true" if kept else "false",
            encode(self.diagnostics.take()) if self.diagnostics.entries else "[]",
        )

    def after(self, given):
        """The argument as it is now, as JSON text."""
        try:
            containers(given)
            return encode(given)
        except Exception as error:
            return encode({"the argument is no longer JSON": str(error)})

    def failure(self, number, code, message, data):
        """Return an error answer."""
        if "input_after" in data:
            data = dict(data, input_after=json.loads(self.after(data["input_after"])))
        data["diagnostics"] = self.diagnostics.take()
        error = {"code": code, "message": message[:10000], "data": data}
        return encode({"jsonrpc": "2.0", "id": number, "error": error})


def write_all(descriptor, data):
    """Write everything, however small the steps."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def serve(server, source, sink):
    """Answer until the input ends; one write for what one read brought."""
    rest = b""
    while True:
        chunk = os.read(source, CHUNK)
        if not chunk:
            return
        if b"\n" not in chunk:
            rest += chunk
            continue
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        answers, written = [], time.monotonic()
        for line in lines:
            if not line.strip():
                continue
            answers.append(server.answer(line))
            # A slow subject must not be taken for a silent one.
            if time.monotonic() - written > 0.05:
                write_all(sink, ("\n".join(answers) + "\n").encode("utf-8", "surrogatepass"))
                answers, written = [], time.monotonic()
        if answers:
            write_all(sink, ("\n".join(answers) + "\n").encode("utf-8", "surrogatepass"))


def main(arguments):
    """Serve what the JSON argument names until the input ends."""
    config = json.loads(arguments[0])
    # The protocol keeps its own descriptors; what the subject prints goes to the log, what it reads is empty.
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    sys.path[0] = config.get("path") or os.getcwd()
    diagnostics = Diagnostics()
    logging.getLogger().addHandler(diagnostics)
    warnings.simplefilter("always")
    warnings.showwarning = diagnostics.warn
    try:
        functions, description = describe(config)
    except Unusable as error:
        failed = {"jsonrpc": "2.0", "id": 0, "error": {"code": -32603, "message": str(error)}}
        write_all(sink, (encode(failed) + "\n").encode("utf-8"))
        return 1
    diagnostics.take()
    serve(Server(functions, description, diagnostics), source, sink)
    # Not sys.exit: the subject's threads and exit handlers are not waited for.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
