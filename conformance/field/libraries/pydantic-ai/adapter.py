"""Pydantic AI's converters. What MCP's own model refuses is an error, as it is for Pydantic AI's callers.

pydantic_ai.mcp.MCPToolset.get_tools makes the tool definitions of a server's tools. Each model prepares them by
prepare_request and sends what its private _get_tool_choice (OpenAIChatModel), _get_responses_tool_choice
(OpenAIResponsesModel), _map_tool_definition (AnthropicModel) or _function_declaration_from_tool (GoogleModel) makes of them.
MCPToolset.direct_call_tool makes of a server's result what the private _map_messages of a model writes.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from contextlib import asynccontextmanager
from importlib.metadata import version as _version
from types import SimpleNamespace

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


async def mcp_tools_to_chat_tools(tools):
    return _chat._get_tool_choice({}, _prepared(_chat, await _definitions(tools)))[0]


async def mcp_tools_to_responses_tools(tools):
    return _flat(await _definitions(tools))


def tool_definition_to_provider_tool(given):
    fields = dict(given["definition"])
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
