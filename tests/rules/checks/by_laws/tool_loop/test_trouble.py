from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.by_laws.tool_loop.gemini_samples import answered, back, contents, gemini, output, part, said
from tests.rules.checks.by_laws.tool_loop.samples import DONE, body, call, charged, failed, listed, loop, result


@pytest.mark.parametrize("arguments", ['{"n": ', "[1]", "{'n': 1}"])
def test_malformed_arguments_are_reported(arguments: str) -> None:
    given, cut = loop([call(1, arguments=arguments)], "Pong."), call(1, arguments=arguments)
    reported, none = body(cut, result(1, "no JSON")), {"answer": "Pong.", "calls": []}
    assert charged(given, none, body(), reported) == set()
    assert charged(given, {"answer": "Pong.", "calls": listed(1, arguments=None)}, body(), reported) == set()
    assert charged(given, {"answer": "Pong.", "calls": listed(1, arguments={})}, body(), reported) == {"LOOP-6"}
    assert charged(given, none, body(), body(cut, result(1, "null"))) == {"LOOP-6", "LOOP-6a"}
    assert charged(given, failed("no JSON"), body()) == {"LOOP-6"}


def test_a_tool_that_was_run_for_malformed_arguments_is_seen_by_its_result() -> None:
    given = loop([call(1, arguments="{")], "Pong.", results={"ping": "pong from 10.0.0.7"})
    second = body(call(1, arguments="{"), result(1, "pong from 10.0.0.7"))
    assert charged(given, {"answer": "Pong.", "calls": []}, body(), second) == {"LOOP-6"}


def test_a_failing_tool_says_so_in_any_words() -> None:
    given = loop([call(1)], "Pong.", results={"ping": {"error": "host is down"}})
    assert charged(given, DONE, body(), body(call(1), result(1, "Error: host is down"))) == set()
    assert charged(given, DONE, body(), body(call(1), result(1, "It failed."))) == set()
    assert charged(given, DONE, body(), body(call(1), result(1, ""))) == {"LOOP-6", "LOOP-6a"}
    assert charged(given, failed("host is down"), body()) == {"LOOP-6"}


@pytest.mark.parametrize("reported", [result(1, "NaN is no JSON"), result(1)])
def test_what_only_some_readers_take_may_be_run_or_not(reported: Any) -> None:
    given, odd = loop([call(1, arguments='{"n": NaN}')], "Pong."), call(1, arguments='{"n": NaN}')
    assert charged(given, {"answer": "Pong.", "calls": []}, body(), body(odd, reported)) == set()


def test_the_mark_of_gemini_is_a_key_which_a_value_may_have_too() -> None:
    def given(value: Any, response: Any) -> set[str]:
        asked = gemini([part()], "Pong.", results={"ping": value})
        return charged(asked, output(None), contents(), contents(said(part()), back(answered(response))))

    value = {"error": "none", "lines": 3}
    assert given(value, value) == given(value, {"output": value}) == set()
    assert given("pong", {"error": "pong"}) == {"LOOP-12"}
    assert given({"error": "gone"}, {"error": "gone"}) == set()
    assert given({"error": "gone"}, {"output": "gone"}) == {"LOOP-12a"}
    assert "LOOP-6a" in given({"error": "gone"}, {})
