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
from conformance.rules.laws.call_identity import flat_names, is_flat_name
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, UNSEEN, Breach, Found
from conformance.rules.laws.pairing import WRITTEN, CallPair, form_of, payload_of
from conformance.rules.laws.sides import is_word, tight

REWRITTEN = "json-rewritten"  # the text of a JSON value became another text of the same value


def kept_calls(pair: AnswerComparison) -> Iterator[Found]:
    """Each call arrives, or a report says that it does not where the terms allow that."""
    if pair.result is None or pair.has_failed:
        return
    arrived = {id(pair.owed) for pair in pair.pairs}
    for call in pair.calls:
        form = form_of(call)
        may_be_reported = f"call/{form}" in pair.terms.lost
        if (pair.is_unread or pair.is_optional(call)) and not may_be_reported:
            continue  # the law `read` says it, or it may be left out
        key = f"kept/call/{form}"
        yield key, REACHED
        if id(call) in arrived or (pair.is_loose and not is_word(call.name)):
            continue  # without a name nobody could run it
        named = call_of(call.id, call.name)
        said = pair.says_of_loss(f"call/{form}") if may_be_reported else False
        if said is None:
            yield key, UNSEEN
        elif may_be_reported and not said:
            yield key, Breach("silent", pair.in_input(call), f"{named} was dropped without a report")
        elif not may_be_reported:
            # Without an id: in a form that tools replaced.
            kind = "lost" if call.id else "lost-without-id"
            yield key, Breach(kind, pair.in_input(call), f"{named} did not arrive")


def exact(comparison: AnswerComparison) -> Iterator[Found]:
    """A call that arrived has a type that carries it, the same id and name, and what it was called with."""
    if comparison.result is None or comparison.has_failed or comparison.is_unread:
        return
    for pair in comparison.pairs:
        key = f"exact/call/{pair.form}"
        if not comparison.is_optional(pair.owed):
            yield key, REACHED
        if pair.owed.group is not None:
            yield f"{key}/group", REACHED
        # Who does not know the group of a tool does not know its kind either.
        is_other = is_flat(pair) and pair.got.kind != pair.owed.kind and not comparison.terms.carriers
        members = (_id, _name) if is_other else (_type, _id, _name, _payload)
        for differences in members:
            found = [(f"{key}/{member}", breach) for member, breach in differences(comparison, pair)]
            yield from found
            if found and differences is _type and not comparison.terms.carriers:
                break  # what else differs comes of that


_AFTER_END = "after-end"  # the disorder of a stream that goes on behind its end


def apart(pair: AnswerComparison) -> Iterator[Found]:
    """Of a malformed source each call that can be read arrives by itself, or a report says that it does not.

    Where the target takes no id twice, two calls have two.
    """
    if not pair.is_loose or pair.result is None or pair.has_failed or pair.is_unread:
        return
    if any(error.kind == _AFTER_END for error in pair.given.disorder):  # of what comes then, a reader may know nothing
        return
    read = [call for call in pair.owed_calls if call.kind == FUNCTION and is_word(call.name) and call.group is None]
    owed = [call for call in read if isinstance(call.arguments.value, dict)]
    left = Counter(call.name for call in pair.got_calls)
    if owed:
        yield "apart/call", REACHED
    for call in owed:
        left[call.name] -= 1
        said = pair.reported(str(call.name), "call") if left[call.name] < 0 else True
        if said is None:
            yield "apart/call", UNSEEN
        elif not said:
            message = f"{call_of(call.id, call.name)} was lost or merged without a report"
            yield "apart/call", Breach("merged", pair.in_input(call), message)
    known: set[str] = set()
    for call in pair.got_calls if pair.terms.own_call_ids else ():
        if call.id in known:
            message = f"two calls have the id {brief(call.id)}, which the API refuses when they come back"
            yield "apart/call", Breach("one-id", pair.at_member(call, "id"), message)
        known |= {call.id} if call.id else set()


