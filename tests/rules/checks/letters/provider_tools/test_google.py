from __future__ import annotations

from conformance.base.values import ABSENT
from tests.rules.checks.letters.provider_tools.samples import CITY, GOOGLE, charged, request, tool


def test_a_declaration_holds_its_schema_in_one_of_two_places() -> None:
    schema = {"type": "object", "properties": {"x": {"type": ["string", "null"]}}, "additionalProperties": False}
    for key in ("parametersJsonSchema", "parameters_json_schema"):
        assert charged(request(GOOGLE, schema), tool(GOOGLE, ABSENT, **{key: schema}), ()) == set()
    assert charged(request(GOOGLE), tool(GOOGLE, parametersJsonSchema=CITY)) >= {"PRV-4"}
    assert charged(request(GOOGLE), tool(GOOGLE, ABSENT)) == {"PRV-4b"}
    assert charged(request(GOOGLE, {"type": "object", "properties": {}}), tool(GOOGLE, ABSENT)) == set()
    assert charged(request(GOOGLE), tool(GOOGLE, strict=None)) == {"PRV-4"}
