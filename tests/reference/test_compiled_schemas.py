"""What the reference makes of the schemas of strict tools and of answers for Anthropic."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import chat_request_to_anthropic_request
from conformance.reference.compiled_schemas import compile_schema, compile_tools
from tests.apis.oracles.requests import closed

REFERS = {"$ref": "#/$defs/node"}
NULLABLE = {"type": ["string", "null"]}


def tool(schema: dict[str, Any], name: str = "f") -> dict[str, Any]:
    return {"name": name, "description": "d", "input_schema": schema, "strict": True}


def test_limits_are_left_out_with_a_report(caplog: pytest.LogCaptureFixture) -> None:
    list_ = {"type": "array", "items": {"type": "string", "maxLength": 9}, "minItems": 2}
    schema = closed(["a", "b"], a={"type": "integer", "minimum": 0}, b=list_)
    with caplog.at_level(logging.WARNING):
        compile_schema(schema, "tools[0]")
    assert schema == closed(["a", "b"], a={"type": "integer"}, b={"type": "array", "items": {"type": "string"}})
    (report,) = caplog.messages
    assert all(keyword in report for keyword in ("minimum", "maxLength", "minItems"))


def test_what_is_compiled_as_it_is_stays() -> None:
    schema = closed(["a"], a={"type": "array", "items": {"type": "string", "pattern": "x"}, "minItems": 1})
    given = {**schema}
    compile_schema(schema, "tools[0]")
    assert schema == given


def test_one_of_several_becomes_any_of_them() -> None:
    schema = closed(["a"], a={"oneOf": [{"type": "string"}, {"type": "null"}]})
    compile_schema(schema, "tools[0]")
    assert schema["properties"]["a"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}


RECURSIVE = {**closed(["a"], a=REFERS), "$defs": {"node": closed(["next"], next={"anyOf": [REFERS, {"type": "null"}]})}}


@pytest.mark.parametrize(
    "tools",
    [
        [tool(RECURSIVE)],
        [tool(closed([]), f"t{number}") for number in range(21)],
        [tool(closed([f"m{n}" for n in range(17)], **{f"m{n}": NULLABLE for n in range(17)}))],
        [tool(closed([], **{f"m{n}": {"type": "string"} for n in range(25)}))],
    ],
    ids=["recursive", "tools", "unions", "optional"],
)
def test_what_cannot_be_compiled_is_not_strict_and_stays_as_it_is(
    tools: list[dict[str, Any]], caplog: pytest.LogCaptureFixture
) -> None:
    schemas = [{**tool["input_schema"]} for tool in tools]
    with caplog.at_level(logging.WARNING):
        compile_tools([(f"tools[{at}]", tool) for at, tool in enumerate(tools)], None)
    assert [tool["strict"] for tool in tools] == [False] * len(tools)
    assert [tool["input_schema"] for tool in tools] == schemas
    assert all("strict" in message for message in caplog.messages) and len(caplog.messages) == len(tools)


def test_the_form_of_the_answer_counts_too() -> None:
    held = {f"m{n}": NULLABLE for n in range(10)}
    tools = [tool(closed([*held], **held))]
    compile_tools([("tools[0]", tools[0])], closed([*held], **held))
    assert tools[0]["strict"] is False


def test_the_api_takes_what_became_of_a_request() -> None:
    limited = closed(["a"], a={"type": "integer", "minimum": 0})
    made = chat_request_to_anthropic_request({
        "model": "claude-haiku-4-5",
        "messages": [{"role": "user", "content": "q"}],
        "tools": [{"type": "function", "function": {"name": "f", "strict": True, "parameters": limited}}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": limited}},
    })  # fmt: skip
    assert refusals_of("anthropic-request", made) == ()
