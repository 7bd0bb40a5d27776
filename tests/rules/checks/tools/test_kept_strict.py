"""What strict may be where a choice leaves it out or keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.tools.kept_strict import read_strict, strict_as_said
from tests.rules.checks.letters.provider_tools.samples import CHAT, FLAT, request, tool, view

CHOICES = {CHAT: ("strict-in-chat", "drop"), FLAT: ("strict-in-flat", "omit")}


def failures(provider: str, said: Any, answer: str | None, **fields: Any) -> list[str]:
    choice, left_out = CHOICES[provider]
    choices = {} if answer is None else {choice: answer}
    seen = view(request(provider), tool(provider, **fields), **choices)
    return [element.message for element in strict_as_said(seen, seen.pairs[0], said, choice, left_out)]


@pytest.mark.parametrize(
    ("provider", "said", "answer", "fields"),
    [
        (CHAT, True, "drop", {}),
        (CHAT, True, "keep", {"strict": True}),
        (CHAT, False, "keep", {}),
        (CHAT, False, "keep", {"strict": False}),
        (CHAT, None, "keep", {"strict": False}),
        (CHAT, "yes", "keep", {"strict": 7}),
        (CHAT, True, None, {}),
        (CHAT, True, None, {"strict": True}),
        (FLAT, False, "keep", {"strict": False}),
        (FLAT, None, "keep", {"strict": False}),
    ],
)
def test_what_the_answers_allow(provider: str, said: Any, answer: str | None, fields: dict[str, Any]) -> None:
    assert failures(provider, said, answer, **fields) == []


@pytest.mark.parametrize(
    ("provider", "said", "answer", "fields", "words"),
    [
        (CHAT, True, "drop", {"strict": True}, "the source says true: wanted no strict, got true"),
        (CHAT, True, "keep", {}, "the source says true: wanted true, but it is absent"),
        (CHAT, True, None, {"strict": False}, "the source says true: wanted no strict or true, got false"),
        (CHAT, None, "keep", {"strict": True}, "the source says none: wanted no strict or false, got true"),
        (FLAT, False, "keep", {}, "the source says false: wanted false, but it is absent"),
        (FLAT, False, "other", {"strict": False}, "the source says false: wanted other, got false"),
    ],
)
def test_what_they_do_not_allow(provider: str, said: Any, answer: str, fields: dict[str, Any], words: str) -> None:
    assert failures(provider, said, answer, **fields) == [f"strict: {words}"]


def test_the_first_tool_whose_source_says_something_shows_the_answer() -> None:
    def shown(said: Any, **fields: Any) -> str | None:
        seen = view(request(CHAT), tool(CHAT, **fields))
        return read_strict([(seen.pairs[0], said)], "drop")

    assert shown(True) == "drop"
    assert shown(True, strict=True) == "keep"
    assert shown(True, strict=False) is None
    assert shown(None, strict=False) is None
