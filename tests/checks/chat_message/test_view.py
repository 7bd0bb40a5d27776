"""What two sound messages have in common."""

from __future__ import annotations

from tests.checks.chat_message.samples import CUSTOM, called, message, said, sent, viewed


def test_two_sound_messages_have_one_essence() -> None:
    given = [said("a"), said("b"), called(), CUSTOM]
    one = viewed(given, message("ab", sent()))
    other = viewed(
        given, message("a\nb", sent(), sent(id="call_c", function={"name": "run_sql", "arguments": "select 1"}))
    )
    assert one.essence() == other.essence()
    assert one.expected() == message("ab", sent())
    assert one.essence() != viewed(given, message("ab", sent(3))).essence()
