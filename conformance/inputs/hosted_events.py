"""The events of items that are no messages and no function calls, between their beginning and their end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.inputs.choices import Choices, DealtOptions
from conformance.inputs.media import PNG

Event: TypeAlias = dict[str, JSON]

_IS_FAILED = DealtOptions((True, False))
_LISTING_FAILED = DealtOptions((True, False))
# By the type of an item, the steps of its events: their names, with the members that they need besides.
_STEPS: dict[str, tuple[tuple[str, dict[str, JSON]], ...]] = {
    "web_search_call": (("in_progress", {}), ("searching", {}), ("completed", {})),
    "file_search_call": (("in_progress", {}), ("searching", {}), ("completed", {})),
    "image_generation_call": (
        ("in_progress", {}),
        ("generating", {}),
        ("partial_image", {"partial_image_b64": PNG, "partial_image_index": 0}),
        ("completed", {}),
    ),
}


def hosted_events(choices: Choices, item: JSON, index: int) -> list[Event]:
    """Return the events of an item between its beginning and its end; none for messages and function calls."""
    where = {"item_id": item.get("id"), "output_index": index}
    return list(_events(choices, item, where))


def _events(choices: Choices, item: JSON, where: dict[str, JSON]) -> Iterator[Event]:
    kind = item["type"]
    if kind in _STEPS:
        yield from ({"type": f"response.{kind}.{step}", **where, **more} for step, more in _STEPS[kind])
    elif kind == "code_interpreter_call":
        yield {"type": f"response.{kind}.in_progress", **where}
        yield from _text(f"response.{kind}_code", "code", item["code"], where)
        yield from ({"type": f"response.{kind}.{step}", **where} for step in ("interpreting", "completed"))
    elif kind == "mcp_call":
        yield {"type": "response.mcp_call.in_progress", **where}
        yield from _text("response.mcp_call_arguments", "arguments", item["arguments"], where)
        yield {"type": f"response.mcp_call.{'failed' if choices.pick(_IS_FAILED) else 'completed'}", **where}
    elif kind == "mcp_list_tools":
        yield {"type": "response.mcp_list_tools.in_progress", **where}
        yield {"type": f"response.mcp_list_tools.{'failed' if choices.pick(_LISTING_FAILED) else 'completed'}", **where}
    elif kind == "custom_tool_call":
        yield from _text("response.custom_tool_call_input", "input", item["input"], where)
    elif kind == "compaction":
        yield {"type": "response.compaction.compacting", **where}
    elif kind in ("shell_call", "shell_call_output"):
        yield from _shell(kind, where)
    elif kind == "reasoning":
        yield from _reasoning(item, where)


def _text(stem: str, member: str, whole: str, where: dict[str, JSON]) -> Iterator[Event]:
    half = len(whole) // 2
    yield from ({"type": f"{stem}.delta", **where, "delta": piece} for piece in (whole[:half], whole[half:]))
    yield {"type": f"{stem}.done", **where, member: whole}


def _shell(kind: str, where: dict[str, JSON]) -> Iterator[Event]:
    at = {"output_index": where["output_index"], "command_index": 0}
    if kind == "shell_call":
        yield {"type": "response.shell_call_command.added", **at, "command": ""}
        yield {"type": "response.shell_call_command.delta", **at, "delta": "ls"}
        yield {"type": "response.shell_call_command.done", **at, "command": "ls"}
        return
    at = {**where, "command_index": 0}
    yield {"type": "response.shell_call_output_content.delta", **at, "delta": {"stdout": "a.txt"}}
    yield {"type": "response.shell_call_output_content.done", **at, "output": []}


def _reasoning(item: JSON, where: dict[str, JSON]) -> Iterator[Event]:
    for number, part in enumerate(item.get("summary") or ()):
        at = {**where, "summary_index": number}
        empty = {"type": part["type"], "text": ""}
        yield {"type": "response.reasoning_summary_part.added", **at, "part": empty}
        yield from _text("response.reasoning_summary_text", "text", part["text"], at)
        yield {"type": "response.reasoning_summary_part.done", **at, "part": dict(part)}
    for number, part in enumerate(item.get("content") or ()):
        at = {**where, "content_index": number}
        empty = {"type": part["type"], "text": ""}
        yield {"type": "response.content_part.added", **at, "part": empty}
        yield from _text("response.reasoning_text", "text", part["text"], at)
        yield {"type": "response.content_part.done", **at, "part": dict(part)}
