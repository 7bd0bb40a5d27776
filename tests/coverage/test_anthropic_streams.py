"""The rows of Anthropic streams."""

from __future__ import annotations

import pytest

from tests.suite.coverage.anthropic_streams import marks, rows

START = {"type": "message_start", "message": {"usage": {"input_tokens": 1, "output_tokens": 1}}}
STOP = {"type": "message_stop"}


def begun(index=0):
    return {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}}


def delta(kind="text_delta", **more):
    return {"type": "content_block_delta", "index": 0, "delta": {"type": kind, **more}}


def counted(reason=None, **usage):
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}


STOPPED = {"type": "content_block_stop", "index": 0}


@pytest.mark.parametrize(
    ("events", "row"),
    [
        ([START], "events: breaks off after message_start"),
        ([START, begun(), delta(text="a"), {"type": "ping"}], "events: breaks off after text_delta"),
        ([START, begun(), {"type": "error", "error": {}}], "events: an error after content_block_start"),
        ([START, {"type": "ping"}, STOP], "events: a ping behind the start"),
        ([START, begun(), STOPPED, STOP], "events: a block without a piece"),
        (
            [START, {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "So"}}, STOP],
            "events: a text that begins with its block",
        ),
        ([START, counted(iterations=[]), STOP], "events: counts of each turn"),
        ([START, counted() | {"context_management": {"applied_edits": []}}, STOP], "events: edits of the context"),
        ([START, begun(), begun(1), STOP], "events: several blocks"),
        ([START, counted(output_tokens=5), STOP], "events: output counted at the end alone"),
        ([START, counted(output_tokens=5, input_tokens=1), STOP], "events: input counted at the end too"),
        ([START, counted(output_tokens=5, input_tokens=9), STOP], "events: input counted anew"),
        ([START, counted("end_turn", output_tokens=5), counted(output_tokens=9), STOP],
         "events: counts behind the stop_reason"),
        ([START, counted(output_tokens=5), counted("end_turn", output_tokens=9), STOP],
         "events: counts before the stop_reason"),
        ([delta(text="wo"), delta(text="rd"), STOP], "text: split inside a word"),
        ([delta("thinking_delta", thinking=""), STOP], "thinking: an empty piece"),
        ([delta("input_json_delta", partial_json='{"a":1'), delta("input_json_delta", partial_json="2}"), STOP],
         "arguments: split inside a number"),
    ],
)  # fmt: skip
def test_a_stream_covers_what_it_has(events, row):
    assert row in set(rows())
    assert row in set(marks(events))
    assert row not in set(marks([START, begun(), delta(text="a b"), STOP]))


@pytest.mark.parametrize("given", [None, [], {}, [None], [{"type": 7}]])
def test_what_is_no_stream_covers_nothing(given):
    assert set(marks(given)) == set()
