"""What two sound messages have in common."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.by_laws.chat_message.samples import (
    CUSTOM,
    REASONING,
    UNKNOWN,
    called,
    charged,
    failed,
    message,
    refused,
    said,
    sent,
    viewed,
)


def test_two_sound_messages_have_one_essence() -> None:
    given = [said("a"), said("b"), called(), CUSTOM]
    one = viewed(given, message("ab", sent()))
    other = viewed(
        given, message("a\nb", sent(), sent(id="call_c", function={"name": "run_sql", "arguments": "select 1"}))
    )
    assert one.essence() == other.essence()
    assert one.expected() == message("ab", sent())
    assert one.essence() != viewed(given, message("ab", sent(3))).essence()


@pytest.mark.parametrize("given", [[said("a")], [], [UNKNOWN, said(refused())], [REASONING], {"output": [called()]}])
def test_a_sound_response_must_convert(given: Any) -> None:
    assert charged(given, failed()) == {"CONV-1"}


@pytest.mark.parametrize("given", ["text", [None], {"output": [], "error": {"code": "server_error"}}])
def test_malformed_and_failed_responses_may_be_refused(given: Any) -> None:
    assert charged(given, failed()) == set()
