"""Changes of an answer in terms of what it says."""

from __future__ import annotations

from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import PARTS, Call, Text, Turn
from tests.rules.laws.samples import answer, call, text
from tests.suite.selftest.mutators.editing import candidate_of, each, kept, one_each, placed, said, with_turn

ANSWER = answer(text("One."), call("call_1"), text("Two."), call("call_2"), ids=("m1", "c1", "m2", "c2"))


def _values(answer: Answer) -> list[str | None]:
    return [fact.value if isinstance(fact, Text) else fact.id for turn in candidate_of(answer).turns
            for fact in turn.says if isinstance(fact, Text | Call)]  # fmt: skip


def test_what_is_dropped_is_gone_with_its_turn() -> None:
    found = kept(Text, lambda texts: texts[1:])(ANSWER)
    assert _values(found) == ["call_1", "Two.", "call_2"]
    assert [turn.id for turn in candidate_of(found).turns] == ["c1", "m2", "c2"]


def test_what_changes_place_stays_among_the_others() -> None:
    assert _values(placed(Text, lambda texts: one_each(texts[::-1]))(ANSWER)) == ["Two.", "call_1", "One.", "call_2"]


def test_what_is_an_item_of_its_own_gets_an_item_for_each() -> None:
    turns = tuple(Turn(speaker="model", says=turn.says, id=turn.id, form="") for turn in candidate_of(ANSWER).turns)
    items = answer()
    items = type(items)(candidates=(type(candidate_of(items))(turns=turns),))
    found = placed(Call, lambda calls: [[call, call] for call in calls])(items)
    assert [turn.id for turn in candidate_of(found).turns] == ["m1", "c1", "c1_1", "m2", "c2", "c2_1"]


def test_each_fact_is_changed_by_itself_and_nothing_is_where_there_is_none() -> None:
    shout = each(Text, lambda value: Text(value=value.value.upper()))
    assert _values(shout(ANSWER)) == ["ONE.", "call_1", "TWO.", "call_2"]
    assert shout(Answer()) == Answer()


def test_a_turn_is_added_behind_or_before_the_others() -> None:
    more = Text(value="More.")
    assert [utterance.value for utterance in said(with_turn(ANSWER, more, id="m3"), Text)] == ["One.", "Two.", "More."]
    first = with_turn(ANSWER, more, id="m3", first=True)
    assert [utterance.value for utterance in said(first, Text)] == ["More.", "One.", "Two."]
    assert candidate_of(first).turns[0].form == PARTS
