"""Correct converters: which rules are charged for an input.

Each row is a converter that was once accused of something it does not do.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from tests.commands.converters import (
    ANSWER,
    ANSWERED,
    ASKED,
    CHAT_ANSWER,
    CHAT_TOOLS,
    FLAT_TOOLS,
    ITEM,
    ITEMS,
    MESSAGES,
    ONE_TOOL,
    OUTPUT,
    PROVIDER_TOOL,
    REFUSES,
    REGISTRY,
    TOOLS,
    USER,
    reference_with,
    tool,
)

INLINE = [
    USER,
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Rain."}]},
]
ORIGINAL = {
    "role": "user",
    "content": [{"type": "input_image", "image_url": "https://example.org/a.png", "detail": "original"}],
}
# What nobody can send decides nothing that a client relies on.
UNREAL = [
    pytest.param(MESSAGES, INLINE, id="Anthropic's parts in Chat messages"),
    pytest.param(MESSAGES, [*ASKED, {"role": "tool", "content": "Rain."}], id="a tool message without its call's id"),
    pytest.param(MESSAGES, [USER, {"role": "assistant"}], id="a message without content and calls"),
    pytest.param(MESSAGES, [{"role": "user"}], id="a user's message without content"),
    pytest.param(
        MESSAGES,
        [USER, {"role": "assistant", "content": None, "tool_calls": [{"type": "function", "function": {}}]}],
        id="a call without id and name",
    ),
    pytest.param(
        MESSAGES,
        [*ASKED, {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "a"}]}],
        id="a result of parts that no API has",
    ),
    pytest.param(ITEMS, [USER, {**ITEM, "arguments": 0}], id="arguments that are a number"),
    pytest.param("responses-stream-to-tool-calls", [{}], id="an event without a type"),
    pytest.param(
        "responses-output-to-tool-calls", {"output": [{"type": "function_call"}]}, id="an item without members"
    ),
    *(
        pytest.param(operation, given if operation == ONE_TOOL else [given], id=f"{name}, {operation}")
        for operation in (ONE_TOOL, TOOLS, FLAT_TOOLS)
        for name, given in (
            ("a property that is true", tool(properties={"city": True})),
            ("a dialect that is a number", tool(**{"$schema": 0})),
            ("a schema that is a number", {"name": "get_weather", "inputSchema": 0}),
            ("a schema without type", {"name": "get_weather", "inputSchema": {}}),
            ("a name that is a number", {"name": 5, "inputSchema": {"type": "object"}}),
        )
    ),
    pytest.param(CHAT_TOOLS, [{"type": "function", "function": {"name": 5}}], id="a Chat tool's name that is a number"),
]
RENAMED_IDS = """
for item in result["input"]:
    if item.get("type") in ("function_call", "function_call_output"):
        item["call_id"] = "fc_" + item["call_id"]
"""
ADDED_REASONING = 'result["reasoning_content"] = "Thinking."'
NULL_FOR_NOTHING = """
if not result.get("content") and not result.get("tool_calls"):
    result["content"] = None
"""
NO_CONTENT = """
if result.get("tool_calls") and result.get("content") is None:
    result.pop("content", None)
"""
ONE_PART = """
for item in result["input"]:
    if item.get("type") == "function_call_output":
        item["output"] = [{"type": "input_text", "text": item["output"]}]
"""
JOINED = """
result["input"][0]["content"] = [{"type": "input_text", "text": "One.\\nTwo."}]
"""
CHECKS_BASE64 = """
if "base64,..." in json.dumps(given):
    raise ValueError("Incorrect padding")
"""
NO_IMAGE_DATA = """
if "base64," in json.dumps(given):
    raise ValueError("Incorrect padding")
"""
NEEDS_ITEMS = """
if '"array"' in json.dumps(given) and '"items"' not in json.dumps(given):
    raise ValueError("strict mode requires array items")
"""
NO_ITEMS = {
    "name": "get_weather",
    "description": "Tells the weather.",
    "parameters": {
        "type": "object",
        "properties": {"days": {"type": "array", "contains": {"type": "string"}}},
        "required": ["days"],
        "additionalProperties": False,
    },
}
PICTURE = {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}}
TWO_MESSAGES_OF_IMAGES = [
    {"role": "user", "content": [{**PICTURE, "image_url": "https://example.org/cat.png"}]},
    {"role": "user", "content": [PICTURE, {**PICTURE, "image_url": {"url": "https://example.org/dog.png"}}]},
]
EMPTY_REFUSAL = 'result["input"][-1]["content"].append({"type": "refusal", "refusal": ""})'
EMPTY_PART = 'result["input"][-1]["content"].insert(0, {"type": "output_text", "text": ""})'
PLACES_IN_THE_SOURCE = """
calls = given["choices"][0]["message"]["tool_calls"]
for call in result["tool_calls"]:
    call["index"] = next(place for place, one in enumerate(calls) if one.get("id") == call["id"])
