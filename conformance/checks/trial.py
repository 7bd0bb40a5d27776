"""What is judged: one input, what came of it, and what came of its relatives."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.checks.findings import Failure
from conformance.observation import Outcome
from conformance.values import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One observation, with the further calls that some rules need.

    choices: the answers this subject is held to; one that is not known is absent, and any legal answer is fine.
    exact_numbers: whether the transport keeps 1 apart from 1.0 and integers beyond 2**53.
    again: the same input once more, after other inputs; `anew` says that it was given to a copy of the subject that had
    converted nothing before them. singles: each entry of the list alone.
    single_form: each entry by the single form's operation. tenth: the same shape at a tenth of the size.
    joined: what a law's chain of operations made of the same input; None where the chain was not run to its end.
    requests: what a scripted API saw of a subject that was given its address, in order: {"path", "body", "answer"}
    each; `answer` is the position in the script, or None for a request that got none of it.
    """

    operation: str
    input: JSON
    outcome: Outcome
    choices: Mapping[str, str] = field(default_factory=dict)
    exact_numbers: bool = True
    again: Outcome | None = None
    singles: tuple[Outcome, ...] | None = None
    single_form: tuple[Outcome, ...] | None = None
    tenth: Outcome | None = None
    joined: Outcome | None = None
    requests: tuple[JSON, ...] | None = None
    anew: bool = False


def answer_of(trial: Trial, choice: str, *legal: str) -> tuple[str, ...]:
    """Return the answers to `choice` that are acceptable: the subject's own, or every legal one while unknown."""
    answer = trial.choices.get(choice)
    return (answer,) if answer is not None else legal


def no_answer(trial: Trial) -> Failure | None:
    """Return a failure that words why an input that had to convert gave nothing; None where it gave an output."""
    outcome = trial.outcome
    if outcome.refusal:
        kind = f" ({outcome.refusal.type})" if outcome.refusal.type else ""
        return Failure(
            "refused", "/input", f"the call failed on an input that must convert: {outcome.refusal.message}{kind}"
        )
    if outcome.fault:
        return Failure(f"fault-{outcome.fault.kind}", "/input", outcome.fault.message)
    if outcome.not_json:
        return Failure("not-json", "/output", outcome.not_json)
    return None
