"""Evidence on its way between processes: pickle does not reach as deep as subjects are asked, marshal does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from conformance.engine.result import Evidence
from conformance.values import ABSENT, packed, unpacked


class _Sealed(NamedTuple):
    """A value as bytes."""

    data: bytes


def sealed(evidence: Evidence) -> Evidence:
    """Return evidence that can be sent to another process."""
    outcome = evidence.outcome
    return replace(
        evidence,
        input=_seal(evidence.input),
        expected=_seal(evidence.expected),
        outcome=replace(
            outcome,
            output=_seal(outcome.output),
            input_after=_seal(outcome.input_after),
            requests=_seal(outcome.requests),
            diagnostics=_seal(outcome.diagnostics),
        ),
    )


def opened(evidence: Evidence) -> Evidence:
    """Return evidence that came from another process as it was."""
    outcome = evidence.outcome
    return replace(
        evidence,
        input=_open(evidence.input),
        expected=_open(evidence.expected),
        outcome=replace(
            outcome,
            output=_open(outcome.output),
            input_after=_open(outcome.input_after),
            requests=_open(outcome.requests),
            diagnostics=_open(outcome.diagnostics),
        ),
    )


def _seal(value: Any) -> Any:
    if value is ABSENT or value is None:
        return value
    data = packed(value)
    return _Sealed(data) if data is not None else str(value)


def _open(value: Any) -> Any:
    return unpacked(value.data) if type(value) is _Sealed else value
