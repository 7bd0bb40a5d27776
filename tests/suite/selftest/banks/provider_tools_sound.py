"""Converters of one definition to the tool of a provider that are built in other ways than the reference (S3).

Sound ones, and ones with a defect that send JSON Schema to Google.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from conformance.reference import tool_definition_to_provider_tool as reference
from conformance.rules.checks.tools.anthropic_schemas import PROPERTY
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import Bank, references
from tests.suite.selftest.banks.provider_tools import (
    ANTHROPIC,
    FLAT,
    GOOGLE,
    OPERATION,
    OWNED_REQUESTS,
    PROVIDERS,
    Tool,
)
from tests.suite.selftest.model import Convert, Sound

LOG = logging.getLogger(__name__)
JSON_SCHEMA = Bank(OPERATION)


def _whole(request: Any) -> tuple[str, Tool]:
    definition, provider = request["definition"], request["provider"]
    if provider not in PROVIDERS:
        raise LookupError(f"no provider {provider}; there are {', '.join(PROVIDERS)}")
    named = isinstance(definition["name"], str) and definition["name"]
    if not named or not isinstance(definition.get("parameters", {}), dict):
        raise TypeError("not a definition")
    return provider, json.loads(json.dumps(definition))


def json_schema_everywhere(request: Any) -> Any:
    """Google gets the JSON Schema, in snake case; Chat and Anthropic get strict; unions at the root are refused.

    Anthropic gets schemas without titles and without the name of their draft, with a description everywhere, and odd
    names of properties changed.
    """
    provider, definition = _whole(request)
    schema = definition.get("parameters") or {"type": "object", "properties": {}}
    tool = {"name": definition["name"], "description": definition.get("description") or ""}
    if provider == GOOGLE:
        return tool | {"parameters_json_schema": schema}
    if provider == ANTHROPIC:
        if any(keyword in schema for keyword in ("anyOf", "oneOf", "allOf")):
            raise ValueError("anthropic takes no union at the root")
        strict = {"strict": definition["strict"]} if isinstance(definition.get("strict"), bool) else {}
        return (
            {"type": "custom"}
            | strict
            | tool
            | {"input_schema": _described(_safely_named({"type": "object"} | schema))}
        )
    if provider == FLAT:
        return {"parameters": schema} | tool | {"type": "function"}
    strict = {"strict": bool(definition.get("strict"))}
    return {"type": "function", "function": strict | tool | {"parameters": schema}}


def _safely_named(schema: Tool) -> Tool:
    """Return a schema whose root has names of properties that Anthropic's API takes, also where it demands them."""
    properties = schema.get("properties") or {}
    named = {name: name if PROPERTY.fullmatch(name) else f"argument_{number}" for number, name in enumerate(properties)}
    if all(name == key for key, name in named.items()) or set(named.values()) & (properties.keys() - named.keys()):
        return schema
    safe = _with_references(schema, {_reference(key): _reference(name) for key, name in named.items()})
    safe["properties"] = {named[key]: member for key, member in safe["properties"].items()}
    if "required" in safe:
        safe["required"] = [named.get(name, name) for name in safe["required"]]
    return safe


def _reference(name: str) -> str:
    return "#/properties/" + name.replace("~", "~0").replace("/", "~1")


def _with_references(node: Any, renamed: dict[str, str]) -> Any:
    if isinstance(node, list):
        return [_with_references(element, renamed) for element in node]
    if not isinstance(node, dict):
        return node
    return {
        key: renamed.get(unquote(value), value)
        if key == "$ref" and isinstance(value, str)
        else _with_references(value, renamed)
        for key, value in node.items()
    }


_ODD_NAME = {
    "type": "object",
    "properties": {
        "filter[tag]": {"type": "string", "description": "A tag."},
        "same": {"$ref": "#/properties/filter[tag]"},
    },
    "required": ["filter[tag]"],
}
_DESCRIBED_LAST = {
    "type": "object",
    "properties": {"filter[tag]": {"type": "string"}},
    "else": {"dependentRequired": {}, "description": "The others."},
}
_2020 = "https://json-schema.org/draft/2020-12/schema"
_described = defects.at_objects(
    lambda n: {"description": ""} | {k: v for k, v in n.items() if k != "title" and (k, v) != ("$schema", _2020)}
)


def _lower(node: Any) -> Any:
    """Google's own form with types in lower case, keys in snake case, and without limits."""
    if isinstance(node, list):
        return [_lower(member) for member in node]
    if not isinstance(node, dict):
        return node
    found: Tool = {}
    for key, value in node.items():
        if key == "type":
            found[key] = value.lower()
        elif key == "anyOf":
            found["any_of"] = _lower(value)
        elif key == "properties":
            found[key] = {name: _lower(member) for name, member in value.items()}
        elif key == "items":
            found[key] = _lower(value)
        elif key in ("default", "description", "enum", "required", "nullable"):
            found[key] = value
    return found


