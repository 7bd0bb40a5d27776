"""Where an exchange has its answer."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.exchange_parts import answer_format, answer_in, answer_key


def test_the_answer_of_an_exchange_has_a_format_of_its_own() -> None:
    assert answer_format("chat-exchange") == "chat-response"
    assert answer_in("chat-stream-exchange", {"request": {}, "chunks": [1]}) == [1]
    assert answer_in("chat-exchange", []) is None


def test_any_other_value_is_its_own_answer() -> None:
    assert answer_format("chat-stream") == "chat-stream"
    assert answer_in("chat-response", {"response": 1}) == {"response": 1}


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({"response": {}}, "response"),
        ({"request": {}, "chunks": []}, "chunks"),
        ({"response": {}, "chunks": []}, None),
        ({"response": {}, "type": "response.completed"}, None),
        ({"request": {}}, None),
        ([], None),
    ],
)
def test_an_exchange_is_known_by_its_keys(value: Any, key: str | None) -> None:
    assert answer_key(value) == key
