"""What generated lists of Responses tools hold: functions and custom tools in their forms, and tools of other types."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_OTHERS = (
    "web_search", "file_search", "code_interpreter", "image_generation", "mcp", "shell", "local_shell", "apply_patch",
    "namespace",
)  # fmt: skip

WANTED = {
    *_OTHERS, "no tool", "several tools", "strict true", "strict false", "strict null", "nothing of strict",
    "no description", "null description", "null parameters", "a custom tool", "a grammar",
    "a custom tool without a format",
}  # fmt: skip


def seen(tools: Any) -> Iterator[str]:
    """Yield what a list of tools holds."""
    listed = [one for one in tools if isinstance(one, dict)] if isinstance(tools, list) else []
    if tools == []:
        yield "no tool"
    if len(listed) > 1:
        yield "several tools"
    for tool in listed:
        kind = tool.get("type")
        yield str(kind)
        if kind == "function":
            yield f"strict {json.dumps(tool['strict'])}" if "strict" in tool else "nothing of strict"
            if tool.get("description") is None:
                yield "null description" if "description" in tool else "no description"
            if tool.get("parameters", {}) is None:
                yield "null parameters"
        if kind == "custom":
            yield "a custom tool"
            if tool.get("format") is None:
                yield "a custom tool without a format"
            elif isinstance(tool["format"], dict) and tool["format"].get("type") == "grammar":
                yield "a grammar"
