"""Rules, operations and disputed points as data, for `rules --json` and `explain --json`: specs/rules.schema.json."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from conformance import __version__
from conformance.base.values import JSON
from conformance.rules.contracts import Case, Contract, Rule, RuleSource
from conformance.rules.contracts.disputed import Dispute

FORMAT = 1
Document = dict[str, Any]


def document(
    rules: Iterable[tuple[Rule, Sequence[Contract]]],
    contracts: Iterable[Contract] = (),
    disputes: Iterable[Dispute] = (),
    examples: Mapping[Rule, tuple[Contract, Case]] | None = None,
) -> Document:
    """Return what a command shows as data.

    rules: each with the operations that have it in these words. contracts: the operations themselves. examples: a
    worked case of each rule; None where none are shown.
    """
    return {
        "format": FORMAT,
        "suite": {"version": __version__},
        "operations": [_operation(contract) for contract in contracts],
        "rules": [_rule(rule, having, (examples or {}).get(rule)) for rule, having in rules],
        "disputed": [_dispute(dispute) for dispute in disputes],
    }


def shared(contracts: Iterable[Contract]) -> list[tuple[Rule, list[Contract]]]:
    """Return each rule once, with the operations that have it in the same words."""
    found: dict[Rule, list[Contract]] = {}
    for contract in contracts:
        for rule in contract.rules:
            found.setdefault(rule, []).append(contract)
    return list(found.items())


def _operation(contract: Contract) -> Document:
    ended = {freedom for rule in contract.rules for freedom in rule.ends}
    return {
        "operation": contract.operation,
        "title": contract.title,
        "input": contract.input,
        "output": contract.output,
        "cases": len(contract.cases),
        "rules": [rule.id for rule in contract.rules],
        "choices": [
            {
                "name": choice.name,
                "rule": choice.rule,
                "question": choice.question,
                "answers": dict(choice.answers),
                "default": choice.default,
            }
            for choice in contract.choices
        ],
        "free": [
            {"id": variation.id, "text": variation.text} for variation in contract.free if variation.id not in ended
        ],
    }


def _rule(rule: Rule, contracts: Sequence[Contract], example: tuple[Contract, Case] | None) -> Document:
    made: Document = {
        "id": rule.id,
        "level": rule.level,
        "origin": rule.origin,
        "sets": list(rule.sets),
        "title": rule.title,
        "text": rule.text,
        "why": rule.why,
        "sources": [_source(source) for source in rule.sources],
        "check": rule.check,
        "operations": [contract.operation for contract in contracts],
        "cases": {contract.operation: sum(rule.id in case.rules for case in contract.cases) for contract in contracts},
        "choices": list(
            dict.fromkeys(
                choice.name for contract in contracts for choice in contract.choices if choice.rule == rule.id
            )
        ),
        "yields_to": dict(rule.yields_to),
        "threads": list(rule.threads),
    }
    if rule.settled:
        made["settled"] = rule.settled
    if example is not None:
        made["example"] = _example(*example)
    return made


def _source(source: RuleSource) -> Document:
    named = {"section": source.section, "document": source.document, "link": source.link}
    return {key: value for key, value in named.items() if value is not None}


def _example(contract: Contract, case: Case) -> Document:
    made: Document = {
        "case": case.id,
        "operation": contract.operation,
        "note": case.note,
        "input": case.input,
        "expected": [
            {
                "given": dict(expectation.given),
                **({"output": expectation.output} if expectation.error is None else {"error": list(expectation.error)}),
            }
            for expectation in case.expectations
        ],
    }
    if case.standing is not None:
        made["standing"] = {"kind": case.standing.kind, "reason": case.standing.reason}
    return made


def _dispute(dispute: Dispute) -> Document:
    request: JSON = dispute.request
    return {
        "id": dispute.id,
        "api": dispute.api,
        "question": dispute.question,
        "assumed": dispute.assumed,
        "evidence": dict(dispute.evidence),
        "means": dict(dispute.means),
        "request": request,
        "api_rules": list(dispute.api_rules),
        "contracts": list(dispute.contracts),
    }
