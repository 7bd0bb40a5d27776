from __future__ import annotations

from tests.rules.checks.by_laws.tool_loop.samples import charged, failed, loop


def test_what_is_no_loop_owes_nothing() -> None:
    given = loop("Hi.", api="soap")
    assert charged(given, failed("which API?"), *()) == set()
    assert charged(given, {"answer": "Hi.", "calls": []}, *()) == {"ALL-7"}
