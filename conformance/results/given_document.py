"""The inputs that the user gave, as report.json has them: where each comes from, its standing, and how it fared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from conformance.apis.input_validity import Standing
from conformance.running.engine.defects import Defect
from conformance.running.engine.given import defects_by_objection, defects_of_given
from conformance.running.engine.result import GivenResult, InputSource

Document = dict[str, Any]
MOST_REASONS = 100  # why a given input is not real
CONVERTED, FAILS, REFUSED, NOT_JUDGED = "converted", "fails", "refused", "not-judged"


def given_documents(given: Iterable[GivenResult], defects: Iterable[Defect]) -> Iterator[Document]:
    """Yield each given input as data. Shape: specs/report.schema.json, given. defects: those of the run."""
    known = defects_by_objection({defect.id: defect.objections for defect in defects})
    for given_result in given:
        document: Document = {
            "operation": given_result.operation,
            **source_document(given_result.source),
            "verdict": _verdict(given_result),
        }
        if given_result.standing is not None:
            document["standing"] = standing_document(given_result.standing, MOST_REASONS)
        rules = dict.fromkeys(failure.rule for failure in given_result.failures if not failure.advice)
        advice = [
            {"rule": failure.rule, "at": failure.at, "message": failure.message}
            for failure in given_result.failures
            if failure.advice
        ]
        reason = given_result.refused if given_result.not_judged is None else given_result.not_judged
        members: Document = {"rules": list(rules), "defects": defects_of_given(given_result, known), "advice": advice}
        document |= {name: value for name, value in members.items() if value}
        if reason:
            document["reason"] = reason
        yield document


def _verdict(given: GivenResult) -> str:
    if any(not failure.advice for failure in given.failures):
        return FAILS
    if given.not_judged is not None:
        return NOT_JUDGED
    return CONVERTED if given.refused is None else REFUSED


def source_document(source: InputSource) -> Document:
    """Return where an input comes from, as data."""
    document: Document = {"kind": source.kind, "name": source.name}
    if source.server is not None:
        document["server"] = source.server
    if source.parts:
        document["tools"] = list(source.parts)
    return document


def standing_document(standing: Standing, most: int) -> Document:
    """Return a standing as data, with at most so many of its reasons."""
    document: Document = {"kind": standing.kind}
    if standing.reasons:
        document["reasons"] = [asdict(reason) for reason in standing.reasons[:most]]
    return document
