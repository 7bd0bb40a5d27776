"""Which answers to the choices of mcp-tools-to-responses-tools an observation shows."""

from __future__ import annotations

from conformance.checks.flat_mcp_tools.view import FlatMcpTools
from conformance.checks.mcp_tools.view import NO_SCHEMA
from conformance.values import ABSENT


def read_strict(view: FlatMcpTools) -> str | None:
    """strict-when-absent."""
    for pair in view.pairs:
        if isinstance(pair.body, dict):
            strict = pair.body.get("strict", ABSENT)
            return "omit" if strict is ABSENT else "false" if strict is False else None
    return None


def read_unusable(view: FlatMcpTools) -> str | None:
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
