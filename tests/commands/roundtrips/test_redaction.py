"""Redaction: nothing private stays, and a recording is still found by the requests that come of it."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from conformance.commands.roundtrips.redaction import (
    LOCAL,
    before_record_request,
    before_record_response,
    redacted_body,
    redacted_request,
    redacted_text,
    redacted_uri,
)

CALL = "call_Ab12Cd34Ef56Gh78Ij90Kl12"
KEY = "sk-proj-Abcdef0123456789"
EVENTS = [
    {"type": "response.output_text.delta", "item_id": "msg_0a1b2c3d4e5f6789", "delta": f"The id is {CALL[:18]}"},
    {"type": "response.output_text.delta", "item_id": "msg_0a1b2c3d4e5f6789", "delta": CALL[18:]},
    {"type": "response.output_text.done", "item_id": "msg_0a1b2c3d4e5f6789", "text": f"The id is {CALL}"},
]


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"Tool result for {CALL}: 3",
        f"Incorrect API key provided: {KEY}.",
        "Incorrect API key provided: sk-abcd****************wxyz.",
        "org-Ab12Cd34Ef56Gh78Ij90Kl12 and proj_Ab12Cd34Ef56Gh78Ij90Kl12",
        "req_0123456789abcdef0123456789abcdef",
        '"encrypted_content": "gAAAAABoXyZ0123456789-_abcdefghijklmno=="',
    ],
)
def test_what_is_private_goes_and_what_is_redacted_stays_as_it_is(text):
    once = redacted_text(text)
    assert once != text
    for secret in (CALL, KEY, "Ab12Cd34", "abcd****", "0123456789abcdef0123456789abcdef", "XyZ0123456789"):
        assert secret not in once
    assert redacted_text(once) == once


@pytest.mark.parametrize(
    "text", ["get_weather", "call_internationalization", "user_preferences", "call_0_0", "file_search_call", "msg_1"]
)
def test_words_that_look_a_little_like_identifiers_stay(text):
    assert redacted_text(text) == text


def test_one_identifier_becomes_the_same_wherever_it_is():
    reported = json.loads(
        redacted_body(json.dumps({"a": CALL, "b": [f"see {CALL}."], "c": CALL.replace("A", "B")})) or b""
    )
    assert reported["b"] == [f"see {reported['a']}."]
    assert reported["c"] != reported["a"]


def test_a_piece_of_a_stream_is_not_taken_for_an_identifier():
    text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in EVENTS)
    reported = (redacted_body(text) or b"").decode()
    events = [json.loads(line.removeprefix("data: ")) for line in reported.splitlines() if line.startswith("data: ")]
    pieces = "".join(event["delta"] for event in events[:2])
    # Whichever of the two a client takes, what it sends on is redacted to the same.
    assert redacted_text(pieces) == events[2]["text"] != EVENTS[2]["text"]
    assert {event["item_id"] for event in events} != {"msg_0a1b2c3d4e5f6789"}
    assert reported.count("event: ") == 3


def test_identifiers_in_the_pieces_of_a_chat_stream_go():
    delta = {
        "tool_calls": [{"index": 0, "id": CALL, "function": {"name": "f", "arguments": '{"id": "call_Ab12Cd34Ef5'}}]
    }
    reported = json.loads(redacted_body(json.dumps({"choices": [{"delta": delta}]})) or b"")["choices"][0]["delta"]
    assert reported["tool_calls"][0]["id"] == redacted_text(CALL)
    assert reported["tool_calls"][0]["function"]["arguments"] == '{"id": "call_Ab12Cd34Ef5'


def test_the_callers_own_keys_go_whatever_they_look_like(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", 'any"thing-at-all')
    monkeypatch.setenv("OPENAI_ORG_ID", "my-company")
    reported = redacted_request(json.dumps({"metadata": {"key": 'any"thing-at-all', "of": "my-company"}})) or b""
    assert json.loads(reported) == {"metadata": {"key": "REDACTED", "of": "REDACTED"}}


@pytest.mark.parametrize("body", [None, b"", b"\xff\xfe no text", b"{not json", b"data: {not json\n\n"])
def test_a_body_of_any_kind_is_taken(body):
    assert redacted_body(body) == body
    assert redacted_request(body) == body


def test_headers_go_but_for_what_a_body_is():
    private = {"Authorization": f"Bearer {KEY}", "OpenAI-Organization": "acme", "Cookie": "a=b", "X-Api-Key": "k"}
    request = SimpleNamespace(
        uri="https://api.openai.com/v1/responses?key=secret",
        headers={**private, "Content-Type": "application/json"},
        body=f'{{"user": "{CALL}"}}'.encode(),
    )
    reported = before_record_request(request)
    assert reported.headers == {"content-type": "application/json"}
    assert reported.uri == "https://api.openai.com/v1/responses"
    assert CALL.encode() not in reported.body
    answer = before_record_response(
        {
            "status": {"code": 200, "message": "OK"},
            "headers": {"set-cookie": ["a=b"], "openai-organization": ["acme"], "Content-Type": ["application/json"]},
            "body": {"string": json.dumps({"id": CALL}).encode()},
        }
    )
    assert answer["headers"] == {"content-type": ["application/json"]}
    assert CALL.encode() not in answer["body"]["string"]


@pytest.mark.parametrize(
    ("uri", "reported"),
    [
        ("http://127.0.0.1:40123/v1/responses", f"{LOCAL}/responses"),
        ("https://me:secret@api.openai.com/v1/chat/completions", "https://api.openai.com/v1/chat/completions"),
        (
            "https://acme-corp.openai.azure.com/openai/v1/responses",
            "https://redacted.openai.azure.com/openai/v1/responses",
        ),
    ],
)
def test_addresses_name_nobody(uri, reported):
    assert redacted_uri(uri) == reported
    assert redacted_uri(reported) == reported
