from __future__ import annotations

from pathlib import Path

import pytest

from conformance.results.behaviours import behaviours_text, read_behaviours
from conformance.rules.contracts import load_specifications
from conformance.running.engine.behaviours import Behaviour

KNOWN = {
    "tool-loop": [
        Behaviour(
            "asks twice", frozenset({("LOOP-1", "two-rounds", "repeated", ""), ("LOOP-1", "no-calls", "repeated", "")})
        )
    ]
}


@pytest.fixture
def specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of specifications of one's own."""
    (tmp_path / "sources.yaml").write_text("sources: []\n", "utf-8")
    monkeypatch.setenv("CONFORMANCE_SPECS", str(tmp_path))
    return tmp_path


def test_what_is_written_is_read_again(specs: Path) -> None:
    (specs / "behaviours.json").write_text(behaviours_text(KNOWN), "utf-8")
    assert read_behaviours() == KNOWN


def test_only_the_operations_that_are_asked_for_are_read(specs: Path) -> None:
    (specs / "behaviours.json").write_text(behaviours_text({**KNOWN, "other": []}), "utf-8")
    assert read_behaviours({"tool-loop"}) == KNOWN
    assert read_behaviours(()) == {}


@pytest.mark.parametrize("text", [None, "{", "[]", '{"operations": 1}', '{"operations": {"tool-loop": [{}]}}'])
def test_a_file_that_cannot_be_read_is_empty(specs: Path, text: str | None) -> None:
    if text is not None:
        (specs / "behaviours.json").write_text(text, "utf-8")
    assert read_behaviours() == {}


def test_the_published_file_is_about_rules_and_cases_that_there_are() -> None:
    contracts, known = load_specifications().contracts, read_behaviours()
    assert set(known) == set(contracts)
    for operation, behaviours in known.items():
        contract = contracts[operation]
        rules, cases = {rule.id for rule in contract.rules}, {case.id for case in contract.cases}
        assert behaviours
        for behaviour in behaviours:
            assert {rule for rule, *_ in behaviour.symptoms} <= rules, behaviour.words
            assert {case for _rule, case, *_ in behaviour.symptoms} <= cases, behaviour.words
