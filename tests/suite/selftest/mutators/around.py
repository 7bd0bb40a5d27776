"""Defects of what identifies an answer and its items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import USER, Call, Turn
from tests.suite.selftest.mutators.editing import candidate_of, with_candidate
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer


def _ids(change: Callable[[Answer, Turn, int], str | None]) -> OfAnswer:
    """Make a change of the ids of items; what has none gets none."""

    def changed(answer: Answer) -> Answer:
        turns = enumerate(candidate_of(answer).turns)
        others = [replace(turn, id=change(answer, turn, place)) if turn.id else turn for place, turn in turns]
        return with_candidate(answer, turns=tuple(others))

    return changed


def _id_of_a_call(answer: Answer, turn: Turn, _place: int) -> str | None:
    """Return the id of another item's call; the item's own where there is none."""
    others = (call.id for other in candidate_of(answer).turns if other is not turn for call in _calls(other))
    return next(others, turn.id)


def _calls(turn: Turn) -> list[Call]:
    return [utterance for utterance in turn.says if isinstance(utterance, Call)]


def _said_by_the_user(answer: Answer) -> Answer:
    turns = candidate_of(answer).turns
    return with_candidate(answer, turns=tuple(replace(turn, speaker=USER) for turn in turns))


def _later(answer: Answer) -> Answer:
    now = 1_800_000_000
    return replace(answer, created=now)


def _other_tier(answer: Answer) -> Answer:
    return replace(answer, tier=answer.tier and ("flex" if answer.tier != "flex" else "priority"))


def _other(name: str, change: OfAnswer, check: str, needs: str = "") -> Mutator:
    return Mutator(name=name, check=check, change=of_answer(change), needs=needs)


_MODEL, _TIME, _OWN = "same-model", "same-time", "ids-apart"
MUTATORS = (
    _other("empties_the_model", lambda answer: replace(answer, model=""), _MODEL),
    _other("cuts_the_model", lambda answer: replace(answer, model=(answer.model or "")[:3]), _MODEL),
    _other("empties_the_id", lambda answer: replace(answer, id=""), _MODEL),
    _other("names_another_tier", _other_tier, _MODEL, "tiers of one host"),
    _other("is_created_later", _later, _TIME),
    _other("is_created_in_milliseconds", lambda answer: replace(answer, created=_milliseconds(answer)), _TIME),
    _other("is_never_created", lambda answer: replace(answer, created=0), _TIME),
    _other("gives_all_items_one_id", _ids(lambda _answer, _turn, _place: "item_1"), _OWN),
    _other("gives_items_the_id_of_the_answer", _ids(lambda answer, _turn, _place: answer.id), _OWN),
    _other("gives_items_the_ids_of_other_calls", _ids(_id_of_a_call), _OWN),
    _other("writes_ids_with_blanks", _ids(lambda _answer, turn, _place: f"{turn.id} "), "api-rules", "items"),
    _other("says_what_the_user_says", _said_by_the_user, "one-answer", "another speaker"),
)


def _milliseconds(answer: Answer) -> int:
    return int(answer.created * 1000) if isinstance(answer.created, int | float) else 0
