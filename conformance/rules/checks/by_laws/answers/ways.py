"""Two ways that must agree: a stream and its whole, and there and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.chat.chunks import joined
from conformance.formats.exchange_parts import EXCHANGES, answer_format
from conformance.formats.exchanges import ANSWERS, WHOLES, whole_of
from conformance.formats.model.answer import ASKS, DONE, FAILED, SEQUENCE, Answer
from conformance.formats.model.conversation import FUNCTION
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.findings import OK, Failure, Findings, versus
from conformance.rules.laws.same_answer import differences

_NOTHING = Answer()
_SUCCEEDED = (ASKS, DONE, SEQUENCE)  # ends of an answer that no sound converter calls a failure


def stream_equals_whole(view: LawfulView) -> Findings:
    """WHOLE-1: the stream's answer says what the conversion of the whole answer says.

    Where the stream's says what its source says, the conversion of whole answers is at fault.
    """
    whole = _chained(view)
    if whole is None or view.arrived is None or view.arrived.answer is None or view.source.answer is None:
        return None
    joined = ANSWERS[WHOLES[view.operation.target]](whole).answer or _NOTHING
    has_order = not view.both.refusals
    found = differences(view.arrived.answer, joined, has_order=has_order, carried=view.as_carried)
    said = (
        (what, f"the whole answer says {_wanted(other, element)}".replace("got", "and the stream", 1))
        for what, element, other in found
    )
    return _of_halves(view, "whole", _untrue(view.source.answer, view.arrived.answer), said)


def there_and_back(view: LawfulView) -> Findings:
    """BACK-1: what the opposite conversion makes of the result says what the source said.

    Where the result still says it, the opposite conversion is at fault.
    """
    back, made = _chained(view), view.both.result
    if back is None or view.source.answer is None or view.source.request is not None:
        return None
    read = ANSWERS[answer_format(view.operation.source)](back).answer
    is_success = view.both.candidate.ended in _SUCCEEDED
    if made is not None and (made.failure is not None or view.both.got.end.kind == FAILED):
        # Of an answer that failed, what was said so far is free.
        return (_became_failure("back"),) if is_success else None
    if read is not None and read.failure is not None and is_success:
        return (_became_failure("back-elsewhere"),)
    found = differences(view.source.answer, read or _NOTHING, with_thoughts=False)
    said = (
        (what, f"went as {_wanted(element, other)}".replace("got", "came back as", 1)) for what, element, other in found
    )
    return _of_halves(view, "back", _untrue(view.source.answer, view.both.result or _NOTHING), said)


def _became_failure(way: str) -> Failure:
    message = "failure: an answer that succeeded came back as one that failed"
    return Failure(f"{way}-failure", "/output", message, of_last=way != "back")


def _wanted(wanted: JSON, got: JSON) -> str:
    return versus(wanted, got).removeprefix("wanted ")


def _of_halves(view: LawfulView, way: str, untrue: Collection[str], found: Iterable[tuple[str, str]]) -> Findings:
    """Return the first difference with the half of the chain that made it.

    untrue: what the operation's own result does not say as its source does. Such a difference is the operation's where
    it lost a text or a call; for what else it may not say, other rules know the freedoms. found: what, and a message.
    """
    pair = view.both
    lost = {"text": not pair.has_all_texts, "calls": any(lost_call.kind == FUNCTION for lost_call in pair.lost_calls)}
    for what, message in found:
        if what not in untrue or lost.get(what):
            kind = way if what in untrue else f"{way}-elsewhere"
            return (Failure(f"{kind}-{what}", "/output", f"{what}: {message}", of_last=what not in untrue),)
    return OK


def _untrue(source: Answer, made: Answer) -> set[str]:
    """Return what an answer does not say as its source does."""
    return {what for what, _one, _other in differences(source, made)}


def chained_input_of(source: str) -> Callable[[JSON], JSON | Absent]:
    """Return what makes the input of a law's chain: the whole answer in the place of a stream, also in an exchange."""
    format, key = EXCHANGES.get(source, (source, ""))
    if format not in WHOLES:
        return lambda value: value
    if not key:
        return lambda value: _whole_of(format, value)

    def chained_input(value: JSON) -> JSON | Absent:
        given = value if isinstance(value, dict) else {}
        if key not in given:
            return value
        whole = _whole_of(format, given[key])
        rest = {name: member for name, member in given.items() if name != key}
        return ABSENT if whole is ABSENT else {**rest, "response": whole}

    return chained_input


def _whole_of(format: str, stream: JSON) -> JSON | Absent:
    """Return the whole answer of a stream; of chunks, with all that their bodies have, under the names that it has."""
    if not isinstance(stream, list) or not all(isinstance(event, dict) for event in stream):
        return ABSENT
    return joined(stream) if format == "chat-stream" else whole_of(format, stream)


def _chained(view: LawfulView) -> JSON | None:
    """Return what the chain made; None where nothing can be compared."""
    chained = view.trial.chained
    if chained is None or view.has_wrong_part or view.both.has_failed or view.both.is_foreign:
        return None
    return view.received(chained.output)
