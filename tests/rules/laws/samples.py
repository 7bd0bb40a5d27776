"""Answers of the model for the tests of the laws, and what a law finds between two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON
from conformance.formats.model.answer import DONE, Answer, AnswerFailure, Candidate, End
from conformance.formats.model.conversation import (
    CUSTOM,
    MODEL,
    Arguments,
    Call,
    Citation,
    CitedSpan,
    ModelRefusal,
    Reasoning,
    Source,
    Text,
    Token,
    Turn,
    Utterance,
)
from conformance.formats.model.growth import StreamState
from conformance.formats.model.reading import GrammarError, ParsedSide
from conformance.formats.model.request import Request
from conformance.rules.laws.compared import AnswerComparison, Law
from conformance.rules.laws.law import Breach
from conformance.rules.laws.terms import Terms


def text(value: str, *, citations: tuple[Citation, ...] = (), tokens: tuple[Token, ...] = ()) -> Text:
    return Text(value=value, citations=citations, tokens=tokens)


def refusal(value: str) -> ModelRefusal:
    return ModelRefusal(value=value)


def thought(*summary: str, content: tuple[str, ...] = ()) -> Reasoning:
    return Reasoning(summary=tuple(map(text, summary)), content=tuple(map(text, content)))


def call(id: str | None = "call_1", name: str = "look", arguments: str = "{}", **more: Any) -> Call:
    return Call(id=id, name=name, arguments=Arguments(text=arguments, value=json_or_absent(arguments)), **more)


def custom(id: str = "call_1", name: str = "apply_patch", input: str = "*** Begin", **more: Any) -> Call:
    return Call(kind=CUSTOM, id=id, name=name, arguments=Arguments(text=input), **more)


def page(url: str = "https://a.example/", title: str = "A", start: int = 0, end: int = 2) -> Citation:
    span = CitedSpan(unit="characters", start=start, end=end)
    return Citation(sources=(Source(kind="web", url=url, title=title),), span=span)


def token(value: str, logprob: float = -0.5) -> Token:
    return Token(text=value, logprob=logprob)


def answer(*says: Utterance, end: str = DONE, ids: tuple[str, ...] = (), **members: Any) -> Answer:
    """Return an answer that says some things, each in a turn of its own. ids: of the turns."""
    turns = tuple(
        Turn(speaker=MODEL, says=(utterance,), id=ids[place] if place < len(ids) else None)
        for place, utterance in enumerate(says)
    )
    around: dict[str, Any] = {"id": "a_1", "model": "m", "created": 1}
    return Answer(candidates=(Candidate(turns=turns, end=End(kind=end)),), **(around | members))


def failed(message: str = "Overloaded.") -> Answer:
    return Answer(failure=AnswerFailure(message=message))


def both(
    source: Answer,
    got: Answer | None,
    *,
    request: Request | None = None,
    said: tuple[str, ...] | None = (),
    choices: dict[str, str] | None = None,
    error: str | None = None,
    is_loose: bool = False,
    is_stream: bool = False,
    ended: str = "whole",
    disorder: tuple[GrammarError, ...] = (),
    repeated: Mapping[str, tuple[JSON, ...]] | None = None,
    carried: Callable[[JSON], JSON] = lambda value: value,
    **terms: Any,
) -> AnswerComparison:
    """Return a conversion. said: what was reported; None: reports are not observable. is_stream: both are streams.

    repeated: what the events of the source say again, and differently. carried: numbers as the transport leaves them.
    """
    growth = (
        StreamState(answer=source, steps=(), open=(), ended="whole", repeated=repeated or {}) if is_stream else None
    )
    arrived = StreamState(answer=got or Answer(), steps=(), open=(), ended=ended) if is_stream else None

    def reported(*words: str) -> bool | None:
        return None if said is None else any(word in utterance for utterance in said for word in words)

    return AnswerComparison(
        given=ParsedSide(answer=source, request=request, growth=growth),
        got=None if error is not None else ParsedSide(answer=got, growth=arrived, disorder=disorder),
        terms=Terms(choices=choices or {}, blanks=True, **terms),
        reported=reported,
        failed=error,
        is_loose=is_loose,
        carried=carried,
    )


def breaches(law: Law, source: Answer, got: Answer | None, **more: Any) -> list[tuple[str, str]]:
    """Return what a law finds: keys, and kinds of breaches."""
    found = law(both(source, got, **more))
    return [(key, element.kind) for key, element in found if isinstance(element, Breach)]


def messages(law: Law, source: Answer, got: Answer | None, **more: Any) -> list[str]:
    """Return what a law says of its breaches."""
    return [element.message for _key, element in law(both(source, got, **more)) if isinstance(element, Breach)]
