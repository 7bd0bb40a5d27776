"""LOOP-4 and LOOP-7: how the loop ends."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.formats.model.answer import PAUSE
from conformance.rules.checks.by_laws.tool_loop.first_request import first_request
from conformance.rules.checks.by_laws.tool_loop.given_back import SAYS_CUT
from conformance.rules.checks.by_laws.tool_loop.view import FINISHES, STOPS, ToolLoop, first_of_each, requests_at
from conformance.rules.checks.exact import is_rewritten
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got, output_at

# In which a loop says of itself that an answer was cut: that is no answer that it made up.
_OWN_WORDS = ("cut", "limit")


def to_the_answer(view: ToolLoop) -> Findings:
    """Rounds go on until an answer without calls; that answer is returned."""
    if view.unfit or view.fate == STOPS:
        return None
    if view.requests is not None and not view.heard:
        return _never_heard(view)
    if not view.answered:
        return _gave_up(view)
    if not isinstance(view.output, dict) or not isinstance(view.output.get("answer"), str | None):
        message = f"wanted an object with the text of the answer under `answer`, {but_got(view.output)}"
        return (Failure("no-answer", "/output", message),)
    last = view.last
    if last is None:
        return None
    if last.failed:
        message = "the API's last answer is an error, and the loop returns as if it had answered"
        return (Failure("made-up", output_at("answer"), message),)
    if last.calls:
        return _stopped(view)
    if last.short == PAUSE:
        return None  # LOOP-11
    found = list(_answer(view, view.answers_at(view.heard[-1])))
    found += [
        Failure("asked-on", requests_at(request.number), "the loop asks again although the answer has no calls")
        for request in (view.requests or ())
        if view.final in view.heard_before(request.number) and not view.turns[view.final or 0].short
    ]
    return first_of_each(found)


def _never_heard(view: ToolLoop) -> Findings:
    """Judge a loop that got none of the API's answers: by its first request, unless LOOP-1 says what is wrong there."""
    first = view.requests[0] if view.requests else None
    if first is None or first.refusal is None or first_request(view):
        return None
    message = f"the loop gives no answer: the API refuses its first request: {first.refusal['message']}"
    return (Failure("first-refused", requests_at(0) + first.refusal["at"], message),)


def _answer(view: ToolLoop, answers: tuple[str | None, ...] | None) -> Iterator[Failure]:
    got = view.output.get("answer")
    if answers is None or got in answers:
        return
    if isinstance(got, str) and any(isinstance(answer, str) and is_rewritten(answer, got) for answer in answers):
        return  # that is the rule of texts
    yield Failure("other-answer", output_at("answer"), f"the answer is {brief(got)}; the API said {brief(answers[0])}")


def _gave_up(view: ToolLoop) -> Findings:
    outcome = view.outcome
    if view.fate != FINISHES:
        return OK
    if view.ended_by_trouble:
        return None
    if outcome.refusal:
        kind = f" ({outcome.refusal.type})" if outcome.refusal.type else ""
        asked, needed = len(view.requests or ()), (view.final or 0) + 1
        message = (
            f"the loop failed after {asked} requests ({needed} lead to the answer): {outcome.refusal.message}{kind}"
        )
        return (Failure("gave-up", "/input", message),)
    return (Failure("not-json", "/output", outcome.not_json),) if outcome.not_json else None


def _stopped(view: ToolLoop) -> Findings:
    """Judge a loop that returned although the last answer it heard has calls."""
    if view.ended_by_trouble or len(view.heard) >= view.given["max_rounds"]:
        return None  # LOOP-6, LOOP-7
    if view.last is not None and view.last.short:  # LOOP-11a, but for words that nobody said
        got, said = view.output.get("answer"), [answer for answer in view.answers_at(view.heard[-1]) or () if answer]
        earlier = (answer for turn in view.heard for answer in view.answers_at(turn) or () if answer)
        known = (*earlier, view.last.word, *SAYS_CUT, *_OWN_WORDS)
        is_own = isinstance(got, str) and got.strip() and not any(text in got or got in text for text in known)
        return tuple(_answer(view, tuple(said))) if said and is_own else None
    last = view.last
    if last is not None and all(view.is_doubtful(call) for call in last.calls):
        return OK
    message = "the loop returns although the last answer has calls; they are never answered"
    return (Failure("stopped-early", "/output", message),)


def stopped(view: ToolLoop) -> Findings:
    """A loop that never ends is stopped at max_rounds, with an error."""
    if view.unfit or view.fate == FINISHES:
        return None
    most, heard = view.given["max_rounds"], len(view.heard)
    if view.requests is not None and view.fate == STOPS and len(view.requests) > most + 1:
        message = f"the loop sends {len(view.requests)} requests; max_rounds is {most}"
        return (Failure("not-stopped", requests_at(most + 1), message),)
    if view.answered and view.last is not None and view.last.calls and (view.fate == STOPS or heard >= most):
        if all(view.is_doubtful(call) for call in view.last.calls):
            return OK
        message = f"the model still calls after {most} rounds; wanted an error, {but_got(view.output)}"
        return (Failure("no-error", "/output", message),)
    if view.fate != STOPS:
        return OK if view.outcome.refusal and heard >= most else None
    if view.answered:
        message = f"the model never answers; wanted an error after {most} rounds, {but_got(view.output)}"
        return (Failure("no-error", "/output", message),)
    if view.requests and heard < most and not view.ended_by_trouble:
        message = f"the loop ends after {heard} requests; max_rounds is {most}"
        if view.outcome.refusal:
            message += f" (it says: {view.outcome.refusal.message})"
        return (Failure("stopped-early", "/input", message),)
    return OK
