"""Converters of Chat requests to Anthropic requests with a reported bug: each is the reference with it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from conformance.reference import chat_request_to_anthropic_request
from tests.running.engine.reported.anthropic_requests import silently
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
Both = Callable[[Object, Object], Object]


def writing(change: Both) -> Convert:
    """The reference, with a change to its request. change: is given its request and the one that was read."""
    return silently(lambda request: change(chat_request_to_anthropic_request(request), request))


def reading(change: Callable[[Object], Object]) -> Convert:
    """The reference, which reads a changed request."""
    return silently(lambda request: chat_request_to_anthropic_request(change(copy.deepcopy(request))))


def tool_messages_passed_on(made: Object, request: Object) -> Object:
    results = [dict(message) for message in request["messages"] if message["role"] == "tool"]
    others = [message for message in made["messages"] if not has_results(message)]
    return made | {"messages": [*others, *results]}


def has_results(message: Object) -> bool:
    return isinstance(message["content"], list) and any(part["type"] == "tool_result" for part in message["content"])


def none_as_auto(made: Object, request: Object) -> Object:
    return made | {"tool_choice": {"type": "auto"}} if request.get("tool_choice") == "none" else made


def one_at_a_time_as_any(made: Object, request: Object) -> Object:
    alone = request.get("parallel_tool_calls") is False and "tool_choice" not in request
    return made | {"tool_choice": {"type": "any", "disable_parallel_tool_use": True}} if alone else made


def passed_on(name: str) -> Both:
    return lambda made, request: made | {name: copy.deepcopy(request[name])} if name in request else made


def results_as_words_of_the_user(request: Object) -> Object:
    said = [message for message in request["messages"] if not message.get("tool_calls")]
    users = [
        {"role": "user", "content": utterance["content"]} if utterance["role"] == "tool" else utterance
        for utterance in said
    ]
    return request | {"messages": users}


def empty_texts(made: Object, request: Object) -> Object:
    """An empty content becomes an empty text, beside calls too."""
    found = copy.deepcopy(made["messages"])
    for message in request["messages"]:
        if message.get("content") == "" and message["role"] in ("user", "assistant"):
            empty = {"type": "text", "text": ""}
            place = next((finding for finding in found if finding["role"] == message["role"]), None)
            if place is None:
                found.append({"role": message["role"], "content": [empty]})
            else:
                held = place["content"]
                place["content"] = [empty, *([{"type": "text", "text": held}] if isinstance(held, str) else held)]
    return made | {"messages": found}


def last_system_alone(request: Object) -> Object:
    system = [message for message in request["messages"] if message["role"] in ("system", "developer")]
    return request | {"messages": [message for message in request["messages"] if message not in system[:-1]]}


def other_tools_lost(request: Object) -> Object:
    kept = [tool for tool in request.get("tools", ()) if tool["type"] == "function"]
    return (request | {"tools": kept}) if kept else {name: value for name, value in request.items() if name != "tools"}


def ids_passed_on(made: Object, request: Object) -> Object:
    """Calls and results keep their ids, whatever is in them."""
    calls = [call["id"] for message in request["messages"] for call in message.get("tool_calls") or ()]
    results = [message["tool_call_id"] for message in request["messages"] if message["role"] == "tool"]
    found = copy.deepcopy(made)
    for message in found["messages"]:
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_use":
                block["id"] = calls.pop(0)
            elif block["type"] == "tool_result":
                block["tool_use_id"] = results.pop(0)
    return found


def documents_as_images(made: Object, _request: Object) -> Object:
    found = copy.deepcopy(made)
    for message in found["messages"]:
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "document":
                block.pop("title", None)
                block["type"] = "image"
    return found


BUGS: dict[str, Convert] = {
    "higress-group/higress/pull/3517": writing(tool_messages_passed_on),
    "dynamiq-ai/dynamiq/pull/753": writing(none_as_auto),
    "mozilla-ai/any-llm/pull/1292": writing(one_at_a_time_as_any),
    "decolua/9router/issues/1860": writing(passed_on("tools")),
    "decolua/9router/issues/1592": writing(passed_on("tool_choice")),
    "mckinsey/agents-at-scale-ark/issues/3394": reading(results_as_words_of_the_user),
    "run-llama/llama_index/pull/17278": writing(empty_texts),
    "BiFangKNT/mtga/pull/68": writing(empty_texts),
    "NousResearch/hermes-agent/pull/105375": reading(last_system_alone),
    "Portkey-AI/gateway/issues/457": reading(last_system_alone),
    "autogenhub/autogen/pull/5": reading(last_system_alone),
    "envoyproxy/ai-gateway/pull/2467": reading(other_tools_lost),
    "maximhq/bifrost/issues/5097": writing(ids_passed_on),
    "HKUDS/nanobot/pull/4356": writing(ids_passed_on),
    "AnswerDotAI/fastllm/issues/42": writing(ids_passed_on),
    "microsoft/vscode/pull/324960": writing(documents_as_images),
}
