"""By what a file that cannot be read is known to be a recording, and no settings of some tool."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

# Quotes, escaped or not, or those that YAML needs not.
_Q: Final = rb"""\\*["']?"""
# What an answer of an API, or an event of its stream, calls itself.
_ANSWER: Final = re.compile(
    rb"\bobject%(q)s\s*:\s*%(q)s(chat\.completion|response\b(?![\w.]))"
    rb"|\btype%(q)s\s*:\s*%(q)s(response\.(created|completed)|message_start|content_block_start)\b"
    rb"|\bstop_reason%(q)s\s*:\s*%(q)s(end_turn|tool_use|max_tokens|stop_sequence)\b" % {b"q": _Q}
)
# Where requests go, and how recorders call what they wrote.
_TRAFFIC: Final = re.compile(rb"/chat/completions|/v1/(messages|responses)\b|\b(http_)?interactions\b|httprr trace")
_COMPRESSED: Final = (".gz", ".zz")


def looks_recorded(name: str, data: bytes) -> bool:
    """Whether a file that cannot be parsed looks like a recording. Into a compressed one nobody can look."""
    packed = name.lower().endswith((*_COMPRESSED, ".httprr"))
    return packed or _TRAFFIC.search(data) is not None or _ANSWER.search(data) is not None


def holds_an_answer(document: Any, data: bytes) -> bool:
    """Whether a document that no known recorder wrote holds an answer of an API. In OpenAPI those are examples."""
    described = isinstance(document, Mapping) and not {"openapi", "swagger"}.isdisjoint(document)
    return not described and _ANSWER.search(data) is not None
