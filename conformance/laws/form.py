"""The result has the target's form: one answer of the model, in which each place holds what belongs there."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.laws.compared import Compared
from conformance.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.values import ABSENT
from conformance.wording import brief


def form(told: Compared) -> Iterator[Found]:
    """What came is an answer of the target's format, with one candidate, and the model says it."""
    if told.arrived is None:
        return
    yield "form", REACHED
    result, arrived = told.result, told.arrived
    if result is None or not (result.candidates or result.failure):
        got = "something else" if arrived.value is ABSENT else brief(arrived.value)
        yield "form", Breach("no-answer", (OUTPUT,), f"wanted {arrived.form}, got {got}")
        return
    if len(result.candidates) > 1:
        message = f"one answer is owed, but there are {len(result.candidates)}"
        yield "form/candidates", Breach("candidates", told.in_output(result), message)
    if "speaker" in arrived.misfits:
        yield "form/speaker", _misfit(told, "speaker", "role")
    for turn in told.got.turns:
        if turn.speaker not in (None, "model"):
            message = f"the model speaks, but the result says {brief(turn.speaker)}"
            yield "form/speaker", Breach("role", told.in_output(turn, "role"), message)


def members(told: Compared) -> Iterator[Found]:
    """What the result has in the place of a kind is of that kind. What a malformed source brings along is free."""
    for kind in told.arrived.misfits if told.arrived is not None and not told.is_loose else ():
        # Where the reasoning has no text, something else may say so.
        if kind != "speaker" and not (kind == "reasoning" and told.is_silent):
            yield f"form/{kind}", _misfit(told, kind, "form")


def _misfit(told: Compared, kind: str, word: str) -> Breach:
    wanted, value = told.arrived.misfits[kind] if told.arrived is not None else ("", ABSENT)
    return Breach(word, told.place_of(kind), f"{told.name_of(kind)}: wanted {wanted}, got {brief(value)}")


def read(told: Compared) -> Iterator[Found]:
    """Of an answer in an object at least something is read; where nothing was, no other law says what is lost."""
    if not (told.terms.in_object and told.given.at):
        return
    yield "read", REACHED
    if told.is_unread:
        where = told.given.at[-1]
        message = f"the {told.terms.source}'s `{where}` was not read: neither text nor calls arrived"
        yield "read", Breach("not-read", (OUTPUT,), message)


def neighbours(told: Compared) -> Iterator[Found]:
    """What a converter does not know does not take with it what comes behind it."""
    unknown = told.given.freedom.unknown
    if told.result is None or not unknown:
        return
    yield "neighbours", REACHED
    first = unknown[0].at[0]
    calls = [one for one in told.owed_calls if one.at[0] > first]
    texts = [one.value for one in told.texts if one.at[0][0] > first[0]]  # type: ignore[operator]
    lost = {id(one) for one in told.lost_calls}
    # One kind alone may be lost for a reason of its own; text and calls together only by stopping here.
    if calls and texts and all(id(one) in lost for one in calls) and not any(text in told.said for text in texts):
        message = "neither text nor calls arrived from behind an item of unknown type"
        yield "neighbours", Breach("neighbours-lost", told.in_input(unknown[0]), message)
