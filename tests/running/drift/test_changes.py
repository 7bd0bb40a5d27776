"""What two schemas of one kind are reported to differ in."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import KINDS
from conformance.apis.oracles.pinned import pin
from conformance.running.drift.changes import compare
from conformance.running.drift.model import DefinitionChange, DriftKind, Variant

Schema = dict[str, Any]
KIND = "responses-request"
NEW, REQUIRED, GONE, OPTIONAL, WIDER, NARROWER = DriftKind


def reported(old: Schema, new: Schema) -> list[tuple[str, str, DriftKind]]:
    """Where, what, and the difference."""
    return [
        (f"{element.definition} {element.at}".strip(), element.what, element.difference)
        for element in compare(KIND, old, new)
    ]


def holding(definition: Schema, name: str = "Tool") -> Schema:
    return {"type": "object", "properties": {"tool": {"$ref": f"#/$defs/{name}"}}, "$defs": {name: definition}}


def of_tool(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    return holding({"type": "object", "properties": properties, "required": list(required)})


TEXT: Schema = {"type": "string"}
NULL: Schema = {"type": "null"}
KEPT = frozenset({"a string"})
# Old, new, what is said, the difference, and of what.
DIFFERENCES: dict[str, tuple[Schema, Schema, str, DriftKind, dict[str, Any]]] = {
    "a new property": (of_tool(), of_tool(a=TEXT), "is new", NEW, {}),
    "a new required property": (of_tool(), of_tool(("a",), a=TEXT), "is new, and required", REQUIRED, {}),
    "a property gone": (of_tool(a=TEXT), of_tool(), "is gone", GONE, {}),
    "a required property gone": (of_tool(("a",), a=TEXT), of_tool(), "is gone", GONE, {}),
    "required now": (of_tool(a=TEXT), of_tool(("a",), a=TEXT), "is required now", REQUIRED, {}),
    "optional now": (of_tool(("a",), a=TEXT), of_tool(a=TEXT), "is optional now", OPTIONAL, {}),
    "null too": (
        of_tool(a=TEXT), of_tool(a={"anyOf": [TEXT, NULL]}), "may be null", WIDER,
        {"type": "null", "kept": KEPT},
    ),
    "null no more": (
        of_tool(a={"type": ["string", "null"]}), of_tool(a=TEXT), "may no longer be null", NARROWER,
        {"type": "null", "kept": KEPT},
    ),
    "a list too": (
        of_tool(a=TEXT), of_tool(a={"anyOf": [TEXT, {"type": "array", "items": TEXT}]}), "may be a list", WIDER,
        {"type": "a list", "kept": KEPT},
    ),
    "a value more": (
        of_tool(a={"enum": ["x"]}), of_tool(a={"enum": ["x", "y"]}), 'takes "y"', WIDER, {"values": ("y",)},
    ),
    "a value less": (
        of_tool(a={"enum": ["x", "y"]}), of_tool(a={"const": "x"}), 'takes "y" no longer', NARROWER,
        {"values": ("y",)},
    ),
    "any value": (
        of_tool(a=TEXT), of_tool(a={}), "takes any value now", WIDER,
        {"type": "any value", "kept": KEPT},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_difference_is_reported_as_text_and_as_data(name: str) -> None:
    old, new, what, difference, data = DIFFERENCES[name]
    found = next(element for element in compare(KIND, old, new) if element.what == what)
    words = {"a", *data.get("values", ())}
    assert found == DefinitionChange(
        kind=KIND, definition="Tool", at="a", what=what, difference=difference, words=frozenset(words), **data
    )
    assert reported(old, old) == reported(new, new) == []


def test_a_definition_with_another_name_is_no_difference() -> None:
    inner = {"type": "object", "properties": {"a": TEXT}}
    assert reported(holding(inner, "Tool"), holding(inner, "openai__types__Tool")) == []
    assert reported(holding(inner, "Tool"), holding(inner, "FunctionTool")) == []


def member(name: str, **properties: Schema) -> Schema:
    return {"type": "object", "properties": {"type": {"const": name}, **properties}}


def union(**members: Schema) -> Schema:
    listed = [{"$ref": f"#/$defs/{name}"} for name in members]
    return {"type": "object", "properties": {"tools": {"type": "array", "items": {"anyOf": listed}}}, "$defs": members}


def test_members_of_a_union_are_paired_by_what_is_on_the_wire() -> None:
    old = union(Search=member("search", a=TEXT), Call=member("call"))
    new = union(Call=member("call"), Preview=member("search", a=TEXT, b=TEXT), Custom=member("custom"))
    assert reported(old, new) == [
        ("(root) tools", 'takes Custom (type: "custom")', WIDER),
        ("Search b", "is new", NEW),
    ]
    assert reported(new, old) == [
        ("(root) tools", 'takes Custom (type: "custom") no longer', NARROWER),
        ("Preview b", "is gone", GONE),
    ]
    assert compare(KIND, old, new)[0].variant == Variant("Custom", (("type", "custom"),))


def test_a_definition_that_holds_itself_ends() -> None:
    def tree(**more: Schema) -> Schema:
        return holding({"type": "object", "properties": {"child": {"$ref": "#/$defs/Tool"}, **more}})

    assert reported(tree(), tree(a=TEXT)) == [("Tool a", "is new", NEW)]


def test_allof_is_one_object() -> None:
    base = {"type": "object", "properties": {"a": TEXT}, "required": ["a"]}
    extended = {"allOf": [{"$ref": "#/$defs/Base"}, {"type": "object", "properties": {"b": TEXT}}]}
    old = {"$ref": "#/$defs/Whole", "$defs": {"Base": base, "Whole": extended}}
    flat = {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "required": ["a"]}
    assert reported(old, {"$ref": "#/$defs/Whole", "$defs": {"Whole": flat}}) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_pinned_is_no_drift_from_itself(kind: str) -> None:
    schema = pin(kind)["schema"]
    assert compare(kind, schema, schema) == []
