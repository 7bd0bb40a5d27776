"""What two schemas of one kind are reported to differ in."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.drift.changes import compare
from conformance.drift.model import BREAKS_ANSWERS, BREAKS_REQUESTS
from conformance.oracles import KINDS
from conformance.oracles.pinned import pin

Schema = dict[str, Any]
SENT, READ = "responses-request", "responses-response"


def reported(kind: str, old: Schema, new: Schema) -> list[tuple[str, str, str | None]]:
    """Where, what, and what it breaks."""
    return [(f"{one.definition} {one.at}".strip(), one.what, one.breaks) for one in compare(kind, old, new)]


def holding(definition: Schema, name: str = "Tool") -> Schema:
    return {"type": "object", "properties": {"tool": {"$ref": f"#/$defs/{name}"}}, "$defs": {name: definition}}


def of_tool(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    return holding({"type": "object", "properties": properties, "required": list(required)})


TEXT: Schema = {"type": "string"}
NULL: Schema = {"type": "null"}
# Old, new, what is said, whether it breaks who sends, whether it breaks who reads.
DIFFERENCES: dict[str, tuple[Schema, Schema, str, bool, bool]] = {
    "a new property": (of_tool(), of_tool(a=TEXT), "is new", False, False),
    "a new required property": (of_tool(), of_tool(("a",), a=TEXT), "is new, and required", True, False),
    "a property gone": (of_tool(a=TEXT), of_tool(), "is gone", True, False),
    "a required property gone": (of_tool(("a",), a=TEXT), of_tool(), "is gone", True, True),
    "required now": (of_tool(a=TEXT), of_tool(("a",), a=TEXT), "is required now", True, True),
    "optional now": (of_tool(("a",), a=TEXT), of_tool(a=TEXT), "is optional now", False, True),
    "null too": (of_tool(a=TEXT), of_tool(a={"anyOf": [TEXT, NULL]}), "may be null", False, True),
    "null no more": (of_tool(a={"type": ["string", "null"]}), of_tool(a=TEXT), "may no longer be null", True, False),
    "a list too": (
        of_tool(a=TEXT), of_tool(a={"anyOf": [TEXT, {"type": "array", "items": TEXT}]}), "may be a list", False, True,
    ),
    "a value more": (of_tool(a={"enum": ["x"]}), of_tool(a={"enum": ["x", "y"]}), 'takes "y"', False, True),
    "a value less": (
        of_tool(a={"enum": ["x", "y"]}), of_tool(a={"const": "x"}), 'takes "y" no longer', True, False,
    ),
    "any value": (of_tool(a=TEXT), of_tool(a={}), "takes any value now", False, True),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_difference_is_reported_with_whom_it_breaks(name: str) -> None:
    old, new, what, sends, reads = DIFFERENCES[name]
    for kind, breaks, effect in ((SENT, sends, BREAKS_REQUESTS), (READ, reads, BREAKS_ANSWERS)):
        assert ("Tool a", what, effect if breaks else None) in reported(kind, old, new)
        assert reported(kind, old, old) == reported(kind, new, new) == []


def test_a_definition_with_another_name_is_no_difference() -> None:
    inner = {"type": "object", "properties": {"a": TEXT}}
    assert reported(SENT, holding(inner, "Tool"), holding(inner, "openai__types__Tool")) == []
    assert reported(SENT, holding(inner, "Tool"), holding(inner, "FunctionTool")) == []


def member(name: str, **properties: Schema) -> Schema:
    return {"type": "object", "properties": {"type": {"const": name}, **properties}}


def union(**members: Schema) -> Schema:
    listed = [{"$ref": f"#/$defs/{name}"} for name in members]
    return {"type": "object", "properties": {"tools": {"type": "array", "items": {"anyOf": listed}}}, "$defs": members}


def test_members_of_a_union_are_paired_by_what_is_on_the_wire() -> None:
    old = union(Search=member("search", a=TEXT), Call=member("call"))
    new = union(Call=member("call"), Preview=member("search", a=TEXT, b=TEXT), Custom=member("custom"))
    assert reported(SENT, old, new) == [
        ("(root) tools", 'takes Custom (type: "custom")', None),
        ("Search b", "is new", None),
    ]
    assert reported(SENT, new, old) == [
        ("(root) tools", 'takes Custom (type: "custom") no longer', BREAKS_REQUESTS),
        ("Preview b", "is gone", BREAKS_REQUESTS),
    ]


def test_a_reader_passes_over_members_that_it_does_not_know() -> None:
    assert reported(READ, union(Call=member("call")), union(Call=member("call"), New=member("new"))) == [
        ("(root) tools", 'takes New (type: "new")', None)
    ]


def test_a_definition_that_holds_itself_ends() -> None:
    def tree(**more: Schema) -> Schema:
        return holding({"type": "object", "properties": {"child": {"$ref": "#/$defs/Tool"}, **more}})

    assert reported(SENT, tree(), tree(a=TEXT)) == [("Tool a", "is new", None)]


def test_allof_is_one_object() -> None:
    base = {"type": "object", "properties": {"a": TEXT}, "required": ["a"]}
    extended = {"allOf": [{"$ref": "#/$defs/Base"}, {"type": "object", "properties": {"b": TEXT}}]}
    old = {"$ref": "#/$defs/Whole", "$defs": {"Base": base, "Whole": extended}}
    flat = {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "required": ["a"]}
    assert reported(SENT, old, {"$ref": "#/$defs/Whole", "$defs": {"Whole": flat}}) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_pinned_is_no_drift_from_itself(kind: str) -> None:
    schema = pin(kind)["schema"]
    assert compare(kind, schema, schema) == []
