"""A Python object or function as a subject, in a child process or inside this one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.base.errors import SubjectError
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.process import ProcessSubject
from conformance.running.subjects.python import PythonConfig, common_name
from tests.running.subjects.python_module import FUNCTION, MCP, MODULE, OPERATIONS, folder  # noqa: F401 - a fixture


def python(**more: Any) -> PythonConfig:
    return PythonConfig(operations=OPERATIONS, **more)


def described(config: PythonConfig) -> Any:
    subject = config.open()
    try:
        return subject.describe()
    finally:
        subject.close()


def test_an_import_path_runs_in_a_child_of_this_interpreter() -> None:
    subject = python(path="opened_tools:").open()
    assert isinstance(subject, ProcessSubject)
    description = subject.describe()
    subject.close()
    assert description.operations == (MCP,)
    assert (description.adapter, description.exact_numbers) == ("python", True)
    assert "opened_tools" not in sys.modules


@pytest.mark.parametrize("path", ["opened_tools.py", "./opened_tools.py"])
def test_a_file_is_a_subject(path: str) -> None:
    assert described(python(path=path)).operations == (MCP,)


def test_bound_functions_are_a_subject() -> None:
    assert described(python(bind={"mcp-tools-to-chat-tools": FUNCTION})).operations == ("mcp-tools-to-chat-tools",)


@pytest.mark.parametrize("settings", [{"path": "opened_tools.py"}, {"bind": {MCP: FUNCTION}}])
def test_in_process_the_same_subject_is_called_directly(settings: dict[str, Any]) -> None:
    subject = python(in_process=True, **settings).open()
    assert isinstance(subject, InProcessSubject)
    assert subject.describe().adapter == "in-process"
    assert subject.describe().operations == (MCP,)


def test_in_process_an_object_that_cannot_be_imported_is_a_subject_error() -> None:
    with pytest.raises(SubjectError, match="no module named 'nowhere_at_all'"):
        python(path="nowhere_at_all:convert", in_process=True).open()


def test_in_process_gets_the_passed_variables(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:  # noqa: F811
    monkeypatch.delenv("MODE_OF_TOOLS", raising=False)
    (folder / "opened_tools.py").write_text("import os\nname = os.environ['MODE_OF_TOOLS']\n" + MODULE)
    subject = python(path="opened_tools.py", in_process=True, env=("MODE_OF_TOOLS=fast",)).open()
    assert subject.describe().name == "fast"
    monkeypatch.delenv("MODE_OF_TOOLS")


@pytest.mark.parametrize(
    ("paths", "name"),
    [
        (["acme.tools:one"], ""),
        (["acme.tools:one", "acme.tools:other"], "acme.tools"),
        (["acme.tools:one", "acme.calls:other"], "acme"),
        (["acme.tools.flat:one", "acme.tools:other"], "acme.tools"),
        (["other:one", "acme.tools:other"], "acme, other"),
        (["tools/convert.py:one", "tools/convert.py:other"], "tools/convert.py"),
        (["tools/b.py:one", "tools/a.py:other"], "tools/a.py, tools/b.py"),
    ],
)
def test_several_functions_have_the_name_of_their_package_in_any_order(paths: list[str], name: str) -> None:
    assert common_name(paths) == common_name(paths[::-1]) == name


def test_bound_functions_are_named_together_or_by_their_table() -> None:
    bound = {MCP: FUNCTION, "mcp-tools-to-chat-tools": FUNCTION}
    assert described(python(bind=bound)).name == FUNCTION.partition(":")[0]
    assert described(python(bind={MCP: FUNCTION})).name == FUNCTION
    assert described(python(bind={MCP: FUNCTION}, name="ours")).name == "ours"
