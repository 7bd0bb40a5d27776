from __future__ import annotations

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.cut_streams import says_that_it_broke_off


@pytest.mark.parametrize(
    "message",
    [
        "missing finish_reason for choice 0",
        "The stream was closed before an event that ends it.",
        "peer closed connection without sending complete message body (incomplete chunked read)",
        "request ended without sending any chunks: no final response",
    ],
)
def test_an_error_says_that_the_stream_came_to_no_end(message: str) -> None:
    assert says_that_it_broke_off(Outcome(refusal=Refusal(message)))


@pytest.mark.parametrize(
    "message",
    ["'finish_reason'", "Cannot read properties of undefined (reading 'finish_reason')", "no call", "missing id"],
)
def test_a_crash_over_what_is_missing_does_not(message: str) -> None:
    assert not says_that_it_broke_off(Outcome(refusal=Refusal(message)))
