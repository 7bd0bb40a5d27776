"""Each relaxation lets in a value that the published types refuse; with it taken away, that value is refused."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles.pinned import judged, pin, relaxations, validator
from conformance.apis.oracles.relax import both_spellings, closed, opened, relaxed
from tests.apis.oracles.requests import CALL, OUTPUT, USER, USER_ITEM, anthropic, chat, flat, nested, responses

ASSISTANT = {"type": "message", "role": "assistant"}
SAID = {**ASSISTANT, "id": "msg_1", "status": "completed"}
TEXT = {"type": "output_text", "text": "hi", "annotations": []}
TOOL = {"type": "function", "name": "look", "parameters": None, "strict": True}
USAGE = {
    "input_tokens": 1,
    "output_tokens": 1,
    "total_tokens": 2,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens_details": {"reasoning_tokens": 0},
}
RESPONSE = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1,
    "model": "m",
    "output": [],
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
    "error": None,
    "incomplete_details": None,
    "instructions": None,
    "metadata": {},
    "temperature": 1.0,
    "top_p": 1.0,
}
DELTA = {"type": "response.output_text.delta", "content_index": 0, "delta": "h", "item_id": "i", "output_index": 0}
CHUNK = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
CUSTOM = {"index": 0, "id": "call_1", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}
CUSTOM_CALL = {"type": "custom_tool_call", "call_id": "call_1", "name": "sql", "input": "SELECT 1"}
CUSTOM_OUTPUT = {"type": "custom_tool_call_output", "call_id": "call_1", "output": "1"}
CODE = {"type": "code_interpreter_call", "id": "ci_1", "code": "1", "container_id": "cntr_1", "status": "completed"}
SEARCH = {"type": "web_search_call", "id": "ws_1", "status": "in_progress"}
SOURCES = {"type": "search", "query": "q", "sources": [{"type": "api", "name": "weather"}]}

SCHEMA = {"type": "json_schema", "schema": {"type": "object", "additionalProperties": False}}
THOUGHT = {"type": "thinking", "thinking": ""}
USED = {"input_tokens": 1, "output_tokens": 1}
MESSAGE: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-haiku-4-5",
    "content": [],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": USED,
}


def said(*parts: dict[str, Any], **given: Any) -> dict[str, Any]:
    return responses({**SAID, "content": list(parts), **given})


def without(value: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: member for key, member in value.items() if key not in keys}


def gemini(**members: Any) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": [{"text": "hi"}]}], **members}


def declared(**schema: Any) -> dict[str, Any]:
    return {"name": "look", "parameters": {"type": "STRING", **schema}}


ACCEPTED: dict[str, list[tuple[str, Any]]] = {
    "function-tool-strict": [("responses-request", responses(tools=[without(TOOL, "strict")]))],
    "function-tool-parameters": [("responses-request", responses(tools=[without(TOOL, "parameters")]))],
    "function-parameters-null": [("chat-request", chat(tools=[nested("look", None)]))],
    "input-image-detail": [
        (
            "responses-request",
            responses({"role": "user", "content": [{"type": "input_image", "image_url": "data:,"}]}),
        )
    ],
    "output-text-annotations": [("responses-request", said(without(TEXT, "annotations")))],
    "reasoning-id": [("responses-request", responses({"type": "reasoning", "summary": []}, CALL, OUTPUT))],
    "function-call-null-status": [("responses-request", responses({**CALL, "status": None}, OUTPUT))],
    "assistant-parts": [("responses-request", responses({"role": "assistant", "content": [TEXT]}))],
    "cache-write-tokens": [("responses-response", {**RESPONSE, "usage": USAGE})],
    "sequence-number": [("responses-event", {**DELTA, "logprobs": []})],
    "text-logprobs": [("responses-event", {**DELTA, "sequence_number": 1})],
    "web-search-action": [
        ("responses-response", {**RESPONSE, "output": [SEARCH]}),
        (
            "responses-event",
            {"type": "response.output_item.added", "item": SEARCH, "output_index": 0, "sequence_number": 1},
        ),
    ],
    "web-search-api-source": [
        ("responses-response", {**RESPONSE, "output": [{**SEARCH, "status": "completed", "action": SOURCES}]}),
        ("responses-request", responses({**SEARCH, "status": "completed", "action": SOURCES})),
    ],
    "google-lower-case-types": [("google-tool", declared(type="string"))],
    "gemini-finish-number": (("gemini-response", {"candidates": [{"finishReason": 1}]}),),
    "google-counts-as-text": [("google-tool", declared(maxLength="64"))],
    "gemini-address": [("gemini-request", gemini(model="gemini-2.5-flash")), ("gemini-request", gemini(stream=True))],
    "gemini-lower-case-levels": [
        ("gemini-request", gemini(generationConfig={"thinkingConfig": {"thinkingLevel": "low"}})),
    ],
    "gemini-one-tool": [("gemini-request", gemini(tools={"googleSearch": {}}))],
    "gemini-settings-of-the-package": [("gemini-request", gemini(modelArmorConfig={"promptTemplateName": "a"}))],
    "gemini-generation-of-the-package": [("gemini-request", gemini(generationConfig={"imageConfig": {}}))],
    "web-search-sources-null": [
        ("responses-request", responses({**SEARCH, "status": "completed", "action": {**SOURCES, "sources": None}})),
    ],
    "image-generation-call-reference": [
        ("responses-request", responses({"type": "image_generation_call", "id": "ig_1"}, USER_ITEM)),
    ],
    "custom-tool-call-status": [
        ("responses-request", responses(USER_ITEM, {**CUSTOM_CALL, "status": "completed"}, CUSTOM_OUTPUT)),
    ],
    "input-message-id": [
        ("responses-request", responses({"type": "message", "role": role, "id": "msg_1", "content": "hi"}))
        for role in ("user", "developer")
    ],
    "code-interpreter-call-outputs": [("responses-request", responses(USER_ITEM, CODE))],
    "client-metadata": [("responses-request", responses(USER_ITEM, client_metadata={"thread": "t_1"}))],
    "null-for-absent": [
        ("chat-request", chat(tools=None)),
        ("responses-request", responses(tool_choice=None)),
    ],
    "error-event-nested": [
        ("responses-event", {"type": "error", "sequence_number": 1, "error": {"message": "no quota"}}),
    ],
    "error-code-any": [
        ("responses-response", {**RESPONSE, "error": {"code": "insufficient_quota", "message": "no quota"}}),
    ],
    "chunk-custom-call": [("chat-chunk", {**CHUNK, "choices": [{"index": 0, "delta": {"tool_calls": [CUSTOM]}}]})],
    "anthropic-sampling": [
        (kind, anthropic(**{key: 1}))
        for kind in ("anthropic-request", "anthropic-beta-request")
        for key in ("temperature", "top_p", "top_k")
    ],
    "anthropic-output-format": [("anthropic-beta-request", anthropic(output_format=SCHEMA))],
    "anthropic-web-fetch-requests": [
        (
            "anthropic-response",
            {**MESSAGE, "usage": {**MESSAGE["usage"], "server_tool_use": {"web_search_requests": 1}}},
        ),
    ],
    "anthropic-thinking-begun": [
        ("anthropic-event", {"type": "content_block_start", "index": 0, "content_block": THOUGHT}),
    ],
    "anthropic-ping": [("anthropic-event", {"type": "ping"}), ("anthropic-beta-event", {"type": "ping"})],
    "anthropic-error-event": [
        ("anthropic-event", {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
    ],
    "function-tool-nested": [("responses-request", responses(tools=[{**flat(), "strict": True, **nested()}]))],
    "input-message-status": [
        ("responses-request", responses({**without(SAID, "id"), "content": [TEXT]})),
        *(
            ("responses-request", responses({"type": "message", "role": role, "content": "hi", "status": "completed"}))
            for role in ("user", "developer", "assistant")
        ),
    ],
    "function-call-null-id": [("responses-request", responses({**CALL, "id": None}, OUTPUT))],
    "reasoning-content-null": [
        (
            "responses-request",
            responses({"type": "reasoning", "id": "rs_1", "summary": [], "content": None}, USER_ITEM),
        ),
    ],
    "null-settings": [("responses-request", responses(**{key: None})) for key in ("text", "user")],
    "assistant-null-calls": [("chat-request", chat(USER, {"role": "assistant", "content": "hi", "tool_calls": None}))],
}


def test_every_relaxation_has_a_value_that_needs_it() -> None:
    assert list(ACCEPTED) == [relaxation.id for relaxation in relaxations()]


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_a_relaxation_lets_in_is_refused_without_it(name: str) -> None:
    others = tuple(relaxation for relaxation in relaxations() if relaxation.id != name)
    for kind, value in ACCEPTED[name]:
        schema = pin(kind)["schema"]
        assert validator(judged(kind, schema, relaxations())).is_valid(value)
        assert not validator(judged(kind, schema, others)).is_valid(value)


def test_every_relaxation_changes_each_kind_that_it_names() -> None:
    for relaxation in relaxations():
        schemas = {kind: pin(kind)["schema"] for kind in relaxation.kinds}
        assert [kind for kind in relaxation.kinds if relaxed(schemas[kind], [relaxation]) == schemas[kind]] == []
        assert relaxation.evidence.endswith(".")


def test_what_a_server_sends_may_have_further_members_and_words() -> None:
    word, end = {"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["STOP"]}
    inner = {"type": "object", "properties": {"b": {"$ref": "#/$defs/Word"}}, "additionalProperties": False}
    schema = {"properties": {"a": inner}, "additionalProperties": False, "$defs": {"Word": word, "End": end}}
    assert opened(schema, frozenset({"End"})) == {
        "properties": {"a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/Word"}}}},
        "$defs": {"Word": {"type": "string"}, "End": end},
    }


def test_relaxing_changes_nothing_of_what_is_given() -> None:
    schema = pin("responses-request")["schema"]
    before = str(schema)
    relaxed(schema, relaxations())
    closed(schema)
    both_spellings(schema)
    assert str(schema) == before


def test_objects_of_declared_properties_are_closed_and_those_open_by_themselves_are_not() -> None:
    inner = {"type": "object", "properties": {"properties": {"type": "string"}}, "required": ["properties"]}
    schema = {"type": "object", "properties": {"a": inner, "b": {"type": "object", "additionalProperties": True}}}
    assert closed(schema) == {
        "type": "object",
        "properties": {
            "a": {**inner, "additionalProperties": False},
            "b": {"type": "object", "additionalProperties": True},
        },
        "additionalProperties": False,
    }
