"""The OpenAI Agents SDK's converters. What MCP's own model refuses is an error, as it is for the SDK's callers.

agents.mcp.MCPUtil.to_function_tool makes the SDK's own tools. From these the models make what is sent:
agents.models.chatcmpl_converter.Converter.tool_to_openai and agents.models.openai_responses.Converter.convert_tools.
Converter.items_to_messages makes the messages of a Chat request.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from agents.mcp import MCPServerStdio, MCPUtil
from agents.models.chatcmpl_converter import Converter as _Chat
from agents.models.openai_responses import Converter as _Responses
from mcp.types import Tool

name = "openai-agents"
version = _version("openai-agents")

# It is never connected: only calling a tool would do that.
_server = MCPServerStdio({"command": "unused"})


def mcp_tool_to_chat_tool(tool):
    return _Chat.tool_to_openai(MCPUtil.to_function_tool(Tool.model_validate(tool), _server, False))


def mcp_tools_to_responses_tools(tools):
    own = [MCPUtil.to_function_tool(Tool.model_validate(tool), _server, False) for tool in tools]
    return _Responses.convert_tools(own, []).tools


def responses_input_to_chat_messages(given):
    """The instructions go in front, as OpenAIChatCompletionsModel puts them there."""
    request = given if isinstance(given, dict) else {"input": given}
    messages = _Chat.items_to_messages(request["input"], model="gpt-4o")
    if request.get("instructions"):
        messages.insert(0, {"content": request["instructions"], "role": "system"})
    return messages
