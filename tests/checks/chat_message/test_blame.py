"""Which rule a call without a result is charged to."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.chat_message.view import PLACEHOLDER
from conformance.observation import Outcome
from tests.checks.chat_message.samples import (
    CUSTOM,
    INLINE,
    REASONING,
    UNKNOWN,
    called,
    charged,
    failed,
    message,
    refused,
    said,
)


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ([said("a")], "OUT-1"),
        ([called()], "OUT-2"),
        ([said("a", INLINE)], "OUT-3"),
        ([REASONING, said("a")], "OUT-4"),
        ([REASONING], "OUT-6"),
        ([], "OUT-6"),
        ([said(refused())], "OUT-7"),
        ([UNKNOWN, said("a")], "OUT-8"),
        ([said("a", refused())], "OUT-9"),
        ([CUSTOM, said("a")], "OUT-9a"),
        ({"output": [said("a")]}, "OUT-1a"),
    ],
)
def test_a_call_that_fails_is_charged_to_what_is_unusual(given: Any, rule: str) -> None:
    assert charged(given, failed()) == {rule}


def test_of_two_unusual_items_the_one_that_fails_alone_is_guilty() -> None:
    given, alone = [UNKNOWN, said(refused())], (Outcome(output=message(PLACEHOLDER)), failed())
    assert charged(given, failed()) == set()  # nobody can tell
    assert charged(given, failed(), alone=alone) == {"OUT-7"}
    assert charged(given, failed(), alone=(alone[0], alone[0])) == {"OUT-1"}
