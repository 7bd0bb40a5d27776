from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.letters.tool_calls.rules import finish_reason, usage_kept
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.tool_calls.samples import (
    ARGUMENTS,
    CHAT,
    OUTPUT,
    STREAM,
    call,
    charged,
    failed,
    item,
    response,
    result,
    stream,
)


@pytest.mark.parametrize(
    "output",
    [
        result(call()),
        result(call(index=0)),
        result(call(index=None, arguments_raw=ARGUMENTS, namespace=None)),
        result(call(), usage=None, refusal=None, done=True),
    ],
)
def test_what_is_free_is_free(output: Any) -> None:
    assert charged(OUTPUT, response(item()), output) == set()


@pytest.mark.parametrize("none", [{"tool_calls": []}, {"tool_calls": None}, {}])
@pytest.mark.parametrize("finish", [{}, {"finish_reason": None}, {"finish_reason": "stop"}])
def test_without_calls_there_are_many_ways_to_say_so(none: Any, finish: Any) -> None:
    assert charged(OUTPUT, response(), {"content": "", **none, **finish}) == set()


@pytest.mark.parametrize(
    ("output", "rules"),
    [
        (result(), {"CALL-1"}),
        (result(call(), finish_reason="stop"), {"CALL-5"}),
        (result(call(number=9)), {"CALL-2"}),
        (result(call(id="fc_1")), {"CALL-2"}),
        (result(call(type=None)), {"CALL-2"}),
        (result(call(name="Look")), {"CALL-2"}),
        (result(call(arguments=ARGUMENTS)), {"CALL-3"}),
        (result(call(arguments={})), {"CALL-3"}),
        (result(call(arguments={"city": "paris "})), {"ALL-4"}),
        (result(call(), call()), {"CALL-11"}),
        (result(call(), call(2)), {"CALL-1"}),
        (result(call(index=1)), {"CALL-11a"}),
        (result(call(), content=None), {"CALL-6"}),
        ("text", {"CALL-1"}),
        (result(tool_calls="none"), {"CALL-1"}),
        (failed(), {"CONV-1"}),
    ],
)
def test_one_defect_is_charged_to_the_rule_that_states_it(output: Any, rules: set[str]) -> None:
    assert charged(OUTPUT, response(item()), output) == rules


def test_unusual_calls_convert() -> None:
    assert charged(OUTPUT, response(item(arguments="{oops")), failed()) == {"CONV-1"}
    assert charged(OUTPUT, response(item(name=None)), failed()) == {"CONV-1"}
    assert charged(OUTPUT, response(item(name=None, arguments="")), failed()) == {"CONV-1"}
    assert charged(OUTPUT, response(item(call_id=7)), failed()) == set()
    assert charged(OUTPUT, None, failed()) == set()


def test_parts_of_text_are_joined_by_nothing() -> None:
    parts = [{"type": "output_text", "text": "one "}, {"type": "output_text", "text": "two"}]
    given = response({"type": "message", "content": parts}, {"type": "output_text", "text": "three"})
    assert charged(OUTPUT, given, result(content="one twothree")) == set()
    for content in ("one two three", "three", "one two", "one two\nthree", None):
        assert charged(OUTPUT, given, result(content=content)) == {"CALL-6"}


@pytest.mark.parametrize(("content", "rule"), [("ONE", "ALL-4"), ("one\n", "CALL-6"), ("one{}", "CALL-6")])
def test_a_text_to_which_something_is_added_is_not_a_rewritten_text(content: str, rule: str) -> None:
    given = response({"type": "message", "content": [{"type": "output_text", "text": "one"}]})
    assert charged(OUTPUT, given, result(content=content)) == {rule}


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("ONE. 2ÉN", "ALL-4"),
        ("One. 2?n", "ALL-4"),
        ("One. 2\nén", "CALL-6"),
        ("One.\n2én", "CALL-6"),
        ("ONE. \n2ÉN", "CALL-6"),
        ("One., 2én", "CALL-6"),
        ("One. 2", "CALL-6"),
        ("2énOne. ", "CALL-6"),
        ("ONE. ", "CALL-6"),
        ("", "CALL-6"),
    ],
)
def test_several_texts_are_rewritten_if_only_how_they_are_written_differs(content: str, rule: str) -> None:
    parts = [{"type": "output_text", "text": text} for text in ("One. ", "2", "én")]
    assert charged(OUTPUT, response({"type": "message", "content": parts}), result(content=content)) == {rule}


