"""How Gemini spells a request, read by the reference."""

from __future__ import annotations

from conformance.reference.gemini_words import in_camel_case, json_schema


def test_members_are_in_camel_case_but_for_values_of_the_clients_own() -> None:
    given = {"system_instruction": {"parts": [{"function_call": {"args": {"my_key": None}, "id": None}}]}}
    assert in_camel_case(given) == {"systemInstruction": {"parts": [{"functionCall": {"args": {"my_key": None}}}]}}


def test_a_schema_of_the_dialect_is_a_json_schema() -> None:
    own = {
        "type": "OBJECT",
        "properties": {
            "any_of": {"type": "STRING", "nullable": True, "format": "enum", "enum": ["a"]},
            "list": {"type": "ARRAY", "items": {"type": "INTEGER"}, "min_items": "1"},
            "both": {"any_of": [{"type": "STRING"}], "nullable": True},
        },
        "propertyOrdering": ["list"],
        "additionalProperties": False,
    }
    assert json_schema(own) == {
        "type": "object",
        "properties": {
            "any_of": {"type": ["string", "null"], "enum": ["a", None]},
            "list": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
            "both": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "additionalProperties": False,
    }
