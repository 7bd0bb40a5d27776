"""Worked requests and answers of an API, from the cases of its operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.apis.input_validity import REAL, standing_of
from conformance.base.values import ABSENT, JSON
from conformance.formats.operations import operations
from conformance.rules.contracts import Specifications
from conformance.running.subjects.conversations import MODEL

MOST: Final = 25  # of each


def worked_of(api: str, specifications: Specifications) -> tuple[Sequence[JSON], Sequence[JSON]]:
    """Return requests that the API takes, and answers that it gives; streams are none of them.

    The requests name the model that all of the suite's do.
    """
    requests = _inputs(f"{api}-request", specifications)
    return [{**request, "model": MODEL} for request in requests], _inputs(f"{api}-response", specifications)


def _inputs(format: str, specifications: Specifications) -> list[dict[str, JSON]]:
    names = [name for name, own in operations().items() if own.source == format and name in specifications.contracts]
    for name in names[:1]:
        cases = [case for case in specifications.contracts[name].cases if _is_whole(case.input)]
        real = [case.input for case in cases if standing_of(name, case.input).kind == REAL]
        return real[:MOST]
    return []


def _is_whole(value: JSON) -> bool:
    return isinstance(value, dict) and value.get("stream", ABSENT) is not True
