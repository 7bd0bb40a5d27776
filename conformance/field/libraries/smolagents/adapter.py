"""smolagents' converter of MCP tools. What MCP's own model refuses is an error, as it is for smolagents' callers.

mcpadapt.smolagents_adapter.SmolAgentsAdapter.adapt makes smolagents' own tools, as smolagents.MCPClient calls it;
smolagents.models.get_tool_json_schema makes of these what each model sends.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from mcp.types import Tool
from mcpadapt.smolagents_adapter import SmolAgentsAdapter
from smolagents.models import get_tool_json_schema

name = "smolagents"
version = "smolagents {}, mcpadapt {}".format(_version("smolagents"), _version("mcpadapt"))


def mcp_tool_to_chat_tool(tool):
    """The function is used only where the tool is called."""
    return get_tool_json_schema(SmolAgentsAdapter().adapt(None, Tool.model_validate(tool)))
