"""What Responses refuses in a request beyond its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.parameters import broken_responses_parameters
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.apis.oracles.tools import RESPONSES, broken_call_id, broken_name, broken_tools
from conformance.apis.oracles.words import dotted, list_in_words
from conformance.base.values import JSON

# The items that are calls of the caller's own tools, and the items that answer them.
_ANSWERS = {"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output"}
_CALLS = {answer: call for call, answer in _ANSWERS.items()}
_WORDS = {"function_call": "function call", "custom_tool_call": "custom tool call"}


def broken_form(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the fields of a request break, each by itself."""
    if not isinstance(request, dict):
        return
    yield from broken_responses_parameters(request)
    for index, item in _items(request):
        yield from _broken_item(item, ("input", index))
    yield from _broken_ids(request)
    yield from broken_tools(request, RESPONSES)


def _items(request: JSON) -> Iterator[tuple[int, dict[str, Any]]]:
    items = request.get("input") if isinstance(request, dict) else None
    for index, item in enumerate(items if isinstance(items, list) else ()):
        if isinstance(item, dict):
            yield index, item


def kind_of(item: dict[str, Any]) -> str | None:
    """Return an item's type; a message may leave it out."""
    return _word(item, "type") or ("message" if "role" in item else None)


def _word(item: dict[str, Any], key: str) -> str | None:
    value = item.get(key)
    return value if isinstance(value, str) else None


def _broken_item(item: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    kind = kind_of(item)
    if kind == "message":
        yield from _broken_parts(item, at)
    if kind in _ANSWERS or kind in _CALLS:
        yield from broken_call_id(item.get("call_id"), (*at, "call_id"), RESPONSES)
    if kind == "function_call_output":
        yield from _broken_output(item, at)
    if kind in _ANSWERS:
        yield from broken_name(item.get("name"), (*at, "name"), RESPONSES)
    begins = rule("item-id-prefix").limit("*").get(kind if kind != "message" or _is_output(item) else None)
    id_, pattern = item.get("id"), rule("item-id-form").limit("*")
    if begins and isinstance(id_, str) and not re.fullmatch(pattern, id_):
        yield BrokenApiRule("item-id-form", (*at, "id"), {"id": id_})
    elif begins and isinstance(id_, str) and not id_.startswith(begins):
        yield BrokenApiRule("item-id-prefix", (*at, "id"), {"id": id_, "begins": begins})


def _broken_output(item: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    if item.get("call_id") is None:
        yield BrokenApiRule("call-id-missing", (*at, "call_id"))
    output, audio = item.get("output"), rule("file-data-type").limit("*")
    for index, part in enumerate(output if isinstance(output, list) else ()):
        data = part.get("file_data") if isinstance(part, dict) else None
        if isinstance(data, str) and data.startswith(audio):
            yield BrokenApiRule("file-data-type", (*at, "output", index, "file_data"))


def _broken_ids(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield ids that two items have, and call_ids that two calls have."""
    ids: set[str] = set()
    calls: set[str] = set()
    for index, item in _items(request):
        id_, call = _word(item, "id"), _word(item, "call_id")
        if id_ is not None and kind_of(item) not in (None, "item_reference"):
            if id_ in ids:
                yield BrokenApiRule("item-id-twice", ("input", index, "id"), {"id": id_}, param="input")
            ids.add(id_)
        if call is not None and kind_of(item) in _ANSWERS:
            if call in calls:
                yield BrokenApiRule("responses-call-twice", ("input", index, "call_id"), {"call": call})
            calls.add(call)


def _broken_parts(message: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    content = message.get("content")
    supported = rule("part-type-for-role").limit("*").get(_word(message, "role"))
    for index, part in enumerate(content if supported and isinstance(content, list) else ()):
        kind = _word(part, "type") if isinstance(part, dict) else None
        if kind is not None and kind not in supported:
            place = (*at, "content", index)
            fields = {"got": kind, "supported": list_in_words(supported)}
            yield BrokenApiRule("part-type-for-role", (*place, "type"), fields, param=dotted(place))


def broken_turns(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the order of items breaks: calls without output, outputs without a call, reasoning on its own."""
    items = list(_items(request))
    yield from _broken_pairs(request, items)
    for position, (index, item) in enumerate(items):
        if item.get("type") == "reasoning" and isinstance(item.get("id"), str):
            following = items[position + 1][1] if position + 1 < len(items) else None
            if following is None or not _is_output(following):
                yield BrokenApiRule("reasoning-alone", ("input", index), {"id": item["id"]}, param="input")


def _broken_pairs(request: JSON, items: Sequence[tuple[int, dict[str, Any]]]) -> Iterator[BrokenApiRule]:
    # What was said in an earlier response, or is behind a reference, cannot be seen here.
    unseen = any(request.get(key) is not None for key in ("previous_response_id", "conversation")) if items else False
    unseen = unseen or any(kind_of(item) in (None, "item_reference") for _index, item in items)
    answered = {(_CALLS.get(kind_of(item) or ""), _word(item, "call_id")) for _index, item in items}
    called: set[tuple[str, str]] = set()
    for index, item in items:
        kind, call = kind_of(item), _word(item, "call_id")
        if call is None:
            continue
        if kind == "tool_search_call":
            called |= {(kind_, call) for kind_ in _ANSWERS}  # a client that searches answers with either
        elif kind in _ANSWERS:
            called.add((kind, call))
            if (kind, call) not in answered:
                yield BrokenApiRule(
                    "call-unanswered", ("input", index), {"call": call, "kind": _WORDS[kind]}, param="input"
                )
        elif kind in _CALLS and (_CALLS[kind], call) not in called and not unseen:
            fields = {"call": call, "kind": _WORDS[_CALLS[kind]]}
            yield BrokenApiRule("output-without-call", ("input", index), fields, param="input")


def _is_output(item: dict[str, JSON]) -> bool:
    """Whether an item is one that a model wrote, so that reasoning can belong to it."""
    kind = kind_of(item)
    if kind == "message":
        return bool(item.get("role") == "assistant")
    return kind is None or not str(kind).endswith("_output")  # without a type it is a reference to an item
