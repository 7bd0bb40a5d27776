"""Whether two answers say the same: those of two ways, or one that went there and back."""

from __future__ import annotations

import pytest

from conformance.base.values import loose_numbers
from conformance.formats.model.answer import Answer, Usage
from conformance.rules.laws.same_answer import differences, said
from tests.rules.laws.samples import answer, call, refusal, text, thought

ONE = answer(thought("Hm."), text("One."), call(), usage=Usage(input=1, output=2))


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (answer(thought("Hm."), text("Two."), call()), "text"),
        (answer(thought("Hm."), text("One."), refusal("No."), call()), "refusal"),
        (answer(thought("Hm."), text("One.")), "calls"),
        (answer(thought("Hm."), text("One."), call("call_2")), "calls"),
        (answer(text("One."), call()), "reasoning"),
        (answer(thought("Hm."), text("One."), call(), end="length"), "end"),
        (answer(thought("Hm."), text("One."), call(), usage=Usage(input=2, output=1)), "usage"),
    ],
)
def test_a_difference_is_named(other: Answer, what: str) -> None:
    assert [found[0] for found in differences(ONE, other)] == [what]


def test_what_has_an_id_of_its_own_or_is_divided_otherwise_is_the_same() -> None:
    other = answer(thought("H", "m."), text("On"), text("e."), call(), id="b_2", created=9, ids=("x", "y"))
    assert list(differences(ONE, other)) == []
    assert list(differences(answer(call(None)), answer(call("call_made")))) == []
    assert list(differences(answer(text("A"), refusal("No.")), answer(text("ANo.")))) == []


def test_a_format_without_reasoning_loses_it() -> None:
    assert list(differences(ONE, answer(text("One."), call()), with_thoughts=False)) == []


def test_arguments_are_the_same_that_a_transport_leaves_so() -> None:
    exact, rounded = (answer(call(arguments=f'{{"n": {number}}}')) for number in (9007199254740993, 9007199254740992))
    assert [what for what, *_both in differences(exact, rounded)] == ["calls"]
    assert not list(differences(exact, rounded, carried=loose_numbers))


def test_what_an_answer_says_is_a_value() -> None:
    assert said(ONE, {"call_1"}) == {
        "text": "One.",
        "refusal": "",
        "calls": [["call_1", None, "look", "{}"]],
        "end": "asks",
    }
    assert said(ONE, ()) == said(answer(thought("Hm."), text("One."), call("made")), ())
