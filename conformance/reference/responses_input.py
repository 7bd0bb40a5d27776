"""chat-messages-to-responses-input: Chat Completions messages to Responses API input (S3 phase 3, S4)."""

import json
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, check_choices, kind_of, lack
from conformance.reference.schema import copy_json

Message = dict[str, Any]
Item = dict[str, Any]
Part = dict[str, Any]
ToolTurns = Literal["items", "parts", "text"]
GroupToolResults = Literal["grouped", "separate"]
InlineTools = Literal["items", "parts"]
SystemPlacement = Literal["instructions", "input"]

_ROLES = frozenset({"user", "assistant", "system", "developer", "tool"})
_INLINE = frozenset({"tool_use", "tool_result"})
_MARKS = ("prompt_cache_breakpoint",)  # members of parts that both APIs have


class MessageError(ValueError):
    """A message that does not convert, or an input that is no list of messages.

    The message says where and what is wrong: `messages[2].tool_calls[0]: function.name is missing`.
    """


class _Choices(NamedTuple):
    tool_turns: ToolTurns
    group_tool_results: GroupToolResults
    inline_tools: InlineTools
    system_placement: SystemPlacement


def chat_messages_to_responses_input(
    messages: Any,
    *,
    tool_turns: ToolTurns = "items",
    group_tool_results: GroupToolResults = "grouped",
    inline_tools: InlineTools = "items",
    system_placement: SystemPlacement = "instructions",
) -> dict[str, Any]:
    """The Responses input for a list of Chat messages: `{input: [...], instructions?: str}` (S4, Transformation Rules).

    Texts, images, files and refusals become parts, called by the role of their message. Tool calls and results become
    items, `tool_result` parts, or texts, as `tool_turns` says. The leading system messages become `instructions`.
    Raises MessageError for what is no list of messages, and for a message or part that cannot be converted. The result
    shares nothing with the input.
    """
    choices = check_choices(_Choices(tool_turns, group_tool_results, inline_tools, system_placement))
    if not isinstance(messages, list):
        raise MessageError(f"messages is {kind_of(messages)}, not a list")
    converter = _Converter(choices)
    for position, message in enumerate(messages):
        converter.add(position, message)
    result: dict[str, Any] = {"input": converter.items}
    if converter.instructions:
        result["instructions"] = "\n\n".join(converter.instructions)
    return result


