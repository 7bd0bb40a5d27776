"""Whole requests are read and written by the names of their formats."""

from __future__ import annotations

import pytest

from conformance.formats.whole_requests import REQUESTS

MESSAGES = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
ITEMS = [{"type": "message", **message} for message in MESSAGES]


@pytest.mark.parametrize("name", REQUESTS)
def test_what_is_read_is_written_again(name: str) -> None:
    own = REQUESTS[name]
    value = {"model": "m", own.has: ITEMS if own.in_items else MESSAGES, "temperature": 0.5}
    request = own.reading(value).request
    assert request is not None and own.write(request) == value


@pytest.mark.parametrize("value", [None, [], {}, {"messages": "q"}])
def test_what_holds_no_conversation_is_no_request(value: object) -> None:
    for own in REQUESTS.values():
        assert own.reading(value).request is None
