"""Calls of custom tools and their results: what arrives of them says what the source says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from conformance.checks.findings import NOT_OBSERVABLE, Failure, Findings, brief, input_at, output_at
from conformance.checks.responses_input.view import ResponsesInput
from conformance.checks.trial import is_reported
from conformance.formats.facts import is_filled, word
from conformance.values import JSON

_ROLES = ("user", "assistant")
_TEXTS = ("input_text", "output_text", "text")
_ITEMS = ("custom_tool_call", "custom_tool_call_output", "function_call", "function_call_output")


def custom_calls(view: ResponsesInput) -> Findings:
    """MSG-22: a call of a custom tool arrives with its name and input, and its result, or its loss is reported."""
    if view.unfit or view.items is None:
        return None
    called = _called(view.given)
    if not called:
        return None
    failures: list[Failure] = []
    is_hidden = False
    items = view.items.items
    for identity, (index, owed) in called.items():
        if view.worded:  # a text has no id, and no document puts the input into it
            owed = {key: text for key, text in owed.items() if key != "input"}
        failures += _placed(items, view.items.base, identity, _said_only_before(view.given, index))
        found = [
            (number, item)
            for number, item in enumerate(view.items.items)
            if isinstance(item, dict) and item.get("call_id") == identity
        ]
        for key, text in owed.items():
            type_ = "custom_tool_call_output" if key == "output" else "custom_tool_call"
            held = [(number, item) for number, item in found if item.get("type") == type_]
            if not any(_says(item.get(key), text) for _number, item in held):
                if held:
                    at = output_at(*view.items.base, held[0][0], key)
                    message = f"{key} of the custom call {brief(identity)}: wanted {brief(text)}, "
                    failures.append(Failure(f"{key}-changed", at, f"{message}got {brief(held[0][1].get(key))}"))
                elif not any(_may_hold(item, key, text) for item in items):
                    is_hidden = is_hidden or view.outcome.diagnostics is None
                    said = is_reported(view.outcome, "custom", "tool", "call", identity, owed.get("name", "custom"))
                    if view.outcome.diagnostics is not None and not said:
                        message = f"the {key} of the custom call {brief(identity)} is lost without a report"
                        failures.append(Failure(f"{key}-lost", input_at(index), message))
        failures += _parted(view.items.items, view.items.base, owed)
        failures += _mismatched(found, view.items.base, identity)
    return tuple(failures) if failures or not is_hidden else NOT_OBSERVABLE


def _said_only_before(messages: list[JSON], index: int) -> list[str]:
    """Return the texts that a user or assistant says before a message and that nothing else in the list holds.

    A text that comes again does not show its place, and a system's may go to the instructions.
    """
    said = [
        one["content"]
        for one in messages[:index]
        if isinstance(one, dict) and one.get("role") in ("user", "assistant") and is_filled(one.get("content"))
    ]
    return [text for text in said if sum(_holds(message, text) for message in messages) == 1]


def _placed(items: list[JSON], base: tuple[str | int, ...], identity: str, before: list[str]) -> Iterator[Failure]:
    """Yield a failure where a call or its result arrives twice, or before what precedes it. before: texts."""
    places: dict[str, list[int]] = {"custom_tool_call": [], "custom_tool_call_output": []}
    for index, item in enumerate(items):
        if isinstance(item, dict) and item.get("call_id") == identity and word(item) in places:
            places[item["type"]].append(index)
    calls, results = places.values()
    for twice in (calls[1:], results[1:]):
        for index in twice:
            yield Failure("twice", output_at(*base, index), f"the custom call {brief(identity)} is there once more")
    if calls and results and results[0] < calls[0]:
        message = f"the result of the custom call {brief(identity)} precedes it"
        yield Failure("order", output_at(*base, results[0]), message)
    for text in before if calls else ():
        found = [index for index, item in enumerate(items) if _is_message(item) and _holds(item, text)]
        if found and min(found) > calls[0]:
            message = f"the custom call {brief(identity)} precedes {brief(text)}, which was said before it"
            yield Failure("order", output_at(*base, found[0]), message)


def _is_message(item: JSON) -> bool:
    return isinstance(item, dict) and "role" in item


def _parted(items: list[JSON], base: tuple[str | int, ...], owed: dict[str, str]) -> list[Failure]:
    """Return a failure where a call and its result both arrive, under two ids."""
    calls = {item["call_id"] for _index, item in _custom(items, "custom_tool_call", "input", owed)}
    results = {item["call_id"]: index for index, item in _custom(items, "custom_tool_call_output", "output", owed)}
    results |= {
        part["tool_use_id"]: index
        for index, item in enumerate(items)
        for part in _parts(item)
        if isinstance(part.get("tool_use_id"), str) and _says(part.get("content"), owed.get("output", ""))
    }
    if not calls or not results or not calls.isdisjoint(results):
        return []
    id_, index = next(iter(results.items()))
    message = f"the result of the custom call {brief(min(calls))} arrives as that of {brief(id_)}"
    return [Failure("result-parted", output_at(*base, index), message)]


def _mismatched(
    found: list[tuple[int, dict[str, Any]]], base: tuple[str | int, ...], identity: str
) -> Iterator[Failure]:
    """Yield a failure where a call and its result arrive as items of two kinds. found: the items with the call's id."""
    kinds = {str(item.get("type")): index for index, item in found}
    for call, other in (("custom_tool_call", "function_call"), ("function_call", "custom_tool_call")):
        if {*kinds} == {call, f"{other}_output"}:
            at = output_at(*base, kinds[f"{other}_output"])
            message = f"the call {brief(identity)} is a {call}: wanted a {call}_output, got a {other}_output"
            yield Failure("result-of-another-kind", at, message)


