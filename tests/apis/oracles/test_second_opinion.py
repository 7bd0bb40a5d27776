"""The Responses oracle beside openresponses-types, which others derived from the same API on their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.apis.oracles import findings_of
from conformance.apis.oracles.table import REFUSED
from conformance.rules.contracts import load_specifications
from tests.apis.oracles.requests import CALL, OBJECT, OUTPUT, USER_ITEM, flat, responses

types = pytest.importorskip("openresponses_types")
pydantic = pytest.importorskip("pydantic")

# What that package says nothing of: items beside each other, and the schema of a function.
BEYOND = {
    "call-unanswered",
    "output-without-call",
    "reasoning-alone",
    "item-id-prefix",
    "properties-missing",
    "items-missing",
    "root-type",
    "root-combinators",
    "schema-invalid",
    "strict-closed",
    "strict-required",
    "strict-required-extra",
    "strict-keyword",
    "strict-type",
    "strict-format",
}


DISPUTED = "tool-name-long"  # whether names of 65 to 128 characters are taken


def ours(request: dict[str, Any]) -> bool:
    found = findings_of("responses-request", request)
    return all(finding.rule in BEYOND for finding in found if finding.level == REFUSED or finding.rule == DISPUTED)


def theirs(request: dict[str, Any]) -> bool:
    """Whether the package takes a request; it knows messages by their type alone."""
    items = request["input"]
    if isinstance(items, list):
        typed = [{"type": "message", **item} if "role" in item and "type" not in item else item for item in items]
        request = {**request, "input": typed}
    try:
        types.CreateResponseBody.model_validate(request)
    except pydantic.ValidationError:
        return False
    return True


def converted() -> Iterator[tuple[str, dict[str, Any]]]:
    """Requests made of what the worked examples of two operations expect."""
    contracts = load_specifications().contracts
    for operation, key in (("chat-messages-to-responses-input", "input"), ("mcp-tools-to-responses-tools", "tools")):
        for case in contracts[operation].cases:
            for expectation in case.expectations:
                output = expectation.output
                held = output.get("input") if isinstance(output, dict) else output
                # That package has no calls of custom tools.
                is_known = isinstance(held, list) and all(
                    isinstance(element, dict) and not str(element.get("type")).startswith("custom_tool_call")
                    for element in held
                )
                if is_known:
                    yield f"{operation} {case.id}", {**responses(), key: held}


def test_both_say_the_same_of_every_worked_example() -> None:
    requests = list(converted())
    assert [name for name, request in requests if ours(request) is not theirs(request)] == []
    assert sum(ours(request) for _name, request in requests) > 100


@pytest.mark.parametrize(
    "request_",
    [
        responses(tools=[flat("a.b")]),
        responses(tools=[flat("n" * 129)]),
        responses(tools=[{"type": "function", "function": {"name": "look", "parameters": OBJECT}}]),
        responses({**CALL, "call_id": "c" * 65}, {**OUTPUT, "call_id": "c" * 65}),
        responses({**USER_ITEM, "role": "tool"}),
        responses({**USER_ITEM, "role": "assistant", "content": [{"type": "input_text", "text": "hi"}]}),
        responses({**USER_ITEM, "content": [{"type": "output_text", "text": "hi", "annotations": []}]}),
        responses(CALL, {**OUTPUT, "output": {"ok": True}}),
    ],
    ids=[
        "name with a dot",
        "long name",
        "nested tool",
        "long call_id",
        "role tool",
        "input part of the assistant",
        "output part of the user",
        "output an object",
    ],
)
def test_both_refuse_what_servers_refuse(request_: dict[str, Any]) -> None:
    assert not ours(request_)
    assert not theirs(request_)
