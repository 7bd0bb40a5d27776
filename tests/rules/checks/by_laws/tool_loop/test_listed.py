from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.by_laws.tool_loop.samples import TWO, body, call, charged, listed, loop, result


@pytest.mark.parametrize(
    "calls", [listed(1), listed(2, 1), listed(1, 1, 2), listed(1, 2, arguments='{"n": 1}'), listed(1, 3), None]
)
def test_the_calls_that_are_listed(calls: Any) -> None:
    second = body(call(1), call(2), result(1), result(2))
    assert charged(TWO, {"answer": "Pong.", "calls": calls}, body(), second) == {"LOOP-2"}


def test_a_call_that_is_listed_twice_is_not_a_malformed_one_of_its_id() -> None:
    given = loop([call(1)], [call(1, arguments="{'n': 1}")], "Done.")
    follow_ups = (body(call(1), result(1)), body(call(1), result(1), call(1, arguments="{'n': 1}"), result(1, "No.")))
    assert charged(given, {"answer": "Done.", "calls": listed(1)}, body(), *follow_ups) == set()
    assert charged(given, {"answer": "Done.", "calls": listed(1, 1)}, body(), *follow_ups) == {"LOOP-2"}
    made_up = [*listed(1), *listed(1, arguments={"n": 2})]
    assert charged(given, {"answer": "Done.", "calls": made_up}, body(), *follow_ups) == {"LOOP-6"}
