"""Python functions in the worker: they do what they like, and the worker tells what it was."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.running.subjects.base import Limits
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.process import ProcessSubject
from conformance.running.subjects.python import worker_command
from conformance.running.subjects.worker import conformance_worker

FUNCTIONS = str(Path(__file__).parents[1] / "scripts" / "python_subject.py")
WORKER = Path(conformance_worker.__file__)
FORGED = '{"jsonrpc": "2.0", "id": 0, "result": "forged while imported"}'
NEIGHBOUR = {"n": [1]}
OLDEST = (3, 8)


def serve(config: dict[str, Any], interpreter: str = sys.executable, timeout: float = 20.0) -> ProcessSubject:
    return ProcessSubject(worker_command(interpreter, config), clean_environment(), Limits(timeout=timeout))


@pytest.fixture(scope="module")
def served() -> Iterator[ProcessSubject]:
    subject = serve({"subject": FUNCTIONS})
    yield subject
    subject.close()


@pytest.fixture
def call(served, ask) -> Callable[..., Outcome]:
    """Calls one deed between two harmless ones, and gives its outcome."""

    def one(deed: str, **more: Any) -> Outcome:
        before, outcome, after = ask(served, [NEIGHBOUR, {"do": deed, **more}, NEIGHBOUR])
        assert before.output == after.output == NEIGHBOUR
        assert not before.fault
        assert not after.fault
        return outcome

    return one


# ---- the file ----


def test_the_worker_lies_alone_in_its_folder() -> None:
    assert [path.name for path in WORKER.parent.iterdir() if path.name != "__pycache__"] == [WORKER.name]


@pytest.mark.expensive("starts other interpreters")
def test_the_worker_is_of_the_oldest_syntax_and_of_the_standard_library() -> None:
    tree = ast.parse(WORKER.read_text(encoding="utf-8"), feature_version=OLDEST)
    imported = {
        name.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    } | {str(node.module).partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= set(sys.stdlib_module_names)


def other_interpreters() -> list[str]:
    found = {shutil.which(f"python3.{minor}") for minor in range(OLDEST[1], 15)}
    found |= {str(path) for path in Path.home().glob(".pyenv/versions/3.*/bin/python")}
    reported = []
    for path in sorted(filter(None, found)):
        code = "import sys; print(*sys.version_info[:2])"
        done = subprocess.run([path, "-I", "-S", "-c", code], capture_output=True, text=True)
        version = tuple(map(int, done.stdout.split())) if done.returncode == 0 else (0, 0)
        if version >= OLDEST and version != sys.version_info[:2] and version not in [known for known, _ in reported]:
            reported.append((version, path))
    return [path for _version, path in reported]


@pytest.mark.expensive("starts other interpreters")
def test_other_interpreters_serve_as_this_one_does(ask) -> None:
    deeds = [
        "print",
        "tuple",
        "cycle",
        "deep",
        "recursion",
        "async",
        "log",
        "warn",
        "memo",
        "memo",
        "share",
        "surrogate",
    ]
    inputs = [{"do": deed, "part": {}} for deed in deeds]

    def outcomes(interpreter: str) -> list[Outcome]:
        subject = serve({"subject": FUNCTIONS}, interpreter)
        try:
            return [replace(outcome, seconds=0.0) for outcome in ask(subject, inputs)]
        finally:
            subject.close()

    expected = outcomes(sys.executable)
    others = other_interpreters()
    if not others:
        pytest.skip("no other Python from 3.8 on is here")
    for interpreter in others:
        assert outcomes(interpreter) == expected, interpreter


# ---- what it tells of itself ----


def test_the_description_is_the_objects_own(served) -> None:
    description = served.describe()
    assert description.name == "odd-functions"
    assert description.version == "7"
    assert description.language == f"python {sys.version_info[0]}.{sys.version_info[1]}"
    assert description.operations == ("echo",)
    assert description.choices == {"echo": {"loud": "True"}}


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "__init__.py").write_text("__version__ = '4.2'\n")
    (tmp_path / "acme" / "tools.py").write_text(
        "def one_thing(value): return ['one', value]\n"
        "def other(value): return ['other', value]\n"
        "class Converter:\n"
        "    name = 'acme-converter'\n"
        "    async def one_thing(self, value): return ['method', value]\n"
        "class Needy:\n"
        "    def __init__(self, key): pass\n"
        "class Choosy(Converter):\n"
        "    choices = ['loud']\n"
        "class Inner:\n"
        "    Deep = Converter\n"
        "number = 3\n"
    )
    (tmp_path / "acme" / "leaves.py").write_text("import sys; sys.exit('not today')\n")
    (tmp_path / "acme" / "needs.py").write_text("import acme_dependency\n")
    (tmp_path / "acme" / "stale.py").write_text("from acme import nothing\n")
    return tmp_path


def described(config: dict[str, Any], folder: Path) -> Any:
    subject = serve({"operations": ["one-thing", "another-thing"], "path": str(folder), **config})
    try:
        return subject.describe()
    finally:
        subject.close()


@pytest.mark.parametrize("path", ["acme.tools", "acme.tools:Converter", "acme.tools:Inner.Deep", "acme/tools.py"])
def test_functions_named_like_operations_are_offered(folder, path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    assert described({"subject": path}, folder).operations == ("one-thing",)


def test_a_method_that_is_a_coroutine_is_awaited(folder, ask) -> None:
    subject = serve({"subject": "acme.tools:Converter", "operations": ["one-thing"], "path": str(folder)})
    (outcome,) = ask(subject, [5], "one-thing")
    subject.close()
    assert outcome.output == ["method", 5]


def test_bound_functions_need_no_adapter(folder) -> None:
    bind = {"another-thing": "acme.tools:other", "one-thing": "acme.tools:one_thing"}
    description = described({"bind": bind}, folder)
    assert description.operations == ("another-thing", "one-thing")
    assert (description.name, description.version) == ("acme.tools:other", "4.2")


UNUSABLE = {
    "nowhere:convert": "no module named 'nowhere'. Run from the folder that holds it, or install it for ",
    "acme.nowhere:convert": "no module named 'acme.nowhere'.",
    "acme.tools:missing": "acme.tools has no 'missing'.",
    "acme.tools:number": "acme.tools:number offers no operation.",
    "acme.tools:Needy": "making a acme.tools:Needy failed: TypeError: ",
    "acme.tools:Choosy": "its choices are not of the form",
    "acme.leaves:convert": "importing acme.leaves failed: SystemExit: not today (",
    "acme.needs:convert": "importing acme.needs failed: ModuleNotFoundError: No module named 'acme_dependency' (",
    "acme.stale:convert": "importing acme.stale failed: ImportError: cannot import name 'nothing'",
    "nothing.py": "there is no file nothing.py.",
}


@pytest.mark.parametrize("path", UNUSABLE)
def test_what_cannot_be_served_says_why(folder, path) -> None:
    with pytest.raises(SubjectError) as caught:
        described({"subject": path}, folder)
    assert caught.value.message.startswith(f"The subject cannot be served: {UNUSABLE[path]}")


def test_a_bound_name_that_is_no_function_says_so(folder) -> None:
    with pytest.raises(SubjectError, match=r"acme\.tools:number is of the type int, not a function"):
        described({"bind": {"one-thing": "acme.tools:number"}}, folder)


def test_a_path_without_a_module_says_so(folder) -> None:
    with pytest.raises(SubjectError, match=r"':convert' names no module\. Write package"):
        described({"subject": ":convert"}, folder)


def test_a_hint_to_copy_is_quoted() -> None:
    with (
        patch.object(conformance_worker, "load", lambda _path: ModuleType("wandler")),
        pytest.raises(conformance_worker.Unusable, match=r"--bind 'OPERATION=a b/wandler\.py:FUNCTION'"),
    ):
        conformance_worker.describe({"subject": "a b/wandler.py"})


def test_a_neighbour_of_the_subject_may_be_called_like_ours(folder, ask) -> None:
    (folder / "conformance_worker.py").write_text("def one_thing(value): return 'the neighbour'\n")
    subject = serve({"subject": "conformance_worker", "operations": ["one-thing"], "path": str(folder)})
    (outcome,) = ask(subject, [1], "one-thing")
    subject.close()
    assert outcome.output == "the neighbour"


# ---- the outcome of a call ----


def test_a_call_that_minds_its_own_business(call) -> None:
    outcome = call("")
    assert outcome.output == {"do": ""}
    assert outcome.input_after == {"do": ""}
    assert (outcome.shares, outcome.kept, outcome.diagnostics) == (False, False, ())
    assert outcome.refusal is outcome.fault is outcome.not_json is None


QUIET = {
    "print": "printed", "forge": "true", "fork": "forked", "thread": "thread", "read": "", "rebind-streams": "rebound",
    "surrogate": {"\ud800": "\udfff"}, "huge": ["x" * 1_000_000] * 10, "async": {"waited": True},
    "enum": {"level": 3, "text": "t"},
}  # fmt: skip


@pytest.mark.parametrize("deed", QUIET)
def test_side_effects_do_not_reach_the_protocol(call, served, deed) -> None:
    faults = served.faults
    assert call(deed).output == QUIET[deed]
    assert served.faults == faults


def test_the_subject_finds_the_modules_and_the_arguments_of_a_fresh_program(call) -> None:
    place, arguments, modules = call("modules").output
    assert place == str(Path(FUNCTIONS).parent)
    assert arguments == []
    assert "conformance" not in modules


NO_JSON = {
    "nan": "/a/1 is nan, which JSON has no number for",
    "infinity": "the result is -inf, which JSON has no number for",
    "tuple": "/required is a Python tuple, which is not a JSON value",
    "set": "/0 is a Python set, which is not a JSON value",
    "bytes": "the result is a Python bytes, which is not a JSON value",
    "object": "/type is a Python object, which is not a JSON value",
    "coroutine": "/tools/0 is a Python coroutine, which is not a JSON value: await it",
    "generator": "the result is a Python generator, which is not a JSON value: make a list of it",
    "none-key": "/a has the key None, which is not a string",
    "integer-key": "/a/0 has the key 1, which is not a string",
    "odd-dict": "no items",
    "cycle": "the result holds itself, or is nested over 500 levels deep",
    "deep": "the result holds itself, or is nested over 500 levels deep",
    "doubling": "the result never ends: over a million objects and lists",
}


@pytest.mark.parametrize("deed", NO_JSON)
def test_a_result_that_is_no_json_says_what_and_where(call, deed) -> None:
    outcome = call(deed)
    assert outcome.not_json == NO_JSON[deed]
    assert outcome.output is ABSENT
    assert outcome.input_after == {"do": deed}


REFUSALS = {
    "recursion": ("maximum recursion depth exceeded", "RecursionError"),
    "async-refused": ("refused after waiting", "ValueError"),
    "broken-error": ("Broken", "Broken"),
    "long-error": ("x" * 9_997 + "...", "ValueError"),
}


@pytest.mark.parametrize("deed", REFUSALS)
def test_what_is_raised_is_a_refusal(call, deed) -> None:
    outcome = call(deed)
    assert outcome.refusal is not None
    assert outcome.refusal.message.startswith(REFUSALS[deed][0])
    assert outcome.refusal.type == REFUSALS[deed][1]
    assert outcome.input_after == {"do": deed}
    assert outcome.diagnostics == ()


def test_what_changed_in_the_argument_is_reported(call) -> None:
    changed = call("change", part={})
    assert changed.output == "changed"
    assert changed.input_after == {"do": "change", "part": {"new": 1}}
    raised = call("change-and-raise")
    assert raised.refusal == ("'name'", "KeyError")
    assert raised.input_after == {"do": "change-and-raise", "new": 1}


@pytest.mark.parametrize("more", [{"do": "self"}, {"do": "change", "part": {}, "badly": True}])
def test_an_argument_that_became_something_else_is_reported(call, more) -> None:
    outcome = call(more.pop("do"), **more)
    assert list(outcome.input_after) == ["the argument is no longer JSON"]


def test_an_object_that_the_result_shares_with_the_argument_is_reported(call) -> None:
    assert call("return-argument").shares is True
    assert call("share", part={"a": []}).shares is True
    assert call("share", part=[1]).shares is True
    assert call("share", part="text").shares is False


def test_what_was_taken_from_the_argument_is_not_shared_with_it(call) -> None:
    outcome = call("take", part={"a": 1})
    assert outcome.output == {"a": 1}
    assert outcome.input_after == {"do": "take"}
    assert outcome.shares is False


def test_an_object_that_comes_again_is_reported_also_after_other_calls(served, ask) -> None:
    served.describe()  # a new child, which has returned nothing yet
    memo = {"do": "memo"}
    outcomes = ask(served, [memo, *[NEIGHBOUR] * 150, memo, *[{"do": "return-argument"}] * 3])
    assert [outcome.kept for outcome in outcomes] == [*[False] * 151, True, *[False] * 3]


def test_logs_and_warnings_are_diagnostics(call) -> None:
    assert call("log").diagnostics == (
        {"level": "warning", "message": "left it out"},
        {"level": "error", "message": "bad"},
    )
    assert call("warn").diagnostics == ({"level": "warning", "message": "UserWarning: old form"},)
    assert "cannot be made" in call("bad-log").diagnostics[0]["message"]


def test_a_flood_of_logs_is_cut(call) -> None:
    diagnostics = call("log-much").diagnostics
    assert len(diagnostics) == 100
    assert all(len(entry["message"]) <= 2000 for entry in diagnostics)


DEATHS = {
    "os-exit": "the subject exited with status 7 while it was asked",
    "sys-exit": "the subject exited with status 3 while it was asked",
    "sys-exit-text": "the subject exited with status 1 while it was asked",
    "interrupt": "the subject exited with status 1 while it was asked",
    "kill": "the subject was killed by signal SIGKILL while it was asked",
    "closerange": "the subject exited with status ",
}


@pytest.mark.parametrize("deed", DEATHS)
def test_a_death_costs_its_own_case(call, deed) -> None:
    outcome = call(deed)
    assert outcome.fault is not None
    assert outcome.fault.kind == "exit"
    assert outcome.fault.message.startswith(DEATHS[deed])


def test_what_was_printed_is_in_the_log_of_a_death(call) -> None:
    fault = call("sys-exit").fault
    assert fault is not None
    assert fault.log[:2] == ("printed while it was imported", FORGED)
    assert fault.log[-1] == "SystemExit: 3"


def test_a_hang_costs_its_own_case(ask) -> None:
    subject = serve({"subject": FUNCTIONS}, timeout=0.4)
    subject.describe()
    outcomes = ask(subject, [NEIGHBOUR, {"do": "hang"}, NEIGHBOUR])
    subject.close()
    assert [outcome.fault.kind if outcome.fault else None for outcome in outcomes] == [None, "hang", None]


def test_an_operation_that_is_not_there_is_refused(served, ask) -> None:
    (outcome,) = ask(served, [1], "other-operation")
    assert outcome.refusal is not None and "not offered" in outcome.refusal.message


# ---- the protocol, as others may speak it ----


def spoken(*lines: str | bytes) -> list[dict[str, Any]]:
    text = b"".join(line.encode() + b"\n" if isinstance(line, str) else line for line in lines)
    command = worker_command(sys.executable, {"subject": FUNCTIONS})
    done = subprocess.run(command, input=text, capture_output=True, timeout=20)
    assert done.returncode == 0
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_requests_in_any_spelling_are_understood() -> None:
    answers = spoken(
        "",
        ' { "params": {"input" : [1.0, "é"], "operation" : "echo"} , "method" : "convert" , "id" : "a" } \r',
        '{"jsonrpc":"2.0","id":2,"method":"convert","params":{"operation":"echo","input":{"a":1}}}  ',
        '{"jsonrpc":"2.0","id":3,"method":"convert","params":{"operation":"echo","input":{"a":1}},"more":true}',
    )
    assert [(answer["id"], answer["result"]["output"]) for answer in answers] == [
        ("a", [1.0, "é"]), (2, {"a": 1}), (3, {"a": 1}),
    ]  # fmt: skip
    assert answers[0]["result"]["input_after"] == [1.0, "é"]


def test_requests_that_are_none_get_an_error() -> None:
    answers = spoken(
        "nonsense",
        b'\xff{"id": 1}\n',
        "[]",
        '{"jsonrpc":"2.0","id":4,"method":"dance"}',
        '{"jsonrpc":"2.0","id":5,"method":"convert"}',
        '{"jsonrpc":"2.0","id":6,"method":"convert","params":{"operation":["echo"],"input":1}}',
        '{"jsonrpc":"2.0","id":7,"method":"convert","params":{"operation":"echo","input":'
        + "[" * 5000
        + "]" * 5000
        + "}}",
    )
    assert [(answer["id"], answer["error"]["code"]) for answer in answers] == [
        (None, -32700), (None, -32700), (None, -32700), (4, -32601), (5, -32602), (6, -32601), (None, -32700),
    ]  # fmt: skip


def test_the_last_line_may_lack_its_end() -> None:
    (answer,) = spoken(b'{"jsonrpc":"2.0","id":1,"method":"describe"}')
    assert answer["result"]["name"] == "odd-functions"
