"""Changes of an answer in terms of what it says: each fact of a kind, in order, and what stands in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from conformance.formats.model.answer import Answer, Candidate
from conformance.formats.model.conversation import MODEL, NULL, PARTS, TEXT, Text, Turn, Utterance
from conformance.formats.model.fact import Other
from tests.suite.selftest.mutators.model import OfAnswer

_Kind = TypeVar("_Kind", bound=Utterance)
Places = Sequence[Iterable[Utterance]]  # for each fact, what stands in its place


def candidate_of(answer: Answer) -> Candidate:
    """Return the first candidate; an empty one where there is none."""
    return answer.candidates[0] if answer.candidates else Candidate()


def with_candidate(answer: Answer, **members: Any) -> Answer:
    """Return an answer whose first candidate has other members; one without candidates as it is."""
    if not answer.candidates:
        return answer
    return replace(answer, candidates=(replace(answer.candidates[0], **members), *answer.candidates[1:]))


def said(answer: Answer, kind: type[_Kind]) -> list[_Kind]:
    """Return what an answer says of one kind."""
    return [utterance for turn in candidate_of(answer).turns for utterance in turn.says if isinstance(utterance, kind)]


def placed(kind: type[_Kind], change: Callable[[list[_Kind]], Places]) -> OfAnswer:
    """Make a change of all facts of a kind: it returns, for each of them, what stands in its place."""

    def changed(answer: Answer) -> Answer:
        found = said(answer, kind)
        return _with_places(answer, kind, change(found)) if found else answer

    return changed


def each(kind: type[_Kind], change: Callable[[_Kind], Utterance]) -> OfAnswer:
    """Make a change of each fact of a kind by itself."""
    return placed(kind, lambda found: [[change(finding)] for finding in found])


def kept(kind: type[_Kind], keep: Callable[[list[_Kind]], list[_Kind]]) -> OfAnswer:
    """Make a change that drops the facts of a kind but for some."""

    def places(found: list[_Kind]) -> Places:
        held = {id(element) for element in keep(found)}
        return [[finding] if id(finding) in held else [] for finding in found]

    return placed(kind, places)


def one_each(facts: Sequence[Utterance]) -> Places:
    """Return places of which each has one of some facts."""
    return [[fact] for fact in facts]


def with_turn(answer: Answer, fact: Utterance, *, form: str = PARTS, id: str, first: bool = False) -> Answer:
    """Return an answer that says something more: in a turn of its own, or in the one of a format without items."""
    turns, more = candidate_of(answer).turns, Turn(speaker=MODEL, says=(fact,), form=form, id=id, state="completed")
    own = _message(answer)
    if own is not None:
        holds = TEXT if isinstance(fact, Text) and own.form in ("", NULL) else own.form
        turns, more = (), replace(own, says=(fact, *own.says) if first else (*own.says, fact), form=holds)
    return with_candidate(answer, turns=(more, *turns) if first else (*turns, more))


def _message(answer: Answer) -> Turn | None:
    """Return the one turn that holds all of an answer, in a format that has no items; None in one that has."""
    turns = candidate_of(answer).turns
    return turns[0] if len(turns) == 1 and turns[0].id is None else None


def _with_places(answer: Answer, kind: type[_Kind], places: Places) -> Answer:
    rest = iter(places)
    turns: list[Turn] = []
    message = _message(answer)
    for turn in candidate_of(answer).turns:
        says = [list(next(rest)) if isinstance(utterance, kind) else [utterance] for utterance in turn.says]
        made = tuple(element for place in says for element in place)
        turns += [replace(turn, says=made)] if turn is message else _turns(turn, made)
    return with_candidate(answer, turns=tuple(turns))


def _turns(turn: Turn, says: tuple[Utterance | Other, ...]) -> list[Turn]:
    """Return a turn that says something else: one for each thing, where it is an item of its own; none for nothing."""
    if turn.says and not says:
        return []
    if turn.form:
        return [replace(turn, says=says)]
    ids = [turn.id, *(f"{turn.id}_{number}" for number in range(1, len(says)))]
    return [
        replace(turn, says=(utterance,), id=id_ if turn.id else None) for utterance, id_ in zip(says, ids, strict=False)
    ]
