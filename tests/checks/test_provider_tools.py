"""Who is charged by the rules of tool-definition-to-provider-tool, who is not, and which answers its probes tell."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.findings import NOT_OBSERVABLE
from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.observation import Outcome, Refusal
from conformance.values import ABSENT
from tests.engine.certifying import specifications

OPERATION = "tool-definition-to-provider-tool"
FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE = "openai-responses", "openai-chat", "gwdg", "anthropic", "google"
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
REFUSED = Outcome(refusal=Refusal("no"))


def without_absent(value: dict[str, Any]) -> dict[str, Any]:
    return {key: member for key, member in value.items() if member is not ABSENT}


def request(provider: Any, parameters: Any = CITY, **fields: Any) -> dict[str, Any]:
    definition = {"name": "search", "description": "Searches.", "parameters": parameters, **fields}
    return {"provider": provider, "definition": without_absent(definition)}


def tool(provider: str, schema: Any = CITY, **fields: Any) -> dict[str, Any]:
    key = "input_schema" if provider == ANTHROPIC else "parameters"
    fields = without_absent({"name": "search", "description": "Searches.", key: schema, **fields})
    if provider in (CHAT, GWDG):
        return {"type": "function", "function": fields}
    return {"type": "function", **fields} if provider == FLAT else fields


def view(given: Any, outcome: Any, told: Any = ({"level": "warning"},), **choices: str) -> Any:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=told)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    return view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known))


def charged(given: Any, outcome: Any, told: Any = ({"level": "warning"},), **choices: str) -> set[str]:
    seen = view(given, outcome, told, **choices)
    found = set()
    for rule in specifications().contracts[OPERATION].rules:
        findings = family(OPERATION).checks[rule.check](seen)
        if isinstance(findings, tuple) and any(one.yields_to is None for one in findings):
            found.add(rule.id)
    return found


def google(source: Any, schema: Any, **more: Any) -> set[str]:
    """Charge what became of one parameter for Google."""
    wrapped = [{"type": "object", "properties": {"x": source}}, {"type": "OBJECT", "properties": {"x": schema}}]
    return charged(request(GOOGLE, wrapped[0]), tool(GOOGLE, wrapped[1]), **more)


# OpenAI's two forms.


@pytest.mark.parametrize("provider", [FLAT, CHAT, GWDG])
def test_the_form_of_one_api_is_not_the_other_s(provider: str) -> None:
    assert charged(request(provider), tool(provider)) == set()
    other = tool(CHAT if provider == FLAT else FLAT)
    assert ("PRV-1" if provider == FLAT else "PRV-2") in charged(request(provider), other)
    assert charged(request(provider), REFUSED) == {"PRV-1" if provider == FLAT else "PRV-2"}


@pytest.mark.parametrize(
    ("provider", "said", "answers", "legal", "illegal"),
    [
        (FLAT, True, {}, (True, ABSENT, None), (False,)),
        (FLAT, True, {"strict_in_flat": "keep"}, (True,), (ABSENT, False)),
        (FLAT, True, {"strict_in_flat": "omit"}, (ABSENT,), (True,)),
        (FLAT, ABSENT, {"strict_in_flat": "keep"}, (False, ABSENT), (True,)),
        (FLAT, ABSENT, {"strict_in_flat": "omit"}, (ABSENT,), (False, True)),
        (CHAT, False, {"strict_in_chat": "keep"}, (False,), (ABSENT, True)),
        (GWDG, False, {"strict_in_chat": "drop"}, (ABSENT,), (False,)),
        (CHAT, ABSENT, {}, (ABSENT, False, None), (True,)),
    ],
)
def test_strict_is_what_its_choice_says(provider: str, said: Any, answers: Any, legal: Any, illegal: Any) -> None:
    rule = "PRV-1" if provider == FLAT else "PRV-2"
    given = request(provider, CITY, strict=said)
    for strict in legal:
        assert rule not in charged(given, tool(provider, strict=strict), **answers)
    for strict in illegal:
        assert rule in charged(given, tool(provider, strict=strict), **answers)


def test_an_absent_strict_is_advice_beside_the_document() -> None:
    check = family(OPERATION).checks["provider-strict-stays-off"]
    (advice,) = check(view(request(FLAT), tool(FLAT)))
    assert advice.yields_to == "PRV-1"
    assert check(view(request(FLAT, strict=True), tool(FLAT))) is None
    assert check(view(request(CHAT), tool(CHAT))) is None
    assert "API-3" in charged(request(FLAT), tool(FLAT, strict=True))


def test_parameters_stay_but_for_empty_properties() -> None:
    bare, added = {"type": "object"}, {"type": "object", "properties": {}}
    assert charged(request(CHAT, bare), tool(CHAT, added)) == set()
    assert charged(request(CHAT, bare), tool(CHAT, {"type": "object", "properties": {"x": {}}})) >= {"PRV-5"}
    assert charged(request(CHAT), tool(CHAT, {**CITY, "additionalProperties": False})) == {"PRV-5", "LAW-4"}


@pytest.mark.parametrize("fields", [{"description": ABSENT}, {"description": ""}, {"strict": "no"}, {"name": "a.b"}])
@pytest.mark.parametrize("provider", [FLAT, CHAT, ANTHROPIC])
def test_what_the_document_does_not_speak_of_is_free(provider: str, fields: Any) -> None:
    given = request(provider, **fields)
    assert charged(given, REFUSED) == set()
    assert charged(given, tool(provider, **fields)) == set() or "strict" in fields
    if "name" in fields:
        assert charged(given, tool(provider, name="a_b")) == set()
    elif "description" in fields:
        assert charged(given, tool(provider, description="")) == set()


# Anthropic.


def test_anthropic_s_tool_has_no_key_of_another() -> None:
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, type="custom", cache_control={"type": "ephemeral"})) == set()
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, type="function")) == {"PRV-3"}
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, strict=True)) == {"PRV-3"}
    assert charged(request(ANTHROPIC, strict=True), tool(ANTHROPIC, strict=True)) == set()
    assert charged(request(ANTHROPIC), tool(FLAT)) == {"PRV-3"}
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, {**CITY, "title": "x"})) == {"PRV-5a"}


UNITED = {**CITY, "anyOf": [{"required": ["city"]}, {"properties": {"zip": {"type": "string"}}}]}


def test_a_union_leaves_the_root_or_the_call_fails() -> None:
    folded = {**CITY, "properties": {**CITY["properties"], "zip": {"type": "string"}}}
    assert charged(request(ANTHROPIC, UNITED), tool(ANTHROPIC, folded)) == set()
    assert charged(request(ANTHROPIC, UNITED), tool(ANTHROPIC, UNITED)) == {"PRV-3"}
    assert charged(request(ANTHROPIC, UNITED), tool(ANTHROPIC, CITY)) == {"PRV-5a"}
    assert charged(request(ANTHROPIC, UNITED), REFUSED) == set()
    assert charged(request(ANTHROPIC, UNITED), REFUSED, root_unions="refuse") == set()
    assert charged(request(ANTHROPIC, UNITED), REFUSED, root_unions="fold") == {"PRV-3"}


def test_what_the_parts_of_the_root_demand_is_still_demanded() -> None:
    parts = {**CITY, "allOf": [True, {"properties": {"zip": {"type": "string"}}, "required": ["zip"]}]}
    folded = {**CITY, "properties": {**CITY["properties"], "zip": {"type": "string"}}}
    assert charged(request(ANTHROPIC, parts), tool(ANTHROPIC, {**folded, "required": ["city", "zip"]})) == set()
    assert charged(request(ANTHROPIC, parts), tool(ANTHROPIC, folded)) == {"PRV-5a"}


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_what_some_branches_demand_is_not_demanded_of_all(keyword: str) -> None:
    properties = {"a": {"type": "string"}, "b": {"type": "string"}}
    plain = {"type": "object", "properties": properties}

    def found(branches: Any, required: list[str]) -> set[str]:
        folded = tool(ANTHROPIC, {**plain, "required": required})
        return charged(request(ANTHROPIC, {**plain, keyword: branches}), folded)

    either = [{"required": ["a"]}, {"required": ["b"]}]
    assert found(either, []) == set()
    assert found(either, ["a"]) == found(either, ["a", "b"]) == {"PRV-5a"}
    assert found([{"required": ["a"]}, {"required": ["a", "b"]}], ["a"]) == set()
    assert found([{"required": ["a"]}, {"type": "null"}], ["a"]) == set()
    assert found([{"required": ["a"]}, {"$ref": "#/$defs/A"}], ["a"]) == set()


def test_what_anthropic_refuses_may_be_written_anew() -> None:
    odd = {"type": "object", "properties": {"filter[id]": {"type": "string"}}, "required": ["filter[id]"]}
    renamed = {"type": "object", "properties": {"filter_id": {"type": "string"}}, "required": ["filter_id"]}
    for outcome in (tool(ANTHROPIC, odd), tool(ANTHROPIC, renamed), REFUSED):
        assert charged(request(ANTHROPIC, odd), outcome) == set()
    old = {"type": "object", "properties": {"p": {"type": "array", "items": [{"type": "number"}]}}}
    new = {"type": "object", "properties": {"p": {"type": "array", "prefixItems": [{"type": "number"}]}}}
    assert charged(request(ANTHROPIC, old), tool(ANTHROPIC, new)) == set()
    assert (
        charged(request(ANTHROPIC, {"properties": {}}), tool(ANTHROPIC, {"type": "object", "properties": {}})) == set()
    )


# Google.

STRING = {"type": "string"}


@pytest.mark.parametrize(
    ("source", "schema"),
    [
        (STRING, {"type": "string"}),
        ({"type": "string", "minLength": 1}, {"type": "STRING", "min_length": 1}),
        ({"type": "string", "minLength": 1}, {"type": "STRING", "minLength": "1"}),
        ({"type": "number", "minimum": 1}, {"type": "NUMBER", "minimum": 1.0}),
        ({"type": "string", "format": "uuid", "title": "T", "default": "x"}, {"type": "STRING"}),
        ({"type": "string", "description": "A."}, {"type": "STRING", "description": "A. One of a, b."}),
        ({"type": ["string", "null"]}, {"any_of": [{"type": "STRING"}, {"type": "NULL"}]}),
        ({"type": ["string", "null"]}, {}),
        ({"type": ["string", "integer"], "minLength": 1}, {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}),
        ({"anyOf": [STRING, {"type": "null"}]}, {"type": "STRING", "nullable": True}),
        ({"oneOf": [STRING, {"type": "integer"}]}, {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}),
        ({"allOf": [STRING]}, {}),
        ({"const": 1}, {"type": "INTEGER"}),
        ({"enum": [1, 2]}, {"type": "STRING", "enum": ["1", "2"]}),
        ({"type": "integer", "enum": [1, 2]}, {"type": "INTEGER", "format": "enum", "enum": ["1", "2"]}),
        ({"type": "object"}, {"type": "STRING", "description": "JSON"}),
        ({"type": "array"}, {"type": "ARRAY", "items": {}}),
        ({"$ref": "#/$defs/X"}, {"ref": "#/defs/X"}),
        ({"anyOf": [STRING, {"type": "null"}]}, {}),
        ({"anyOf": [{"minLength": 1}], "type": "string"}, {"type": "STRING"}),
        ({"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, {"type": "STRING", "enum": ["b"]}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": 0}),
        ({"type": "integer", "exclusiveMaximum": 9.5}, {"type": "INTEGER", "maximum": 9}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER", "minimum": 0.001}),
        ({"type": "string", "properties": {"a": STRING}, "items": STRING}, {"type": "STRING"}),
        (True, {}),
        ({"type": "object", "properties": {"größe": STRING}}, {"type": "OBJECT", "properties": {"gr_e": {}}}),
    ],
)
def test_a_translation_that_the_rules_leave_free(source: Any, schema: Any) -> None:
    assert google(source, schema) == set()


@pytest.mark.parametrize(
    ("source", "schema", "rules"),
    [
        (STRING, {"type": ["STRING", "NULL"]}, {"PRV-4"}),
        (STRING, {"type": "text"}, {"PRV-4", "PRV-4b"}),
        (STRING, {"type": "STRING", "const": "a"}, {"PRV-4"}),
        (STRING, {"type": "STRING", "$comment": "a"}, {"PRV-4"}),
        ({"type": "array", "items": STRING}, {"type": "ARRAY"}, {"PRV-4", "PRV-4b"}),
        ({"type": "array", "items": STRING}, {"items": {"type": "STRING"}}, {"PRV-4", "PRV-4b"}),
        ({"enum": ["a"]}, {"enum": ["a"]}, {"PRV-4"}),
        ({"type": "integer", "enum": [1]}, {"type": "INTEGER", "enum": [1]}, {"PRV-4"}),
        ({"type": "object", "properties": {"a": STRING}}, {"type": "OBJECT", "properties": {"a": True}}, {"PRV-4"}),
        ({"type": "object", "properties": {"a": STRING}}, {"type": "OBJECT", "required": ["b"], "properties": {"a": {
            "type": "STRING"}}}, {"PRV-4"}),
        (STRING, {"type": "INTEGER"}, {"PRV-4b"}),
        (CITY | {"type": ["object", "null"]}, {"type": "OBJECT", "nullable": True}, {"PRV-4b"}),
        (STRING, {}, {"PRV-4b"}),
        ({"type": "string", "enum": ["a", "b"]}, {"type": "STRING", "enum": ["a"]}, {"PRV-4b"}),
        ({"type": "string", "minLength": 1}, {"type": "STRING", "minLength": 2}, {"PRV-4b"}),
        ({"type": "string", "minLength": 1}, {"type": "STRING"}, {"PRV-4c"}),
        ({"type": ["string", "null"]}, {"type": "STRING"}, {"LAW-4"}),
        ({"type": ["string", "integer"]}, {"type": "STRING"}, {"LAW-4"}),
        ({"anyOf": [STRING, {"type": "integer"}]}, {"type": "STRING"}, {"LAW-4"}),
        ({"type": "string", "enum": ["", "a"]}, {"type": "STRING", "enum": ["", "a"]}, {"PRV-4"}),
        ({"enum": ["a", None]}, {"type": "STRING", "enum": ["a"]}, {"LAW-4"}),
        ({"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, {"type": "STRING", "enum": ["a"]}, {"LAW-4"}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER", "minimum": 1}, {"LAW-4"}),
        ({"type": "number", "exclusiveMaximum": 1}, {"type": "NUMBER", "maximum": 0}, {"LAW-4"}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": 2}, {"LAW-4"}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": -1}, {"PRV-4b"}),
        ({"oneOf": [{"type": "null"}, {"type": "string", "enum": ["a"]}]}, {"type": "STRING", "nullable": True}, {
            "PRV-4b"}),
        ({"oneOf": [CITY, STRING]}, {"anyOf": [{"type": "OBJECT", "properties": {}}, {"type": "STRING"}]}, {"PRV-4b"}),
    ],
)  # fmt: skip
def test_what_google_refuses_and_what_is_lost(source: Any, schema: Any, rules: set[str]) -> None:
    assert google(source, schema) == rules


def test_a_declaration_holds_its_schema_in_one_of_two_places() -> None:
    schema = {"type": "object", "properties": {"x": {"type": ["string", "null"]}}, "additionalProperties": False}
    for key in ("parametersJsonSchema", "parameters_json_schema"):
        assert charged(request(GOOGLE, schema), tool(GOOGLE, ABSENT, **{key: schema}), ()) == set()
    assert charged(request(GOOGLE), tool(GOOGLE, parametersJsonSchema=CITY)) >= {"PRV-4"}
    assert charged(request(GOOGLE), tool(GOOGLE, ABSENT)) == {"PRV-4b"}
    assert charged(request(GOOGLE, {"type": "object", "properties": {}}), tool(GOOGLE, ABSENT)) == set()
    assert charged(request(GOOGLE), tool(GOOGLE, strict=None)) == {"PRV-4"}


CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
OPEN = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}


@pytest.mark.parametrize(
    ("source", "schema"),
    [
        (CLOSED, OPEN),
        ({"type": "array", "items": {}, "uniqueItems": True}, {"type": "ARRAY", "items": {}}),
        ({"$ref": "#/properties/y"}, {}),
        ({"$ref": "https://example.com/place.json"}, {}),
        (False, {}),
        ({"const": 2}, {}),
        ({"type": "integer", "enum": [1, 2]}, {"type": "INTEGER"}),
        ({"type": ["string", "null"]}, {}),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, {}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER"}),
        ({"type": "array", "items": [{"type": "number"}]}, {"type": "ARRAY", "items": {}}),
        ({"type": "string", "allOf": [False]}, {"type": "STRING"}),
        ({"allOf": [{"type": "string"}]}, {}),
        ({"type": "string", "allOf": [{"enum": ["a"]}]}, {"type": "STRING"}),
        ({"type": "object", "allOf": [CITY]}, {"type": "OBJECT"}),
        ({"allOf": [CITY]}, {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}}),
        ({"allOf": [{"allOf": [{"$ref": "#/$defs/city"}]}]}, {"type": "OBJECT"}),
    ],
)
def test_what_is_left_out_is_reported(source: Any, schema: Any) -> None:
    sources = {"type": "object", "properties": {"x": source, "y": {"type": "string"}}, "$defs": {"city": CITY}}
    result = {"type": "OBJECT", "properties": {"x": schema, "y": {"type": "STRING"}}}
    given, declared = request(GOOGLE, sources), tool(GOOGLE, result)
    assert charged(given, declared) == set()
    assert charged(given, declared, ()) == {"PRV-4a"}
    assert family(OPERATION).checks["provider-google-reports"](view(given, declared, None)) is NOT_OBSERVABLE


def test_what_is_said_in_words_or_in_another_keyword_is_not_left_out() -> None:
    assert google(CLOSED, {**OPEN, "description": "No others."}, told=()) == set()
    assert google({"$comment": "x", "type": "string"}, {"type": "STRING"}, told=()) == set()
    assert google({**CLOSED, "additionalProperties": True}, OPEN, told=()) == set()


def test_what_says_no_more_than_the_type_may_go_without_a_word() -> None:
    assert google({"type": "boolean", "enum": [True, False]}, {"type": "BOOLEAN"}, told=()) == set()
    every = ["string", "number", "boolean", "array", "object", "null"]
    assert google({"type": every}, {}, told=()) == set()
    branches = [{"type": "STRING", "enum": ["a"]}, {"type": "ARRAY", "items": {}}]
    assert google({"type": ["string", "array"], "enum": ["a"]}, {"anyOf": branches}, told=()) == set()
    assert google({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": 1}, told=()) == set()


PLACE = {"type": "object", "properties": {"kind": {"$ref": "#/$defs/kind"}}, "required": ["kind"]}
KIND = {"type": "string", "enum": ["city", "lake"], "maxLength": 9}


@pytest.mark.parametrize(
    ("place", "rules"),
    [
        ({"type": "OBJECT", "properties": {"kind": KIND | {"type": "STRING"}}, "required": ["kind"]}, set()),
        ({"type": "OBJECT", "properties": {"kind": KIND | {"type": "STRING"}}}, {"PRV-4b"}),
        ({"type": "OBJECT", "properties": {"kind": {"type": "STRING"}}, "required": ["kind"]}, {"PRV-4b", "PRV-4c"}),
        ({"type": "OBJECT", "properties": {"kind": {}}, "required": ["kind"]}, set()),
        ({"type": "OBJECT"}, set()),
        ({}, set()),
        ({"ref": "#/defs/place"}, set()),
    ],
)
def test_what_is_written_out_for_a_reference_is_whole_or_left_out(place: Any, rules: set[str]) -> None:
    source = {"type": "object", "properties": {"x": {"$ref": "#/$defs/place"}}, "$defs": {"place": PLACE, "kind": KIND}}
    assert charged(request(GOOGLE, source), tool(GOOGLE, {"type": "OBJECT", "properties": {"x": place}})) == rules


def test_what_stands_beside_a_reference_may_be_taken_instead() -> None:
    definitions = {"place": {"type": "object", "description": "A place.", "properties": {"kind": KIND}}}
    place = {"anyOf": [{"$ref": "#/$defs/place"}, {"type": "null"}], "description": "Where."}
    source = {"type": "object", "properties": {"x": place}, "$defs": definitions}
    kind = {"kind": KIND | {"type": "STRING"}}
    written = {"type": "OBJECT", "properties": kind, "nullable": True}
    for description in ("Where.", "A place.", "Where. A place."):
        result = {"type": "OBJECT", "properties": {"x": written | {"description": description}}}
        assert charged(request(GOOGLE, source), tool(GOOGLE, result)) == set()


def test_a_long_row_of_references_need_not_be_followed() -> None:
    row = {f"d{n}": {"type": "object", "properties": {"a": {"$ref": f"#/$defs/d{n + 1}"}}} for n in range(999)}
    source = {"type": "object", "properties": {"x": {"$ref": "#/$defs/d0"}}, "$defs": row | {"d999": KIND}}
    for place in ({"type": "OBJECT"}, {"type": "OBJECT", "properties": {"a": {"type": "OBJECT"}}}):
        assert charged(request(GOOGLE, source), tool(GOOGLE, {"type": "OBJECT", "properties": {"x": place}})) == set()


def test_where_recursion_ends_is_free() -> None:
    node = {"type": "object", "properties": {"value": STRING, "next": {"$ref": "#/$defs/node"}}}
    source = {"type": "object", "properties": {"x": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}
    cut = {"type": "OBJECT", "properties": {"value": {"type": "STRING"}}}
    for end in (cut, {"type": "OBJECT", "properties": {**cut["properties"], "next": {"type": "OBJECT"}}}):
        assert charged(request(GOOGLE, source), tool(GOOGLE, {"type": "OBJECT", "properties": {"x": end}})) == set()


# Providers.


def test_an_unknown_provider_is_named_beside_the_known_ones() -> None:
    known = "openai-responses, openai-chat, gwdg, anthropic, google"
    given = request("mistral")
    assert charged(given, Outcome(refusal=Refusal(f"no provider mistral, only {known}"))) == set()
    assert charged(given, Outcome(refusal=Refusal("no provider mistral"))) == {"PRV-6"}
    assert charged(given, Outcome(refusal=Refusal(f"only {known}"))) == {"PRV-6"}
    assert charged(given, None) == {"PRV-6"}
    assert charged(given, tool(CHAT)) == {"PRV-6"}
    assert charged(request("mistral", description=ABSENT), Outcome(refusal=Refusal("description"))) == set()


@pytest.mark.parametrize(
    "given", [None, [], {}, {"provider": GOOGLE}, {"provider": [], "definition": {}}, request(None)]
)
def test_what_is_no_request_gives_nothing(given: Any) -> None:
    assert charged(given, REFUSED) == charged(given, None) == set()
    assert charged(given, tool(CHAT)) == {"ALL-7"}


@pytest.mark.parametrize(
    ("choice", "given", "outcome", "answer"),
    [
        ("strict-in-flat", request(FLAT, strict=True), tool(FLAT, strict=True), "keep"),
        ("strict-in-flat", request(FLAT, strict=False), tool(FLAT), "omit"),
        ("strict-in-flat", request(FLAT, strict=True), tool(FLAT, strict=False), None),
        ("strict-in-flat", request(FLAT), tool(FLAT), None),
        ("strict-in-flat", request(CHAT, strict=True), tool(CHAT), None),
        ("strict-in-chat", request(GWDG, strict=False), tool(GWDG, strict=False), "keep"),
        ("strict-in-chat", request(CHAT, strict=True), tool(CHAT), "drop"),
        ("strict-in-chat", request(CHAT, strict=True), REFUSED, None),
        ("root-unions", request(ANTHROPIC, UNITED), tool(ANTHROPIC), "fold"),
        ("root-unions", request(ANTHROPIC, UNITED), REFUSED, "refuse"),
        ("root-unions", request(ANTHROPIC), tool(ANTHROPIC), None),
    ],
)
def test_what_a_probe_tells(choice: str, given: Any, outcome: Any, answer: str | None) -> None:
    assert family(OPERATION).readers[choice](view(given, outcome)) == answer


def test_what_is_no_request_is_as_sound_as_another_of_its_type() -> None:
    as_sound = family(OPERATION).as_sound
    assert as_sound(0, 1)
    assert not as_sound(0, {"definition": 1})
