"""Refusals are kept, none is invented, and a text beside one stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations

from conformance.base.wording import brief, but_got
from conformance.formats.model.answer import FILTER, REFUSED
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, Breach, Found
from conformance.rules.laws.talk_pairing import JOINTS
from conformance.rules.matching.joining import holds_in_order


def kept_refusals(both: AnswerComparison) -> Iterator[Found]:
    """Each refusal arrives, as a refusal or in the text."""
    if both.result is None or both.has_failed or not both.refusals or (both.texts and both.is_unread):
        return
    key = "kept/refusal/beside-text" if both.texts else "kept/refusal"
    yield key, REACHED
    places = f"neither in `{both.name_of('refusal')}` nor in the {both.name_of('text')}"
    for one in both.lost_refusals:
        message = f"the refusal {brief(one.value)} is {places}"
        yield key, Breach("refusal-lost", both.in_input(one), message)
    if both.texts and not both.got_refusals and not both.lost_refusals:
        yield from _in_order(both, key)


def _in_order(both: AnswerComparison, key: str) -> Iterator[Found]:
    """Judge where refusals are that are said as texts: behind the texts, where all of these were said before them.

    A refusal before a text may be behind it: some targets have one place for refusals.
    """
    owed = [
        one for turn in both.candidate.turns for one in turn.says if isinstance(one, Text | ModelRefusal) and one.value
    ]
    if any(isinstance(one, ModelRefusal) and one.is_apart for one in owed):
        return  # beside the content it has no place among the texts
    said, texts = both.flow.text, [one.value for one in owed]
    is_last = not any(isinstance(one, ModelRefusal) and isinstance(then, Text) for one, then in pairwise(owed))
    is_clear = not any(one in other for one, other in permutations(texts, 2))
    if is_last and is_clear and all(one in said for one in texts) and not holds_in_order(said, texts):
        message = f"the refusal is not where it was said: wanted {brief(texts)}, {but_got(said)}"
        yield key, Breach("refusal-order", both.place_of("text"), message)


def added_refusals(both: AnswerComparison) -> Iterator[Found]:
    """No refusal comes from nothing."""
    if both.result is None or both.has_failed or both.is_loose:
        return
    yield "added/refusal", REACHED
    # An answer that a filter ended may be said to be refused: programs that know no filter see that there is no answer.
    is_filtered = both.candidate.ended == FILTER or both.candidate.end.kind == REFUSED
    key = "added/refusal" + ("/filtered" if is_filtered else "")
    if both.got.end.kind == REFUSED and not both.all_refusals:
        message = f"the {both.terms.source} does not refuse, but the {both.terms.target} ends with a refusal"
        yield key, Breach("invented", both.in_output(both.got.end), message)
    said = Counter((one.is_apart, one.value) for one in both.got_refusals if one.value)
    for one in both.got_refusals if not both.all_refusals else ():
        if is_filtered and said[one.is_apart, one.value] > 1:  # the explanation of an answer that refuses
            yield (
                "added/refusal",
                Breach("refusal-twice", both.in_output(one), f"{brief(one.value)} is there once more"),
            )
            return
        if one.value:
            message = f"the {both.terms.source} has no refusal, but the {both.terms.target} refuses: {brief(one.value)}"
            yield key, Breach("invented", both.in_output(one), message)
            return
    twice = next((one for one in both.refusals if _is_twice(both, one.value)), None)
    if twice is not None:
        message = f"the refusal {brief(twice.value)} is there once more"
        yield key, Breach("refusal-twice", both.in_output(both.result), message)
        return
    parts = sum(kind == "refusal" for kind, _text in both.flow.parts)
    owed = len(both.all_refusals)
    if both.arrived is not None and parts > owed and "refusal" not in both.arrived.misfits:
        message = f"of {owed} refusals of the {both.terms.source} the {both.name_of('text')} has {parts}"
        yield key, Breach("invented", both.place_of("text"), message)


def _is_twice(both: AnswerComparison, refusal: str) -> bool:
    """Whether a refusal that is said once is there more than once: beside the content, in it, or in a row in a text."""
    said = [*(one.value for one in both.all_refusals), *(one.value for one in both.all_texts)]
    if sum(one.count(refusal) for one in said) > 1:
        return False
    came = Counter(one.is_apart for one in both.got_refusals if one.value == refusal)
    again = tuple(f"{refusal}{joint}{refusal}" for joint in JOINTS)
    return max(came.values(), default=0) > 1 or any(one in text for one in again for text in both.told_refusals)
