"""The result has the target's form: one answer of the model, in which each place holds what belongs there."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT
from conformance.base.wording import brief, but_got
from conformance.formats.model.conversation import MODEL
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found


def form(both: AnswerComparison) -> Iterator[Found]:
    """What came is an answer of the target's format, with one candidate, and the model says it."""
    if both.arrived is None:
        return
    yield "form", REACHED
    result, arrived = both.result, both.arrived
    if both.has_failed and both.given.growth is not None and arrived.value == []:
        return  # a stream that broke off before anything was said, as its source did
    if result is None or not (result.candidates or result.failure):
        got = "something else" if arrived.value is ABSENT else brief(arrived.value)
        yield "form", Breach("no-answer", (OUTPUT,), f"wanted {arrived.form}, got {got}")
        return
    if len(result.candidates) > 1:
        message = f"one answer is owed, but there are {len(result.candidates)}"
        yield "form/candidates", Breach("candidates", both.in_output(result), message)
    if both.got.index:
        message = f"the one answer has the place 0, but it is {both.got.index}"
        yield "form/candidates", Breach("index", both.in_output(both.got, "index"), message)
    if "speaker" in arrived.misfits:
        yield "form/speaker", _misfit(both, "speaker", "role")
    for turn in both.got.turns:
        if turn.speaker not in (None, MODEL):
            message = f"the model speaks, but the result says {brief(turn.speaker)}"
            yield "form/speaker", Breach("role", both.in_output(turn, "role"), message)


def members(both: AnswerComparison) -> Iterator[Found]:
    """What the result has in the place of a kind is of that kind. What a malformed source brings along is free."""
    for kind in both.arrived.misfits if both.arrived is not None and not both.is_loose else ():
        # Where the reasoning has no text, something else may say so.
        if kind != "speaker" and not (kind == "reasoning" and both.is_silent):
            yield f"form/{kind}", _misfit(both, kind, "form")


def _misfit(both: AnswerComparison, kind: str, word: str) -> Breach:
    wanted, value = both.arrived.misfits[kind] if both.arrived is not None else ("", ABSENT)
    return Breach(word, both.place_of(kind), f"{both.name_of(kind)}: wanted {wanted}, {but_got(value)}")


def read(both: AnswerComparison) -> Iterator[Found]:
    """Of an answer in an object at least something is read; where nothing was, no other law says what is lost."""
    if not (both.terms.in_object and both.given.at):
        return
    yield "read", REACHED
    if both.is_unread:
        where = both.given.at[-1]
        message = f"the {both.terms.source}'s `{where}` was not read: neither text nor calls arrived"
        yield "read", Breach("not-read", (OUTPUT,), message)


def neighbours(both: AnswerComparison) -> Iterator[Found]:
    """What a converter does not know does not take with it what comes behind it."""
    unknown = both.given.freedom.unknown
    if both.result is None or not unknown:
        return
    yield "neighbours", REACHED
    first = unknown[0].at[0]
    calls = [one for one in both.owed_calls if one.at[0] > first]
    texts = [one.value for one in both.texts if one.at[0][0] > first[0]]  # type: ignore[operator]
    lost = {id(one) for one in both.lost_calls}
    # One kind alone may be lost for a reason of its own; text and calls together only by stopping here.
    if calls and texts and all(id(one) in lost for one in calls) and not any(text in both.said for text in texts):
        message = "neither text nor calls arrived from behind an item of unknown type"
        yield "neighbours", Breach("neighbours-lost", both.in_input(unknown[0]), message)
