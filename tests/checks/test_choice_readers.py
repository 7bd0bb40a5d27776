from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.observation import Outcome, Refusal
from conformance.selftest.banks.bank import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS
from conformance.values import ABSENT

REFUSED = object()


def read(choice: str, operation: str, given: Any, output: Any, **known: str) -> str | None:
    outcome = Outcome(refusal=Refusal("no")) if output is REFUSED else Outcome(output=output)
    return family(operation).readers[choice](
        view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known))
    )


def nested(**function: Any) -> list[Any]:
    return [{"type": "function", "function": {"name": "a", "description": "A.", "parameters": {}, **function}}]


def flat(**fields: Any) -> list[Any]:
    return [{"type": "function", "name": "a", "description": "A.", "parameters": {}, **fields}]


def mcp(**fields: Any) -> dict[str, Any]:
    tool = {"name": "a", "description": "A.", "inputSchema": {"type": "object"}, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def chat(**fields: Any) -> dict[str, Any]:
    inner = {"name": "a", "description": "A.", "parameters": {"type": "object"}, **fields}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


OBJECT = {"type": "object"}
NO_NAME = [{"type": "function", "function": {"description": "A."}}]
BARE = [{"type": "function", "function": {"name": "a", "description": "A."}}]


@pytest.mark.parametrize(
    ("choice", "given", "output", "answer"),
    [
        ("extra-function-fields", nested(x=1), flat(), "drop"),
        ("extra-function-fields", nested(x=1), flat(x=1), "lift"),
        ("extra-function-fields", nested(x=1, y=2), flat(x=1), None),
        ("extra-function-fields", nested(type="x", function={}), flat(), None),
        ("extra-function-fields", nested(x=1), REFUSED, None),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters=OBJECT), "keep"),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters={**OBJECT, "properties": {}}), "add"),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters={**OBJECT, "properties": None}), None),
        ("missing-properties", nested(), flat(), None),
        ("strict-when-absent", nested(), flat(strict=False), "false"),
        ("strict-when-absent", nested(), flat(), "omit"),
        ("strict-when-absent", nested(), flat(strict=None), None),
        ("strict-when-absent", nested(), flat(strict=True), None),
        ("strict-when-absent", nested(strict=None), flat(), "omit"),
        ("strict-when-absent", nested(strict=True), flat(strict=True), None),
        ("on-invalid", NO_NAME, [], "filter"),
        ("on-invalid", NO_NAME, REFUSED, "raise"),
        ("on-invalid", [None], [], "filter"),
        ("on-invalid", [None], REFUSED, "raise"),
        ("on-invalid", NO_NAME, None, None),
        ("on-invalid", nested(), REFUSED, None),
        ("parameters-when-absent", BARE, flat(parameters={**OBJECT, "properties": {}}), "empty-object"),
        ("parameters-when-absent", BARE, [], "reject"),
        ("parameters-when-absent", BARE, REFUSED, "reject"),
        ("parameters-when-absent", nested(), [], None),
        ("other-tool-types", [{"type": "local_shell"}], [{"type": "local_shell"}], "pass-through"),
        ("other-tool-types", [{"type": "web_search"}], [], "filter"),
        ("other-tool-types", [{"type": "local_shell"}, {"type": "web_search"}], [{"type": "web_search"}], None),
        ("other-tool-types", [{"type": "local_shell"}], REFUSED, None),
        ("other-tool-types", [{"type": "file_search"}], [], None),
    ],
)
def test_the_answers_of_flat_tools(choice: str, given: Any, output: Any, answer: str | None) -> None:
    assert read(choice, CHAT_TOOLS, given, output) == answer


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize(
    ("choice", "given", "output", "answer"),
    [
        ("unsafe-names", mcp(name="a.b"), chat(name="a.b"), "keep"),
        ("unsafe-names", mcp(name="a.b"), chat(name="a_b"), "rename"),
        ("unsafe-names", mcp(name="a\n"), chat(name="a"), "rename"),
        ("unsafe-names", mcp(name="a" * 65), chat(name="a" * 64), "rename"),
        ("unsafe-names", mcp(name="a.b"), chat(name=None), None),
        ("unsafe-names", mcp(name="a"), chat(name="a"), None),
        ("missing-properties", mcp(), chat(), "keep"),
        ("missing-properties", mcp(), chat(parameters={**OBJECT, "properties": {}}), "add"),
        ("description-when-absent", mcp(description=ABSENT), chat(description=""), "empty"),
        ("description-when-absent", mcp(description=ABSENT), chat(description=ABSENT), "omit"),
        ("description-when-absent", mcp(description=None), chat(description="a"), "name"),
        ("description-when-absent", mcp(description=None), chat(description=None), None),
        ("description-when-absent", mcp(description=None), chat(description="A tool."), None),
        ("description-when-absent", mcp(description=""), chat(description=""), None),
        ("unusable-tool", mcp(inputSchema=ABSENT), chat(parameters={**OBJECT, "properties": {}}), "empty-object"),
        ("unusable-tool", mcp(inputSchema=[]), chat(parameters={}), "empty-object"),
        ("unusable-tool", mcp(inputSchema=None), REFUSED, "raise"),
        ("unusable-tool", mcp(), chat(), None),
    ],
)
def test_the_answers_of_mcp_tools(choice: str, given: Any, output: Any, answer: str | None, listed: bool) -> None:
    if listed:
        given, output = [given], output if output is REFUSED else [output]
    assert read(choice, MCP_TOOLS if listed else MCP_TOOL, given, output) == answer


def test_the_answers_that_the_two_forms_show_differently() -> None:
    unsafe, unusable = mcp(name="a.b"), mcp(inputSchema=None)
    assert read("unsafe-names", MCP_TOOL, unsafe, REFUSED) == "refuse"
    assert read("unsafe-names", MCP_TOOLS, [unsafe], []) == "refuse"
    assert read("unsafe-names", MCP_TOOLS, [unsafe], REFUSED) is None
    assert read("unusable-tool", MCP_TOOL, unusable, None) == "drop"
    assert read("unusable-tool", MCP_TOOLS, [unusable], []) == "drop"
    assert read("unusable-tool", MCP_TOOL, unusable, {"error": "no schema"}) is None
    assert read("unusable-tool", MCP_TOOLS, [mcp(), unusable, mcp()], [chat(), chat()]) == "drop"


def test_every_choice_has_a_reader_that_this_file_tries() -> None:
    read_here = {*family(CHAT_TOOLS).readers, *family(MCP_TOOL).readers, *family(MCP_TOOLS).readers}
    assert read_here == {
        *("extra-function-fields", "missing-properties", "strict-when-absent", "on-invalid", "parameters-when-absent"),
        *("other-tool-types", "unsafe-names", "description-when-absent", "unusable-tool"),
    }
