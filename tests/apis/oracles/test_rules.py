"""Each rule of the table: a value that breaks it, the API's words for it, and nothing that the table does not know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import accepts, findings_of, findings_of_tools, refusals_of, rules_of
from conformance.apis.oracles.judge import SCHEMA
from conformance.apis.oracles.table import REFUSED, WARNING, table
from tests.apis.oracles.requests import (
    ANSWER,
    CALL,
    CALLING,
    OBJECT,
    OUTPUT,
    SEARCH,
    USER,
    USER_ITEM,
    chat,
    closed,
    flat,
    found,
    nested,
    picture,
    responses,
    result,
    says,
    use,
)
from tests.apis.oracles.requests import anthropic as messages
from tests.approved import Approved

LONG = "n" * 129
HINT = {"type": "ephemeral"}
RANGE_CODE = "(integer|decimal)_(below_min|above_max)_value"
IMAGE = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
DEFINED = {"$defs": {"A": {"type": "string"}}}
DESCRIBED = {"name": "look", "description": "Looks."}
FLAT = {"type": "function", **DESCRIBED, "strict": False}


def array(**given: Any) -> dict[str, Any]:
    return {"type": "ARRAY", "items": {"type": "STRING"}, **given}


def google(**properties: Any) -> dict[str, Any]:
    return {**DESCRIBED, "parameters": {"type": "OBJECT", "properties": {"a": {"type": "STRING"}, **properties}}}


def anthropic(**given: Any) -> dict[str, Any]:
    return {**DESCRIBED, "input_schema": OBJECT, **given}


def format_of(member: dict[str, Any], **root: Any) -> dict[str, Any]:
    """The format of an answer with a member of a schema."""
    return {"format": {"type": "json_schema", "schema": {**closed(["a"], a=member), **root}}}


def members(count: int, type_: Any = "string") -> dict[str, Any]:
    return {f"m{number}": {"type": type_} for number in range(count)}


def many_calls(count: int) -> dict[str, Any]:
    call: Any = CALLING["tool_calls"][0]
    return {**CALLING, "tool_calls": [{**call, "id": f"call_{number}"} for number in range(count)]}


def many_answers(count: int) -> list[dict[str, Any]]:
    return [{**ANSWER, "tool_call_id": f"call_{number}"} for number in range(count)]


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    return responses(tools=[flat("look", schema, strict=True)])


def deep(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _level in range(levels):
        schema = closed(["a"], a=schema)
    return schema


PHOTO = "/9j/4AAQ"
OPEN_FORMAT = {"format": {"type": "json_schema", "schema": OBJECT}}
THINKING = {"type": "enabled", "budget_tokens": 1024}
STRICT: dict[str, Any] = {"strict": True, "input_schema": closed([])}
REFERS = {"$ref": "#/$defs/a"}
CALLED = (USER, says("assistant", use()))
# Those of requests to Anthropic.
GEMINI_ASKED: Any = {"role": "user", "parts": [{"text": "q"}]}
GEMINI_CALLED: Any = {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}
GEMINI_RETURNED: Any = {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"output": "r"}}}]}


def gemini(*contents: Any, **members: Any) -> dict[str, Any]:
    return {"contents": list(contents) or [GEMINI_ASKED], **members}


GEMINI: dict[str, list[Any]] = {
    "gemini-contents-empty": [{"contents": []}],
    "gemini-parts-empty": [gemini({"role": "user", "parts": []}), gemini({"role": "user"})],
    "gemini-part-data": [
        gemini({"role": "user", "parts": [{}]}),
        gemini(GEMINI_ASKED, {"role": "model", "parts": [{"thought": True}]}),
        gemini(GEMINI_ASKED, system_instruction={"parts": [{}]}),
    ],
    "gemini-result-name": [
        gemini(
            GEMINI_ASKED, GEMINI_CALLED, {"role": "user", "parts": [{"functionResponse": {"name": "", "response": {}}}]}
        ),
        gemini(GEMINI_ASKED, GEMINI_CALLED, {"role": "user", "parts": [{"function_response": {"response": {}}}]}),
    ],
    "gemini-role": [gemini({**GEMINI_ASKED, "role": "assistant"})],
    "gemini-role-missing": [gemini({"parts": [{"text": "q"}]})],
    "gemini-call-unanswered": [
        gemini(GEMINI_ASKED, GEMINI_CALLED, GEMINI_CALLED, GEMINI_RETURNED),
        gemini(GEMINI_ASKED, GEMINI_CALLED, GEMINI_ASKED),
        gemini(GEMINI_ASKED, GEMINI_CALLED, GEMINI_RETURNED, GEMINI_RETURNED),
    ],
    "gemini-result-without-call": [gemini(GEMINI_ASKED, GEMINI_RETURNED)],
    "gemini-call-first": [gemini(GEMINI_CALLED, GEMINI_RETURNED)],
    "gemini-signature": [
        gemini(GEMINI_ASKED, GEMINI_CALLED, GEMINI_RETURNED, model="gemini-3-flash-preview"),
        gemini(GEMINI_ASKED, GEMINI_CALLED, GEMINI_RETURNED, model="models/gemini-3-pro"),
    ],
    "gemini-choice-without-functions": [
        gemini(toolConfig={"functionCallingConfig": {"mode": "AUTO"}}),
        gemini(
            model="gemini-2.5-flash",
            tools=[{"googleSearch": {}}],
            tool_config={"function_calling_config": {"mode": "AUTO"}},
        ),
    ],
    "gemini-hosted-beside-functions": [gemini(tools=[{"functionDeclarations": [google()]}, {"googleSearch": {}}])],
    "gemini-allowed-mode": [
        gemini(
            tools=[{"functionDeclarations": [google()]}],
            toolConfig={"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": ["look"]}},
        ),
    ],
    "gemini-temperature": [gemini(generationConfig={"temperature": each}) for each in (-0.1, 1000)],
    "gemini-penalty": [gemini(generationConfig={"presencePenalty": 1})],
    "gemini-candidates": [gemini(generationConfig={"candidateCount": 2})],
}
ANTHROPIC: dict[str, list[Any]] = {
    "anthropic-user-email": [messages(metadata={"user_id": "ada@example.com"})],
    "anthropic-header": [messages(betas=["files-api-2025-04-14"]), messages(workspace_id="wrkspc_1")],
    "anthropic-least": [messages(max_tokens=-1), messages(max_tokens=2048, thinking={**THINKING, "budget_tokens": 5})],
    "anthropic-budget": [messages(max_tokens=1024, thinking=THINKING)],
    "anthropic-thinking-for-model": [
        {**messages(max_tokens=2048, thinking=THINKING), "model": model}
        for model in ("claude-opus-4-7", "claude-sonnet-5")
    ],
    "anthropic-adaptive-for-model": [messages(thinking={"type": "adaptive"})],
    "anthropic-thinking-forced": [
        messages(max_tokens=2048, thinking=THINKING, tools=[anthropic()], tool_choice={"type": "any"}),
    ],
    "anthropic-thinking-temperature": [messages(max_tokens=2048, thinking=THINKING, temperature=0.5)],
    "anthropic-temperature": [messages(temperature=1.7), messages(temperature=-0.1)],
    "anthropic-sampling-both": [messages(temperature=0.5, top_p=0.5)],
    "anthropic-sampling-for-model": [
        {**messages(**{key: 1}), "model": "claude-opus-4-7"} for key in ("temperature", "top_p", "top_k")
    ],
    "anthropic-effort-for-model": [{**messages(output_config={"effort": "xhigh"}), "model": "claude-opus-4-6"}],
    "anthropic-stop-blank": [messages(stop_sequences=["END", "\n"])],
    "anthropic-cache-count": [messages(says("user", *[{"type": "text", "text": "a", "cache_control": HINT}] * 5))],
    "anthropic-closed": [
        messages(output_config=OPEN_FORMAT),
        messages(tools=[anthropic(strict=True)]),
    ],
    "anthropic-keyword": [
        messages(output_config=format_of({"type": "integer", "minimum": 0, "maximum": 9})),
        messages(output_format=format_of({"type": ["number", "null"], "multipleOf": 5})["format"]),
        messages(tools=[anthropic(strict=True, input_schema=closed([], a={"type": "string", "maxLength": 9}))]),
        messages(output_config=format_of({"type": "array", "items": {"type": "string"}, "uniqueItems": True})),
        messages(output_config=format_of({**closed([]), "minProperties": 1})),
    ],
    "anthropic-min-items": [messages(output_config=format_of({"type": "array", "items": closed([]), "minItems": 2}))],
    "anthropic-one-of": [messages(output_config=format_of({"oneOf": [{"type": "string"}, {"type": "null"}]}))],
    "anthropic-recursion": [
        messages(output_config=format_of(REFERS, **{"$defs": {"a": {"type": "array", "items": REFERS}}})),
        messages(
            output_config=format_of(
                {"$ref": "#/definitions/b"},
                definitions={
                    "a": closed([], b={"$ref": "#/definitions/b"}),
                    "b": {"anyOf": [{"$ref": "#/definitions/a"}]},
                },
            )
        ),
    ],
    "anthropic-strict-count": [messages(tools=[anthropic(name=f"t{number}", **STRICT) for number in range(21)])],
    "anthropic-optional-count": [
        messages(tools=[anthropic(**STRICT), anthropic(name="u", strict=True, input_schema=closed([], **members(25)))]),
    ],
    "anthropic-union-count": [
        messages(output_config=format_of(closed([*members(17)], **members(17, ["string", "null"]))))
    ],
    "anthropic-choice-without-tools": [messages(tool_choice={"type": "auto"})],
    "anthropic-choice-unknown": [messages(tools=[anthropic()], tool_choice={"type": "tool", "name": "find"})],
    "anthropic-messages-empty": [{**messages(), "messages": []}],
    "anthropic-role": [messages(USER, {"role": "tool", "content": "1"})],
    "anthropic-system-for-model": [
        {**messages(USER, {"role": "system", "content": "a"}), "model": model}
        for model in ("claude-3-5-sonnet-20241022", "claude-sonnet-4-20250514", "claude-opus-4-1-20250805")
    ],
    "anthropic-system-place": [
        {**messages({"role": "system", "content": "a"}, USER), "model": "claude-opus-4-8"},
    ],
    "anthropic-first-message": [messages(says("assistant", "Hi"), USER)],
    "anthropic-block-for-role": [
        messages(says("user", use())),
        messages(USER, says("assistant", result(), "Hi"), USER),
    ],
    "anthropic-content-empty": [
        messages({"role": "user", "content": ""}),
        messages({"role": "user", "content": []}),
        messages(USER, {"role": "assistant", "content": []}, USER),
    ],
    "anthropic-text-empty": [messages(says("user", "", "Hi")), messages(system=[{"type": "text", "text": ""}])],
    "anthropic-text-blank": [messages(says("user", "\n")), messages({"role": "user", "content": " "})],
    "anthropic-prefill-space": [messages(USER, says("assistant", "The answer is "))],
    "anthropic-prefill-for-model": [{**messages(USER, says("assistant", "The")), "model": "claude-sonnet-4-6"}],
    "anthropic-call-unanswered": [messages(*CALLED, USER), messages(*CALLED)],
    "anthropic-results-first": [messages(*CALLED, says("user", "Here:", result()))],
    "anthropic-result-without-call": [messages(says("user", result()))],
    "anthropic-result-twice": [messages(*CALLED, says("user", result(), result()))],
    "anthropic-step-without-call": [
        messages(USER, says("assistant", found(), "Hi"), USER),
        messages(USER, says("assistant", SEARCH), says("assistant", found("srvtoolu_2"), found(), "Hi")),
    ],
    "anthropic-step-unanswered": [
        messages(USER, says("assistant", SEARCH, "Hi"), USER),
        messages(USER, says("assistant", SEARCH, use()), says("user", result(), "And?")),
    ],
    "anthropic-call-twice": [messages(USER, says("assistant", use(), use()), says("user", result()))],
    "anthropic-call-id": [
        messages(USER, says("assistant", use("functions.look:0")), says("user", result("functions.look:0"))),
    ],
    "anthropic-call-name": [messages(USER, says("assistant", use(name="a.b")), says("user", result()))],
    "anthropic-error-empty": [messages(*CALLED, says("user", result(content=[], is_error=True)))],
    "anthropic-error-media": [messages(*CALLED, says("user", result(content=[picture("iVBO")], is_error=True)))],
    "anthropic-thinking-first": [
        messages(*CALLED, says("user", result(), *more), max_tokens=2048, thinking=THINKING)
        for more in ((), ("Go on.",))
    ],
    "anthropic-thinking-last": [
        messages(USER, says("assistant", {"type": "thinking", "thinking": "h", "signature": "s"}), USER),
    ],
    "anthropic-signature": [
        messages(USER, says("assistant", {"type": "thinking", "thinking": "h", "signature": ""}, "Hi"), USER),
    ],
    "anthropic-image-empty": [messages(says("user", picture("")))],
    "anthropic-address": [
        messages(says("user", {"type": kind, "source": {"type": "url", "url": "data:image/png;base64,iVBORw0KGgo="}}))
        for kind in ("image", "document")
    ],
    "anthropic-data": [messages(says("user", picture("data:image/png;base64,iVBORw0KGgo=")))],
    "anthropic-image-type": [
        messages(says("user", picture(PHOTO))),
        messages(*CALLED, says("user", result(content=[picture(PHOTO, "image/webp")]))),
    ],
}
# By rule: values that break it. Each breaks no other rule that refuses.
BREAKING: dict[str, list[tuple[str, Any]]] = {
    "tools-count": [
        ("chat-request", chat(tools=[nested(f"t{number}") for number in range(129)])),
        ("responses-request", responses(tools=[flat(f"t{number}") for number in range(129)])),
    ],
    "tools-empty": [("chat-request", chat(tools=[]))],
    "tool-name-empty": [
        ("chat-request", chat(tools=[nested("")])),
        ("responses-request", responses(tools=[flat("")])),
    ],
    "tool-name-pattern": [
        ("chat-request", chat(tools=[nested("a b")])),
        ("responses-request", responses(tools=[flat("a.b")])),
        ("responses-request", responses({**CALL, "name": "a.b"}, OUTPUT)),
    ],
    "tool-name-length": [
        ("chat-request", chat(tools=[nested("n" * 65)])),
        ("responses-request", responses(tools=[flat(LONG)])),
    ],
    "schema-invalid": [
        ("chat-request", chat(tools=[nested("look", {"type": "object", "properties": {"a": {"type": "text"}}})])),
        ("responses-request", responses(tools=[flat("look", {**OBJECT, "required": True})])),
    ],
    "root-type": [
        ("chat-request", chat(tools=[nested("look", {"properties": {}})])),
        ("responses-request", responses(tools=[flat("look", {"type": "string"})])),
    ],
    "root-combinators": [("chat-request", chat(tools=[nested("look", {**OBJECT, "enum": [{}]})]))],
    "properties-missing": [("responses-request", responses(tools=[flat("look", {"type": "object"})]))],
    "items-missing": [
        ("chat-request", chat(tools=[nested("a", {**OBJECT, "properties": {"a": {"type": ["array", "null"]}}})]))
    ],
    "strict-closed": [("chat-request", chat(tools=[nested("look", OBJECT, strict=True)]))],
    "strict-required": [("responses-request", strict(closed([], a={"type": "string"})))],
    "strict-required-extra": [("responses-request", strict(closed(["a", "b"], a={"type": "string"})))],
    "strict-keyword": [("responses-request", strict(closed(["a"], a={"oneOf": [{"type": "string"}]})))],
    "strict-type": [("responses-request", strict(closed(["a"], a={"description": "anything"})))],
    "strict-format": [("responses-request", strict(closed(["a"], a={"type": "string", "format": "uri"})))],
    "strict-ref-alone": [
        ("responses-request", strict(DEFINED | closed(["a"], a={"$ref": "#/$defs/A", "description": "which"}))),
    ],
    "strict-ref-place": [
        ("responses-request", strict(closed(["a", "b"], a={"type": "string"}, b={"$ref": "#/properties/a"}))),
    ],
    "strict-ref-missing": [("responses-request", strict(closed(["a"], a={"$ref": "#/$defs/B"})))],
    "ref-missing": [("chat-request", chat(tools=[nested("look", OBJECT | {"properties": {"a": {"$ref": "#/x"}}})]))],
    "strict-limits": [
        ("responses-request", strict(closed(["a"], a={"type": "integer", "enum": list(range(1001))}))),
        ("responses-request", strict(deep(11))),
    ],
    "description-long": [
        ("responses-request", responses(tools=[{**FLAT, "description": "d" * 1025, "parameters": OBJECT}])),
    ],
    "message-name": [("chat-request", chat({**USER, "name": "Ada Lovelace"}))],
    "image-for-role": [
        ("chat-request", chat(USER, CALLING, {**ANSWER, "content": [IMAGE]})),
        ("chat-request", chat({"role": "system", "content": [IMAGE]}, USER)),
    ],
    "role-for-model": [("chat-request", {**chat({"role": "system", "content": "Be brief."}), "model": "o1-mini"})],
    "number-range": [
        ("chat-request", chat(n=0)),
        ("chat-request", chat(temperature=2.5)),
        ("responses-request", responses(max_output_tokens=5)),
        ("responses-request", responses(temperature=-1)),
    ],
    "stream-options": [("chat-request", chat(stream_options={"include_usage": True}))],
    "chat-json-word": [("chat-request", chat(response_format={"type": "json_object"}))],
    "chat-tool-choice": [
        ("chat-request", chat(tools=[nested()], tool_choice={"type": "function", "function": {"name": "find"}})),
    ],
    "effort-with-tools": [("chat-request", {**chat(tools=[nested()], reasoning_effort="low"), "model": "gpt-5.6"})],
    "chat-call-twice": [
        ("chat-request", chat(USER, {**CALLING, "tool_calls": CALLING["tool_calls"] * 2}, ANSWER, ANSWER)),
    ],
    "input-missing": [("responses-request", {"model": "gpt-4o"})],
    "conversation-twice": [("responses-request", responses(previous_response_id="resp_1", conversation="conv_1"))],
    "moved-parameter": [
        ("responses-request", responses(messages=[USER])),
        ("responses-request", responses(response_format={"type": "text"})),
        ("responses-request", responses(reasoning_effort="low")),
    ],
    "responses-json-word": [("responses-request", responses(text={"format": {"type": "json_object"}}))],
    "tool-choice-unknown": [
        ("responses-request", responses(tools=[flat()], tool_choice={"type": "function", "name": "find"})),
        ("responses-request", responses(tools=[flat()], tool_choice={"type": "image_generation"})),
    ],
    "mcp-server-missing": [("responses-request", responses(tools=[{"type": "mcp", "server_label": "files"}]))],
    "messages-empty": [("chat-request", {"model": "gpt-4o", "messages": []})],
    "tool-calls-empty": [("chat-request", chat({"role": "assistant", "content": "well", "tool_calls": []}))],
    "content-null": [
        ("chat-request", chat({"role": "user", "content": None})),
        ("chat-request", chat({"role": "assistant", "content": None})),
        ("chat-request", chat(USER, CALLING, {**ANSWER, "content": None})),
    ],
    "content-empty": [
        ("chat-request", chat({"role": "user", "content": []})),
        ("chat-request", chat({"role": "assistant", "content": []})),
        ("chat-request", chat(USER, CALLING, {**ANSWER, "content": []})),
    ],
    "tool-message-orphan": [("chat-request", chat(USER, ANSWER))],
    "tool-call-id-unknown": [("chat-request", chat(USER, CALLING, ANSWER, {**ANSWER, "tool_call_id": "call_2"}))],
    "tool-calls-unanswered": [("chat-request", chat(USER, CALLING)), ("chat-request", chat(USER, CALLING, USER))],
    "needs-tools": [
        ("chat-request", chat(tool_choice="auto")),
        ("chat-request", chat(parallel_tool_calls=True)),
    ],
    "stop-count": [("chat-request", chat(stop=list("abcde")))],
    "tool-calls-count": [("chat-request", chat(USER, many_calls(129), *many_answers(129)))],
    "limits-both": [("chat-request", chat(max_tokens=9, max_completion_tokens=9))],
    "unsupported-parameter": [("chat-request", {**chat(stop="."), "model": "gpt-5-mini-2025-08-07"})],
    "search-options-for-model": [("chat-request", {**chat(web_search_options={}), "model": "gpt-5"})],
    "chat-effort-for-model": [("chat-request", {**chat(reasoning_effort="none"), "model": "gpt-4o-mini-2024-07-18"})],
    "responses-effort-for-model": [("responses-request", responses(reasoning={"effort": "low"}))],
    "verbosity-for-model": [
        ("chat-request", {**chat(verbosity="low"), "model": "gpt-4o"}),
        ("responses-request", responses(text={"verbosity": "high"})),
    ],
    "part-type-for-role": [
        ("responses-request", responses({"role": "user", "content": [{"type": "output_text", "text": "hi"}]})),
        ("responses-request", responses({"role": "assistant", "content": [{"type": "input_text", "text": "hi"}]})),
    ],
    "item-id-form": [("responses-request", responses({**CALL, "id": ""}, OUTPUT))],
    "item-id-twice": [
        (
            "responses-request",
            responses(
                {**CALL, "id": "fc_1"}, OUTPUT, {**CALL, "id": "fc_1", "call_id": "b"}, {**OUTPUT, "call_id": "b"}
            ),
        ),
    ],
    "call-id-empty": [("responses-request", responses({**CALL, "call_id": ""}, {**OUTPUT, "call_id": ""}))],
    "call-id-missing": [("responses-request", responses(USER_ITEM, {"type": "function_call_output", "output": "1"}))],
    "responses-call-twice": [("responses-request", responses(CALL, CALL, OUTPUT, OUTPUT))],
    "file-data-type": [
        (
            "responses-request",
            responses(
                CALL,
                {
                    **OUTPUT,
                    "output": [{"type": "input_file", "filename": "a.mp3", "file_data": "data:audio/mpeg;base64,AAAA"}],
                },
            ),
        ),
    ],
    "user-length": [
        ("chat-request", chat(USER, user="u" * 65)),
        ("responses-request", responses(USER_ITEM, prompt_cache_key="u" * 65)),
    ],
    "call-id-length": [
        (
            "chat-request",
            chat(
                USER,
                {**CALLING, "tool_calls": [{**CALLING["tool_calls"][0], "id": "c" * 41}]},
                {**ANSWER, "tool_call_id": "c" * 41},
            ),
        ),
        ("responses-request", responses({**CALL, "call_id": "c" * 65}, {**OUTPUT, "call_id": "c" * 65})),
    ],
    "item-id-prefix": [
        ("responses-request", responses({**CALL, "id": "call_1"}, OUTPUT)),
        ("responses-request", responses({"role": "assistant", "type": "message", "id": "x", "content": []})),
    ],
    "call-unanswered": [
        ("responses-request", responses(CALL)),
        ("responses-request", responses({"type": "custom_tool_call", "call_id": "c", "name": "n", "input": ""})),
        ("responses-request", responses(CALL, previous_response_id="resp_1")),
    ],
    "output-without-call": [
        ("responses-request", responses(OUTPUT)),
        ("responses-request", responses({"type": "custom_tool_call_output", "call_id": "c", "output": ""})),
    ],
    "reasoning-alone": [
        ("responses-request", responses({"type": "reasoning", "id": "rs_1", "summary": []})),
        ("responses-request", responses({"type": "reasoning", "id": "rs_1", "summary": []}, USER_ITEM)),
    ],
    "anthropic-name": [("anthropic-tool", anthropic(name="a.b")), ("anthropic-tool", anthropic(name=LONG))],
    "anthropic-root-untyped": [("anthropic-tool", anthropic(input_schema={"properties": {}}))],
    "anthropic-root-type": [("anthropic-tool", anthropic(input_schema={"type": "array"}))],
    "anthropic-root-combinators": [("anthropic-tool", anthropic(input_schema={**OBJECT, "anyOf": [{}]}))],
    "anthropic-property-name": [
        ("anthropic-tool", anthropic(input_schema={"type": "object", "properties": {"a b": {}}})),
    ],
    "anthropic-draft": [
        # The draft that it names has such a minimum; the API looks by another one.
        (
            "anthropic-tool",
            anthropic(
                input_schema={
                    "$schema": "http://json-schema.org/draft-04/schema#",
                    "type": "object",
                    "properties": {"a": {"minimum": 0, "exclusiveMinimum": True}},
                }
            ),
        ),
    ],
    **{name: [("anthropic-request", request) for request in requests] for name, requests in ANTHROPIC.items()},
    "google-name": [
        ("google-tool", {**google(), "name": "9a"}),
        ("google-tool", {"functionDeclarations": [{**google(), "name": "n" * 65}]}),
        ("google-tool", {"functionDeclarations": [{"description": "nameless", "parameters": {"type": "STRING"}}]}),
    ],
    "google-two-schemas": [("google-tool", {**google(), "parametersJsonSchema": OBJECT})],
    "google-additional-properties": [
        ("google-tool", google(b={"type": "STRING", "additionalProperties": False})),
        ("google-tool", google(b={"type": "STRING", "additional_properties": False})),
    ],
    "google-items-missing": [("google-tool", google(b={"type": "ARRAY"}))],
    "google-enum-empty": [("google-tool", google(b={"type": "STRING", "enum": [""]}))],
    "google-enum-type": [("google-tool", google(b={"type": "INTEGER", "enum": ["1"]}))],
    "google-items-type": [("google-tool", google(b={**array(), "type": "STRING"}))],
    "google-properties-type": [("google-tool", google(b={"type": "STRING", "properties": {"c": {"type": "STRING"}}}))],
    "google-required-undefined": [
        ("google-tool", google(b={"type": "OBJECT", "properties": {"c": {"type": "STRING"}}, "required": ["d"]})),
    ],
    "google-empty-object": [("google-tool", google(b={"type": "OBJECT"}))],
    "google-untyped": [("google-tool", google(b={"description": "anything"}))],
    **{name: [("gemini-request", request) for request in requests] for name, requests in GEMINI.items()},
    "mcp-name": [("mcp-tool", {"name": "a b", "inputSchema": {"type": "object"}})],
    "mcp-schema-invalid": [
        ("mcp-tool", {"name": "a", "inputSchema": {"type": "object", "additionalProperties": 5}}),
        ("mcp-tool", {"name": "a", "inputSchema": OBJECT, "outputSchema": {"type": "object", "$ref": 5}}),
    ],
    "tool-undescribed": [
        ("chat-request", chat(tools=[nested()])),
        ("anthropic-tool", {"name": "look", "input_schema": OBJECT}),
        ("google-tool", {"name": "look", "parametersJsonSchema": OBJECT}),
    ],
    "tool-name-twice": [("chat-request", chat(tools=[nested(), nested()]))],
    "strict-unsaid": [("responses-request", responses(tools=[flat()]))],
    "strict-default": [("responses-request", strict(closed(["a"], a={"type": "string", "default": "x"})))],
    "tool-name-long": [("responses-request", responses(tools=[flat("n" * 65)]))],
}
OF_LISTS = {"anthropic-unique", "google-unique"}


def refused_by_openai() -> dict[str, tuple[str, Any]]:
    """A request to one of OpenAI's APIs for each rule that refuses."""
    first = {name: values[0] for name, values in BREAKING.items() if table().rules[name].level == REFUSED}
    return {name: given for name, given in first.items() if given[0] in ("chat-request", "responses-request")}


