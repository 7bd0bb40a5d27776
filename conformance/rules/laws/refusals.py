"""Refusals are kept, none is invented, and a text beside one stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations

from conformance.base.wording import brief, but_got
from conformance.formats.model.answer import FILTER, REFUSED
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.rules.alignment.joining import holds_in_order
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, Breach, Found
from conformance.rules.laws.talk_pairing import JOINTS


def kept_refusals(pair: AnswerComparison) -> Iterator[Found]:
    """Each refusal arrives, as a refusal or in the text."""
    if pair.result is None or pair.has_failed or not pair.refusals or (pair.texts and pair.is_unread):
        return
    key = "kept/refusal/beside-text" if pair.texts else "kept/refusal"
    yield key, REACHED
    places = f"neither in `{pair.name_of('refusal')}` nor in the {pair.name_of('text')}"
    for lost_refusal in pair.lost_refusals:
        message = f"the refusal {brief(lost_refusal.value)} is {places}"
        yield key, Breach("refusal-lost", pair.in_input(lost_refusal), message)
    if pair.texts and not pair.got_refusals and not pair.lost_refusals:
        yield from _in_order(pair, key)


def _in_order(pair: AnswerComparison, key: str) -> Iterator[Found]:
    """Judge where refusals are that are said as texts: behind the texts, where all of these were said before them.

    A refusal before a text may be behind it: some targets have one place for refusals.
    """
    owed = [
        utterance
        for turn in pair.candidate.turns
        for utterance in turn.says
        if isinstance(utterance, Text | ModelRefusal) and utterance.value
    ]
    if any(isinstance(text, ModelRefusal) and text.is_apart for text in owed):
        return  # beside the content it has no place among the texts
    said, texts = pair.flow.text, [text.value for text in owed]
    is_last = not any(isinstance(text, ModelRefusal) and isinstance(then, Text) for text, then in pairwise(owed))
    is_clear = not any(text in other for text, other in permutations(texts, 2))
    if is_last and is_clear and all(text in said for text in texts) and not holds_in_order(said, texts):
        message = f"the refusal is not where it was said: wanted {brief(texts)}, {but_got(said)}"
        yield key, Breach("refusal-order", pair.place_of("text"), message)


def added_refusals(pair: AnswerComparison) -> Iterator[Found]:
    """No refusal comes from nothing."""
    if pair.result is None or pair.has_failed or pair.is_loose:
        return
    yield "added/refusal", REACHED
    # An answer that a filter ended may be said to be refused: programs that know no filter see that there is no answer.
    is_filtered = pair.candidate.ended == FILTER or pair.candidate.end.kind == REFUSED
    key = "added/refusal" + ("/filtered" if is_filtered else "")
    if pair.got.end.kind == REFUSED and not pair.all_refusals:
        message = f"the {pair.terms.source} does not refuse, but the {pair.terms.target} ends with a refusal"
        yield key, Breach("invented", pair.in_output(pair.got.end), message)
    said = Counter((refusal.is_apart, refusal.value) for refusal in pair.got_refusals if refusal.value)
    for refusal in pair.got_refusals if not pair.all_refusals else ():
        if is_filtered and said[refusal.is_apart, refusal.value] > 1:  # the explanation of an answer that refuses
            yield (
                "added/refusal",
                Breach("refusal-twice", pair.in_output(refusal), f"{brief(refusal.value)} is there once more"),
            )
            return
        if refusal.value:
            message = (
                f"the {pair.terms.source} has no refusal, but the {pair.terms.target} refuses: {brief(refusal.value)}"
            )
            yield key, Breach("invented", pair.in_output(refusal), message)
            return
    twice = next((refusal for refusal in pair.refusals if _is_twice(pair, refusal.value)), None)
    if twice is not None:
        message = f"the refusal {brief(twice.value)} is there once more"
        yield key, Breach("refusal-twice", pair.in_output(pair.result), message)
        return
    parts = sum(kind == "refusal" for kind, _text in pair.flow.parts)
    owed = len(pair.all_refusals)
    if pair.arrived is not None and parts > owed and "refusal" not in pair.arrived.misfits:
        message = f"of {owed} refusals of the {pair.terms.source} the {pair.name_of('text')} has {parts}"
        yield key, Breach("invented", pair.place_of("text"), message)


def _is_twice(pair: AnswerComparison, refusal: str) -> bool:
    """Whether a refusal that is said once is there more than once: beside the content, in it, or in a row in a text."""
    said = [*(refusal.value for refusal in pair.all_refusals), *(text.value for text in pair.all_texts)]
    if sum(text.count(refusal) for text in said) > 1:
        return False
    came = Counter(model_refusal.is_apart for model_refusal in pair.got_refusals if model_refusal.value == refusal)
    again = tuple(f"{refusal}{joint}{refusal}" for joint in JOINTS)
    return max(came.values(), default=0) > 1 or any(name in text for name in again for text in pair.told_refusals)
