"""What the set `safe` accepts although a document forbids it, and what is beside it and does hurt."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import pytest

from tests.commands.converters import (
    ANSWER,
    ASKED,
    CALL,
    CHAT_ANSWER,
    CHAT_TOOLS,
    FLAT_TOOLS,
    ITEM,
    ITEMS,
    MESSAGES,
    ONE_TOOL,
    OUTPUT,
    REFUSES,
    REGISTRY,
    USER,
    reference_with,
    tool,
)

PROVIDER = "tool-definition-to-provider-tool"


def closing(parameters: str, condition: str) -> str:
    """Return a change that closes each object of `parameters` for which a condition on `node` is true."""
    return f"""
def closed(node):
    if isinstance(node, list):
        return [closed(member) for member in node]
    if not isinstance(node, dict):
        return node
    node = {{key: closed(member) for key, member in node.items()}}
    return node | {{"additionalProperties": False}} if {condition} else node

{parameters} = closed({parameters})
"""


OF_CHAT, OF_RESPONSES = 'result["function"]["parameters"]', 'result[0]["parameters"]'
OF_REGISTRY, OF_PROVIDER = 'result[0]["function"]["parameters"]', 'result["input_schema"]'
LISTED, OBJECTS = 'isinstance(node.get("properties"), dict)', 'node.get("type") == "object"'
CITY = {"city": {"type": "string"}}
PLACE = {"place": {"type": "object", "properties": CITY}}
DEFINED = {"properties": {"place": {"$ref": "#/$defs/place"}}, "$defs": PLACE}
EITHER = {"anyOf": [{"type": "object", "properties": CITY}, {"type": "null"}]}
COMBINED = {"allOf": [{"type": "object", "properties": CITY}, {"type": "object", "properties": PLACE}]}
CHAT_TOOL = {"type": "function", "function": {"name": "a", "parameters": tool(properties=PLACE)["inputSchema"]}}
REGISTERED = {"type": "function", "function": {**CHAT_TOOL["function"], "description": "Weather."}}
CLAUDE = {
    "provider": "anthropic",
    "definition": {**CHAT_TOOL["function"], "description": "Weather."},
}


def answer_of(*arguments: str) -> Any:
    """Return an answer with a call for each of some arguments."""
    answer = json.loads(json.dumps(ANSWER))
    answer["choices"][0]["message"]["tool_calls"] = [
        {**CALL, "id": f"call_{number}", "function": {"name": f"look_{number}", "arguments": text}}
        for number, text in enumerate(arguments)
    ]
    return answer


def leaving_out(report: str) -> str:
    """Return a change that leaves out all calls. report: a statement about `call`, the name of one."""
    return f"""
import logging

for call in [one["name"] for one in result["tool_calls"]]:
    {report}
result["tool_calls"] = []
"""


REFUSED_KEY = """
for call in result["tool_calls"]:
    call |= {"arguments": None, "error": "no such key: " + json.dumps(call["arguments"])}
