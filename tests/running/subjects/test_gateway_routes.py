"""How inputs go through a gateway: a malformed one goes as it is, or is not covered, and breaks nothing of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.apis.emulator import Acceptance, SeenRequest
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.scripts import planned_script
from conformance.base.observation import NOT_COVERED, Fault, Outcome
from conformance.inputs.shapes import wrong_shapes
from conformance.running.subjects.gateway_routes import OFFERED, PASSAGES, Unsendable
from conformance.running.subjects.http_client import HttpResponse
from tests.running.engine.certifying import specifications

ODD: tuple[Any, ...] = (None, 7, "x", "", [], {}, [7], [None], {"a": 1}, True)
EXCHANGES = [name for name, passage in PASSAGES.items() if passage.source.body and passage.source.script]


def answer_of(body: bytes, status: int = 200) -> HttpResponse:
    return HttpResponse(status=status, reason="", content_type="application/json", headers={}, body=body)


def malformed(value: Any, levels: int = 3) -> Iterator[Any]:
    """Yield a value with one member or entry replaced or left out, at each place down to so many levels."""
    yield from ODD
    if not levels or not isinstance(value, dict | list) or not value:
        return
    for key, member in value.items() if isinstance(value, dict) else list(enumerate(value))[:2]:
        without = [
            (name, element) for name, element in (value.items() if isinstance(value, dict) else enumerate(value))
        ]
        rest = [(name, element) for name, element in without if name != key]
        yield dict(rest) if isinstance(value, dict) else [element for _name, element in rest]
        for odd in malformed(member, levels - 1):
            changed = [(name, odd if name == key else element) for name, element in without]
            yield dict(changed) if isinstance(value, dict) else [element for _name, element in changed]


def inputs_of(operation: str) -> Iterator[Any]:
    yield from wrong_shapes(operation)
    for case in specifications().contracts[operation].cases[:1]:
        yield from malformed(case.input)


@pytest.mark.parametrize("operation", PASSAGES)
def test_a_malformed_input_breaks_nothing_of_ours(operation: str) -> None:
    passage = PASSAGES[operation]
    count = 0
    for given in inputs_of(operation):
        try:
            script, body = passage.script(given), passage.body(given)
        except Unsendable:
            continue
        count += 1
        json.dumps(body)
        # The API behind the gateway answers whatever it is asked for, in a stream or not.
        for streamed in ({}, {"stream": True}):
            api = ScriptedApi(planned_script(script), Acceptance(lenient=True))
            reply = api.answer(passage.asked, {**OFFERED[passage.asked].hello, **streamed})
            assert reply.status == 200 or passage.source.script, given
        assert isinstance(passage.lost(given, Fault("exit", "it ended")), Outcome)
    assert count > len(ODD)


@pytest.mark.parametrize("operation", [name for name, passage in PASSAGES.items() if passage.source.script])
def test_no_answer_of_a_gateway_breaks_anything_of_ours(operation: str) -> None:
    passage = PASSAGES[operation]
    for case in specifications().contracts[operation].cases[:1]:
        for value in malformed(case.expectations[0].output):
            events = value if isinstance(value, list) else [value]
            stream = b"".join(b"data: %s\n\n" % json.dumps(event).encode() for event in events)
            for body in (json.dumps(value).encode(), stream, b"", b"\xff"):
                observed = passage.observed(answer_of(body), ())
                assert observed.refusal is None
        seen = (SeenRequest("/v1/responses", {}, 0),)
        assert passage.observed(answer_of(b"7", 500), seen).refusal


@pytest.mark.parametrize("operation", EXCHANGES)
def test_a_refused_request_shows_nothing_of_how_its_answer_is_converted(operation: str) -> None:
    observed = PASSAGES[operation].observed(answer_of(b'{"error": {"message": "no store here"}}', 400), ())
    assert observed.fault is not None and observed.fault.kind == NOT_COVERED
    assert observed.fault.message == "the gateway refuses the request that is answered by this: 400: no store here"


@pytest.mark.parametrize("operation", EXCHANGES)
def test_a_request_of_an_inputs_own_that_the_api_refuses_is_judged_by_another_operation(operation: str) -> None:
    passage = PASSAGES[operation]
    seen = (SeenRequest("/v1/responses", {}, None, {"message": "no such name"}),)
    asked = [passage.asks_own({"request": request}) for request in ({"model": "m"}, {}, None)]
    assert asked == [True, False, False]
    own = passage.observed(answer_of(b"{}", 400), seen, asks_own=True)
    assert own.fault is not None and own.fault.kind == NOT_COVERED
    assert passage.observed(answer_of(b"{}", 400), seen).refusal is not None


@pytest.mark.parametrize("operation", EXCHANGES)
def test_an_exchange_without_an_answer_cannot_be_sent(operation: str) -> None:
    for given in ({"request": {}}, {}, [], 7, None):
        with pytest.raises(Unsendable, match=r"the input has no '(response|chunks|events)'"):
            PASSAGES[operation].script(given)


@pytest.mark.parametrize("request_", [7, "x", 0, "", [], False])
def test_a_malformed_request_is_sent_as_it_is(request_: Any) -> None:
    for operation in EXCHANGES:
        assert PASSAGES[operation].body({"request": request_, "response": {}}) == request_
    for operation in ("chat-request-to-responses-request", "responses-request-to-anthropic-request"):
        assert PASSAGES[operation].body(request_) == request_


@pytest.mark.parametrize(
    ("operation", "value"),
    [
        ("responses-response-to-chat-response", {"id": "r"}),
        ("chat-response-to-responses-response", {"response": {"message": {"content": "x"}}}),
        ("chat-response-to-anthropic-response", {"id": "c", "message": {"content": "x"}}),
        ("anthropic-response-to-chat-response", {"content": "x"}),
        ("anthropic-response-to-chat-response", "x"),
        ("responses-output-to-chat-message", "x"),
        ("responses-stream-to-chat-stream", 7),
    ],
)
def test_a_malformed_answer_is_sent_as_it_is(operation: str, value: Any) -> None:
    passage = PASSAGES[operation]
    api = ScriptedApi(planned_script(passage.script(value)), Acceptance(lenient=True))
    reply = api.answer(passage.asked, OFFERED[passage.asked].hello)
    sent = value["response"] if isinstance(value, dict) and "response" in value else value
    assert (reply.status, json.loads(b"".join(reply.pieces))) == (200, sent)


@pytest.mark.parametrize(
    ("operation", "limit"),
    [
        ("anthropic-response-to-chat-response", {"max_tokens": 1024}),
        ("anthropic-response-to-gemini-response", {"generationConfig": {"maxOutputTokens": 1024}}),
        ("responses-response-to-chat-response", {}),
    ],
)
def test_a_client_that_is_answered_by_anthropic_gives_a_limit(operation: str, limit: Any) -> None:
    """Anthropic's API refuses a request without one, and a gateway may leave it to its client."""
    case = specifications().contracts[operation].cases[0]
    body: Any = PASSAGES[operation].body(case.input)
    assert {key: body[key] for key in ("max_tokens", "generationConfig") if key in body} == limit


def test_an_exchange_without_a_request_asks_for_the_model_that_answers() -> None:
    """A gateway may answer with the name that it was asked for."""
    given = {"response": {"model": "gpt-5", "choices": []}}
    body: Any = PASSAGES["chat-response-to-responses-response"].body(given)
    assert body["model"] == "gpt-5"


@pytest.mark.parametrize(("streams", "is_seen"), [(False, False), (True, True)])
def test_a_gateway_may_make_its_whole_answer_of_a_stream(streams: bool, is_seen: bool) -> None:
    asked = {"model": "m", "messages": [], "stream": True, "stream_options": {"include_usage": True}}
    seen = SeenRequest(path="/v1/chat/completions", body=asked, answer=0)
    passage = PASSAGES["anthropic-request-to-chat-request"]
    output: Any = passage.observed(answer_of(b"{}"), [seen], streams=streams).output
    assert ("stream" in output, "stream_options" in output) == (is_seen, is_seen)
