"""What Anthropic's API takes in the fields of a request, as recorded requests have it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import findings_of
from conformance.apis.oracles.table import REFUSED
from tests.apis.oracles.requests import OBJECT, USER, anthropic, picture, result, says, use

TOOL = {"name": "look", "description": "Looks.", "input_schema": OBJECT}
HINT = {"cache_control": {"type": "ephemeral"}}
CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}


@pytest.mark.parametrize(
    "request_",
    [
        anthropic(),
        anthropic(system="", tools=[], temperature=0, top_k=5),
        anthropic(max_tokens=0),
        anthropic(tools=[TOOL], tool_choice={"type": "auto", "disable_parallel_tool_use": True}),
        anthropic(max_tokens=2048, thinking={"type": "enabled", "budget_tokens": 1024}, temperature=1.0),
        {
            **anthropic(thinking={"type": "adaptive"}, tools=[TOOL], tool_choice={"type": "any"}),
            "model": "claude-opus-4-6",
        },
        {**anthropic(temperature=0.5, top_p=0.9), "model": "claude-3-5-sonnet-20241022"},
        {**anthropic(temperature=0.5, top_k=2), "model": "claude-sonnet-4-6"},
        {**anthropic(output_config={"effort": "xhigh"}), "model": "claude-opus-4-8"},
        anthropic(output_config={"format": {"type": "json_schema", "schema": CLOSED}}, stop_sequences=["END"]),
        anthropic(tools=[{**TOOL, **HINT}], system=[{"type": "text", "text": "a", **HINT}], **HINT),
        anthropic(says("user", picture("iVBORw0KGgo=")), says("assistant", "Hi", " ", "there"), USER),
        anthropic(says("user", picture("JVBERi0=", "application/pdf", "document"))),
        anthropic(says("user", picture("iVBORw0K\nGgo"))),
        anthropic(USER, says("assistant", use()), says("user", result(content=""), "More.")),
        anthropic(USER, says("assistant", use()), says("user", result(content="No.", is_error=True))),
    ],
    ids=str,
)
def test_what_recorded_requests_have_is_taken(request_: Any) -> None:
    assert [finding for finding in findings_of("anthropic-request", request_) if finding.level == REFUSED] == []


def test_an_object_within_a_strict_tool_has_to_be_closed() -> None:
    inner = {**CLOSED, "properties": {"a": OBJECT}}
    (found,) = (
        finding
        for finding in findings_of(
            "anthropic-request", anthropic(tools=[{**TOOL, "input_schema": inner, "strict": True}])
        )
        if finding.level == REFUSED
    )
    assert (found.rule, found.at) == ("anthropic-closed", "/tools/0/input_schema/properties/a")
    assert found.message.startswith("tools.0.custom: For 'object' type")


def test_hints_are_counted_in_every_place() -> None:
    block = {"type": "text", "text": "a", **HINT}
    request = anthropic(
        says("user", block),
        says("assistant", use()),
        says("user", {**result(content=[block]), **HINT}),
        tools=[{**TOOL, **HINT}],
        system=[block],
    )
    (found,) = (finding for finding in findings_of("anthropic-request", request) if finding.level == REFUSED)
    assert found.message == "A maximum of 4 blocks with cache_control may be provided. Found 5."
