"""What the items of a Responses input, and the parts of their contents, are to Chat Completions."""

from __future__ import annotations

from typing import Final

from conformance.formats.facts import FILE, IMAGE, OTHER, REFUSAL, TEXT, Fact, is_filled
from conformance.formats.parts import image_of
from conformance.values import JSON

# Who speaks. A user's message that says nothing is a message all the same: it has one fact, of the kind EMPTY.
USER, ASSISTANT, SYSTEM, TOOL = "user", "assistant", "system", "tool"
SPEAKERS: Final = {"user": USER, "assistant": ASSISTANT, "system": SYSTEM, "developer": SYSTEM, "tool": TOOL}
EMPTY: Final = "empty"

# Marks of an input: what it holds beside messages, calls and their outputs.
REASONING, HOSTED, UNKNOWN, CUSTOM = "reasoning", "hosted", "unknown", "custom"
BROKEN, ORPHAN, UNANSWERED, ODD_PART, LISTED = "broken", "orphan", "unanswered", "odd-part", "listed"
# An item between a call and its output; an assistant's message after its turn's calls.
DELAYED, AFTERTHOUGHT = "delayed", "afterthought"
# A call of an id whose call before has no output yet: an output of that id may answer either.
DOUBLE = "double"
# A message of the assistant, or an output, that says nothing; an output that is more than text.
SILENT, ATTACHED = "silent", "attached"
# A sound converter may refuse an input that has one of these.
REFUSABLE: Final = frozenset({HOSTED, UNKNOWN, CUSTOM, BROKEN, ORPHAN, UNANSWERED, ODD_PART})
# Items of these marks may be kept in a form of their own on the assistant's side.
FOREIGN: Final = frozenset({HOSTED, UNKNOWN, CUSTOM})

_HOSTED: Final = frozenset({
    "additional_tools", "apply_patch_call", "apply_patch_call_output", "code_interpreter_call", "compaction",
    "computer_call", "computer_call_output", "file_search_call", "image_generation_call", "item_reference",
    "local_shell_call", "local_shell_call_output", "mcp_approval_request", "mcp_approval_response", "mcp_call",
    "mcp_list_tools", "shell_call", "shell_call_output", "tool_search_call", "tool_search_output",
    "web_search_call",
})  # fmt: skip
_CUSTOM: Final = frozenset({"custom_tool_call", "custom_tool_call_output"})
_FILE_FIELDS: Final = ("file_id", "file_data", "filename")


def mark_of(item: JSON, fact: Fact | None) -> str | None:
    """Return what an item is that is neither a message nor a function call nor its output; None for those.

    fact: the first of the item; None where it has none.
    """
    if not isinstance(item, dict):
        return BROKEN
    kind = item.get("type")
    if kind is None or kind == "message":
        role = item.get("role")
        known = isinstance(role, str) and role in SPEAKERS and role != TOOL
        return None if known and isinstance(item.get("content"), str | list) else BROKEN
    if kind in ("function_call", "function_call_output"):
        return None if fact is not None and fact.is_whole else BROKEN
    if not is_filled(kind):
        return BROKEN
    return REASONING if kind == "reasoning" else CUSTOM if kind in _CUSTOM else HOSTED if kind in _HOSTED else UNKNOWN


def file_fields(value: JSON) -> dict[str, str]:
    """Return the fields of a file that both APIs have."""
    return {key: value[key] for key in _FILE_FIELDS if is_filled(value.get(key))}


def kind_in_chat(part: Fact, speaker: str) -> str:
    """Return the kind of a part of an input; OTHER where Chat has no form for it."""
    if part.kind == TEXT or (part.kind == REFUSAL and speaker == ASSISTANT):
        return part.kind
    if part.kind == IMAGE and speaker == USER and part.is_whole:
        return IMAGE
    names_it = part.kind == FILE and part.is_whole and file_fields(part.value).keys() & {"file_id", "file_data"}
    return FILE if names_it and speaker == USER else OTHER


def is_same_file(one: JSON, other: JSON) -> bool:
    """Whether the fields of two files name the same one."""
    return any(key in one and one[key] == other.get(key) for key in ("file_id", "file_data"))


def holds(said: Fact, part: Fact) -> bool:
    """Whether something that was said holds a part of an output."""
    if not isinstance(part.source, dict):
        return bool(said.kind == OTHER and said.value == part.source)
    if said.kind == IMAGE:
        url, _detail = image_of(part.source)
        return is_filled(url) and bool(said.value == url)
    if said.kind == FILE:
        return is_same_file(said.value, file_fields(part.source))
    if said.kind != OTHER or not isinstance(said.value, dict):
        return False
    return any(said.value.get(key) == value for key, value in part.source.items() if key not in ("type", "detail"))


def meant_detail(detail: JSON) -> JSON:
    """Return what the detail of an image means: `auto` is what an absent one means."""
    return None if detail == "auto" else detail
