"""How Anthropic's Messages API writes a place: by dots, with the tag of each block on the way."""

from __future__ import annotations

from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.words import by_dots
from conformance.base.values import JSON

# Members that hold one of several forms, or a list of such: a place within one names the form.
_UNIONS = frozenset({"content", "source", "tools", "thinking", "tool_choice", "citations", "caller", "cache_control"})


def place(path: Path, value: JSON) -> str:
    """Write a place of a request as the API does: messages.1.content.0.tool_use.input."""
    return by_dots(_steps(path, value))


def form_place(path: Path, value: JSON) -> str:
    """Write the place of a block with its own form: messages.1.content.0.tool_use."""
    return place((*path, ""), value).removesuffix(".")


def tool_place(path: Path, tool: JSON, index: int) -> str:
    """Write a place of a tool that is at an index of its list: tools.0.custom.name."""
    tag = tool.get("type") if isinstance(tool, dict) else None
    return by_dots(("tools", index, tag if isinstance(tag, str) else "custom", *_steps(path, tool)))


def _steps(path: Path, value: JSON) -> Path:
    steps: list[str | int] = []
    held: Any = value
    for index, step in enumerate(path):
        steps.append(step)
        held = _member(held, step)
        if index + 1 < len(path) and (tag := _tag(path[: index + 1], held)) is not None:
            steps.append(tag)
    return tuple(steps)


def _member(held: Any, step: str | int) -> Any:
    try:
        return held[step]
    except (KeyError, IndexError, TypeError):
        return None


def _tag(path: Path, held: Any) -> str | None:
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    if not isinstance(held, dict) or name not in _UNIONS:
        return None
    tag = held.get("type", "custom" if name == "tools" else None)
    return tag if isinstance(tag, str) else None
