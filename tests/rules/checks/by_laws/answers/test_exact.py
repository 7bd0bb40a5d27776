"""What arrives exactly of an answer: texts, names, arguments, and counts of tokens."""

from __future__ import annotations

from tests.rules.checks.by_laws.answers.samples import CALL, converted, exchange, judged, kinds

COMPOSED = exchange(content="Zu\u0308rich", tool_calls=[CALL])
RIGHT = converted(COMPOSED)


def test_texts_and_names_keep_their_characters() -> None:
    response = converted(COMPOSED)
    assert judged("text-exact", COMPOSED, RIGHT) == ()
    response["output"][0]["content"][0]["text"] = "Z\u00fcrich"
    assert kinds(judged("text-exact", COMPOSED, response)) == ["text-changed"]


def test_arguments_keep_their_text() -> None:
    given = exchange(tool_calls=[{**CALL, "function": {"name": "look", "arguments": '{"a":1}'}}])
    response = converted(given)
    assert judged("text-exact", given, response) == ()
    response["output"][0]["arguments"] = '{"a": 1}'
    assert kinds(judged("text-exact", given, response)) == ["json-rewritten"]


def test_counts_keep_their_digits() -> None:
    given = exchange(content="Hi.")
    given["response"]["usage"] = {"prompt_tokens": 2**53 + 1, "completion_tokens": 2, "total_tokens": 2**53 + 3}
    response = converted(given)
    assert judged("numbers-exact", given, response) == ()
    response["usage"]["input_tokens"] = 2**53
    assert kinds(judged("numbers-exact", given, response)) == ["number-changed"]


def test_tokens_of_a_cache_that_are_lost_or_twice_are_no_lost_digits() -> None:
    given = exchange(content="Hi.")
    cached = {"cached_tokens": 8}
    given["response"]["usage"] = {"prompt_tokens": 2**53 + 16, "completion_tokens": 2, "total_tokens": 2**53 + 18,
                                  "prompt_tokens_details": cached}  # fmt: skip
    response = converted(given)
    for changed in (2**53 + 8, 2**53 + 24):
        response["usage"]["input_tokens"] = changed
        assert judged("numbers-exact", given, response) == ()
    response["usage"]["input_tokens"] = 2**53 + 17
    assert kinds(judged("numbers-exact", given, response)) == ["number-changed"]


def test_tokens_of_thoughts_that_are_lost_or_twice_are_no_lost_digits() -> None:
    given = exchange(content="Hi.")
    given["response"]["usage"] = {"prompt_tokens": 1, "completion_tokens": 2**53 + 4, "total_tokens": 2**53 + 5,
                                  "completion_tokens_details": {"reasoning_tokens": 1}}  # fmt: skip
    response = converted(given)
    for changed, found in ((2**53 + 3, []), (2**53 + 5, []), (2**53 + 2, []), (2**53 + 6, []), (2**53 + 4, [])):
        response["usage"]["output_tokens"] = changed
        assert kinds(judged("numbers-exact", given, response)) == found
    response["usage"]["output_tokens"] = float(2**53 + 4)
    assert kinds(judged("numbers-exact", given, response)) == ["number-changed"]
