"""Defects of small functions, shown by scripts that are run."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conformance.results.reproduction.show import NotShown, ShownDefect, show

# Each function has one defect.
MODULE = """
import asyncio, json, logging, time

RESULTS, LATEST = {}, []


def lower(tool):
    return {"name": tool["name"].lower()}


def fail(tool):
    raise KeyError("two\\nlines at 0x7f00a0b0c0d0")


def change(tool):
    tool["name"] = tool["name"].lower()
    return {}


def change_and_fail(tool):
    change(tool)
    raise ValueError("no name")


def share(tool):
    return {"parameters": tool["schema"]}


def keep(tool):
    return RESULTS.setdefault(tool["name"], {"properties": {}})


def alternate(tool):
    LATEST.append(tool)
    return len(LATEST)


def remember(tool):
    LATEST.append(tool["name"])
    return LATEST[0]


async def later(tool):
    return lower(tool)


def a_set(tool):
    return {1, 2}


def drop(tool):
    return []


def drop_and_log(tool):
    logging.warning("%s is left out", tool["name"])
    return []


def sleep(tool):
    time.sleep(60)
"""
TOOL: dict[str, Any] = {"name": "Ping", "schema": {"type": "object"}}
ERROR = {"kind": "error", "type": "KeyError", "message": "'two\\nlines at 0x7f1111111111'"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "library.py").write_text(MODULE, "utf-8")
    return tmp_path


def evidence_of(**members: Any) -> dict[str, Any]:
    piece = {"at": "/output/name", "input": TOOL, "expected": {"name": "Ping"}, "actual": None, "error": None}
    return {**piece, "diagnostics": [], "message": "wrong", "standing": {"kind": "real"}, **members}


def shown(
    folder: Path, program: str, timeout: float = 30, most_lines: int | None = None, **members: Any
) -> ShownDefect:
    return show(
        evidence_of(**members),
        program=program,
        operation="mcp-tool-to-chat-tool",
        interpreter=sys.executable,
        folder=str(folder),
        timeout=timeout,
        most_lines=most_lines,
    )


CHANGED, SHARED = "the input was changed by the call: it is now", "the result holds objects of the input"
DIFFERS = "the second call gave 2"
SHOWN = [
    ("lower", {"actual": {"name": "ping"}}, '{\n "name": "ping"\n}\n'),
    ("later", {"actual": {"name": "ping"}}, '{\n "name": "ping"\n}\n'),
    ("fail", {"error": ERROR}, "KeyError: 'two\\nlines at 0x7f00a0b0c0d0'"),
    (
        "change",
        {"at": "/input", "message": f'{CHANGED} {{"name": "ping", "schema": {{"type": "object"}}}}', "actual": {}},
        '{\n "name": "ping",\n "schema": {\n  "type": "object"\n }\n}\n',
    ),
    (
        "change_and_fail",
        {
            "at": "/input",
            "message": 'the input was changed although the call failed: {"name": "ping", "schema": {"type": "object"}}',
            "error": {"kind": "error", "type": "ValueError", "message": "no name"},
        },
        '{\n "name": "ping",\n "schema": {\n  "type": "object"\n }\n}\n',
    ),
    ("share", {"at": "/output", "message": SHARED}, 'the input holds it too: {"type": "object"}\n'),
    (
        "keep",
        {"at": "/output", "message": "the result holds objects of an earlier result: ..."},
        'an earlier result holds it too: {"properties": {}}\n',
    ),
    ("alternate", {"at": "/output", "message": DIFFERS, "actual": 1}, "1\n2\n"),
    ("remember", {"earlier": [{"name": "A"}, {"name": "B"}], "actual": "A"}, '"A"\n'),
    (
        "a_set",
        {"at": "/output", "error": {"kind": "not-json", "message": "the result is a Python set"}},
        "TypeError: Object of type set is not JSON serializable",
    ),
    ("drop", {"at": "/input", "actual": []}, "[]\n"),
    ("drop", {"at": "/output", "expected": None, "actual": [], "standing": {"kind": "malformed"}}, "[]\n"),
]


@pytest.mark.parametrize(
    ("function", "members", "output"), SHOWN, ids=[f"{element[0]}{n}" for n, element in enumerate(SHOWN)]
)
def test_a_script_shows_the_defect(folder: Path, function: str, members: dict[str, Any], output: str) -> None:
    shown_result = shown(folder, f"library:{function}", **members)
    assert (shown_result.output, shown_result.language) == (output, "python")
    assert "from library import" in shown_result.script


NOT_SHOWN = [
    ("lower", {"actual": {"name": "PING"}}, "it prints another result"),
    ("lower", {"error": ERROR}, "the call does not fail"),
    ("fail", {"actual": {}}, "the script fails: KeyError: 'two"),
    ("fail", {"error": ERROR | {"type": "ValueError"}}, "it fails with another error: KeyError"),
    ("fail", {"error": ERROR | {"message": "'three'"}}, "it fails with another error: KeyError"),
    ("lower", {"at": "/input", "message": f"{CHANGED} {{}}"}, "the input is unchanged, or changed otherwise"),
    ("change", {"at": "/input", "message": f"{CHANGED} {{}}"}, "the input is unchanged, or changed otherwise"),
    ("lower", {"at": "/output", "message": SHARED}, "no object is shared"),
    ("lower", {"at": "/output", "message": DIFFERS}, "the two results are equal, or differ otherwise"),
    ("lower", {"earlier": [TOOL], "actual": {"name": "ping"}}, "the result does not depend on the earlier inputs"),
    ("lower", {"error": {"kind": "not-json", "message": "a set"}}, "the result is written as JSON all the same"),
    ("drop_and_log", {"at": "/input", "actual": []}, "it writes on standard error: WARNING:root:Ping is left out"),
    ("drop", {"at": "/output", "expected": None, "actual": []}, "its output alone is not it"),
    ("drop", {"error": {"kind": "hang", "message": "no answer"}}, r"the call has no result \(hang\)"),
    ("drop", {"at": ""}, "it is about no call"),
]


@pytest.mark.parametrize(
    ("function", "members", "why"), NOT_SHOWN, ids=[f"{element[0]}{n}" for n, element in enumerate(NOT_SHOWN)]
)
def test_what_is_not_the_defect_is_not_shown(folder: Path, function: str, members: dict[str, Any], why: str) -> None:
    with pytest.raises(NotShown, match=f"^{why}"):
        shown(folder, f"library:{function}", **members)


def test_a_script_that_does_not_end(folder: Path) -> None:
    with pytest.raises(NotShown, match=r"^the script does not end"):
        shown(folder, "library:sleep", timeout=0.5)


def test_the_function_of_an_adapter_has_the_name_of_the_operation(folder: Path) -> None:
    (folder / "adapter.py").write_text(MODULE.replace("def lower", "def mcp_tool_to_chat_tool"), "utf-8")
    shown_result = shown(folder, str(folder / "adapter.py"), actual={"name": "ping"})
    assert "def mcp_tool_to_chat_tool(tool):" in shown_result.script


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("library", "no import statement takes library"),
        ("missing.py", "missing.py cannot be read: No such file"),
        ("library.py:missing", "missing is not at the top level of"),
        ("broken.py:lower", "is no Python: "),
    ],
)
def test_a_program_that_has_no_script(folder: Path, program: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "broken.py").write_text("def", "utf-8")
    monkeypatch.chdir(folder)
    with pytest.raises(NotShown, match=why):
        shown(folder, program)


def test_an_interpreter_that_is_not_there(folder: Path) -> None:
    with pytest.raises(NotShown, match=r"^it could not be started: "):
        show(evidence_of(), program="library:lower", operation="x", interpreter=str(folder / "python"))


def test_a_limit_of_lines(folder: Path) -> None:
    with pytest.raises(NotShown, match=r"^its script has more than 4 lines"):
        shown(folder, "library:lower", actual={"name": "ping"}, most_lines=4)
    shown(folder, "library:lower", actual={"name": "ping"}, most_lines=5)


def test_a_key_is_not_in_the_output(folder: Path) -> None:
    key = "sk-proj-" + "aB3dE5gH7jK9mN1p" * 3
    (folder / "library.py").write_text(f'def lower(tool):\n    return {{"name": "{key}"}}\n', "utf-8")
    with pytest.raises(NotShown, match="another result"):
        shown(folder, "library:lower", actual={"name": "ping"})


def test_the_time_of_the_call_may_differ(folder: Path) -> None:
    (folder / "library.py").write_text(
        'import time\n\n\ndef lower(tool):\n    return {"name": "ping", "created": int(time.time()) + 60}\n', "utf-8"
    )
    assert '"created"' in shown(folder, "library:lower", actual={"name": "ping", "created": int(time.time())}).output
    with pytest.raises(NotShown, match="another result"):
        shown(folder, "library:lower", actual={"name": "ping", "created": 1_700_000_000})


def test_random_digits_in_the_id_of_an_item_may_differ(folder: Path) -> None:
    (folder / "library.py").write_text(
        'import uuid\n\n\ndef lower(tool):\n    return {"id": f"fc_{uuid.uuid4().hex}", "name": "ping"}\n', "utf-8"
    )
    assert '"fc_' in shown(folder, "library:lower", actual={"id": "fc_" + "0" * 32, "name": "ping"}).output
    with pytest.raises(NotShown, match="another result"):
        shown(folder, "library:lower", actual={"id": "rs_" + "0" * 32, "name": "ping"})
