"""The standing of Gemini requests: what the API refuses, and calls that nobody can answer."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.input_validity import MALFORMED, REAL, standing_of

OPERATION = "gemini-request-to-chat-request"
ASKED = {"role": "user", "parts": [{"text": "q"}]}


def call(**more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": "f", "args": {}, **more}}


def result(**more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": "f", "response": {"output": "r"}, **more}}


def round_(calls: list[Any], results: list[Any]) -> dict[str, Any]:
    return {"contents": [ASKED, {"role": "model", "parts": calls}, {"role": "user", "parts": results}]}


@pytest.mark.parametrize(
    "value",
    [
        {"contents": [ASKED]},
        {"model": "gemini-2.5-pro", "stream": True, "contents": [ASKED], "tools": None},
        round_([call()], [result()]),
        round_([call(id="a")], [result(id="a")]),
        round_([call(), call()], [result(), result()]),
    ],
)
def test_what_clients_send_is_real(value: Any) -> None:
    assert standing_of(OPERATION, value).kind == REAL


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (7, "type"),
        ({"contents": []}, "gemini-contents-empty"),
        ({"contents": [ASKED], "messages": []}, "schema"),
        (round_([call()], []), "gemini-parts-empty"),
        (round_([call(name=None)], [result()]), "empty"),
        (round_([call(id="a"), call(id="a")], [result(id="a"), result(id="a")]), "call-id"),
        (round_([call(id="a")], [result(id="b")]), "result-id"),
    ],
)
def test_what_no_client_sends_is_malformed(value: Any, rule: str) -> None:
    standing = standing_of(OPERATION, value)
    assert standing.kind == MALFORMED
    assert rule in {reason.rule for reason in standing.reasons}
