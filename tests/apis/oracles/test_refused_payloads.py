"""Payloads that the APIs are recorded or reported to refuse, and payloads that they were recorded to take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import findings_of
from conformance.apis.oracles.table import REFUSED, WARNING
from tests.apis.oracles.requests import USER, USER_ITEM, chat, responses

FILE = Path(__file__).parents[3].parent / "shared" / "design" / "findings" / "refused-payloads.json"
# Payloads that only bring a warning, by rule, because reports disagree, name other hosts, or are without the answer.
WARNED = {
    "S10": "description-long",  # lifted
    "S14": "strict-limits",  # documented, not recorded
    "S15": "strict-limits",
    "C2": "chat-call-twice",  # mostly other hosts
    "C9": "chat-tool-choice",
    "C11": "effort-with-tools",  # one report, newest models
    "C17": "content-empty",  # answered with 200 once
    "R2": "responses-call-twice",
    "R29": "mcp-server-missing",
}
# Refused in other words.
OTHERWISE = {"R28"}  # a form between two items: which one is meant is the API's guess
# Accepted: whether the call came with reasoning is known only to the API that made it (R32); later recordings have an
# empty schema beside `strict: false` that was answered with 200 (S21).
ACCEPTED = {"R32", "S21"}


def payloads() -> list[Any]:
    return json.loads(FILE.read_text("utf-8")) if FILE.is_file() else []


@pytest.mark.skipif(not FILE.is_file(), reason="there is no ../shared/design")
@pytest.mark.parametrize("entry", payloads(), ids=lambda entry: entry["id"])
def test_a_payload_is_refused_in_the_words_of_the_api_or_the_reason_is_known(entry: Any) -> None:
    found = findings_of(entry["kind"], entry["payload"])
    refused = [finding.message for finding in found if finding.level == REFUSED]
    name, expected = entry["id"], entry.get("expected_message_contains") or ""
    if name in WARNED:
        assert refused == []
        assert WARNED[name] in {finding.rule for finding in found if finding.level == WARNING}
    elif name in ACCEPTED:
        assert found == []
    else:
        assert refused
        assert (expected in refused[0]) is (name not in OTHERWISE)


SEARCHED = {"type": "tool_search_call", "call_id": "search_1", "execution": "client", "arguments": {}}
LOOKED_UP = {"type": "search", "query": "weather", "sources": None}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("chat-request", chat(response_format=None)),
        ("chat-request", chat(tools=None, tool_choice=None)),
        ("responses-request", responses(tool_choice=None)),
        ("chat-request", {**chat(stop=[]), "model": "o3-mini"}),
        ("responses-request", responses({"type": "image_generation_call", "id": "ig_1"}, USER_ITEM)),
        (
            "responses-request",
            responses({"type": "web_search_call", "id": "ws_1", "status": "completed", "action": LOOKED_UP}),
        ),
        (
            "responses-request",
            responses(SEARCHED, {"type": "function_call_output", "call_id": "search_1", "output": "[]"}),
        ),
        ("chat-request", chat(USER, {"role": "assistant", "content": "Hello", "annotations": []})),
        ("responses-event", {"type": "error", "sequence_number": 2, "error": {"code": None, "message": "no quota"}}),
        ("responses-event", {"type": "keepalive", "sequence_number": 2}),
    ],
)
def test_what_was_recorded_with_status_200_is_accepted(kind: str, value: Any) -> None:
    assert [finding for finding in findings_of(kind, value) if finding.level == REFUSED] == []