"""
DESCRIBED_BY_TITLE = 'result["function"]["description"] = given["title"]'
DESCRIBED_BY_ROOT = 'result["function"]["description"] = given["inputSchema"]["description"]'
UNKNOWN_MEMBER = 'result["function"]["requires_confirmation"] = False'
TWO_TEXTS = [
    {"role": "developer", "content": [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]},
    USER,
]
REFUSAL = {"role": "assistant", "content": [{"type": "text", "text": ""}], "refusal": "I cannot."}
LEGAL = [
    pytest.param(MESSAGES, RENAMED_IDS, ANSWERED, {"MSG-18"}, id="ids renamed in call and output alike"),
    pytest.param(MESSAGES, ONE_PART, ANSWERED, (), id="a result as one part"),
    pytest.param(MESSAGES, JOINED, TWO_TEXTS, (), id="two texts joined in one"),
    pytest.param(
        MESSAGES,
        EMPTY_REFUSAL,
        [USER, {"role": "assistant", "content": "Hi", "refusal": ""}],
        (),
        id="an empty refusal that stays",
    ),
    pytest.param(MESSAGES, EMPTY_PART, [USER, REFUSAL], (), id="an empty part that stays"),
    pytest.param(MESSAGES, "pass", TWO_MESSAGES_OF_IMAGES, (), id="images in two messages, one of them a string"),
    pytest.param(OUTPUT, NO_CONTENT, [ITEM], (), id="no content beside calls"),
    pytest.param(OUTPUT, NULL_FOR_NOTHING, [], (), id="null for an empty response"),
    pytest.param(
        OUTPUT,
        ADDED_REASONING,
        [{"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Thinking."}]}],
        (),
        id="reasoning under a key of its own",
    ),
    pytest.param(CHAT_ANSWER, PLACES_IN_THE_SOURCE, ANSWER, (), id="an index that is the place in the answer"),
    pytest.param(
        ONE_TOOL,
        DESCRIBED_BY_TITLE,
        {"name": "get_weather", "title": "Weather", "inputSchema": {"type": "object"}},
        (),
        id="a title for a missing description",
    ),
    pytest.param(
        ONE_TOOL,
        DESCRIBED_BY_ROOT,
        {"name": "get_weather", "inputSchema": {"type": "object", "description": "Weather."}},
        (),
        id="the schema's description for a missing one",
    ),
    pytest.param(MESSAGES, CHECKS_BASE64, "multimodal-message", (), id="a document's dots for the data of an image"),
    pytest.param(MESSAGES, NO_IMAGE_DATA, "only-an-image", ("CONV-1",), id="the data of an image"),
    pytest.param(ONE_TOOL, UNKNOWN_MEMBER, tool(), (), id="a member that Chat takes"),
    pytest.param(
        ONE_TOOL,
        "pass",
        tool(properties={"days": {"type": "array", "items": 0}}),
        (),
        id="what the API refuses stood in the source",
    ),
    *(
        pytest.param(
            operation, NEEDS_ITEMS, given, expected, id=f"an array without items, {operation}, strict {strict}"
        )
        for strict, expected in ((True, ()), (False, ("CONV-1",)))
        for operation, given in (
            (PROVIDER_TOOL, {"provider": "openai-responses", "definition": {**NO_ITEMS, "strict": strict}}),
            (REGISTRY, [{"type": "function", "function": {**NO_ITEMS, "strict": strict}}]),
        )
    ),
    pytest.param(
        PROVIDER_TOOL,
        NEEDS_ITEMS,
        {"provider": "google", "definition": {**NO_ITEMS, "strict": True}},
        ("PRV-4",),
        id="an array without items, strict, for an API without strict mode",
    ),
    pytest.param(
        ITEMS,
        'if any("detail" in str(item) for item in given): raise ValueError("detail")',
        [ORIGINAL, {"type": "web_search_call", "id": "ws_1", "status": "completed"}],
        (),
        id="a call that fails for something else than an item without a twin",
    ),
]


@pytest.mark.parametrize(("operation", "given"), UNREAL)
def test_what_nobody_can_send_may_be_refused(charged, operation: str, given: Any) -> None:
    assert charged(operation, REFUSES, given) == set()


@pytest.mark.parametrize(("operation", "change", "given", "expected"), LEGAL)
def test_a_legal_result_is_not_charged(
    charged, operation: str, change: str, given: Any, expected: Collection[str]
) -> None:
    assert charged(operation, reference_with(change, operation), given) == set(expected)
