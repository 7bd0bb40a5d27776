"""Whether a converter of requests to Anthropic's API does otherwise than the reference in some case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.reference import chat_request_to_anthropic_request as convert
from conformance.rules.contracts import load_specifications

SOURCE, TARGET = "chat-request", "anthropic-request"
GIVEN = [case.input for case in load_specifications().contracts["chat-request-to-anthropic-request"].cases]


def is_seen(other: Callable[[Any], Any]) -> bool:
    """Whether a converter returns something else than the reference in some case."""
    for given in GIVEN:
        try:
            owed = convert(given)
        except Exception:  # what the reference refuses shows nothing
            continue
        if other(given) != owed:
            return True
    return False
