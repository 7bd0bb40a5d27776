"""From a name to a subject."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.errors import SubjectError, UsageError
from conformance.subjects.in_process import InProcessSubject
from conformance.subjects.process import ProcessSubject
from conformance.subjects.resolve import Target, resolve, subject_tables

OPERATIONS = ("chat-tools-to-responses-tools", "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools")
MCP = "mcp-tool-to-chat-tool"
FUNCTION = "resolved_tools:mcp_tool_to_chat_tool"
MODULE = "def mcp_tool_to_chat_tool(tool):\n    return {'converted': tool}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """An empty folder to stand in, with one module that no other test has imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    (tmp_path / "resolved_tools.py").write_text(MODULE)
    monkeypatch.delitem(sys.modules, "resolved_tools", raising=False)
    return tmp_path


def target(**more: Any) -> Target:
    return Target(operations=OPERATIONS, **more)


def described(asked: Target) -> Any:
    subject, _target = resolve(asked)
    try:
        return subject.describe()
    finally:
        subject.close()


def refused(asked: Target) -> UsageError:
    with pytest.raises(UsageError) as caught:
        resolve(asked)
    assert "\n" not in str(caught.value)
    return caught.value


def test_the_reference_runs_inside_this_process() -> None:
    subject, _target = resolve(target())
    assert isinstance(subject, InProcessSubject)
    description = subject.describe()
    assert (description.name, description.adapter, description.exact_numbers) == ("reference", "reference", True)
    assert sorted(description.operations) == sorted(OPERATIONS)


def test_an_import_path_runs_in_a_child_of_this_interpreter() -> None:
    subject, _target = resolve(target(name="resolved_tools:"))
    assert isinstance(subject, ProcessSubject)
    description = subject.describe()
    subject.close()
    assert description.operations == (MCP,)
    assert (description.adapter, description.exact_numbers) == ("python", True)
    assert "resolved_tools" not in sys.modules


@pytest.mark.parametrize("name", ["resolved_tools.py", "./resolved_tools.py"])
def test_a_file_is_a_subject(name) -> None:
    assert described(target(name=name)).operations == (MCP,)


def test_bound_functions_are_a_subject() -> None:
    asked = target(bind={"mcp-tools-to-chat-tools": "resolved_tools:mcp_tool_to_chat_tool"})
    assert described(asked).operations == ("mcp-tools-to-chat-tools",)


@pytest.mark.parametrize(
    "asked", [{"name": "resolved_tools.py"}, {"bind": {MCP: "resolved_tools:mcp_tool_to_chat_tool"}}]
)
def test_in_process_the_same_subject_is_called_directly(asked) -> None:
    subject, _target = resolve(target(in_process=True, **asked))
    assert isinstance(subject, InProcessSubject)
    assert subject.describe().adapter == "in-process"
    assert subject.describe().operations == (MCP,)


def test_in_process_what_does_not_import_is_a_subject_error() -> None:
    with pytest.raises(SubjectError, match="no module named 'nowhere_at_all'"):
        resolve(target(name="nowhere_at_all:convert", in_process=True))


def test_in_process_gets_the_passed_variables(monkeypatch, folder) -> None:
    monkeypatch.delenv("MODE_OF_TOOLS", raising=False)
    (folder / "resolved_tools.py").write_text("import os\nname = os.environ['MODE_OF_TOOLS']\n" + MODULE)
    subject, _target = resolve(target(name="resolved_tools.py", in_process=True, env=("MODE_OF_TOOLS=fast",)))
    assert subject.describe().name == "fast"
    monkeypatch.delenv("MODE_OF_TOOLS")


def test_a_command_is_read_as_a_shell_reads_words() -> None:
    code = "import sys; sys.exit(len(sys.argv))"
    subject, _target = resolve(target(command=f"{sys.executable} -c '{code}' 'one word' two"))
    with pytest.raises(SubjectError, match="exited with status 3 "):
        subject.describe()
    subject.close()


@pytest.mark.parametrize(("command", "what"), [("", "--command is empty."), ("say 'half", "--command cannot be read")])
def test_a_command_that_is_none(command, what) -> None:
    assert refused(target(command=command)).message.startswith(what)


@pytest.mark.parametrize("more", [{"bind": {MCP: "a:b"}}, {"in_process": True}, {"interpreter": "python3"}])
def test_a_command_goes_with_nothing_else(more) -> None:
    assert refused(target(command="true", **more)).message == "--command is a whole subject."


def test_the_reference_goes_with_no_interpreter() -> None:
    assert "--python" in refused(target(interpreter="python3")).message


def test_an_unknown_name_says_what_was_probably_meant() -> None:
    error = refused(target(name="litelm"))
    assert error.message == "Unknown subject 'litelm'."
    assert "litellm" in error.hint
    assert "package.module:object" in error.hint


# ---- tables ----


def write_table(folder: Path, text: str, name: str = "conformance.toml") -> None:
    (folder / name).write_text(text)


@pytest.mark.parametrize(
    ("file", "head"), [("conformance.toml", "[subjects.ours]"), ("pyproject.toml", "[tool.conformance.subjects.ours]")]
)
def test_a_table_names_a_subject(folder, file, head) -> None:
    write_table(folder, f'{head}\npython = "resolved_tools.py"\nchoices = {{on-invalid = "raise"}}\n', file)
    subject, settled = resolve(target(name="ours", choices={"unsafe-names": "keep"}))
    assert subject.describe().operations == (MCP,)
    subject.close()
    assert settled.choices == {"on-invalid": "raise", "unsafe-names": "keep"}


def test_a_table_may_bind_and_set_variables_and_run_inside(folder) -> None:
    write_table(
        folder,
        f'[subjects.ours]\nbind = {{{MCP} = "{FUNCTION}"}}\nenv = ["A=1"]\nin-process = true\n',
    )
    subject, settled = resolve(target(name="ours", env=("B=2",)))
    assert isinstance(subject, InProcessSubject)
    assert settled.env == ("A=1", "B=2")


def test_a_table_may_hold_a_command(folder) -> None:
    write_table(folder, f"[subjects.ours]\ncommand = \"{sys.executable} -c 'raise SystemExit(6)'\"\n")
    with pytest.raises(SubjectError, match="exited with status 6"):
        described(target(name="ours"))
    assert "process of its own" in refused(target(name="ours", in_process=True)).message


BAD_TABLES = {
    "[subjects.ours]\n": "needs one of python, bind, command",
    '[subjects.ours]\npython = "a:b"\ncommand = "c"\n': "needs one of python, bind, command",
    '[subjects.ours]\npyton = "a:b"\n': "unknown key 'pyton'",
    "[subjects.ours]\npython = 3\n": "python is not of the form",
    '[subjects.ours]\npython = "a:b"\nenv = [1]\n': "env is not of the form",
    '[subjects.ours]\nbind = {no-operation = "a:b"}\n': "unknown operation 'no-operation'",
    "subjects = 3\n": "must hold one table a subject",
    "[subjects]\nours = 3\n": "must hold one table a subject",
    "[subjects.ours\n": "is no TOML",
}


@pytest.mark.parametrize("text", BAD_TABLES)
def test_a_table_of_another_form(folder, text) -> None:
    write_table(folder, text)
    assert BAD_TABLES[text] in refused(target(name="ours")).message


def test_without_tables_there_are_none(folder) -> None:
    write_table(folder, "[project]\nname = 'x'\n", "pyproject.toml")
    assert subject_tables() == {}
