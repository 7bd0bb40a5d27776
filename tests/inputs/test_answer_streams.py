"""Streams of the Responses API: what grows by turns, and where a stream ends early."""

from __future__ import annotations

from random import Random

import pytest

from conformance.inputs import events
from conformance.inputs.answer_streams import GROWING, make_stream
from conformance.inputs.choices import Dealing


def streams(count: int = 60) -> list[list[dict[str, object]]]:
    choices = Dealing(Random(1))
    return [make_stream(choices) for _ in range(count)]


def test_each_text_that_grows_has_an_item_with_a_piece() -> None:
    choices = Dealing(Random(1))
    for number, (stem, make) in enumerate(GROWING.items()):
        response = {"id": "resp_1", "output": [make(choices, number)]}
        made = events.make_events(choices, response, "completed", {}, events.BY_TURNS)
        assert sum(event["type"] == f"{stem}.delta" for event in made) > 1


def test_a_stream_breaks_off_after_each_of_its_events() -> None:
    lasts = {stream[-1]["type"] for stream in streams()}
    assert {f"{stem}.{verb}" for stem in GROWING for verb in ("delta", "done")} <= lasts
    assert {"response.created", "response.output_item.added", "response.content_part.done"} <= lasts


def test_a_stream_fails_within_each_text() -> None:
    failed = {
        stream[-2]["type"]
        for stream in streams()
        if stream[-1]["type"] in ("error", "response.failed") and len(stream) > 1
    }
    assert {f"{stem}.delta" for stem in GROWING} <= failed


@pytest.mark.parametrize(("kind", "lasts"), [("b", "b"), ("x", "ab")])
def test_what_is_cut_ends_with_an_event_of_the_kind_if_it_has_one(kind: str, lasts: str) -> None:
    stream: list[events.Event] = [{"type": name} for name in "abab"]
    cut = events.cut_after(Dealing(Random(1)), stream, kind)
    assert cut == stream[: len(cut)]
    assert cut[-1]["type"] in lasts
