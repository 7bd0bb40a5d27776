"""Whether a made-up input is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import flat_view, mcp_view
from conformance.checks.schemas import dangling_references, is_valid_schema
from conformance.values import JSON


def as_sound(operation: str, candidate: JSON, original: JSON) -> bool:
    """Whether a candidate's entries are of kinds that the original has, with schemas sound where they were."""
    kind_of = flat_view.kind_of if operation.startswith("chat-tools") else mcp_view.kind_of
    is_list = operation in ("chat-tools-to-responses-tools", "mcp-tools-to-chat-tools")
    if is_list and (not isinstance(candidate, list) or not isinstance(original, list)):
        return type(candidate) is type(original)
    before, after = (original, candidate) if is_list else ([original], [candidate])
    # A plain, usable tool is always as sound.
    kinds = {kind_of(entry) for entry in before} | {flat_view.FUNCTION, mcp_view.USABLE}
    if not {kind_of(entry) for entry in after} <= kinds:
        return False
    return all(all(map(virtue, _schemas(after))) for virtue in _VIRTUES if all(map(virtue, _schemas(before))))


def _schemas(entries: list[JSON]) -> Iterator[JSON]:
    for entry in entries:
        if isinstance(entry, dict):
            function = entry.get("function")
            schema = entry.get("inputSchema", function.get("parameters") if isinstance(function, dict) else None)
            if isinstance(schema, dict):
                yield schema


def _is_object_schema(schema: JSON) -> bool:
    return bool(schema.get("type") == "object")


def _refers_well(schema: JSON) -> bool:
    return not dangling_references(schema)


# What shrinking must not take away where all schemas have it; the cheap ones first.
_VIRTUES = (_is_object_schema, _refers_well, is_valid_schema)
