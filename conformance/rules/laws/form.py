"""The result has the target's form: one answer of the model, in which each place holds what belongs there."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT
from conformance.base.wording import brief, but_got
from conformance.formats.model.conversation import MODEL
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found


def form(pair: AnswerComparison) -> Iterator[Found]:
    """What came is an answer of the target's format, with one candidate, and the model says it."""
    if pair.arrived is None:
        return
    yield "form", REACHED
    result, arrived = pair.result, pair.arrived
    if pair.has_failed and pair.given.growth is not None and arrived.value == []:
        return  # a stream that broke off before anything was said, as its source did
    if result is None or not (result.candidates or result.failure):
        got = "something else" if arrived.value is ABSENT else brief(arrived.value)
        yield "form", Breach("no-answer", (OUTPUT,), f"wanted {arrived.form}, got {got}")
        return
    if len(result.candidates) > 1:
        message = f"one answer is owed, but there are {len(result.candidates)}"
        yield "form/candidates", Breach("candidates", pair.in_output(result), message)
    if pair.got.index:
        message = f"the one answer has the place 0, but it is {pair.got.index}"
        yield "form/candidates", Breach("index", pair.in_output(pair.got, "index"), message)
    if "speaker" in arrived.misfits:
        yield "form/speaker", _misfit(pair, "speaker", "role")
    for turn in pair.got.turns:
        if turn.speaker not in (None, MODEL):
            message = f"the model speaks, but the result says {brief(turn.speaker)}"
            yield "form/speaker", Breach("role", pair.in_output(turn, "role"), message)


def members(pair: AnswerComparison) -> Iterator[Found]:
    """What the result has in the place of a kind is of that kind. What a malformed source brings along is free."""
    for kind in pair.arrived.misfits if pair.arrived is not None and not pair.is_loose else ():
        # Where the reasoning has no text, something else may say so.
        if kind != "speaker" and not (kind == "reasoning" and pair.is_silent):
            yield f"form/{kind}", _misfit(pair, kind, "form")


def _misfit(pair: AnswerComparison, kind: str, word: str) -> Breach:
    wanted, value = pair.arrived.misfits[kind] if pair.arrived is not None else ("", ABSENT)
    return Breach(word, pair.place_of(kind), f"{pair.name_of(kind)}: wanted {wanted}, {but_got(value)}")


def read(pair: AnswerComparison) -> Iterator[Found]:
    """Of an answer in an object at least something is read; where nothing was, no other law says what is lost."""
    if not (pair.terms.in_object and pair.given.at):
        return
    yield "read", REACHED
    if pair.is_unread:
        where = pair.given.at[-1]
        message = f"the {pair.terms.source}'s `{where}` was not read: neither text nor calls arrived"
        yield "read", Breach("not-read", (OUTPUT,), message)


def neighbours(pair: AnswerComparison) -> Iterator[Found]:
    """What a converter does not know does not take with it what comes behind it."""
    unknown = pair.given.freedom.unknown
    if pair.result is None or not unknown:
        return
    yield "neighbours", REACHED
    first = unknown[0].at[0]
    calls = [call for call in pair.owed_calls if call.at[0] > first]
    texts = [text.value for text in pair.texts if text.at[0][0] > first[0]]  # type: ignore[operator]
    lost = {id(lost_call) for lost_call in pair.lost_calls}
    # One kind alone may be lost for a reason of its own; text and calls together only by stopping here.
    if calls and texts and all(id(call) in lost for call in calls) and not any(text in pair.said for text in texts):
        message = "neither text nor calls arrived from behind an item of unknown type"
        yield "neighbours", Breach("neighbours-lost", pair.in_input(unknown[0]), message)
