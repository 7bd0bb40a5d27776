"""LOOP-6, LOOP-6a: calls that cannot be run as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import JSON
from conformance.rules.checks.by_laws.tool_loop.carried import at, texts, value
from conformance.rules.checks.by_laws.tool_loop.listed import MADE_UP, calls_of_output
from conformance.rules.checks.by_laws.tool_loop.script import PlannedCall
from conformance.rules.checks.by_laws.tool_loop.view import (
    UNREADABLE,
    LoopRequest,
    ToolLoop,
    failure_of,
    first_of_each,
    requests_at,
)
from conformance.rules.checks.carried import carries, difference
from conformance.rules.checks.findings import Failure, Findings, brief
from conformance.rules.laws.exchanges import CallExchange

UNSAID: Final = "unreadable"
_MARK: Final = "result/failed"  # the kind of fact that says of a result that its call failed
# What a model cannot read as the message that something went wrong.
_SAYS_NOTHING = frozenset(
    {"", "null", "none", "undefined", "{}", "[]", "nan", "[object object]", '""', "true", "false"}
)


def trouble_reported(view: ToolLoop) -> Findings:
    """An unknown tool, a tool that fails, or malformed arguments become a result; the loop goes on."""
    if view.unfit or view.requests is None or not any(view.trouble(call) for _turn, call in view.calls):
        return None
    is_over = view.ended_by_trouble and view.requests[-1].turn is not None
    if is_over and len(view.heard) < view.given["max_rounds"]:
        call = next(call for call in reversed(view.turns[view.heard[-1]].calls) if view.trouble(call))
        how = f"failed: {view.outcome.refusal.message}" if view.outcome.refusal else "ended"
        message = (
            f"the loop {how}; wanted {call} ({view.trouble(call)}) reported to the model, and the loop to continue"
        )
        return (Failure("loop-ended", "/input", message),)
    found = [failure for failure, ways in calls_of_output(view) if ways is MADE_UP]
    for asked, exchange in view.carried:
        if view.trouble(exchange.call):
            found += _not_reported(view, asked, exchange)
    return first_of_each(found)


def trouble_not_hidden(view: ToolLoop) -> Findings:
    """LOOP-6a: the result that is sent for a call that could not be run says so."""
    if view.unfit or view.requests is None:
        return None
    sent = [
        (asked, exchange)
        for asked, exchange in view.carried
        if view.trouble(exchange.call) and exchange.result is not None
    ]
    found = [failure for asked, exchange in sent for failure in _not_reported(view, asked, exchange)]
    return first_of_each([failure for failure in found if failure.kind == UNSAID]) if sent else None


def is_marked(exchange: CallExchange[PlannedCall]) -> bool:
    """Whether a result says in the API's own place that its call failed."""
    return exchange.result is not None and getattr(exchange.result.fact, "failed", None) is True


def _is_own_mark(view: ToolLoop, asked: LoopRequest, exchange: CallExchange[PlannedCall]) -> bool:
    """Whether the mark of a result is a member of the tool's own value, which the API takes for the whole result."""
    came = value(asked, exchange)
    return isinstance(came, dict) and not difference(view.given["results"][exchange.call.name], came)


def success_not_marked(view: ToolLoop) -> Findings:
    """LOOP-12: the value of a tool is not marked as an error."""
    if view.unfit or not view.has(_MARK):
        return None
    run = [
        (asked, exchange)
        for asked, exchange in view.carried
        if exchange.result is not None and view.is_run(exchange.call)
    ]
    message = "is marked as an error, and its tool gave a value"
    marked = [pair for pair in run if is_marked(pair[1]) and not _is_own_mark(view, *pair)]
    return _of_marks(message, marked) if run else None


def failure_marked(view: ToolLoop) -> Findings:
    """LOOP-12a: the report of a call that failed is marked as an error."""
    if view.unfit or not view.has(_MARK):
        return None
    failed = [
        (asked, exchange)
        for asked, exchange in view.carried
        if exchange.result is not None and view.trouble(exchange.call)
    ]
    message = "is not marked as an error, and it is one"
    return _of_marks(message, [pair for pair in failed if not is_marked(pair[1])]) if failed else None


def _of_marks(message: str, found: list[tuple[LoopRequest, CallExchange[PlannedCall]]]) -> Findings:
    return first_of_each(
        Failure("other-mark", at(asked, exchange.result), f"the result of {exchange.call} {message}")
        for asked, exchange in found
        if exchange.result is not None
    )


def _not_reported(view: ToolLoop, asked: LoopRequest, exchange: CallExchange[PlannedCall]) -> Iterator[Failure]:
    trouble = view.trouble(exchange.call)
    named = f"{exchange.call} ({trouble})"
    if exchange.result is None:
        yield Failure(
            "result-missing", requests_at(asked.number), f"request {asked.number + 1} has no result for {named}"
        )
        return
    said, shown = texts(exchange), brief(value(asked, exchange))
    if not is_marked(exchange) and all(text.strip(" :").casefold() in _SAYS_NOTHING for text in said):
        message = f"the result of {named} is {shown}: a model cannot read in it what went wrong"
        yield Failure(UNSAID, at(asked, exchange.result), message)
    elif trouble == UNREADABLE and _ran(view.given["results"][exchange.call.name], said):
        message = f"the tool was run for {named}: the result is {shown}"
        yield Failure("ran-anyway", at(asked, exchange.result), message)


def _ran(value: JSON, texts: list[str]) -> bool:
    """Whether texts hold a tool's value, and it is one that no error message holds by chance."""
    return len(brief(value)) > 5 and failure_of(value) is None and not carries(value, texts)
