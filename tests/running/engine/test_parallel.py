"""How operations are dealt to processes, and how values travel between them."""

from __future__ import annotations

import pickle

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, packed
from conformance.running.engine.evidence_transfer import opened, sealed
from conformance.running.engine.options import Options
from conformance.running.engine.parallel import deal
from conformance.running.engine.result import Evidence
from tests.running.engine.certifying import specifications

CONTRACTS = specifications().contracts


@pytest.mark.parametrize("jobs", [1, 2, 3, 4, 100])
def test_every_operation_is_dealt_once_in_its_order(jobs: int) -> None:
    parts = deal(CONTRACTS, Options(), jobs)
    assert len(parts) == min(
        jobs, len(deal(CONTRACTS, Options(), len(CONTRACTS)))
    )  # those that chains join are together
    assert sorted(name for part in parts for name in part) == sorted(CONTRACTS)
    for part in parts:
        assert list(part) == [name for name in CONTRACTS if name in part]
    assert deal(CONTRACTS, Options(), jobs) == parts


def test_the_largest_operation_is_alone_before_another_is_doubled() -> None:
    talking = "tool-loop"
    (part,) = (part for part in deal(CONTRACTS, Options(), 4) if talking in part)
    assert len(part) < len(CONTRACTS) / 4


def test_evidence_as_deep_as_subjects_are_asked_travels() -> None:
    deep: object = 1
    for _level in range(900):
        deep = {"items": [deep]}
    outcome = Outcome(output=deep, input_after=ABSENT, diagnostics=({"level": "warning"},), requests=(deep,))
    evidence = Evidence(
        kind="kind",
        case=None,
        input=deep,
        outcome=outcome,
        expected=ABSENT,
        at="/output",
        message="message",
        reproduce="repeat",
    )
    came = opened(pickle.loads(pickle.dumps(sealed(evidence))))
    # By bytes: Python does not compare as deep.
    assert packed(came.input) == packed(came.outcome.output) == packed(deep)
    assert packed(came.outcome.requests) == packed((deep,))
    assert came.outcome.diagnostics == ({"level": "warning"},)
    assert (came.kind, came.case, came.at, came.message) == ("kind", None, "/output", "message")
    assert came.expected is ABSENT
    assert came.outcome.input_after is ABSENT


def test_operations_that_a_chain_joins_are_dealt_together() -> None:
    """Where a chain breaks, the rules of that operation are asked."""
    for part in deal(CONTRACTS, Options(), len(CONTRACTS)):
        for name in part:
            assert set(CONTRACTS[name].chain) <= set(part), name


def test_a_chain_joins_nothing_beyond_the_run() -> None:
    some = {name: CONTRACTS[name] for name in ("mcp-tools-to-chat-tools", "tool-loop")}
    assert sorted(deal(some, Options(), 4)) == [("mcp-tools-to-chat-tools",), ("tool-loop",)]
