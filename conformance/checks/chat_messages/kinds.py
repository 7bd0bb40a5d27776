"""What the items of a Responses input, and the parts of their contents, are to Chat Completions."""

from __future__ import annotations

from typing import Final

from conformance.values import ABSENT, JSON

Path = tuple[str | int, ...]

# Kinds of facts. EMPTY: a user's message that says nothing, and is a message all the same.
TEXT, IMAGE, FILE, REFUSAL, EMPTY, OTHER = "text", "image", "file", "refusal", "empty", "other"
USER, ASSISTANT, SYSTEM, TOOL = "user", "assistant", "system", "tool"

# Marks of an input: what it holds beside messages, calls and their outputs.
REASONING, HOSTED, UNKNOWN, CUSTOM = "reasoning", "hosted", "unknown", "custom"
BROKEN, ORPHAN, UNANSWERED, ODD_PART, LISTED = "broken", "orphan", "unanswered", "odd-part", "listed"
# An item between a call and its output; an assistant's message after its turn's calls.
DELAYED, AFTERTHOUGHT = "delayed", "afterthought"
# A call of an id whose call before has no output yet: nobody can say which of the two an output answers.
DOUBLE = "double"
# A message of the assistant, or an output, that says nothing; an output that is more than text.
SILENT, ATTACHED = "silent", "attached"
# A sound converter may refuse an input that has one of these.
REFUSABLE: Final = frozenset({HOSTED, UNKNOWN, CUSTOM, BROKEN, ORPHAN, UNANSWERED, ODD_PART})
# Items of these marks may be kept in a form of their own on the assistant's side.
FOREIGN: Final = frozenset({HOSTED, UNKNOWN, CUSTOM})

TEXT_PARTS: Final = frozenset({"input_text", "output_text"})
ROLES: Final = {"user": USER, "assistant": ASSISTANT, "system": SYSTEM, "developer": SYSTEM}
_HOSTED: Final = frozenset({
    "additional_tools", "apply_patch_call", "apply_patch_call_output", "code_interpreter_call", "compaction",
    "computer_call", "computer_call_output", "file_search_call", "image_generation_call", "item_reference",
    "local_shell_call", "local_shell_call_output", "mcp_approval_request", "mcp_approval_response", "mcp_call",
    "mcp_list_tools", "shell_call", "shell_call_output", "tool_search_call", "tool_search_output",
    "web_search_call",
})  # fmt: skip
_FILE_FIELDS: Final = ("file_id", "file_data", "filename")


def mark_of(item: JSON) -> str | None:
    """Tell what an item is that is neither a message nor a function call nor its output; None for those."""
    if not isinstance(item, dict):
        return BROKEN
    kind = item.get("type", ABSENT)
    if kind == "reasoning":
        return REASONING
    if kind in ("custom_tool_call", "custom_tool_call_output"):
        return CUSTOM
    if kind == "function_call":
        whole = all(filled(item.get(key)) for key in ("call_id", "name")) and isinstance(item.get("arguments"), str)
        return None if whole else BROKEN
    if kind == "function_call_output":
        return None if filled(item.get("call_id")) and isinstance(item.get("output"), str | list) else BROKEN
    if kind is ABSENT or kind is None or kind == "message":
        role = item.get("role")
        known = isinstance(role, str) and role in ROLES
        return None if known and isinstance(item.get("content"), str | list) else BROKEN
    if not filled(kind):
        return BROKEN
    return HOSTED if kind in _HOSTED else UNKNOWN


def filled(value: JSON) -> bool:
    """Whether a value is a text that is not empty."""
    return isinstance(value, str) and value != ""


def image_of(part: JSON) -> tuple[str, str | None] | None:
    """Return url and detail of a Responses image part; None for one that Chat has no form for."""
    if not filled(part.get("image_url")):
        return None
    detail = part.get("detail")
    return part["image_url"], detail if isinstance(detail, str) else None


def file_of(part: JSON) -> dict[str, str] | None:
    """Return the fields of a Responses file part that Chat has too; None where they name no file."""
    fields = {key: part[key] for key in _FILE_FIELDS if filled(part.get(key))}
    return fields if "file_id" in fields or "file_data" in fields else None


def fact_of(part: JSON, speaker: str) -> tuple[str, JSON]:
    """Return what a part of a content says: its kind, OTHER where Chat has no form for it, and its value."""
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in TEXT_PARTS and isinstance(part.get("text"), str):
        return TEXT, part["text"]
    if kind == "refusal" and speaker == ASSISTANT and isinstance(part.get("refusal"), str):
        return REFUSAL, part["refusal"]
    if kind == "input_image" and speaker == USER and image_of(part):
        return IMAGE, image_of(part)
    if kind == "input_file" and speaker == USER and file_of(part):
        return FILE, file_of(part)
    return OTHER, None


def parts_of_output(output: JSON) -> tuple[tuple[str, ...], tuple[JSON, ...]]:
    """Return the texts of an output, and its other parts."""
    if isinstance(output, str):
        return (output,), ()
    texts = tuple(fact_of(part, USER)[1] for part in output if fact_of(part, USER)[0] == TEXT)
    return texts, tuple(part for part in output if fact_of(part, USER)[0] != TEXT)
