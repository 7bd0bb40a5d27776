"""The conversation of a request as entries: each call and each result alone."""

from __future__ import annotations

import pytest

from conformance.formats.model import talk
from conformance.formats.model.conversation import (
    AUDIO,
    DOCUMENT,
    IMAGE,
    MODEL,
    SYSTEM,
    TOOL,
    USER,
    Media,
    ModelRefusal,
    Text,
)
from conformance.rules.laws.request_talk import came_talk, has_place, late_texts, owed_talk, place_of, with_refusals
from conformance.rules.laws.request_target import RequestTarget
from tests.rules.laws.request_samples import GIVEN, LACKING, MADE, PAGE, STEP, says


def lacks(kind: str) -> bool:
    return kind in LACKING


def test_results_in_a_message_of_the_user_belong_to_their_calls() -> None:
    owed = owed_talk(GIVEN, RequestTarget(lacks=lacks))
    assert owed.speakers == [USER, MODEL, USER]
    assert [element.call for element in owed.of_kind(talk.RESULT)] == [
        element.number for element in owed.of_kind(talk.CALL)
    ]
    assert owed.marks == {talk.REASONING, talk.LISTED, talk.ATTACHED}


def test_the_messages_of_a_result_have_their_places() -> None:
    came = came_talk(MADE)
    assert came.speakers == [SYSTEM, USER, MODEL, TOOL, TOOL, USER]
    assert came.paths == [(0,), (1,), (2,), (3, 0), (4, 0), (5,)]


def test_what_has_no_place_or_is_of_the_host_marks_the_talk() -> None:
    owed = owed_talk((says(0, USER, PAGE, Text(value="q")), says(1, MODEL, STEP)), RequestTarget(lacks=lacks))
    assert {talk.ODD_PART, talk.HOSTED} <= owed.marks
    assert [element.kind for element in owed.all] == ["text"]


@pytest.mark.parametrize(
    ("media", "place"),
    [
        (Media(kind=IMAGE, url="u"), "media/image-url"),
        (Media(kind=DOCUMENT, data="d"), "media/document-data"),
        (Media(kind="", file_id="f"), "media/document-id"),
        (Media(kind="search", url="u"), "media/search-result"),
        (Media(kind=AUDIO, data="d"), "media/sound"),
        (Media(kind="video", url="u"), "media/film"),
    ],
)
def test_media_need_a_place_by_what_they_hold(media: Media, place: str) -> None:
    assert place_of(media) == place


def test_an_id_at_a_host_has_no_place_at_another_one() -> None:
    assert not has_place(Media(kind="", file_id="f"), RequestTarget(lacks=lacks))
    assert has_place(Media(kind="", data="d"), RequestTarget(lacks=lacks))


NOTE = Text(value="A note of the system, not of the user:")
LATE = Text(value="Be brief.")


def test_a_text_before_the_systems_may_say_whose_they_are() -> None:
    came = came_talk(
        (says(0, USER, Text(value="q"), NOTE, LATE, Text(value="Be kind.")),), ("Be brief.", "Be kind."), {"q"}
    )
    assert came.speakers == [USER, SYSTEM, SYSTEM]
    assert [element.value for element in came.all] == ["q", "Be brief.", "Be kind."]


def test_what_the_user_says_behind_an_instruction_in_the_same_words_is_the_users() -> None:
    found = came_talk((says(0, USER, NOTE, LATE, LATE),), ("Be brief.",), {"Be brief."})
    assert [(element.value, element.speaker) for element in found.all] == [("Be brief.", SYSTEM), ("Be brief.", USER)]


def test_an_instruction_has_its_mark_once_in_all_turns() -> None:
    kind = Text(value="Be kind.")
    found = came_talk(
        (says(0, USER, NOTE, LATE), says(1, USER, NOTE, kind, LATE)), ("Be brief.", "Be kind."), {LATE.value}
    )
    assert [(element.value, element.speaker) for element in found.all] == [
        ("Be brief.", SYSTEM),
        ("Be kind.", SYSTEM),
        ("Be brief.", USER),
    ]


def test_a_mark_may_be_before_texts_of_the_system_that_are_joined() -> None:
    found = came_talk((says(0, USER, NOTE, Text(value="Be brief. \t")),), ("Be brief.", " \t"), ())
    assert [(element.value, element.speaker) for element in found.all] == [("Be brief.", SYSTEM)]


def test_the_user_may_say_an_instruction_beside_which_nothing_has_a_place() -> None:
    turns = (says(0, SYSTEM, LATE), says(1, MODEL, ModelRefusal(value="No.")))
    lost = RequestTarget(lacks=lambda kind: kind == "text/refusal", says=lambda _value: False)
    assert late_texts(turns, lost) == ["Be brief."]
    assert late_texts(turns, RequestTarget(lacks=lambda _kind: False)) == []


