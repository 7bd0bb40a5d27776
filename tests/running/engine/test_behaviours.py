from __future__ import annotations

import pytest

from conformance.running.engine.behaviours import Behaviour, Likeness, likeness, own_symptoms
from conformance.running.engine.defects import Defect, ShownEvidence, Symptom

TOOLS, CALLS = "mcp-tool-to-chat-tool", "responses-output-to-tool-calls"


def symptoms(*cases: str, operation: str = TOOLS, rule: str = "MCP-2") -> frozenset[Symptom]:
    """A rule that fails in some cases, in one way."""
    return frozenset(Symptom(operation, rule, case, "keyword-stays", "default") for case in cases)


def defect(*cases: str) -> Defect:
    """A defect of tools that some cases show."""
    return Defect(
        id="D1",
        decides=True,
        sets=("safe",),
        inputs=len(cases),
        rules=(),
        also_breaks=(),
        shown=ShownEvidence(TOOLS, "MCP-2", 0),
        symptoms=symptoms(*cases),
    )


def behaviour(words: str, *cases: str) -> Behaviour:
    """A planted defect that some cases show."""
    return Behaviour(words, own_symptoms(symptoms(*cases), TOOLS))


def test_a_defect_is_like_the_one_whose_failures_it_shares() -> None:
    known = {TOOLS: [behaviour("keeps defaults", "a", "b", "c", "d"), behaviour("keeps those of texts", "a")]}
    assert likeness(defect("a", "b", "c"), known) == Likeness("keeps defaults", 0.75)


@pytest.mark.parametrize(
    "known",
    [
        {},
        {CALLS: [behaviour("of another operation", "a", "b")]},
        {TOOLS: [behaviour("shares too little", "a", "b", "c")]},
        {TOOLS: [behaviour("one", "a", "b"), behaviour("another that does the same", "a", "b")]},
    ],
    ids=["nothing-known", "another-operation", "too-little", "two-alike"],
)
def test_in_doubt_it_is_like_none(known: dict[str, list[Behaviour]]) -> None:
    assert likeness(defect("a", "b"), known) is None


def test_two_entries_of_one_description_are_no_doubt() -> None:
    known = {TOOLS: [behaviour("keeps defaults", "a", "b"), behaviour("keeps defaults", "a", "b")]}
    assert likeness(defect("a", "b"), known) == Likeness("keeps defaults", 1.0)


def test_a_difference_of_another_kind_is_another_symptom() -> None:
    other = frozenset(symptom._replace(kind="value-changed") for symptom in symptoms("a", "b"))
    known = {TOOLS: [Behaviour("changes defaults", own_symptoms(other, TOOLS))]}
    assert likeness(defect("a", "b"), known) is None
