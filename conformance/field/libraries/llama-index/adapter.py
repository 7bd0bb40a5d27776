"""LlamaIndex' converters of MCP tools. What MCP's own model refuses is an error, as it is for LlamaIndex' callers.

llama_index.tools.mcp.McpToolSpec.to_tool_list_async makes LlamaIndex' own tools; metadata.to_openai_tool makes of these what
the OpenAI model sends, and the private OpenAIResponses._prepare_chat_with_tools what the model of the Responses API sends.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from llama_index.llms.openai import OpenAIResponses
from llama_index.tools.mcp import McpToolSpec
from mcp.types import ListToolsResult, Tool

name = "llama-index"
version = "llama-index-core {}, llama-index-tools-mcp {}, llama-index-llms-openai {}".format(
    _version("llama-index-core"), _version("llama-index-tools-mcp"), _version("llama-index-llms-openai")
)

_responses = OpenAIResponses("gpt-4o", api_key="unused")


class _Session:
    """An MCP session whose server has the given tools."""

    def __init__(self, tools):
        self._listed = ListToolsResult(tools=[Tool.model_validate(tool) for tool in tools])

    async def list_tools(self):
        return self._listed


async def mcp_tools_to_chat_tools(tools):
    own = await McpToolSpec(_Session(tools)).to_tool_list_async()
    return [tool.metadata.to_openai_tool(skip_length_check=True) for tool in own]


async def mcp_tools_to_responses_tools(tools):
    own = await McpToolSpec(_Session(tools)).to_tool_list_async()
    return _responses._prepare_chat_with_tools(own)["tools"] or []
