"""Which answers to choices a trial proves."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.choice_readings import IllegalAnswer
from tests.rules.checks.by_laws.answers.samples import CALL, ERROR, SECOND, converted, exchange, read, streamed

THOUGHT = exchange(content="Four.", reasoning_content="Two and two.")
FAILED = {"response": ERROR}
BROKEN = {"chunks": [*streamed({"role": "assistant", "content": "Hi"}, finish=None)["chunks"], ERROR]}
AFTER = streamed(
    {"role": "assistant", "content": "One. "}, {"tool_calls": [{"index": 0, **CALL}]}, {"content": "Two."}
)  # fmt: skip
BOTH = streamed(
    {"tool_calls": [{"index": 0, **CALL}, {"index": 1, **SECOND}]},
    {"tool_calls": [{"index": 0, "function": {"arguments": " "}}]},
)


@pytest.mark.parametrize("answer", ["summary", "content", "omit"])
def test_reasoning_shows_where_it_arrives(answer: str) -> None:
    assert read("reasoning", THOUGHT, converted(THOUGHT, reasoning=answer)) == answer


def test_reasoning_shows_nothing_where_there_is_none_or_it_is_in_the_text() -> None:
    said = exchange(content="Four.")
    aloud = converted(exchange(content="Two and two. Four."))
    assert read("reasoning", said, converted(said)) is None
    assert read("reasoning", THOUGHT, aloud) is None


@pytest.mark.parametrize(
    ("given", "answers"), [(FAILED, ("failed",)), (BROKEN, ("failed", "error-event"))], ids=["whole", "stream"]
)
def test_a_failure_shows_how_it_is_said(given: Any, answers: tuple[str, ...]) -> None:
    assert read("failed-answer", given, error="Overloaded.") == "raise"
    for answer in answers:
        assert read("failed-answer", given, converted(given, failed_answer=answer)) == answer


def test_a_failure_that_is_said_nowhere_is_no_answer_of_the_list() -> None:
    assert isinstance(read("failed-answer", FAILED, converted(exchange(content=""))), IllegalAnswer)
    assert read("failed-answer", THOUGHT, converted(THOUGHT)) is None


@pytest.mark.parametrize("answer", ["new-item", "hold"])
def test_text_after_a_call_shows_in_its_items(answer: str) -> None:
    assert read("text-after-call", AFTER, converted(AFTER, text_after_call=answer)) == answer


@pytest.mark.parametrize("answer", ["hold", "overlap"])
def test_interleaved_calls_show_in_what_is_open(answer: str) -> None:
    assert read("interleaved-calls", BOTH, converted(BOTH, interleaved_calls=answer)) == answer
    assert read("interleaved-calls", AFTER, converted(AFTER)) is None


@pytest.mark.parametrize("answer", ["null", "zeros"])
def test_a_usage_that_is_absent_shows_in_what_is_there(answer: str) -> None:
    given = exchange(content="Hi.")
    del given["response"]["usage"]
    assert read("usage-when-absent", given, converted(given, usage_when_absent=answer)) == answer