def _custom(items: list[JSON], type_: str, key: str, owed: dict[str, str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for index, item in enumerate(items):
        if isinstance(item, dict) and item.get("type") == type_ and isinstance(item.get("call_id"), str):
            if key in owed and _says(item.get(key), owed[key]):
                yield index, item


def _called(messages: JSON) -> dict[str, tuple[int, dict[str, str]]]:
    """Return the calls of custom tools by id: the message that makes each, its name, its input, and its result."""
    called: dict[str, tuple[int, dict[str, str]]] = {}
    for index, message in enumerate(messages):
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        for call in calls if isinstance(calls, list) else ():
            custom = call.get("custom") if isinstance(call, dict) and call.get("type") == "custom" else None
            if isinstance(custom, dict) and is_filled(call.get("id")) and call["id"] not in called:
                owed = {key: custom[key] for key in ("name", "input") if is_filled(custom.get(key))}
                called[call["id"]] = (index, owed)
    for message in messages:
        own = called.get(word(message, "tool_call_id") or "") if word(message, "role") == "tool" else None
        if own is not None and is_filled(message.get("content")):
            own[1].setdefault("output", message["content"])
    return called


def _may_hold(item: JSON, key: str, text: str) -> bool:
    """Whether an item holds a text of a call or its result: one of a tool with an id, or a message of a known form."""
    if not _is_message(item):
        return isinstance(item, dict) and word(item) in _ITEMS and is_filled(item.get("call_id")) and _holds(item, text)
    if item["role"] not in _ROLES:
        return False
    if not isinstance(item.get("content"), list):
        return _holds(item.get("content"), text)
    return any(_part_holds(part, key, text) for part in _parts(item))


def _part_holds(part: dict[str, JSON], key: str, text: str) -> bool:
    if part.get("type") == "tool_result":
        return is_filled(part.get("tool_use_id")) and _says(part.get("content"), text)
    if part.get("type") == "tool_use":
        return key != "output" and _holds(part, text)
    return word(part) in _TEXTS and _holds(part.get("text"), text)


def _parts(item: JSON) -> list[dict[str, JSON]]:
    content = item.get("content") if _is_message(item) else None
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _says(value: JSON, text: str) -> bool:
    """Whether a value is a text, or a list of parts whose texts make it."""
    if isinstance(value, list):
        parts = [part for part in value if word(part) in _TEXTS]
        return "".join(str(part.get("text", "")) for part in parts) == text
    return bool(value == text)


def _holds(value: JSON, text: str) -> bool:
    """Whether a text is anywhere in a value: a custom call may be a function's, and its result a part."""
    if isinstance(value, dict | list):
        return any(_holds(member, text) for member in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and (text in value or json.dumps(text, ensure_ascii=False)[1:-1] in value)
