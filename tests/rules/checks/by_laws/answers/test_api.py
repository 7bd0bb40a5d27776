"""API-1 and API-2 of operations that are judged by the laws."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import pointer
from conformance.reference import (
    anthropic_response_to_chat_response,
    chat_response_to_anthropic_response,
    chat_stream_to_anthropic_stream,
)
from conformance.rules.checks.by_laws.answers.api import answer_refusals
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.answers.samples import CALL, converted, exchange, judged, kinds, streamed

SAID = exchange(content="Hi.", tool_calls=[CALL])
PIECES = streamed({"role": "assistant", "content": "Hi."}, {"tool_calls": [{"index": 0, **CALL}]})


@pytest.mark.parametrize("given", [SAID, PIECES])
@pytest.mark.parametrize("check", ["api-schema", "api-rules"])
def test_the_api_takes_what_the_reference_makes(check: str, given: Any) -> None:
    assert judged(check, given, converted(given)) == ()


def test_the_schema_of_a_response_and_of_an_event_counts() -> None:
    right = converted(SAID)
    assert kinds(judged("api-schema", SAID, {**right, "created_at": "now"})) == ["refused: schema"]
    events = converted(PIECES)
    wrong = [{**events[0], "sequence_number": "first"}, *events[1:]]
    assert kinds(judged("api-schema", PIECES, wrong)) == ["refused: schema"]


def test_an_error_in_a_stream_is_no_event_of_a_wrong_form() -> None:
    events = [*converted(PIECES)[:2], {"error": {"message": "Overloaded", "type": "server_error"}}]
    assert judged("api-schema", PIECES, events) == ()
    assert kinds(judged("api-schema", PIECES, [*events[:2], {"message": "Overloaded"}]))


def test_what_came_before_a_stream_was_given_up_is_events_as_ever() -> None:
    unknown = streamed({"role": "assistant", "content": "Hi."}, finish="a_reason_of_next_year")
    events = converted(unknown, failed_answer="failed")
    answers = {"failed-answer": "failed"}
    assert judged("api-schema", unknown, events, choices=answers) == ()
    wrong = [{**event, "output_index": "first"} if "output_index" in event else event for event in events]
    assert kinds(judged("api-schema", unknown, wrong, choices=answers))
    short = {"status": "failed", "error": {"message": "No reason that is known."}}
    assert judged("api-schema", unknown, [*events[:-1], {**events[-1], "response": short}], choices=answers) == ()


def test_an_id_that_is_refused_when_it_is_sent_back_is_found() -> None:
    response = converted(SAID)
    response["output"][1]["id"] = "fc 1"
    assert kinds(judged("api-rules", SAID, response)) == ["refused: item-id-form"]
    events = converted(PIECES)
    events[-1]["response"]["output"][1]["id"] = "fc 1"
    found = next(iter(judged("api-rules", PIECES, events) or ()))
    assert found.at == f"/output/{len(events) - 1}/response/output/1/id"


def test_with_which_letters_an_id_begins_is_free_and_one_that_comes_twice_is_a_matter_of_the_laws() -> None:
    response = converted(SAID)
    for item in response["output"]:
        item["id"] = "0b5c1f5e-6b0e-4c3c"
    assert judged("api-rules", SAID, response) == ()


CHAT_TO_ANTHROPIC, ANTHROPIC_TO_CHAT = "chat-response-to-anthropic-response", "anthropic-response-to-chat-response"


def _rules(operation: str, given: Any, output: Any) -> list[str]:
    found = answer_refusals(LawfulView(Trial(operation=operation, input=given, outcome=Outcome(output=output))))
    return [f"{pointer(*finding.path)} {finding.rule}" for finding in found or ()]


def test_an_empty_text_is_refused_when_the_blocks_of_a_message_come_back() -> None:
    given = SAID["response"]
    right = chat_response_to_anthropic_response(given)
    assert _rules(CHAT_TO_ANTHROPIC, given, right) == []
    wrong = {**right, "content": [right["content"][0], {"type": "text", "text": ""}, right["content"][1]]}
    assert _rules(CHAT_TO_ANTHROPIC, given, wrong) == ["/content/1/text anthropic-text-empty"]


def test_in_a_stream_an_empty_text_is_where_its_block_starts() -> None:
    given = PIECES["chunks"]
    right = chat_stream_to_anthropic_stream(given)
    empty = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_stop", "index": 0},
    ]
    later = [{**element, "index": element["index"] + 1} if "index" in element else element for element in right]
    operation = "chat-stream-to-anthropic-stream"
    assert _rules(operation, given, right) == []
    assert _rules(operation, given, [later[0], *empty, *later[1:]]) == ["/1/content_block/text anthropic-text-empty"]


def test_an_empty_list_of_calls_is_refused_when_the_message_comes_back() -> None:
    given = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
             "stop_sequence": None, "content": [{"type": "text", "text": "Hi."}],
             "usage": {"input_tokens": 1, "output_tokens": 1}}  # fmt: skip
    right = anthropic_response_to_chat_response(given)
    assert _rules(ANTHROPIC_TO_CHAT, given, right) == []
    right["choices"][0]["message"]["tool_calls"] = []
    assert _rules(ANTHROPIC_TO_CHAT, given, right) == ["/choices/0/message/tool_calls tool-calls-empty"]
