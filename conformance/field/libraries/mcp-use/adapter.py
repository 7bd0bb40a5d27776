"""mcp-use's converter. What MCP's own model refuses is an error, as it is for mcp-use's callers.

The private mcp_use.agents.adapters.openai.OpenAIMCPAdapter._convert_tool, which create_tools calls for each tool of a server.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import os

# It sends what it is used for over the network otherwise.
os.environ["MCP_USE_ANONYMIZED_TELEMETRY"] = "false"

from importlib.metadata import version as _version

from mcp.types import Tool
from mcp_use.agents.adapters.openai import OpenAIMCPAdapter

name = "mcp-use"
version = _version("mcp-use")


def mcp_tool_to_chat_tool(tool):
    """The connector is used only where the tool is called."""
    return OpenAIMCPAdapter()._convert_tool(Tool.model_validate(tool), None)
