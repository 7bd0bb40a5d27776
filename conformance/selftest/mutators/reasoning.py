"""Defects of the reasoning of an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conformance.model.answer import Answer
from conformance.model.conversation import Reasoning, Text
from conformance.selftest.mutators.editing import each, kept, placed, said, with_turn
from conformance.selftest.mutators.model import Mutator, OfAnswer, of_answer

_LONGEST = 8


def _texts(change: Callable[[tuple[Text, ...]], tuple[Text, ...]]) -> OfAnswer:
    return each(Reasoning, lambda one: replace(one, summary=change(one.summary), content=change(one.content)))


def _text(change: Callable[[str], str]) -> OfAnswer:
    return _texts(lambda texts: tuple(replace(one, value=change(one.value)) for one in texts))


def _invented(text: str) -> OfAnswer:
    def changed(answer: Answer) -> Answer:
        if said(answer, Reasoning) or not answer.candidates:
            return answer
        return with_turn(answer, Reasoning(summary=(Text(value=text),)), form="", id="rs_more", first=True)

    return changed


def _said(answer: Answer) -> Answer:
    """Say each text as a thought as well."""
    thoughts = tuple(Text(value=one.value) for one in said(answer, Text) if one.value)
    if said(answer, Reasoning) or not thoughts:
        return answer
    return with_turn(answer, Reasoning(summary=thoughts), form="", id="rs_more", first=True)


def _other(name: str, change: OfAnswer, check: str = "reasoning-kept") -> Mutator:
    return Mutator(name=name, check=check, change=of_answer(change), needs="thoughts")


MUTATORS = (
    _other("loses_reasoning_in_silence", kept(Reasoning, lambda _all: [])),
    _other("empties_reasoning", _texts(lambda _texts: ())),
    _other("cuts_reasoning", _text(lambda text: text[:_LONGEST])),
    _other("summarizes_reasoning", _text(lambda _text: "The model thought.")),
    _other("writes_reasoning_upper_case", _text(str.upper)),
    _other("thinks_twice", placed(Reasoning, lambda all_: [[one, one] for one in all_])),
    _other("says_thoughts_twice", _texts(lambda texts: texts * 2)),
    _other("invents_reasoning", _invented("Thinking..."), "no-reasoning-added"),
    _other("thinks_what_it_says", _said, "no-reasoning-added"),
)
