"""Refusals are kept, none is invented, and a text beside one stays."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.laws.compared import Compared
from conformance.laws.law import REACHED, Breach, Found
from conformance.wording import brief


def kept(told: Compared) -> Iterator[Found]:
    """Each refusal arrives, as a refusal or in the text."""
    if told.result is None or told.has_failed or not told.refusals:
        return
    key = "kept/refusal/beside-text" if told.texts else "kept/refusal"
    yield key, REACHED
    came = [got.value for got in told.got_refusals] + [told.got_text]
    for one in told.refusals:
        if not any(one.value in got for got in came):
            message = f"the refusal {brief(one.value)} did not arrive, neither as a refusal nor as text"
            yield key, Breach("refusal-lost", told.in_input(one), message)


def added(told: Compared) -> Iterator[Found]:
    """No refusal comes from nothing."""
    if told.result is None or told.has_failed or told.is_loose:
        return
    yield "added/refusal", REACHED
    # An answer that a filter ended may be said to be refused: programs that know no filter see that there is no answer.
    if told.refusals or told.candidate.ended == "filter":
        return
    for one in told.got_refusals:
        if one.value:
            message = f"the source has no refusal, but the result refuses: {brief(one.value)}"
            yield "added/refusal", Breach("invented", told.in_output(one), message)
            return
