"""Pydantic AI's converters. What MCP's own model refuses is an error, as it is for Pydantic AI's callers.

pydantic_ai.mcp.MCPToolset.get_tools makes the tool definitions of a server's tools. Each model prepares them by
prepare_request and sends what its private _get_tool_choice (OpenAIChatModel), _get_responses_tool_choice
(OpenAIResponsesModel), _map_tool_definition (AnthropicModel) or _function_declaration_from_tool (GoogleModel) makes of them.
MCPToolset.direct_call_tool makes of a server's result what the private _map_messages of a model writes.

For Anthropic's API, AnthropicModel.request is called, with an HTTP client that answers in its place: what it sends of tools
and results, and what it makes of an answer. What Gemini answers is given to GoogleModel.request and GoogleModel.request_stream.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from contextlib import asynccontextmanager
from importlib.metadata import version as _version
from types import SimpleNamespace

from anthropic import AsyncAnthropic
from mcp.types import CallToolResult, Tool
from pydantic_ai import ModelRetry
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelRequest, ModelResponse, ToolCallPart, ToolReturnPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models._tool_choice import resolve_tool_choice
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel, _function_declaration_from_tool
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers import infer_provider
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.tools import ToolDefinition

try:
    import httpx2 as httpx  # of anthropic 2
except ImportError:
    import httpx

name = "pydantic-ai"
version = _version("pydantic-ai-slim")

_chat = OpenAIChatModel("gpt-4o", provider=OpenAIProvider(api_key="unused"))
_responses = OpenAIResponsesModel("gpt-4o", provider=OpenAIProvider(api_key="unused"))
_anthropic = AnthropicModel("claude-sonnet-4-5", provider=AnthropicProvider(api_key="unused"))
_google = GoogleModel("gemini-2.5-flash", provider=GoogleProvider(api_key="unused"))


class _Server(MCPToolset):
    """A toolset whose server has the given tools."""

    async def list_tools(self):
        return self.listed


async def _definitions(tools):
    server = _Server("http://127.0.0.1/unused")
    server.listed = [Tool.model_validate(tool) for tool in tools]
    return [tool.tool_def for tool in (await server.get_tools(SimpleNamespace(max_retries=1))).values()]


def _prepared(model, definitions):
    return model.prepare_request(None, ModelRequestParameters(function_tools=definitions))[1]


def _flat(definitions):
    prepared = _prepared(_responses, definitions)
    return _responses._get_responses_tool_choice(resolve_tool_choice({}, prepared), {}, prepared)[0]


class _Answers(MCPToolset):
    """A toolset whose server gives a result."""

    @asynccontextmanager
    async def _connected(self):
        yield self


async def _answered(given):
    """The call and what the agent makes of the tool's result: a part that returns it, or one that asks for another try."""
    result = CallToolResult.model_validate(given["result"])

    async def call_tool(**_arguments):
        return result

    server, identity = _Answers("http://127.0.0.1/unused"), given["tool_call_id"]
    server.client = SimpleNamespace(call_tool=call_tool)
    try:
        part = ToolReturnPart("search", await server.direct_call_tool("search", {}), identity)
    except ModelRetry as error:
        part = ToolReturnPart("search", error.message, identity, outcome="retried")
    return [ModelResponse([ToolCallPart("search", {}, identity)]), ModelRequest([part])]


async def mcp_result_to_tool_message(given):
    sent = await _chat._map_messages(await _answered(given), ModelRequestParameters())
    return next(message for message in sent if message["role"] == "tool")


async def mcp_result_to_function_call_output(given):
    _instructions, sent = await _responses._map_messages(await _answered(given), {}, ModelRequestParameters())
    return next(item for item in sent if item.get("type") == "function_call_output")


_HELLO = [ModelRequest.user_text_prompt("Hello.")]
_DONE = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "stop_reason": "end_turn", "stop_sequence": None,
    "content": [{"type": "text", "text": "Hi."}], "usage": {"input_tokens": 9, "output_tokens": 2},
}  # fmt: skip