class _Converter:
    def __init__(self, choices: _Choices) -> None:
        self.choices = choices
        self.items: list[Item] = []
        self.instructions: list[str] = []
        self._leading = choices.system_placement == "instructions"
        self._results: list[Part] | None = None  # the open message of tool results, where they are grouped
        self._custom: set[str] = set()  # ids of calls of custom tools

    def add(self, position: int, message: Any) -> None:
        """Convert one message."""
        where = f"messages[{position}]"
        if not isinstance(message, dict):
            raise MessageError(f"{where} is {kind_of(message)}, not an object")
        role = message.get("role")
        if not isinstance(role, str) or role not in _ROLES:
            raise MessageError(f"{where}: {lack('role', role, 'a string')}" if not isinstance(role, str)
                               else f"{where}: role {role!r:.40} is unknown")  # fmt: skip
        self._leading = self._leading and role == "system"
        if role == "tool":
            self._add_result(where, message)
            return
        self._results = None
        if self._leading and (text := _only_text(message.get("content"))) is not None:
            self.instructions += [text] if text else []
            return
        self._add_spoken(where, role, message)

    def _add_spoken(self, where: str, role: str, message: Message) -> None:
        content = message.get("content")
        calls = message.get("tool_calls") if role == "assistant" else None
        if calls is not None and not isinstance(calls, list):
            raise MessageError(f"{where}: tool_calls is {kind_of(calls)}, not a list")
        if content is None and role != "assistant":
            raise MessageError(f"{where}: content is missing")
        refusal = message.get("refusal") if role == "assistant" else None
        parts: list[Part] = []
        if isinstance(content, str):
            if content or not (calls or refusal):
                parts.append(_text(role, content))
        elif isinstance(content, list):
            if not content and role != "assistant":
                raise MessageError(f"{where}: content is empty")
            for number, part in enumerate(content):
                self._add_part(f"{where}.content[{number}]", role, part, parts)
            if calls or refusal:
                parts = [part for part in parts if part.get("text") != ""]
        elif content is not None:
            raise MessageError(f"{where}: content is {kind_of(content)}, neither a string nor a list")
        if isinstance(refusal, str) and refusal:
            parts.append({"type": "refusal", "refusal": refusal})
        for field in ("audio", "function_call"):
            if role == "assistant" and message.get(field) is not None:
                LOG.warning("%s: %s has no form in a Responses input; left out", where, field)
        read = [self._read_call(f"{where}.tool_calls[{number}]", call) for number, call in enumerate(calls or ())]
        if read and self.choices.tool_turns == "text":
            summary = ", ".join(f"Called function: {call.get('name') or 'unknown'}" for call in read)
            parts.append(_text(role, summary))
        self._close(role, parts)
        if self.choices.tool_turns != "text":
            self.items += read

    def _close(self, role: str, parts: list[Part]) -> None:
        """Add the message that the parts make, where there are any."""
        if parts:
            self.items.append({"role": role, "content": list(parts)})
            parts.clear()

    def _add_part(self, where: str, role: str, part: Any, parts: list[Part]) -> None:
        if not isinstance(part, dict):
            raise MessageError(f"{where} is {kind_of(part)}, not an object")
        kind = part.get("type")
        if not isinstance(kind, str) or not kind:
            raise MessageError(f"{where}: {lack('type', kind, 'a string')}")
        if kind in _INLINE and self.choices.inline_tools == "items":
            self._close(role, parts)
            self.items.append(_inline_item(where, part))
        else:
            parts.append(_part(where, role, part))

    def _read_call(self, where: str, call: Any) -> Item:
        """The item of one tool call; as text only its name counts."""
        if not isinstance(call, dict):
            raise MessageError(f"{where} is {kind_of(call)}, not an object")
        kind = call.get("type") or "function"
        if kind not in ("function", "custom"):
            raise MessageError(f"{where}: type {kind!r:.40} is unknown")
        body = call.get(kind)
        if not isinstance(body, dict):
            raise MessageError(f"{where}: {lack(kind, body, 'an object')}")
        field = "arguments" if kind == "function" else "input"
        name, given = body.get("name"), body.get(field)
        if self.choices.tool_turns == "text":
            return {"name": _string(f"{where}: {kind}.name", name or "unknown")}
        identity = _filled(f"{where}: id", call.get("id"))
        if kind == "custom":
            self._custom.add(identity)
        if isinstance(given, dict | list):
            given = json.dumps(given, ensure_ascii=False)
        return {
            "type": "function_call" if kind == "function" else "custom_tool_call",
            "call_id": identity,
            "name": _filled(f"{where}: {kind}.name", name),
            field: _string(f"{where}: {kind}.{field}", "{}" if given is None else given),
        }

    def _add_result(self, where: str, message: Message) -> None:
        identity, content = message.get("tool_call_id"), message.get("content")
        if content is not None and not isinstance(content, str | list):
            raise MessageError(f"{where}: content is {kind_of(content)}, neither a string nor a list")
        output = _output(where, content)
        if self.choices.tool_turns == "text":
            name = _string(f"{where}: tool_call_id", identity or "unknown")
            texts, media = _texts_and_media(output)
            parts = [_text("user", f"Tool result for {name}: {''.join(texts)}"), *media]
            self.items.append({"role": "user", "content": parts})
            return
        identity = _filled(f"{where}: tool_call_id", identity)
        if self.choices.tool_turns == "items":
            kind = "custom_tool_call_output" if identity in self._custom else "function_call_output"
            self.items.append({"type": kind, "call_id": identity, "output": output})
            return
        part = {"type": "tool_result", "tool_use_id": identity, "content": output}
        if self._results is not None and self.choices.group_tool_results == "grouped":
            self._results.append(part)
        else:
            self._results = [part]
            self.items.append({"role": "user", "content": self._results})


def _text(role: str, text: str) -> Part:
    return {"type": "output_text" if role == "assistant" else "input_text", "text": text}


