"""What arrives exactly of a request."""

from __future__ import annotations

from typing import Any

from tests.rules.checks.by_laws.requests.samples import asked, called, check, made, returned, user


def test_digits_of_arguments_count() -> None:
    assert check("data-keeps-digits", called(), returned(arguments='{"n": 9007199254740992}')) == ["digits-lost"]
    assert check("data-keeps-digits", called(), returned()) in ([], None)


def test_texts_are_exact() -> None:
    assert check("text-exact", asked(user(" q ")), made(user("q"))) == ["text-changed"]
    assert check("text-exact", called("a  b"), returned("a b")) == ["text-changed"]


def test_texts_of_a_result_may_be_joined_but_not_rewritten() -> None:
    parts: list[Any] = [{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]
    assert check("text-exact", called(parts), returned("A\nB")) == []
    assert check("text-exact", called(parts), returned("A B")) == []
    assert check("text-exact", called(parts), returned("a\nb")) == ["text-changed"]
    assert check("text-exact", called(parts), returned("A - B")) == ["text-changed"]


def test_numbers_of_settings_and_schemas_are_exact() -> None:
    assert check("numbers-exact", asked(user("q")), made(user("q"), max_completion_tokens=9.0)) == ["number-changed"]
    schema = {"type": "object", "properties": {"n": {"maximum": 5}}}
    given = asked(user("q"), tools=[{"name": "f", "input_schema": schema}])
    other = {"type": "object", "properties": {"n": {"maximum": 5.0}}}
    tool = {"type": "function", "function": {"name": "f", "parameters": other}}
    assert check("numbers-exact", given, made(user("q"), tools=[tool])) == ["number-changed"]
