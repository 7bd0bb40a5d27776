from __future__ import annotations

from collections import OrderedDict

from tests.checks.tool_samples import chat, mcp, of_mcp


class Text(str):
    """A text of a class of its own, as an enum of texts has them."""


class Number(int):
    """A number of a class of its own."""


def test_instances_of_subclasses_are_what_they_extend() -> None:
    source = {"type": "object", "minProperties": 1, "title": "A"}
    result = OrderedDict(type=Text("object"), minProperties=Number(1), title="A")
    assert of_mcp([mcp(inputSchema=source)], [OrderedDict(chat(parameters=result))]) == set()
    result["minProperties"] = True
    assert of_mcp([mcp(inputSchema=source)], [OrderedDict(chat(parameters=result))]) >= {"MCP-3"}
