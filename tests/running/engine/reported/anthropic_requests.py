"""Converters of Anthropic requests to Chat requests with a reported bug: each is the reference with it."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import anthropic_request_to_chat_request
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
Blocks = list[Object]


def silently(convert: Convert) -> Convert:
    """The same without the warnings of the reference, as a library that does not know what it loses."""

    def silent(given: Any) -> Any:
        logging.disable(logging.CRITICAL)
        try:
            return convert(given)
        finally:
            logging.disable(logging.NOTSET)

    return silent


# Of what is read.


def reading(change: Callable[[Blocks, str], Blocks]) -> Convert:
    """The reference, which reads other blocks. change: is given the blocks of a message, and who says them."""

    def convert(request: Object) -> Any:
        given = copy.deepcopy(request)
        for message in given["messages"]:
            if isinstance(message["content"], list):
                message["content"] = change(message["content"], message["role"])
        return anthropic_request_to_chat_request(given)

    return silently(convert)


def refusing(broken: Callable[[Object], bool]) -> Convert:
    """The reference, which fails at a block or a message."""

    def convert(request: Object) -> Any:
        for message in request["messages"]:
            blocks = message["content"] if isinstance(message["content"], list) else []
            if any(map(broken, [message, *blocks])):
                raise ValueError("it is not supported")
        return anthropic_request_to_chat_request(request)

    return convert


def refusing_order(request: Object) -> Any:
    for message in request["messages"]:
        kinds = [block["type"] for block in message["content"]] if isinstance(message["content"], list) else []
        if "tool_use" in kinds and "text" in kinds[kinds.index("tool_use") :]:
            raise ValueError("assistant text after tool_use is not supported")
    return anthropic_request_to_chat_request(request)


def results_alone(blocks: Blocks, _role: str) -> Blocks:
    results = [block for block in blocks if block["type"] == "tool_result"]
    return results or blocks


def texts_alone(blocks: Blocks, _role: str) -> Blocks:
    return [block for block in blocks if block["type"] == "text"] or [{"type": "text", "text": "-"}]


def without_documents(blocks: Blocks, _role: str) -> Blocks:
    return [block for block in blocks if block["type"] != "document"]


def without_images(blocks: Blocks, _role: str) -> Blocks:
    return [block for block in blocks if block["type"] != "image"]


def system_as_assistant(messages: list[Object]) -> list[Object]:
    spoken = [message | {"role": "assistant"} if message["role"] == "system" else message for message in messages[1:]]
    return [*messages[:1], *spoken]


def texts_of_results(blocks: Blocks, _role: str) -> Blocks:
    for block in blocks:
        if block["type"] == "tool_result" and isinstance(block.get("content"), list):
            block["content"] = [part for part in block["content"] if part["type"] == "text"]
    return blocks


def without_failures(blocks: Blocks, _role: str) -> Blocks:
    return [{name: value for name, value in block.items() if name != "is_error"} for block in blocks]


def of_request(change: Callable[[Object], Object]) -> Convert:
    return silently(lambda request: anthropic_request_to_chat_request(change(copy.deepcopy(request))))


def typed_tools_as_functions(request: Object) -> Object:
    """A tool that the host runs is one of the client, without a description."""
    tools = [{"name": tool["name"], "input_schema": {"type": "object"}} | tool for tool in request.get("tools", ())]
    own = [{name: tool[name] for name in ("name", "description", "input_schema") if name in tool} for tool in tools]
    return request | {"tools": own} if tools else request


def refusing_untyped(request: Object) -> Any:
    if any("type" not in tool for tool in request.get("tools", ())):
        raise ValueError("unsupported tool type")
    return anthropic_request_to_chat_request(request)


# Of what is written.


def writing(change: Callable[[Object], Object], **choices: str) -> Convert:
    """The reference, with a change to its request."""
    convert = partial(anthropic_request_to_chat_request, **choices)
    return silently(lambda request: change(convert(request)))


def of_messages(change: Callable[[list[Object]], list[Object]]) -> Convert:
    return writing(lambda request: request | {"messages": change(request["messages"])})


def users_before_results(messages: list[Object]) -> list[Object]:
    """What a user says behind results is before them."""
    found: list[Object] = []
    for message in messages:
        place = len(found)
        while message["role"] == "user" and place and found[place - 1]["role"] == "tool":
            place -= 1
        found.insert(place, message)
    return found


def told_of_results(messages: list[Object]) -> list[Object]:
    """Where a user speaks behind results, the assistant says before that they came."""
    found: list[Object] = []
    for message in messages:
        if message["role"] == "user" and found and found[-1]["role"] == "tool":
            found.append({"role": "assistant", "content": "[Tool results received]"})
        found.append(message)
    return found


def without(request: Object, name: str) -> Object:
    return {key: member for key, member in request.items() if key != name}


def parallel_lost(request: Object) -> Object:
    return without(request, "parallel_tool_calls")


def choice_in_any_case(request: Object) -> Any:
    converted: Object = silently(anthropic_request_to_chat_request)(request)
    words = {"auto": "auto", "any": "required", "none": "none"}
    asked = words.get(request.get("tool_choice", {}).get("type"))
    return converted | ({"tool_choice": asked} if asked else {})


def a_message_for_each_call(messages: list[Object]) -> list[Object]:
    found: list[Object] = []
    for message in messages:
        calls = message.get("tool_calls", ())
        found += [message | {"tool_calls": [call]} for call in calls] if len(calls) > 1 else [message]
    return found


def images_in_results(request: Object) -> Any:
    """An image of a result stays in the message of the tool."""
    converted: Object = silently(anthropic_request_to_chat_request)(request)
    for message in converted["messages"]:
        if message["role"] == "tool":
            images = [
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{image['source']['data']}"}}
                for image in _images(request, message["tool_call_id"])
            ]
            if images:
                message["content"] = [{"type": "text", "text": message["content"]}, *images]
    return converted | {"messages": [message for message in converted["messages"] if not _shows(message)]}


def _images(request: Object, call: str) -> Blocks:
    return [
        part
        for message in request["messages"]
        if isinstance(message["content"], list)
        for block in message["content"]
        if block["type"] == "tool_result" and block["tool_use_id"] == call and isinstance(block["content"], list)
        for part in block["content"]
        if part["type"] == "image"
    ]


def _shows(message: Object) -> bool:
    parts = message["content"]
    return isinstance(parts, list) and message["role"] == "user" and {part["type"] for part in parts} == {"image_url"}


def thoughts_as_parts(request: Object) -> Any:
    """A thought stays a part of a type that Chat does not have."""
    converted: Object = silently(anthropic_request_to_chat_request)(request)
    thoughts = [
        {"type": "thinking", "thinking": block["thinking"]}
        for message in request["messages"]
        if isinstance(message["content"], list)
        for block in message["content"]
        if block["type"] == "thinking"
    ]
    for message in converted["messages"]:
        if message["role"] == "assistant" and thoughts:
            said = message["content"]
            texts = [{"type": "text", "text": said}] if isinstance(said, str) else said or []
            message["content"], thoughts = [*thoughts, *texts], []
    return converted


def thoughts_as_texts(request: Object) -> Any:
    converted: Object = thoughts_as_parts(request)
    for message in converted["messages"]:
        if isinstance(message.get("content"), list):
            parts = message["content"]
            message["content"] = [
                {"type": "text", "text": part["thinking"]} if part["type"] == "thinking" else part for part in parts
            ]
    return converted


BUGS: dict[str, Convert] = {
    "apache/apisix/pull/13674": of_messages(users_before_results),
    "higress-group/higress/pull/3503": reading(results_alone),
    "router-for-me/CLIProxyAPI/issues/5707": reading(texts_of_results),
    "ggml-org/llama.cpp/pull/22536": reading(texts_of_results),
    "looplj/axonhub/issues/2307": images_in_results,
    "Alishahryar1/free-claude-code/issues/512": refusing(lambda value: value.get("type") == "image"),
    "Alishahryar1/free-claude-code/issues/206": refusing_order,
    "vllm-project/vllm/pull/52021": writing(parallel_lost),
    "praxis-proxy/ai/issues/671": of_request(typed_tools_as_functions),
    "decolua/9router/issues/276": of_request(typed_tools_as_functions),
    "praxis-proxy/ai/pull/399": reading(without_failures),
    "sgl-project/sglang/pull/32610": reading(without_failures),
    "api7/aisix/pull/726": reading(texts_alone),
    "BerriAI/litellm/pull/23039": thoughts_as_parts,
    "can1357/oh-my-pi/issues/4428": thoughts_as_texts,
    "microsoft/vscode/issues/325672": reading(without_documents),
    "musistudio/llms/issues/68": reading(without_documents),
    "envoyproxy/ai-gateway/pull/1953": refusing_untyped,
    "Gitlawb/openclaude/issues/2039": of_messages(told_of_results),
    "Gitlawb/openclaude/pull/241": of_messages(a_message_for_each_call),
    "apache/apisix/pull/13583": choice_in_any_case,
    "waybarrios/vllm-mlx/pull/776": reading(without_images),
    "ogx-ai/ogx/pull/5895": refusing(lambda value: value.get("source", {}).get("type") == "url"),
    "ericc-ch/copilot-api/issues/273": of_messages(system_as_assistant),
    "UKGovernmentBEIS/inspect_ai/issues/4101": refusing(lambda value: value.get("role") == "system"),
}
