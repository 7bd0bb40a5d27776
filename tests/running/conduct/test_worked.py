"""Each API has worked requests and answers for gateways that speak it on both sides."""

from __future__ import annotations

import pytest

from conformance.apis.emulator import addressed
from conformance.rules.contracts import load_specifications
from conformance.running.conduct.worked import worked_of
from conformance.running.subjects.conversations import MODEL


@pytest.mark.parametrize("api", ["chat", "responses", "anthropic", "gemini"])
def test_requests_can_be_sent_and_none_is_a_stream(api: str) -> None:
    requests, answers = worked_of(api, load_specifications())
    assert len(requests) > 10 and len(answers) > 10
    for request in requests:
        assert request["model"] == MODEL and request.get("stream") is not True
        addressed(api, request)