def test_every_rule_has_a_value_that_breaks_it() -> None:
    assert BREAKING.keys() | OF_LISTS == table().rules.keys()


@pytest.mark.parametrize("name", BREAKING)
def test_a_rule_is_broken_by_its_values_and_by_none_that_is_corrected(name: str) -> None:
    rule = table().rules[name]
    for kind, value in BREAKING[name]:
        found = findings_of(kind, value)
        assert kind in rule.kinds
        (one, *_more) = [finding for finding in found if finding.rule == name]
        assert one.level == rule.level
        assert one.code == rule.code or (name == "number-range" and re.fullmatch(RANGE_CODE, one.code))
        assert not re.search(r"\{[a-z]+\}", one.message)
        assert {finding.rule for finding in found if finding.level == REFUSED} <= {name}


def test_each_rule_is_broken_in_the_words_of_the_api(approved: Approved) -> None:
    """Where an API was seen to refuse such a value, these are its own words, its place and its code."""
    texts = {}
    for name, values in BREAKING.items():
        found = [finding for kind, value in values for finding in findings_of(kind, value) if finding.rule == name]
        texts[name] = "\n".join(
            f"{finding.level} {finding.at or '/'}\n  {finding.message}\n  {finding.param} {finding.code}"
            for finding in found
        )
    approved.whole(Path(__file__).with_name("approved") / "rules.txt", texts)


