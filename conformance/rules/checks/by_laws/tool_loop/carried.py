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


def form(one: CallExchange[PlannedCall]) -> str:
    """Return the form of a result."""
    return WORDS if one.result is None or one.words is not None else form_of(one.result)


def value(asked: LoopRequest, one: CallExchange[PlannedCall]) -> JSON:
    """Return a result as it is written."""
    return one.words if one.result is None or one.words is not None else content_of(asked.reading, one.result)


def texts(one: CallExchange[PlannedCall]) -> list[str]:
    """Return a result as the texts that it can be read as: itself, or its parts put together."""
    if one.words is not None:
        return [one.words]
    parts = one.result.texts if one.result is not None else ()
    return list(dict.fromkeys(("".join(parts), "\n".join(parts), *parts))) if parts else []


def result_changed(view: ToolLoop, asked: LoopRequest, one: CallExchange[PlannedCall]) -> Iterator[Changed]:
    """Yield how the result of a call that was run differs from what its tool gives."""
    if one.result is None or not view.is_run(one.call):
        return
    owed, came = view.given["results"][one.call.name], value(asked, one)
    ways = carries(owed, texts(one))
    if ways and form(one) == PARTS and not difference(owed, came):
        ways = SAME
    if ways:
        message = f"the result of {one.call} is {brief(came)}; wanted {brief(owed)}"
        yield Failure("other-result", at(asked, one.result), message), ways


def arguments_changed(asked: LoopRequest, one: CallExchange[PlannedCall]) -> Iterator[Changed]:
    """Yield how the arguments of a call that comes back differ from those that it was made with."""
    if one.said is None or one.said.kind == TEXT or one.call.state != READABLE:
        return
    came = one.said.value[2]
    ways = difference(one.call.arguments, came if isinstance(came, dict) else decoded(came)[0])
    if ways:
        message = f"the arguments of {one.call} come back as {brief(came)}; they were {brief(one.call.sent)}"
        yield Failure("other-call", at(asked, one.said), message), ways
