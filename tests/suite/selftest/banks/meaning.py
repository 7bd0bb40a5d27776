"""Converters with one small change of meaning each, which a check of shapes does not see; each fails the set `safe`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance import reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import Bank, quietly
from tests.suite.selftest.banks.destructive import OTHER, changed, of_schema, under
from tests.suite.selftest.banks.tool_loop_steps import Loop, Object
from tests.suite.selftest.model import Convert
from tests.suite.selftest.mutators.tools import of_declarations

Schema = dict[str, Any]

# Schemas that say something else: LAW-7.


def other_description(node: Schema) -> Schema:
    """Replace the description of a property by another text."""
    return node | {"description": OTHER} if isinstance(node.get("description"), str) else node


def other_format(node: Schema) -> Schema:
    """Replace a format by another one."""
    return node | {"format": "password"} if isinstance(node.get("format"), str) else node


def other_default(node: Schema) -> Schema:
    """Replace a default by another one, where it is still there."""
    return node | {"default": "other"} if "default" in node else node


SCHEMA_CHANGES = {
    "property_description_replaced": other_description,
    "format_replaced": other_format,
    "default_replaced": other_default,
}


# No default is left in what these give.
WITHOUT_DEFAULTS = frozenset({"mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"})


def schemas(
    operation: str, convert: Convert, of_result: Callable[[Callable[[Any], Any]], Callable[[Any], Any]]
) -> Bank:
    """Return the converters that change what the schemas of an operation say."""
    bank = Bank(operation)
    for name, change in SCHEMA_CHANGES.items():
        if name == "default_replaced" and operation in WITHOUT_DEFAULTS:
            continue
        bank.add(name, changed(convert, of_result(of_schema(defects.at_objects(change)))), "LAW-7", sets=("safe",))
    return bank


def each(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Make a change of each entry of a list."""
    return lambda result: [change(element) for element in result] if isinstance(result, list) else result


