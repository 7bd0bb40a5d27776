from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from tests.rules.checks.by_laws.tool_loop.samples import (
    DONE,
    ONE,
    PARAMETERS,
    QUESTION,
    body,
    call,
    charged,
    failed,
    listed,
    loop,
    result,
)


@pytest.mark.parametrize("requests", [3, 4])
def test_both_readings_of_max_rounds_are_accepted(requests: int) -> None:
    endless = loop(*([call(number)] for number in range(6)))
    turns = [body(*(item for n in range(done) for item in (call(n), result(n)))) for done in range(6)]
    assert charged(endless, failed(), *turns[:requests]) == set()
    assert charged(endless, failed(), *turns[: requests - 2]) == {"LOOP-7"}
    assert charged(endless, failed(), *turns[:5]) == {"LOOP-7"}
    answer = {"answer": "", "calls": listed(*range(requests - 1))}
    assert charged(endless, answer, *turns[:requests]) == {"LOOP-7"}


def test_where_the_readings_differ_either_end_is_right() -> None:
    exact = ONE | {"max_rounds": 1}
    assert charged(exact, DONE, body(), body(call(1), result(1))) == set()
    assert charged(exact, failed(), body()) == set()


def test_an_error_of_the_api_may_end_the_loop_or_not() -> None:
    given = loop({"http": 500}, "Hi.")
    assert charged(given, failed("500"), body()) == set()
    assert charged(given, {"answer": "Hi.", "calls": []}, body(), body()) == set()
    assert charged(given, {"answer": "Sorry.", "calls": []}, body()) == {"LOOP-4"}


def test_a_response_that_failed_is_no_answer() -> None:
    given = loop({"status": "failed", "error": {"code": "server_error", "message": "x"}, "output": []})
    assert charged(given, Outcome(refusal=Refusal("it failed")), body()) == set()
    assert charged(given, {"answer": "", "calls": []}, body()) == {"LOOP-4"}


@pytest.mark.parametrize("answer", ["Ping.", {"text": "Pong."}, 7])
def test_another_answer(answer: Any) -> None:
    assert charged(loop("Pong."), {"answer": answer, "calls": []}, body()) == {"LOOP-4"}


def test_a_blank_answer_that_was_trimmed_is_a_matter_of_exact_text() -> None:
    assert charged(loop(" \n"), {"answer": "", "calls": []}, body()) == {"ALL-4"}
    assert charged(loop("-"), {"answer": "", "calls": []}, body()) == {"LOOP-4"}


def test_texts_of_an_answer_may_be_joined_in_three_ways() -> None:
    parts = [{"type": "output_text", "text": text} for text in ("a", "b")]
    given = loop([{"type": "message", "content": parts}])
    reported = {text: charged(given, {"answer": text, "calls": []}, body()) for text in ("ab", "a\nb", "a\n\nb", "b")}
    assert reported == {"ab": set(), "a\nb": set(), "a\n\nb": set(), "b": {"LOOP-4"}}


def test_stopping_early_and_asking_on() -> None:
    assert charged(ONE, {"answer": "", "calls": []}, body()) == {"LOOP-4"}
    assert charged(ONE, failed("no idea"), body()) == {"LOOP-4"}
    assert charged(loop("Pong."), {"answer": "Pong.", "calls": []}, body(), body()) == {"LOOP-4"}


@pytest.mark.parametrize(
    ("answer", "rules"),
    [("I note it.", set()), ("It was truncated.", set()), ("", set()), (None, set()), ("Done.", {"LOOP-4"})],
)
def test_an_answer_that_was_cut_is_returned_in_its_own_words(answer: str | None, rules: set[str]) -> None:
    said = [{"type": "text", "text": "I note it."}, {"type": "tool_use", "id": "toolu_1", "name": "ping", "input": {}}]
    given = loop({"content": said, "stop_reason": "max_tokens"}) | {"api": "anthropic"}
    made = {"answer": answer, "calls": [], "stop_reason": "max_tokens"}
    tool = {"name": "ping", "description": "Pings.", "input_schema": PARAMETERS}
    asked = {"model": "m", "max_tokens": 9, "messages": [QUESTION], "tools": [tool]}
    assert charged(given, made, asked) == rules


def test_a_short_answer_may_be_asked_on_whatever_the_first_was() -> None:
    called = {"type": "tool_use", "id": "toolu_1", "name": "ping", "input": {}}
    calls = {"content": [called], "stop_reason": "tool_use"}
    found = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "pong"}]}
    tool = {"name": "ping", "description": "Pings.", "input_schema": PARAMETERS}
    history = [QUESTION, {"role": "assistant", "content": [called]}, found]
    asked = [{"model": "m", "max_tokens": 9, "messages": messages, "tools": [tool]}
             for messages in ([QUESTION], history, [*history, {"role": "assistant", "content": "Pong."}])]  # fmt: skip
    for reason, is_charged in (("max_tokens", False), ("end_turn", True)):
        pong = {"content": [{"type": "text", "text": "Pong."}], "stop_reason": reason}
        given = loop(calls, pong, pong) | {"api": "anthropic"}
        made = {"answer": "Pong.", "calls": [{"id": "toolu_1", "name": "ping", "arguments": {}}], "stop_reason": reason}
        assert ("LOOP-4" in charged(given, made, *asked)) is is_charged
