"""The conversation of a request as entries: each call and each result alone."""

from __future__ import annotations

import pytest

from conformance.laws.request_talk import came_talk, has_place, owed_talk, place_of
from conformance.laws.request_target import Target
from conformance.model import talk
from conformance.model.conversation import AUDIO, DOCUMENT, IMAGE, MODEL, SYSTEM, TOOL, USER, Media, Text
from tests.laws.request_samples import GIVEN, LACKING, MADE, PAGE, STEP, says


def lacks(kind: str) -> bool:
    return kind in LACKING


def test_results_in_a_message_of_the_user_belong_to_their_calls() -> None:
    owed = owed_talk(GIVEN, Target(lacks=lacks))
    assert owed.speakers == [USER, MODEL, USER]
    assert [one.call for one in owed.of_kind(talk.RESULT)] == [one.number for one in owed.of_kind(talk.CALL)]
    assert owed.marks == {talk.REASONING, talk.LISTED, talk.ATTACHED}


def test_the_messages_of_a_result_have_their_places() -> None:
    came = came_talk(MADE)
    assert came.speakers == [SYSTEM, USER, MODEL, TOOL, TOOL, USER]
    assert came.paths == [(0,), (1,), (2,), (3, 0), (4, 0), (5,)]


def test_what_has_no_place_or_is_of_the_host_marks_the_talk() -> None:
    owed = owed_talk((says(0, USER, PAGE, Text(value="q")), says(1, MODEL, STEP)), Target(lacks=lacks))
    assert {talk.ODD_PART, talk.HOSTED} <= owed.marks
    assert [one.kind for one in owed.all] == ["text"]


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
    assert not has_place(Media(kind="", file_id="f"), Target(lacks=lacks))
    assert has_place(Media(kind="", data="d"), Target(lacks=lacks))
