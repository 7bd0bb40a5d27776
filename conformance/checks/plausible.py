"""Whether a made-up input is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import flat_tools, mcp_tools
from conformance.checks.schemas import dangling_references, is_valid_schema
from conformance.values import JSON


def as_sound(operation: str, candidate: JSON, original: JSON) -> bool:
    """Whether a candidate's entries are of kinds that the original has, with schemas valid where they were."""
    kind_of = flat_tools.kind_of if operation.startswith("chat-tools") else mcp_tools.kind_of
    is_list = operation in ("chat-tools-to-responses-tools", "mcp-tools-to-chat-tools")
    if is_list and (not isinstance(candidate, list) or not isinstance(original, list)):
        return type(candidate) is type(original)
    before, after = (original, candidate) if is_list else ([original], [candidate])
    if not {kind_of(entry) for entry in after} <= {kind_of(entry) for entry in before}:
        return False
    if not all(map(_sound, _schemas(before))):
        return True
    return all(map(_sound, _schemas(after)))


def _schemas(entries: list[JSON]) -> Iterator[JSON]:
    for entry in entries:
        if isinstance(entry, dict):
            function = entry.get("function")
            schema = entry.get("inputSchema", function.get("parameters") if isinstance(function, dict) else None)
            if isinstance(schema, dict):
                yield schema


def _sound(schema: JSON) -> bool:
    return schema.get("type") == "object" and is_valid_schema(schema) and not dangling_references(schema)
