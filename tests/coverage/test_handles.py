"""The rows of ids, names and addresses."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON
from tests.suite.coverage.handles import marks, rows


def called(*ids: str, name: str = "search", url: str = "https://example.org/") -> JSON:
    calls = [{"id": id_, "type": "function", "function": {"name": name, "arguments": "{}"}} for id_ in ids]
    image = {"type": "image_url", "image_url": {"url": url}}
    return [{"role": "user", "content": [image]}, {"role": "assistant", "tool_calls": calls}]


@pytest.mark.parametrize(
    ("given", "row"),
    [
        (called("null"), "ids: like JSON"),
        (called("call_1", "call_10"), "ids: one within another"),
        (called("x"), "ids: one letter"),
        (called("c" * 40), "ids: greatest length"),
        (called("call_1", name="true"), "names: like JSON"),
        (called("call_1", name="n" * 64), "names: greatest length"),
        (called("functions.go 1:0"), "ids: a colon, a dot and a blank"),
        (called("call_1", url="https://example.org/?a=1&b=2"), "urls: a query"),
        (called("call_1", url="https://example.org/#a"), "urls: a fragment"),
        (called("call_1", url="https://example.org/a%20b"), "urls: a percent escape"),
        (called("call_1", url="https://example.org:8443/"), "urls: a port"),
        (called("call_1", url="https://b\u00fccher.example/"), "urls: a host that is not ASCII"),
        (called("call_1", url="https://example.org/gr\u00f6\u00dfe"), "urls: a path that is not ASCII"),
        (called("call_1", url="HTTPS://example.org/"), "urls: capitals in the scheme"),
        (called("call_1", url="https://example.org/" + "a" * 4096), "urls: more than 4,096 characters"),
    ],
)
def test_a_class_has_a_row(given: JSON, row: str) -> None:
    assert row in set(rows("chat-messages"))
    assert row in set(marks("chat-messages", given))
    assert row not in set(marks("chat-messages", called("call_1", "call_2")))


def test_a_format_whose_ids_are_not_dealt_has_no_rows() -> None:
    assert [*rows("chat-tools"), *marks("chat-tools", called("null"))] == []
