"""Calls are kept: each, with its id, its name and what it is called with, in order, and no others."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.base.wording import absent, brief, but_got, call_of, versus
from conformance.formats.model.answer import Candidate
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Call, Text
from conformance.formats.model.fact import Path
from conformance.rules.laws.asked import flat_names, is_flat_name
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, UNSEEN, Breach, Found
from conformance.rules.laws.pairing import WRITTEN, CallPair, form_of, payload_of
from conformance.rules.laws.sides import is_word, tight

REWRITTEN = "json-rewritten"  # the text of a JSON value became another text of the same value


def kept_calls(both: AnswerComparison) -> Iterator[Found]:
    """Each call arrives, or a report says that it does not where the terms allow that."""
    if both.result is None or both.has_failed:
        return
    arrived = {id(pair.owed) for pair in both.pairs}
    for call in both.calls:
        form = form_of(call)
        may_be_reported = f"call/{form}" in both.terms.lost
        if (both.is_unread or both.is_optional(call)) and not may_be_reported:
            continue  # the law `read` says it, or it may be left out
        key = f"kept/call/{form}"
        yield key, REACHED
        if id(call) in arrived or (both.is_loose and not is_word(call.name)):
            continue  # without a name nobody could run it
        named = call_of(call.id, call.name)
        said = both.says_of_loss(f"call/{form}") if may_be_reported else False
        if said is None:
            yield key, UNSEEN
        elif may_be_reported and not said:
            yield key, Breach("silent", both.in_input(call), f"{named} was dropped without a report")
        elif not may_be_reported:
            # Without an id: in a form that tools replaced.
            kind = "lost" if call.id else "lost-without-id"
            yield key, Breach(kind, both.in_input(call), f"{named} did not arrive")


def exact(both: AnswerComparison) -> Iterator[Found]:
    """A call that arrived has a type that carries it, the same id and name, and what it was called with."""
    if both.result is None or both.has_failed or both.is_unread:
        return
    for pair in both.pairs:
        key = f"exact/call/{pair.form}"
        if not both.is_optional(pair.owed):
            yield key, REACHED
        if pair.owed.group is not None:
            yield f"{key}/group", REACHED
        # Who does not know the group of a tool does not know its kind either.
        is_other = is_flat(pair) and pair.got.kind != pair.owed.kind and not both.terms.carriers
        members = (_id, _name) if is_other else (_type, _id, _name, _payload)
        for differences in members:
            found = [(f"{key}/{member}", one) for member, one in differences(both, pair)]
            yield from found
            if found and differences is _type and not both.terms.carriers:
                break  # what else differs comes of that


_AFTER_END = "after-end"  # the disorder of a stream that goes on behind its end


def apart(both: AnswerComparison) -> Iterator[Found]:
    """Of a malformed source each call that can be read arrives by itself, or a report says that it does not.

    Where the target takes no id twice, two calls have two.
    """
    if not both.is_loose or both.result is None or both.has_failed or both.is_unread:
        return
    if any(one.kind == _AFTER_END for one in both.given.disorder):  # of what comes then, a reader may know nothing
        return
    read = [one for one in both.owed_calls if one.kind == FUNCTION and is_word(one.name) and one.group is None]
    owed = [one for one in read if isinstance(one.arguments.value, dict)]
    left = Counter(one.name for one in both.got_calls)
    if owed:
        yield "apart/call", REACHED
    for call in owed:
        left[call.name] -= 1
        said = both.reported(str(call.name), "call") if left[call.name] < 0 else True
        if said is None:
            yield "apart/call", UNSEEN
        elif not said:
            message = f"{call_of(call.id, call.name)} was lost or merged without a report"
            yield "apart/call", Breach("merged", both.in_input(call), message)
    known: set[str] = set()
    for call in both.got_calls if both.terms.own_call_ids else ():
        if call.id in known:
            message = f"two calls have the id {brief(call.id)}, which the API refuses when they come back"
            yield "apart/call", Breach("one-id", both.at_member(call, "id"), message)
        known |= {call.id} if call.id else set()


def is_flat(pair: CallPair) -> bool:
    """Whether a call has the flat name of a tool of a group."""
    owed, got = pair.owed, pair.got
    return owed.group is not None and got.group is None and is_flat_name(got.name, owed.group, owed.name)


def _type(both: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    legal = both.terms.carriers.get(pair.form, (pair.owed.kind,))
    got = both.written(pair.got, "type")
    if legal and got not in legal:
        message = f"the type of a call: wanted {' or '.join(map(brief, legal))}, {but_got(absent(got))}"
        yield "kind", Breach("kind", both.at_member(pair.got, "type"), message)


def _id(both: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got = pair.owed.id, both.written(pair.got, "id")
    if owed and same(got, owed):
        return
    at = both.at_member(pair.got, "id")
    if both.terms.own_call_ids and is_word(got) and [one.id for one in both.calls].count(owed) > 1:
        return  # the law `apart` says whether calls of one id have their own
    if _is_made_fit(both, owed, got):
        return
    if not owed:
        if not is_word(got):
            message = f"a call without an id needs one that its result can name, {but_got(absent(got))}"
            yield "id", Breach("no-id", at, message)
    else:
        places = both.given.places
        source = places.get(f"call/{pair.form}/id", places.get("call/id"))
        message = f"id: wanted {f'{source[-1]}, ' if source else ''}{brief(owed)}, {but_got(absent(got))}"
        if both.stands_for_counter(pair):
            yield "id/counter", Breach("id-of-the-item", at, message)
        else:
            yield "id", Breach("id", at, message)


def _is_made_fit(both: AnswerComparison, owed: str | None, got: JSON) -> bool:
    """Whether an id that the target refuses in the history became one that it takes, and that is no other call's."""
    if not owed or not isinstance(got, str) or not got or both.terms.takes_id(owed) or not both.terms.takes_id(got):
        return False
    others = [one.id for one in both.calls if one.id != owed] + [one.id for one in both.got_calls]
    return others.count(got) == 1


