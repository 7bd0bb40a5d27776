"""A converter that fails on a member that asks for nothing is charged with the rule that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.formats.members import CHAT, MEMBERS, RESPONSES
from conformance.formats.operations import between
from conformance.reference import chat_request_to_responses_request, responses_request_to_chat_request
from conformance.running.engine.result import FAIL
from tests.running.engine.certifying import certified

OPERATIONS: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    CHAT: (between("chat-request", "responses-request"), chat_request_to_responses_request, "C2R-12"),
    RESPONSES: (between("responses-request", "chat-request"), responses_request_to_chat_request, "R2C-12"),
}
LOOK = {"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {}}}
HELLO = [{"role": "user", "content": "Hello"}]
PLAIN = {CHAT: {"messages": HELLO}, RESPONSES: {"input": HELLO}}
IDLE = [
    (format_, member.at[format_], value)
    for member in MEMBERS
    for format_, values in member.idle.items()
    for value in values
    # Chat refuses empty lists of tools; what the others ask for is not known, so that a call may fail on them.
    if (member.at[format_][0], value) not in (("tools", []), ("functions", []), ("stop", ""), ("modalities", []))
    or format_ == RESPONSES
]
# Rules that name these members themselves.
OF_ITS_OWN = {
    (CHAT, "logprobs"): "C2R-8", (CHAT, "top_logprobs"): "C2R-8", (CHAT, "response_format"): "C2R-6",
    (CHAT, "tool_choice"): "C2R-7", (CHAT, "function_call"): "C2R-2", (RESPONSES, "tool_choice"): "R2C-7",
}  # fmt: skip


def fails_on(convert: Callable[[Any], Any], name: str, value: Any) -> Callable[[Any], Any]:
    def converted(request: Any) -> Any:
        if isinstance(request, dict) and name in request and repr(request[name]) == repr(value):
            raise ValueError(f"{name} is not supported")
        return convert(request)

    return converted


@pytest.mark.parametrize(("format_", "path", "value"), IDLE)
def test_a_call_that_fails_on_a_member_that_asks_for_nothing_breaks_that_rule(
    format_: str, path: tuple[str, ...], value: Any
) -> None:
    operation, convert, rule = OPERATIONS[format_]
    held = value if len(path) == 1 else {path[1]: value}
    given = {"model": "gpt-4o", **PLAIN[format_], path[0]: held}
    if path[0] == "stream_options":
        given["stream"] = True
    if path[0] in ("tool_choice", "parallel_tool_calls"):
        flat = {"type": "function", "strict": False, **LOOK}
        given["tools"] = [{"type": "function", "function": LOOK} if format_ == CHAT else flat]
    if path[0] == "function_call":
        given["functions"] = [LOOK]
    result = certified(
        {operation: fails_on(convert, path[0], held)}, operation, inputs={operation: (given,)}, only_inputs=True
    )
    assert {rule.rule.id for rule in result.rules if rule.verdict == FAIL} == {OF_ITS_OWN.get((format_, path[0]), rule)}
