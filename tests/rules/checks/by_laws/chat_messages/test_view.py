"""Inputs of the wrong shape."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.by_laws.chat_messages.samples import HELLO, charged, failed, reported


@pytest.mark.parametrize("given", [None, 7, {}, {"input": 7}], ids=repr)
def test_a_wrong_shape_gives_nothing_or_fails(given: Any) -> None:
    assert charged(given, []) == charged(given, failed("no list")) == set()
    assert charged(given, [HELLO]) == charged(given, "Hello") == {"ALL-7"}


def test_a_string_is_a_message_or_nothing() -> None:
    assert charged("Hello", [HELLO]) == charged("Hello", []) == charged("Hello", failed("no list")) == set()
    assert charged("Hello", [reported("Hello")]) == {"ALL-7"}
    assert charged({"input": "Hello"}, [HELLO]) == set()
    assert charged({"input": "Hello"}, []) == {"INP-3", "INP-4"}


def test_what_is_no_item_says_nothing() -> None:
    assert charged([None, HELLO], [HELLO]) == charged([None, HELLO], failed("null")) == set()
    assert charged([None, HELLO], [{"role": "user", "content": "None"}, HELLO]) == {"ALL-7"}
    assert charged([HELLO], failed("no")) == {"CONV-1"}
