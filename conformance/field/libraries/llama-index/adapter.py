"""LlamaIndex' converters of MCP tools. What MCP's own model refuses is an error, as it is for LlamaIndex' callers.

llama_index.tools.mcp.McpToolSpec.to_tool_list_async makes LlamaIndex' own tools; metadata.to_openai_tool makes of these what
the OpenAI model sends, and the private OpenAIResponses._prepare_chat_with_tools what the model of the Responses API sends.
llama_index.llms.openai.utils.to_openai_message_dict(s) writes the message in which FunctionAgent has the output of a tool.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from llama_index.core.llms import ChatMessage
from llama_index.llms.openai import OpenAIResponses
from llama_index.llms.openai.utils import to_openai_message_dict, to_openai_message_dicts
from llama_index.tools.mcp import McpToolSpec
from mcp.types import CallToolResult, ListToolsResult, Tool

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

    async def call_tool(self, *_arguments):
        return self.answer


async def _answer(given):
    """The message that FunctionAgent makes of the output of a tool."""
    session = _Session([{"name": "search", "inputSchema": {"type": "object", "properties": {}}}])
    session.answer = CallToolResult.model_validate(given["result"])
    (tool,) = await McpToolSpec(session).to_tool_list_async()
    output = await tool.acall()
    return ChatMessage(role="tool", blocks=output.blocks, additional_kwargs={"tool_call_id": given["tool_call_id"]})


async def mcp_result_to_tool_message(given):
    return to_openai_message_dict(await _answer(given))


async def mcp_result_to_function_call_output(given):
    return to_openai_message_dicts([await _answer(given)], is_responses_api=True)[0]


async def mcp_tools_to_chat_tools(tools):
    own = await McpToolSpec(_Session(tools)).to_tool_list_async()
    return [tool.metadata.to_openai_tool(skip_length_check=True) for tool in own]


async def mcp_tools_to_responses_tools(tools):
    own = await McpToolSpec(_Session(tools)).to_tool_list_async()
    return _responses._prepare_chat_with_tools(own)["tools"] or []
