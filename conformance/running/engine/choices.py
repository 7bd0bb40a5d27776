"""Finds out which legal answers a subject took.

A probe counts only if its result proves an answer: a reader says which one. If the probes of a choice prove two
answers, or show something that no listed answer allows, the choice has no answer and its rule fails, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from conformance.base.errors import UsageError
from conformance.base.observation import Description, Outcome
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.choice_readings import IllegalAnswer
from conformance.rules.checks.findings import brief
from conformance.rules.checks.names import NAMES, WITH_NAMES, check_names, read_names
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Choice, Contract
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import Report, refuse
from conformance.running.engine.port import Port

PROBED, STATED = "probed", "stated"


class Probe(NamedTuple):
    """One input that was asked for a choice, and its outcome. number: its place in the choice's inputs."""

    choice: str
    number: int
    input: JSON
    outcome: Outcome


class NoAnswer(NamedTuple):
    """A choice of which no listed answer fits what its probes show. probe: the one that shows it."""

    choice: Choice
    probe: Probe
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundChoices:
    """What is known of an operation's choices.

    answers: by choice, the answer and how it was found. A choice that is neither stated nor proven by a probe is
    absent: any legal answer is accepted. An answer that is stated but not legal stays as it is; the caller fails the
    choice's rule. probes: every input that was asked, with its outcome. unanswered: the choices whose rule fails.
    by_member: the choices that are made for each member.
    """

    answers: dict[str, tuple[str, str]]
    probes: list[Probe]
    unanswered: list[NoAnswer]
    by_member: frozenset[str] = frozenset()

    @property
    def known(self) -> dict[str, str]:
        """The answer to each choice that has one for all inputs."""
        return {
            name: answer for name, (answer, how) in self.answers.items() if how == STATED or name not in self.by_member
        }


def find_choices(
    contract: Contract, port: Port, stated: Mapping[str, str], exact_numbers: bool, report: Report = refuse
) -> FoundChoices:
    """Ask the probes of the choices that are not stated, and read the answers from them.

    report: called with each fault of the suite itself. What raised one shows no answer.
    """
    answers = {name: (answer, STATED) for name, answer in stated.items() if name in _own_choices(contract)}
    choices = [choice for choice in contract.choices if choice.name not in answers]
    found = FoundChoices(
        answers=answers,
        probes=_probes_of(contract, choices, port),
        unanswered=[],
        by_member=frozenset(choice.name for choice in contract.choices if choice.by_member),
    )
    illegal: list[NoAnswer] = []
    for choice in choices:
        judge = Judge(contract, contract.rules, found.known, exact_numbers, report=report)
        readings = _readings(choice, judge, [probe for probe in found.probes if probe.choice == choice.name])
        proven: dict[str, Probe] = {}
        for probe, reading in readings:
            if isinstance(reading, str):
                proven.setdefault(reading, probe)
        if len(proven) > 1 and choice.by_member:
            continue
        if len(proven) > 1:
            fitting = [answer for answer in proven if _fits(choice, judge, answer, [probe for probe, _ in readings])]
            if len(fitting) != 1:
                found.unanswered.append(_two_answers(choice, proven))
                continue
            proven = {answer: proven[answer] for answer in fitting}
        for answer in proven:
            answers[choice.name] = (answer, PROBED)
        if not proven:
            illegal += _illegal(choice, readings)
    judge = Judge(contract, contract.rules, found.known, exact_numbers, report=report)
    # What breaks no rule under any answer is free, listed or not.
    found.unanswered.extend(answer for answer in illegal if _failures(judge, answer.probe))
    return found


def _probes_of(contract: Contract, choices: Sequence[Choice], port: Port) -> list[Probe]:
    """Ask every input of some choices."""
    probes = [(choice.name, number, given) for choice in choices for number, given in enumerate(choice.inputs)]
    outcomes = port.outcomes(contract.operation, [given for _name, _number, given in probes], watched=True)
    return [Probe(*probe, outcome) for probe, outcome in zip(probes, outcomes, strict=True)]


