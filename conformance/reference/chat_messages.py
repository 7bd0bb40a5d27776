"""responses-input-to-chat-messages: Responses input items to Chat Completions messages, as gateways need it."""

import json
from typing import Any, Literal

from conformance.reference.errors import LOG, kind_of, with_checked_choices
from conformance.reference.schema import copy_json

Item = dict[str, Any]
Message = dict[str, Any]
Part = dict[str, Any]
UnknownItems = Literal["accept", "refuse"]

_TEXT_PARTS = ("input_text", "output_text", "text")
_ROLES = frozenset({"user", "assistant", "system", "developer"})
_CALLS = {"function_call": "function", "custom_tool_call": "custom"}
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output"})
# What a response may hold beside messages, calls and reasoning, and a client may send back.
_HOSTED = frozenset(
    {
        "additional_tools",
        "apply_patch_call",
        "apply_patch_call_output",
        "code_interpreter_call",
        "compaction",
        "computer_call",
        "computer_call_output",
        "file_search_call",
        "image_generation_call",
        "item_reference",
        "local_shell_call",
        "local_shell_call_output",
        "mcp_approval_request",
        "mcp_approval_response",
        "mcp_call",
        "mcp_list_tools",
        "shell_call",
        "shell_call_output",
        "tool_search_call",
        "tool_search_output",
        "web_search_call",
    }
)
_KNOWN = _HOSTED | _OUTPUTS | _CALLS.keys() | {"message", "reasoning"}
_FILE_FIELDS = ("file_id", "file_data", "filename")
_MARKS = ("prompt_cache_breakpoint",)  # members of parts that both APIs have


class ItemError(ValueError):
    """An input that holds no list of items, or an item that is refused. The message says which, and what it is."""


class _Turn:
    """What the assistant said and called before anybody answered; `outputs` are (call_id, output) in their order."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.refusals: list[str] = []
        self.calls: list[Item] = []
        self.outputs: list[tuple[str, Any]] = []


@with_checked_choices
def responses_input_to_chat_messages(given: Any, *, unknown_items: UnknownItems = "accept") -> list[Message]:
    """The Chat messages for a list of Responses input items, or for `{input, instructions?}`.

    `input`, or the whole, may be a string: one user message. Instructions become a leading system message. The calls
    of a turn and its message become one assistant message, its outputs tool messages right after it, and images or
    files among them a user message after these. Reasoning, hosted calls, unknown items, outputs without a call, and
    what is no item at all are left out and logged; under `unknown_items="refuse"` an item of unknown type raises
    ItemError. So does any other shape of input. The result shares nothing with it. Source: what the Chat API accepts,
    and reports of gateways that failed at it.
    """
    instructions, items = _read(given)
    units: list[Message | _Turn] = []
    if isinstance(instructions, str) and instructions:
        units.append({"role": "system", "content": instructions})
    elif instructions:
        LOG.warning("instructions is %s, not a string; left out", kind_of(instructions))
    turn: _Turn | None = None
    open_calls: dict[str, list[_Turn]] = {}
    for position, item in enumerate(items):
        kind = _kind(item)
        if kind == "assistant":
            if turn is None or (not turn.calls and (turn.texts or turn.refusals)):
                turn = _Turn()
                units.append(turn)
            _speak(turn, item["content"], position)
        elif kind == "call":
            if turn is None:
                turn = _Turn()
                units.append(turn)
            turn.calls.append(item)
            open_calls.setdefault(item["call_id"], []).append(turn)
        elif kind == "output" and open_calls.get(item["call_id"]):
            open_calls[item["call_id"]].pop().outputs.append((item["call_id"], item["output"]))
            turn = None
        elif kind == "message":
            units.append({"role": item["role"], "content": _content(item["content"], f"input[{position}]")})
            turn = None
        elif unknown_items == "refuse" and _is_unknown(item):
            raise ItemError(f"input[{position}]: no item is known of type {item['type']!r:.80}")
        elif kind != "reasoning":
            LOG.warning("input[%d]: %s; left out", position, _why_not(item, kind))
    return [message for unit in units for message in (_messages(unit) if isinstance(unit, _Turn) else [unit])]


def _read(given: Any) -> tuple[Any, list[Any]]:
    """The instructions and the items of an input."""
    instructions = None
    if isinstance(given, dict):
        if "input" not in given:
            raise ItemError("the object has no input")
        instructions, given = given.get("instructions"), given["input"]
    if isinstance(given, str):
        given = [{"role": "user", "content": given}]
    if not isinstance(given, list):
        raise ItemError(f"input is {kind_of(given)}, neither a list of items nor a string")
    return instructions, given


def _kind(item: Any) -> str:
    """What an item is to Chat; "" for what has no place there."""
    if not isinstance(item, dict):
        return ""
    kind, role = item.get("type"), item.get("role")
    if not isinstance(kind, str | None) or not isinstance(role, str | None):
        return ""
    if kind in _CALLS:
        return "call" if _is_text(item, "call_id") and _is_text(item, "name") else ""
    if kind in _OUTPUTS:
        return "output" if _is_text(item, "call_id") and isinstance(item.get("output"), str | list) else ""
    if kind == "reasoning":
        return "reasoning"
    if kind in (None, "message") and role in _ROLES and isinstance(item.get("content"), str | list):
        return "assistant" if role == "assistant" else "message"
    return ""


def _is_unknown(item: Any) -> bool:
    return isinstance(item, dict) and _is_text(item, "type") and item["type"] not in _KNOWN


def _is_text(item: Item, field: str) -> bool:
    return isinstance(item.get(field), str) and item[field] != ""


def _why_not(item: Any, kind: str) -> str:
    if not isinstance(item, dict):
        return f"{kind_of(item)} is no item"
    if kind == "output":
        return f"no call before it has the call_id {item['call_id']!r:.80}"
    return f"an item of type {item.get('type')!r:.80} has no twin in Chat, or lacks what it needs"


def _speak(turn: _Turn, content: str | list[Any], position: int) -> None:
    """Add what an assistant's message item says to its turn."""
    for part in [{"type": "output_text", "text": content}] if isinstance(content, str) else content:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind in _TEXT_PARTS and isinstance(part.get("text"), str):
            turn.texts.append(part["text"])
        elif kind == "refusal" and isinstance(part.get("refusal"), str):
            turn.refusals.append(part["refusal"])
        else:
            LOG.warning("input[%d]: an assistant's part of type %r has no twin in Chat; left out", position, kind)


