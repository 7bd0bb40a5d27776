"""One tool definition for one of several providers."""

from __future__ import annotations

from typing import TypeAlias

from conformance.base.values import JSON
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import edges, fresh, name, table, text
from conformance.inputs.operations import Inputs
from conformance.inputs.schemas import SIZES, make_schema, without_boolean_properties
from conformance.inputs.shapes import Schema, one_tool

Request: TypeAlias = dict[str, JSON]

_PROVIDERS = weighted({"openai-responses": 3, "openai-chat": 2, "gwdg": 1, "anthropic": 3, "google": 5})
# Names that no list of providers holds, and names that a lookup in another language finds all the same.
_UNKNOWN = ("no-such-provider", "openai-response", "toString", "__proto__", "constructor", "a provider")
_STRICT = ("absent", "false", "true")
_KINDS = DealtOptions((provider, strict) for provider in _PROVIDERS for strict in _STRICT)
_FAULTS = weighted({
    "unknown provider": 3, "no definition": 2, "no name": 2, "no schema as parameters": 2, "a boolean property": 2,
})  # fmt: skip
# What a definition lacks. Of each provider once in a run, so that few have no schema.
_LACKING = {
    provider: DealtOptions((*[""] * full, "parameters", "description"))
    for provider, full in (("openai-responses", 8), ("openai-chat", 5), ("gwdg", 1), ("anthropic", 8), ("google", 15))
}
_OWN_TEXTS = edges(15)
# So many that each pair of keywords is in each run.
_NESTS = weighted({1: 6, 2: 1})
_NAMED = weighted({True: 3, False: 1})

_NO_PROVIDERS = table(None, 7, [], ["google"], {"name": "google"}, True)
_NO_DEFINITIONS = table(None, "search", 7, [], True, [{"name": "search"}])
_NO_NAMES = table("", None, 5, True, ["search"], {})
_NO_PARAMETERS = table("{}", "", [], [{"type": "object"}], 0, True)

_BOOLEANS = DealtOptions((True, False))

_WRONG: tuple[JSON, ...] = (None, 7, "google", [], {}, True, {"provider": "google"}, {"definition": {"name": "search"}})


def make_definition(choices: Choices) -> Request:
    """A provider and a definition, mostly of all that a conversion takes."""
    provider, strict = choices.pick(_KINDS)
    lacking = choices.pick(_LACKING[provider])
    definition: Request = {"name": name(choices), "description": text(choices, _OWN_TEXTS)}
    if lacking != "parameters":
        definition["parameters"] = without_boolean_properties(make_schema(choices, SIZES, _NESTS))
    if strict != "absent":
        definition["strict"] = strict == "true"
    definition.pop(lacking, None)
    return {"provider": provider, "definition": definition}


def make_malformed_definition(choices: Choices) -> tuple[str, JSON]:
    """A provider and a definition with one fault, and the fault's name."""
    request, fault = make_definition(choices), choices.pick(_FAULTS)
    definition = request["definition"]
    if fault == "unknown provider":
        request["provider"] = choices.pick(_UNKNOWN) if choices.pick(_NAMED) else fresh(choices, _NO_PROVIDERS)
    elif fault == "no definition":
        request["definition"] = fresh(choices, _NO_DEFINITIONS)
    elif fault == "no name":
        definition["name"] = fresh(choices, _NO_NAMES)
    elif fault == "a boolean property":
        parameters = definition.setdefault("parameters", {"type": "object"})
        parameters.setdefault("properties", {})["anything"] = choices.pick(_BOOLEANS)
    else:
        definition["parameters"] = fresh(choices, _NO_PARAMETERS)
    return fault, request


# Which provider gets which deep schema: the one that translates the most, the one that has two forms, and another.
_DEEP = ("google", "anthropic")


def _deep_and_wide() -> list[tuple[str, JSON]]:
    deep = iter(_DEEP)

    def request(tool: str, schema: Schema) -> JSON:
        provider = next(deep) if tool == "deep" else "openai-responses"
        definition = {"name": tool, "description": f"The tool {tool}.", "parameters": schema}
        return {"provider": provider, "definition": definition}

    return one_tool(request)


INPUTS = {"tool-definition": Inputs(make_definition, lambda: _WRONG, _deep_and_wide, make_malformed_definition)}
