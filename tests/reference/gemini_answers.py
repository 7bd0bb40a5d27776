"""Answers of Gemini for the tests of the reference converters."""

from __future__ import annotations

from typing import Any

Object = dict[str, Any]
PAGE: Object = {"web": {"uri": "https://x/", "title": "T"}}


def call(name: str = "f", **members: Any) -> Object:
    return {"functionCall": {"name": name, **members}}


def response(*parts: Object, reason: Any = "STOP", **members: Any) -> Object:
    """A response with one candidate. members: of the candidate."""
    end = {} if reason is None else {"finishReason": reason}
    return {"candidates": [{"content": {"role": "model", "parts": list(parts)}, **end, **members}], "responseId": "r"}