def _messages(turn: _Turn) -> list[Message]:
    """The assistant message of a turn, its tool messages, and what those cannot hold."""
    message: Message = {"role": "assistant", "content": _text_content(turn.texts)}
    if turn.refusals:
        refusal = "\n".join(turn.refusals)
        if message["content"] or turn.calls:
            message["refusal"] = refusal
        else:
            message["content"] = [{"type": "refusal", "refusal": refusal}]
    if turn.calls:
        message["content"] = message["content"] or None
        message["tool_calls"] = [_call(item) for item in turn.calls]
    messages, moved = [message], []
    for call_id, output in turn.outputs:
        text, parts = (output, []) if isinstance(output, str) else _output(output, call_id)
        messages.append({"role": "tool", "tool_call_id": call_id, "content": text})
        moved += parts
    if moved:
        messages.append({"role": "user", "content": moved})
    return messages


def _text_content(texts: list[str]) -> str | list[Part]:
    texts = [text for text in texts if text]
    if len(texts) < 2:
        return "".join(texts)
    return [{"type": "text", "text": text} for text in texts]


def _call(item: Item) -> Item:
    """The tool call of a call item."""
    if item["type"] == "custom_tool_call":
        called = {"name": item["name"], "input": _as_text(item.get("input"), "")}
    else:
        called = {"name": item["name"], "arguments": _as_text(item.get("arguments"), "{}")}
    kind = _CALLS[item["type"]]
    return {"id": item["call_id"], "type": kind, kind: called}


def _as_text(value: Any, absent: str) -> str:
    if value is None:
        return absent
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _output(output: list[Any], call_id: str) -> tuple[str, list[Part]]:
    """The text of a tool message for a list of parts, and the parts that only a user message may hold."""
    texts, moved = [], []
    for part in output:
        converted = _part(part, f"the output of {call_id}")
        if converted is None:
            # What a tool gave back must not vanish in silence from what the model reads.
            texts += [f"[{part['type']}]"] if isinstance(part, dict) and isinstance(part.get("type"), str) else []
        elif converted["type"] == "text":
            texts.append(converted["text"])
        else:
            moved.append(converted)
    if moved:
        texts.append(f"[{len(moved)} attached: image or file, in the next user message]")
        moved.insert(0, {"type": "text", "text": f"Attached by the tool call {call_id}:"})
    return "\n".join(texts), moved


def _content(content: str | list[Any], place: str) -> str | list[Part]:
    """The content of a user's, system's or developer's message."""
    if isinstance(content, str):
        return content
    parts = [converted for part in content if (converted := _part(part, place)) is not None]
    if all(part.keys() == {"type", "text"} for part in parts) and len(parts) < 2:
        return "".join(part["text"] for part in parts)
    return parts


def _part(part: Any, place: str) -> Part | None:
    """The Chat part for a Responses part; a text that names it where Chat has none, None for what is no part."""
    kind = part.get("type") if isinstance(part, dict) else None
    mark = {key: copy_json(part[key]) for key in _MARKS if part.get(key) is not None} if kind else {}
    if kind in _TEXT_PARTS and isinstance(part.get("text"), str):
        return {"type": "text", "text": part["text"], **mark}
    if kind == "input_image":
        if isinstance(part.get("image_url"), str):
            detail = {"detail": part["detail"]} if part.get("detail") else {}
            return {"type": "image_url", "image_url": {"url": part["image_url"], **detail}, **mark}
        return {"type": "text", "text": f"[image: {part.get('file_id')}]"}
    if kind == "input_file":
        file = {field: part[field] for field in _FILE_FIELDS if part.get(field) is not None}
        if "file_id" in file or "file_data" in file:
            return {"type": "file", "file": file, **mark}
        return {"type": "text", "text": f"[file: {part.get('file_url') or part.get('filename')}]"}
    if kind == "input_audio" and isinstance(part.get("input_audio"), dict):
        return {"type": "input_audio", "input_audio": copy_json(part["input_audio"])}
    LOG.warning("%s: a part of type %r has no twin in Chat; left out", place, kind)
    return None