def is_flat(pair: CallPair) -> bool:
    """Whether a call has the flat name of a tool of a group."""
    owed, got = pair.owed, pair.got
    return owed.group is not None and got.group is None and is_flat_name(got.name, owed.group, owed.name)


def _type(comparison: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    legal = comparison.terms.carriers.get(pair.form, (pair.owed.kind,))
    got = comparison.written(pair.got, "type")
    if legal and got not in legal:
        message = f"the type of a call: wanted {' or '.join(map(brief, legal))}, {but_got(absent(got))}"
        yield "kind", Breach("kind", comparison.at_member(pair.got, "type"), message)


def _id(comparison: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got = pair.owed.id, comparison.written(pair.got, "id")
    if owed and same(got, owed):
        return
    at = comparison.at_member(pair.got, "id")
    is_twice = owed is not None and [call.id for call in comparison.calls].count(owed) > 1
    if is_twice and comparison.terms.own_call_ids and is_word(got):
        return  # the law `apart` says whether calls of one id have their own
    if _is_made_fit(comparison, owed, got) or is_sealed_id(pair.owed, got):
        return
    if not owed:
        if not is_word(got):
            message = f"a call without an id needs one that its result can name, {but_got(absent(got))}"
            yield "id", Breach("no-id", at, message)
        elif [call.id for call in comparison.got_calls].count(str(got)) > 1 and not comparison.is_loose:
            message = f"a call without an id needs one that no other call has, {but_got(got)}"
            yield "id", Breach("one-id", at, message)
    else:
        places = comparison.given.places
        source = places.get(f"call/{pair.form}/id", places.get("call/id"))
        message = f"id: wanted {f'{source[-1]}, ' if source else ''}{brief(owed)}, {but_got(absent(got))}"
        if comparison.stands_for_counter(pair):
            yield "id/counter", Breach("id-of-the-item", at, message)
        else:
            yield "id", Breach("id", at, message)


def is_sealed_id(owed: Call, got: JSON | Absent) -> bool:
    """Whether an id is that of a call, and behind it the signature that its host wants back: clients return ids."""
    if not owed.id or not owed.seal or not isinstance(got, str) or not got.startswith(owed.id):
        return False
    return owed.seal in got[len(owed.id) :]


def _is_made_fit(pair: AnswerComparison, owed: str | None, got: JSON) -> bool:
    """Whether an id that the target refuses in the history became one that it takes, and that is no other call's."""
    if not owed or not isinstance(got, str) or not got or pair.terms.takes_id(owed) or not pair.terms.takes_id(got):
        return False
    others = [call.id for call in pair.calls if call.id != owed] + [call.id for call in pair.got_calls]
    return others.count(got) == 1


def _name(comparison: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got, name = pair.owed, pair.got, comparison.written(pair.got, "name")
    if (got.group == owed.group or comparison.terms.flat) and same(name, owed.name):
        return
    at, called = comparison.at_member(got, "name"), (owed.group, owed.name)
    if is_flat(pair):
        message = f"the name {brief(got.name)} is {brief(owed.name)} of the group {brief(owed.group)} for who asked"
        yield "group", Breach("flat-name", at, message)
    elif got.group and is_flat_name(owed.name, got.group, got.name):
        return  # divided as the converter's own conversion of requests joined it
    elif owed.group is not None and any(
        is_flat_name(flat_name, got.group, got.name) for flat_name in flat_names(*called)
    ):
        message = f"the flat name of {brief(owed.name)} of the group {brief(owed.group)} is divided at another place"
        yield "group", Breach("other-group", at, message)
    else:
        wanted, came = _name_in_group(owed.name, owed.group), _name_in_group(name, got.group)
        yield "name", Breach("name", at, f"name: wanted {wanted}, got {came}")


def _payload(comparison: AnswerComparison, pair: CallPair) -> Iterator[tuple[str, Breach]]:
    owed, got = payload_of(pair.owed), payload_of(pair.got)
    if owed is ABSENT or _carries(comparison, pair):
        return
    said = brief(owed) if pair.form == FUNCTION else f"the input {brief(owed)}"
    if pair.form == CUSTOM and same(got, owed):
        said += " as an argument in JSON"
    said += " as JSON" if pair.form == WRITTEN else ""
    value, other = json_or_absent(owed), json_or_absent(got)
    is_same = pair.form == FUNCTION and value is not ABSENT and other is not ABSENT and same(value, other)
    name = "input" if pair.got.kind == CUSTOM else "arguments"
    message = f"{name}: wanted {said}, {but_got(absent(got))}"
    yield "arguments", Breach(REWRITTEN if is_same else "arguments", comparison.at_member(pair.got, "payload"), message)


def _carries(comparison: AnswerComparison, pair: CallPair) -> bool:
    """Whether a call that arrived has what it was called with, in the form that its own form asks for."""
    owed, got = payload_of(pair.owed), payload_of(pair.got)
    if pair.form == WRITTEN:
        is_value = pair.got.arguments.text is None and comparison.terms.lacks("call/arguments-text")
        value = got if is_value else json_or_absent(got)
        return same(comparison.carried(value), comparison.carried(owed))
    if pair.form == FUNCTION and pair.got.arguments.text is None and comparison.terms.lacks("call/arguments-text"):
        return _is_value(comparison, str(owed), got)
    value = json_or_absent(got)
    if pair.form == CUSTOM and not isinstance(owed, str):  # a value that is not the one text of a custom tool
        return same(comparison.carried(value), comparison.carried(owed))
    if pair.form == CUSTOM and pair.got.kind != CUSTOM:  # clients read the arguments of a function as JSON
        is_blank = not str(owed).strip() and same(got, owed)
        return is_blank or (isinstance(value, dict) and (same(got, owed) or owed in value.values()))
    return same(got, owed) or (
        pair.form == FUNCTION and comparison.terms.blanks and not str(owed).strip() and got == "{}"
    )


def _is_value(pair: AnswerComparison, owed: str, got: JSON | Absent) -> bool:
    """Whether the value that a format has in the place of a text is what the text says.

    Of a text that is no object, an object holds it, or a report says that it was left out. That of an answer which was
    cut may be left out by whom that is no choice otherwise: nobody runs a call of it. The pieces of a stream are text
    in every format, and go on before anybody knows what they are.
    """
    value = {} if not owed.strip() else json_or_absent(owed)
    if isinstance(value, dict):
        return same(pair.carried(got), pair.carried(value))
    if pair.arrived is not None and pair.arrived.growth is not None and got == owed:
        return True
    if not isinstance(got, dict):
        return False
    if not got:
        is_allowed = pair.is_unfinished or pair.terms.allows("malformed-arguments", "empty")
        return is_allowed and pair.says_of_loss("call/malformed", "argument", "input") is not False
    held = any(same(pair.carried(element), pair.carried(other)) for element in got.values() for other in (owed, value))
    return held and pair.terms.allows("malformed-arguments", "wrap")


def so_far(pair: AnswerComparison) -> Iterator[Found]:
    """What a stream that broke off says of a call is what was said of it so far, or less; it may be ended as JSON."""
    if pair.result is None or pair.given.growth is None or not pair.has_failed or pair.is_loose:
        return
    for got in pair.got_calls:
        yield "added/call/so-far", REACHED
        # A call without an id gets one.
        owed = [call for call in pair.calls if got.id in (call.id, None) or not call.id or is_sealed_id(call, got.id)]
        named = [
            call for call in owed if got.name in (call.name, None) or is_flat_name(got.name, call.group, call.name)
        ]
        if not any(_is_begun(call, got) for call in named):
            message = f"{call_of(got.id, got.name)} with {brief(got.arguments.text)} is not in the source's stream"
            yield "added/call/so-far", Breach("invented", pair.in_output(got), message)


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
    return any("".join(json.dumps(value, ensure_ascii=flag).split()).startswith(begun) for flag in (False, True))


def added_calls(pair: AnswerComparison) -> Iterator[Found]:
    """No call comes from nothing."""
    if pair.result is None or pair.is_loose or pair.is_unread:
        return
    yield "added/call", REACHED
    for call in pair.unasked:
        held = pair.as_written(call)
        shown = f"the call {brief(held)}" if held is not ABSENT else call_of(call.id, call.name)
        message = f"{shown} is added: the {pair.terms.source} has no such call"
        kind = "of-another-choice" if pair.is_of_another_choice(call) else "unasked"
        yield "added/call", Breach(kind, pair.in_output(call), message)


def order(comparison: AnswerComparison) -> Iterator[Found]:
    """The calls of each form are in the order in which they were made, and then all of them."""
    if comparison.result is None or comparison.is_unread or len(comparison.pairs) < 2:
        return
    yield "order/call", REACHED
    place_of = {id(call): place for place, call in enumerate(comparison.got_calls)}
    plain = [pair for pair in comparison.pairs if f"call/{pair.form}" not in comparison.terms.lost]
    forms = dict.fromkeys(pair.form for pair in plain)
    broken = {f"order/call/{form}": [pair for pair in plain if pair.form == form] for form in forms}
    broken = {key: own for key, own in broken.items() if own != _as_they_came(own, place_of)}
    if not broken and plain != _as_they_came(plain, place_of):
        broken = {f"order/call/{WRITTEN}/mixed": plain}
    for key, own in broken.items():
        has_ids = all(pair.got.id for pair in own)
        wanted, came = (
            [pair.got.id if has_ids else pair.got.name for pair in pairs]
            for pairs in (own, _as_they_came(own, place_of))
        )
        message = f"the calls are in another order: {versus(wanted, came)}"
        yield key, Breach("order", comparison.place_of("call", comparison.got), message)
    for pair, following in pairwise(comparison.pairs):
        form = next((pair.form for pair in (pair, following) if pair.form not in forms), None)
        if form is not None and place_of[id(following.got)] < place_of[id(pair.got)]:
            message = f"the call {brief(following.owed.id)} precedes {brief(pair.owed.id)}, which was made first"
            yield f"order/call/{form}", Breach("order", comparison.in_output(following.got), message)


def behind(comparison: AnswerComparison) -> Iterator[Found]:
    """A call is behind the texts that it was made behind, where both formats say that; of texts that all arrived."""
    if (
        comparison.result is None
        or not comparison.terms.in_items
        or tight(comparison.owed_text) != tight(comparison.got_text)
    ):
        return
    owed, got = _texts_before(comparison.candidate), _texts_before(comparison.got)
    for pair in comparison.pairs:
        yield "order/said", REACHED
        wanted, came = owed.get(pair.owed.at[:1]), got.get(pair.got.at[:1])
        if wanted is not None and came is not None and tight(wanted) != tight(came):
            message = f"what is said before the call {brief(pair.owed.id)}: {versus(wanted, came)}"
            yield "order/said", Breach("text-moved", comparison.in_output(pair.got), message)


def _texts_before(answer: Candidate) -> dict[tuple[Path, ...], str]:
    """Return what is said before each call, by the call's path."""
    found: dict[tuple[Path, ...], str] = {}
    text = ""
    for other_utterance in (utterance for turn in answer.turns for utterance in turn.says):
        if isinstance(other_utterance, Text):
            text += other_utterance.value
        elif isinstance(other_utterance, Call):
            found[other_utterance.at[:1]] = text
    return found


def _as_they_came(pairs: list[CallPair], place_of: dict[int, int]) -> list[CallPair]:
    return sorted(pairs, key=lambda pair: place_of[id(pair.got)])


def _name_in_group(name: JSON, group: str | None) -> str:
    shown = "none" if name is None else brief(name)
    return shown if group is None else f"{shown} of the group {brief(group)}"
