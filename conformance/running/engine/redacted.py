"""Takes keys out of what a run found: the one place where this happens, before any listener or report gets it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from conformance.apis.input_validity import Standing
from conformance.base.errors import SubjectError
from conformance.base.observation import Description, HttpExchange, Outcome
from conformance.base.redact import Redactor
from conformance.base.values import JSON
from conformance.rules.losses.account import FieldLoss, Losses, Made
from conformance.running.engine.result import Evidence, GivenResult, InputSource, Reduced, RunResult, SetAside


def redact_result(
    result: RunResult, redactor: Redactor, inputs: Mapping[str, Sequence[JSON]] = MappingProxyType({})
) -> None:
    """Redact what the subject and its caller said: the choices, the evidence, and the values in the accounts.

    inputs: those that the user gave, by operation.
    """
    result.choices = {
        operation: {redactor.text(name): (redactor.text(answer), how) for name, (answer, how) in choices.items()}
        for operation, choices in result.choices.items()
    }
    result.ledger.reword(redactor.text)
    result.inconsistencies = list(map(redactor.text, result.inconsistencies))
    result.seen_faults = [
        seen_fault._replace(
            message=redactor.knowing(seen_fault.input).text(seen_fault.message),
            input=redactor.knowing(seen_fault.input).value(seen_fault.input),
        )
        for seen_fault in result.seen_faults
    ]
    result.set_aside = [_set_aside(aside, redactor.knowing(aside.input)) for aside in result.set_aside]
    for entry in result.rules:
        entry.evidence = [_evidence(evidence, redactor) for evidence in entry.evidence]
        entry.reason = optional_text(entry.reason, redactor)
        entry.causes = tuple(map(redactor.text, entry.causes))
    result.given = [_redacted_input(given, redactor.knowing(*_input_of(given, inputs))) for given in result.given]
    result.losses = {operation: _losses(account, redactor) for operation, account in result.losses.items()}


def redacted_description(described: Description, redactor: Redactor) -> Description:
    """Return what a subject is, without keys."""
    return replace(
        described,
        name=redactor.text(described.name),
        version=redactor.value(described.version),
        language=redactor.value(described.language),
        operations=tuple(map(redactor.text, described.operations)),
    )


def redacted_error(error: SubjectError, redactor: Redactor) -> SubjectError:
    """Return the error without keys in what it says and in the log it quotes."""
    return SubjectError(redactor.text(error.message), redactor.text(error.hint), redactor.lines(error.log))


def _evidence(evidence: Evidence, redactor: Redactor) -> Evidence:
    redactor = redactor.knowing(evidence.input, evidence.expected, *values_of(evidence.outcome))
    reduced = evidence.reduced
    return replace(
        evidence,
        input=redactor.value(evidence.input),
        earlier=tuple(map(redactor.value, evidence.earlier)),
        outcome=redacted_outcome(evidence.outcome, redactor),
        expected=redactor.value(evidence.expected),
        at=redactor.text(evidence.at),
        message=redactor.text(evidence.message),
        reproduce=redactor.text(evidence.reproduce),
        source=None if evidence.source is None else _source(evidence.source, redactor),
        reduced=None if reduced is None else Reduced(redactor.value(reduced.input), redactor.text(reduced.at)),
        standing=None if evidence.standing is None else _standing(evidence.standing, redactor),
    )


def _set_aside(aside: SetAside, redactor: Redactor) -> SetAside:
    return aside._replace(
        reason=redactor.text(aside.reason),
        message=redactor.text(aside.message),
        input=redactor.value(aside.input),
        reproduce=redactor.text(aside.reproduce),
    )


def _redacted_input(given: GivenResult, redactor: Redactor) -> GivenResult:
    return replace(
        given,
        source=_source(given.source, redactor),
        standing=None if given.standing is None else _standing(given.standing, redactor),
        failures=tuple(
            failure._replace(at=redactor.text(failure.at), message=redactor.text(failure.message))
            for failure in given.failures
        ),
        refused=optional_text(given.refused, redactor),
        not_judged=optional_text(given.not_judged, redactor),
    )


def _input_of(given: GivenResult, inputs: Mapping[str, Sequence[JSON]]) -> Sequence[JSON]:
    return inputs.get(given.operation, ())[given.number : given.number + 1]


def _source(source: InputSource, redactor: Redactor) -> InputSource:
    return InputSource(
        source.kind,
        redactor.text(source.name),
        optional_text(source.server, redactor),
        tuple(map(redactor.text, source.parts)),
    )


def _standing(standing: Standing, redactor: Redactor) -> Standing:
    reasons = (
        replace(reason, at=redactor.text(reason.at), message=redactor.text(reason.message))
        for reason in standing.reasons
    )
    return replace(standing, reasons=tuple(reasons))


def values_of(outcome: Outcome) -> tuple[JSON, ...]:
    """Return the values of an outcome that a message can quote."""
    return (outcome.output, outcome.input_after, *(outcome.requests or ()), *(outcome.diagnostics or ()))


def redacted_outcome(outcome: Outcome, redactor: Redactor) -> Outcome:
    """Return an outcome without keys."""
    refusal, fault, diagnostics = outcome.refusal, outcome.fault, outcome.diagnostics
    if refusal is not None:
        refusal = refusal._replace(message=redactor.text(refusal.message), type=optional_text(refusal.type, redactor))
    if fault is not None:
        fault = fault._replace(message=redactor.text(fault.message), log=redactor.lines(fault.log))
    return replace(
        outcome,
        output=redactor.value(outcome.output),
        refusal=refusal,
        fault=fault,
        not_json=optional_text(outcome.not_json, redactor),
        input_after=redactor.value(outcome.input_after),
        diagnostics=None if diagnostics is None else tuple(map(redactor.value, diagnostics)),
        requests=None if outcome.requests is None else tuple(map(redactor.value, outcome.requests)),
        exchange=None if outcome.exchange is None else _exchange(outcome.exchange, redactor),
    )


def _exchange(exchange: HttpExchange, redactor: Redactor) -> HttpExchange:
    return exchange._replace(
        url=redactor.text(exchange.url),
        headers={name: redactor.text(value) for name, value in exchange.headers.items()},
        body=redactor.value(exchange.body),
        got=redactor.value(exchange.got),
        asked=tuple(map(redactor.value, exchange.asked)),
    )


def optional_text(text: str | None, redactor: Redactor) -> str | None:
    """Return a text without keys; None for none."""
    return None if text is None else redactor.text(text)


def _losses(account: Losses, redactor: Redactor) -> Losses:
    return account._replace(
        fields=tuple(_field(field, redactor) for field in account.fields),
        defaulted=tuple(_redacted_made(made, redactor) for made in account.defaulted),
        invented=tuple(_redacted_made(made, redactor) for made in account.invented),
    )


def _field(loss: FieldLoss, redactor: Redactor) -> FieldLoss:
    became, went, came = (
        {redactor.text(name): number for name, number in counts.items()}
        for counts in (loss.became, loss.went, loss.came)
    )
    return replace(loss, field=redactor.text(loss.field), became=became, went=went, came=came)


def _redacted_made(made: Made, redactor: Redactor) -> Made:
    name = made.field.rpartition(".")[2]
    values = tuple(_sample(name, text, redactor) for text in made.values)
    return made._replace(field=redactor.text(made.field), values=values)


def _sample(name: str, text: str, redactor: Redactor) -> str:
    """Redact the JSON text of a member's value; one that was cut is none."""
    try:
        value = json.loads(text)
        redacted = redactor.member(name, value)
    except (ValueError, RecursionError):
        start = f'"{name}": '
        named = redactor.text(start + text)
        return named.removeprefix(start) if named.startswith(start) else redactor.text(text)
    return redactor.text(text) if redacted is value else json.dumps(redacted, ensure_ascii=False)
