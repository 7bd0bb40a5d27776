"""Texts are kept: each, unchanged, once and in order, joined as the terms say, and no others."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT
from conformance.base.wording import brief, but_got, versus
from conformance.formats.model.conversation import Hosted
from conformance.formats.model.reading import PARTED
from conformance.rules.alignment.joining import remainder
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, Breach, Found, Place
from conformance.rules.laws.sides import tight


def kept_texts(pair: AnswerComparison) -> Iterator[Found]:
    """Each text arrives, in order. What is lost beside a refusal, and what stands where no text is, have own keys."""
    if pair.result is None or pair.has_failed or pair.is_unread or (pair.is_loose and not pair.terms.owes_all):
        return
    yield "added/text", REACHED
    if pair.texts:
        yield "kept/text", REACHED
    if pair.texts and pair.refusals:
        yield "kept/text/beside-refusal", REACHED
    if pair.reads or (pair.leaks and pair.has_all_texts):
        return  # the law `apart` says what is too much
    at = pair.place_of("text", *pair.got_texts)
    if pair.texts:
        yield _lost_text(pair, at) or _how_texts_differ(pair, at)
    elif pair.flow.value not in (pair.terms.placeholder, ABSENT) and not pair.leaks:
        beside = "calls" if pair.got_calls else "refusal" if pair.refusals else "nothing"
        name, only = pair.name_of("text"), "only a refusal" if pair.refusals else "no text"
        message = f"there is {only}: wanted {name} null or its text, {but_got(pair.flow.value)}"
        if pair.shows(pair.flow.text):
            yield f"added/text/{beside}/shown", Breach("joined", at, message)
        else:
            yield f"added/text/{beside}" + ("" if pair.flow.text.strip() else "/blank"), Breach("added", at, message)


def so_far(pair: AnswerComparison) -> Iterator[Found]:
    """A stream that broke off says the text that was said so far, or less of it; words of its own may be behind it."""
    if pair.result is None or pair.given.growth is None or not pair.has_failed or pair.is_loose:
        return
    if pair.leaks:
        return  # the law `apart` says what is too much
    owed, got = pair.owed_text, pair.got_text
    if any(isinstance(said, Hosted) for turn in pair.candidate.turns for said in turn.says):
        owed, got = tight(owed), tight(got)  # line ends may be between texts on both sides of a step of the host
    yield "added/text/so-far", REACHED
    more = got.removeprefix(owed).strip() if owed and got.startswith(owed) else ""
    if (owed and not owed.startswith(got) and not got.startswith(owed)) or (more and more in owed):
        message = f"the stream said {brief(owed)} before it broke off, but the result says {brief(got)}"
        yield "added/text/so-far", Breach("added", pair.place_of("text", *pair.got_texts), message)


def _lost_text(pair: AnswerComparison, at: Place) -> Found | None:
    """Return which text did not arrive; None where all did."""
    name, got = pair.name_of("text"), brief(pair.flow.value)
    at = at if pair.flow.text else pair.missing("text", pair.texts[0])
    if pair.without_text and pair.refusals:
        message = f"the text {brief(pair.owed_texts[0])} beside a refusal is not in the {name}, {got}"
        is_for_refusal = pair.got_refusals and not pair.flow.text
        return "kept/text/beside-refusal" + ("" if is_for_refusal else "/other"), Breach("text-lost", at, message)
    if pair.without_text and not (pair.flow.text or pair.has_place("text")):
        return "kept/text", Breach("text-lost", at, f"the text {brief(pair.owed_texts[0])} did not arrive")
    if pair.without_text:
        return "kept/text", Breach("text-changed", at, f"{name}: wanted {brief(pair.wanted_text)}, got {got}")
    if not pair.lost_texts:
        return None
    lost = pair.lost_texts[0]
    message = f"the text {brief(lost)} is missing in the {name}, {got}"
    if isinstance(pair.flow.value, str) and lost in pair.flow.value:  # one that came too seldom is not missing
        message = f"{name}: {versus(pair.wanted_text, pair.flow.value)}"
    return "kept/text", Breach("text-lost", at, message)


def _how_texts_differ(pair: AnswerComparison, at: Place) -> Found:
    """Return how a text differs that has everything that is owed: in its order, or by what else is there."""
    wanted, got = brief(pair.wanted_text), brief(pair.flow.value)
    if not pair.has_all_texts:
        message = f"the texts are not in their order: wanted {wanted}, got {got}"
        return "order/text", Breach("text-order", at, message)
    if pair.reads_by(pair.joins):
        join = pair.terms.join
        message = f"{join} is {pair.terms.choices.get(join or '')}: wanted {wanted}, got {got}"
        return "joined/text", Breach("joined-otherwise", at, message)
    message = f"there is something else between the texts, or around them: wanted {wanted}, got {got}"
    said = [*pair.owed_texts, *(refusal.value for refusal in pair.refusals)]
    more = remainder(pair.flow.text.replace(PARTED, ""), said)  # what keeps two parts apart is no text
    if not more.strip():
        return "joined/text", Breach("joined", at, message)
    if pair.shows(more):
        return "added/text/more/shown", Breach("joined", at, message)
    return "added/text/more", Breach("added", at, message)
