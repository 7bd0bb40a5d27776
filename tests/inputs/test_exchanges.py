"""Exchanges with a fault have one fault; large and odd ones differ from each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, standing_in
from conformance.inputs.choices import Choices, Dealing
from conformance.inputs.exchanges import (
    INPUTS,
    make_exchange,
    make_malformed_exchange,
    make_malformed_stream_exchange,
    make_stream_exchange,
)

WHOLE, STREAM = ("chat-exchange", make_exchange), ("chat-stream-exchange", make_stream_exchange)
FAILED = {"an unknown finish_reason", "an error"}
UNASKED = {"several choices", "an old call", "sound"}
OF_PROXIES = {
    f"in the answer: {name}" for name in ("calls that begin at 1", "chunks without choices", "results without a delta")
}
OF_SERVERS = {"in the answer: empty arguments"}  # which servers write for a call without parameters


@pytest.mark.parametrize(
    ("source", "make"), [(WHOLE[0], make_malformed_exchange), (STREAM[0], make_malformed_stream_exchange)]
)
def test_a_fault_is_in_one_part_and_what_fails_or_nobody_asks_for_is_documented(
    source: str, make: Callable[[Choices], tuple[str, Any]]
) -> None:
    choices, names = Dealing(Random(1)), set()
    for _ in range(150):
        name, value = make(choices)
        found = standing_in(source, value)
        names.add(name)
        kind = DOCUMENTED if name in FAILED | UNASKED | OF_PROXIES else MALFORMED
        assert found.kind == kind or (name in OF_SERVERS and found.kind in (REAL, DOCUMENTED)), name
        part = {"in the request": "/request", "in the answer": ("/response", "/chunks")}.get(name.partition(":")[0])
        assert part is None or all(reason.at.startswith(part) for reason in found.reasons), name
    assert names >= UNASKED


@pytest.mark.parametrize("source", INPUTS)
def test_large_and_odd_exchanges_differ_and_the_wide_ones_by_their_size_alone(source: str) -> None:
    large = dict(INPUTS[source].deep_and_wide())
    assert {"deep-extra", "wide-100", "wide-1000", "many-tools"} == large.keys()
    odd = [json.dumps(value) for value in INPUTS[source].wrong_shapes()]
    assert len(set(odd)) == len(odd)