def test_a_refusal_has_the_body_of_the_api() -> None:
    (refusal,) = refusals_of("chat-request", chat(USER, ANSWER))
    error = {"message": refusal.message, "type": "invalid_request_error", "param": refusal.param, "code": None}
    assert refusal.body() == {"error": error}
    assert not accepts("chat-request", chat(USER, ANSWER))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("chat-request", chat(USER, CALLING, ANSWER, tools=[{**nested(), "function": {**DESCRIBED}}])),
        ("chat-request", chat(USER, CALLING, ANSWER, {"role": "assistant", "content": "fine"}, USER)),
        ("chat-request", {**chat(stop=["."]), "model": "gpt-5.1"}),
        ("chat-request", chat(max_tokens=None, max_completion_tokens=9)),
        ("chat-request", chat(USER, many_calls(128), *many_answers(128), stop=list("abcd"))),
        ("anthropic-request", messages(metadata={"user_id": "user@team"})),
        ("chat-request", {**chat(stop=["."]), "model": "o3-mini"}),
        ("responses-request", responses(CALL, USER_ITEM, OUTPUT, tools=[])),
        ("responses-request", responses(OUTPUT, previous_response_id="resp_1")),
        ("responses-request", responses({"type": "item_reference", "id": "fc_1"}, OUTPUT)),
        ("responses-request", responses({"type": "reasoning", "id": "rs_1", "summary": []}, CALL, OUTPUT)),
        ("responses-request", responses(tools=[{**FLAT, "name": "n" * 64, "parameters": OBJECT}])),
        ("responses-request", strict(closed(["a"], a={"type": "string", "format": "date-time"}))),
        ("responses-request", strict(closed(["a"], a={"type": "integer", "format": "int64"}))),
        ("responses-request", responses(tools=[{**FLAT, "parameters": {}}])),
        (
            "responses-request",
            strict(closed(["a"], a={"type": ["object", "null"], "additionalProperties": {"type": "string"}})),
        ),
        ("responses-request", strict(closed(["a"], a={"anyOf": [{"type": "string"}, {"type": "null"}]}))),
        ("anthropic-tool", anthropic()),
        ("anthropic-tool", {"type": "web_search_20250305", "name": "web_search"}),
        ("google-tool", google(b=array())),
        ("google-tool", {"function_declarations": [google(b={"any_of": [{"type": "string"}], "min_items": "1"})]}),
        ("google-tool", {"googleSearch": {}}),
        (
            "gemini-request",
            gemini(
                GEMINI_ASKED,
                GEMINI_CALLED,
                GEMINI_CALLED,
                GEMINI_RETURNED,
                GEMINI_RETURNED,
                GEMINI_ASKED,
                model="gemini-2.5-pro",
            ),
        ),
        (
            "gemini-request",
            gemini({"role": "user", "parts": [{"text": ""}]}, GEMINI_CALLED, {**GEMINI_RETURNED, "role": "function"}),
        ),
        ("gemini-request", gemini(GEMINI_ASKED, GEMINI_CALLED)),
        ("gemini-request", gemini(GEMINI_ASKED, GEMINI_CALLED, GEMINI_RETURNED, GEMINI_ASKED, model="gemini-3-pro")),
        ("google-tool", {**DESCRIBED, "parametersJsonSchema": {"type": "object", "additionalProperties": False}}),
        ("mcp-tool", {"name": "a", "inputSchema": {"type": "object", "$schema": "https://example.com/own"}}),
    ],
    ids=str,
)
def test_what_breaks_no_rule_is_accepted(kind: str, value: Any) -> None:
    assert [finding for finding in findings_of(kind, value) if finding.level == REFUSED] == []


