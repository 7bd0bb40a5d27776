"""How the schema of a tool differs from its source's, where the target takes only some schemas."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.by_laws.requests.schemas import (
    changes_toward,
    closed,
    narrowed_changes,
    strict_form,
    unsaid_limits,
)
from conformance.rules.laws.history import CHANGED

OPEN = {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}}
UNION = {"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}

TREE = {"$defs": {"Tree": {"type": "object", "properties": {"a": {"$ref": "#/$defs/Tree"}}}}, "$ref": "#/$defs/Tree"}


def test_a_closed_schema_has_no_object_with_further_properties() -> None:
    inner = {"type": "object", "properties": {}, "additionalProperties": False}
    assert closed(OPEN) == {"type": "object", "properties": {"a": inner}, "additionalProperties": False}
    assert OPEN["properties"] == {"a": {"type": "object", "properties": {}}}
    assert closed(True) is True


@pytest.mark.parametrize(
    ("owed", "got", "found"),
    [
        (OPEN, OPEN, []),
        (TREE, TREE, []),
        ({"properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}, []),
        (True, {"type": "object"}, []),
        (None, {"type": "object", "properties": {}, "required": []}, []),
        (None, {"type": "object", "properties": {}, "additionalProperties": False}, ["tool-changed"]),
        (True, {"type": "object", "properties": {"a": {}}}, ["tool-changed"]),
        (OPEN, {"type": "object", "properties": {}}, ["tool-changed"]),
        (OPEN, None, ["tool-changed"]),
        (UNION, {"type": "object", "properties": {"a": {"type": "string"}}}, []),
        (UNION, {"type": "object", "properties": {"b": {"type": "string"}}}, ["tool-changed"]),
    ],
)
def test_what_anthropic_takes_of_a_schema_is_no_change(owed: Any, got: Any, found: list[str]) -> None:
    assert changes_toward("anthropic", owed, got) == found


@pytest.mark.parametrize("host", ["anthropic", "chat", "responses"])
def test_what_holds_unsaid_may_be_said(host: str) -> None:
    inner = {"type": "object", "properties": {}, "required": []}
    usual = {"type": "object", "properties": {"a": inner}, "required": [], "additionalProperties": True}
    assert changes_toward(host, OPEN, usual) == []
    assert changes_toward(host, OPEN, {**usual, "required": ["a"]}) == ["tool-changed"]
    assert changes_toward(host, OPEN, {**usual, "additionalProperties": False}) != []


def test_another_host_takes_every_schema() -> None:
    assert changes_toward("chat", UNION, {"type": "object", "properties": {"a": {"type": "string"}}}) != []


@pytest.mark.parametrize("host", ["openai", "anthropic"])
def test_no_definitions_and_a_union_of_one_branch_say_nothing_new(host: str) -> None:
    def of(schema: Any) -> dict[str, Any]:
        return {"type": "object", "properties": {"a": schema}}

    assert changes_toward(host, of({"type": "string"}), of({"type": "string"}) | {"$defs": {}}) == []
    assert changes_toward(host, of({"anyOf": [{}]}), of({})) == []
    assert changes_toward(host, of({"anyOf": [{"type": "string"}]}), of({"type": "string"})) == []
    assert changes_toward(host, of({"anyOf": [{"type": "string"}]}), of({})) == ["tool-changed"]
    assert changes_toward(host, of({"not": {}}), of({})) == ["tool-changed"]


LIMITED = {"type": "integer", "minimum": 0, "description": "How many."}


def of(member: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": member}, "additionalProperties": False}


def test_anthropic_takes_a_strict_schema_without_limits_and_others_take_them() -> None:
    given = {"type": "object", "properties": {"a": LIMITED, "b": {"oneOf": [{"type": "string", "maxLength": 3}]}}}
    bare, united = {"type": "integer", "description": "How many."}, {"anyOf": [{"type": "string"}]}
    assert strict_form("anthropic")(given) == of(bare) | {"properties": {"a": bare, "b": united}}
    assert strict_form("chat")(given) == closed(given)


@pytest.mark.parametrize(
    ("came", "rest", "lost"),
    [
        (
            {"type": "integer", "description": "How many. At least 0."},
            {"type": "integer", "description": "How many."},
            [],
        ),
        ({"type": "integer", "description": "How many."}, {"type": "integer", "description": "How many."}, ["minimum"]),
        ({"type": "integer"}, {"type": "integer"}, ["minimum"]),
        ({"type": "integer", "description": "So many."}, {"type": "integer", "description": "So many."}, ["minimum"]),
        (LIMITED, LIMITED, []),
        (None, None, []),
    ],
)
def test_a_limit_that_is_said_in_words_is_not_lost(came: Any, rest: Any, lost: list[str]) -> None:
    assert unsaid_limits("anthropic")(of(LIMITED), of(came)) == (of(rest), lost)
    assert unsaid_limits("chat")(of(LIMITED), of(came)) == (of(came), [])


def test_words_where_the_source_says_nothing_are_those_of_the_limit() -> None:
    source, came = of({"type": "integer", "minimum": 0}), of({"type": "integer", "description": "At least 0."})
    assert unsaid_limits("anthropic")(source, came) == (of({"type": "integer"}), [])


def test_what_is_below_one_of_several_is_found_below_any_of_them() -> None:
    source, came = (
        of({key: [dict(element)]}) for key, element in (("oneOf", LIMITED), ("anyOf", LIMITED | {"description": "x"}))
    )
    del came["properties"]["a"]["anyOf"][0]["minimum"]
    assert unsaid_limits("anthropic")(source, came)[1] == ["minimum"]


@pytest.mark.parametrize(
    ("got", "changes"),
    [
        (None, []),
        ({"type": "OBJECT"}, []),
        ({"type": "OBJECT", "properties": {}, "required": []}, []),
        ({"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}, [CHANGED]),
    ],
)
def test_no_schema_may_be_that_of_an_object_without_properties(got: Any, changes: list[str]) -> None:
    assert list(narrowed_changes(None, got)) == changes


BARE = {"type": "object", "properties": {}}
NEVER = {"required": ["a"]}


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, []),
        ({"title": "Nothing", "required": [], "additionalProperties": False, "$defs": {"A": {}}}, []),
        ({"additionalProperties": {}, "allOf": [], "x-own": 1}, []),
        ({"not": NEVER}, [CHANGED]),
        ({"if": NEVER, "then": {"required": ["b"]}}, [CHANGED]),
        ({"additionalProperties": {"type": "string"}}, [CHANGED]),
        ({"propertyNames": {"pattern": "^a"}}, [CHANGED]),
        ({"maxProperties": 2}, [CHANGED]),
        ({"properties": {"a": {}}}, [CHANGED]),
    ],
)
def test_a_function_of_gemini_without_parameters_takes_an_object_of_which_nothing_is_said(
    more: Any, found: Any
) -> None:
    assert changes_toward("gemini", {**BARE, **more}, None) == found


@pytest.mark.parametrize(
    ("owed", "got", "found"),
    [
        ({"type": ["string", "null"]}, {"type": "STRING", "nullable": True}, []),
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "STRING"}, {"type": "NULL"}]}, []),
        ({"type": ["string", "null"]}, {"type": "STRING"}, [CHANGED]),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "STRING", "nullable": True}, []),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "STRING"}, [CHANGED]),
        ({"type": ["string", "integer"]}, {"type": "STRING"}, [CHANGED]),
        ({"enum": ["a", None]}, {"type": "STRING", "enum": ["a"], "nullable": True}, []),
    ],
)
def test_what_was_taken_is_taken_in_the_dialect_of_openapi(owed: Any, got: Any, found: Any) -> None:
    schema, made = {"type": "object", "properties": {"a": owed}}, {"type": "OBJECT", "properties": {"a": got}}
    assert narrowed_changes(schema, made) == found
