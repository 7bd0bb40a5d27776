"""Texts are kept: each, unchanged, once and in order, joined as the terms say, and no others."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT
from conformance.base.wording import brief, but_got, versus
from conformance.formats.model.reading import PARTED
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, Breach, Found, Place
from conformance.rules.matching.joining import remainder


def kept_texts(both: AnswerComparison) -> Iterator[Found]:
    """Each text arrives, in order. What is lost beside a refusal, and what stands where no text is, have own keys."""
    if both.result is None or both.has_failed or both.is_unread or (both.is_loose and not both.terms.owes_all):
        return
    yield "added/text", REACHED
    if both.texts:
        yield "kept/text", REACHED
    if both.texts and both.refusals:
        yield "kept/text/beside-refusal", REACHED
    if both.reads or (both.leaks and both.has_all_texts):
        return  # the law `apart` says what is too much
    at = both.place_of("text", *both.got_texts)
    if both.texts:
        yield _lost_text(both, at) or _how_texts_differ(both, at)
    elif both.flow.value not in (both.terms.placeholder, ABSENT) and not both.leaks:
        beside = "calls" if both.got_calls else "refusal" if both.refusals else "nothing"
        name, only = both.name_of("text"), "only a refusal" if both.refusals else "no text"
        message = f"there is {only}: wanted {name} null or its text, {but_got(both.flow.value)}"
        if both.shows(both.flow.text):
            yield f"added/text/{beside}/shown", Breach("joined", at, message)
        else:
            yield f"added/text/{beside}" + ("" if both.flow.text.strip() else "/blank"), Breach("added", at, message)


def so_far(both: AnswerComparison) -> Iterator[Found]:
    """A stream that broke off says the text that was said so far, or less of it; words of its own may be behind it."""
    if both.result is None or both.given.growth is None or not both.has_failed or both.is_loose:
        return
    if both.leaks:
        return  # the law `apart` says what is too much
    owed, got = both.owed_text, both.got_text
    yield "added/text/so-far", REACHED
    more = got.removeprefix(owed).strip() if owed and got.startswith(owed) else ""
    if (owed and not owed.startswith(got) and not got.startswith(owed)) or (more and more in owed):
        message = f"the stream said {brief(owed)} before it broke off, but the result says {brief(got)}"
        yield "added/text/so-far", Breach("added", both.place_of("text", *both.got_texts), message)


def _lost_text(both: AnswerComparison, at: Place) -> Found | None:
    """Return which text did not arrive; None where all did."""
    name, got = both.name_of("text"), brief(both.flow.value)
    at = at if both.flow.text else both.missing("text", both.texts[0])
    if both.without_text and both.refusals:
        message = f"the text {brief(both.owed_texts[0])} beside a refusal is not in the {name}, {got}"
        is_for_refusal = both.got_refusals and not both.flow.text
        return "kept/text/beside-refusal" + ("" if is_for_refusal else "/other"), Breach("text-lost", at, message)
    if both.without_text and not (both.flow.text or both.has_place("text")):
        return "kept/text", Breach("text-lost", at, f"the text {brief(both.owed_texts[0])} did not arrive")
    if both.without_text:
        return "kept/text", Breach("text-changed", at, f"{name}: wanted {brief(both.wanted_text)}, got {got}")
    if not both.lost_texts:
        return None
    lost = both.lost_texts[0]
    message = f"the text {brief(lost)} is missing in the {name}, {got}"
    if isinstance(both.flow.value, str) and lost in both.flow.value:  # one that came too seldom is not missing
        message = f"{name}: {versus(both.wanted_text, both.flow.value)}"
    return "kept/text", Breach("text-lost", at, message)


def _how_texts_differ(both: AnswerComparison, at: Place) -> Found:
    """Return how a text differs that has everything that is owed: in its order, or by what else is there."""
    wanted, got = brief(both.wanted_text), brief(both.flow.value)
    if not both.has_all_texts:
        message = f"the texts are not in their order: wanted {wanted}, got {got}"
        return "order/text", Breach("text-order", at, message)
    if both.reads_by(both.joins):
        join = both.terms.join
        message = f"{join} is {both.terms.choices.get(join or '')}: wanted {wanted}, got {got}"
        return "joined/text", Breach("joined-otherwise", at, message)
    message = f"there is something else between the texts, or around them: wanted {wanted}, got {got}"
    said = [*both.owed_texts, *(one.value for one in both.refusals)]
    more = remainder(both.flow.text.replace(PARTED, ""), said)  # what keeps two parts apart is no text
    if not more.strip():
        return "joined/text", Breach("joined", at, message)
    if both.shows(more):
        return "added/text/more/shown", Breach("joined", at, message)
    return "added/text/more", Breach("added", at, message)
