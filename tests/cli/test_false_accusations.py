"""Correct converters, and those with one defect, through the whole command: which rules are charged for an input.

Each row is a converter that was once accused of something it does not do.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

MESSAGES, ITEMS = "chat-messages-to-responses-input", "responses-input-to-chat-messages"
OUTPUT, CHAT_ANSWER = "responses-output-to-chat-message", "chat-response-to-tool-calls"
ONE_TOOL, TOOLS, FLAT_TOOLS = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"
CHAT_TOOLS, REGISTRY = "chat-tools-to-responses-tools", "registry-tools-to-chat-tools"
PROVIDER = "tool-definition-to-provider-tool"

REFUSES = 'def convert(_value):\n    raise ValueError("refused")'
IMPORTS = "import copy\nimport json\n\nfrom conformance import reference\n\n"


def reference_with(change: str, operation: str) -> str:
    """Return a converter that is the reference but for a change of `result`, which the input `given` gave."""
    convert = operation.replace("-", "_")
    body = "\n".join(f"    {line}" for line in change.splitlines())
    return f"def convert(given):\n    result = reference.{convert}(copy.deepcopy(given))\n{body}\n    return result"


def tool(**schema: Any) -> dict[str, Any]:
    return {"name": "get_weather", "description": "Weather.", "inputSchema": {"type": "object", **schema}}


USER = {"role": "user", "content": "Hi"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
ASKED = [USER, {"role": "assistant", "content": None, "tool_calls": [CALL]}]
ANSWERED = [*ASKED, {"role": "tool", "tool_call_id": "call_1", "content": "Rain."}]
ITEM = {"type": "function_call", "call_id": "call_1", "name": "get_weather", "arguments": "{}"}
ITEMS_OF_A_CALL = [USER, ITEM, {"type": "function_call_output", "call_id": "call_1", "output": "Rain."}]
INLINE = [
    USER,
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Rain."}]},
]

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
CUSTOM_CALL = {"id": "call_0", "type": "custom", "custom": {"name": "run", "input": "ls"}}
ANSWER = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4o",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": None, "refusal": None, "tool_calls": [CUSTOM_CALL, CALL]},
        }
    ],
}
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
    pytest.param(ONE_TOOL, UNKNOWN_MEMBER, tool(), (), id="a member that Chat takes"),
    pytest.param(
        ONE_TOOL,
        "pass",
        tool(properties={"days": {"type": "array", "items": 0}}),
        (),
        id="what the API refuses stood in the source",
    ),
]


@pytest.fixture
def reported(here: Path, run_in: Run):
    """Certifies a converter with one input, or with the case of that id; gives the report."""

    def report(operation: str, source: str, given: Any) -> Any:
        (here / "acme.py").write_text(IMPORTS + source, "utf-8")
        (here / "input.json").write_text(json.dumps(given), "utf-8")
        inputs = ("--case", given) if isinstance(given, str) else ("--input", "input.json")
        arguments = ("--bind", f"{operation}=acme:convert", "--contract", operation, *inputs)
        done = run_in(here, "certify", *arguments, "--json", "report.json")
        assert done.err == ""
        return json.loads((here / "report.json").read_text("utf-8"))

    return report


@pytest.fixture
def charged(reported):
    """Certifies a converter with one input; gives the rules that count and fail."""

    def charge(operation: str, source: str, given: Any) -> set[str]:
        rules = reported(operation, source, given)["rules"]
        return {rule["id"] for rule in rules if rule["verdict"] == "fail" and rule["level"] == "MUST"}

    return charge


@pytest.fixture
def charged_in(reported):
    """Certifies a converter with one input; gives the rules that decide against `safe`, and against `documents`."""

    def charge(operation: str, source: str, given: Any) -> tuple[set[str], set[str]]:
        report = reported(operation, source, given)
        failing = {rule["id"] for rule in report["rules"] if rule["verdict"] == "fail"}  # others may not have run
        failed = {one["name"]: {failure["rule"] for failure in one["failed"]} for one in report["sets"]}
        return failing & failed["safe"], failing & failed["documents"]

    return charge


@pytest.mark.parametrize(("operation", "given"), UNREAL)
def test_what_nobody_can_send_may_be_refused(charged, operation: str, given: Any) -> None:
    assert charged(operation, REFUSES, given) == set()


@pytest.mark.parametrize(("operation", "change", "given", "expected"), LEGAL)
def test_a_legal_result_is_not_charged(
    charged, operation: str, change: str, given: Any, expected: Collection[str]
) -> None:
    assert charged(operation, reference_with(change, operation), given) == set(expected)


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


NEEDS_CONTENT = """
for message in given:
    message["content"]
"""
NO_AUDIO = """
if "input_audio" in json.dumps(given):
    raise ValueError("no audio")
"""
ONLY_OBJECTS = """
for item in given:
    if not isinstance(json.loads(item["arguments"]), dict):
        raise ValueError("arguments are no object")
"""
LOSES_IMAGES = """
for item in result["input"]:
    item["content"] = [part for part in item["content"] if part["type"] != "input_image"]
"""
OTHER_CALL_ID = """
for item in result["input"]:
    if item.get("type") == "function_call":
        item["call_id"] = "fc_" + item["call_id"]
