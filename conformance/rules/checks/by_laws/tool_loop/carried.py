"""The calls and results that a request carries: in which form, and how they differ from those that are owed."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON, pointer
from conformance.formats.model.conversation import TEXT
from conformance.formats.model.talk import CALL, RESULT, FlatItem
from conformance.formats.requests import PARTS, WORDS, content_of, form_of
from conformance.rules.checks.by_laws.tool_loop.script import READABLE, PlannedCall, decoded
from conformance.rules.checks.by_laws.tool_loop.view import LoopRequest, ToolLoop, requests_at
from conformance.rules.checks.carried import SAME, carries, difference
from conformance.rules.checks.findings import Failure, brief
from conformance.rules.laws.exchanges import CallExchange
from conformance.rules.laws.history import LoopHistory
from conformance.rules.laws.law import INPUT, Breach

# A failure, and in which ways values differ.
Changed = tuple[Failure, frozenset[str]]


# Keys of what a request says. Where calls and results may be texts, only what is lost is known.
SAID_AGAIN = ("added/text", "added/call", "order/said")
_UNKNOWN = frozenset({"exact/text", *SAID_AGAIN})


def breaches(view: ToolLoop, asked: LoopRequest, history: LoopHistory, *keys: str) -> Iterator[Failure]:
    """Yield what the laws of a history find in a request. keys: how their keys begin."""
    has_calls = history.exchanges or view.talk.of_kind(CALL, RESULT)
    unknown = _UNKNOWN if WORDS in view.forms and has_calls else ()
    for key, found in history.found:
        if isinstance(found, Breach) and key.startswith(keys) and key not in unknown:
            where = pointer(*found.at) if found.at[0] == INPUT else requests_at(asked.number, *found.at[1:])
            yield Failure(found.kind, where, f"request {asked.number + 1}: {found.message}")


def at(asked: LoopRequest, piece: FlatItem) -> str:
    """Return the pointer of something that a request says."""
    return requests_at(asked.number, *piece.at)


def form(exchange: CallExchange[PlannedCall]) -> str:
    """Return the form of a result."""
    return WORDS if exchange.result is None or exchange.words is not None else form_of(exchange.result)


def value(asked: LoopRequest, exchange: CallExchange[PlannedCall]) -> JSON:
    """Return a result as it is written."""
    return (
        exchange.words
        if exchange.result is None or exchange.words is not None
        else content_of(asked.reading, exchange.result)
    )


def texts(exchange: CallExchange[PlannedCall]) -> list[str]:
    """Return a result as the texts that it can be read as: itself, or its parts put together."""
    if exchange.words is not None:
        return [exchange.words]
    parts = exchange.result.texts if exchange.result is not None else ()
    return list(dict.fromkeys(("".join(parts), "\n".join(parts), *parts))) if parts else []


def result_changed(view: ToolLoop, asked: LoopRequest, exchange: CallExchange[PlannedCall]) -> Iterator[Changed]:
    """Yield how the result of a call that was run differs from what its tool gives."""
    if exchange.result is None or not view.is_run(exchange.call):
        return
    owed, came = view.given["results"][exchange.call.name], value(asked, exchange)
    ways = carries(owed, texts(exchange))
    if ways and form(exchange) == PARTS and not difference(owed, came):
        ways = SAME
    if ways:
        message = f"the result of {exchange.call} is {brief(came)}; wanted {brief(owed)}"
        yield Failure("other-result", at(asked, exchange.result), message), ways


def arguments_changed(asked: LoopRequest, exchange: CallExchange[PlannedCall]) -> Iterator[Changed]:
    """Yield how the arguments of a call that comes back differ from those that it was made with."""
    if exchange.said is None or exchange.said.kind == TEXT or exchange.call.state != READABLE:
        return
    came = exchange.said.value[2]
    ways = difference(exchange.call.arguments, came if isinstance(came, dict) else decoded(came)[0])
    if ways:
        message = f"the arguments of {exchange.call} come back as {brief(came)}; they were {brief(exchange.call.sent)}"
        yield Failure("other-call", at(asked, exchange.said), message), ways