async def _asked_of_anthropic(history, definitions=(), answer=_DONE):
    """The request that reaches Anthropic's API, and what the model makes of this answer."""
    seen = []

    def api(asked):
        seen.append(json.loads(asked.content))
        return httpx.Response(400 if answer.get("type") == "error" else 200, json=answer)

    client = httpx.AsyncClient(transport=httpx.MockTransport(api))
    provider = AnthropicProvider(anthropic_client=AsyncAnthropic(api_key="unused", max_retries=0, http_client=client))
    asked = AnthropicModel("claude-sonnet-4-5", provider=provider)
    made = await asked.request(history, {"max_tokens": 1024}, ModelRequestParameters(function_tools=list(definitions)))
    return seen[0], made


async def mcp_tools_to_anthropic_tools(tools):
    sent, _made = await _asked_of_anthropic(_HELLO, await _definitions(tools))
    return sent.get("tools", [])


async def mcp_result_to_anthropic_tool_result(given):
    sent, _made = await _asked_of_anthropic([*_HELLO, *await _answered(given)])
    return next(block for block in sent["messages"][-1]["content"] if block["type"] == "tool_result")


async def anthropic_response_to_tool_calls(response):
    """The parts of pydantic-ai's response."""
    _sent, made = await _asked_of_anthropic(_HELLO, answer=response)
    calls = [{"id": call.tool_call_id, "type": "function", "name": call.tool_name, "arguments": call.args_as_dict()}
             for call in made.tool_calls]  # fmt: skip
    finish = {"tool_call": "tool_calls"}.get(made.finish_reason, made.finish_reason)  # its own word for the same
    own = {"state": made.state, "provider_details": made.provider_details}
    return {"content": made.text or "", "tool_calls": calls, "finish_reason": finish, "usage": response.get("usage"), **own}


def _answered_by_gemini(answer):
    client = httpx.AsyncClient(transport=httpx.MockTransport(lambda _asked: answer), timeout=60)
    return GoogleModel("gemini-2.5-flash", provider=GoogleProvider(api_key="unused", http_client=client))


def _parts_of(made):
    """The parts of pydantic-ai's response."""
    calls = [{"id": call.tool_call_id, "type": "function", "name": call.tool_name, "arguments": call.args_as_dict()}
             for call in made.tool_calls]  # fmt: skip
    # "stop" is its own word for an answer with calls too
    finish = "tool_calls" if calls and made.finish_reason == "stop" else made.finish_reason
    own = {"state": made.state, "provider_details": made.provider_details}
    return {"content": made.text or "", "tool_calls": calls, "finish_reason": finish, **own}


async def gemini_response_to_tool_calls(response):
    asked = _answered_by_gemini(httpx.Response(400 if "error" in response else 200, json=response))
    return _parts_of(await asked.request(_HELLO, {}, ModelRequestParameters()))


async def gemini_stream_to_tool_calls(responses):
    text = "".join(f"data: {json.dumps(response)}\n\n" for response in responses)
    asked = _answered_by_gemini(httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode()))
    async with asked.request_stream(_HELLO, {}, ModelRequestParameters()) as stream:
        async for _event in stream:
            pass
        made = stream.get()
    return {**_parts_of(made), "done": made.finish_reason is not None}


async def mcp_tools_to_chat_tools(tools):
    return _chat._get_tool_choice({}, _prepared(_chat, await _definitions(tools)))[0]


async def mcp_tools_to_responses_tools(tools):
    return _flat(await _definitions(tools))


def tool_definition_to_provider_tool(given):
    fields = dict(given["definition"])
    if "parameters" in fields:  # a definition has a default
        fields["parameters_json_schema"] = fields.pop("parameters")
    own, provider = ToolDefinition(**fields), given["provider"]
    if provider in ("openai-chat", "gwdg"):
        return _chat._get_tool_choice({}, _prepared(_chat, [own]))[0][0]
    if provider == "openai-responses":
        return _flat([own])[0]
    if provider == "anthropic":
        (prepared,) = _prepared(_anthropic, [own]).function_tools
        return _anthropic._map_tool_definition(prepared, {}, visibility="visible")
    if provider == "google":
        return _function_declaration_from_tool(_prepared(_google, [own]).function_tools[0])
    return infer_provider(provider)
