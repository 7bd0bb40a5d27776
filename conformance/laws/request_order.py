"""Where a target has what the model says and what it calls as entries of their own, their order stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from conformance.laws.law import REACHED, Breach, Found
from conformance.laws.requests import Requests
from conformance.model.conversation import MODEL, TEXT
from conformance.model.talk import CALL, Piece
from conformance.wording import brief


def kept(both: Requests) -> Iterator[Found]:
    """A text that the model said before a call is before it, and one that it said behind it is behind it."""
    if not (both.is_list and both.terms.in_items):
        return
    pairs = both.pairs
    uncertain = pairs.strange | pairs.changed | pairs.ambiguous
    for one, other in pairwise(_said(both)):
        if one.entry != other.entry or one.kind == other.kind:
            continue
        yield "order/turn", REACHED
        got, next_ = both.partner_of(one), both.partner_of(other)
        if got is not None and next_ is not None and not {one.number, other.number} & uncertain:
            if next_.number < got.number or got.entry > next_.entry:
                text, call = (one, other) if one.kind == TEXT else (other, one)
                where = "before" if one is call else "behind"
                message = f"{brief(text.shown)} arrived {where} the call {brief(call.id)}, which it was not said"
                at = both.partner_of(text)
                yield "order/turn", Breach("text-moved", both.in_output((at or got).fact), message)


def _said(both: Requests) -> list[Piece]:
    """Return what the model says and calls, in order."""
    return [one for one in both.owed.of_kind(TEXT, CALL) if one.speaker == MODEL]
