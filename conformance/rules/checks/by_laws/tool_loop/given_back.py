"""LOOP-11, LOOP-11a, LOOP-13 and LOOP-15: answers that are not whole, and what the API wants back as it was."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.formats.model.answer import LENGTH, PAUSE
from conformance.rules.checks.by_laws.tool_loop.view import LoopRequest, ToolLoop, first_of_each, requests_at
from conformance.rules.checks.findings import OK, Failure, Findings, brief, output_at
from conformance.rules.laws import given_back
from conformance.rules.laws.law import Breach

_SEALED_CALL = "call/seal"  # the kind of fact that a host wants back with a call
SAYS_CUT = ("length", "truncated", "incomplete")  # beside the API's own word


def pause_resumed(view: ToolLoop) -> Findings:
    """LOOP-11: a paused answer goes back as it was, and is no end."""
    if view.unfit or not any(view.turns[turn].short == PAUSE for turn in view.heard):
        return None
    found: list[Failure] = []
    for asked, _history in view.judged:
        before = view.heard_before(asked.number)
        turn = view.turns[before[-1]] if before else None
        if turn is not None and turn.short == PAUSE and view.is_sent(asked):
            found += _failures(asked, given_back.paused(turn.says, asked.said))
    if view.answered and view.last is not None and view.last.short == PAUSE:
        message = "the loop returns, and the API has only paused: it goes on when its answer is sent back"
        found.append(Failure("ended-by-pause", output_at("answer"), message))
    return first_of_each(found)


def cut_reported(view: ToolLoop) -> Findings:
    """LOOP-11a: an answer that was cut is not returned as if it were whole."""
    last = None if view.unfit else view.last
    if last is None or last.short != LENGTH:
        return None
    if not view.answered:
        return OK
    output = view.output if isinstance(view.output, dict) else {}
    beside = [str(value) for name, value in output.items() if name not in ("answer", "calls")]
    if any(word in text for text in beside for word in (last.word, *SAYS_CUT)):
        return OK
    message = f"the API cut its answer ({last.word}), and the loop returns it as if it were whole"
    return (Failure("cut-unsaid", output_at("answer"), message),)


def thoughts_kept(view: ToolLoop) -> Findings:
    """LOOP-13: the sealed thoughts of an answer with calls go back with its calls, as they were."""
    if view.unfit:
        return None
    return _seals_kept(view) if view.has(_SEALED_CALL) else _given_back_findings(view, given_back.THOUGHTS)


def _seals_kept(view: ToolLoop) -> Findings:
    """Judge an API that seals its calls: each has its seal in all requests, because all answers are of one turn."""
    sealed = [
        (asked, exchange.call, exchange.said)
        for asked, exchange in view.carried
        if asked.turn is not None and exchange.call.seal is not None and exchange.said is not None
    ]
    found: list[Failure] = []
    for asked, call, said in sealed:
        seal = getattr(said.fact, "seal", None)
        if seal != call.seal:
            kind, what = ("lost", "no signature") if seal is None else ("changed", f"the signature {brief(seal)}")
            message = f"request {asked.number + 1}: {call} has {what}; it came with {brief(call.seal)}"
            found.append(Failure(f"thoughts-{kind}", requests_at(asked.number, *said.at), message))
    return first_of_each(found) if sealed else None


def steps_kept(view: ToolLoop) -> Findings:
    """LOOP-15: what the host's tools did in an answer with calls goes back with its calls, as it was."""
    return _given_back_findings(view, given_back.STEPS)


def _given_back_findings(view: ToolLoop, sort: given_back.Sort) -> Findings:
    # APIs that seal thoughts keep nothing of a conversation.
    if view.unfit or not view.has("reasoning/seal") or view.has(_SEALED_CALL):
        return None
    found: list[Failure] = []
    is_reached = False
    for asked, _history in view.follow_ups:
        # What is refused has another fault. What was cut may be asked for once more.
        before = view.heard_before(asked.number)
        answers = [view.turns[turn].says for turn in before]
        if asked.turn is None or not view.turns[before[-1]].calls or view.turns[before[-1]].short:
            continue
        if any(sort.has(utterance) for says in answers for utterance in says):
            is_reached = True
            found += _failures(asked, given_back.kept_facts(answers, asked.said, sort))
    return first_of_each(found) if is_reached else None


def _failures(asked: LoopRequest, breaches: Iterable[Breach]) -> list[Failure]:
    return [
        Failure(breach.kind, requests_at(asked.number, *breach.at[1:]), f"request {asked.number + 1}: {breach.message}")
        for breach in breaches
    ]
