"""Haystack's converters. What MCP's own model refuses is an error, as it is for Haystack's callers.

haystack_integrations.tools.mcp.MCPToolset makes Haystack's tools of a server's tools; its connection is replaced here. The
private _prepare_api_call of OpenAIChatGenerator and of OpenAIResponsesChatGenerator makes what is sent.
ChatMessage.from_openai_dict_format reads Chat messages, and to_openai_dict_format writes them. The private
_convert_response_to_chat_message of haystack.components.generators.chat.openai_responses reads a response.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version
from types import SimpleNamespace

from haystack.components.generators.chat import OpenAIChatGenerator, OpenAIResponsesChatGenerator
from haystack.components.generators.chat.openai_responses import _convert_response_to_chat_message
from haystack.dataclasses import ChatMessage, ToolCall
from haystack.utils import Secret
from haystack_integrations.tools.mcp import MCPInvocationError, MCPToolset, StdioClient, StdioServerInfo, mcp_toolset
from mcp.types import CallToolResult, Tool
from openai.types.responses import Response

name = "haystack"
version = "haystack-ai {}, mcp-haystack {}".format(_version("haystack-ai"), _version("mcp-haystack"))

_chat = OpenAIChatGenerator(Secret.from_token("unused"), "gpt-4o")
_responses = OpenAIResponsesChatGenerator(api_key=Secret.from_token("unused"), model="gpt-4o")

# In place of a connection: what stands for the client has the tools.
mcp_toolset._MCPClientSessionManager = lambda tools, timeout: SimpleNamespace(tools=lambda: tools, stop=lambda: None)


class _Server(StdioServerInfo):
    """A server that has the given tools."""

    def create_client(self):
        return self.listed


def _toolset(tools):
    server = _Server(command="unused")
    server.listed = [Tool.model_validate(tool) for tool in tools]
    return MCPToolset(server, eager_connect=True)


def mcp_tools_to_chat_tools(tools):
    return _chat._prepare_api_call(messages=[], tools=_toolset(tools)).get("tools", [])


def mcp_tools_to_responses_tools(tools):
    return _responses._prepare_api_call(messages=[], tools=_toolset(tools)).get("tools", [])


async def _answer(given):
    """Haystack's message with the result; the text of a failed call, as its Agent takes it."""

    result = CallToolResult.model_validate(given["result"])

    async def call_tool(*_arguments):
        return result

    client = StdioClient(command="unused")
    client.session = SimpleNamespace(call_tool=call_tool)
    identity = given["tool_call_id"]
    call = ToolCall(id=identity, tool_name="search", arguments={}, extra={"call_id": identity})
    try:
        return ChatMessage.from_tool(await client.call_tool("search", {}), origin=call)
    except MCPInvocationError as error:
        return ChatMessage.from_tool(str(error), origin=call, error=True)


async def mcp_result_to_tool_message(given):
    return _chat._prepare_api_call(messages=[await _answer(given)])["messages"][0]


async def mcp_result_to_function_call_output(given):
    return _responses._prepare_api_call(messages=[await _answer(given)])["input"][0]


def chat_messages_to_responses_input(messages):
    own = [ChatMessage.from_openai_dict_format(message) for message in messages]
    return _responses._prepare_api_call(messages=own)["input"]


def responses_output_to_chat_message(given):
    body = given if isinstance(given, dict) else {"id": "resp_1", "object": "response", "model": "gpt-4o", "output": given}
    return _convert_response_to_chat_message(Response.construct(**body)).to_openai_dict_format()
