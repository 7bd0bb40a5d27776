"""The standing of what Gemini answers: what it sends is real, and the rest has a reason."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.input_validity.model import DOCUMENTED, MALFORMED, REAL
from conformance.apis.input_validity.operations import standing_in
from tests.formats.recorded import ANSWER, FOLDERS, REASON, STREAM, recorded

ERROR = {"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}}
BLOCKED = {"promptFeedback": {"blockReason": "SAFETY"}}


def response(*parts: Any, reason: Any = "STOP", **members: Any) -> dict[str, Any]:
    candidate = {"content": {"role": "model", "parts": list(parts)}, "finishReason": reason, **members}
    return {"candidates": [candidate], "responseId": "r"}


def piece(*parts: Any) -> dict[str, Any]:
    made = response(*parts)
    del made["candidates"][0]["finishReason"]
    return made


def call(**members: Any) -> dict[str, Any]:
    return {"functionCall": {"name": "f", "args": {}, **members}}


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (response({"text": "a"}), REAL),
        (response(), REAL),
        (response(call(), call()), REAL),
        (response(call(id="a"), call(id="b")), REAL),
        ({"candidates": [{"content": {}, "finishReason": "SAFETY"}]}, REAL),
        ({"candidates": [{"finishReason": "MAX_TOKENS"}]}, REAL),
        (response({"text": "a"}, reason=1), REAL),
        (response({"text": "a", "of_next_year": 1}, of_next_year={}), REAL),
        (response(call(), reason="UNEXPECTED_TOOL_CALL"), REAL),
        (BLOCKED, REAL),
        (ERROR, DOCUMENTED),
        (response({"text": "a"}, reason="A_REASON_OF_NEXT_YEAR"), DOCUMENTED),
        (response({"text": "a"}, reason="FINISH_REASON_UNSPECIFIED"), DOCUMENTED),
        (piece({"text": "a"}), MALFORMED),
        ({"candidates": []}, MALFORMED),
        (response({"text": 7}), MALFORMED),
        (response(call(name="")), MALFORMED),
        (response(call(id="")), MALFORMED),
        (response(call(id="a"), call(id="a")), MALFORMED),
        (response(call(args=["a"])), MALFORMED),
        ({"candidates": [*response()["candidates"], *response()["candidates"]]}, MALFORMED),
        ([], MALFORMED),
        ({}, MALFORMED),
    ],
)  # fmt: skip
def test_a_response(value: Any, kind: str) -> None:
    assert standing_in("gemini-response", value).kind == kind


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ([piece({"text": "a"}), response({"text": ""})], REAL),
        ([piece({"text": "a"})], REAL),
        ([piece({"text": "a"}), ERROR], REAL),
        ([BLOCKED], REAL),
        ([response({"text": "a"}, reason="A_REASON_OF_NEXT_YEAR")], DOCUMENTED),
        ([response({"text": "a"}), piece({"text": "b"})], MALFORMED),
        ([piece({"text": "a"}), {"error": {}}], MALFORMED),
        ([piece(call(name="")), response()], MALFORMED),
        ([{"usageMetadata": {}}], MALFORMED),
        ([], MALFORMED),
        ({}, MALFORMED),
    ],
)
def test_a_stream(value: Any, kind: str) -> None:
    assert standing_in("gemini-stream", value).kind == kind


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_what_was_recorded_is_real() -> None:
    sources = {ANSWER: "gemini-response", STREAM: "gemini-stream"}
    found = [(form, value, where) for form, value, where in recorded("gemini") if form in sources]
    answers = [
        (form, value, where) for form, value, where in found if not isinstance(value, dict) or "error" not in value
    ]
    assert [where for form, value, where in answers if standing_in(sources[form], value).kind != REAL] == []
    assert len(answers) > 50