"""
IMAGE = {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}}
AUDIO = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
FILE = {"type": "file", "file": {"file_id": "file-1"}}

CAUSES = [
    pytest.param(
        MESSAGES,
        NEEDS_CONTENT,
        [{"role": "user", "content": [FILE]}, {"role": "assistant", "tool_calls": [CALL]}, ANSWERED[-1]],
        {"MSG-16a", "MSG-19", "MSG-9", "MSG-3", "ALL-6"},
        id="a key that is missing elsewhere",
    ),
    pytest.param(
        MESSAGES,
        NO_AUDIO,
        [{"role": "user", "content": [FILE, IMAGE, AUDIO]}],
        {"MSG-16a", "MSG-9", "MSG-3", "ALL-6", "MSG-2"},
        id="audio beside a file",
    ),
    pytest.param(
        OUTPUT,
        ONLY_OBJECTS,
        [{**ITEM, "arguments": "null"}],
        {"OUT-1a", "OUT-1", "ALL-6"},
        id="arguments that are no object",
    ),
    pytest.param(
        MESSAGES,
        LOSES_IMAGES,
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}, IMAGE | {"cache_control": {}}]}],
        {"MSG-9"},
        id="an image that is lost with and without cache_control",
    ),
    pytest.param(
        MESSAGES,
        OTHER_CALL_ID,
        ANSWERED,
        {"MSG-7", "MSG-12", "MSG-17"},
        id="a call under another id is not lost",
    ),
]


@pytest.mark.parametrize(("operation", "change", "given", "innocent"), CAUSES)
def test_a_defect_is_not_charged_to_what_stands_beside_it(
    charged, operation: str, change: str, given: Any, innocent: Collection[str]
) -> None:
    assert charged(operation, reference_with(change, operation), given).isdisjoint(innocent)


LOSES_A_KEYWORD = """
def without(value):
    if isinstance(value, dict):
        return {key: without(member) for key, member in value.items() if key != "pattern"}
    return [without(member) for member in value] if isinstance(value, list) else value

result["function"]["parameters"] = without(result["function"]["parameters"])
"""
LOW_DETAIL = """
for item in result["input"]:
    for part in item["content"]:
        if part.get("detail") == "high":
            part["detail"] = "low"
"""
LOSES_ARGUMENTS = """
for call in result["tool_calls"]:
    call["arguments"] = {}
"""


@pytest.mark.parametrize(
    ("operation", "change", "given", "rule", "message", "small"),
    [
        pytest.param(
            ONE_TOOL,
            LOSES_A_KEYWORD,
            tool(properties={"postal_code_of_the_place": {"type": "string", "pattern": "^[0-9]{5}$"}}, title="A title"),
            "MCP-3",
            '"pattern" is lost here; wanted "^[0-9]{5}$"',
            {
                "name": "get_weather",
                "inputSchema": {"type": "object", "properties": {"city": {"pattern": "^[0-9]{5}$"}}},
            },
            id="a keyword and its value stay",
        ),
        pytest.param(
            MESSAGES,
            LOW_DETAIL,
            [USER, {"role": "user", "content": [{**IMAGE, "image_url": {**IMAGE["image_url"], "detail": "high"}}]}],
            "MSG-2",
            'detail: wanted "high", got "low"',
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "image_url", "image_url": {"url": "https://example.org/a.png", "detail": "high"}}
                    ],
                }
            ],
            id="a word of the API stays",
        ),
    ],
)
def test_evidence_is_what_people_send_and_shows_the_same_defect(
    here: Path, run_in: Run, operation: str, change: str, given: Any, rule: str, message: str, small: Any
) -> None:
    (here / "acme.py").write_text(IMPORTS + reference_with(change, operation), "utf-8")
    (here / "input.json").write_text(json.dumps(given), "utf-8")
    arguments = ("--bind", f"{operation}=acme:convert", "--contract", operation, "--rule", rule)
    run_in(here, "certify", *arguments, "--input", "input.json", "--json", "report.json")
    (result,) = json.loads((here / "report.json").read_text("utf-8"))["rules"]
    (evidence,) = result["evidence"]
    assert (evidence["message"], evidence["input"]) == (message, small)


def test_messages_name_the_call_that_lost_its_arguments(here: Path, run_in: Run) -> None:
    calls = [
        {**CALL, "id": f"call_{number}", "function": {"name": "get_weather", "arguments": text}}
        for number, text in enumerate(("{}", '{"city": "Paris", "days": 3}'))
    ]
    answer = json.loads(json.dumps(ANSWER))
    answer["choices"][0]["message"]["tool_calls"] = calls
    (here / "acme.py").write_text(IMPORTS + reference_with(LOSES_ARGUMENTS, CHAT_ANSWER), "utf-8")
    (here / "input.json").write_text(json.dumps(answer), "utf-8")
    bound = ("--bind", f"{CHAT_ANSWER}=acme:convert", "--contract", CHAT_ANSWER, "--rule", "CALL-3")
    run_in(here, "certify", *bound, "--input", "input.json", "--json", "report.json")
    (result,) = json.loads((here / "report.json").read_text("utf-8"))["rules"]
    assert "call lost its arguments: wanted {" in result["evidence"][0]["message"]
    assert result["evidence"][0]["message"].endswith("got {}")