def itself(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a change as it is."""
    return change


def of_tools(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Make a change of each tool of a request."""
    return under("tools", each(change))


# Parsed answers: usage, and why an answer ended.


def wrong_usage(result: Any) -> Any:
    """Count no token."""
    return result | {"usage": {"total_tokens": 0}} if result.get("usage") else result


def without_usage(result: Any) -> Any:
    """Leave the usage out."""
    return {key: value for key, value in result.items() if key != "usage"}


def always_stop(result: Any) -> Any:
    """Say of every answer without a call that it came to its end."""
    hidden = ("incomplete_details", "status", "reason")
    shown = {key: value for key, value in result.items() if key not in hidden}
    return shown | {"finish_reason": "stop"} if not result.get("tool_calls") else result


def parsers(operation: str, convert: Convert, usage: str, reason: str) -> Bank:
    """Return the converters of a parser. usage, reason: the rules that convict them."""
    bank = Bank(operation)
    bank.add("usage_left_out", changed(convert, without_usage), usage, sets=("safe",))
    bank.add("usage_replaced", changed(convert, wrong_usage), usage, sets=("safe",))
    bank.add("length_as_stop", changed(convert, always_stop), reason, sets=("safe",))
    return bank


# Conversations: custom tools, and what nobody said.


def written(kinds: tuple[str, ...], key: str, text: str = "") -> Callable[[Any], Any]:
    """Make a change that puts a text under a key that parts or items of some types have."""

    def change(value: Any) -> Any:
        if isinstance(value, dict):
            is_one = value.get("type") in kinds
            members = {name: change(member) for name, member in value.items()}
            return members | {key: text} if is_one and key in value else members
        return [change(member) for member in value] if isinstance(value, list) else value

    return change


INSTRUCTION = "You are a helpful assistant."
MESSAGES, INPUT = Bank("responses-input-to-chat-messages"), Bank("chat-messages-to-responses-input")
MESSAGES.add(
    "system_message_invented",
    lambda given: [{"role": "system", "content": INSTRUCTION}, *reference.responses_input_to_chat_messages(given)],
    "INP-8",
    sets=("safe",),
)
INPUT.add(
    "system_message_invented",
    changed(
        reference.chat_messages_to_responses_input,
        lambda result: result if "instructions" in result else result | {"instructions": INSTRUCTION},
    ),
    "MSG-21",
    sets=("safe",),
)
MESSAGES.add(
    "custom_input_emptied",
    lambda given: reference.responses_input_to_chat_messages(written(("custom_tool_call",), "input")(given)),
    "INP-5",
    sets=("safe",),
)
MESSAGES.add(
    "custom_calls_of_another_name",
    lambda given: reference.responses_input_to_chat_messages(written(("custom_tool_call",), "name", OTHER)(given)),
    "INP-5",
    sets=("safe",),
)
MESSAGES.add(
    "custom_output_emptied",
    lambda given: reference.responses_input_to_chat_messages(written(("custom_tool_call_output",), "output")(given)),
    "INP-5",
    sets=("safe",),
)
INPUT.add(
    "custom_input_emptied",
    changed(reference.chat_messages_to_responses_input, written(("custom_tool_call",), "input")),
    "MSG-22",
    sets=("safe",),
)
INPUT.add(
    "custom_output_emptied",
    changed(reference.chat_messages_to_responses_input, written(("custom_tool_call_output",), "output")),
    "MSG-22",
    sets=("safe",),
)
INPUT.add(
    "custom_results_as_those_of_functions",
    changed(
        reference.chat_messages_to_responses_input,
        lambda made: json.loads(json.dumps(made).replace('"custom_tool_call_output"', '"function_call_output"')),
    ),
    "MSG-22",
    sets=("safe",),
)
INPUT.add(
    "custom_calls_twice",
    changed(
        reference.chat_messages_to_responses_input,
        lambda made: (
            {**made, "input": [i for i in made["input"] for _ in range(1 + ("custom" in i.get("type", "")))]}
            if isinstance(made, dict) and isinstance(made.get("input"), list)
            else made
        ),
    ),
    "MSG-22",
    sets=("safe",),
)
INPUT.add(
    "results_as_parts_of_another_call",
    changed(
        partial(reference.chat_messages_to_responses_input, tool_turns="parts"),
        written(("tool_result",), "tool_use_id", "call_other"),
    ),
    *("MSG-22", "MSG-5"),
    choices={"tool-turns": "parts"},
)
INPUT.add(
    "custom_results_lost_in_text",
    changed(
        partial(reference.chat_messages_to_responses_input, tool_turns="text"),
        lambda made: json.loads(re.sub(r"(Tool result for call_\w+: )42", r"\1", json.dumps(made))),
    ),
    "MSG-22",
    choices={"tool-turns": "text"},
)
INPUT.add(
    "refusals_in_quotes",
    changed(
        reference.chat_messages_to_responses_input,
        lambda made: json.loads(re.sub(r'("refusal": )"([^"\\]+)"', r'\1"\\"\2\\""', json.dumps(made))),
    ),
    "MSG-16",
    sets=("safe",),
)
INPUT.add(
    "custom_output_of_another_call",
    changed(reference.chat_messages_to_responses_input, written(("custom_tool_call_output",), "call_id", "call_other")),
    "MSG-22",
    sets=("safe",),
)
INPUT.add(
    "refusal_replaced",
    changed(reference.chat_messages_to_responses_input, written(("refusal",), "refusal", OTHER)),
    "MSG-16",
    sets=("safe",),
)


def other_image_of_outputs(items: Any) -> Any:
    """Replace the images of outputs by another one."""
    if not isinstance(items, list):
        return items
    other = written(("input_image",), "image_url", "https://example.org/other.png")
    is_output = [isinstance(item, dict) and item.get("type") == "function_call_output" for item in items]
    return [other(item) if element else item for item, element in zip(items, is_output, strict=True)]


MESSAGES.add(
    "image_of_an_output_replaced",
    lambda given: reference.responses_input_to_chat_messages(other_image_of_outputs(given)),
    "INP-7",
    sets=("safe",),
)

MESSAGE = Bank("responses-output-to-chat-message")
MESSAGE.add(
    "citations_left_out_in_silence",
    quietly(reference.responses_output_to_chat_message),
    "OUT-10",
    sets=("safe",),
)

# Loops: the arguments of calls in the history.

LOOPS = Bank("tool-loop")


def loop(*rules: str) -> Callable[[type[Loop]], type[Loop]]:
    """Add a Loop, under the name of its class."""

    def added(one: type[Loop]) -> type[Loop]:
        LOOPS.add(one.__name__, one.run, *rules, sets=("safe",), note=one.__doc__, examples=8)
        return one

    return added


def in_history(rewrite: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Make a change of the arguments of each call of a history."""

    def change(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: rewrite(member) if key == "arguments" and isinstance(member, str) else change(member)
                for key, member in value.items()
            }
        return [change(member) for member in value] if isinstance(value, list) else value

    return change


def _again(write: Callable[[Any], Any]) -> Callable[[str], str]:
    def rewrite(text: str) -> str:
        try:
            return json.dumps(write(json.loads(text)), ensure_ascii=False)
        except ValueError:
            return text

    return rewrite


@loop("LOOP-3")
class EncodesArgumentsTwice(Loop):
    """The arguments of past calls are encoded once more."""

    def carry(self, body: Object) -> None:
        super().carry(in_history(json.dumps)(body))


@loop("LOOP-3")
class RoundsArguments(Loop):
    """The numbers of past calls are rounded."""

    def carry(self, body: Object) -> None:
        super().carry(in_history(_again(defects.numbers(round)))(body))


BANKS = (
    schemas("chat-tools-to-responses-tools", reference.chat_tools_to_responses_tools, each),
    schemas("responses-tools-to-chat-tools", reference.responses_tools_to_chat_tools, each),
    schemas("registry-tools-to-chat-tools", reference.registry_tools_to_chat_tools, each),
    schemas("registry-request-to-chat-request", reference.registry_request_to_chat_request, of_tools),
    schemas("mcp-tool-to-chat-tool", reference.mcp_tool_to_chat_tool, itself),
    schemas("mcp-tools-to-chat-tools", reference.mcp_tools_to_chat_tools, each),
    schemas("mcp-tools-to-responses-tools", reference.mcp_tools_to_responses_tools, each),
    schemas("mcp-tools-to-anthropic-tools", reference.mcp_tools_to_anthropic_tools, each),
    schemas(
        "mcp-tools-to-gemini-tools",
        reference.mcp_tools_to_gemini_tools,
        lambda change: of_declarations(each(change)),
    ),
    schemas("tool-definition-to-provider-tool", reference.tool_definition_to_provider_tool, itself),
    parsers("responses-output-to-tool-calls", reference.responses_output_to_tool_calls, "CALL-17", "CALL-13"),
    parsers("responses-stream-to-tool-calls", reference.responses_stream_to_tool_calls, "CALL-8", "CALL-13"),
    parsers("chat-response-to-tool-calls", reference.chat_response_to_tool_calls, "CALL-17", "CALL-5"),
    parsers("chat-stream-to-tool-calls", reference.chat_stream_to_tool_calls, "CALL-17", "CALL-5"),
    parsers("anthropic-response-to-tool-calls", reference.anthropic_response_to_tool_calls, "PARSE-17", "PARSE-5a"),
    parsers("anthropic-stream-to-tool-calls", reference.anthropic_stream_to_tool_calls, "PARSE-17", "PARSE-5a"),
    parsers("gemini-response-to-tool-calls", reference.gemini_response_to_tool_calls, "PARSE-17", "PARSE-5a"),
    parsers("gemini-stream-to-tool-calls", reference.gemini_stream_to_tool_calls, "PARSE-17", "PARSE-5a"),
    MESSAGE,
    MESSAGES,
    INPUT,
    LOOPS,
)
