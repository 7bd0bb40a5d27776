"""responses-output-to-chat-message: what a model put out, as one Chat Completions assistant message (S4)."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, check_choices, kind_of, lack

Message = dict[str, Any]
TextJoin = Literal["nothing", "newline", "blank-line"]
EmptyOutput = Literal["placeholder", "null"]

PLACEHOLDER = "[No response generated]"
_BETWEEN = {"nothing": "", "newline": "\n", "blank-line": "\n\n"}


class OutputError(ValueError):
    """An input that is neither a list of output items nor a response object that has one."""


class _Choices(NamedTuple):
    text_join: TextJoin
    empty_output: EmptyOutput


_DEFAULTS = _Choices("nothing", "null")


class _Gathered:
    """What the items hold, in their order."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.refusals: list[str] = []
        self.calls: list[Message] = []


_Reader = Callable[[Message, str, _Gathered], None]
_Readers = Mapping[str, _Reader]


def responses_output_to_chat_message(
    output: Any, *, text_join: TextJoin = "nothing", empty_output: EmptyOutput = "null"
) -> Message:
    """The assistant message for a list of output items, or for a response object with one (S4, Output Processing).

    Texts are joined as `text_join` says, refusals go to `refusal`, calls of functions and custom tools and inline
    tool_use parts to `tool_calls`. Reasoning is passed over. What is left out beside it (items and parts of other
    types, and malformed ones; citations) is logged. OutputError for what holds no list of items.
    """
    choices = _Choices(text_join, empty_output)
    if choices != _DEFAULTS:
        check_choices(choices)
    gathered = _Gathered()
    for place, item in _items(output):
        _take(item, place, gathered, _OF_ITEM)
    return _message(gathered, choices)


def _items(output: Any) -> Iterator[tuple[str, Any]]:
    items, place = (output.get("output"), "response.output") if isinstance(output, dict) else (output, "output")
    if not isinstance(items, list):
        raise OutputError(f"{place} is {kind_of(items)}, not a list of output items")
    for position, item in enumerate(items):
        yield f"{place}[{position}]", item


def _take(value: Any, place: str, gathered: _Gathered, readers: _Readers) -> None:
    """Read one item or part into what is gathered; log it where it is left out."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        problem = "its type is missing" if isinstance(value, dict) else f"it is {kind_of(value)}"
        LOG.warning("%s: %s; left out", place, problem)
        return
    reader = readers.get(value["type"])
    if reader is None:
        LOG.warning("%s: a Chat message has no place for %r; left out", place, value["type"])
        return
    reader(value, place, gathered)


def _take_message(item: Message, place: str, gathered: _Gathered) -> None:
    parts = item.get("content")
    if parts is not None and not isinstance(parts, list):
        LOG.warning("%s: content is %s, not a list; left out", place, kind_of(parts))
        return
    for position, part in enumerate(parts or ()):
        _take(part, f"{place}.content[{position}]", gathered, _OF_PART)


def _take_text(part: Message, place: str, gathered: _Gathered) -> None:
    if _has(part, place, text=str):
        gathered.texts.append(part["text"])
        if part.get("annotations"):
            LOG.warning("%s.annotations: where they are in the joined text is not known; left out", place)


def _take_refusal(part: Message, place: str, gathered: _Gathered) -> None:
    if _has(part, place, refusal=str):
        gathered.refusals.append(part["refusal"])


def _take_inline_call(part: Message, place: str, gathered: _Gathered) -> None:
    if _has(part, place, id=str, name=str, input=dict):
        arguments = json.dumps(part["input"], ensure_ascii=False, separators=(",", ":"))
        gathered.calls.append(_call(part["id"], part["name"], arguments))


def _take_call(item: Message, place: str, gathered: _Gathered) -> None:
    if _has(item, place, call_id=str, name=str, arguments=str):
        gathered.calls.append(_call(item["call_id"], item["name"], item["arguments"]))


def _take_custom_call(item: Message, place: str, gathered: _Gathered) -> None:
    if _has(item, place, call_id=str, name=str, input=str):
        custom = {"name": item["name"], "input": item["input"]}
        gathered.calls.append({"id": item["call_id"], "type": "custom", "custom": custom})


def _take_nothing(_value: Message, _place: str, _gathered: _Gathered) -> None:
    """A Chat message has no place for reasoning, and nobody misses it there."""


_OF_ITEM: _Readers = {
    "message": _take_message,
    "function_call": _take_call,
    "custom_tool_call": _take_custom_call,
    "reasoning": _take_nothing,
}
_OF_PART: _Readers = {
    "output_text": _take_text,
    "refusal": _take_refusal,
    "tool_use": _take_inline_call,
}


def _has(value: Message, place: str, **fields: type) -> bool:
    """Whether the fields are of their types; what lacks one is logged."""
    for key, wanted in fields.items():
        if not isinstance(value.get(key), wanted):
            LOG.warning("%s; left out", lack(f"{place}.{key}", value.get(key), kind_of(wanted())))
            return False
    return True


def _call(identifier: str, name: str, arguments: str) -> Message:
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


def _message(gathered: _Gathered, choices: _Choices) -> Message:
    between = _BETWEEN[choices.text_join]
    message: Message = {"role": "assistant", "content": None}
    if gathered.texts:
        # An empty text has nothing to be kept apart from.
        message["content"] = between.join(filter(None, gathered.texts))
    elif not gathered.calls and not gathered.refusals and choices.empty_output == "placeholder":
        message["content"] = PLACEHOLDER
    if gathered.refusals:
        message["refusal"] = between.join(filter(None, gathered.refusals))
    if gathered.calls:
        message["tool_calls"] = gathered.calls
    return message
