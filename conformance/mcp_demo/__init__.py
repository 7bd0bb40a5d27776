"""MCP servers over standard streams: a demonstration server with what pydantic writes into schemas, and one of given tools."""
