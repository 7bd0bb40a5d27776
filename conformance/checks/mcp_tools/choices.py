"""Which answers to the choices of the MCP operations an observation shows."""

from __future__ import annotations

from conformance.checks.mcp_tools.view import (
    NO_SCHEMA,
    UNSAFE,
    McpTool,
)
from conformance.values import ABSENT


def read_unsafe_names(view: McpTool) -> str | None:
    """unsafe-names."""
    found = [index for index, kind in enumerate(view.kinds) if kind == UNSAFE]
    if not found:
        return None
    if view.outcome.refusal:
        return None if view.is_list else "refuse"
    if view.alignment is None:
        return None
    if found[0] not in view.arrived:
        return "refuse"
    pair = view.pair(found[0], view.arrived[found[0]])
    if pair is None or not isinstance(pair.body, dict) or not isinstance(pair.body.get("name"), str):
        return None
    return "keep" if pair.body["name"] == pair.source_name else "rename"


def read_description(view: McpTool) -> str | None:
    """description-when-absent."""
    for pair in view.pairs:
        if pair.source_description is ABSENT and isinstance(pair.body, dict):
            actual = pair.body.get("description", ABSENT)
            if actual is ABSENT or (actual is None and view.target == "openai-responses"):
                return "omit"
            return {"": "empty", pair.source_name: "name"}.get(actual) if isinstance(actual, str) else None
    return None


def read_unusable(view: McpTool) -> str | None:
    """unusable-tool."""
    found = [index for index, kind in enumerate(view.kinds) if kind == NO_SCHEMA]
    if not found:
        return None
    if view.outcome.refusal:
        return "raise"
    if view.alignment is None:
        return None
    if found[0] not in view.arrived:
        return "drop"
    pair = view.pair(found[0], view.arrived[found[0]])
    return "empty-object" if pair is not None and isinstance(pair.schema, dict) else None
