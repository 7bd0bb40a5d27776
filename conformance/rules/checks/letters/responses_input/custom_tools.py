"""Calls of custom tools and their results: what arrives of them says what the source says."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set

from conformance.base.values import JSON
from conformance.formats.chat.conversation import ChatConversation
from conformance.formats.facts import CALL, is_filled, word
from conformance.formats.parts import texts_of
from conformance.formats.responses.items import Items
from conformance.formats.responses.read import CALLS, FUNCTION_CALL, RESULTS
from conformance.rules.checks.findings import NOT_OBSERVABLE, Failure, Findings, brief, but_got, input_at, output_at
from conformance.rules.checks.letters.responses_input.view import ResponsesInput
from conformance.rules.checks.trial import is_reported

_TEXTS = ("input_text", "output_text", "text")
_CALL = "custom_tool_call"
_RESULT = f"{_CALL}_output"


def custom_calls(view: ResponsesInput) -> Findings:
    """MSG-22: a call of a custom tool arrives with its name and input, and its result, or its loss is reported."""
    called = _custom_calls(view.conversation)
    if view.items is None or not called:
        return None
    failures: list[Failure] = []
    is_hidden = False
    functions = {fact.id for fact in view.conversation.facts if fact.kind == CALL and is_filled(fact.id)}
    for id_, (index, owed) in called.items():
        if view.worded:  # a text has no id, and no document puts the input into it
            owed.pop("input", None)
        before = _said_only_before(view.given, index)
        counts = Counter(fact.kind == CALL for fact in view.conversation.customs if fact.id == id_)
        lost, found = _became(view.items, id_, owed, before, counts)
        failures += found
        if lost and view.outcome.diagnostics is None:
            is_hidden = True
        elif lost and not is_reported(view.outcome, "custom", "tool", "call", id_, owed.get("name", "custom")):
            message = f"of the custom call {brief(id_)} is lost without a report"
            failures += [Failure(f"{key}-lost", input_at(index), f"the {key} {message}") for key in lost]
    failures += _made_custom(view.items, functions - called.keys())
    return tuple(failures) if failures or not is_hidden else NOT_OBSERVABLE


def _made_custom(items: Items, functions: Set[JSON]) -> Iterator[Failure]:
    """Yield where the call of a function is one of a custom tool. functions: the ids of such calls."""
    for number, item in enumerate(items.items):
        if word(item) == _CALL and word(item, "call_id") in functions:
            message = f"the call {brief(item['call_id'])} of a function became one of a custom tool"
            yield Failure("made-custom", output_at(*items.base, number), message)


def _custom_calls(conversation: ChatConversation) -> dict[str, tuple[int, dict[str, str]]]:
    """Return the calls of custom tools by id: the message that makes each, its name, its input, and its result."""
    called: dict[str, tuple[int, dict[str, str]]] = {}
    for fact in conversation.customs:
        if fact.kind == CALL and isinstance(fact.source.get("custom"), dict):
            said = zip(("name", "input"), fact.value[1:], strict=True)
            called.setdefault(fact.id, (fact.entry, {key: value for key, value in said if is_filled(value)}))
    calls = [fact for fact in (*conversation.facts, *conversation.customs) if fact.kind == CALL]
    for fact in conversation.customs:
        if fact.kind == CALL or fact.id not in called:
            continue
        entry, owed = called[fact.id]
        # A result before the call, or behind another call of the same id, answers that one.
        is_its = entry < fact.entry and not any(
            call.id == fact.id and entry < call.entry < fact.entry for call in calls
        )
        if is_its and (text := _only_text(fact.payload)):
            owed.setdefault("output", text)
    return called


def _only_text(payload: JSON) -> str | None:
    """Return the text that a result is, or that its list holds; None for what else it is."""
    if isinstance(payload, list) and len(payload) == 1:
        return next(iter(texts_of(payload)), None)
    return payload if isinstance(payload, str) else None


def _said_only_before(messages: list[JSON], index: int) -> list[str]:
    """Return the texts that a user or assistant says before a message and that nothing else in the list holds.

    A text that comes again does not show its place, and a system's may go to the instructions.
    """
    said = [message for message in messages[:index] if word(message, "role") in ("user", "assistant")]
    texts = [text for utterance in said if is_filled(text := utterance.get("content"))]
    return [text for text in texts if sum(_holds(message, text) for message in messages) == 1]


def _became(
    items: Items, id_: str, owed: dict[str, str], before: list[str], counts: Counter[bool]
) -> tuple[list[str], list[Failure]]:
    """Return what of a call did not arrive, and what is wrong with what did. before: texts that precede it.

    counts: how many calls of its id the source has, and how many results.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)  # of the call's own items, by their type
    for number, item in enumerate(items.items):
        if word(item, "call_id") == id_:
            places[str(item.get("type"))].append(number)
    found = [*_twice(items, places, id_, counts), *_misplaced(items, places, id_, before)]
    lost = []
    for key, text in owed.items():
        own = places.get(_RESULT if key == "output" else _CALL, [])
        if not own and not any(_may_hold(item, key, text) for item in items.items):
            lost.append(key)
        elif own and not any(_says(items.items[number].get(key), text) for number in own):
            got = items.items[own[0]].get(key)
            message = f"{key} of the custom call {brief(id_)}: wanted {brief(text)}, {but_got(got)}"
            found.append(Failure(f"{key}-changed", output_at(*items.base, own[0], key), message))
    return lost, [*found, *_parted(items, owed), *_mismatched(items, places, id_)]


