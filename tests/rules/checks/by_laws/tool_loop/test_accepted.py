from __future__ import annotations

from tests.rules.checks.by_laws.tool_loop.samples import DONE, ONE, all_charged, body, call, result


def test_what_the_scripted_api_refuses_is_reported() -> None:
    assert all_charged(ONE, DONE, body(), body(call(1), result(1))) == set()
    assert all_charged(ONE, DONE, body(), body(call(1, arguments={}), result(1))) >= {"API-1", "LOOP-3"}
    assert all_charged(ONE, DONE, body(), body(result(1), call(1))) >= {"API-2", "LOOP-3"}
