"""An MCP server of tools that a file gives, each with the result that it always has.

The file is read anew for each request: a client that stays connected sees the tools of the moment.
"""

from __future__ import annotations

import json
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent, Tool


def serve(path: str) -> None:
    """Serve until standard input ends.

    path: of JSON, `{tools, results}`: tools as `tools/list` answers them, and by name a tool's value; a string is its
    text, `{"error": text}` a tool that fails, anything else the text of its JSON. Raises OSError and ValueError for a
    file that cannot be read or holds other tools.
    """
    _read(path)

    async def list_tools(_context: object, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=_read(path)[0])

    async def call_tool(_context: object, params: CallToolRequestParams) -> CallToolResult:
        results = _read(path)[1]
        if params.name not in results:
            return _result(f"there is no result for a tool {params.name!r}", failed=True)
        value = results[params.name]
        if isinstance(value, dict) and value.keys() == {"error"}:
            return _result(str(value["error"]), failed=True)
        return _result(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))

    server: Server[Any] = Server("conformance-given", on_list_tools=list_tools, on_call_tool=call_tool)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(run)


def _read(path: str) -> tuple[list[Tool], dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    return [Tool.model_validate(tool) for tool in given["tools"]], given.get("results", {})


def _result(text: str, *, failed: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], is_error=failed)
