"""Calls are kept: each, with its id, its name and what it is called with, in order, and no others."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.laws.compared import CallPair, Compared, flat_names, is_flat_name, is_word
from conformance.laws.law import REACHED, Breach, Found
from conformance.model.conversation import CUSTOM, FUNCTION, Call
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON, same
from conformance.wording import brief, versus

REWRITTEN = "json-rewritten"  # the text of a JSON value became another text of the same value
_KINDS = {FUNCTION: "function call", CUSTOM: "custom call"}


def kept(told: Compared) -> Iterator[Found]:
    """Each call arrives."""
    if told.result is None or told.has_failed:
        return
    for call in told.calls:
        yield f"kept/call/{call.kind}", REACHED
    for call in told.lost_calls:
        if told.is_loose and not is_word(call.name):
            continue  # nobody could run it
        message = f"the {_KINDS.get(call.kind, 'call')} {brief(call.id)} of {brief(call.name)} did not arrive"
        # Without an id: in a form that tools replaced.
        kind = "lost" if call.id else "lost-without-id"
        yield f"kept/call/{call.kind}", Breach(kind, told.in_input(call), message)


def exact(told: Compared) -> Iterator[Found]:
    """A call that arrived is of the same kind, with the same id, name and arguments."""
    if told.result is None or told.has_failed:
        return
    for pair in told.pairs:
        key = f"exact/call/{pair.owed.kind}"
        if pair.owed.group is not None:
            yield f"{key}/group", REACHED
        yield from ((f"{key}/{member}", one) for member, one in _differences(told, pair))


def _differences(told: Compared, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got = pair
    # Who does not know the group does not know the kind of its tool either.
    is_unknown = got.kind != owed.kind and _is_flat(pair)
    if got.kind != owed.kind and not is_unknown:
        wanted, came = (_KINDS.get(one.kind, one.kind) for one in pair)
        message = f"the call {brief(owed.id)} of {brief(owed.name)}: wanted a {wanted}, got a {came}"
        yield "kind", Breach("kind", told.in_output(got), message)
        return  # what else differs comes of that
    if owed.id and not same(got.id, owed.id):
        yield "id", Breach("id", told.in_output(got), f"id of a call: wanted {brief(owed.id)}, got {_given(got.id)}")
    if not owed.id and not is_word(got.id):
        message = f"a call without an id needs one that its result can name, got {_given(got.id)}"
        yield "id", Breach("no-id", told.in_output(got), message)
    yield from _name(told, pair)
    if not is_unknown:
        yield from _arguments(told, pair)


def _is_flat(pair: CallPair) -> bool:
    """Whether a call has the flat name of a tool of a group."""
    owed, got = pair
    return owed.group is not None and got.group is None and is_flat_name(got.name, owed.group, owed.name)


def _name(told: Compared, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got = pair
    if (got.group, got.name) == (owed.group, owed.name):
        return
    at, called = told.in_output(got), (owed.group, owed.name)
    if _is_flat(pair):
        message = f"the name {brief(got.name)} is {brief(owed.name)} of the group {brief(owed.group)} for who asked"
        yield "group", Breach("flat-name", at, message)
    elif is_flat_name(owed.name, got.group, got.name):
        return  # divided as the converter's own conversion of requests joined it
    elif owed.group is not None and any(is_flat_name(one, got.group, got.name) for one in flat_names(*called)):
        message = f"the flat name of {brief(owed.name)} of the group {brief(owed.group)} is divided at another place"
        yield "group", Breach("other-group", at, message)
    else:
        yield "name", Breach("name", at, f"name of a call: wanted {_named(owed)}, got {_named(got)}")


def _arguments(told: Compared, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got = pair.owed.arguments, pair.got.arguments
    if owed.text is not None and got.text is not None:
        if owed.text == got.text or (not owed.text.strip() and got.text == "{}" and pair.owed.kind == FUNCTION):
            return
        value, other = json_or_absent(owed.text), json_or_absent(got.text)
        if pair.got.kind != pair.owed.kind and isinstance(other, dict) and owed.text in other.values():
            return  # of a call of another kind, the input is in the arguments
        kind = REWRITTEN if value is not ABSENT and other is not ABSENT and same(value, other) else "arguments"
        word = "arguments" if pair.owed.kind == FUNCTION else "input"
        message = f"{word} of {brief(pair.owed.name)}: {versus(owed.text, got.text)}"
        yield "arguments", Breach(kind, told.in_output(pair.got), message)
    elif owed.text is not None or owed.value is not ABSENT:
        wanted = owed.text if owed.text is not None else owed.value
        if got.value is ABSENT or not same(owed.value, got.value):
            message = f"arguments of {brief(pair.owed.name)}: wanted {brief(wanted)}, got {_given(got.text)}"
            yield "arguments", Breach("arguments", told.in_output(pair.got), message)


def added(told: Compared) -> Iterator[Found]:
    """No call comes from nothing."""
    if told.result is None or told.is_loose:
        return
    yield "added/call", REACHED
    for call in told.unasked:
        message = f"a call that the source does not make: {brief(call.id)} of {brief(call.name)}"
        kind = "of-another-choice" if told.is_of_another_choice(call) else "unasked"
        yield "added/call", Breach(kind, told.in_output(call), message)


def order(told: Compared) -> Iterator[Found]:
    """Calls are in the order in which they were made."""
    if told.result is None or len(told.pairs) < 2:
        return
    yield "order/call", REACHED
    if [id(one.got) for one in told.pairs] != [id(one.got) for one in _as_they_came(told)]:
        wanted, came = ([one.got.id for one in pairs] for pairs in (told.pairs, _as_they_came(told)))
        message = f"the calls are in another order: {versus(wanted, came)}"
        yield "order/call", Breach("order", told.in_output(told.got), message)


def _as_they_came(told: Compared) -> list[CallPair]:
    places = {id(one): place for place, one in enumerate(told.got_calls)}
    return sorted(told.pairs, key=lambda pair: places[id(pair.got)])


def _named(call: Call) -> str:
    return _given(call.name) if call.group is None else f"{_given(call.name)} of the group {brief(call.group)}"


def _given(value: JSON) -> str:
    """Return a value for a message; nothing where there is none."""
    return "nothing" if value is None or value is ABSENT else brief(value)