@pytest.mark.parametrize("content", ["WELL.", "WELL.I CAN'T."])
def test_a_rewritten_text_beside_a_refusal_is_rewritten_alone(content: str) -> None:
    parts = [{"type": "output_text", "text": "Well."}, {"type": "refusal", "refusal": "I can't."}]
    output = result(content=content, refusal="I can't.")
    assert charged(OUTPUT, response({"type": "message", "content": parts}), output) == {"ALL-4"}


def test_a_refusal_may_stand_in_the_text_or_beside_it() -> None:
    given = response({"type": "message", "content": [{"type": "refusal", "refusal": "I can't."}]})
    assert charged(OUTPUT, given, result(content="I can't.")) == set()
    assert charged(OUTPUT, given, result(problem={"refused": "Said: I can't."})) == set()
    assert charged(OUTPUT, given, result()) == {"CALL-16"}


def test_a_failure_is_named_or_raised_as_the_choice_says() -> None:
    given = response(status="failed", error={"code": "server_error", "message": "It broke."})
    for output in (result(finish_reason="failed"), result(note="It broke."), failed()):
        assert charged(OUTPUT, given, output) == set()
    assert charged(OUTPUT, given, result()) == {"CALL-13"}
    assert charged(OUTPUT, given, failed(), failed_response="report") == {"CALL-13"}
    assert charged(OUTPUT, given, result(finish_reason="failed"), failed_response="raise") == {"CALL-13"}
    read = family(OUTPUT).readers["failed-response"]
    assert read(view_of(Trial(operation=OUTPUT, input=given, outcome=failed()))) == "raise"
    said = Outcome(output=result(finish_reason="failed"))
    assert read(view_of(Trial(operation=OUTPUT, input=given, outcome=said))) == "report"
    assert read(view_of(Trial(operation=OUTPUT, input=response(), outcome=Outcome(output=result())))) is None


def test_an_incomplete_answer_is_no_clean_empty_one() -> None:
    given = response(status="incomplete", incomplete_details={"reason": "max_output_tokens"})
    assert charged(OUTPUT, given, result(finish_reason="length")) == set()
    assert charged(OUTPUT, given, result()) == {"CALL-13", "CALL-5a"}
    assert charged(OUTPUT, given, result(finish_reason="stop")) == {"CALL-13", "CALL-5a"}
    assert charged(OUTPUT, given, failed()) == {"CONV-1"}
    beside = response(item(), status="incomplete")
    assert charged(OUTPUT, beside, result(call())) == {"CALL-5a"}
    assert charged(OUTPUT, beside, result(call(), truncated=True)) == set()


@pytest.mark.parametrize("calls", [(), (call(),)])
def test_a_whole_answer_is_not_reported_as_one_that_was_cut(calls: tuple[Any, ...]) -> None:
    items = [item() for _ in calls]
    message = {"content": "", "tool_calls": [{"id": "call_1", "function": {"name": "look", "arguments": ARGUMENTS}}]}
    whole = {
        OUTPUT: response(*items),
        STREAM: stream(*items),
        CHAT: {"choices": [{"message": message if calls else {"content": ""}, "finish_reason": "stop"}]},
    }
    for operation, given in whole.items():
        sound = result(*calls, **({"finish_reason": "stop"} if operation == CHAT and not calls else {}), done=True)
        for details in ({}, {"incomplete_details": None}):
            assert charged(operation, given, sound | details) == set()
        assert charged(operation, given, sound | {"incomplete_details": {"reason": None}}) == {"CALL-5a"}
    for operation, given in ((OUTPUT, response()), (STREAM, stream())):
        assert charged(operation, given, result(finish_reason="length", done=True)) == {"CALL-5a"}


def test_an_answer_that_contradicts_itself_may_be_reported_as_cut() -> None:
    reported = result(done=True, incomplete_details={"reason": "unknown"})
    for given in (response(item(status="incomplete")), {"output": []}, response(incomplete_details={"reason": None})):
        assert charged(OUTPUT, given, reported) == set()
    assert charged(STREAM, [{"type": "response.completed", "response": {"status": "incomplete"}}], reported) == set()


@pytest.mark.parametrize(
    ("reason", "kind"),
    [("length", "own-finish"), ("MAX_TOKENS", "own-finish"), ("content_filter", "own-finish"), ("x", "calls")],
)
def test_beside_the_calls_of_a_cut_answer_the_cut_is_true(reason: str, kind: str) -> None:
    given = response(item(), status="incomplete", incomplete_details={"reason": "max_output_tokens"})
    outcome = Outcome(output=result(call(), finish_reason=reason))
    found = finish_reason(view_of(Trial(operation=OUTPUT, input=given, outcome=outcome)))
    assert isinstance(found, tuple) and [finding.kind for finding in found] == [kind]


