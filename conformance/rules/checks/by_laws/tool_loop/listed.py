"""How the calls that a loop lists differ from those the model made."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON
from conformance.rules.checks.by_laws.tool_loop.script import MALFORMED, READABLE, PlannedCall
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop
from conformance.rules.checks.carried import difference
from conformance.rules.checks.findings import Failure, brief, but_got, output_at

# A failure, and in which ways arguments differ; None where it is not about arguments.
Found = tuple[Failure, frozenset[str] | None]

# Malformed arguments that are reported as if they had been read.
MADE_UP: frozenset[str] = frozenset({"made-up"})


def calls_of_output(view: ToolLoop) -> Iterator[Found]:
    """Yield what is wrong with `calls` of the output. A call that cannot be run may be listed or not."""
    if not view.answered or not isinstance(view.output, dict):
        return
    made, given = [call for _turn, call in view.calls], view.output.get("calls")
    if not isinstance(given, list):
        if given is not None or any(map(view.must_list, made)):
            message = f"wanted the list of the calls under `calls`, {but_got(given)}"
            yield Failure("no-calls", output_at("calls"), message), None
        return
    for position in view.claims.extra:
        yield _unclaimed(made, given[position], position), None
    for position, index in view.claims.pairs:
        has_object = isinstance(given[position].get("arguments"), dict)
        if has_object or view.must_list(made[index]) or made[index].state == MALFORMED:
            yield from _arguments(made[index], given[position], position)
    for index in view.claims.missing:
        if index in view.run and view.must_list(made[index]):
            message = f"`calls` does not list {made[index]}: it was not executed"
            yield Failure("not-executed", output_at("calls"), message), None
    places = [index for _position, index in view.claims.pairs]
    if places != sorted(places):
        yield Failure("order", output_at("calls"), f"`calls` lists the calls in the order {places}"), None


def _unclaimed(owed: list[PlannedCall], entry: JSON, position: int) -> Failure:
    at = output_at("calls", position)
    if isinstance(entry, dict):
        if any(entry.get("id") == call.id and entry.get("name") == call.name for call in owed):
            return Failure("executed-twice", at, f"the call {entry.get('id')} of {entry.get('name')} is listed twice")
        named = next((call for call in owed if call.name == entry.get("name")), None)
        if named is not None:
            message = f"a call of {named.name} has the id {brief(entry.get('id'))}; the model gave {brief(named.id)}"
            return Failure("other-id", at, message)
    return Failure("call-invented", at, f"the model made no such call: {brief(entry)}")


def _arguments(call: PlannedCall, entry: JSON, position: int) -> Iterator[Found]:
    got, at = entry.get("arguments"), output_at("calls", position, "arguments")
    if call.state == READABLE:
        ways = difference(call.arguments, got)
        if ways:
            message = f"the arguments of {call} are {brief(got)}; wanted {brief(call.arguments)}, decoded once"
            yield Failure("other-arguments", at, message), ways
    elif call.state == MALFORMED and isinstance(got, dict):
        message = f"the malformed arguments {brief(call.sent)} of {call} became {brief(got)}"
        yield Failure("made-up-arguments", at, message), MADE_UP