"""
CALLS_FIRST = """
result["input"].sort(key=lambda item: (item.get("role") == "assistant", item.get("role") != "user"))
"""
BOTH = [USER, {**ASKED[1], "content": "I look."}]
STREAM = "responses-stream-to-tool-calls"
HALF_CALL = """
result["tool_calls"] = [
    {{"id": "call_1", "type": "function", "name": "get_weather", "arguments": {}, "index": None}}
]
"""
STARTED = {
    "id": "resp_1", "object": "response", "created_at": 1, "status": "in_progress", "error": None, "output": [],
    "incomplete_details": None, "instructions": None, "metadata": {}, "model": "gpt-5", "parallel_tool_calls": True,
    "temperature": 1, "tool_choice": "auto", "tools": [], "top_p": 1, "usage": None,
}  # fmt: skip
ADDED_STATE = {"status": "in_progress", "arguments": ""}
ADDED = {**ITEM, "id": "fc_1", **ADDED_STATE}
CUT_STREAM = [
    {"type": "response.created", "sequence_number": 0, "response": STARTED},
    {"type": "response.output_item.added", "sequence_number": 1, "output_index": 0, "item": ADDED},
]
WHOLE_CHARACTERS = """
result["content"] = result["content"].encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
"""
PLACE_OF_TEXT = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
FACE = {"type": "output_text", "text": "\U0001f600", "annotations": [], "logprobs": []}
SAID = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [FACE]}
BEGUN = {**SAID, "status": "in_progress", "content": []}
HALVES = [
    {"sequence_number": number, **event}
    for number, event in enumerate(
        [
            {"type": "response.created", "response": STARTED},
            {"type": "response.output_item.added", "output_index": 0, "item": BEGUN},
            {"type": "response.content_part.added", **PLACE_OF_TEXT, "part": {**FACE, "text": ""}},
            {"type": "response.output_text.delta", **PLACE_OF_TEXT, "delta": "\ud83d", "logprobs": []},
            {"type": "response.output_text.delta", **PLACE_OF_TEXT, "delta": "\ude00", "logprobs": []},
            {"type": "response.output_text.done", **PLACE_OF_TEXT, "text": "\U0001f600", "logprobs": []},
            {"type": "response.content_part.done", **PLACE_OF_TEXT, "part": FACE},
            {"type": "response.output_item.done", "output_index": 0, "item": SAID},
            {"type": "response.completed", "response": {**STARTED, "status": "completed", "output": [SAID]}},
        ]
    )
]


def overlapping(*texts: str) -> list[dict[str, Any]]:
    """A stream of messages, one of each text, of which the last begins and ends first."""
    parts = [{**FACE, "text": text} for text in texts]
    items = [{**SAID, "id": f"msg_{n}", "content": [part]} for n, part in enumerate(parts)]
    places = [{"item_id": f"msg_{n}", "output_index": n, "content_index": 0} for n in range(len(items))]
    begun = [
        {"type": "response.output_item.added", "output_index": n, "item": {**item, **BEGUN, "id": item["id"]}}
        for n, item in enumerate(items)
    ]
    ended = [
        event
        for n, item in reversed(list(enumerate(items)))
        for event in (
            {"type": "response.content_part.added", **places[n], "part": {**FACE, "text": ""}},
            {"type": "response.output_text.delta", **places[n], "delta": texts[n], "logprobs": []},
            {"type": "response.output_text.done", **places[n], "text": texts[n], "logprobs": []},
            {"type": "response.content_part.done", **places[n], "part": parts[n]},
            {"type": "response.output_item.done", "output_index": n, "item": item},
        )
    ]
    whole = {"type": "response.completed", "response": {**STARTED, "status": "completed", "output": items}}
    events = [{"type": "response.created", "response": STARTED}, *begun, *ended, whole]
    return [{"sequence_number": number, **event} for number, event in enumerate(events)]


LAST_FIRST = 'result["tool_calls"].reverse()'
TWO_ITEMS = [{**ITEM, "id": f"fc_{n}", "call_id": f"call_{n}", "status": "completed"} for n in range(2)]


def calls_that_end(*order: int) -> list[dict[str, Any]]:
    """A stream of two calls that end in this order."""
    added = [
        {"type": "response.output_item.added", "output_index": number, "item": item | ADDED_STATE}
        for number, item in enumerate(TWO_ITEMS)
    ]
    ended = [
        event
        for number in order
        for event in (
            {
                "type": "response.function_call_arguments.done",
                "item_id": f"fc_{number}",
                "output_index": number,
                "name": ITEM["name"],
                "arguments": ITEM["arguments"],
            },
            {"type": "response.output_item.done", "output_index": number, "item": TWO_ITEMS[number]},
        )
    ]
    whole = {"type": "response.completed", "response": {**STARTED, "status": "completed", "output": TWO_ITEMS}}
    events = [{"type": "response.created", "response": STARTED}, *added, *ended, whole]
    return [{"sequence_number": number, **event} for number, event in enumerate(events)]


SECOND_FIRST = 'result["content"] = result["content"][::-1]'
OVERLAPPING = overlapping("a", "b")
OUTPUT_CALLS = "responses-output-to-tool-calls"
LISTED_CALL = """
result["tool_calls"] = [
    {"id": item["call_id"], "type": "function", "name": item.get("name", "tool"), "arguments": {}, "index": None}
    for item in given["output"]
]
result["finish_reason"] = "tool_calls"
"""
HALF_LISTED = LISTED_CALL.replace("{}", "None")
COMPUTER = {
    "type": "computer_call", "id": "cu_1", "call_id": "call_1", "status": "completed", "pending_safety_checks": [],
    "action": {"type": "screenshot"},
}  # fmt: skip
CUSTOM = {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_1", "name": "run", "input": "ls"}


def answer_with(item: dict[str, Any], status: str = "completed") -> dict[str, Any]:
    details = {"reason": "max_output_tokens"} if status == "incomplete" else None
    return {**STARTED, "status": status, "incomplete_details": details, "output": [item]}


UNITED = {
    "provider": "anthropic",
    "definition": {
        "name": "open_page",
        "description": "Opens a page.",
        "parameters": {
            "type": "object",
            "properties": {"id": {"type": "string"}, "url": {"type": "string"}},
            "anyOf": [{"required": ["id"]}, {"required": ["url"]}],
        },
    },
}
UNTITLED = """
for node in result.get("input_schema", {}).get("properties", {}).values():
    node.pop("title", None)
    node.setdefault("description", "")
