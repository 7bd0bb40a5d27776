"""The 2,000 MCP tools that everything is measured with, and what the reference makes of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from conformance.reference import mcp_tool_to_chat_tool


@cache
def tools() -> list[dict[str, Any]]:
    """Return the tools of tools.json."""
    loaded: list[dict[str, Any]] = json.loads(Path(__file__).with_name("tools.json").read_text(encoding="utf-8"))
    return loaded


@cache
def converted() -> list[dict[str, Any] | None]:
    """Return the converted tools."""
    return [mcp_tool_to_chat_tool(tool) for tool in tools()]
