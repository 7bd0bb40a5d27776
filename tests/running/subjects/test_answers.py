"""From one line to one outcome, whatever stands in the line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import METHOD_NOT_FOUND, NOT_JSON, NOT_OFFERED, ConversionRequest, Outcome
from conformance.base.values import ABSENT
from conformance.running.subjects.answers import (
    LONGEST_MESSAGE,
    MOST_DIAGNOSTICS,
    NotAnAnswer,
    Sent,
    cut,
    description_of,
    line_start,
    read_answer,
    read_description,
)

GIVEN = {"a": [1]}
OUT = {7: Sent(ConversionRequest(key="k", operation="echo", input=GIVEN), b'{"a":[1]}', 10.0)}


def outcome_of(**members: Any) -> Outcome:
    line = json.dumps({"jsonrpc": "2.0", "id": 7, **members}, separators=(",", ":")).encode()
    number, outcome = read_answer(line, OUT, 0.0, 12.0)
    assert number == 7
    return outcome


def test_a_result_is_an_output_with_what_was_observed() -> None:
    outcome = outcome_of(result={"output": {"b": 1}, "shares": True, "kept": False, "diagnostics": ["careful"]})
    assert (outcome.output, outcome.shares, outcome.kept) == ({"b": 1}, True, False)
    assert outcome.diagnostics == ({"message": "careful"},)
    assert outcome.input_after is ABSENT
    assert outcome.seconds == 2.0


def test_the_time_of_an_answer_begins_when_the_answers_ahead_of_it_were_read() -> None:
    line = b'{"id":7,"result":{"output":1}}'
    assert read_answer(line, OUT, 11.5, 12.0)[1].seconds == 0.5


def test_an_argument_that_came_back_in_its_own_text_is_the_same_object() -> None:
    assert outcome_of(result={"output": 1, "input_after": GIVEN}).input_after is GIVEN
    changed = outcome_of(result={"output": 1, "input_after": {"a": [2]}})
    assert changed.input_after == {"a": [2]}


@pytest.mark.parametrize(
    ("error", "type_"),
    [
        ({"code": -32000, "message": "no"}, None),
        ({"code": -32000, "message": "no", "data": {"type": "ValueError"}}, "ValueError"),
        ({"code": -32000, "message": "no", "data": {"type": 5}}, None),
        ({"code": NOT_OFFERED, "message": "no"}, METHOD_NOT_FOUND),
    ],
)
def test_an_error_is_a_refusal(error: dict[str, Any], type_: str | None) -> None:
    refusal = outcome_of(error=error).refusal
    assert refusal is not None
    assert (refusal.message, refusal.type) == ("no", type_)


def test_the_error_of_a_result_that_is_no_json() -> None:
    outcome = outcome_of(error={"code": NOT_JSON, "message": "a set"})
    assert (outcome.not_json, outcome.refusal) == ("a set", None)


def test_a_number_that_json_does_not_have_makes_the_answer_no_json() -> None:
    _number, outcome = read_answer(b'{"id":7,"result":{"output":NaN}}', OUT, 0.0, 12.0)
    assert outcome.not_json is not None and "NaN" in outcome.not_json


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":7,"result":{"output":{"a":1,"a":1}}}',
        b'{"id":7,"result":{"output":1},"result":{"output":2}}',
        b'{"id":7,"result":{"output":1,"output":1}}',
    ],
)
def test_a_key_that_comes_twice_makes_the_answer_no_json(line: bytes) -> None:
    """Readers differ: the first one counts, or the last one, or none."""
    _number, outcome = read_answer(line, OUT, 0.0, 12.0)
    assert outcome.not_json is not None and "twice" in outcome.not_json


@pytest.mark.parametrize(
    ("line", "message", "number"),
    [
        (b"hello", "which is not JSON", -1),
        (b"[1]", "it has no id", -1),
        (b'{"id":8,"result":{"output":1}}', "the id 8, which no request has that is out", 8),
        (b'{"id":"7","result":{"output":1}}', 'the id "7"', -1),
        (b'{"id":7}', "neither a result with an output nor a JSON-RPC error", 7),
        (b'{"id":7,"result":{}}', "neither a result with an output nor a JSON-RPC error", 7),
        (b'{"id":7,"error":{"code":"x","message":"no"}}', "neither a result with an output", 7),
        (b'{"id":7,"result":{"output":"\xff"}}', "which is not UTF-8", 7),
        (b'{"id":7,"result":{"output":%s}}' % (b"9" * 5000), "an integer of over 4300 digits", -1),
        (b'{"id":7,"result":{"output":[%s1]}}' % (b"1," * 300_000), "values", 7),
    ],
)
def test_a_line_that_is_no_answer_says_why_and_whose_it_was(line: bytes, message: str, number: int) -> None:
    with pytest.raises(NotAnAnswer) as caught:
        read_answer(line, OUT, 0.0, 12.0)
    assert message in str(caught.value)
    assert caught.value.number == number
    assert len(str(caught.value)) < 500


def test_long_messages_and_many_diagnostics_are_cut() -> None:
    refusal = outcome_of(error={"code": 1, "message": "x" * 50_000}).refusal
    assert refusal is not None and len(refusal.message) == LONGEST_MESSAGE
    outcome = outcome_of(result={"output": 1, "diagnostics": [{"level": "info"}] * 1_000})
    assert outcome.diagnostics == ({"level": "info"},) * MOST_DIAGNOSTICS
    (long,) = outcome_of(result={"output": 1, "diagnostics": [{"a": "x" * 100_000}]}).diagnostics or ()
    assert len(long["message"]) <= 2_000


def test_the_answer_to_describe_has_the_id_0() -> None:
    assert read_description(b'{"id":0,"result":{}}')["result"] == {}
    for line in (b"ready", b'{"id":1,"result":{}}', b'{"id":0}', b'{"id":false,"result":{}}'):
        with pytest.raises(NotAnAnswer, match="before it answered describe"):
            read_description(line)


def test_a_description_is_read_and_cut() -> None:
    reported = {"protocol": 1, "name": "n" * 300, "version": 3, "operations": ["a"], "choices": {"a": {"b": 1}}}
    description = description_of(reported, "process", None)
    assert (len(description.name), description.version, description.language) == (200, "3", None)
    assert (description.operations, description.choices) == (("a",), {"a": {"b": "1"}})
    assert description.without == ()


def test_a_description_says_what_the_subject_does_not_have() -> None:
    reported = {"protocol": 1, "name": "n", "operations": ["a"], "without": ["usage", "u" * 300]}
    usage, cut_one = description_of(reported, "process", None).without
    assert (usage, len(cut_one)) == ("usage", 200)


@pytest.mark.parametrize(
    "reported",
    [
        None,
        {},
        {"protocol": 2, "name": "n", "operations": []},
        {"protocol": 1, "name": "", "operations": []},
        {"protocol": 1, "name": "n", "operations": "all"},
        {"protocol": 1, "name": "n", "operations": [1]},
        {"protocol": 1, "name": "n", "operations": [], "choices": [1]},
        {"protocol": 1, "name": "n", "operations": [], "without": "usage"},
        {"protocol": 1, "name": "n", "operations": [], "without": [1]},
    ],
)
def test_a_description_of_another_form_is_a_subject_error(reported: Any) -> None:
    with pytest.raises(SubjectError):
        description_of(reported, "process", None)


def test_texts_are_cut_with_three_dots() -> None:
    assert (cut("abcdef", 6), cut("abcdef", 5)) == ("abcdef", "ab...")
    assert line_start(b"a\xff") == "'a\ufffd'"
    assert line_start(b"x" * 1_000) == repr("x" * 120 + "...")
