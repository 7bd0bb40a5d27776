"""A trial: one input, its outcome, and the outcomes of the further calls that rules compare it with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.base.wording import said_by_error
from conformance.rules.checks.findings import Failure

ERRORS = frozenset({"error", "critical", "fatal"})
WARNINGS = ERRORS | {"warning", "warn"}  # levels of reports of which something is lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One request of one input to a subject, and the further calls that some rules need.

    choices: the subject's answers; one that is unknown is absent, and any legal answer is accepted.
    profile: of the host whose API the result is for, one of conformance.apis.oracles.PROFILES.
    exact_numbers: whether the transport keeps 1 apart from 1.0 and integers beyond 2**53.
    again: the outcome of a second call with the same input, after other inputs; `restarted` says that a restarted copy
    of the subject got that call.
    alone: the outcome of each entry of a list input, converted alone. single_form: the outcome of each entry by the
    operation of the single form.
    smaller: the outcome of an input of the same shape at a tenth of the size.
    chained: what the chain of operations of a law made of the same input; None where the chain did not end.
    requests: what a scripted API received, in order: {"path", "body", "answer"} each; `answer` is the position in the
    script, or None for a request that the script did not answer.
    lacking: the features that the subject says it does not have, of `scope.FEATURES`.
    """

    operation: str
    input: JSON
    outcome: Outcome
    choices: Mapping[str, str] = field(default_factory=dict)
    profile: str = "openai"
    exact_numbers: bool = True
    again: Outcome | None = None
    restarted: bool = False
    alone: tuple[Outcome, ...] | None = None
    single_form: tuple[Outcome, ...] | None = None
    smaller: Outcome | None = None
    chained: Outcome | None = None
    requests: tuple[JSON, ...] | None = None
    lacking: tuple[str, ...] = ()


def answer_of(trial: Trial, choice: str, *legal: str) -> tuple[str, ...]:
    """Return the acceptable answers to `choice`: the subject's own, or every legal one where it is unknown."""
    answer = trial.choices.get(choice)
    return (answer,) if answer is not None else legal


def reports_of(trial: Trial) -> tuple[str, ...] | None:
    """Return what the call reported as a warning or worse; None where that cannot be observed."""
    diagnostics = trial.outcome.diagnostics
    if diagnostics is None:
        return None
    entries = [diagnostic for diagnostic in diagnostics if isinstance(diagnostic, dict)]
    return tuple(str(entry.get("message", "")) for entry in entries if str(entry.get("level", "")).lower() in WARNINGS)


def is_reported(outcome: Outcome, *words: str) -> bool:
    """Whether something that the call reported has one of the words, in whichever case.

    A report without a message counts as the best one: a case does not state its words.
    """
    said = [
        str(diagnostic.get("message", "")).lower()
        for diagnostic in outcome.diagnostics or ()
        if isinstance(diagnostic, dict)
    ]
    return any(not text or any(word.lower() in text for word in words) for text in said)


def reporting(outcome: Outcome) -> Callable[..., bool | None]:
    """Return what says whether a call reported something that has one of some words; anything if there are none.

    It says None where reports are not observable.
    """

    def reported(*words: str) -> bool | None:
        if outcome.diagnostics is None:
            return None
        return is_reported(outcome, *words) if words else bool(outcome.diagnostics)

    return reported


def no_answer(trial: Trial) -> Failure | None:
    """Return the failure of a call that had to succeed; None if it returned."""
    outcome = trial.outcome
    if outcome.refusal:
        kind = f" ({outcome.refusal.type})" if outcome.refusal.type else ""
        said = said_by_error(outcome.refusal.message)
        return Failure("refused", "/input", f"the call failed on an input that must convert: {said}{kind}")
    if outcome.fault:
        return Failure(f"fault-{outcome.fault.kind}", "/input", outcome.fault.message)
    return None
