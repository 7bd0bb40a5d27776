"""Recorded traffic of Anthropic's API: found by its path or by what it says, and judged by its oracle."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.apis.recordings import Interaction
from conformance.apis.recordings.check import check
from conformance.apis.recordings.compare import compare
from conformance.apis.recordings.inputs import harvest
from tests.apis.recordings.conftest import ANSWER as RESPONSE
from tests.apis.recordings.conftest import as_yaml, cassette

URL = "https://api.anthropic.com/v1/messages"
REQUEST = {"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
USED = {"input_tokens": 1, "output_tokens": 1}
HEAD = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-haiku-4-5", "stop_sequence": None}
ANSWER: dict[str, Any] = {
    **HEAD,
    "content": [{"type": "text", "text": "Hi", "citations": None}],
    "stop_reason": "end_turn",
    "usage": USED,
}
EVENTS: list[dict[str, Any]] = [
    {"type": "message_start", "message": {**HEAD, "content": [], "stop_reason": None, "usage": USED}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "ping"},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": USED},
    {"type": "message_stop"},
]
FAILURE = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
REFUSED = {"type": "error", "error": {"type": "invalid_request_error", "message": "No."}, "request_id": "req_1"}


def sse(events: list[dict[str, Any]]) -> str:
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def exchanged(uri: str = URL, **answer: Any) -> str:
    changes = {"body": {"string": json.dumps(ANSWER)}, **answer}
    return as_yaml(cassette(request_uri=uri, request_body=json.dumps(REQUEST), **changes))


def interaction(**more: Any) -> Interaction:
    return Interaction(
        file="a.yaml",
        number=0,
        api="anthropic",
        host="api.anthropic.com",
        **{"request": REQUEST, "status": 200, "answer": ANSWER, **more},
    )


@pytest.mark.parametrize("uri", [URL, f"{URL}?beta=true", "https://api.anthropic.com/v1/messages/", "REDACTED", ""])
def test_an_exchange_is_read_wherever_it_was_sent_to(folder, read, uri):
    (folder / "a.yaml").write_text(exchanged(uri), "utf-8")
    (interaction,) = read().interactions
    assert (interaction.api, interaction.request, interaction.answer, interaction.events) == (
        "anthropic",
        REQUEST,
        ANSWER,
        None,
    )
    assert interaction.host == ("api.anthropic.com" if uri.startswith("https") else "")


@pytest.mark.parametrize("uri", [URL, "REDACTED"])
def test_a_stream_is_read_with_the_names_of_its_events(folder, read, uri):
    (folder / "a.yaml").write_text(exchanged(uri, body={"string": sse(EVENTS)}), "utf-8")
    (interaction,) = read().interactions
    assert (interaction.api, interaction.events) == ("anthropic", tuple(EVENTS))


def test_an_error_says_by_its_form_which_api_it_is_of(folder, read):
    text = exchanged("REDACTED", body={"string": json.dumps(REFUSED)}, status={"code": 400, "message": "Bad"})
    (folder / "a.yaml").write_text(text, "utf-8")
    (interaction,) = read().interactions
    assert (interaction.api, interaction.status, interaction.answer) == ("anthropic", 400, REFUSED)


def test_counting_tokens_and_batches_are_other_traffic(folder, read):
    (folder / "a.yaml").write_text(exchanged(f"{URL}/count_tokens"), "utf-8")
    (left_out,) = read().skipped
    assert left_out.why.endswith(
        "is none of POST /chat/completions, POST /responses, POST /v1/messages, POST /models/MODEL:generateContent"
    )


def test_a_response_that_holds_messages_is_no_message(folder, read):
    held = {**RESPONSE, "output": [{"type": "message", "role": "assistant", "content": []}]}
    body = {"string": json.dumps({key: held[key] for key in ("output", "id", "object", "status")})}
    (folder / "a.yaml").write_text(exchanged("REDACTED", body=body), "utf-8")
    (interaction,) = read().interactions
    assert interaction.api == "responses"


@pytest.mark.parametrize("kept", [ANSWER, EVENTS, REFUSED], ids=["answer", "events", "error"])
def test_an_answer_without_its_request_is_read(folder, read, kept):
    (folder / "a.json").write_text(json.dumps(kept), "utf-8")
    (interaction,) = read().interactions
    assert interaction.api == "anthropic"


def test_the_oracle_judges_requests_answers_and_events():
    said = check([interaction(), interaction(answer=None, events=tuple(EVENTS))])
    assert (said.requests, said.responses, said.events, said.hosts) == (2, 1, len(EVENTS), {"anthropic": 2})
    assert (said.refused, said.unforeseen, said.unknown_events) == ((), (), {})
    wrong = check([interaction(request={**REQUEST, "seed": 1}, answer={**ANSWER, "usage": {}})])
    assert [(refusal.part, refusal.at) for refusal in wrong.refused] == [
        ("request", "/seed"),
        ("response", "/usage/input_tokens"),
        ("response", "/usage/output_tokens"),
    ]


def test_an_error_in_a_stream_is_an_error_and_a_new_event_is_named():
    said = check([interaction(answer=None, events=(*EVENTS[:2], {"type": "content_block_pause"}, FAILURE))])
    assert (said.events, said.errors, said.refused) == (3, 1, ())
    assert said.unknown_events == {"content_block_pause": 1}


@pytest.mark.parametrize(
    ("status", "message", "unforeseen"),
    [
        (400, "messages.0: No.", 1),
        (400, "prompt is too long: 3 tokens > 2 maximum", 0),
        (404, "model: claude-sonet", 0),
        (401, "invalid x-api-key", 0),
    ],
)
def test_a_refusal_for_the_form_that_the_oracle_does_not_foresee_is_named(status, message, unforeseen):
    answer = {**REFUSED, "error": {"type": "invalid_request_error", "message": message}}
    said = check([interaction(status=status, answer=answer)])
    assert (said.rejected, said.foreseen, len(said.unforeseen)) == (1, 0, unforeseen)


def test_an_exchange_and_a_stream_give_inputs_of_the_operations_from_them(monkeypatch):
    monkeypatch.setattr("conformance.apis.recordings.inputs.operations_from", lambda source: (f"{source}-to-x",))
    found = harvest([interaction(), interaction(answer=None, events=tuple(EVENTS))])
    assert dict(found.inputs) == {
        "anthropic-request-to-x": (REQUEST,),
        "anthropic-response-to-x": (ANSWER,),
        "anthropic-exchange-to-x": ({"response": ANSWER},),
        "anthropic-stream-to-x": (EVENTS,),
        "anthropic-stream-exchange-to-x": ({"events": EVENTS},),
    }


def test_what_the_api_sends_is_compared_by_its_words():
    later = interaction(answer={**ANSWER, "stop_reason": "pause_turn"})
    found = compare("earlier", [interaction()], [later])
    assert [(element.what, element.at, element.value) for element in found.new] == [
        ("Anthropic response", ":message/stop_reason", "pause_turn")
    ]
