"""mcp-use's converters. What MCP's own model refuses is an error, as it is for mcp-use's callers.

The private mcp_use.agents.adapters.openai.OpenAIMCPAdapter._convert_tool, which create_tools calls for each tool of a server.
The tools of mcp_use.agents.adapters.LangChainAdapter.load_tools_for_connector give results to langchain, as in MCPAgent, and
the private ChatOpenAI._get_request_payload makes of these what is sent.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import logging
import os

logging.getLogger("mcp_use").disabled = True  # it writes to standard output

# It sends what it is used for over the network otherwise.
os.environ["MCP_USE_ANONYMIZED_TELEMETRY"] = "false"

from importlib.metadata import version as _version

from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from mcp.types import CallToolResult, Tool
from mcp_use.agents.adapters import LangChainAdapter
from mcp_use.agents.adapters.openai import OpenAIMCPAdapter
from mcp_use.client.connectors import StdioConnector

name = "mcp-use"
version = _version("mcp-use")


def mcp_tool_to_chat_tool(tool):
    """The connector is used only where the tool is called."""
    return OpenAIMCPAdapter()._convert_tool(Tool.model_validate(tool), None)


class _Server(StdioConnector):
    """A connection to a server whose tool gives a result."""

    tools = ()

    async def initialize(self):
        return None

    async def list_tools(self):
        return [Tool(name="search", inputSchema={"type": "object", "properties": {}})]

    async def call_tool(self, *_arguments, **_further):
        return self.answer


async def _answered(given):
    """The call and the message of mcp-use's tool."""
    server = _Server("unused", [])
    server.answer = CallToolResult.model_validate(given["result"])
    (own,) = await LangChainAdapter().load_tools_for_connector(server)
    call = {"type": "tool_call", "id": given["tool_call_id"], "name": "search", "args": {}}
    return [AIMessage("", tool_calls=[call]), await own.ainvoke(call)]


async def mcp_result_to_tool_message(given):
    chat = ChatOpenAI(model="gpt-4o", api_key="unused")
    return chat._get_request_payload(await _answered(given))["messages"][-1]


async def mcp_result_to_function_call_output(given):
    chat = ChatOpenAI(model="gpt-4o", api_key="unused", use_responses_api=True)
    return chat._get_request_payload(await _answered(given))["input"][-1]
