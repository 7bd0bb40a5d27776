"""What is said before a call is before it: what a user says, and in a target of entries what the model says too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from conformance.base.wording import brief
from conformance.formats.model import talk
from conformance.formats.model.conversation import CUSTOM, IMAGE, MODEL, TEXT, USER, Call
from conformance.formats.model.fact import Path
from conformance.formats.model.talk import CALL, FILE, FlatItem
from conformance.rules.laws.law import REACHED, Breach, Found, Place
from conformance.rules.laws.requests import RequestComparison


def kept_order(pair: RequestComparison) -> Iterator[Found]:
    """A text that the model said before a call is before it, and one that it said behind it is behind it."""
    if not (pair.is_list and pair.terms.in_items):
        return
    pairs = pair.pairs
    uncertain = pairs.strange | pairs.changed | pairs.ambiguous
    for item, other in pairwise(_model_items(pair)):
        if item.entry != other.entry or item.kind == other.kind:
            continue
        yield "order/turn", REACHED
        got, next_ = pair.partner_of(item), pair.partner_of(other)
        if got is not None and next_ is not None and not {item.number, other.number} & uncertain:
            if next_.number < got.number or got.entry > next_.entry:
                text, call = (item, other) if item.kind == TEXT else (other, item)
                where = "before" if item is call else "behind"
                message = f"{brief(text.shown)} arrived {where} the call {brief(call.id)}, which it was not said"
                at = pair.partner_of(text)
                yield "order/turn", Breach("text-moved", pair.in_output((at or got).fact), message)


def _model_items(pair: RequestComparison) -> list[FlatItem]:
    """Return what the model says and calls, in order."""
    return [item for item in pair.owed.of_kind(TEXT, CALL) if item.speaker == MODEL]


class _Placed(NamedTuple):
    """What a user says, or a call: the numbers of its messages in the source and in the result, and how it is shown."""

    before: int
    after: int
    is_call: bool
    shown: str
    at: Place


def users(pair: RequestComparison) -> Iterator[Found]:
    """What a user says before a call is before it, and what one says behind it is behind it."""
    if not pair.is_list or talk.DELAYED in pair.owed.marks:
        return  # what is said between a call and its result goes elsewhere
    placed = sorted((*_words(pair), *_calls(pair)), key=lambda word: word.before)
    for other_placed, other in pairwise(placed):
        if other_placed.is_call != other.is_call and other_placed.before != other.before:
            yield "order/turn", REACHED
            if other_placed.after >= other.after:
                words, call = (other, other_placed) if other_placed.is_call else (other_placed, other)
                where = "before" if other_placed.is_call else "behind"
                message = f"the user says {words.shown} {where} the call {call.shown}, which was not said there"
                yield "order/turn", Breach("text-moved", words.at, message)


def _words(pair: RequestComparison) -> Iterator[_Placed]:
    uncertain = pair.pairs.strange | pair.pairs.changed | pair.pairs.ambiguous
    for item in pair.owed.of_kind(TEXT, IMAGE, FILE):
        got = pair.partner_of(item)
        if item.speaker == USER and got is not None and item.number not in uncertain:
            yield _Placed(_message(item.at), _message(got.at), False, brief(item.shown), pair.in_output(got.fact))


def _calls(pair: RequestComparison) -> Iterator[_Placed]:
    """Yield the calls that arrived; those of custom tools under their ids."""
    for item in pair.owed.of_kind(CALL):
        got = pair.partner_of(item)
        if got is not None:
            yield _Placed(_message(item.at), _message(got.at), True, brief(item.id), pair.in_output(got.fact))
    asked, made = pair.facts(Call), pair.facts(Call, pair.made)
    counts = [Counter(part.id for part in side) for side in (asked, made)]
    came = {element.id: element for element in made}
    for call in asked if pair.terms.lacks("call/custom") else ():
        if call.kind == CUSTOM and all(count[call.id] == 1 for count in counts):
            home = came[call.id]
            yield _Placed(_message(call.at[0]), _message(home.at[0]), True, brief(call.id), pair.in_output(home))


def _message(at: Path) -> int:
    """Return the number of the message that a path leads into; -1 for what is before all of them."""
    return next((step for step in at if isinstance(step, int)), -1)
