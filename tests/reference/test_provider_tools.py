"""One definition for five providers: what an API cannot be given is named, and what is no definition is an error."""

import copy
import logging

import pytest

from conformance.reference import ToolError, tool_definition_to_provider_tool
from conformance.reference.google_schema import google_schema

CITY = {"type": "object", "properties": {"city": {"type": "string", "default": "Oslo"}}, "required": ["city"]}


def converted(provider, parameters=CITY, choices=None, **fields):
    definition = {"name": "search", "description": "Searches.", "parameters": parameters, **fields}
    request = {"provider": provider, "definition": definition}
    before = copy.deepcopy(request)
    result = tool_definition_to_provider_tool(request, **(choices or {}))
    assert request == before
    return result


def google(schema):
    dropped = []
    return google_schema(schema, dropped), dropped


def test_a_union_leaves_the_root_and_its_properties_stay(caplog):
    schema = {
        "properties": {"a": {"type": "string"}},
        "anyOf": [{"properties": {"b": True}, "required": ["b"]}, True],
        "allOf": [{"properties": {"c": {}}, "required": ["c"]}],
    }
    with caplog.at_level(logging.WARNING):
        folded = converted("anthropic", schema)["input_schema"]
    assert folded == {"type": "object", "properties": {"a": {"type": "string"}, "c": {}, "b": True}, "required": ["c"]}
    assert "allOf, anyOf" in caplog.text
    with pytest.raises(ToolError, match="anthropic takes no allOf, anyOf at the root"):
        converted("anthropic", schema, choices={"root_unions": "refuse"})


@pytest.mark.parametrize(
    ("schema", "dropped"),
    [
        ({"type": "object", "properties": {}, "additionalProperties": False}, ["additionalProperties false at /"]),
        ({"properties": {"a": {"type": "number", "multipleOf": 2}}}, ["multipleOf 2 at /properties/a"]),
        ({"type": "integer", "enum": [1, 2]}, ["enum [1, 2] at /"]),
        ({"type": "string", "enum": ["", "a"]}, ['enum ["", "a"] at /']),
        ({"properties": {"a": {}}, "required": ["a", "b"]}, ['required ["b"] at /']),
        ({"type": "object", "required": ["b"]}, ['required ["b"] at /']),
        ({"type": "number", "exclusiveMaximum": 1.5}, ["exclusiveMaximum 1.5 at /"]),
        ({"items": [{"type": "string"}], "type": "array"}, ['items [{"type": "string"}] at /']),
        ({"type": "object", "anyOf": [{"required": ["a"]}]}, ['anyOf [{"required": ["a"]}] at /']),
        ({"$ref": "https://example.org/schema"}, ['$ref "https://example.org/schema" at /']),
        ({"properties": {"a": {"$ref": "#"}}}, ['$ref "#" at /properties/a/properties/a']),
        ({"properties": {"a": False}}, ["the schema false at /properties/a"]),
    ],
)
def test_what_google_cannot_be_given_is_named(schema, dropped):
    assert [str(element).partition(" (")[0] for element in google(schema)[1]] == dropped
    assert all(element.why for element in google(schema)[1])


def test_definitions_that_double_with_each_level_end():
    definitions = {f"D{level}": {"properties": {name: {"$ref": f"#/$defs/D{level + 1}"} for name in "ab"}}
                   for level in range(30)}  # fmt: skip
    schema, dropped = google({"$ref": "#/$defs/D0", "$defs": definitions})
    assert schema["type"] == "OBJECT"
    assert dropped


def test_an_unknown_provider_is_named_beside_the_known_ones():
    with pytest.raises(ToolError) as caught:
        converted("mistral")
    known = "openai-responses, openai-chat, gwdg, anthropic, google"
    assert str(caught.value) == f"provider 'mistral' is unknown; known providers: {known}"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (None, "the request is null, not an object"),
        ({"definition": {}}, "provider is missing"),
        ({"provider": "google"}, "definition is missing"),
        ({"provider": "google", "definition": {"name": ""}}, "name is empty"),
        ({"provider": "google", "definition": {"name": "a", "parameters": []}}, "parameters is a list, not an object"),
        ({"provider": "google", "definition": {"name": "a", "description": 1}}, "description is a number"),
        ({"provider": "google", "definition": {"name": "a", "strict": "no"}}, "strict is a string, not a boolean"),
    ],
)
def test_a_definition_that_is_none_is_an_error(request_, message):
    with pytest.raises(ToolError, match=message):
        tool_definition_to_provider_tool(request_)