USAGE = {"input_tokens": 36, "input_tokens_details": {"cached_tokens": 32}, "output_tokens": 5, "total_tokens": 41}


@pytest.mark.parametrize(
    ("usage", "rules"),
    [
        (USAGE, set()),
        ({"prompt": 36, "cached": 32, "completion": 5, "sum": 41}, set()),
        ({key: value for key, value in USAGE.items() if key != "input_tokens_details"}, {"CALL-17"}),
        (USAGE | {"input_tokens": "36"}, {"CALL-17"}),
        (USAGE | {"output_tokens": 6, "output": 5}, {"CALL-17"}),
        (USAGE | {"rest": -1}, {"CALL-17"}),
    ],
)
def test_every_number_of_the_usage_is_kept(usage: Any, rules: set[str]) -> None:
    assert charged(OUTPUT, response(usage=USAGE), result(usage=usage)) == rules


def test_the_rest_of_a_count_may_be_less_than_nothing_where_a_part_is_more_than_the_whole() -> None:
    given = {"output_tokens": 1, "output_tokens_details": {"reasoning_tokens": 5}}
    assert charged(OUTPUT, response(usage=given), result(usage=given | {"text_tokens": -4})) == set()
    given = {"output_tokens": 5, "output_tokens_details": {"reasoning_tokens": 5}}
    assert charged(OUTPUT, response(usage=given), result(usage=given | {"text_tokens": -4})) == {"CALL-17"}


def test_what_a_host_measures_beside_the_tokens_may_go() -> None:
    given = response(usage={"input_tokens": 7, "latency_checkpoint": {"total_duration_ms": 812}, "queue_time": 0.25})
    assert charged(OUTPUT, given, result(usage={"input_tokens": 7})) == set()


def test_a_usage_without_counts_of_tokens_is_nothing_to_keep() -> None:
    def judged(counts: Any, **more: Any) -> Any:
        trial = Trial(operation=OUTPUT, input=response(usage=counts), outcome=Outcome(output=result(**more)))
        return usage_kept(view_of(trial))

    assert judged({"queue_time": 0.25}) is None
    assert judged({"input_tokens": 7}, usage={"input_tokens": 7}) == ()
    (failure,) = judged({"queue_time": 0.25}, usage={"input_tokens": -1})
    assert failure.kind == "usage"


def test_of_a_usage_zeros_may_be_left_out_but_not_changed() -> None:
    given = response(usage={"input_tokens": 7, "input_tokens_details": {"cached_tokens": 0}})
    assert charged(OUTPUT, given, result(usage={"input_tokens": 7})) == set()
    made_up = {"input_tokens": 7, "input_tokens_details": {"cached_tokens": 1}}
    assert charged(OUTPUT, given, result(usage=made_up)) == {"CALL-17"}


@pytest.mark.parametrize("text", ["", "null", "None"])
def test_the_text_of_null_is_no_finish_reason(text: str) -> None:
    assert charged(OUTPUT, response(), result(finish_reason=text)) == {"CALL-5"}


SMALL_USAGE = {"input_tokens": 7, "output_tokens": 5, "total_tokens": 12}


def test_the_sum_of_a_usage_may_be_left_out_and_its_parts_may_not() -> None:
    given = response(item(), usage=SMALL_USAGE)
    for usage in (SMALL_USAGE, {"prompt": 7, "completion": 5}, {"input_tokens": 7, "output_tokens": 5}):
        assert "CALL-17" not in charged(OUTPUT, given, result(call(), usage=usage))
    for usage in ({}, {"input_tokens": 7}, {"total_tokens": 12}, SMALL_USAGE | {"total_tokens": 13}):
        assert "CALL-17" in charged(OUTPUT, given, result(call(), usage=usage))


def test_the_usage_of_a_response_that_failed_may_be_lost_and_not_be_changed() -> None:
    given = response(status="failed", error={"code": "server_error", "message": "no"}, usage=SMALL_USAGE)
    assert "CALL-17" not in charged(OUTPUT, given, result(error="server_error: no"))
    assert "CALL-17" in charged(
        OUTPUT, given, result(error="server_error: no", usage=SMALL_USAGE | {"input_tokens": 8})
    )
