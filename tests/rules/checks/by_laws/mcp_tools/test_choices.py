from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.rules.checks.choice_readings import Reading
from tests.rules.checks.choice_samples import OBJECT, REFUSED, chat, mcp, read, unlisted
from tests.suite.selftest.banks.bank import MCP_TOOL, MCP_TOOLS

NO_PARAMETERS = unlisted("a tool without a schema arrived with no parameters")


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize(
    ("choice", "given", "output", "answer"),
    [
        ("unsafe-names", mcp(name="a.b"), chat(name="a.b"), "keep"),
        ("unsafe-names", mcp(name="a.b"), chat(name="a_b"), "rename"),
        ("unsafe-names", mcp(name="a\n"), chat(name="a"), "rename"),
        ("unsafe-names", mcp(name="a" * 65), chat(name="a" * 64), "rename"),
        ("unsafe-names", mcp(name="a.b"), chat(name=None), unlisted('the name "a.b" became null')),
        ("unsafe-names", mcp(name="a"), chat(name="a"), None),
        ("missing-properties", mcp(), chat(), "keep"),
        ("missing-properties", mcp(), chat(parameters={**OBJECT, "properties": {}}), "add"),
        ("description-when-absent", mcp(description=ABSENT), chat(description=""), "empty"),
        ("description-when-absent", mcp(description=ABSENT), chat(description=ABSENT), "omit"),
        ("description-when-absent", mcp(description=None), chat(description="a"), "name"),
        (
            "description-when-absent",
            mcp(description=None),
            chat(description=None),
            unlisted("a tool without description got null"),
        ),
        (
            "description-when-absent",
            mcp(description=None),
            chat(description="None"),
            unlisted('a tool without description got "None"'),
        ),
        ("description-when-absent", mcp(description=None), chat(description="No description."), None),
        ("description-when-absent", mcp(description=""), chat(description=""), None),
        ("description-when-absent", mcp(description=None, title="A tool."), chat(description="A tool."), None),
        ("unsafe-names", mcp(name="a.b"), chat(name="a/b"), unlisted('the name "a.b" became "a/b"')),
        ("unusable-tool", mcp(inputSchema=ABSENT), chat(parameters={**OBJECT, "properties": {}}), "empty-object"),
        ("unusable-tool", mcp(inputSchema=[]), chat(parameters={}), "empty-object"),
        ("unusable-tool", mcp(inputSchema=None), REFUSED, "raise"),
        ("unusable-tool", mcp(), chat(), None),
    ],
)
def test_the_answers_of_mcp_tools(choice: str, given: Any, output: Any, answer: Reading, listed: bool) -> None:
    if listed:
        given, output = [given], output if output is REFUSED else [output]
    assert read(choice, MCP_TOOLS if listed else MCP_TOOL, given, output) == answer


def test_the_answers_that_the_two_forms_show_differently() -> None:
    unsafe, unusable = mcp(name="a.b"), mcp(inputSchema=None)
    assert read("unsafe-names", MCP_TOOL, unsafe, REFUSED) == "refuse"
    assert read("unsafe-names", MCP_TOOLS, [unsafe], []) == "refuse"
    failed = unlisted('the whole call failed on the name "a.b"')
    assert read("unsafe-names", MCP_TOOLS, [unsafe], REFUSED) == failed
    assert read("unusable-tool", MCP_TOOL, unusable, None) == "drop"
    assert read("unusable-tool", MCP_TOOLS, [unusable], []) == "drop"
    assert read("unusable-tool", MCP_TOOL, unusable, {"error": "no schema"}) == NO_PARAMETERS
    assert read("unusable-tool", MCP_TOOLS, [mcp(), unusable, mcp()], [chat(), chat()]) == "drop"
    assert read("unusable-tool", MCP_TOOLS, [mcp(), unusable, mcp(name="b")], [chat()]) is None
    assert read("unsafe-names", MCP_TOOLS, [mcp(), unsafe], []) is None
