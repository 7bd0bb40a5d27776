"""MCP servers over standard streams: one that shows what pydantic writes into schemas, and one of given tools."""
