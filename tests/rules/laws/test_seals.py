"""The law of what a host wants back with a call: it is with that call, or beside all of them, or in a report."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Call, Reasoning
from conformance.formats.model.fact import Other
from conformance.rules.laws.calls import exact as calls
from conformance.rules.laws.seals import seals
from tests.rules.laws.samples import answer, breaches, call

SEALED = answer(call("a", seal="EqQB/1=="), call("b"))
PLAIN = answer(call("a"), call("b"))
BOTH = answer(call("a", seal="EqQB"), call("b", seal="ErUB"))


def beside(value: Any) -> Other:
    return Other(format="chat", word="extra_content", value=value, place=("extra_content",))


def with_extra(*seals: str | None) -> Answer:
    says = [call(id, others=(beside({"google": {"thought_signature": seal}}),) if seal else ()) for id, seal in
            zip("ab", seals, strict=True)]  # fmt: skip
    return answer(*says)


def test_a_seal_is_with_its_call() -> None:
    assert breaches(seals, SEALED, SEALED) == []
    assert breaches(seals, SEALED, with_extra("EqQB/1==", None)) == []
    assert breaches(seals, SEALED, PLAIN) == [("kept/seal", "silent")]
    assert breaches(seals, SEALED, PLAIN, said=("a signature: left out",)) == []


def test_a_seal_of_another_call_is_no_loss_that_a_report_excuses() -> None:
    moved = with_extra("ErUB", "EqQB")
    assert breaches(seals, BOTH, moved, said=("thoughtSignature: left out",)) == [("kept/seal", "seal-of-another")]


def test_seals_may_be_beside_all_calls() -> None:
    (candidate,) = PLAIN.candidates
    first, *rest = candidate.turns
    turns = (replace(first, others=(beside([{"id": "a", "signature": "EqQB/1=="}]),)), *rest)
    assert breaches(seals, SEALED, replace(PLAIN, candidates=(replace(candidate, turns=turns),))) == []


def test_a_seal_may_be_behind_the_id_of_its_call() -> None:
    assert breaches(seals, SEALED, answer(call("a__EqQB/1=="), call("b"))) == []
    assert breaches(calls, SEALED, answer(call("a__EqQB/1=="), call("b"))) == []
    assert breaches(calls, SEALED, answer(call("EqQB/1=="), call("b"))) != []
    assert breaches(calls, SEALED, answer(call("a__other"), call("b"))) != []
    assert breaches(calls, PLAIN, answer(call("a__EqQB/1=="), call("b"))) != []


def test_a_seal_may_be_that_of_a_thought_beside_the_call() -> None:
    assert breaches(seals, SEALED, answer(Reasoning(seal="EqQB/1=="), call("a"), call("b"))) == []
    assert breaches(seals, SEALED, answer(Reasoning(encrypted="EqQB/1=="), call("a"), call("b"))) == []
    assert breaches(seals, SEALED, answer(Reasoning(seal="ErUB"), call("a"), call("b"))) == [("kept/seal", "silent")]


def test_nothing_is_owed_where_no_call_is_sealed_or_the_call_is_lost() -> None:
    assert breaches(seals, PLAIN, PLAIN) == []
    assert breaches(seals, answer(call("a", seal="S")), answer()) == []
    assert isinstance(PLAIN.candidates[0].turns[0].says[0], Call)
