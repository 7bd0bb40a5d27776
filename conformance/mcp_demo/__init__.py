"""A real MCP server over standard streams whose tools carry what pydantic writes into schemas."""
