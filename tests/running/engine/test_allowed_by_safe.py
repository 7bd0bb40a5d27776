"""What real converters do that changes no meaning: the set `safe` accepts it, even where a document forbids it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from conformance.reference import (
    chat_messages_to_responses_input,
    chat_request_to_responses_request,
    mcp_tool_to_chat_tool,
    responses_input_to_chat_messages,
    responses_output_to_chat_message,
    responses_output_to_tool_calls,
    responses_request_to_chat_request,
)
from conformance.running.engine.sets import set_verdicts
from tests.running.engine.certifying import certified
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.registry_tools import BANK, REQUESTS

MESSAGES = "chat-messages-to-responses-input"
INPUT = "responses-input-to-chat-messages"
OUTPUT = "responses-output-to-chat-message"
TOOL = "mcp-tool-to-chat-tool"
PARSED = "responses-output-to-tool-calls"
FROM_CHAT = "chat-request-to-responses-request"
FROM_RESPONSES = "responses-request-to-chat-request"
Converter = Callable[[Any], Any]
# The verdict is asked for, not what a report shows of it.
ONCE: dict[str, Any] = {"shrink": False, "shapes": False, "repeat": False}


def written_anew(text: str) -> str:
    """Return arguments as json.dumps writes them; text that is no JSON stays."""
    try:
        return json.dumps(json.loads(text))
    except ValueError:
        return text


def each_call(message: dict[str, Any]) -> dict[str, Any]:
    for call in message.get("tool_calls") or ():
        if "function" in call:
            call["function"]["arguments"] = written_anew(call["function"]["arguments"])
    return message


def items_with_rewritten_arguments(messages: Any) -> Any:
    made = chat_messages_to_responses_input(messages)
    for item in made["input"]:
        if item.get("type") == "function_call":
            item["arguments"] = written_anew(item["arguments"])
    return made


def items_of_one_part(messages: Any) -> Any:
    made = chat_messages_to_responses_input(messages)
    apart = [
        [item | {"content": [part]} for part in item["content"]]
        if item.get("role") == "assistant" and isinstance(item.get("content"), list)
        else [item]
        for item in made["input"]
    ]
    return made | {"input": [item for items in apart for item in items]}


def instructions_of_strings_alone(messages: Any) -> Any:
    """Put the leading system messages of string content into the instructions, joined by a space."""
    lead = [message for message in messages if message.get("role") == "system"][: _leading(messages)]
    moved = [element["content"] for element in lead if isinstance(element["content"], str) and element["content"]]
    rest = [message for message in messages if not (message in lead and isinstance(message["content"], str))]
    made = chat_messages_to_responses_input(rest)
    said = [*moved, made["instructions"]] if made.get("instructions") else moved
    return made | ({"instructions": " ".join(said)} if said else {})


def _leading(messages: Any) -> int:
    return next((at for at, message in enumerate(messages) if message.get("role") != "system"), len(messages))


def calls_of_custom_tools(response: Any) -> Any:
    made = responses_output_to_tool_calls(response)
    for item in response["output"]:
        if item.get("type") == "custom_tool_call":
            call = {
                "id": item["call_id"],
                "type": "function",
                "name": item["name"],
                "arguments": {"text": item["input"]},
            }
            made = made | {"tool_calls": [*made["tool_calls"], call], "finish_reason": "tool_calls"}
    return made


def calls_without_a_finish(response: Any) -> Any:
    made = responses_output_to_tool_calls(response)
    return {
        key: value for key, value in made.items() if key != "finish_reason" or made["finish_reason"] != "tool_calls"
    }


def without_empty_descriptions(tool: Any) -> Any:
    made = mcp_tool_to_chat_tool(tool)
    if tool.get("description") == "" and made["function"].get("description") == "":
        del made["function"]["description"]
    return made


def naming(change: Callable[[str], str | None], convert: Converter) -> Converter:
    """Return a converter that names who asks in another way, or not at all."""

    def converted(given: Any) -> Any:
        made = convert(given)
        for name in ("user", "safety_identifier"):
            if made.get(name):
                made[name] = change(made[name])
        return {name: value for name, value in made.items() if value is not None}

    return converted


def nobody(_user: str) -> None:
    """Name nobody."""


def digest(user: str) -> str:
    return hashlib.sha256(user.encode()).hexdigest()


def described_by_the_schema(tool: Any) -> Any:
    made = mcp_tool_to_chat_tool(tool)
    if not tool.get("description") and tool["inputSchema"].get("description"):
        made["function"]["description"] = tool["inputSchema"]["description"]
    return made


def refusal_without_content(response: Any) -> Any:
    made = responses_output_to_chat_message(response)
    return {key: value for key, value in made.items() if key != "content" or value or "refusal" not in made}


def items_ids_for_counters(response: Any) -> Any:
    made = responses_output_to_chat_message(response)
    items = response["output"] if isinstance(response, dict) else response
    own = {item.get("call_id"): item.get("id") for item in items if isinstance(item, dict) and item.get("id")}
    for call in made.get("tool_calls") or ():
        if re.fullmatch(r"call_\d+", call["id"]):
            call["id"] = own.get(call["id"], call["id"])
    return made


ALLOWED: list[tuple[str, Converter, set[str]]] = [
    (MESSAGES, items_with_rewritten_arguments, {"documents"}),
    (MESSAGES, items_of_one_part, {"documents"}),
    (INPUT, lambda given: list(map(each_call, responses_input_to_chat_messages(given))), {"documents"}),
    (OUTPUT, lambda given: each_call(responses_output_to_chat_message(given)), {"documents"}),
    (TOOL, described_by_the_schema, set()),
    (TOOL, without_empty_descriptions, {"documents"}),
    (OUTPUT, items_ids_for_counters, {"documents"}),
    (OUTPUT, refusal_without_content, set()),
    (MESSAGES, instructions_of_strings_alone, {"documents"}),
    (PARSED, calls_of_custom_tools, {"documents"}),
    (PARSED, calls_without_a_finish, {"documents"}),
    (FROM_CHAT, naming(nobody, chat_request_to_responses_request), {"documents"}),
    (FROM_CHAT, naming(digest, chat_request_to_responses_request), {"documents"}),
    (FROM_RESPONSES, naming(nobody, responses_request_to_chat_request), {"documents"}),
    (FROM_RESPONSES, naming(digest, responses_request_to_chat_request), {"documents"}),
]


@pytest.mark.parametrize(("operation", "converter", "failing"), ALLOWED)
def test_safe_accepts_what_changes_no_meaning(operation: str, converter: Converter, failing: set[str]) -> None:
    result = certified({operation: converter}, operation, max_examples=10, **ONCE)
    verdicts = {
        verdict.name: [element.rule for element in verdict.failed]
        for verdict in set_verdicts(result)
        if verdict.name != "all"
    }
    assert verdicts["safe"] == []
    assert {name for name, failed in verdicts.items() if failed} == failing


@pytest.mark.parametrize("bank", [BANK, REQUESTS], ids=lambda bank: bank.operation)
def test_documents_accept_a_walk_that_keeps_what_s1_lists_and_safe_does_not(bank: Bank) -> None:
    (mutant,) = (mutant for mutant in bank if mutant.name == "five_keywords")
    result = certified({mutant.operation: mutant.function}, mutant.operation, max_examples=5, **ONCE)
    verdicts = {verdict.name: [element.rule for element in verdict.failed] for verdict in set_verdicts(result)}
    assert verdicts == {"safe": ["LAW-4", "LAW-7"], "documents": [], "robust": [], "all": ["LAW-4", "LAW-7"]}


@pytest.mark.parametrize(
    ("operation", "convert"),
    [(FROM_CHAT, chat_request_to_responses_request), (FROM_RESPONSES, responses_request_to_chat_request)],
)
def test_safe_accepts_nobody_else_in_the_place_of_who_asks(operation: str, convert: Converter) -> None:
    result = certified({operation: naming(lambda _user: "proxy", convert)}, operation, max_examples=5, **ONCE)
    (safe,) = (verdict for verdict in set_verdicts(result) if verdict.name == "safe")
    assert [element.rule for element in safe.failed] == [{FROM_CHAT: "C2R-3", FROM_RESPONSES: "R2C-3"}[operation]]
