"""Semantic Kernel's converters of MCP tools. What MCP's own model refuses is an error, as it is for its callers.

semantic_kernel.connectors.mcp.MCPStdioPlugin.load_tools makes functions of a server's tools, and Kernel.add_plugin takes them.
kernel_function_metadata_to_function_call_format, and the same for responses, of
semantic_kernel.connectors.ai.function_calling_utils make of these what is sent.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from mcp.types import ListToolsResult, Tool
from semantic_kernel import Kernel
from semantic_kernel.connectors.ai.function_calling_utils import (
    kernel_function_metadata_to_function_call_format,
    kernel_function_metadata_to_response_function_call_format,
)
from semantic_kernel.connectors.mcp import MCPStdioPlugin

name = "semantic-kernel"
version = _version("semantic-kernel")
choices = {
    "mcp-tools-to-chat-tools": {"names": "prefix:mcp-"},
    "mcp-tools-to-responses-tools": {"names": "prefix:mcp-"},
}


class _Session:
    """An MCP session whose server has the given tools."""

    def __init__(self, tools):
        self._listed = ListToolsResult(tools=[Tool.model_validate(tool) for tool in tools])

    async def list_tools(self):
        return self._listed


async def _functions(tools):
    plugin = MCPStdioPlugin("mcp", "unused", session=_Session(tools))
    await plugin.load_tools()
    kernel = Kernel()
    kernel.add_plugin(plugin)
    remote = {name for name, (kind, _remote) in plugin._mcp_registered_names.items()}
    return [one for one in kernel.get_full_list_of_function_metadata() if one.name in remote]


async def mcp_tools_to_chat_tools(tools):
    return [kernel_function_metadata_to_function_call_format(one) for one in await _functions(tools)]


async def mcp_tools_to_responses_tools(tools):
    return [kernel_function_metadata_to_response_function_call_format(one) for one in await _functions(tools)]
