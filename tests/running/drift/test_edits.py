"""What a change of a schema makes of a value that is read, and whether one that is written still fits."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.running.drift.changes import compare
from conformance.running.drift.edits import is_copied, is_in, is_refused, make
from conformance.running.drift.model import DefinitionChange
from conformance.running.drift.places import FoundPlaces, Walker, place_of

KIND = "chat-request"
TEXT = {"type": "string"}


def an_object(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def union(**definitions: Any) -> dict[str, Any]:
    parts = {"type": "array", "items": {"anyOf": [ref(name) for name in definitions]}}
    return {**an_object(parts=parts), "$defs": definitions}


def tagged(tag: str, *required: str, **properties: Any) -> dict[str, Any]:
    return an_object(*required, type={"const": tag}, **properties)


def found_in(value: Any, schema: dict[str, Any]) -> FoundPlaces:
    found = FoundPlaces()
    Walker(KIND, schema).walk(value, found)
    return found


VALUES = {"enum": ["x", "y"]}
# The old schema, the new one, a value, and what is read of it after the change; the same where it is not.
READINGS: dict[str, tuple[dict[str, Any], dict[str, Any], Any, Any]] = {
    "gone": (an_object(a=TEXT, b=TEXT), an_object(b=TEXT), {"a": "1", "b": "2"}, {"b": "2"}),
    "optional": (an_object("a", a=TEXT), an_object(a=TEXT), {"a": "1"}, {}),
    "a value more": (an_object(a=VALUES), an_object(a={"enum": ["x", "y", "z"]}), {"a": "x"}, {"a": "z"}),
    "a value more in a list": (
        an_object(a={"type": "array", "items": VALUES}),
        an_object(a={"type": "array", "items": {"enum": ["x", "y", "z"]}}),
        {"a": ["x", "y"]}, {"a": ["z", "z"]},
    ),
    "a value more beside objects": (
        an_object(a={"anyOf": [VALUES, an_object(b=TEXT)]}),
        an_object(a={"anyOf": [{"enum": ["x", "y", "z"]}, an_object(b=TEXT)]}),
        {"a": {"b": "1"}}, {"a": {"b": "1"}},
    ),
    "null too in a list": (
        an_object(a={"type": "array", "items": TEXT}),
        an_object(a={"type": "array", "items": {"type": ["string", "null"]}}),
        {"a": ["x", "y"]}, {"a": [None, None]},
    ),
    "null for a list": (
        an_object(a={"type": "array", "items": TEXT}),
        an_object(a={"anyOf": [{"type": "array", "items": TEXT}, {"type": "null"}]}),
        {"a": ["x"]}, {"a": None},
    ),
    "null too": (an_object(a=TEXT), an_object(a={"type": ["string", "null"]}), {"a": "1"}, {"a": None}),
    "a list too": (
        an_object(a=TEXT), an_object(a={"anyOf": [TEXT, {"type": "array", "items": TEXT}]}), {"a": "1"}, {"a": ["1"]},
    ),
    "anything": (an_object(a=TEXT), an_object(a={}), {"a": "1"}, {"a": {"changed": True}}),
    "a text too": (an_object(a={"const": "x"}), an_object(a=TEXT), {"a": "x"}, {"a": "changed"}),
    "a number too": (an_object(a={"type": "integer"}), an_object(a={"type": "number"}), {"a": 1}, {"a": 7.5}),
    "a variant more": (
        union(A=tagged("a")), union(A=tagged("a"), B=tagged("b")),
        {"parts": [{"type": "a"}]}, {"parts": [{"type": "b"}]},
    ),
    "a variant gone": (
        union(A=tagged("a", n=TEXT), B=tagged("b")), union(B=tagged("b")),
        {"parts": [{"type": "a", "n": "1"}, {"type": "b"}]}, {"parts": [{"type": "changed", "n": "1"}, {"type": "b"}]},
    ),
    "an untagged variant gone": (
        union(A=an_object("n", n=TEXT), B=tagged("b")), union(B=tagged("b")),
        {"parts": [{"n": "1"}, {"type": "b"}]}, {"parts": [{}, {"type": "b"}]},
    ),
    "new": (an_object(), an_object(a=TEXT), {}, {}),
    "required": (an_object(a=TEXT), an_object("a", a=TEXT), {"a": "1"}, {"a": "1"}),
    "a value less": (an_object(a=VALUES), an_object(a={"const": "x"}), {"a": "y"}, {"a": "y"}),
}  # fmt: skip


@pytest.mark.parametrize("name", READINGS)
def test_a_change_is_made_in_what_is_read(name: str) -> None:
    old, new, value, expected = READINGS[name]
    (change,) = compare(KIND, old, new)
    found = found_in(value, old)
    changes = value != expected
    if changes:
        assert is_in(change, found)
    if is_in(change, found):
        make(change, found)
    assert value == expected


# The old schema, the new one, and by value whether it no longer fits.
WRITINGS: dict[str, tuple[dict[str, Any], dict[str, Any], list[tuple[Any, bool]]]] = {
    "gone": (an_object(a=TEXT), an_object(), [({"a": "1"}, True), ({}, False)]),
    "new": (an_object(), an_object(a=TEXT), [({}, False)]),
    "new and required": (an_object(), an_object("a", a=TEXT), [({}, True)]),
    "required": (an_object(a=TEXT), an_object("a", a=TEXT), [({"a": "1"}, False), ({}, True)]),
    "optional": (an_object("a", a=TEXT), an_object(a=TEXT), [({"a": "1"}, False)]),
    "a value more": (an_object(a={"const": "x"}), an_object(a=VALUES), [({"a": "x"}, False)]),
    "a value less": (an_object(a=VALUES), an_object(a={"const": "x"}), [({"a": "x"}, False), ({"a": "y"}, True)]),
    "null no more": (
        an_object(a={"type": ["string", "null"]}), an_object(a=TEXT), [({"a": None}, True), ({"a": "1"}, False)],
    ),
    "null no more in a list": (
        an_object(a={"type": "array", "items": {"type": ["string", "null"]}}),
        an_object(a={"type": "array", "items": TEXT}),
        [({"a": ["x", None]}, True), ({"a": ["x"]}, False)],
    ),
    "a list of texts for a text or a list of them": (
        an_object(a={"anyOf": [TEXT, {"type": "array", "items": TEXT}]}),
        an_object(a={"type": "array", "items": TEXT}),
        [({"a": "x"}, True), ({"a": ["x"]}, False)],
    ),
    "listed values of a text": (
        an_object(a=TEXT), an_object(a={"const": "x"}), [({"a": "x"}, False), ({"a": "y"}, True)],
    ),
    "a text for listed values": (an_object(a=VALUES), an_object(a=TEXT), [({"a": "x"}, False)]),
    "a number for an integer": (an_object(a={"type": "integer"}), an_object(a={"type": "number"}), [({"a": 1}, False)]),
    "any value": (an_object(a=TEXT), an_object(a={}), [({"a": "x"}, False)]),
    "some values": (an_object(a={}), an_object(a=TEXT), [({"a": "x"}, False), ({"a": 1}, True), ({}, False)]),
    "an integer for a number": (
        an_object(a={"type": "number"}), an_object(a={"type": "integer"}), [({"a": 1}, False), ({"a": 1.5}, True)],
    ),
    "a variant gone": (
        union(A=tagged("a"), B=tagged("b")), union(B=tagged("b")),
        [({"parts": [{"type": "a"}]}, True), ({"parts": [{"type": "b"}]}, False)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITINGS)
def test_what_is_written_no_longer_fits_where_the_change_refuses_it(name: str) -> None:
    old, new, values = WRITINGS[name]
    (change,) = compare(KIND, old, new)
    places = frozenset({place_of(change)})
    for value, refused in values:
        assert is_refused(change, found_in(value, old), places) == refused, value


def test_what_fits_another_definition_of_a_union_is_not_refused() -> None:
    def both(entry: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [ref("One"), ref("Two")], "$defs": {"One": entry, "Two": other}}

    has, lacks = tagged("t", a=TEXT), tagged("t")
    old, value = both(has, has), {"type": "t", "a": "1"}
    for new, refused in ((both(lacks, has), False), (both(lacks, lacks), True)):
        changes = compare(KIND, old, new)
        places = frozenset(map(place_of, changes))
        assert [is_refused(change, found_in(value, old), places) for change in changes] == [refused] * len(changes)
    (change,) = compare(KIND, old, {"anyOf": [ref("Two")], "$defs": {"Two": has}})
    assert not is_refused(change, found_in(value, old), frozenset({place_of(change)}))


def a_value_more() -> DefinitionChange:
    (change,) = compare(KIND, an_object(a={"const": "x"}), an_object(a={"enum": ["x", "new"]}))
    return change


@pytest.mark.parametrize(
    ("before", "after", "copied"),
    [
        ({"b": ["x", 1]}, {"b": ["new", 1]}, True),
        ({"b": ["x", 1]}, {"b": ["other", 1]}, False),
        ({"b": "x"}, {}, False),
        ({"b": ["x"]}, {"b": ["x", "new"]}, False),
        ({"b": "x"}, None, False),
        ({"b": {"c": 1}}, {"b": "new"}, False),
        ({"b": True, "c": "x"}, {"b": 1, "c": "new"}, False),
    ],
)
def test_a_text_that_appears_where_another_was_is_copied(before: Any, after: Any, copied: bool) -> None:
    assert is_copied(a_value_more(), before, after) == copied
