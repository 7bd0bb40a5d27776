"""Finds out which legal answers a subject took, and whether its transport keeps numbers exact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.contracts import NUMBERS, Contract
from conformance.errors import UsageError
from conformance.observation import Description, Outcome, Request, as_json
from conformance.subjects.base import Subject
from conformance.values import JSON, Absent, equal, loose_numbers, packed, unpacked

PROBED, STATED = "probed", "stated"


class Probe(NamedTuple):
    """One probe that was asked, and its outcome. choice, number: which one it is."""

    choice: str
    number: int
    input: JSON
    outcome: Outcome


def find_choices(
    contract: Contract,
    subject: Subject,
    stated: Mapping[str, str],
    exact_numbers: bool,
) -> tuple[dict[str, tuple[str, str]], list[Probe]]:
    """Return each choice's answer with how it was found, and the probes that were asked.

    What is neither stated nor readable from a probe stays out: any legal answer is accepted there. An answer
    that is stated but not legal stays as it is; the caller fails the choice's rule.
    """
    found = {name: (answer, STATED) for name, answer in stated.items() if _choice_names(contract, name)}
    requests = [
        # A copy: a subject in this process that changes it must not change the specification.
        Request(
            key=(choice.name, index),
            operation=contract.operation,
            input=unpacked(data),
            before=data if subject.watches else None,
        )
        for choice in contract.choices
        if choice.name not in found
        for index, probe in enumerate(choice.probes)
        if (data := packed(probe)) is not None
    ]
    outcomes = {request.key: as_json(outcome) for request, outcome in subject.ask(requests)}
    for choice in contract.choices:
        for index in range(len(choice.probes)):
            if choice.name in found or (choice.name, index) not in outcomes:
                continue
            outcome = outcomes[(choice.name, index)]
            if outcome.fault:
                continue
            known = {name: answer for name, (answer, _how) in found.items()}
            probe = choice.probes[index]
            trial = Trial(
                operation=contract.operation,
                input=probe,
                outcome=outcome,
                choices=known,
                exact_numbers=exact_numbers,
                requests=outcome.requests,
            )
            answer = family(trial.operation).readers[choice.name](view_of(trial))
            if answer is not None:
                found[choice.name] = (answer, PROBED)
    inputs = {choice.name: choice.probes for choice in contract.choices}
    asked = [Probe(name, number, inputs[name][number], outcome) for (name, number), outcome in outcomes.items()]
    return found, asked


def _choice_names(contract: Contract, name: str) -> bool:
    return any(choice.name == name for choice in contract.choices)


def check_stated(contracts: Mapping[str, Contract], stated: Mapping[str, str]) -> None:
    """Raise UsageError for a choice or an answer that no contract of this run has."""
    for name, answer in stated.items():
        choices = [choice for contract in contracts.values() for choice in contract.choices if choice.name == name]
        if not choices:
            known = sorted({choice.name for contract in contracts.values() for choice in contract.choices})
            raise UsageError(f"Unknown choice {name!r}.", f"Known: {', '.join(known)}.")
        if answer not in choices[0].answers:
            raise UsageError(f"{name} has no answer {answer!r}.", f"Its answers: {', '.join(choices[0].answers)}.")


def keeps_numbers(contract: Contract, subject: Subject) -> bool:
    """Whether 1.0 and integers beyond 2**53 survive the way to the subject and back.

    Asked of subjects in another process. Where the subject shows its argument, a loss there is the transport's
    and a loss only in the result is the converter's; where it does not, a loss is taken for the transport's.
    """
    asking = contract.asking(NUMBERS)
    checks = [family(contract.operation).checks[rule.check] for rule in contract.rules if rule.id in asking]
    cases = [case for case in contract.cases if not asking.isdisjoint(case.rules)]
    requests = [
        Request(key=index, operation=contract.operation, input=case.input) for index, case in enumerate(cases[:6])
    ]
    for request, outcome in subject.ask(requests):
        if outcome.fault:
            continue
        after = outcome.input_after
        if not isinstance(after, Absent):
            if not equal(after, request.input) and equal(loose_numbers(after), loose_numbers(request.input)):
                return False
        else:
            trial = Trial(operation=contract.operation, input=request.input, outcome=outcome, requests=outcome.requests)
            if any(isinstance(findings := check(view_of(trial)), tuple) and findings for check in checks):
                return False
    return True


def exact_numbers(description: Description, contract: Contract, subject: Subject) -> bool:
    """Whether a subject's transport keeps numbers: what it states, or else what it shows."""
    return keeps_numbers(contract, subject) if description.exact_numbers is None else description.exact_numbers


def stated_answers(contract: Contract, description: Description, stated: Mapping[str, str]) -> dict[str, str]:
    """Return the answers to an operation's choices that the subject or the user states; the user's come first."""
    answers = {**description.choices.get(contract.operation, {}), **stated}
    own = {choice.name for choice in contract.choices}
    return {name: str(answer) for name, answer in answers.items() if name in own}
