"""The standing of the results of MCP tool calls."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.input_validity import standing_of

REAL, DOCUMENTED, MALFORMED = "real", "documented", "malformed"
PNG = {"type": "image", "data": "iVBORw==", "mimeType": "image/png"}


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ({"content": []}, REAL),
        ({"content": [PNG], "resultType": "complete"}, REAL),
        ({"content": [], "structuredContent": {}}, REAL),
        ({"content": [], "structuredContent": []}, DOCUMENTED),
        ({"resultType": "input_required", "inputRequests": {}}, DOCUMENTED),
        ({"resultType": "input_required"}, MALFORMED),
        ({"content": [], "resultType": "task"}, MALFORMED),
        ({"content": [PNG | {"data": "no base64"}]}, MALFORMED),
        ({"content": [PNG | {"mimeType": "audio/wav"}]}, MALFORMED),
        ({"content": [{"type": "video"}]}, MALFORMED),
        ({"content": [], "isError": None}, MALFORMED),
        ({}, MALFORMED),
    ],
)
def test_a_result_is_real_in_every_version(result: dict[str, Any], kind: str) -> None:
    assert standing_of("mcp-result-to-tool-message", {"result": result, "tool_call_id": "call_1"}).kind == kind


@pytest.mark.parametrize("call", [None, "", "c" * 41, 7])
def test_the_id_of_the_call_is_one_that_both_apis_take(call: Any) -> None:
    given = {"result": {"content": []}, "tool_call_id": call}
    assert standing_of("mcp-result-to-function-call-output", given).kind == MALFORMED
