"""Where annotations point: at the definition of a converter, and at the entry of an expected failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.commands.file_places import converter_places, entry_places
from conformance.results.github import FileLine
from conformance.running.engine import ExpectedEntry, ExpectedFailure
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.http_subject import HttpConfig
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.reference import ReferenceConfig
from conformance.running.subjects.wire import WireConfig

BOTH = SINGLE, LOOP = "mcp-tool-to-chat-tool", "tool-loop"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "__init__.py").write_text("\n\nclass Adapter:\n    def tool_loop(self): ...\n", "utf-8")
    (tmp_path / "acme" / "tools.py").write_text("\nasync def convert(tool): ...\n", "utf-8")
    (tmp_path / "adapter.mjs").write_text("", "utf-8")
    (tmp_path / "broken.py").write_text("def (", "utf-8")
    table = '[tool.conformance.subjects.mine]\npython = "acme:Adapter"\n'
    (tmp_path / "pyproject.toml").write_text(table, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("config", "places"),
    [
        (PythonConfig(operations=BOTH, bind={SINGLE: "acme.tools:convert"}), {SINGLE: FileLine("acme/tools.py", 2)}),
        (PythonConfig(operations=BOTH, bind={SINGLE: "acme/tools.py:convert"}), {SINGLE: FileLine("acme/tools.py", 2)}),
        (PythonConfig(operations=BOTH, bind={SINGLE: "acme.tools:nothing"}), {SINGLE: FileLine("acme/tools.py")}),
        (PythonConfig(operations=BOTH, bind={SINGLE: "broken:x"}), {SINGLE: FileLine("broken.py")}),
        (PythonConfig(operations=BOTH, bind={SINGLE: "json:loads"}), {}),
        (
            PythonConfig(operations=BOTH, path="acme:Adapter"),
            {SINGLE: FileLine("acme/__init__.py", 3), LOOP: FileLine("acme/__init__.py", 4)},
        ),
        (ProcessConfig(command="node adapter.mjs"), {SINGLE: FileLine("adapter.mjs"), LOOP: FileLine("adapter.mjs")}),
        (ProcessConfig(command="acme-adapter --stdio"), {}),
        (ProcessConfig(command="'"), {}),
        (WireConfig(command="node adapter.mjs"), {SINGLE: FileLine("adapter.mjs"), LOOP: FileLine("adapter.mjs")}),
        (HttpConfig(url="http://127.0.0.1:1"), {}),
        (ReferenceConfig(operations=BOTH), {}),
    ],
)
def test_the_place_of_a_converter(config: SubjectConfig, places: dict[str, FileLine]) -> None:
    assert converter_places(config, BOTH) == places


def test_the_place_of_a_converter_that_a_table_names() -> None:
    config = config_of_name("mine", PythonConfig(operations=BOTH))
    places = {SINGLE: FileLine("acme/__init__.py", 3), LOOP: FileLine("acme/__init__.py", 4)}
    assert converter_places(config, BOTH) == places


def test_the_place_of_an_entry(here: Path) -> None:
    text = "# known\n[[failure]]\nrule = 'A'\n\n  [[ failure ]]\nrule = 'B'\n"
    (here / "known.toml").write_text(text, "utf-8")
    failures = [ExpectedFailure(SINGLE, "A", "x"), ExpectedFailure(f"{SINGLE}, {LOOP}", "B", "x")]
    expected = [
        ExpectedEntry(operations=("mcp-*",), rules=("A",), reason="x"),
        ExpectedEntry(operations=(SINGLE, LOOP), rules=("B",), reason="x"),
    ]
    assert entry_places("known.toml", expected, failures) == {
        (SINGLE, "A"): FileLine("known.toml", 2),
        (f"{SINGLE}, {LOOP}", "B"): FileLine("known.toml", 5),
    }
    otherwise = entry_places("known.toml", expected[:1], failures)
    assert otherwise == {(SINGLE, "A"): FileLine("known.toml")}  # written in another way
    assert entry_places(None, (), ()) == {}


def test_a_converter_is_looked_for_in_the_folder_of_its_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "in").mkdir()
    monkeypatch.chdir(here / "in")
    given = PythonConfig(operations=BOTH)
    found = converter_places(config_of_name("mine", given), BOTH)
    assert found == {SINGLE: FileLine("../acme/__init__.py", 3), LOOP: FileLine("../acme/__init__.py", 4)}
    command = ProcessConfig(command="node adapter.mjs", folder="..")
    assert converter_places(command, (SINGLE,)) == {SINGLE: FileLine("../adapter.mjs")}
