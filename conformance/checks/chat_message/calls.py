"""responses-output-to-chat-message (S4): what becomes of a response's calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from conformance.checks.chat_message.reading import CUSTOM, FUNCTION, INLINE
from conformance.checks.chat_message.view import ChatMessage
from conformance.checks.exact import REWRITTEN, is_same_json
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at
from conformance.checks.pairs import Pair
from conformance.checks.trial import is_reported
from conformance.formats.facts import Fact
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON, same


def function_calls(view: ChatMessage) -> Findings:
    """OUT-2: each function_call becomes a tool call: id from call_id, name, the same arguments, in order."""
    if not view.answered or view.unfit:
        return None
    if view.message is None or view.unread:
        return None
    found = _lost(view, FUNCTION)
    for pair in view.of_type(FUNCTION):
        found += _identity(pair)
        if not same(pair.got.payload, pair.owed.payload):
            message = f"arguments: wanted {_text(pair.owed.payload)}, got {_text(pair.got.payload)}"
            kind = REWRITTEN if is_same_json(pair.owed.payload, pair.got.payload) else "arguments"
            found.append(pair.wrong(kind, message, "function", "arguments"))
    for position in view.unasked:
        message = f"a call that nothing in the response asks for: {brief(view.entries[position])}"
        found.append(Failure("unasked", output_at("tool_calls", position), message))
    found += _order(view, FUNCTION)
    if any(call.type == FUNCTION and not call.is_optional for call in view.source.calls):
        return tuple(found)
    return tuple(found) or None


def inline_calls(view: ChatMessage) -> Findings:
    """OUT-3: an inline tool_use part becomes a tool call whose arguments are its input as JSON."""
    if not view.answered or view.unfit:
        return None
    if view.message is None or view.unread or not any(call.type == INLINE for call in view.source.calls):
        return None
    found = _lost(view, INLINE)
    for pair in view.of_type(INLINE):
        found += _identity(pair)
        if not same(view.arguments(pair), pair.owed.payload):
            message = f"arguments: wanted the input {brief(pair.owed.payload)} as JSON, got {_text(pair.got.payload)}"
            found.append(pair.wrong("arguments", message, "function", "arguments"))
    found += _order(view, INLINE)
    if not found and not _order(view, FUNCTION):
        found += _order(view, INLINE, FUNCTION)
    return tuple(found)


def _lost(view: ChatMessage, type_: str) -> list[Failure]:
    return [
        Failure("lost", input_at(*call.at), f"the call {brief(call.id)} of {brief(call.name)} did not arrive")
        for call in view.lost_calls
        if call.type == type_
    ]


def _identity(pair: Pair) -> Iterator[Failure]:
    owed, got = pair.owed, pair.got
    if got.type != "function":
        yield pair.wrong("type", f'the type of a call: wanted "function", got {_text(got.type)}', "type")
    if not same(got.id, owed.id):
        source = "id" if owed.type == INLINE else "call_id"
        kind = "id-of-the-item" if _replaces_a_counter(pair) else "id"
        yield pair.wrong(kind, f"id: wanted {source}, {brief(owed.id)}, got {_text(got.id)}", "id")
    if not same(got.name, owed.name):
        yield pair.wrong("name", f"name: wanted {brief(owed.name)}, got {_text(got.name)}", "function", "name")


def _replaces_a_counter(pair: Pair) -> bool:
    """Whether a call has the item's own id in the place of a call_id that only counts: servers that are not OpenAI's
    begin with call_0 in every response, and OpenAI's ids are random.
    """
    source = pair.owed.source
    own = source.get("id") if isinstance(source, dict) else None
    return own is not None and pair.got.id == own and re.fullmatch(r"call_\d+", str(pair.owed.id)) is not None


def _text(value: JSON) -> str:
    return "nothing" if value is None or value is ABSENT else brief(value)


def _order(view: ChatMessage, *types: str) -> list[Failure]:
    positions = [pair.got.entry for pair in view.of_type(*types)]
    if positions == sorted(positions):
        return []
    message = f"in the order of the response the calls are at {brief(positions)}"
    return [Failure("order", output_at("tool_calls"), message)]


def actions_reported(view: ChatMessage) -> Findings:
    """OUT-8a: what waits for the client and cannot be said in Chat is a call or is reported."""
    if not view.source.actions or not view.answered or view.unfit or view.source.is_broken:
        return None
    taken = {pair.got.entry for pair in view.pairs}
    unpaired = [call for call in view.sent if call.entry not in taken]
    if len(unpaired) >= len(view.source.actions):
        # Other items may be calls too, and which is which is not certain.
        others = view.source.callable > len(view.source.actions)
        return () if others else tuple(_wrong_actions(view, unpaired))
    if _kept_as_parts(view):
        return None  # it is not left out: API-1 says that Chat has no such part
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if view.outcome.diagnostics:
        return OK
    at = input_at(*view.source.actions[0].at)
    return (Failure("silent", at, "an item that waits for the client was left out without any report"),)


def _kept_as_parts(view: ChatMessage) -> bool:
    """Whether each action is among the parts of the content as it is."""
    content = view.message.get("content") if view.message is not None else None
    parts = content if isinstance(content, list) else []
    return all(any(same(action.source, part) for part in parts) for action in view.source.actions)


def _wrong_actions(view: ChatMessage, calls: list[Fact]) -> Iterator[Failure]:
    """Yield the calls for an action that have the id of no action, or arguments that are no object."""
    sources = (action.source for action in view.source.actions if isinstance(action.source, dict))
    ids = {source[key] for source in sources for key in ("call_id", "id") if isinstance(source.get(key), str)}
    for call in calls:
        if ids and not (isinstance(call.id, str) and call.id in ids):
            message = f"id: wanted the call_id or id of the action, got {_text(call.id)}"
            yield Failure("id", output_at("tool_calls", call.entry, "id"), message)
        if call.type == "function" and not isinstance(json_or_absent(call.payload), dict):
            message = f"arguments: wanted an object as JSON, got {_text(call.payload)}"
            yield Failure("arguments", output_at("tool_calls", call.entry, "function", "arguments"), message)


def custom_calls(view: ChatMessage) -> Findings:
    """OUT-9a: a custom_tool_call is a call or is reported."""
    calls = [call for call in view.source.calls if call.type == CUSTOM]
    if not calls or view.unfit:
        return None
    if view.message is None:
        return None
    found = []
    arrived = {pair.owed.at: pair for pair in view.of_type(CUSTOM)}
    for call in calls:
        pair = arrived.get(call.at, Pair(owed=call))
        if pair.found is None:
            said = is_reported(view.outcome, "custom", "tool", "call", "item")
            if view.outcome.diagnostics is not None and not said:
                message = f"the custom call {brief(call.id)} was left out without any report"
                found.append(pair.lost("silent", message))
        elif not (
            (same(pair.got.id, call.id) or _replaces_a_counter(pair))
            and same(pair.got.name, call.name)
            and _holds(pair.got.payload, call)
        ):
            got = brief(view.entries[pair.got.entry])
            message = f"wanted the id, the name and the input {brief(call.payload)}, got {got}"
            found.append(pair.wrong("changed", message))
    found += _disorder(view)
    if not found and len(arrived) < len(calls) and view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    return tuple(found)


def _disorder(view: ChatMessage) -> Iterator[Failure]:
    """Yield a failure where a custom call is not in its place among the calls."""
    pairs = sorted((pair for pair in view.pairs if pair.found is not None), key=lambda pair: pair.owed.at)
    for one, following in pairwise(pairs):
        if CUSTOM in (one.owed.type, following.owed.type) and following.got.entry < one.got.entry:
            message = f"the call {brief(following.owed.id)} precedes {brief(one.owed.id)}, which was made first"
            yield following.wrong("order", message)


def _holds(payload: JSON, call: Fact) -> bool:
    """Whether a call's payload is a custom tool's input: as it is, or under a key of an object."""
    value = json_or_absent(payload)
    return payload == call.payload or (isinstance(value, dict) and call.payload in value.values())
