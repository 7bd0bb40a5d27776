"""What a tool_choice asks for, in one form for both APIs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conformance.base.values import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolChoice:
    """What a tool_choice asks for, whichever format's form it has.

    mode: none, auto or required; of a choice of some tools, whether one of them must be called. names: of the tools
    that may be called, with the type that the choice gives each; None where it names none.
    """

    mode: str
    names: tuple[tuple[str, str], ...] | None = None


def chat_choice(value: JSON) -> ToolChoice | None:
    """Read a tool_choice of Chat, or its older function_call; None for what is neither."""
    if isinstance(value, dict) and set(value) == {"name"} and isinstance(value["name"], str):
        return ToolChoice(mode="required", names=(("function", value["name"]),))
    return _choice(value, _nested, lambda choice: choice.get("allowed_tools"))


def responses_choice(value: JSON) -> ToolChoice | None:
    """Read a tool_choice of Responses; None for what is none, and for the choice of a hosted tool."""
    return _choice(value, _flat, lambda choice: choice)


def _choice(
    value: JSON, name_of: Callable[[dict[str, JSON]], JSON], allowed_in: Callable[[dict[str, JSON]], JSON]
) -> ToolChoice | None:
    if isinstance(value, str):
        return ToolChoice(mode=value) if value in ("none", "auto", "required") else None
    if not isinstance(value, dict):
        return None
    if value.get("type") == "allowed_tools":
        held = allowed_in(value)
        if not isinstance(held, dict) or held.get("mode") not in ("auto", "required"):
            return None
        entries = held.get("tools")
        names = tuple(_named(entry, name_of) for entry in entries) if isinstance(entries, list) else ()
        return ToolChoice(mode=held["mode"], names=tuple(name for name in names if name is not None))
    one = _named(value, name_of)
    return None if one is None else ToolChoice(mode="required", names=(one,))


def _named(entry: JSON, name_of: Callable[[dict[str, JSON]], JSON]) -> tuple[str, str] | None:
    if not isinstance(entry, dict) or entry.get("type") not in ("function", "custom"):
        return None
    name = name_of(entry)
    return (entry["type"], name) if isinstance(name, str) else None


def _nested(entry: dict[str, JSON]) -> JSON:
    held = entry.get(entry["type"])
    return held.get("name") if isinstance(held, dict) else None


def _flat(entry: dict[str, JSON]) -> JSON:
    return None if isinstance(entry.get(entry["type"]), dict) else entry.get("name")
