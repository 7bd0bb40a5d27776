"""What is taken and ignored is wrong; what is up to the model is not shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance.apis.emulator.api import ApiReply
from conformance.running.scan.model import NOT_OFFERED, NOT_SHOWN, WORKS, WRONG, HttpRequest
from tests.running.scan.servers import Server, in_requests, outcomes, scanned

Object = dict[str, Any]


def _without(*names: str) -> Callable[[Object], object]:
    def change(body: Object) -> None:
        for name in names:
            body.pop(name, None)

    return change


def _without_config(*names: str) -> Callable[[Object], object]:
    def change(body: Object) -> None:
        for name in names:
            body.get("generationConfig", {}).pop(name, None)

    return change


def _choice_of_none(body: Object) -> None:
    if body.get("tool_choice") == "none":
        del body["tool_choice"]


def _forced(body: Object) -> None:
    if body.get("tool_choice") not in (None, "none", "auto"):
        body["messages"] = [{"role": "user", "content": "Hello."}]
        del body["tool_choice"]


IGNORED: list[tuple[str, str, Callable[[Object], object], set[str]]] = [
    ("usage in streams", "chat", _without("stream_options"), {"stream-usage"}),
    ("forced calls", "chat", _forced, {"tool-choice"}),
    ("no calls", "chat", _choice_of_none, {"no-tools"}),
    ("one call", "chat", _without("parallel_tool_calls"), {"single-call"}),
    ("schemas", "chat", _without("response_format"), {"json-schema", "json-object"}),
    ("stop sequences", "chat", _without("stop"), {"stop"}),
    ("limits", "chat", _without("max_tokens"), {"max-tokens"}),
    ("several answers", "chat", _without("n"), {"choices"}),
    ("log probabilities", "chat", _without("logprobs", "top_logprobs"), {"logprobs"}),
    ("formats", "responses", _without("text"), {"json-schema", "json-object"}),
    ("limits of responses", "responses", _without("max_output_tokens"), {"max-tokens"}),
    ("stop sequences of Anthropic's", "anthropic", _without("stop_sequences"), {"stop"}),
    ("schemas of Anthropic's", "anthropic", _without("output_config"), {"json-schema"}),
    ("stop sequences of Gemini's", "gemini", _without_config("stopSequences"), {"stop"}),
    ("several answers of Gemini's", "gemini", _without_config("candidateCount"), {"choices"}),
]


@pytest.mark.parametrize(("api", "change", "wrong"), [entry[1:] for entry in IGNORED], ids=[e[0] for e in IGNORED])
def test_what_is_taken_and_ignored_is_wrong(api: str, change: Callable[[Object], object], wrong: set[str]) -> None:
    result = scanned(in_requests(change)(Server()), api)
    assert outcomes(result, WRONG) == wrong, [each.objection.message for each in result.defects]


def test_a_model_that_does_nothing_it_is_told_shows_little_and_is_accused_of_nothing() -> None:
    def dull(body: Object) -> None:
        """Forget what the model would do; what the server must do stays."""
        if body.get("tool_choice") in (None, "auto"):
            body.pop("tools", None)
        kept = [each for each in body.get("messages", ()) if each["role"] == "user"][:1]
        if kept and "response_format" not in body:
            body["messages"] = [{"role": "user", "content": "Hm."}]

    result = scanned(in_requests(dull)(Server()), "chat")
    assert not result.defects, [each.objection.message for each in result.defects]
    assert {"tools", "system", "turns", "images", "unicode", "parallel-calls"} <= outcomes(result, NOT_SHOWN)


def test_what_a_server_refuses_is_not_offered_and_said_in_its_words() -> None:
    def refuse(request: HttpRequest, reply: ApiReply) -> ApiReply:
        if isinstance(request.body, dict) and "tools" in request.body:
            said = {"error": {"message": "this model does not support tools", "type": "invalid_request_error"}}
            return replace(reply, status=400, content_type="application/json", pieces=(json.dumps(said).encode(),))
        return reply

    result = scanned(Server(refuse), "chat")
    assert not result.defects
    found = {each.capability: each for each in result.results}
    assert found["tools"].outcome == NOT_OFFERED and "does not support tools" in found["tools"].about
    assert found["tool-results"].outcome == NOT_SHOWN
    by_client = {each.client: each for each in result.clients}
    assert [each.capability for each in by_client["opencode"].lacks] == ["streamed-tools"]
    assert by_client["openai-sdk"].outcome == WORKS