def test_the_last_words_are_those_behind_which_nothing_has_a_place() -> None:
    turns = (
        says(0, USER, Text(value="q")),
        says(1, MODEL, Text(value="a ")),
        says(2, MODEL, ModelRefusal(value="No.")),
    )
    lost = RequestTarget(
        lacks=lambda kind: kind == "text/refusal", says=lambda _value: False, takes=lambda _request: False
    )
    assert [element.value for element in owed_talk(turns, lost).of_kind("text")] == ["q", "a"]
    kept = RequestTarget(
        lacks=lambda kind: kind == "text/refusal", says=lambda _value: True, takes=lambda _request: False
    )
    assert [element.value for element in owed_talk(turns, kept).of_kind("text")] == ["q", "a ", "No."]


def test_texts_of_the_system_that_the_user_says_may_be_joined() -> None:
    found = came_talk((says(0, USER, Text(value="Be brief.\nBe kind.")),), ("Be kind.", "Be brief."), ())
    assert [(element.value, element.speaker) for element in found.all] == [("Be brief.", SYSTEM), ("Be kind.", SYSTEM)]
    changed = came_talk((says(0, USER, Text(value="Be brief.\nBe.")),), ("Be kind.", "Be brief."), ())
    assert changed.speakers == [USER]


@pytest.mark.parametrize(("ends_with_model", "last"), [(True, "a"), (False, "a ")])
def test_words_before_a_file_are_the_last_only_where_nothing_of_it_came(ends_with_model: bool, last: str) -> None:
    file = Media(kind="", data="QQ==", media_type="text/plain")
    turns = (says(0, USER, Text(value="q")), says(1, MODEL, Text(value="a ")), says(2, USER, file))
    target = RequestTarget(
        lacks=lambda kind: kind.startswith("media"), takes=lambda _: False, ends_with_model=ends_with_model
    )
    assert [element.value for element in owed_talk(turns, target).of_kind("text")] == ["q", last]


def test_last_words_that_came_with_their_white_space_are_as_they_were_said() -> None:
    turns = (says(0, USER, Text(value="q")), says(1, MODEL, Text(value="a ")))
    for last, owed in (("a ", "a "), ("a", "a"), (None, "a")):
        target = RequestTarget(takes=lambda _: False, ends_with_model=True, last_words=last)
        assert [element.value for element in owed_talk(turns, target).of_kind("text")] == ["q", owed]


def test_a_text_of_the_user_with_white_space_behind_it_is_the_users() -> None:
    found = came_talk((says(0, USER, Text(value="Hi ")),), ("Hi",), {"Hi"})
    assert [(element.value, element.speaker) for element in found.all] == [("Hi ", USER)]


@pytest.mark.parametrize("instruction", ["Hi", "s"])
def test_an_instruction_before_a_model_that_speaks_first_is_no_beginning(instruction: str) -> None:
    turns = (says(0, USER, Text(value=f"[system] {instruction}")), says(1, MODEL, Text(value="Hello")))
    found = came_talk(turns, (instruction,), (), begins=True)
    assert [(element.value, element.speaker) for element in found.all] == [(instruction, SYSTEM), ("Hello", MODEL)]
    assert [element.value for element in came_talk(turns, (), (), begins=True).all] == ["Hello"]


def test_the_last_words_end_without_white_space_also_before_a_step_of_the_host_and_a_text_of_nothing() -> None:
    words, nothing = Text(value="a "), Text(value="")
    turns = (says(0, USER, Text(value="q")), says(1, MODEL, words), says(2, MODEL, STEP), says(3, MODEL, nothing))
    owed = owed_talk(turns, RequestTarget(takes=lambda _request: False))
    assert [element.value for element in owed.of_kind("text") if element.value] == ["q", "a"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("[Refusal] No.", "No."),
        ("No. (The model refused.)", "No."),
        ("[Refusal]  \t", " \t"),
        ("No.", "No."),
        ("Well. No.", "Well. No."),
        ("I refuse.", "I refuse."),
        ("[Refusal] Yes.", "[Refusal] Yes."),
    ],
)
def test_what_says_that_the_model_refused_is_no_part_of_the_refusal(value: str, found: str) -> None:
    (turn,) = with_refusals((says(0, MODEL, Text(value=value)),), {"No.", " \t", ""})
    assert [utterance.value for utterance in turn.says if isinstance(utterance, Text)] == [found]


def test_of_what_a_user_says_nothing_is_left_out() -> None:
    turn = says(0, USER, Text(value="[Refusal] No."))
    assert with_refusals((turn,), {"No."}) == [turn]
