"""Recorded traffic of Anthropic is read whole, and comes back."""

from __future__ import annotations

from collections import Counter

import pytest

from conformance.formats.anthropic.equal import normal
from conformance.formats.anthropic.read import read_answer, read_request
from conformance.formats.anthropic.stream import read_stream
from conformance.formats.anthropic.write import write_answer, write_request
from conformance.formats.model.growth import WHOLE
from tests.formats.recorded import (
    ANSWER,
    FOLDERS,
    REASON,
    REQUEST,
    STREAM,
    astray,
    comes_back,
    recorded,
    repeated,
    unread,
)  # fmt: skip

pytestmark = pytest.mark.skipif(not FOLDERS, reason=REASON)
READ, WRITE = {REQUEST: read_request, ANSWER: read_answer}, {REQUEST: write_request, ANSWER: write_answer}


def is_bookkeeping(at, events) -> bool:
    """Whether a value of an event says which event it is, or nothing yet, or what a later event says again."""
    last = max(number for number, event in enumerate(events) if event["type"] == "message_delta")
    counts = events[last].get("usage", {})
    begins = {("type",), ("index",), ("delta", "type"), ("content_block", "citations")}
    return at[1:] in begins or (at[1:3] == ("message", "usage") and at[3] in counts)


def test_requests_and_answers_come_back_with_nothing_unread() -> None:
    count, wrong = Counter(), []
    for form, value, where in recorded("anthropic"):
        if form == STREAM:
            continue
        fact = READ[form](value)
        count[form] += 1
        wrong += [(where, "unread", at) for at in unread(value, fact)]
        wrong += [(where, "pointer", at) for at in astray(value, fact)]
        wrong += [(where, *element) for element in comes_back(value, fact, WRITE[form], normal, form, "anthropic")]
    print(dict(count))
    assert wrong == []
    assert min(count.values()) > 20


def test_streams_are_read_whole() -> None:
    count, wrong = 0, []
    for form, value, where in recorded("anthropic"):
        if form != STREAM:
            continue
        growth, count = read_stream(value), count + 1
        facts = (growth.answer, *growth.others)
        wrong += [(where, at, value[at[0]]) for at in unread(value, *facts) if not is_bookkeeping(at, value)]
        wrong += [(where, "pointer", at) for at in astray(value, *facts)]
        wrong += [(where, other) for other in growth.others]
        assert (growth.ended, growth.open, growth.is_marked) == (WHOLE, (), True), where
    print(count)
    assert wrong == []
    assert count > 5


def test_no_beginning_of_a_stream_is_whole() -> None:
    for form, value, where in recorded("anthropic"):
        if form == STREAM:
            for length in {0, len(value) // 3, len(value) // 2, *range(len(value) - 3, len(value))}:
                assert read_stream(value[:length]).ended != WHOLE, (where, length)


def test_an_answer_says_what_the_next_request_repeats() -> None:
    """Clients may add a call of their own after it, and keep a seal elsewhere."""
    answers = {ANSWER: read_answer, STREAM: lambda events: read_stream(events).answer}
    count, wrong = Counter(), []
    for form, where, made, again in repeated("anthropic", answers, read_request):
        count[form] += 1
        wrong += [(where, made, again)] if again[: len(made)] != made else []
    print(dict(count))
    assert wrong == []
    assert (count[ANSWER] > 20, count[STREAM] > 1) == (True, True)