def oldest_google(request: Any) -> Any:
    """Google's form without limits, as its first version had it; a word in the log for each tool.

    Anthropic gets no strict, which its first version did not have either; the log has that too.
    """
    tool = reference(request, strict_in_flat="omit", strict_in_chat="drop")
    if request["provider"] == ANTHROPIC and tool.pop("strict", False):
        LOG.warning("strict is left out for anthropic")
    if request["provider"] == GOOGLE and "parameters" in tool:
        LOG.warning("limits are left out for google")
        tool["parameters"] = _lower(tool["parameters"])
    return tool


def said_in_words(request: Any) -> Any:
    """What Google refuses at the root is in its description; absent fields are null. Chat gets strict if it is true."""
    tool = reference(request)
    if not tool.get("function", {}).get("strict", True):
        del tool["function"]["strict"]
    if request["provider"] == GOOGLE and isinstance(tool.get("parameters"), dict):
        said = tool["parameters"].get("description", "")
        words = "No other arguments."
        tool["parameters"] = _told_in_branches(tool["parameters"])
        tool["parameters"]["description"] = f"{said}\n{words}" if said else words
        tool |= {"response": None, "behavior": None}
    return tool


def _told(node: Tool) -> Tool:
    said = node.get("description")
    if said is None or not isinstance(node.get("anyOf"), list):
        return node
    rest = {key: value for key, value in node.items() if key != "description"}
    return rest | {"anyOf": [{"description": said} | branch for branch in node["anyOf"]]}


_told_in_branches = defects.at_objects(_told)


def _in_json_schema(change: Callable[[Any], Any]) -> Convert:
    """The sound converter that sends JSON Schema to Google, with a change to the schema there."""

    def convert(request: Any) -> Any:
        tool = json_schema_everywhere(request)
        if request["provider"] == GOOGLE:
            tool["parameters_json_schema"] = change(tool["parameters_json_schema"])
        return tool

    return convert


for _name, _at_node, _rule in (
    ("json_schema_with_texts", lambda n: n | {"properties": {k: str(v) for k, v in n["properties"].items()}}
     if isinstance(n.get("properties"), dict) else n, "PRV-4"),
    ("json_schema_of_first_parts", lambda n: n | {"allOf": n["allOf"][:1]} if isinstance(n.get("allOf"), list) else n,
     "PRV-4b"),
    ("json_schema_with_other_constants", lambda n: n | {"const": "other"} if "const" in n else n, "PRV-4b"),
    ("json_schema_with_odd_steps", lambda n: n | {"multipleOf": 7} if "multipleOf" in n else n, "PRV-4b"),
):  # fmt: skip
    JSON_SCHEMA.add(_name, _in_json_schema(defects.at_objects(_at_node)), _rule, innocent=("PRV-1", "PRV-2", "PRV-3"))


_undescribed = defects.without("description")
JSON_SCHEMA.add("json_schema_of_bare_definitions", _in_json_schema(lambda s: s | {"$defs": {name: _undescribed(one) for name, one in
         s["$defs"].items()}} if isinstance(s.get("$defs"), dict) else s), "PRV-4b",
         innocent=("PRV-1", "PRV-2", "PRV-3"), inputs=OWNED_REQUESTS)  # fmt: skip

BANKS = (JSON_SCHEMA,)

_CHOICES = {"strict_in_flat": ("keep", "omit"), "strict_in_chat": ("keep", "drop"), "root_unions": ("fold", "refuse")}


def _asked(provider: str, schema: Tool) -> Tool:
    return {"provider": provider, "definition": {"name": "find", "description": "Finds.", "parameters": schema}}


_BY_KIND = [{"properties": {"kind": {"const": kind}, kind: {"type": "string"}}} for kind in ("route", "file")]
_UNIT = {"allOf": [{"type": "string", "default": "km"}]}
_PARTS = {"type": "object", "properties": {"unit": _UNIT, "city": {"type": "string", "minLength": 2}}}

SOUND = (
    *references(OPERATION, reference, _CHOICES, 5),
    Sound("json_schema_everywhere", OPERATION, json_schema_everywhere, None,
          (("strict-in-flat", "omit"), ("strict-in-chat", "keep"), ("root-unions", "refuse")),
          inputs=(_asked(ANTHROPIC, _ODD_NAME),
                  {"provider": ANTHROPIC, "definition": {"name": "find", "parameters": _DESCRIBED_LAST}})),
    Sound("oldest_google", OPERATION, oldest_google, None, (("strict-in-flat", "omit"), ("strict-in-chat", "drop")),
          inputs=(_asked(GOOGLE, _PARTS),)),
    Sound("said_in_words", OPERATION, said_in_words, inputs=(_asked(ANTHROPIC, {"type": "object", "oneOf": _BY_KIND}),)),
)  # fmt: skip
