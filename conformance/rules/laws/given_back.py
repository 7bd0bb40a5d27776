"""What the host of a model wants back as it said it: thoughts and steps beside calls, and an answer that was paused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from conformance.base.values import JSON, equal
from conformance.base.wording import brief
from conformance.formats.model.conversation import MODEL, Hosted, Reasoning, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import CALL, FlatConversation, FlatItem, kind_of, value_of
from conformance.rules.laws.law import OUTPUT, Breach

Says = Sequence[Utterance | Other]


class Sort(NamedTuple):
    """A sort of facts that a host wants back. word: in the kinds of breaches. text: in messages."""

    word: str
    text: str
    has: Callable[[Utterance | Other], bool]


def kept_facts(answers: Sequence[Says], came: FlatConversation, sort: Sort) -> Iterator[Breach]:
    """Yield what became of facts of a sort. answers: all that there were, of which the last one has calls.

    Those of the last one are all there, in their order, each before and after what it was said before and after;
    earlier ones may be gone. None is another one, or there more often than it was said.
    """
    found = [piece for piece in came.all if sort.has(piece.fact)]
    said = [_essence(fact) for says in answers for fact in says if sort.has(fact)]
    for number, piece in enumerate(found):
        essence = _essence(piece.fact)
        times = sum(equal(essence, values) for values in said)
        if not times:
            message = f"{sort.text} added or changed: {brief(essence)}"
            yield Breach(f"{sort.word}-changed", (OUTPUT, *piece.at), message)
        elif sum(equal(essence, _essence(item.fact)) for item in found[: number + 1]) > times:
            yield Breach(
                f"{sort.word}-repeated", (OUTPUT, *piece.at), f"it has {sort.text} once more: {brief(essence)}"
            )
    yield from _of_the_last(answers[-1], found, came, sort)


def _of_the_last(last: Says, found: Sequence[FlatItem], came: FlatConversation, sort: Sort) -> Iterator[Breach]:
    """Yield which facts of the last answer are not there, or not in their place. found: those that came."""
    places = [_place_of(fact, came) for fact in last]
    left, own = list(found), dict[int, FlatItem]()
    for position, fact in reversed(list(enumerate(last))):  # an equal one of an earlier answer is before it
        same = [piece for piece in left if sort.has(fact) and equal(_essence(piece.fact), _essence(fact))]
        if same:
            own[position] = same[-1]
            places[position] = same[-1].number
            left = [piece for piece in left if piece is not same[-1]]
    for position, fact in enumerate(last):
        if not sort.has(fact):
            continue
        if position not in own:
            what = f"the {sort.text} of the answer whose calls have their results"
            message = f"it does not have {what}: {brief(_essence(fact))}"
            yield Breach(f"{sort.word}-lost", (OUTPUT,), message)
            continue
        before, after = (
            [place for place in part if place is not None] for part in (places[:position], places[position + 1 :])
        )
        number = own[position].number
        if any(place > number for place in before) or any(place < number for place in after):
            message = f"{sort.text} are not where they were among what was said"
            yield Breach(f"{sort.word}-moved", (OUTPUT, *own[position].at), message)


def paused(said: Says, came: FlatConversation) -> Iterator[Breach]:
    """Yield what a request that goes on from a paused answer does not give back of it, as it was."""
    turns = [list(group) for speaker, group in groupby(came.all, lambda item: item.speaker) if speaker == MODEL]
    last = turns[-1] if turns else []
    owed, given = [_essence(fact) for fact in said], [_essence(item.fact) for item in last]
    if not equal(given[-len(owed) :], owed):
        at = last[0].at if last else ()
        message = (
            f"it does not give back the answer that was paused, as it was: {brief(owed)}; the last is {brief(given)}"
        )
        yield Breach("pause-changed", (OUTPUT, *at), message)


def _is_sealed(fact: Utterance | Other) -> bool:
    return isinstance(fact, Reasoning) and bool(fact.seal or fact.encrypted)


THOUGHTS: Final = Sort("thoughts", "thoughts", _is_sealed)
STEPS: Final = Sort("steps", "steps of the host's tools", lambda fact: isinstance(fact, Hosted))


def _place_of(fact: Utterance | Other, came: FlatConversation) -> int | None:
    """Return the number of the last piece that says the same; None where a call or a text does not come again."""
    if isinstance(fact, Reasoning | Hosted):
        return None  # its place is that of its own piece
    kind, essence = kind_of(fact), _essence(fact)
    same = [item for item in came.all if item.kind == kind and equal(_essence(item.fact), essence)]
    return same[-1].number if same else None


def _essence(fact: Utterance | Other) -> list[JSON]:
    """Return what a fact says, without its places and marks of caches."""
    if isinstance(fact, Reasoning):
        texts = [[text.value for text in part] for part in (fact.content, fact.summary)]
        return ["reasoning", *texts, fact.encrypted, fact.seal]
    if isinstance(fact, Hosted):
        return ["hosted", _without_nulls(fact.value)]
    value = value_of(fact)
    if kind_of(fact) == CALL and isinstance(value, tuple):
        return [CALL, value[0]]  # what it says is another rule's
    return [kind_of(fact), list(value) if isinstance(value, tuple) else value]


def _without_nulls(value: JSON) -> JSON:
    if isinstance(value, list):
        return [_without_nulls(element) for element in value]
    if isinstance(value, dict):
        return {
            key: _without_nulls(value) for key, value in value.items() if value is not None and key != "cache_control"
        }
    return value
