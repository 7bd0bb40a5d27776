"""Converters of messages with a reported bug: each is the reference with what its report describes."""

from __future__ import annotations

import json
from typing import Any

from conformance.reference import chat_messages_to_responses_input as reference
from tests.suite.selftest.banks.responses_input import calls, content_parts, in_input, items, parts, source, whole
from tests.suite.selftest.model import Convert


def between_call_and_output(made: list[Any]) -> list[Any]:
    """Calls and outputs stand at the end, and the assistant's texts between the two."""
    said = [item for item in made if item.get("role") == "assistant"]
    others = [item for item in made if item.get("role") not in (None, "assistant")]
    call_items = [item for item in made if item.get("type") == "function_call"]
    return others + call_items + said + [item for item in made if "output" in item]


def without_results_beside_text(message: Any) -> Any:
    kinds = [part["type"] for part in content_parts(message)]
    if "text" not in kinds:
        return message
    return message | {"content": [part for part in message["content"] if part["type"] != "tool_result"]}


def silent_messages(messages: Any) -> Any:
    made = []
    for message in messages:
        converted = reference([message])["input"]
        made += converted or [{"role": "assistant", "content": []}]
    return {"input": made}


def lists_of_the_system_stay(messages: Any) -> Any:
    has_list = any(message["role"] == "system" and content_parts(message) for message in messages)
    return (in_input if has_list else reference)(messages)


def chat_parts(message: Any, item: Any) -> Any:
    return message if content_parts(message) else item


def of_the_wrong_kind(item: Any) -> Any:
    if item.get("role") != "assistant":
        return item
    return item | {"id": "0", "content": [part | {"type": "input_text"} for part in item["content"]]}


BUGS: dict[str, Convert] = {
    "livekit/agents/issues/1977": whole(between_call_and_output),
    "langchain-ai/langchainjs/issues/11044": calls(lambda item: item | {"id": ""}),
    "BerriAI/litellm/issues/34777": lambda messages: {
        "input": list(map(chat_parts, messages, in_input(messages)["input"]))
        if all(message["role"] == "user" for message in messages)
        else in_input(messages)["input"]
    },
    "0xPlaygrounds/rig/issues/577": items(of_the_wrong_kind),
    "BerriAI/litellm/issues/42171": lists_of_the_system_stay,
    "agentjido/req_llm/issues/426": source(lambda message: None if message.get("tool_calls") else message),
    "braintrustdata/lingua/issues/291": source(without_results_beside_text),
    "OpenHands/OpenHands/issues/8685": silent_messages,
    "langchain-ai/langchain/issues/32222": calls(
        lambda item: item | {"arguments": json.dumps(json.loads(item["arguments"] or "{}"))}
    ),
    "open-webui/open-webui/issues/28286": parts(
        lambda role, part: {key: value for key, value in part.items() if key != "detail"}
    ),
    "vercel/ai/issues/20300": parts(
        lambda role, part: {"type": "input_image", "image_url": part["image_url"]} if "image_url" in part else part
    ),
}
