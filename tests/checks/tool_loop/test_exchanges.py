from __future__ import annotations

from tests.checks.tool_loop.samples import body, call, charged, listed, loop, result


def test_a_result_behind_the_second_call_of_its_id_is_the_second_one_s() -> None:
    given = loop([call(1), call(2)], [call(1)], "Done.")
    first = body(call(1), call(2), result(1), result(2))
    lost = body(call(1), call(2), result(2), call(1), result(1))
    found = charged(given, {"answer": "Done.", "calls": listed(1, 2, 1)}, body(), first, lost)
    assert found == {"LOOP-5"}
