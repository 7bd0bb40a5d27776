"""chat-stream-to-responses-stream: its events as the package of OpenAI reads them, and streams that did not end."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from conformance.reference import AnswerError, chat_stream_to_responses_stream
from tests.reference.exchanges import BROKEN, CUT, EXCHANGES, Object, chunk, read_by_the_package, refused

CHOICES = {
    "reasoning": ("summary", "content", "omit"),
    "text_after_call": ("new-item", "hold"),
    "interleaved_calls": ("hold", "overlap"),
    "custom_calls": ("both", "custom", "function"),
    "usage_when_absent": ("null", "zeros"),
}
# Each answer to a choice with each answer to each other one.
ANSWERS = [dict(zip(CHOICES, answers, strict=True)) for answers in product(*CHOICES.values())][::5]


def stream(name: str, **answers: Any) -> list[Object]:
    return chat_stream_to_responses_stream(EXCHANGES[name], **answers)


def kinds(events: list[Object]) -> list[str]:
    return [event["type"].removeprefix("response.") for event in events]


@pytest.mark.parametrize("name", EXCHANGES)
def test_the_package_of_openai_reads_the_same_items(name: str) -> None:
    for answers in ANSWERS:
        events = stream(name, **answers)
        read, made = read_by_the_package(events), events[-1]["response"]["output"]
        for own, item in zip(read, made, strict=True):
            assert (own["type"], own["id"]) == (item["type"], item["id"])
            assert own.get("arguments") == item.get("arguments")
            texts = [[part.get("text") for part in element.get("content") or []] for element in (own, item)]
            assert item["type"] != "message" or texts[0] == texts[1]


@pytest.mark.parametrize(("exchange", "why"), [(CUT, "the stream: it ends without"), (BROKEN, r"chunks\[1\].error: x")])
def test_a_stream_that_did_not_end_never_completes(exchange: Object, why: str) -> None:
    with pytest.raises(AnswerError, match=why):
        chat_stream_to_responses_stream(exchange)
    failed = chat_stream_to_responses_stream(exchange, failed_answer="failed")
    assert failed[-1]["type"] == "response.failed"
    assert failed[-1]["response"]["error"]["message"] in ("x", "it ends without a finish_reason")
    assert failed[-1]["response"]["output"][0]["status"] == "incomplete"
    broken = chat_stream_to_responses_stream(exchange, failed_answer="error-event")
    assert kinds(broken)[-2:] == ["output_item.done", "error"]
    assert refused(failed) == refused(broken) == []


def test_an_unknown_finish_reason_fails() -> None:
    with pytest.raises(AnswerError, match=r"chunks\[0\].choices\[0\].finish_reason: 'eos'"):
        chat_stream_to_responses_stream({"chunks": [chunk("eos", content="Hi")]})


@pytest.mark.parametrize("given", [None, [], {}, {"chunks": None}, {"chunks": {}}, {"request": [], "chunks": []}])
def test_what_is_no_exchange_is_refused(given: Any) -> None:
    with pytest.raises(AnswerError):
        chat_stream_to_responses_stream(given)
