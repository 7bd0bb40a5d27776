"""Converters of tools, requests and loops with a reported bug: each is the reference with what its report describes."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import (
    chat_messages_to_responses_input,
    chat_request_to_responses_request,
    chat_tools_to_responses_tools,
    mcp_tool_to_chat_tool,
    mcp_tools_to_chat_tools,
    responses_input_to_chat_messages,
    responses_output_to_chat_message,
    tool_definition_to_provider_tool,
    tool_loop,
)
from tests.suite.selftest.model import Convert

Schema = dict[str, Any]
BUGS: dict[str, Convert] = {}
SHARED: Schema = {}


def reported(*threads: str) -> Callable[[Convert], Convert]:
    """Say which reports a converter is."""

    def added(function: Convert) -> Convert:
        BUGS.update(dict.fromkeys(threads, function))
        return function

    return added


def rewriting(change: Callable[[Schema], Any], *threads: str) -> None:
    """Add the reference with parameters that are made of a copy of the source's schema."""

    def convert(tool: Any) -> Any:
        parameters = change(copy.deepcopy(tool["inputSchema"]))
        result = mcp_tool_to_chat_tool(tool)
        return {"type": "function", "function": {**result["function"], "parameters": parameters}}

    reported(*threads)(convert)


def everywhere(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Apply a change to every value inside a value, from the innermost out."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            value = {key: walk(member) for key, member in value.items()}
        elif isinstance(value, list):
            value = [walk(member) for member in value]
        return change(value)

    return walk


def without(*keys: str) -> Callable[[Any], Any]:
    return everywhere(lambda v: {k: m for k, m in v.items() if k not in keys} if isinstance(v, dict) else v)


rewriting(lambda schema: {k: v for k, v in schema.items() if k != "$defs"}, "open-webui/computer/issues/87")
rewriting(without("items"), "patvice/ruby_llm-mcp/issues/70")
rewriting(without("enum"), "open-webui/mcpo/issues/294")
rewriting(
    everywhere(lambda v: v["anyOf"][0] if isinstance(v, dict) and "anyOf" in v else v), "HKUDS/nanobot/issues/2287"
)
rewriting(lambda schema: {**schema, "properties": {key: {} for key in schema["properties"]}}, "n8n-io/n8n/issues/15603")
rewriting(
    lambda schema: {**schema, "properties": {k: v for k, v in schema["properties"].items() if k != "title"}},
    "PrefectHQ/fastmcp/issues/1872",
)


@reported("langchain4j/langchain4j/issues/2924", "langchain4j/langchain4j/issues/3151")
def needs_every_key(tool: Any) -> Any:
    for schema in tool["inputSchema"]["properties"].values():
        assert schema["type"] != "object" or schema["properties"] is not None
    return mcp_tool_to_chat_tool(tool)


@reported("langchain4j/langchain4j/issues/3575")
def knows_no_null(tool: Any) -> Any:
    for schema in tool["inputSchema"]["properties"].values():
        assert schema["type"] in ("object", "array", "string", "number", "integer", "boolean")
    return mcp_tool_to_chat_tool(tool)


@reported("simstudioai/sim/issues/5566")
def knows_one_schema_for_items(tool: Any) -> Any:
    for schema in tool["inputSchema"]["properties"].values():
        assert isinstance(schema.get("items", {}), dict)
    return mcp_tool_to_chat_tool(tool)


@reported("openai/openai-agents-python/issues/2788", "spring-projects/spring-ai/issues/2650")
def refuses_two_of_a_name(tools: Any) -> Any:
    names = [tool["name"] for tool in tools]
    if len(set(names)) < len(names):
        raise ValueError("duplicate tool names")
    return mcp_tools_to_chat_tools(tools)


@reported("openai/openai-agents-python/issues/3199")
def closes_half_way(tool: Any) -> Any:
    schema = tool["inputSchema"]
    if any("additionalProperties" in member for member in schema.get("properties", {}).values()):
        schema.update(additionalProperties=False, required=list(schema["properties"]))
    return mcp_tool_to_chat_tool(tool)


@reported("openai/openai-agents-python/issues/3134")
def completes_the_source(tool: Any) -> Any:
    tool["inputSchema"].setdefault("properties", {})
    return mcp_tool_to_chat_tool(tool)


@reported("openai/openai-agents-python/issues/3317")
def shares_the_empty_schema(tool: Any) -> Any:
    result = mcp_tool_to_chat_tool(tool)
    if not tool["inputSchema"]:
        result["function"]["parameters"] = SHARED
    return result


@reported("openai/openai-agents-python/issues/4353")
def lets_the_sibling_win(tool: Any) -> Any:
    result = mcp_tool_to_chat_tool(tool)
    schema = result["function"]["parameters"]
    for name, member in schema.get("properties", {}).items():
        if "$ref" in member:
            definition = schema["$defs"][member["$ref"].rpartition("/")[2]]
            schema["properties"][name] = {**definition, **{k: v for k, v in member.items() if k != "$ref"}}
    return result


@reported("openai/openai-agents-python/issues/4114")
def closes_plain_objects_only(tool: Any) -> Any:
    def close(value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("properties"), dict):
            return value
        closed = {"additionalProperties": False} if value.get("type") == "object" else {}
        return {**value, "required": list(value["properties"]), **closed}

    result = mcp_tool_to_chat_tool(tool)
    inner = result["function"]
    return {**result, "function": {**inner, "parameters": everywhere(close)(inner["parameters"]), "strict": True}}


@reported("camel-ai/camel/issues/2629")
def removes_open_objects(tool: Any) -> Any:
    result = mcp_tool_to_chat_tool(tool)
    properties = result["function"]["parameters"].get("properties", {})
    for name in [name for name, member in properties.items() if member.get("additionalProperties") is True]:
        del properties[name]
    return result


@reported("PrefectHQ/fastmcp/issues/594")
def wants_a_text(tool: Any) -> Any:
    if not isinstance(tool.get("description", ""), str):
        raise TypeError("description: Input should be a valid string")
    return mcp_tool_to_chat_tool(tool)


@reported("PrefectHQ/fastmcp/issues/3893", "PrefectHQ/fastmcp/issues/4306")
def follows_every_reference(tool: Any) -> Any:
    root = tool["inputSchema"]

    def resolve(value: Any) -> Any:
        if isinstance(value, list):
            return [resolve(member) for member in value]
        if not isinstance(value, dict):
            return value
        if isinstance(value.get("$ref"), str):
            target: Any = root
            for step in value["$ref"].split("/")[1:]:
                target = target[step]
            return resolve(target)
        return {key: resolve(member) for key, member in value.items()}

    return mcp_tool_to_chat_tool({**tool, "inputSchema": resolve(root)})


keeps_a_bare_root = partial(mcp_tool_to_chat_tool, missing_properties="keep")
reported("langchain-ai/langchain-mcp-adapters/issues/137")(keeps_a_bare_root)
reported("tailcallhq/forgecode/issues/1359")(keeps_a_bare_root)


@reported("PrefectHQ/fastmcp/issues/3576")
def prunes_titles_beside_a_type(tool: Any) -> Any:
    result = mcp_tool_to_chat_tool(tool)
    properties = result["function"]["parameters"].get("properties", {})
    if "type" in properties:
        properties.pop("type")
    return result


@reported("mozilla-ai/any-llm/issues/1310")
def stays_nested(tools: Any) -> Any:
    return copy.deepcopy(tools)


@reported("langchain-ai/langchain/issues/39309")
def copies_the_absence(tools: Any) -> Any:
    return chat_tools_to_responses_tools(tools, strict_when_absent="omit")


@reported("ggml-org/llama.cpp/issues/20156")
def wants_functions_only(tools: Any) -> Any:
    if any(isinstance(tool, dict) and tool.get("type") != "function" for tool in tools):
        raise ValueError("'type' of tool must be 'function'")
    return chat_tools_to_responses_tools(tools)


def changing_items(change: Callable[[dict[str, Any], Any], list[Any]]) -> Convert:
    """The reference for Chat messages to Responses input, each item of the result changed. change: (item, messages)."""

    def convert(messages: Any) -> Any:
        result = chat_messages_to_responses_input(messages)
        return {**result, "input": [new for item in result["input"] for new in change(item, messages)]}

    return convert


def without_ids(item: dict[str, Any], messages: Any) -> list[Any]:
    parts = [{**part, "tool_use_id": ""} if "tool_use_id" in part else part for part in item.get("content", ())]
    return [{**item, **({"content": parts} if parts else {"call_id": ""})}]


def empty_text_first(item: dict[str, Any], messages: Any) -> list[Any]:
    empty = {"role": "assistant", "content": [{"type": "output_text", "text": ""}]}
    return [empty, item] if item.get("type") == "function_call" else [item]


def cached(item: dict[str, Any], messages: Any) -> list[Any]:
    kept = {part["text"]: part["cache_control"] for part in messages[0]["content"] if "cache_control" in part}
    for part in item.get("content", ()):
        if part["text"] in kept:
            part["cache_control"] = kept[part["text"]]
    return [item]


reported("vllm-project/vllm/issues/34745")(changing_items(without_ids))
reported("vercel/ai/issues/5576")(changing_items(empty_text_first))
reported("farion1231/cc-switch/issues/3841")(changing_items(cached))


@reported("BerriAI/litellm/issues/39723")
def loses_the_refusal(items: Any) -> Any:
    return {key: value for key, value in responses_output_to_chat_message(items).items() if key != "refusal"}


@reported("tingly-dev/tingly-box/issues/1506")
def one_message_for_each_call(given: Any) -> Any:
    messages = []
    for message in responses_input_to_chat_messages(given):
        messages += [{**message, "tool_calls": [call]} for call in message.get("tool_calls", ())] or [message]
    return messages


@reported(
    "langchain-ai/langchain-mcp-adapters/issues/336",
    "aoci-spec/aoci-code/issues/61",
    "danny-avila/LibreChat/issues/11784",
    "langchain-ai/langchain/issues/39271",
    "anomalyco/opencode/issues/35516",
)
def sends_the_schema_as_it_is(given: Any) -> Any:
    tool = tool_definition_to_provider_tool(given)
    key = "input_schema" if given["provider"] == "anthropic" else "parameters"
    return {**tool, key: copy.deepcopy(given["definition"]["parameters"])} if key in tool else tool


@reported("langchain4j/langchain4j/issues/3780")
def knows_no_union(given: Any) -> Any:
    if "anyOf" in str(given):
        raise RuntimeError("Unknown type: anyOf")
    return tool_definition_to_provider_tool(given)


def telling(results: Callable[[Any], Any], *threads: str) -> None:
    """Add the reference for the tool loop, with each result that is no text shown as `results` says."""

    def converse(given: Any) -> Any:
        shown = {name: value if isinstance(value, str) else results(value) for name, value in given["results"].items()}
        return tool_loop({**given, "results": shown})

    reported(*threads)(converse)


telling(str, "microsoft/autogen/issues/8186")
telling(lambda value: value or "", "langchain-ai/langchain/issues/35635")


@reported("Wei-Shaw/sub2api/issues/1634", "askalf/dario/issues/1204")
def leaves_the_choice_nested(request: Any) -> Any:
    return {**chat_request_to_responses_request(request), "tool_choice": request["tool_choice"]}
