"""What a tool_choice asks for, in one form for both formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from conformance.base.values import JSON
from conformance.formats.members import CHAT


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceForm:
    """What a tool_choice asks for, whichever format's form it has.

    mode: none, auto or required; of a choice of some tools, whether one of them must be called. names: of the tools
    that may be called, with the type that the choice gives each; None where it names none.
    """

    mode: str
    names: tuple[tuple[str, str], ...] | None = None


def chat_choice(value: JSON) -> ChoiceForm | None:
    """Read a tool_choice of Chat, or its older function_call; None for what is neither."""
    if isinstance(value, dict) and set(value) == {"name"} and isinstance(value["name"], str):
        return ChoiceForm(mode="required", names=(("function", value["name"]),))
    return _choice(value, _nested_choice, lambda choice: choice.get("allowed_tools"))


def responses_choice(value: JSON) -> ChoiceForm | None:
    """Read a tool_choice of Responses; None for what is none, and for the choice of a hosted tool."""
    return _choice(value, _flat, lambda choice: choice)


def choice_in(format_: str, value: JSON) -> ChoiceForm | None:
    """Read a tool_choice of a format."""
    return chat_choice(value) if format_ == CHAT else responses_choice(value)


def choice_of_tool(format_: str, type_: str, name: str) -> dict[str, JSON]:
    """Return the choice of one tool in the form of a format."""
    return {"type": type_, type_: {"name": name}} if format_ == CHAT else {"type": type_, "name": name}


def allowed(format_: str, mode: str, tools: list[JSON]) -> dict[str, JSON]:
    """Return the choice of some tools in the form of a format. tools: each as `choice_of_tool` returns it."""
    held: dict[str, JSON] = {"mode": mode, "tools": tools}
    return {"type": "allowed_tools", **({"allowed_tools": held} if format_ == CHAT else held)}


def kinds_of(format_: str, tools: Iterable[JSON]) -> Mapping[str, str]:
    """Return the types of a format's tools by their names."""
    kinds: dict[str, str] = {}
    for tool in tools:
        type_ = tool.get("type") if isinstance(tool, dict) else None
        held = tool.get(type_) if format_ == CHAT and isinstance(type_, str) else tool
        if isinstance(type_, str) and isinstance(held, dict) and isinstance(held.get("name"), str):
            kinds[held["name"]] = type_
    return kinds


def _choice(
    value: JSON, name_of: Callable[[dict[str, JSON]], JSON], allowed_in: Callable[[dict[str, JSON]], JSON]
) -> ChoiceForm | None:
    if isinstance(value, str):
        return ChoiceForm(mode=value) if value in ("none", "auto", "required") else None
    if not isinstance(value, dict):
        return None
    if value.get("type") == "allowed_tools":
        held = allowed_in(value)
        if not isinstance(held, dict) or held.get("mode") not in ("auto", "required"):
            return None
        entries = held.get("tools")
        names = tuple(_kind_and_name(entry, name_of) for entry in entries) if isinstance(entries, list) else ()
        return ChoiceForm(mode=held["mode"], names=tuple(name for name in names if name is not None))
    pair = _kind_and_name(value, name_of)
    return None if pair is None else ChoiceForm(mode="required", names=(pair,))


def _kind_and_name(entry: JSON, name_of: Callable[[dict[str, JSON]], JSON]) -> tuple[str, str] | None:
    if not isinstance(entry, dict) or entry.get("type") not in ("function", "custom"):
        return None
    name = name_of(entry)
    return (entry["type"], name) if isinstance(name, str) else None


def _nested_choice(entry: dict[str, JSON]) -> JSON:
    held = entry.get(entry["type"])
    return held.get("name") if isinstance(held, dict) else None


def _flat(entry: dict[str, JSON]) -> JSON:
    return None if isinstance(entry.get(entry["type"]), dict) else entry.get("name")
