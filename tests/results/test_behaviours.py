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


def publish(specs: Path, text: str) -> None:
    (specs / "tool-loop").mkdir()
    (specs / "tool-loop" / "behaviours.json").write_text(text, "utf-8")


def test_what_is_written_is_read_again(specs: Path) -> None:
    publish(specs, behaviours_text(KNOWN["tool-loop"]))
    assert read_behaviours(["tool-loop", "mcp-tool-to-chat-tool"]) == KNOWN


@pytest.mark.parametrize("text", [None, "{", "[]", '{"behaviours": 1}', '{"behaviours": [{}]}'])
def test_a_file_that_cannot_be_read_is_empty(specs: Path, text: str | None) -> None:
    if text is not None:
        publish(specs, text)
    assert read_behaviours(["tool-loop"]) == {}


def test_what_is_published_is_about_rules_and_cases_that_there_are() -> None:
    contracts = load_specifications().contracts
    known = read_behaviours(contracts)
    assert known
    for operation, behaviours in known.items():
        contract = contracts[operation]
        rules, cases = {rule.id for rule in contract.rules}, {case.id for case in contract.cases}
        for behaviour in behaviours:
            assert {rule for rule, *_ in behaviour.symptoms} <= rules, behaviour.words
            assert {case for _rule, case, *_ in behaviour.symptoms} <= cases, behaviour.words
