"""The reference of responses-response-to-chat-response: what the cases do not show."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from conformance.reference import ResponseError, responses_response_to_chat_response

RESPONSE: dict[str, Any] = {"id": "resp_1", "created_at": 1.9, "status": "completed", "model": "m", "output": []}


@pytest.mark.parametrize("given", [None, [], {}, {"output": {}}])
def test_what_is_no_response_is_refused(given: Any) -> None:
    with pytest.raises(ResponseError):
        responses_response_to_chat_response(given)


@pytest.mark.parametrize("status", ["failed", "cancelled", "queued", "in_progress"])
def test_what_is_no_answer_is_refused_or_named(status: str) -> None:
    given = RESPONSE | {"status": status, "error": {"code": "server_error", "message": "It broke."}}
    with pytest.raises(ResponseError, match=f"{status}: server_error: It broke"):
        responses_response_to_chat_response(given)
    found = responses_response_to_chat_response(given, failed_response="report")
    assert found["error"]["code"] == "server_error"


def test_what_is_left_out_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    items = [None, {"type": "compaction"}, {"type": "message", "content": [{"type": "audio"}]}]
    with caplog.at_level(logging.WARNING):
        found = responses_response_to_chat_response(RESPONSE | {"output": items, "service_tier": "ultrafast"})
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "output[0]", "output[1]", "output[2].content[0]", "service_tier",
    ]  # fmt: skip
    assert found["created"] == 1
    assert found["choices"][0]["message"] == {"role": "assistant", "content": None}
