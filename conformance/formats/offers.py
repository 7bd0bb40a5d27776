"""Reads the entries of lists of tools as OpenAI's APIs, Anthropic's and MCP have them, well formed or not."""

from __future__ import annotations

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.facts import is_filled
from conformance.formats.model.fact import Path
from conformance.formats.model.offer import Offer

_GRAMMAR = ("syntax", "definition")


def read_nested(value: JSON) -> Offer:
    """Read an entry of Chat Completions: its members are under its type, or beside it where it is flat."""
    for key in ("function", "custom"):
        if isinstance(value, dict) and isinstance(value.get(key), dict):
            return _read(value, value[key], (key,), holder="grammar")
    return _read(value, value, (), holder="grammar")


def read_flat(value: JSON) -> Offer:
    """Read an entry of the Responses API."""
    return _read(value, value, ())


def read_listed(value: JSON) -> Offer:
    """Read a tool of an MCP server."""
    held = value if isinstance(value, dict) else {}
    return Offer(
        value=value, body=value, name=held.get("name", ABSENT), description=held.get("description", ABSENT),
        schema=held.get("inputSchema", ABSENT),
    )  # fmt: skip


def read_named(value: JSON) -> Offer:
    """Read an entry of Anthropic's API."""
    held = value if isinstance(value, dict) else {}
    return Offer(
        value=value, body=value, word=held.get("type", ABSENT), name=held.get("name", ABSENT),
        description=held.get("description", ABSENT), schema=held.get("input_schema", ABSENT),
        strict=held.get("strict", ABSENT),
    )  # fmt: skip


def _read(value: JSON, body: JSON, at: Path, holder: str | None = None) -> Offer:
    held = body if isinstance(body, dict) else {}
    return Offer(
        value=value, body=body, at=at, word=value.get("type", ABSENT) if isinstance(value, dict) else ABSENT,
        name=held.get("name", ABSENT), description=held.get("description", ABSENT),
        schema=held.get("parameters", ABSENT), strict=held.get("strict", ABSENT),
        format=held.get("format", ABSENT), grammar=_grammar(held["format"], holder) if "format" in held else None,
    )  # fmt: skip


def _grammar(value: JSON, holder: str | None) -> JSON | Absent:
    """Read the format of a custom tool. holder: the member that has the grammar's own, where one does."""
    if value is None or value == {"type": "text"}:
        return None
    if not isinstance(value, dict) or value.get("type") != "grammar":
        return ABSENT
    held = value if holder is None else value.get(holder)
    if not isinstance(held, dict) or not all(isinstance(held.get(key), str) for key in _GRAMMAR):
        return ABSENT
    own = {key: held[key] for key in _GRAMMAR}
    plain = {"type": "grammar", **own} if holder is None else {"type": "grammar", holder: own}
    return own if same(value, plain) else own | {"others": value}


def name_of(tool: JSON) -> str | None:
    """Return an entry's name, at any of its places; None for one that is no text or empty."""
    if not isinstance(tool, dict):
        return None
    for place in (tool.get("function"), tool.get("custom"), tool):
        if isinstance(place, dict) and "name" in place:
            return place["name"] if is_filled(place["name"]) else None
    return None


def written_tool(members: dict[str, JSON], *, is_nested: bool) -> JSON:
    """Return a function tool as Chat Completions has it, or as the Responses API does."""
    return {"type": "function", "function": members} if is_nested else {"type": "function", **members}
