"""One tool definition for one of several providers, sound or with one fault."""

from __future__ import annotations

from random import Random

import pytest

from conformance.inputs import definitions
from conformance.inputs.choices import Dealing
from conformance.inputs.definitions import INPUTS, make_definition, make_malformed_definition
from conformance.inputs.schemas import make_schema

PROVIDERS = {"openai-responses", "openai-chat", "gwdg", "anthropic", "google"}


@pytest.fixture
def choices() -> Dealing:
    return Dealing(Random(4))


def test_each_provider_gets_sound_definitions(choices: Dealing) -> None:
    requests = [make_definition(choices) for _ in range(80)]
    assert {request["provider"] for request in requests} == PROVIDERS
    for request in requests:
        definition = request["definition"]
        assert isinstance(definition["name"], str) and definition["name"]
        assert isinstance(definition.get("parameters", {}), dict)
        assert definition.get("strict", True) in (True, False)


def test_a_fault_is_what_its_name_says(choices: Dealing) -> None:
    seen = set()
    for _ in range(80):
        fault, request = make_malformed_definition(choices)
        seen.add(fault)
        definition = request["definition"]
        if fault == "unknown provider":
            assert not isinstance(request["provider"], str) or request["provider"] not in PROVIDERS
        elif fault == "no definition":
            assert not isinstance(definition, dict)
        elif fault == "no name":
            assert not (isinstance(definition["name"], str) and definition["name"])
        elif fault == "a boolean property":
            assert isinstance(definition["parameters"]["properties"]["anything"], bool)
        else:
            assert not isinstance(definition["parameters"], dict)
    assert len(seen) == 5


def test_two_providers_get_a_deep_schema() -> None:
    made = [request for _name, request in INPUTS["tool-definition"].deep_and_wide()]
    deep = [request["provider"] for request in made if request["definition"]["name"] == "deep"]
    assert deep == ["google", "anthropic"]


def test_what_is_dealt_is_in_a_definition(choices: Dealing, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    schema_of = make_schema
    monkeypatch.setattr(definitions, "make_schema", lambda *given: made.append(1) or schema_of(*given))
    requests = [make_definition(choices) for _ in range(80)]
    assert len(made) == sum("parameters" in request["definition"] for request in requests) < 80
