"""The demonstration server, `python -m conformance.mcp_demo`; its code is `conformance.commands.mcp_demo`."""
