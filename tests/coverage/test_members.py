"""Rows of the members of requests."""

from __future__ import annotations

from tests.suite.coverage.members import marks, rows

TO_RESPONSES, TO_CHAT = "chat-request-to-responses-request", "responses-request-to-chat-request"


def test_each_two_values_that_ask_for_nothing_have_a_row() -> None:
    row = "members: temperature 1 and metadata {} ask for nothing"
    assert row in rows(TO_RESPONSES)
    assert row in set(marks(TO_RESPONSES, {"temperature": 1.0, "metadata": {}}))
    assert row not in set(marks(TO_RESPONSES, {"temperature": 0, "metadata": {}}))


def test_null_and_members_of_members_have_rows() -> None:
    row = 'members: text.verbosity "medium" and text.format {"type": "text"} ask for nothing'
    assert row in rows(TO_CHAT)
    assert row in set(marks(TO_CHAT, {"text": {"verbosity": "medium", "format": {"type": "text"}}}))
    assert "members: user null and seed null ask for nothing" in rows(TO_RESPONSES)


def test_what_the_api_refuses_together_has_no_row() -> None:
    chat = "\n".join(rows(TO_RESPONSES))
    assert "members: stream false and stream_options.include_obfuscation true ask for nothing" not in chat
    assert 'members: tool_choice "auto" and tools null ask for nothing' not in chat
    assert "tools []" not in chat
    assert 'members: tool_choice "auto" and tools [] ask for nothing' in rows(TO_CHAT)


def test_what_no_model_takes_together_has_no_row() -> None:
    assert "members: temperature and store" in rows(TO_RESPONSES)
    assert "members: temperature and reasoning_effort" not in rows(TO_RESPONSES)
    assert "members: max_completion_tokens and max_tokens" not in rows(TO_RESPONSES)


def test_numbers_and_ids_of_users_have_classes() -> None:
    marked = set(marks(TO_RESPONSES, {"temperature": 1.0, "user": "größe@b.c: d"}))
    rows_ = (
        "temperature: a whole number with .0", "user: an e-mail", "user: a blank, a colon and a dot", "user: not ASCII",
    )  # fmt: skip
    assert {f"members: {row}" for row in rows_} <= marked & set(rows(TO_RESPONSES))
    marked = set(marks(TO_RESPONSES, {"temperature": 1e-05, "user": "user-7"}))
    assert "members: temperature: an exponent" in marked
    assert not marked & {f"members: {row}" for row in rows_}


def test_values_at_their_limits_have_rows() -> None:
    given = {"temperature": 2, "stop": ["a", "b", "c", "d"], "metadata": {"": ""}, "seed": 2**53 + 1, "n": True}
    found = {row for row in marks(TO_RESPONSES, given) if row.count(":") == 2}
    assert found == {
        "members: temperature: 2", "members: stop: 4 texts", "members: stop: one letter",
        "members: metadata: an empty text", "members: seed: beyond 2^53",
    }  # fmt: skip
    assert found <= set(rows(TO_RESPONSES))
