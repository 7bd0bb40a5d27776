"""Texts are kept: each, unchanged, once and in order, and no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.laws.compared import Compared, first_place
from conformance.laws.law import REACHED, Breach, Found
from conformance.wording import brief, versus


def form(told: Compared) -> Iterator[Found]:
    """What came is an answer of the target's format, with one candidate."""
    if told.arrived is None:
        return
    yield "form", REACHED
    result = told.result
    if result is None or not (result.candidates or result.failure):
        yield "form", Breach("no-answer", ("output",), f"wanted {told.arrived.form}, got something else")
        return
    if len(result.candidates) > 1:
        message = f"one answer is owed, but there are {len(result.candidates)}"
        yield "form/candidates", Breach("candidates", told.in_output(result), message)
    for turn in told.got.turns:
        if turn.speaker not in (None, "model"):
            message = f"the model speaks, but the result says {brief(turn.speaker)}"
            yield "form/speaker", Breach("role", told.in_output(turn, "role"), message)


def kept(told: Compared) -> Iterator[Found]:
    """Each text arrives, in order. How it is divided is free."""
    if told.result is None or told.has_failed or told.is_loose:
        return
    yield "added/text", REACHED
    if told.texts:
        yield "kept/text", REACHED
    if told.got_text == told.owed_text or told.leaks:
        return
    lost = list(_lost(told))
    is_for_refusal = told.refusals and told.got_refusals and not told.got_text
    yield from (("kept/text/beside-refusal" if is_for_refusal else "kept/text", one) for one in lost)
    beside = _without(told.got_text, [one.value for one in told.texts] + [one.value for one in told.refusals])
    if not told.texts:
        if beside.strip():
            message = f"the source says no text, but the result says {brief(told.got_text)}"
            yield "added/text", Breach("added", told.in_output(first_place(told.got_texts)), message)
    elif not lost:
        yield _changed(told, beside)


def _lost(told: Compared) -> Iterator[Breach]:
    """Yield the texts that arrived less often than they were said."""
    wanted = Counter(one.value for one in told.texts)
    for text, times in wanted.items():
        if told.got_text.count(text) < times:
            one = next(one for one in told.texts if one.value == text)
            if not told.got_text:
                yield Breach("text-lost", told.in_input(one), f"the text {brief(text)} did not arrive")
            else:
                at = told.in_output(first_place(told.got_texts))
                yield Breach("text", at, f"text: {versus(told.owed_text, told.got_text)}")
            return


def _changed(told: Compared, beside: str) -> Found:
    """Return how a text differs that has everything that is owed: more of it, or another order."""
    at = told.in_output(first_place(told.got_texts))
    if Counter(told.got_text) == Counter(told.owed_text):
        message = f"texts in another order: {versus(told.owed_text, told.got_text)}"
        return "order/text", Breach("text-order", at, message)
    if beside.strip() or told.got_text.count(told.texts[0].value) > told.owed_text.count(told.texts[0].value):
        message = f"beside the text there is more: {versus(told.owed_text, told.got_text)}"
        return "added/text", Breach("added", at, message)
    if _is_refusal(told):
        return "kept/text", REACHED
    return "kept/text", Breach("text", at, f"text: {versus(told.owed_text, told.got_text)}")


def _is_refusal(told: Compared) -> bool:
    """Whether what is beside the texts are the refusals: a format without a place for one says it in text."""
    return bool(told.refusals) and all(one.value in told.got_text for one in told.refusals)


def _without(text: str, parts: list[str]) -> str:
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(part, "", 1)
    return text