def _name(both: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got, name = pair.owed, pair.got, both.written(pair.got, "name")
    if (got.group == owed.group or both.terms.flat) and same(name, owed.name):
        return
    at, called = both.at_member(got, "name"), (owed.group, owed.name)
    if is_flat(pair):
        message = f"the name {brief(got.name)} is {brief(owed.name)} of the group {brief(owed.group)} for who asked"
        yield "group", Breach("flat-name", at, message)
    elif got.group and is_flat_name(owed.name, got.group, got.name):
        return  # divided as the converter's own conversion of requests joined it
    elif owed.group is not None and any(is_flat_name(one, got.group, got.name) for one in flat_names(*called)):
        message = f"the flat name of {brief(owed.name)} of the group {brief(owed.group)} is divided at another place"
        yield "group", Breach("other-group", at, message)
    else:
        wanted, came = _name_in_group(owed.name, owed.group), _name_in_group(name, got.group)
        yield "name", Breach("name", at, f"name: wanted {wanted}, got {came}")


def _payload(both: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got = payload_of(pair.owed), payload_of(pair.got)
    if owed is ABSENT or _carries(both, pair):
        return
    said = brief(owed) if pair.form == FUNCTION else f"the input {brief(owed)}"
    if pair.form == CUSTOM and same(got, owed):
        said += " as an argument in JSON"
    said += " as JSON" if pair.form == WRITTEN else ""
    one, other = json_or_absent(owed), json_or_absent(got)
    is_same = pair.form == FUNCTION and one is not ABSENT and other is not ABSENT and same(one, other)
    name = "input" if pair.got.kind == CUSTOM else "arguments"
    message = f"{name}: wanted {said}, {but_got(absent(got))}"
    yield "arguments", Breach(REWRITTEN if is_same else "arguments", both.at_member(pair.got, "payload"), message)


def _carries(both: AnswerComparison, pair: CallPair) -> bool:
    """Whether a call that arrived has what it was called with, in the form that its own form asks for."""
    owed, got = payload_of(pair.owed), payload_of(pair.got)
    if pair.form == WRITTEN:
        return same(both.carried(json_or_absent(got)), both.carried(owed))
    if pair.form == FUNCTION and pair.got.arguments.text is None and both.terms.lacks("call/arguments-text"):
        return _is_value(both, str(owed), got)
    value = json_or_absent(got)
    if pair.form == CUSTOM and not isinstance(owed, str):  # a value that is not the one text of a custom tool
        return same(both.carried(value), both.carried(owed))
    if pair.form == CUSTOM and pair.got.kind != CUSTOM:  # clients read the arguments of a function as JSON
        is_blank = not str(owed).strip() and same(got, owed)
        return is_blank or (isinstance(value, dict) and (same(got, owed) or owed in value.values()))
    return same(got, owed) or (pair.form == FUNCTION and both.terms.blanks and not str(owed).strip() and got == "{}")


def _is_value(both: AnswerComparison, owed: str, got: JSON | Absent) -> bool:
    """Whether the value that a format has in the place of a text is what the text says.

    Of a text that is no object, an object holds it, or a report says that it was left out. That of an answer which was
    cut may be left out by whom that is no choice otherwise: nobody runs a call of it. The pieces of a stream are text
    in every format, and go on before anybody knows what they are.
    """
    value = {} if not owed.strip() else json_or_absent(owed)
    if isinstance(value, dict):
        return same(both.carried(got), both.carried(value))
    if both.arrived is not None and both.arrived.growth is not None and got == owed:
        return True
    if not isinstance(got, dict):
        return False
    if not got:
        is_allowed = both.is_unfinished or both.terms.allows("malformed-arguments", "empty")
        return is_allowed and both.says_of_loss("call/malformed", "argument", "input") is not False
    held = any(same(both.carried(one), both.carried(other)) for one in got.values() for other in (owed, value))
    return held and both.terms.allows("malformed-arguments", "wrap")


def so_far(both: AnswerComparison) -> Iterator[Found]:
    """What a stream that broke off says of a call is what was said of it so far, or less; it may be ended as JSON."""
    if both.result is None or both.given.growth is None or not both.has_failed or both.is_loose:
        return
    for got in both.got_calls:
        yield "added/call/so-far", REACHED
        # A call without an id gets one.
        owed = [one for one in both.calls if got.id in (one.id, None) or not one.id]
        named = [one for one in owed if got.name in (one.name, None) or is_flat_name(got.name, one.group, one.name)]
        if not any(_is_begun(one, got) for one in named):
            message = f"{call_of(got.id, got.name)} with {brief(got.arguments.text)} is not in the source's stream"
            yield "added/call/so-far", Breach("invented", both.in_output(got), message)


def _is_begun(owed: Call, got: Call) -> bool:
    """Whether a call is what was said of one so far, with its arguments, the beginning of them, or ended as JSON.

    Where a function holds the input of a custom tool, that is not known before its end. A format with arguments as
    a value has one where they ended, and else the text of it so far.
    """
    said, value, came = owed.arguments.text, owed.arguments.value, got.arguments.text or ""
    if owed.kind == CUSTOM and (got.kind == FUNCTION or said is None):
        return True
    if owed.kind != got.kind:
        return False
    if said is None and isinstance(value, dict | list):
        return came in ("", "{}") or same(json_or_absent(came), value) or _begins(value, came)
    said = value if said is None and isinstance(value, str) else said
    return said is None or said.startswith(came) or (bool(said) and came.startswith(said)) or came in ("", "{}")


def _begins(value: JSON, text: str) -> bool:
    """Whether a text is the beginning of one of a value, with any spaces and any way to write letters."""
    begun = "".join(text.split())
    return any("".join(json.dumps(value, ensure_ascii=one).split()).startswith(begun) for one in (False, True))


def added_calls(both: AnswerComparison) -> Iterator[Found]:
    """No call comes from nothing."""
    if both.result is None or both.is_loose or both.is_unread:
        return
    yield "added/call", REACHED
    for call in both.unasked:
        held = both.as_written(call)
        shown = f"the call {brief(held)}" if held is not ABSENT else call_of(call.id, call.name)
        message = f"{shown} is added: the {both.terms.source} has no such call"
        kind = "of-another-choice" if both.is_of_another_choice(call) else "unasked"
        yield "added/call", Breach(kind, both.in_output(call), message)


def order(both: AnswerComparison) -> Iterator[Found]:
    """The calls of each form are in the order in which they were made, and then all of them."""
    if both.result is None or both.is_unread or len(both.pairs) < 2:
        return
    yield "order/call", REACHED
    place_of = {id(one): place for place, one in enumerate(both.got_calls)}
    plain = [pair for pair in both.pairs if f"call/{pair.form}" not in both.terms.lost]
    forms = dict.fromkeys(pair.form for pair in plain)
    broken = {f"order/call/{form}": [pair for pair in plain if pair.form == form] for form in forms}
    broken = {key: own for key, own in broken.items() if own != _as_they_came(own, place_of)}
    if not broken and plain != _as_they_came(plain, place_of):
        broken = {f"order/call/{WRITTEN}/mixed": plain}
    for key, own in broken.items():
        wanted, came = ([pair.got.id for pair in pairs] for pairs in (own, _as_they_came(own, place_of)))
        message = f"the calls are in another order: {versus(wanted, came)}"
        yield key, Breach("order", both.place_of("call", both.got), message)
    for one, following in pairwise(both.pairs):
        form = next((pair.form for pair in (one, following) if pair.form not in forms), None)
        if form is not None and place_of[id(following.got)] < place_of[id(one.got)]:
            message = f"the call {brief(following.owed.id)} precedes {brief(one.owed.id)}, which was made first"
            yield f"order/call/{form}", Breach("order", both.in_output(following.got), message)


def behind(both: AnswerComparison) -> Iterator[Found]:
    """A call is behind the texts that it was made behind, where both formats say that; of texts that all arrived."""
    if both.result is None or not both.terms.in_items or tight(both.owed_text) != tight(both.got_text):
        return
    owed, got = _texts_before(both.candidate), _texts_before(both.got)
    for pair in both.pairs:
        yield "order/said", REACHED
        wanted, came = owed.get(pair.owed.at[:1]), got.get(pair.got.at[:1])
        if wanted is not None and came is not None and tight(wanted) != tight(came):
            message = f"what is said before the call {brief(pair.owed.id)}: {versus(wanted, came)}"
            yield "order/said", Breach("text-moved", both.in_output(pair.got), message)


def _texts_before(answer: Candidate) -> dict[tuple[Path, ...], str]:
    """Return what is said before each call, by the call's path."""
    found: dict[tuple[Path, ...], str] = {}
    text = ""
    for one in (one for turn in answer.turns for one in turn.says):
        if isinstance(one, Text):
            text += one.value
        elif isinstance(one, Call):
            found[one.at[:1]] = text
    return found


def _as_they_came(pairs: list[CallPair], place_of: dict[int, int]) -> list[CallPair]:
    return sorted(pairs, key=lambda pair: place_of[id(pair.got)])


def _name_in_group(name: JSON, group: str | None) -> str:
    shown = "none" if name is None else brief(name)
    return shown if group is None else f"{shown} of the group {brief(group)}"
