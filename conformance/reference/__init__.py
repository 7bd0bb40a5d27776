"""The reference converters: what the contracts ask for, as pure functions of the standard library alone.

Every choice of a contract is a keyword argument; its default is the answer the reference gives.
"""

from conformance.reference.chat_tools import chat_tools_to_responses_tools
from conformance.reference.errors import ToolError
from conformance.reference.mcp_tools import mcp_tool_to_chat_tool, mcp_tools_to_chat_tools

__all__ = [
    "ToolError",
    "chat_tools_to_responses_tools",
    "mcp_tool_to_chat_tool",
    "mcp_tools_to_chat_tools",
]
