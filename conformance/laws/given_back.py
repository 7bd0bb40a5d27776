"""What the host of a model wants back as it said it: sealed thoughts beside calls, and an answer that was paused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from conformance.laws.law import OUTPUT, Breach
from conformance.model.conversation import MODEL, Hosted, Reasoning, Said
from conformance.model.fact import Other
from conformance.model.talk import CALL, Talk, kind_of, value_of
from conformance.values import JSON, equal
from conformance.wording import brief

Says = Sequence[Said | Other]


def thoughts(answers: Sequence[Says], came: Talk) -> Iterator[Breach]:
    """Yield what became of sealed thoughts. answers: all that there were, of which the last one has calls.

    Those of the last one are all there, each before and after what it was said before and after; earlier ones may be
    gone. None is another one.
    """
    found = [(one, _essence(one.fact)) for one in came.all if isinstance(one.fact, Reasoning)]
    said = [_essence(fact) for says in answers for fact in says if _is_sealed(fact)]
    for piece, essence in found:
        if _is_sealed(piece.fact) and not any(equal(essence, one) for one in said):
            message = f"it has thoughts that nobody had, or not as they were: {brief(essence)}"
            yield Breach("thoughts-changed", (OUTPUT, *piece.at), message)
    last = answers[-1]
    places = [_place_of(fact, came) for fact in last]
    for position, fact in enumerate(last):
        if not _is_sealed(fact):
            continue
        own = next((piece for piece, essence in found if equal(essence, _essence(fact))), None)
        if own is None:
            message = (
                f"it does not have the thoughts of the answer whose calls have their results: {brief(_essence(fact))}"
            )
            yield Breach("thoughts-lost", (OUTPUT,), message)
            continue
        before, after = (
            [place for place in part if place is not None] for part in (places[:position], places[position + 1 :])
        )
        if any(place > own.number for place in before) or any(place < own.number for place in after):
            yield Breach("thoughts-moved", (OUTPUT, *own.at), "thoughts are not where they were among what was said")


def paused(said: Says, came: Talk) -> Iterator[Breach]:
    """Yield what a request that goes on from a paused answer does not give back of it, as it was."""
    turns = [list(group) for speaker, group in groupby(came.all, lambda one: one.speaker) if speaker == MODEL]
    last = turns[-1] if turns else []
    owed, given = [_essence(fact) for fact in said], [_essence(one.fact) for one in last]
    if not equal(given[-len(owed) :], owed):
        at = last[0].at if last else ()
        message = (
            f"it does not give back the answer that was paused, as it was: {brief(owed)}; the last is {brief(given)}"
        )
        yield Breach("pause-changed", (OUTPUT, *at), message)


def _is_sealed(fact: Said | Other) -> bool:
    return isinstance(fact, Reasoning) and bool(fact.seal or fact.encrypted)


def _place_of(fact: Said | Other, came: Talk) -> int | None:
    """Return the number of the last piece that says the same; None where a call or a text does not come again."""
    if isinstance(fact, Reasoning):
        return None  # of two thoughts, each is judged against what is said between them
    kind, essence = kind_of(fact), _essence(fact)
    same = [one for one in came.all if one.kind == kind and equal(_essence(one.fact), essence)]
    return same[-1].number if same else None


def _essence(fact: Said | Other) -> list[JSON]:
    """Return what a fact says, without its places and marks of caches."""
    if isinstance(fact, Reasoning):
        texts = [[one.value for one in part] for part in (fact.content, fact.summary)]
        return ["reasoning", *texts, fact.encrypted, fact.seal]
    if isinstance(fact, Hosted):
        return ["hosted", _without_nulls(fact.value)]
    value = value_of(fact)
    if kind_of(fact) == CALL and isinstance(value, tuple):
        return [CALL, value[0]]  # what it says is another rule's
    return [kind_of(fact), list(value) if isinstance(value, tuple) else value]


def _without_nulls(value: JSON) -> JSON:
    if isinstance(value, list):
        return [_without_nulls(one) for one in value]
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None and key != "cache_control"}
    return value
