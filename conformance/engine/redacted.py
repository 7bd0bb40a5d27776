"""Takes keys out of what a run found, before anybody is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.engine.result import Evidence, RunResult
from conformance.errors import SubjectError
from conformance.observation import Description, Outcome
from conformance.redact import Redactor
from conformance.values import ABSENT

if TYPE_CHECKING:
    from conformance.engine.losses import Losses, Made


def redact_result(result: RunResult, redactor: Redactor) -> None:
    """Redact what the subject and its caller said: the choices, the evidence, and the values in the account."""
    result.choices = {
        operation: {name: (redactor.text(answer), how) for name, (answer, how) in choices.items()}
        for operation, choices in result.choices.items()
    }
    result.ledger.reword(redactor.text)
    for entry in result.rules:
        entry.evidence = [_evidence(evidence, redactor) for evidence in entry.evidence]
        entry.reason = redactor.value(entry.reason)
    result.losses = {operation: _losses(account, redactor) for operation, account in result.losses.items()}


def redacted_description(described: Description, redactor: Redactor) -> Description:
    """Return what a subject is, without keys."""
    return described._replace(
        name=redactor.text(described.name),
        version=redactor.value(described.version),
        language=redactor.value(described.language),
    )


def redacted_error(error: SubjectError, redactor: Redactor) -> SubjectError:
    """Return the error without keys in what it says and in the log it quotes."""
    return SubjectError(redactor.text(error.what), error.mend, tuple(map(redactor.text, error.log)))


def _evidence(evidence: Evidence, redactor: Redactor) -> Evidence:
    return evidence._replace(
        input=redactor.value(evidence.input),
        outcome=_outcome(evidence.outcome, redactor),
        expected=ABSENT if evidence.expected is ABSENT else redactor.value(evidence.expected),
        at=redactor.text(evidence.at),
        message=redactor.text(evidence.message),
        reproduce=redactor.text(evidence.reproduce),
    )


def _outcome(outcome: Outcome, redactor: Redactor) -> Outcome:
    refusal, fault, told = outcome.refusal, outcome.fault, outcome.diagnostics
    if refusal is not None:
        refusal = refusal._replace(message=redactor.text(refusal.message), type=redactor.value(refusal.type))
    if fault is not None:
        fault = fault._replace(message=redactor.text(fault.message), log=tuple(map(redactor.text, fault.log)))
    return outcome._replace(
        output=ABSENT if outcome.output is ABSENT else redactor.value(outcome.output),
        refusal=refusal,
        fault=fault,
        not_json=redactor.value(outcome.not_json),
        diagnostics=None if told is None else tuple(map(redactor.value, told)),
        requests=None if outcome.requests is None else tuple(map(redactor.value, outcome.requests)),
    )


def _losses(account: Losses, redactor: Redactor) -> Losses:
    return account._replace(
        fields=tuple(one._replace(field=redactor.text(one.field)) for one in account.fields),
        defaulted=tuple(_made(one, redactor) for one in account.defaulted),
        invented=tuple(_made(one, redactor) for one in account.invented),
    )


def _made(made: Made, redactor: Redactor) -> Made:
    return made._replace(field=redactor.text(made.field), values=tuple(map(redactor.text, made.values)))
