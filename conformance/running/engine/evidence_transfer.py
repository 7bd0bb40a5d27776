"""Evidence on its way between processes: pickle does not reach as deep as subjects are asked, marshal does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from conformance.base.values import ABSENT, packed, unpacked
from conformance.running.engine.result import Evidence


class _Sealed(NamedTuple):
    """A value as bytes."""

    data: bytes


def sealed(evidence: Evidence) -> Evidence:
    """Return evidence that can be sent to another process."""
    return _with_values(evidence, _seal)


def opened(evidence: Evidence) -> Evidence:
    """Return evidence that came from another process as it was."""
    return _with_values(evidence, _open)


def _with_values(evidence: Evidence, change: Callable[[Any], Any]) -> Evidence:
    outcome, exchange = evidence.outcome, evidence.outcome.exchange
    return replace(
        evidence,
        input=change(evidence.input),
        expected=change(evidence.expected),
        reduced=None if evidence.reduced is None else evidence.reduced._replace(input=change(evidence.reduced.input)),
        outcome=replace(
            outcome,
            output=change(outcome.output),
            input_after=change(outcome.input_after),
            requests=change(outcome.requests),
            diagnostics=change(outcome.diagnostics),
            exchange=None if exchange is None else exchange._replace(body=change(exchange.body)),
        ),
    )


def _seal(value: Any) -> Any:
    if value is ABSENT or value is None:
        return value
    data = packed(value)
    return _Sealed(data) if data is not None else str(value)


def _open(value: Any) -> Any:
    return unpacked(value.data) if type(value) is _Sealed else value
