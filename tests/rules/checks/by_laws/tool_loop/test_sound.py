from __future__ import annotations

from conformance.rules.checks.by_laws.tool_loop.sound import as_sound
from tests.rules.checks.by_laws.tool_loop.samples import ONE, TWO, call, loop


def test_shrunk_loops_end_as_the_original_does() -> None:
    assert as_sound(loop([call(1)], "x"), ONE)
    assert not as_sound(loop([call(1)]), ONE)
    assert not as_sound(loop([call(1, "pong")], "x"), ONE)
    assert not as_sound(loop([call(1), call(1)], "x"), TWO)
    assert not as_sound({**ONE, "max_rounds": 1}, ONE)
    # A number is no id: nobody knows what a loop does with it.
    assert not as_sound(loop([call(1) | {"call_id": 0}], "x"), ONE)
    # Nor what it does with a call of a tool that it has and did not offer.
    assert not as_sound({**ONE, "tools": []}, ONE)
    assert not as_sound([], ONE)
    assert as_sound(7, 8)
