"""langchain's converters. What MCP's own model refuses is an error, as it is for langchain's callers."""

# Served in an environment of the library's own, on Python 3.8 or newer: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool
from langchain_openai.chat_models.base import _construct_responses_api_payload
from mcp.types import Tool

name = "langchain"
version = "langchain-mcp-adapters {}, langchain-core {}, langchain-openai {}".format(
    _version("langchain-mcp-adapters"), _version("langchain-core"), _version("langchain-openai")
)

# A connection is demanded, and used only where the tool is called, which never happens here.
_CONNECTION = {"transport": "stdio", "command": "unused", "args": []}


def mcp_tool_to_chat_tool(tool):
    """From MCP's model of a tool to langchain's own tool, and from that to what is sent to the API."""
    own = convert_mcp_tool_to_langchain_tool(None, Tool.model_validate(tool), connection=_CONNECTION)
    return convert_to_openai_tool(own)


def chat_tools_to_responses_tools(tools):
    """The list in the payload of a Responses request; an empty list leaves no key there."""
    return _construct_responses_api_payload([], {"tools": tools}).get("tools", [])
