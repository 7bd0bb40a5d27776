"""Evidence passes between processes unchanged, however deep its values are."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, packed
from conformance.running.engine.evidence_transfer import opened, sealed
from conformance.running.engine.result import Evidence


def evidence(value: Any, expected: Any = ABSENT) -> Evidence:
    outcome = Outcome(output=value, input_after=value, diagnostics=(value,), requests=(value,))
    return Evidence(
        kind="k", case=None, input=value, outcome=outcome, expected=expected, at="", message="m", reproduce="r"
    )


@pytest.mark.parametrize("expected", [ABSENT, None, {"a": [1, 1.0, "é"]}])
def test_values_arrive_as_they_were(expected: Any) -> None:
    before = evidence({"a": [1, 1.0, None, "\ud800"]}, expected)
    assert opened(pickle.loads(pickle.dumps(sealed(before)))) == before


def test_deep_values_arrive_too() -> None:
    deep: Any = 1
    for _level in range(1000):
        deep = [deep]
    arrived = opened(pickle.loads(pickle.dumps(sealed(evidence(deep)))))
    assert packed(arrived.input) == packed(arrived.outcome.output) == packed(deep)


def test_a_value_that_is_no_json_arrives_as_text() -> None:
    assert opened(sealed(evidence(object))).input == str(object)
