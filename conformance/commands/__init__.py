"""What people start: the command line, the plugin of pytest, the demonstration server.

Imports everything below. One module for each subcommand, with its flags in `arguments/`; `main.py` runs them. Begin
with `certify.py`. A command reads arguments, calls the wing that does the work and prints what comes of it: work that
another command could need belongs below. `pytest_plugin/` and `roundtrips/` are for tests of users, `tool_check/` is
`check-tools`, `mcp_demo/` an MCP server to try things with.
"""
