"""What the APIs say of requests, without what recorded requests show them to accept."""

from __future__ import annotations

import re

from conformance.apis.oracles.finding import Finding
from conformance.base.values import JSON

# Warnings about values that the APIs answer with 200, and about what is judged elsewhere: references and tools.
_HARMLESS = frozenset({
    "tool-undescribed", "strict-unsaid", "strict-default", "strict-limits", "description-long", "ref-missing",
    "chat-tool-choice", "effort-with-tools", "mcp-server-missing",
})  # fmt: skip
# Members of answers that clients send back, and members that frameworks add: unknown to the types, answered with 200.
_UNKNOWN = re.compile(
    r"/messages/\d+/(annotations|name|reasoning_content|tool_calls/\d+/(index|extra_content))"
    r"|/tools/\d+/function/(type|requires_confirmation|external_execution)"
    r"|/input/\d+/content/\d+/parsed"
)
# Members that may be null, empty or absent although the types say otherwise.
_NOTHING = re.compile(
    r"/messages/\d+/(audio|function_call|refusal|tool_calls)"
    r"|/input/\d+/(result|status|action/sources)"
    r"|/input/\d+/content/\d+/(annotations|logprobs)"
)


def is_excused(found: Finding, request: JSON, below: str = "") -> bool:
    """Whether recordings show that the API accepts what a finding is about. below: where `found.at` starts."""
    if found.rule in _HARMLESS:
        return True
    place = below + found.at
    if found.rule != "schema":
        return False
    if found.code == "unknown_parameter":
        return bool(_UNKNOWN.fullmatch(place))
    return bool(_NOTHING.fullmatch(place)) and _value(request, place) in (None, [])


def _value(request: JSON, place: str) -> JSON:
    for step in place.split("/")[1:]:
        request = request[int(step)] if isinstance(request, list) else request.get(step)
    return request
