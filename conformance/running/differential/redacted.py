"""Takes keys out of what a comparison of two subjects found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conformance.base.redact import Redactor
from conformance.base.values import JSON
from conformance.running.differential.disagreement import BrokenByOutcome, DiffResult, Disagreement, OutputDifference
from conformance.running.engine.redacted import optional_text, redacted_description, redacted_outcome, values_of


def redact_differences(result: DiffResult, redactor: Redactor) -> None:
    """Redact what two subjects and their caller said."""
    result.subjects = result.subjects.map(lambda described: redacted_description(described, redactor))
    for operation in result.operations:
        operation.unasked = {redactor.text(why): number for why, number in operation.unasked.items()}
        operation.choices = operation.choices.map(
            lambda own: {name: redactor.text(answer) for name, answer in own.items()}
        )
    result.disagreements = [_disagreement(disagreement, redactor) for disagreement in result.disagreements]


def _disagreement(disagreement: Disagreement, redactor: Redactor) -> Disagreement:
    outcomes = (value for outcome in disagreement.outcomes for value in values_of(outcome))
    redactor = redactor.knowing(disagreement.input, *outcomes)
    return replace(
        disagreement,
        input=redactor.value(disagreement.input),
        came=disagreement.came.map(redactor.text),
        outcomes=disagreement.outcomes.map(lambda outcome: redacted_outcome(outcome, redactor)),
        differences=tuple(_difference(difference, redactor) for difference in disagreement.differences),
        charges=disagreement.charges.map(lambda charges: _charges(charges, redactor)),
        choices=tuple(
            choice._replace(a=optional_text(choice.a, redactor), b=optional_text(choice.b, redactor))
            for choice in disagreement.choices
        ),
    )


def _difference(difference: OutputDifference, redactor: Redactor) -> OutputDifference:
    change = difference.change
    path, path_b = (tuple(map(redactor.value, steps)) for steps in (change.path, change.path_b))
    a, b = (_at(steps, value, redactor) for steps, value in ((change.path, change.a), (change.path_b, change.b)))
    return difference._replace(change=replace(change, path=path, path_b=path_b, a=a, b=b))


def _at(path: Sequence[str | int], value: JSON, redactor: Redactor) -> JSON:
    """Redact the value at the end of a path: the last name may say that it is a key."""
    name = path[-1] if path else None
    return redactor.member(name, value) if isinstance(name, str) else redactor.value(value)


def _charges(charges: tuple[BrokenByOutcome, ...], redactor: Redactor) -> tuple[BrokenByOutcome, ...]:
    return tuple(
        charge._replace(
            failure=charge.failure._replace(
                at=redactor.text(charge.failure.at), message=redactor.text(charge.failure.message)
            )
        )
        for charge in charges
    )
