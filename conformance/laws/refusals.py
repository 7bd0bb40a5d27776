"""Refusals are kept, none is invented, and a text beside one stays."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.laws.compared import Compared
from conformance.laws.law import REACHED, Breach, Found
from conformance.model.answer import FILTER
from conformance.wording import brief


def kept(told: Compared) -> Iterator[Found]:
    """Each refusal arrives, as a refusal or in the text."""
    if told.result is None or told.has_failed or not told.refusals or (told.texts and told.is_unread):
        return
    key = "kept/refusal/beside-text" if told.texts else "kept/refusal"
    yield key, REACHED
    places = f"neither in `{told.name_of('refusal')}` nor in the {told.name_of('text')}"
    for one in told.lost_refusals:
        message = f"the refusal {brief(one.value)} is {places}"
        yield key, Breach("refusal-lost", told.in_input(one), message)


def added(told: Compared) -> Iterator[Found]:
    """No refusal comes from nothing."""
    if told.result is None or told.has_failed or told.is_loose:
        return
    yield "added/refusal", REACHED
    # An answer that a filter ended may be said to be refused: programs that know no filter see that there is no answer.
    if told.candidate.ended == FILTER:
        return
    for one in told.got_refusals if not told.all_refusals else ():
        if one.value:
            message = f"the {told.terms.source} has no refusal, but the {told.terms.target} refuses: {brief(one.value)}"
            yield "added/refusal", Breach("invented", told.in_output(one), message)
            return
    parts = sum(kind == "refusal" for kind, _text in told.flow.parts)
    owed = len(told.all_refusals)
    if told.arrived is not None and parts > owed and "refusal" not in told.arrived.misfits:
        message = f"of {owed} refusals of the {told.terms.source} the {told.name_of('text')} has {parts}"
        yield "added/refusal", Breach("invented", told.place_of("text"), message)
