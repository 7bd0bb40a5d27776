"""What is refused, and what is taken with a warning."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import accepts, findings_of, judge, refusals_of
from tests.apis.oracles.requests import chat

TOOL = {
    "type": "function",
    "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}},
}


IMAGE = {"url": "https://example.com/a.png"}


@pytest.mark.parametrize(
    ("request_", "taken"),
    [
        (chat(messages=[{"role": "assistant", "content": "Hi", "annotations": []}]), True),
        (chat(tools=[TOOL | {"function": {**TOOL["function"], "requires_confirmation": False}}]), True),
        (chat(messages=[{"role": "user", "content": [{"type": "text", "text": "Hi", "cache_control": {}}]}]), True),
        (chat(messages=[{"role": "user", "content": [{"type": "image_url", "image_url": IMAGE | {"x": 1}}]}]), False),
        (chat(tools=[TOOL | {"name": "f"}]), True),
        (chat(tools=[TOOL | {"description": "d"}]), False),
        (chat(about="me"), False),
    ],
)
def test_chat_takes_unknown_members_of_messages_parts_and_functions_alone(request_: Any, taken: bool) -> None:
    found = [finding for finding in findings_of("chat-request", request_) if finding.code == "unknown_parameter"]
    assert [finding.level for finding in found] == ["warning" if taken else "refused"]
    assert accepts("chat-request", request_) is taken
    assert (refusals_of("chat-request", request_) == ()) is taken
    assert ("api.mistral.ai" in found[0].message) is taken


def test_the_reasons_of_a_refused_value_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[str] = []
    explain = judge._complaints
    monkeypatch.setattr(judge, "_complaints", lambda kind, value: explained.append(kind) or explain(kind, value))
    assert refusals_of("chat-request", chat(about="me")) != ()
    assert explained == ["chat-request"]
