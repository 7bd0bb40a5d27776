"""Defects of the reasoning of an answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Reasoning, Text, Turn
from tests.suite.selftest.mutators.editing import candidate_of, each, kept, placed, said, with_candidate, with_turn
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer

_LONGEST = 8
IN_PLACE = "thoughts in their place"
_LOG = logging.getLogger(__name__)
# Where the reference leaves reasoning out unless it is asked not to: in whichever form it is kept.
AS_REASONING: Mapping[str, str] = {"reasoning": "kept"}


def _texts(change: Callable[[tuple[Text, ...]], tuple[Text, ...]]) -> OfAnswer:
    return each(Reasoning, lambda value: replace(value, summary=change(value.summary), content=change(value.content)))


def _text(change: Callable[[str], str]) -> OfAnswer:
    return _texts(lambda texts: tuple(replace(text, value=change(text.value)) for text in texts))


def _invented(text: str) -> OfAnswer:
    def changed(answer: Answer) -> Answer:
        if said(answer, Reasoning) or not answer.candidates:
            return answer
        return with_turn(answer, _thought(answer, Text(value=text)), form="", id="rs_more", first=True)

    return changed


def _thought(answer: Answer, *texts: Text) -> Reasoning:
    """Return reasoning as a format with items, or one without, writes it."""
    is_item = any(turn.id for turn in candidate_of(answer).turns)
    return Reasoning(summary=texts) if is_item else Reasoning(content=texts)


def _said(answer: Answer) -> Answer:
    """Say each text as a thought as well."""
    thoughts = tuple(Text(value=utterance.value) for utterance in said(answer, Text) if utterance.value)
    if said(answer, Reasoning) or not thoughts:
        return answer
    return with_turn(answer, _thought(answer, *thoughts), form="", id="rs_more", first=True)


def _left_out(answer: Answer) -> Answer:
    """Leave thoughts out, with a report, but for those that begin as the probes' thoughts do."""
    texts = [
        text.value
        for utterance in said(answer, Reasoning)
        for text in (*utterance.summary, *utterance.content)
        if text.value
    ]
    if not texts or texts[0].startswith(("Two", "Three")):
        return answer
    _LOG.warning("the reasoning of the answer: left out")
    return kept(Reasoning, lambda _all: [])(answer)


def _behind(answer: Answer) -> Answer:
    """Put what was thought behind everything else."""

    def is_thought(turn: Turn) -> bool:
        return all(isinstance(utterance, Reasoning) for utterance in turn.says)

    turns = [
        replace(turn, says=tuple(sorted(turn.says, key=lambda utterance: isinstance(utterance, Reasoning))))
        for turn in candidate_of(answer).turns
    ]
    return with_candidate(answer, turns=tuple(sorted(turns, key=is_thought)))


def _other(name: str, change: OfAnswer, check: str = "reasoning-kept", needs: str = "thoughts") -> Mutator:
    is_silent = check == "reasoning-kept"
    return Mutator(
        name=name, check=check, change=of_answer(change), answers=AS_REASONING, needs=needs, silently=is_silent
    )


MUTATORS = (
    _other("loses_reasoning_in_silence", kept(Reasoning, lambda _all: [])),
    _other("empties_reasoning", _texts(lambda _texts: ())),
    _other("cuts_reasoning", _text(lambda text: text[:_LONGEST])),
    _other("summarizes_reasoning", _text(lambda _text: "The model thought.")),
    _other("writes_reasoning_upper_case", _text(str.upper)),
    _other("thinks_twice", placed(Reasoning, lambda all_: [[element, element] for element in all_])),
    _other("says_thoughts_twice", _texts(lambda texts: texts * 2)),
    Mutator(
        name="leaves_some_thoughts_out",
        check="reasoning-kept",
        change=of_answer(_left_out),
        answers=AS_REASONING,
        needs="thoughts",
    ),
    _other("invents_reasoning", _invented("Thinking..."), "no-reasoning-added"),
    _other("thinks_what_it_says", _said, "no-reasoning-added"),
)
# Of formats that are lists: there thoughts have a place.
IN_LISTS = (_other("thinks_behind_what_it_says", _behind, "calls-in-order", IN_PLACE),)