def test_the_code_names_no_rule_that_the_table_lacks() -> None:
    folder = Path(__file__).parents[3] / "conformance" / "apis" / "oracles"
    text = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    named = set(re.findall(r'(?:BrokenApiRule|rule)\(\s*"([a-z-]+)"', text)) | OF_LISTS
    assert named == table().rules.keys()


def test_every_rule_says_what_it_demands_and_how_that_is_known() -> None:
    for rule in table().rules.values():
        assert rule.text.endswith(".")
        assert rule.evidence.endswith(".")
        assert rule.level in (REFUSED, WARNING)
        assert rules_of()[rule.id] == rule.text
    assert SCHEMA in rules_of()


def test_tools_beside_the_effort_none_break_no_rule() -> None:
    request = {**chat(tools=[nested()], reasoning_effort="none"), "model": "gpt-5.6"}
    assert "effort-with-tools" not in {finding.rule for finding in findings_of("chat-request", request)}


def test_anthropic_refuses_a_list_with_one_name_twice() -> None:
    (found,) = findings_of_tools("anthropic", [anthropic(), anthropic()])
    assert (found.rule, found.message, found.at) == ("anthropic-unique", "tools: Tool names must be unique.", "/1/name")


def test_google_refuses_a_list_with_one_name_twice() -> None:
    (found,) = findings_of_tools("google", [google(), {"functionDeclarations": [google()]}])
    assert (found.level, found.rule, found.at) == ("refused", "google-unique", "/1/functionDeclarations/0/name")
    assert found.message == f"Duplicate function declaration found: {google()['name']}"


def test_a_tool_is_named_by_its_place_in_the_list() -> None:
    reported = [finding.message for finding in findings_of_tools("anthropic", [anthropic(), anthropic(name="a.b")])]
    assert reported == ["tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"]
    (finding,) = findings_of_tools("google", [google(), {**google(b={"type": "ARRAY"}), "name": "other"}])
    assert finding.message == (
        "* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[b].items: missing field."
    )
