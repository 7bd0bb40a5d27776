"""Agno's converters. What MCP's own model refuses is an error, as it is for Agno's callers.

agno.tools.mcp.MCPTools.build_tools makes Agno's functions of a server's tools. From these and from dictionaries the models
make what is sent: the private _format_tools of each, and after it the private OpenAIResponses._format_tool_params,
agno.utils.models.claude.format_tools_for_model, or agno.utils.gemini.format_function_definitions. A function of a server
returns what Model.create_function_call_result puts into a message, and the private _format_message(s) of a model sends.
agno.models.google.Gemini.invoke makes a ModelResponse of what Gemini answers; an HTTP client answers in the API's place.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

import httpx  # google-genai's own client
from agno.models.google import Gemini
from agno.models.message import Message
from agno.models.openai import OpenAIChat, OpenAIResponses
from agno.models.utils import get_model
from agno.tools.function import Function, FunctionCall
from agno.tools.mcp import MCPTools
from agno.utils.gemini import format_function_definitions
from agno.utils.models.claude import format_tools_for_model
from google.genai import Client
from google.genai.types import HttpOptions
from mcp.types import CallToolResult, ListToolsResult, Tool

name = "agno"
version = _version("agno")

_chat, _responses = OpenAIChat("gpt-4o", api_key="unused"), OpenAIResponses("gpt-4o", api_key="unused")


class _Session:
    """An MCP session whose server has the given tools."""

    def __init__(self, tools):
        self._listed = ListToolsResult(tools=[Tool.model_validate(tool) for tool in tools])

    async def list_tools(self):
        return self._listed

    async def send_ping(self):
        """Nothing is connected."""

    async def call_tool(self, *_arguments):
        return self.answer


async def _functions(tools):
    toolkit = MCPTools(session=_Session(tools))
    await toolkit.build_tools()
    return list(toolkit.functions.values())


async def _answer(given):
    """The message with what the function of a server's tool returns."""
    session = _Session([{"name": "search", "inputSchema": {"type": "object", "properties": {}}}])
    session.answer = CallToolResult.model_validate(given["result"])
    toolkit = MCPTools(session=session)
    await toolkit.build_tools()
    call = FunctionCall(function=toolkit.functions["search"], arguments={}, call_id=given["tool_call_id"])
    done = await call.aexecute()
    result = done.result
    return _chat.create_function_call_result(call, success=True, output=getattr(result, "content", result))


async def mcp_result_to_tool_message(given):
    return _chat._format_message(await _answer(given))


async def mcp_result_to_function_call_output(given):
    return _responses._format_messages([await _answer(given)])[0]


async def mcp_tools_to_chat_tools(tools):
    return _chat._format_tools(await _functions(tools))


async def mcp_tools_to_responses_tools(tools):
    return chat_tools_to_responses_tools(await _functions(tools))


def chat_tools_to_responses_tools(tools):
    return _responses._format_tool_params([], _responses._format_tools(tools))


def tool_definition_to_provider_tool(given):
    own, provider = [Function(**given["definition"])], given["provider"]
    if provider in ("openai-chat", "gwdg"):
        return _chat._format_tools(own)[0]
    if provider == "openai-responses":
        return chat_tools_to_responses_tools(own)[0]
    if provider == "anthropic":
        return format_tools_for_model(_chat._format_tools(own))[0]
    if provider == "google":
        tool = format_function_definitions(_chat._format_tools(own))
        return tool.function_declarations[0].model_dump(mode="json", by_alias=True, exclude_none=True)
    return get_model(provider + ":unused")


def gemini_response_to_tool_calls(response):
    """The parts of agno's response, which says nothing of how the answer ended."""
    answer = httpx.Response(400 if "error" in response else 200, json=response)
    own = httpx.Client(transport=httpx.MockTransport(lambda _asked: answer))
    model = Gemini("gemini-2.5-flash", client=Client(api_key="unused", http_options=HttpOptions(httpx_client=own)))
    made = model.invoke([Message(role="user", content="Hello.")], Message(role="assistant"))
    calls = [{"id": call["id"], "type": "function", "name": call["function"]["name"], "arguments_raw": call["function"]["arguments"]}
             for call in made.tool_calls]  # fmt: skip
    return {"content": made.content or "", "tool_calls": calls, "provider_data": made.provider_data}
