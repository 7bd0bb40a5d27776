"""Where annotations point: at the definition of a converter, and at the entry of an expected failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cli.places import converter_places, entry_places
from conformance.engine import ExpectedFailure
from conformance.reports.github import Place
from conformance.subjects.resolve import Target

SINGLE, LOOP = "mcp-tool-to-chat-tool", "tool-loop"


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
    ("target", "places"),
    [
        (Target(bind={SINGLE: "acme.tools:convert"}), {SINGLE: Place("acme/tools.py", 2)}),
        (Target(bind={SINGLE: "acme/tools.py:convert"}), {SINGLE: Place("acme/tools.py", 2)}),
        (Target(bind={SINGLE: "acme.tools:nothing"}), {SINGLE: Place("acme/tools.py")}),
        (Target(bind={SINGLE: "broken:x"}), {SINGLE: Place("broken.py")}),
        (Target(bind={SINGLE: "json:loads"}), {}),
        (Target("acme:Adapter"), {SINGLE: Place("acme/__init__.py", 3), LOOP: Place("acme/__init__.py", 4)}),
        (Target("mine"), {SINGLE: Place("acme/__init__.py", 3), LOOP: Place("acme/__init__.py", 4)}),
        (Target(command="node adapter.mjs"), {SINGLE: Place("adapter.mjs"), LOOP: Place("adapter.mjs")}),
        (Target(command="acme-adapter --stdio"), {}),
        (Target(command="'"), {}),
        (Target("reference"), {}),
        (Target("nobody"), {}),
    ],
)
def test_the_place_of_a_converter(target: Target, places: dict[str, Place]) -> None:
    assert converter_places(target, [SINGLE, LOOP]) == places


def test_the_place_of_an_entry(here: Path) -> None:
    text = "# known\n[[failure]]\nrule = 'A'\n\n  [[ failure ]]\nrule = 'B'\n"
    (here / "known.toml").write_text(text, "utf-8")
    expected = [ExpectedFailure(SINGLE, "A", "x"), ExpectedFailure(SINGLE, "B", "x")]
    assert entry_places("known.toml", expected) == {
        (SINGLE, "A"): Place("known.toml", 2),
        (SINGLE, "B"): Place("known.toml", 5),
    }
    assert entry_places("known.toml", expected[:1]) == {(SINGLE, "A"): Place("known.toml")}  # written in another way
    assert entry_places(None, ()) == {}
