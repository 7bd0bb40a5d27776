"""What only its host can read, and wants back with a call: it arrives with the call, or its loss is reported."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON
from conformance.base.wording import brief, call_of, in_json
from conformance.formats.model.conversation import Call, Reasoning, Turn
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, UNSEEN, Breach, Found


def seals(pair: AnswerComparison) -> Iterator[Found]:
    """The seal of each call that arrives is with it, beside all calls or with a thought, or its loss is reported."""
    if pair.result is None or pair.has_failed:
        return
    sealed = [each for each in pair.pairs if each.owed.seal]
    beside = in_json([value for turn in pair.got.turns for value in _beside(turn)])
    lost = [each for each in sealed if not _is_in(each.owed.seal, in_json(_held(each.got)), beside)]
    if sealed and not lost:
        yield "kept/seal", REACHED
    for each in lost[:1]:
        named, seal = call_of(each.owed.id, each.owed.name), brief(each.owed.seal)
        came = _held(each.got)
        others = [other.owed.seal for other in sealed if other.owed.seal != each.owed.seal]
        if any(_is_in(other, in_json(came)) for other in others):
            message = f"{named} has the signature of another call, and not {seal}"
            yield "kept/seal", Breach("seal-of-another", pair.in_output(each.got), message)
            continue
        said = pair.says_of_loss("seal", "signature", "extra_content")
        if said is None:
            yield "kept/seal", UNSEEN
            continue
        yield "kept/seal", REACHED
        if not said:
            message = f"the signature {seal} of {named} is neither with the call nor in a report"
            yield "kept/seal", Breach("silent", pair.in_input(each.owed), message)


def _beside(turn: Turn) -> Iterator[JSON]:
    """Yield what a message has that may be the seal of a call: what has no place, and the seals of its thoughts."""
    yield from (other.value for other in turn.others)
    for thought in turn.says:
        if isinstance(thought, Reasoning):
            yield from (thought.seal, thought.encrypted)


def _held(call: Call) -> list[JSON]:
    """Return what is with a call besides what it is called with."""
    return [call.seal, call.id, *(other.value for other in call.others)]


def _is_in(seal: str | None, *held: str) -> bool:
    return any(in_json(seal)[1:-1] in text for text in held)