def _readings(choice: Choice, judge: Judge, probes: Sequence[Probe]) -> list[tuple[Probe, str | IllegalAnswer]]:
    """Return what each probe shows of a choice, of those that show anything."""
    reader = family(judge.contract.operation).readers[choice.name]
    is_contrasted = choice.contrast is not ABSENT
    if is_contrasted and probes:
        *probes, contrast = probes
        if not judge.read(
            _trial(judge, contrast), lambda view: view.answered and not view.incomplete, False, choice.rule
        ):
            return []  # what the probes show has another cause
    readings = []
    for probe in probes:
        if not probe.outcome.fault and (is_contrasted or not probe.outcome.refusal):
            reading = judge.read(_trial(judge, probe), reader, None, choice.rule)
            if reading is not None:
                readings.append((probe, reading))
    return readings


def _fits(choice: Choice, judge: Judge, answer: str, probes: Sequence[Probe]) -> bool:
    """Whether no probe breaks a rule because of an answer."""
    under = judge.under({**judge.choices, choice.name: answer})
    return all(_failures(under, probe) <= _failures(judge, probe) for probe in probes)


def _failures(judge: Judge, probe: Probe) -> set[tuple[str, str]]:
    """Return the rules that a probe breaks, each with the kind of the failure."""
    trial = _trial(judge, probe)
    found = {(rule, failure.kind) for rule, failure in judge.judge(trial).failures if not judge.is_advice(failure)}
    # A choice says what becomes of its probes, so that a failed call counts although no client sends them.
    if probe.outcome.refusal and judge.read(trial, lambda view: view.must_convert, False):
        found.add((judge.contract.failed_call_rule or "", "refused"))
    return found


def _trial(judge: Judge, probe: Probe) -> Trial:
    return replace(judge.trial(probe.input, probe.outcome), requests=probe.outcome.requests)


def _two_answers(choice: Choice, proven: Mapping[str, Probe]) -> NoAnswer:
    shown = " but ".join(f"{answer} for {brief(probe.input)}" for answer, probe in proven.items())
    return NoAnswer(choice, list(proven.values())[-1], f"{choice.name} has one answer for all inputs, got {shown}")


def _illegal(choice: Choice, readings: Sequence[tuple[Probe, str | IllegalAnswer]]) -> Iterator[NoAnswer]:
    """Yield the first reading that is no listed answer."""
    for probe, reading in readings:
        if isinstance(reading, IllegalAnswer):
            yield NoAnswer(choice, probe, f"{reading.observed}; {choice.name}: {' or '.join(choice.answers)}")
            return


def _own_choices(contract: Contract) -> frozenset[str]:
    """Return the names of an operation's choices. No probe shows NAMES, which is not among those of its contract."""
    own = frozenset(choice.name for choice in contract.choices)
    return own | {NAMES} if contract.operation in WITH_NAMES else own


def check_stated(contracts: Mapping[str, Contract], stated: Mapping[str, str]) -> None:
    """Raise UsageError for a choice or an answer that no contract of this run has."""
    for name, answer in stated.items():
        if name == NAMES and not WITH_NAMES.isdisjoint(contracts):
            continue  # `check_stated_names` reads it
        choices = [choice for contract in contracts.values() for choice in contract.choices if choice.name == name]
        if not choices:
            known = sorted({choice.name for contract in contracts.values() for choice in contract.choices})
            raise UsageError(f"Unknown choice {name!r}.", f"Known: {', '.join(known)}.")
        if answer not in choices[0].answers:
            raise UsageError(f"{name} has no answer {answer!r}.", f"Its answers: {', '.join(choices[0].answers)}.")


def check_stated_names(contracts: Mapping[str, Contract], description: Description, stated: Mapping[str, str]) -> None:
    """Raise UsageError for stated names of tools that are not one to one, alone or over the tools of a case."""
    for operation, contract in contracts.items():
        answer = stated_answers(contract, description, stated).get(NAMES)
        if answer is not None:
            names = read_names(answer)
            for case in contract.cases:
                check_names(names, operation, case.input)


def stated_answers(contract: Contract, description: Description, stated: Mapping[str, str]) -> dict[str, str]:
    """Return the answers to an operation's choices that the subject or the user states; the user's come first."""
    answers = {**description.choices.get(contract.operation, {}), **stated}
    own = _own_choices(contract)
    return {name: str(answer) for name, answer in answers.items() if name in own}
