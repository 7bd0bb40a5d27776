"""Laws that join operations: an input goes through a chain of them, and the end is compared with the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from conformance.base.observation import ConversionRequest, Outcome, as_json
from conformance.base.values import ABSENT, JSON, Absent, copy_of, packed
from conformance.formats.chat.calls import calling, function_call
from conformance.formats.exchange_parts import EXCHANGES
from conformance.formats.operations import between, declared, source_format
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract
from conformance.running.engine.ledger import Kind, LedgerItem
from conformance.running.engine.plan import Planned
from conformance.running.engine.port import Port

Asked = tuple[Planned, Trial]

ANSWERING = between("mcp-result", "tool-message")
LARGEST = 200_000  # bytes of an output; they are all held until everything was asked


class ChainStep(NamedTuple):
    """One operation of a chain, with what it was given and what it made of it."""

    operation: str
    input: JSON
    outcome: Outcome


class Chained(NamedTuple):
    """A trial of an operation whose law is about a chain. steps: as far as the chain came.

    outcome: that of the last operation; None where one of them gave no result.
    """

    planned: Planned
    trial: Trial
    steps: tuple[ChainStep, ...]
    outcome: Outcome | None


def offered_chains(contracts: Iterable[Contract], offered: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the chain of each operation that has one, where the subject offers all its steps."""
    return {
        contract.operation: contract.chain
        for contract in contracts
        if contract.chain and contract.operation in offered and all(step in offered for step in contract.chain)
    }


def chain_item(item: LedgerItem) -> LedgerItem:
    """Return the ledger's item of the chain that an input goes through. item: that of the input."""
    return LedgerItem(operation=item.operation, kind=Kind.CHAIN, name=f"{item.kind} {item.name}")


def why_not_chained(trial: Trial) -> str | None:
    """Return why nothing can be made of a trial in a chain; None where there is an answer, and not a flood of one."""
    if given_of(trial) is ABSENT:
        return "the law says nothing of this input"
    if trial.outcome.fault is not None:
        return "the operation gave no result to compare with"
    if len(packed(trial.outcome.output) or b"") > LARGEST:
        return f"the result has over {LARGEST:,} bytes"
    return None


def ask_chains(port: Port, asked: Iterable[Asked], chains: Mapping[str, tuple[str, ...]]) -> Iterator[Chained]:
    """Take each trial through its chain.

    asked: trials of operations that have a chain. Where the chain begins with the operation itself, its outcome is
    taken as it is.
    """
    waiting: list[tuple[Asked, tuple[ChainStep, ...], tuple[str, ...]]] = []
    for planned, trial in asked:
        chain = chains[planned.operation]
        if given_of(trial) is ABSENT:
            yield Chained(planned, trial, (), None)
            continue
        own = chain[0] == planned.operation
        first = (ChainStep(planned.operation, trial.input, trial.outcome),) if own else ()
        waiting.append(((planned, trial), first, chain[1:] if own else chain))
    while waiting:
        going = []
        for (planned, trial), steps, chain in waiting:
            last = steps[-1].outcome if steps else None
            if last is not None and not _is_usable(last):
                yield Chained(planned, trial, steps, None)
            elif not chain:
                yield Chained(planned, trial, steps, last)
            else:
                going.append(((planned, trial), steps, chain))
        # Copies: a subject in this process that changes its argument must not change what was observed.
        requests = [
            ConversionRequest(
                key=number, operation=chain[0], input=copy_of(_taken(chain[0], _next_input(steps, trial), steps))
            )
            for number, ((_planned, trial), steps, chain) in enumerate(going)
        ]
        given = [copy_of(request.input) for request in requests]
        waiting = []
        for request, outcome in port.ask(requests):
            one, steps, chain = going[request.key]
            waiting.append((one, (*steps, ChainStep(chain[0], given[request.key], as_json(outcome))), chain[1:]))


def given_of(trial: Trial) -> JSON | Absent:
    """Return what a chain is given for a trial; ABSENT where its law says nothing of the input."""
    known = declared(trial.operation) is not None
    return family(trial.operation).chained_input(trial.input) if known else trial.input


def _next_input(steps: tuple[ChainStep, ...], trial: Trial) -> JSON | Absent:
    """Return what the next step is given: the message that answers a call is put behind the call."""
    if not steps:
        return given_of(trial)
    message = steps[-1].outcome.output
    if steps[-1].operation != ANSWERING or not isinstance(message, dict):
        return message
    asking = calling([function_call(message.get("tool_call_id"), "search", "{}")])
    return [{"role": "user", "content": "Search."}, asking, message]


def _taken(operation: str, value: JSON | Absent, steps: tuple[ChainStep, ...]) -> JSON | Absent:
    """Return an answer that another operation gave as an operation takes it: one that takes exchanges, in one."""
    _format, key = EXCHANGES.get(source_format(operation), ("", ""))
    return {key: value} if steps and key else value


def _is_usable(outcome: Outcome) -> bool:
    return outcome.output is not ABSENT and packed(outcome.output) is not None
