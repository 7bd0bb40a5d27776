"""Which texts and numbers of a conversation arrive exactly (ALL-3, ALL-4)."""

from __future__ import annotations

from tests.rules.checks.letters.responses_input.samples import (
    assistant,
    call,
    calling,
    charged,
    output,
    result,
    said,
    user,
)


def test_a_trimmed_text_is_rewritten() -> None:
    given = [said("Two lines.\n"), said("Ja.", "assistant")]
    assert charged(given, [user("Two lines.\n"), assistant("Ja.")]) == set()
    assert "ALL-4" in charged(given, [user("Two lines."), assistant("Ja.")])


def test_another_text_is_no_rewritten_one() -> None:
    assert "ALL-4" not in charged([said("Hello")], [user("Something else")])


def test_a_number_in_the_arguments_stays_the_same_number() -> None:
    large = '{"a": 9007199254740993}'
    given = [calling("a", arguments=large), result("a")]
    assert charged(given, [call("a", arguments=large), output("a")]) == set()
    assert "ALL-3" in charged(given, [call("a", arguments='{"a": 9007199254740992}'), output("a")])
