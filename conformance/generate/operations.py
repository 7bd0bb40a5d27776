"""The operations that inputs can be generated for."""

CHAT_TOOLS = "chat-tools-to-responses-tools"
MCP_TOOL = "mcp-tool-to-chat-tool"
MCP_TOOLS = "mcp-tools-to-chat-tools"

OPERATIONS = (CHAT_TOOLS, MCP_TOOL, MCP_TOOLS)


def unknown_operation(operation: str) -> ValueError:
    """The error for an operation that is not in OPERATIONS; it lists those that are."""
    known = ", ".join(OPERATIONS)
    return ValueError(f"no inputs can be generated for operation {operation!r}; known operations: {known}")
