"""Texts are kept: each, unchanged, once and in order, joined as the terms say, and no others."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.laws.compared import Compared
from conformance.laws.law import REACHED, Breach, Found, Place
from conformance.matching.joining import remainder
from conformance.values import ABSENT
from conformance.wording import brief, versus


def kept(told: Compared) -> Iterator[Found]:
    """Each text arrives, in order. What is lost beside a refusal, and what stands where no text is, have own keys."""
    if told.result is None or told.has_failed or told.is_unread or (told.is_loose and not told.terms.owes_all):
        return
    yield "added/text", REACHED
    if told.texts:
        yield "kept/text", REACHED
    if told.texts and told.refusals:
        yield "kept/text/beside-refusal", REACHED
    if told.reads or (told.leaks and told.has_all_texts):
        return  # the law `apart` says what is too much
    at = told.place_of("text", *told.got_texts)
    if told.texts:
        yield _lost(told, at) or _changed(told, at)
    elif told.flow.value not in (told.terms.placeholder, ABSENT) and not told.leaks:
        beside = "calls" if told.got_calls else "refusal" if told.refusals else "nothing"
        name, only = told.name_of("text"), "only a refusal" if told.refusals else "no text"
        message = f"there is {only}: wanted {name} null or its text, got {brief(told.flow.value)}"
        yield f"added/text/{beside}" + ("" if told.flow.text.strip() else "/blank"), Breach("added", at, message)


def _lost(told: Compared, at: Place) -> Found | None:
    """Return which text did not arrive; None where all did."""
    name, got = told.name_of("text"), brief(told.flow.value)
    at = at if told.flow.text else told.missing("text", told.texts[0])
    if told.without_text and told.refusals:
        message = f"the text {brief(told.owed_texts[0])} beside a refusal is not in the {name}, {got}"
        is_for_refusal = told.got_refusals and not told.flow.text
        return "kept/text/beside-refusal" + ("" if is_for_refusal else "/other"), Breach("text-lost", at, message)
    if told.without_text and not (told.flow.text or told.has_place("text")):
        return "kept/text", Breach("text-lost", at, f"the text {brief(told.owed_texts[0])} did not arrive")
    if told.without_text:
        return "kept/text", Breach("text-changed", at, f"{name}: wanted {brief(told.wanted_text)}, got {got}")
    if not told.lost_texts:
        return None
    lost = told.lost_texts[0]
    message = f"the text {brief(lost)} is missing in the {name}, {got}"
    if isinstance(told.flow.value, str) and lost in told.flow.value:  # one that came too seldom is not missing
        message = f"{name}: {versus(told.wanted_text, told.flow.value)}"
    return "kept/text", Breach("text-lost", at, message)


def _changed(told: Compared, at: Place) -> Found:
    """Return how a text differs that has everything that is owed: in its order, or by what else is there."""
    wanted, got = brief(told.wanted_text), brief(told.flow.value)
    if not told.has_all_texts:
        message = f"the texts are not in their order: wanted {wanted}, got {got}"
        return "order/text", Breach("text-order", at, message)
    if told.reads_by(told.joins):
        join = told.terms.join
        message = f"{join} is {told.terms.choices.get(join or '')}: wanted {wanted}, got {got}"
        return "joined/text", Breach("joined-otherwise", at, message)
    message = f"there is something else between the texts, or around them: wanted {wanted}, got {got}"
    more = remainder(told.flow.text, [*told.owed_texts, *(one.value for one in told.refusals)])
    return "added/text/more" if more.strip() else "joined/text", Breach("joined", at, message)