"""
TITLED = {
    "provider": "anthropic",
    "definition": {
        "name": "a",
        "description": "Weather.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string", "title": "City"}}},
    },
}
SAYS_NOTHING = 'result["content"] = result["content"] or "{}"'
UNION_STAYS = 'result["input_schema"] = given["definition"]["parameters"]'
# Behaviour that a document forbids, or a case describes, and that no user is hurt by: `safe` accepts it.
SETTLED = [
    pytest.param(
        CHAT_ANSWER, leaving_out("logging.warning(call)"), "no-json", (), {"CALL-7"}, id="malformed: left out, reported"
    ),
    pytest.param(
        CHAT_ANSWER, REFUSED_KEY, answer_of('{"__proto__": {}}'), (), {"CALL-3"}, id="a key that parsers refuse"
    ),
    pytest.param(MESSAGES, CALLS_FIRST, BOTH, (), {"MSG-7"}, id="a call before the text of its message"),
    pytest.param(STREAM, HALF_CALL.format("''"), CUT_STREAM, (), (), id="half a call: no JSON, not done"),
    pytest.param(STREAM, WHOLE_CHARACTERS, HALVES, (), (), id="halves of a surrogate pair joined to the character"),
    pytest.param(STREAM, LAST_FIRST, calls_that_end(1, 0), (), {"CALL-1"}, id="calls in the order in which they end"),
    pytest.param(STREAM, SECOND_FIRST, OVERLAPPING, (), {"CALL-9"}, id="messages in the order in which they arrive"),
    pytest.param(OUTPUT_CALLS, LISTED_CALL, answer_with(COMPUTER), (), {"CALL-1"}, id="a call for the computer"),
    pytest.param(OUTPUT_CALLS, LISTED_CALL, answer_with(CUSTOM, "incomplete"), (), {"CALL-1"}, id="a custom call"),
    pytest.param(
        OUTPUT_CALLS,
        HALF_LISTED,
        "incomplete-half-call",
        (),
        {"CALL-1"},
        id="half a call that cannot run",
    ),
    pytest.param(PROVIDER, UNION_STAYS, UNITED, (), (), id="a union at the root that the definition has"),
    pytest.param(PROVIDER, UNTITLED, TITLED, (), (), id="a title that goes, an empty description that comes"),
    pytest.param(OUTPUT, SAYS_NOTHING.format(""), [], (), {"OUT-6"}, id="an empty text for an empty response"),
    *(
        pytest.param(ONE_TOOL, closing(OF_CHAT, LISTED), tool(**schema), (), {"MCP-3"}, id=f"closed: {name}")
        for name, schema in {
            "listed properties": {"properties": CITY},
            "listed properties below": {"properties": PLACE},
            "a definition": DEFINED,
            "a branch": {"properties": {"place": EITHER}},
        }.items()
    ),
    pytest.param(
        FLAT_TOOLS, closing(OF_RESPONSES, LISTED), [tool(properties=PLACE)], (), {"M2R-1b"}, id="closed: flat tools"
    ),
    pytest.param(CHAT_TOOLS, closing(OF_RESPONSES, LISTED), [REGISTERED], (), {"TR-3"}, id="closed: Chat tools"),
    pytest.param(REGISTRY, closing(OF_REGISTRY, LISTED), [REGISTERED], (), {"REG-5"}, id="closed: registry tools"),
    pytest.param(PROVIDER, closing(OF_PROVIDER, LISTED), CLAUDE, (), {"LAW-4"}, id="closed: Anthropic's tools"),
]
# What is beside it, and does hurt.
STILL_UNSAFE = [
    pytest.param(
        CHAT_ANSWER,
        REFUSED_KEY.replace("json.dumps", "str"),
        answer_of('{"__proto__": {}}'),
        {"CALL-3"},
        id="a key that parsers refuse: its text is lost",
    ),
    pytest.param(CHAT_ANSWER, leaving_out("pass"), "no-json", {"CALL-7"}, id="malformed: not reported"),
    pytest.param(OUTPUT, SAYS_NOTHING.format("None"), [], {"OUT-6"}, id="a text for an empty response"),
    pytest.param(CHAT_ANSWER, leaving_out("logging.info(call)"), "no-json", {"CALL-7"}, id="malformed: no warning"),
    pytest.param(
        CHAT_ANSWER, leaving_out("logging.warning('Left out.')"), "no-json", {"CALL-7"}, id="malformed: not named"
    ),
    pytest.param(
        CHAT_ANSWER, leaving_out("logging.warning(call)"), "blank-arguments", {"CALL-7"}, id="blank arguments"
    ),
    pytest.param(
        OUTPUT_CALLS,
        LISTED_CALL.replace("{}", '{"city": None}'),
        "incomplete-half-call",
        {"CALL-1", "CALL-13"},
        id="half a call that looks whole",
    ),
    pytest.param(STREAM, LAST_FIRST, calls_that_end(0, 1), {"CALL-1"}, id="calls in no order"),
    pytest.param(STREAM, HALF_CALL.format("{}"), CUT_STREAM, {"CALL-10"}, id="half a call: an empty object"),
    pytest.param(
        STREAM, HALF_CALL.format("''") + "result['done'] = True", CUT_STREAM, {"CALL-10"}, id="half a call: done"
    ),
    *(
        pytest.param(ONE_TOOL, closing(OF_CHAT, OBJECTS), tool(**schema), {"LAW-4"}, id=f"closed: {name}")
        for name, schema in {
            "no properties": {},
            "no properties in it": {"properties": {}},
            "no properties below": {"properties": {"place": {"type": "object"}}},
            "properties by pattern": {"properties": CITY, "patternProperties": {"^x-": {}}},
            "other properties allowed": {"properties": CITY, "additionalProperties": True},
            "other properties described": {"properties": CITY, "additionalProperties": {"type": "string"}},
            "objects that are combined": {"properties": {"place": COMBINED}},
            "a reference beside which it is closed": {"$ref": "#/$defs/place", **DEFINED},
            "a required property that is not listed": {"properties": CITY, "required": ["country"]},
        }.items()
    ),
]


@pytest.mark.parametrize(("operation", "change", "given", "safe", "documents"), SETTLED)
def test_safe_accepts_what_only_a_document_forbids(
    charged_in, operation: str, change: str, given: Any, safe: Collection[str], documents: Collection[str]
) -> None:
    assert charged_in(operation, reference_with(change, operation), given) == (set(safe), set(documents))


def screenshot(**image: str) -> Any:
    """Return a conversation in which a tool returned an image."""
    result = [{"type": "input_text", "text": "Seen."}, {"type": "input_image", **image}]
    return [USER, ITEM, {"type": "function_call_output", "call_id": "call_1", "output": result}]


BY_ID, BY_URL = screenshot(file_id="file-1"), screenshot(image_url="https://example.org/a.png")
NO_IMAGE = "Only images with a URL are supported."
CUSTOM_ITEM = {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_0", "name": "run", "input": "ls"}
RESPONSE = {**STARTED, "status": "completed", "output": [{**ITEM, "id": "fc_1", "status": "completed"}, CUSTOM_ITEM]}
NO_CUSTOM = "Custom tool calls are not supported."
DEFINITION = {"name": "a", "description": "A.", "parameters": {"type": "object", "properties": {"anything": False}}}
CRASH = "'CustomToolCall' has no attribute 'name'"
DOTS = {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,..."}}
REFUSALS = [
    pytest.param(ITEMS, "file_id", BY_ID, NO_IMAGE, (), id="an image by id"),
    pytest.param(ITEMS, "file_id", BY_ID, "image_url", {"INP-7"}, id="an image by id: a missing key"),
    pytest.param(ITEMS, "file_id", BY_ID, "This is not supported.", {"INP-7"}, id="an image by id: not named"),
    pytest.param(ITEMS, "image_url", BY_URL, NO_IMAGE, {"INP-7"}, id="an image by URL"),
    pytest.param(CHAT_ANSWER, "custom", "custom-tool", NO_CUSTOM, (), id="a call of a custom tool"),
    pytest.param(CHAT_ANSWER, "custom", "custom-tool", CRASH, {"CONV-1"}, id="a call of a custom tool: a crash"),
    pytest.param(CHAT_ANSWER, "call_", "two-calls", NO_CUSTOM, {"CONV-1"}, id="no call of a custom tool"),
    pytest.param(OUTPUT_CALLS, "custom", RESPONSE, NO_CUSTOM, (), id="an item of a custom tool"),
    pytest.param(OUTPUT_CALLS, "custom", RESPONSE, CRASH, {"CONV-1"}, id="an item of a custom tool: a crash"),
    pytest.param(MESSAGES, "base64,...", [{"role": "user", "content": [DOTS]}], "no base64", (), id="dots for data"),
    pytest.param(
        PROVIDER, "false", {"provider": "google", "definition": DEFINITION}, "no items", (), id="a boolean property"
    ),
]
INCOMPLETE = [
    CUT_STREAM[0],
    {"type": "response.incomplete", "sequence_number": 1, "response": {
        **STARTED, "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}},
]  # fmt: skip


def test_an_incomplete_answer_is_no_stream_that_was_cut(charged_in) -> None:
    source = REFUSES.replace("raise", 'if "response.incomplete" in json.dumps(_value):\n        raise')
    source += "\n    return reference.responses_stream_to_tool_calls(_value)"
    assert charged_in(STREAM, source, INCOMPLETE)[0] == {"CALL-13"}


@pytest.mark.parametrize(("operation", "mark", "given", "error", "rules"), REFUSALS)
def test_an_error_may_name_what_the_target_has_no_form_for(
    charged_in, operation: str, mark: str, given: Any, error: str, rules: Collection[str]
) -> None:
    source = f"""
def convert(given):
    if {mark!r} in json.dumps(given):
        raise ValueError({error!r})
    return reference.{operation.replace("-", "_")}(given)
"""
    assert charged_in(operation, source, given)[0] == set(rules)


@pytest.mark.parametrize(("operation", "change", "given", "rules"), STILL_UNSAFE)
def test_safe_does_not_accept_what_changes_the_meaning(
    charged_in, operation: str, change: str, given: Any, rules: Collection[str]
) -> None:
    assert charged_in(operation, reference_with(change, operation), given)[0] == set(rules)
