"""The events of a stream in words, and changes of them."""

from __future__ import annotations

import copy

from tests.rules.checks.by_laws.answers.samples import CALL, converted, streamed
from tests.suite.selftest.mutators import story

EVENTS = converted(streamed({"content": "Hi"}, {"content": " you."}, {"tool_calls": [{"index": 0, **CALL}]}))


def _whats(events: story.Events) -> list[str]:
    return [story.what(event) for event in events]


def test_each_event_opens_grows_closes_or_ends_something() -> None:
    assert _whats(EVENTS) == [
        story.HEAD, story.BEGUN,
        story.ITEM_ADDED, story.PART_ADDED, story.PIECE, story.PIECE, story.TEXT_DONE, story.PART_DONE, story.ITEM_DONE,
        story.ITEM_ADDED, story.PIECE, story.TEXT_DONE, story.ITEM_DONE,
        story.END,
    ]  # fmt: skip
    assert story.what({"type": "keepalive"}) == story.OTHER
    assert story.what({"type": "error"}) == story.BROKEN


def test_pieces_are_changed_text_by_text() -> None:
    found = story.pieces_of(lambda pieces: [f"{place}{piece}" for place, piece in enumerate(pieces)])(EVENTS)
    assert [finding["delta"] for finding in found if story.what(finding) == story.PIECE] == ["0Hi", "1 you.", "0{}"]


def test_an_event_goes_before_the_last_piece_of_its_item() -> None:
    found = _whats(story.before_the_last_piece(story.ITEM_DONE)(copy.deepcopy(EVENTS)))
    assert found[4:7] == [story.PIECE, story.ITEM_DONE, story.PIECE]
    assert found[-4:] == [story.ITEM_DONE, story.PIECE, story.TEXT_DONE, story.END]


def test_the_final_output_and_the_indexes_are_changed() -> None:
    assert story.final(lambda output: output[:1])(EVENTS)[-1]["response"]["output"] == [EVENTS[8]["item"]]
    found = story.indexed(lambda index, _events: index + 5)(EVENTS)
    assert {finding["output_index"] for finding in found if "output_index" in finding} == {5, 6}