def _twice(items: Items, places: Mapping[str, list[int]], id_: str, counts: Counter[bool]) -> Iterator[Failure]:
    """Yield where a call or its result arrives more often than the source has it."""
    calls, results = places.get(_CALL, []), places.get(_RESULT, [])
    for number in (*calls[max(1, counts[True]) :], *results[max(1, counts[False]) :]):
        yield Failure("twice", output_at(*items.base, number), f"the custom call {brief(id_)} is there once more")


def _misplaced(items: Items, places: Mapping[str, list[int]], id_: str, before: list[str]) -> Iterator[Failure]:
    """Yield where a call or its result arrives before what precedes it. before: texts."""
    calls, results = places.get(_CALL, []), places.get(_RESULT, [])
    if calls and results and results[0] < calls[0]:
        message = f"the result of the custom call {brief(id_)} precedes it"
        yield Failure("order", output_at(*items.base, results[0]), message)
    for text in before if calls else ():
        said = [number for number, item in enumerate(items.items) if _is_message(item) and _holds(item, text)]
        if said and said[0] > calls[0]:
            message = f"the custom call {brief(id_)} precedes {brief(text)}, which was said before it"
            yield Failure("order", output_at(*items.base, said[0]), message)


def _parted(items: Items, owed: dict[str, str]) -> Iterator[Failure]:
    """Yield where a call and its result both arrive, under two ids."""
    calls = dict(_saying(items.items, _CALL, "input", owed))
    results = dict((*_saying(items.items, _RESULT, "output", owed), *_parts_saying(items.items, owed)))
    if calls and results and calls.keys().isdisjoint(results):
        other, number = next(iter(results.items()))
        message = f"the result of the custom call {brief(min(calls))} arrives as that of {brief(other)}"
        yield Failure("result-parted", output_at(*items.base, number), message)


def _mismatched(items: Items, places: Mapping[str, list[int]], id_: str) -> Iterator[Failure]:
    """Yield where a call and its result arrive as items of two kinds."""
    for call, other in ((_CALL, FUNCTION_CALL), (FUNCTION_CALL, _CALL)):
        if places.keys() == {call, f"{other}_output"}:
            at = output_at(*items.base, places[f"{other}_output"][-1])
            message = f"the call {brief(id_)} is a {call}: wanted a {call}_output, got a {other}_output"
            yield Failure("result-of-another-kind", at, message)


def _saying(items: list[JSON], type_: str, key: str, owed: dict[str, str]) -> Iterator[tuple[str, int]]:
    """Yield the ids, and the places, of items that say what is owed."""
    for number, item in enumerate(items):
        id_ = word(item, "call_id")
        if word(item) == type_ and id_ is not None and key in owed and _says(item.get(key), owed[key]):
            yield id_, number


def _parts_saying(items: list[JSON], owed: dict[str, str]) -> Iterator[tuple[str, int]]:
    for number, item in enumerate(items if "output" in owed else ()):
        for part in _parts(item):
            id_ = word(part, "tool_use_id")
            if id_ is not None and _says(part.get("content"), owed["output"]):
                yield id_, number


def _is_message(item: JSON) -> bool:
    return isinstance(item, dict) and "role" in item


def _may_hold(item: JSON, key: str, text: str) -> bool:
    """Whether an item holds a text of a call or its result: one of a tool with an id, or a message of a known form."""
    if not _is_message(item):
        return word(item) in {*CALLS, *RESULTS} and is_filled(item.get("call_id")) and _holds(item, text)
    if item["role"] not in ("user", "assistant"):
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
        return "".join(str(part.get("text", "")) for part in value if word(part) in _TEXTS) == text
    return bool(value == text)


def _holds(value: JSON, text: str) -> bool:
    """Whether a text is anywhere in a value: a custom call may be a function's, and its result a part."""
    if isinstance(value, dict | list):
        return any(_holds(member, text) for member in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and (text in value or json.dumps(text, ensure_ascii=False)[1:-1] in value)
