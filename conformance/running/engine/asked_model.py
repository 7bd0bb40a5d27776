"""Inputs, and what cases expect, that name the one model which a gateway takes."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from conformance.base.values import ABSENT, JSON
from conformance.rules.contracts import Case, Contract, Specifications
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import OwnFault

# Where requests, answers and events have the name of a model, from the outside in.
_HOLDERS = ("request", "response", "message", "chunks", "events")


def with_model(value: JSON, name: str | None) -> JSON:
    """Return a value in which every request, answer and event that names a model names this one.

    name: None for the value as it is. A model that is no text, or an empty one, stays: no sound client sends it.
    """
    if name is None:
        return value
    if isinstance(value, list):
        return [with_model(element, name) if isinstance(element, dict) else element for element in value]
    if not isinstance(value, dict):
        return value
    named = {key: with_model(member, name) if key in _HOLDERS else member for key, member in value.items()}
    if isinstance(value.get("model"), str) and value["model"]:
        named["model"] = name
    return named


def of_other_models(contract: Contract) -> frozenset[str]:
    """Return the ids of the cases that hold for the model that they name, and not for the one of a contract."""
    faults: list[OwnFault] = []
    judge = Judge(contract, contract.rules, contract.defaults(), report=faults.append)
    return frozenset(case.id for case in contract.cases if judge.precheck(case).own_faults)


def asked_for(specifications: Specifications, name: str | None) -> Specifications:
    """Return the specifications with the inputs of all cases and probes, and what cases expect, for one model."""
    if name is None:
        return specifications
    digest = sha256(f"{specifications.digest} {name}".encode()).hexdigest()
    contracts = {operation: _contract(contract, name) for operation, contract in specifications.contracts.items()}
    return replace(specifications, contracts=contracts, digest=f"sha256:{digest}")


def _contract(contract: Contract, name: str) -> Contract:
    choices = tuple(
        replace(
            choice,
            probes=tuple(with_model(probe, name) for probe in choice.probes),
            contrast=choice.contrast if choice.contrast is ABSENT else with_model(choice.contrast, name),
        )
        for choice in contract.choices
    )
    return replace(contract, cases=tuple(_case(case, name) for case in contract.cases), choices=choices)


def _case(case: Case, name: str) -> Case:
    expectations = tuple(
        expectation._replace(output=with_model(expectation.output, name)) for expectation in case.expectations
    )
    wrong = case.wrong if case.wrong is ABSENT else with_model(case.wrong, name)
    return replace(case, input=with_model(case.input, name), expectations=expectations, wrong=wrong)
