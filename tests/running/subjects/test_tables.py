"""Subjects that a table of this folder defines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.base import Limits, SubjectConfig
from conformance.running.subjects.http_subject import HttpConfig
from conformance.running.subjects.javascript import JavaScriptConfig
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.tables import config_of_table, subject_tables
from conformance.running.subjects.worker import conformance_worker

MCP = "mcp-tool-to-chat-tool"
FUNCTION = "acme:convert"
OPERATIONS = tuple(load_specifications().contracts)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def config_of(text: str, **given: Any) -> SubjectConfig:
    Path("conformance.toml").write_text(text)
    return config_of_table("ours", subject_tables()["ours"], PythonConfig(operations=(MCP,), **given))


@pytest.mark.parametrize(
    ("file", "head"), [("conformance.toml", "[subjects.ours]"), ("pyproject.toml", "[tool.conformance.subjects.ours]")]
)
def test_a_table_is_found_in_either_file(folder: Path, file: str, head: str) -> None:
    (folder / file).write_text(f'{head}\npython = "acme.py"\n')
    assert subject_tables() == {"ours": {"python": "acme.py"}}


def test_arguments_are_added_to_a_table_and_override_it() -> None:
    text = f'''[subjects.ours]
bind = {{{MCP} = "{FUNCTION}"}}
choices = {{on-invalid = "raise", unsafe-names = "keep"}}
without = ["strict"]
env = ["A=1"]
interpreter = "python3"
in-process = true
'''
    given = {
        "choices": {"unsafe-names": "map"},
        "without": ("usage",),
        "env": ("B=2",),
        "interpreter": "python4",
    }
    assert config_of(text, limits=Limits(timeout=2), **given) == PythonConfig(
        operations=(MCP,),
        bind={MCP: FUNCTION},
        name="ours",
        choices={"on-invalid": "raise", "unsafe-names": "map"},
        without=("strict", "usage"),
        env=("A=1", "B=2"),
        interpreter="python4",
        in_process=True,
        limits=Limits(timeout=2),
    )


def test_a_table_may_hold_a_command_or_a_url() -> None:
    command = config_of("[subjects.ours]\ncommand = 'acme --serve'\n", limits=Limits(timeout=2))
    assert command == ProcessConfig(command="acme --serve", limits=Limits(timeout=2))
    url = config_of("[subjects.ours]\nurl = 'http://127.0.0.1:1'\nchoices = {a = 'b'}\n")
    assert url == HttpConfig(url="http://127.0.0.1:1", choices={"a": "b"})


@pytest.mark.parametrize("kind", ["command = 'acme'", "url = 'http://127.0.0.1:1'"])
@pytest.mark.parametrize("given", [{"in_process": True}, {"interpreter": "python3"}])
def test_options_of_python_subjects_cannot_be_combined_with_another_kind(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="The subject ours is not a Python object"):
        config_of(f"[subjects.ours]\n{kind}\n", **given)


SERVED = f'{{\\"subject\\": \\"src/acme.py\\", \\"operations\\": [\\"{MCP}\\"]}}'
CONVERTER = "def convert(tool):\n    return {}\n"


@pytest.mark.parametrize(
    "table",
    [
        f'bind = {{{MCP} = "acme:convert"}}',
        f'bind = {{{MCP} = "src/acme.py:convert"}}\nin-process = true',
        'python = "src/acme.py"',
        'python = "src/acme.py"\ninterpreter = "./python"',
        f"""command = "./python WORKER '{SERVED}'\"""",
    ],
)
def test_a_subject_begins_in_the_folder_of_its_file(folder: Path, monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    (folder / "src").mkdir()
    for path in ("acme.py", "src/acme.py"):
        (folder / path).write_text(CONVERTER.replace("convert", "mcp_tool_to_chat_tool") + CONVERTER)
    (folder / "python").symlink_to(sys.executable)
    table = table.replace("WORKER", conformance_worker.__file__)
    (folder / "conformance.toml").write_text(f"[subjects.ours]\n{table}\n")
    (folder / "in").mkdir()
    monkeypatch.chdir(folder / "in")
    monkeypatch.setattr(sys, "path", list(sys.path))
    subject = config_of_name("ours", PythonConfig(operations=OPERATIONS)).open()
    try:
        assert subject.describe().operations == (MCP,)
    finally:
        subject.close()


def test_an_argument_is_seen_from_the_working_directory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "conformance.toml").write_text('[subjects.ours]\npython = "acme.py"\ninterpreter = "env/python"\n')
    (folder / "in").mkdir()
    monkeypatch.chdir(folder / "in")
    own = config_of_name("ours", PythonConfig(operations=OPERATIONS))
    given = config_of_name("ours", PythonConfig(operations=OPERATIONS, interpreter="env/python"))
    assert isinstance(own, PythonConfig) and isinstance(given, PythonConfig)
    assert (own.python, given.python) == (f"{folder}/env/python", f"{folder}/in/env/python")


BAD_TABLES = {
    "[subjects.ours]\n": "needs exactly one of python, javascript, bind, command, url",
    '[subjects.ours]\npython = "a:b"\ncommand = "c"\n': "needs exactly one of python, javascript, bind, command, url",
    '[subjects.ours]\npyton = "a:b"\n': "unknown key 'pyton'",
    "[subjects.ours]\npython = 3\n": "python has the wrong type",
    '[subjects.ours]\npython = "a:b"\nenv = [1]\n': "env has the wrong value",
    '[subjects.ours]\nbind = {no-operation = "a:b"}\n': "unknown operation 'no-operation'",
    "subjects = 3\n": "must hold one table for each subject",
    "[subjects]\nours = 3\n": "must hold one table for each subject",
    "[subjects.ours\n": "is not TOML",
}


@pytest.mark.parametrize("text", BAD_TABLES)
def test_a_table_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        config_of(text)
    assert BAD_TABLES[text] in caught.value.message
    assert "\n" not in str(caught.value)


def test_without_tables_there_are_none(folder: Path) -> None:
    assert subject_tables() == {}
    (folder / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert subject_tables() == {}


def test_a_table_may_name_a_file_of_javascript_and_bind_functions_of_one() -> None:
    given = PythonConfig(operations=("tool-loop",))
    for table in ({"javascript": "./a.mjs"}, {"bind": {"tool-loop": "./a.mjs:run"}}):
        config = config_of_table("ours", table, given, "folder")
        assert isinstance(config, JavaScriptConfig)
        assert (config.files, config.folder) == (("./a.mjs",), "folder")
