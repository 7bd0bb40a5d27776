"""Defects of a format in which a refusal is an end, and its words are a text or the explanation of that end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conformance.formats.model.answer import ASKS, DONE, FILTER, REFUSED, Answer, End
from conformance.formats.model.conversation import Call, ModelRefusal, Text
from conformance.formats.model.reading import ParsedSide
from tests.suite.selftest.mutators.editing import (
    Places,
    candidate_of,
    each,
    kept,
    one_each,
    placed,
    said,
    with_candidate,
)
from tests.suite.selftest.mutators.model import Mutator, of_answer, of_both


def _words(given: ParsedSide) -> set[str]:
    """Return the words with which the source refuses."""
    return (
        {utterance.value for utterance in said(given.answer, ModelRefusal) if utterance.value}
        if given.answer is not None
        else set()
    )


def _left_of(text: str, words: set[str]) -> str:
    for word in words:
        text = text.replace(word, "")
    return text


def _without_words(answer: Answer, given: ParsedSide) -> Answer:
    words = _words(given)
    answer = kept(Text, lambda texts: [text for text in texts if text.value not in words])(answer)
    # A stream may have joined them with a text.
    answer = each(Text, lambda text: replace(text, value=_left_of(text.value, words)))(answer)
    end = candidate_of(answer).end
    return with_candidate(answer, end=replace(end, about=None)) if end.about in words else answer


def _in_other_words(answer: Answer, given: ParsedSide) -> Answer:
    words = _words(given)
    if not words:
        return answer
    end = End(kind=REFUSED, about="I cannot help with that, whatever it is.")
    return with_candidate(_without_words(answer, given), end=end)


def _without_texts(answer: Answer, given: ParsedSide) -> Answer:
    words = _words(given)
    return kept(Text, lambda texts: [text for text in texts if text.value in words])(answer) if words else answer


def _refusals_first(answer: Answer, given: ParsedSide) -> Answer:
    words = _words(given)

    def places(texts: list[Text]) -> Places:
        first = [text for text in texts if text.value in words]
        return one_each([*first, *(text for text in texts if text.value not in words)])

    return placed(Text, places)(answer)


def _beside(change: Callable[[Answer, ParsedSide], Answer]) -> Callable[[Answer, ParsedSide], Answer]:
    """Make a change only where the source says a text and a refusal."""

    def changed(answer: Answer, given: ParsedSide) -> Answer:
        texts = said(given.answer, Text) if given.answer is not None else []
        return change(answer, given) if _words(given) and any(text.value for text in texts) else answer

    return changed


def _alone(change: Callable[[Answer, ParsedSide], Answer]) -> Callable[[Answer, ParsedSide], Answer]:
    """Make a change only where the source refuses, and says nothing else."""

    def changed(answer: Answer, given: ParsedSide) -> Answer:
        texts = said(given.answer, Text) if given.answer is not None else []
        return answer if any(text.value for text in texts) else change(answer, given)

    return changed


def _refuses(answer: Answer) -> Answer:
    is_whole = candidate_of(answer).end.kind in (DONE, ASKS)
    return with_candidate(answer, end=End(kind=REFUSED)) if is_whole else answer


def _asks(answer: Answer) -> Answer:
    """Say of an answer that was refused or filtered that its calls are to be run."""
    is_cut = candidate_of(answer).end.kind in (FILTER, REFUSED) and said(answer, Call)
    return with_candidate(answer, end=End(kind=ASKS)) if is_cut else answer


IN_ORDER = "refusals in order"
REFUSING = "an end that refuses"
REFUSALS = "words that refuse"
IN_A_PART = "a part that refuses"
_KEPT, _BESIDE = "refusals-kept", "text-beside-refusal"
MUTATORS = (
    Mutator(name="loses_the_words_of_a_refusal", check=_KEPT, change=of_both(_alone(_without_words))),
    Mutator(name="explains_refusals_in_other_words", check=_KEPT, change=of_both(_alone(_in_other_words))),
    Mutator(name="loses_the_words_beside_a_text", check=_BESIDE, change=of_both(_beside(_without_words))),
    Mutator(name="says_refusals_first", check=_BESIDE, change=of_both(_beside(_refusals_first)), needs=IN_ORDER),
    Mutator(name="asks_for_results_though_refused", check="end-true", change=of_answer(_asks)),
    Mutator(name="loses_the_text_beside_such_words", check="texts-kept", change=of_both(_beside(_without_texts)),
            needs=REFUSALS),
    Mutator(name="ends_with_a_refusal", check="no-refusal-added", change=of_answer(_refuses), needs=REFUSING),
)  # fmt: skip
# Of a format in which a refusal is a part.
IN_PARTS = (
    Mutator(
        name="refuses_twice",
        check="no-refusal-added",
        needs=IN_A_PART,
        change=of_answer(placed(ModelRefusal, lambda all_: [[element, element] for element in all_])),
    ),
)