def _only_text(content: Any) -> str | None:
    """The text of a content that holds nothing else; None for any other."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list) or not content:
        return None
    texts = [part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None for part in content]
    return "\n".join(text for text in texts if text) if all(isinstance(text, str) for text in texts) else None


def _part(where: str, role: str, part: Part) -> Part:
    """One part in the form that its role asks for; one of an unknown type as it is."""
    kind = part["type"]
    # What the assistant said has no cache breakpoint in Responses.
    mark = {key: copy_json(part[key]) for key in _MARKS if part.get(key) is not None and role != "assistant"}
    if kind == "text":
        return _text(role, _string(f"{where}: text", part.get("text"))) | mark
    if kind == "image_url":
        return _image(where, "output_image" if role == "assistant" else "input_image", part) | mark
    if kind == "file":
        file = part.get("file")
        if not isinstance(file, dict):
            raise MessageError(f"{where}: {lack('file', file, 'an object')}")
        return {"type": "input_file", **copy_json(file), **mark}
    if kind == "refusal":
        return {"type": "refusal", "refusal": _string(f"{where}: refusal", part.get("refusal"))}
    if kind == "tool_use":
        identity, name, given = _use(where, part)
        return {"type": "tool_use", "id": identity, "name": name, "input": copy_json(given)}
    if kind == "tool_result":
        identity, content = _result(where, part)
        return {"type": "tool_result", "tool_use_id": identity, "content": _uncached(copy_json(content))}
    copy: Part = _uncached(copy_json(part))
    return copy


def _image(where: str, kind: str, part: Part) -> Part:
    image = part.get("image_url")
    if not isinstance(image, dict | str):
        raise MessageError(f"{where}: {lack('image_url', image, 'an object')}")
    url = image.get("url") if isinstance(image, dict) else image
    result = {"type": kind, "image_url": _filled(f"{where}: image_url.url", url)}
    detail = image.get("detail") if isinstance(image, dict) else None
    return result if detail is None else result | {"detail": detail}


def _use(where: str, part: Part) -> tuple[str, str, Any]:
    given = part.get("input")
    if not isinstance(given, dict):
        raise MessageError(f"{where}: {lack('input', given, 'an object')}")
    return _filled(f"{where}: id", part.get("id")), _filled(f"{where}: name", part.get("name")), given


def _result(where: str, part: Part) -> tuple[str, Any]:
    content = part.get("content")
    if not isinstance(content, str | list):
        raise MessageError(f"{where}: {lack('content', content, 'a string or a list')}")
    return _filled(f"{where}: tool_use_id", part.get("tool_use_id")), content


def _inline_item(where: str, part: Part) -> Item:
    """The item for an inline tool_use or tool_result part."""
    if part["type"] == "tool_use":
        identity, name, given = _use(where, part)
        arguments = json.dumps(given, ensure_ascii=False)
        return {"type": "function_call", "call_id": identity, "name": name, "arguments": arguments}
    identity, content = _result(where, part)
    return {"type": "function_call_output", "call_id": identity, "output": _output(where, content)}


def _output(where: str, content: Any) -> str | list[Part]:
    """What a result says: a string, or parts where it is more than one text."""
    if not isinstance(content, list):
        return content or ""
    parts = []
    for number, part in enumerate(content):
        if not isinstance(part, dict) or not isinstance(part.get("type"), str):
            raise MessageError(f"{where}.content[{number}] is no part")
        parts.append(_part(f"{where}.content[{number}]", "user", part))
    if not parts:
        return ""
    if len(parts) == 1 and parts[0].keys() == {"type", "text"}:
        text: str = parts[0]["text"]
        return text
    return parts


def _texts_and_media(output: str | list[Part]) -> tuple[list[str], list[Part]]:
    """The texts of a result, and what of it is no text."""
    if isinstance(output, str):
        return [output], []
    texts = [part["text"] for part in output if part["type"] == "input_text"]
    return texts, [part for part in output if part["type"] != "input_text"]


def _uncached(value: Any) -> Any:
    """Take cache_control from a part, and from the parts in its content."""
    if isinstance(value, list):
        return [_uncached(member) for member in value]
    if isinstance(value, dict):
        kept = {key: member for key, member in value.items() if key != "cache_control"}
        return kept | {"content": _uncached(kept["content"])} if isinstance(kept.get("content"), list) else kept
    return value


def _string(where: str, value: Any) -> str:
    if not isinstance(value, str):
        path, _, field = where.rpartition(": ")
        raise MessageError(f"{path}: {lack(field, value, 'a string')}")
    return value


def _filled(where: str, value: Any) -> str:
    if value == "":
        path, _, field = where.rpartition(": ")
        raise MessageError(f"{path}: {field} is empty")
    return _string(where, value)
