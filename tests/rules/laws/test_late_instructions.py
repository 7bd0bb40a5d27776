"""Instructions that a user says in a result."""

from __future__ import annotations

from collections import Counter

import pytest

from conformance.formats.model.conversation import SYSTEM, USER, Text
from conformance.rules.laws.late_instructions import instructions_in, shared_texts, spare_marks, with_marks
from tests.rules.laws.request_samples import says

NOTE = Text(value="A note of the system, not of the user:")
LATE = Text(value="Be brief.")


@pytest.mark.parametrize(
    "texts",
    [
        (NOTE, Text(value="q"), LATE),  # it is not before it
        (Text(value="Note:"), LATE),  # it does not say whose it is
    ],
)
def test_another_text_is_no_mark(texts: tuple[Text, ...]) -> None:
    turn = says(0, USER, *texts)
    assert with_marks(turn, ("Be brief.",), {"q"}, Counter()) == turn


def test_what_a_user_says_is_no_mark() -> None:
    turn = says(0, USER, NOTE, LATE)
    assert with_marks(turn, ("Be brief.",), {NOTE.value}, Counter()) == turn
    assert [
        utterance.value
        for utterance in with_marks(turn, ("Be brief.",), (), Counter()).says
        if isinstance(utterance, Text)
    ] == ["A note of the system, not of the user:\nBe brief."]


def test_behind_a_mark_is_the_system_also_where_a_user_says_the_same_elsewhere() -> None:
    spare = Counter({"Be brief.": 1})
    (marked,) = with_marks(says(0, USER, NOTE, LATE), ("Be brief.",), {"Be brief."}, spare).says
    assert isinstance(marked, Text) and marked.value == "A note of the system, not of the user:\nBe brief."


def test_a_text_with_its_mark_is_no_mark_of_the_next_one() -> None:
    turn = says(0, USER, Text(value="[system] Be brief."), LATE)
    assert with_marks(turn, ("Be brief.",), {"Be brief."}, Counter()) == turn
    (marked,) = with_marks(
        says(0, USER, NOTE, LATE), ("", "Be brief."), (), Counter()
    ).says  # an instruction of nothing is in any text
    assert isinstance(marked, Text) and marked.value.endswith("Be brief.")


def test_of_texts_that_both_say_it_is_known_whose_each_is() -> None:
    turns = (says(0, SYSTEM, LATE), says(1, USER, LATE), says(2, SYSTEM, LATE, NOTE), says(3, USER, Text(value="q")))
    assert shared_texts(turns, [LATE.value, NOTE.value]) == {LATE.value: [False, True]}


@pytest.mark.parametrize(
    ("texts", "spare"),
    [
        ((Text(value="[system] Be brief."), LATE), 0),
        ((Text(value="<system>Be brief.</system>"), LATE), 0),
        ((NOTE, LATE), 1),
        ((NOTE, LATE, LATE), 1),
        ((LATE, LATE), 1),
    ],
)
def test_an_instruction_with_its_mark_needs_no_other_one(texts: tuple[Text, ...], spare: int) -> None:
    assert spare_marks([says(0, USER, *texts)], [LATE.value], Counter([LATE.value]))[LATE.value] == spare


@pytest.mark.parametrize(
    ("said", "users", "found"),
    [
        ("\r\nBe brief. \t", {"\r\nBe brief."}, ()),  # it joined a blank text
        ("Be brief. \t", {"Be brief."}, ()),
        ("Be brief.", {"Be brief. "}, ("Be brief.",)),
        ("[system] Be brief.", {"Be brief."}, ("Be brief.",)),
    ],
)
def test_what_a_user_says_with_white_space_around_it_is_no_instruction(
    said: str, users: set[str], found: tuple[str, ...]
) -> None:
    late = ("Be brief.", "\r\nBe brief.") if "\r\nBe brief." in users else ("Be brief.",)
    assert instructions_in(Text(value=said), late, users) == found
