"""Builds the parts of a run for tests of one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from conformance.base.observation import Description
from conformance.rules.contracts import Case, Contract
from conformance.running.engine.collect import Collector
from conformance.running.engine.context import Context
from conformance.running.engine.failing_examples import FailingExamples
from conformance.running.engine.judge import Judge
from conformance.running.engine.ledger import Kind, LedgerItem
from conformance.running.engine.options import Options
from conformance.running.engine.port import Port
from conformance.running.engine.result import RunResult
from conformance.running.subjects.in_process import InProcessSubject
from tests.running.engine.certifying import specifications

SINGLE, LIST, FLAT = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"


def contract_of(operation: str) -> Contract:
    return specifications().contracts[operation]


def case_of(operation: str, case: str) -> Case:
    return next(other_case for other_case in contract_of(operation).cases if other_case.id == case)


def judge_of(
    operation: str,
    *rules: str,
    in_force: Collection[str] | None = None,
    deciding: tuple[str, ...] | None = None,
    **choices: str,
) -> Judge:
    """A judge of some rules, or of all, under the reference's choices and some others."""
    contract = contract_of(operation)
    chosen = [rule for rule in contract.rules if not rules or rule.id in rules]
    return Judge(contract, chosen, contract.defaults() | choices, in_force=in_force, deciding=deciding)


def described(*operations: str) -> Description:
    return Description(
        name="acme",
        version=None,
        language=None,
        adapter="in-process",
        operations=operations,
        choices={},
        exact_numbers=True,
    )


def subject_of(
    functions: Mapping[str, Callable[[Any], Any]], again: Callable[[], Mapping[str, Callable[[Any], Any]]] | None = None
) -> Port:
    """A port to a subject in this process. again: makes its functions anew when it is restarted."""
    return Port(InProcessSubject(functions, described(*functions), anew=again), functions)


def context_of(*operations: str, options: Options | None = None, **judges: Judge) -> Context:
    """What the parts of a run share, for some operations with all their rules."""
    options = options or Options()
    result = RunResult(
        described(*operations), seed=1, max_examples=0, requirements="every MUST", specs_digest="sha256:", started=""
    )
    context = Context(
        described=result.subject,
        judges={operation: judge_of(operation) for operation in operations} | judges,
        collector=Collector(result, options),
        ledger=result.ledger,
        failing_examples=FailingExamples("acme", "sha256:", options),
        trace=options.trace,
    )
    for operation in operations:
        context.collector.add_rules(contract_of(operation), contract_of(operation).rules)
    return context


def planned_item(context: Context, operation: str, name: str) -> LedgerItem:
    """An item that is in the ledger."""
    item = LedgerItem(operation=operation, kind=Kind.EXAMPLE, name=name)
    context.ledger.plan([item])
    return item
