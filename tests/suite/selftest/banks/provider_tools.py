"""Broken converters of one definition to the tool of a provider (S3, phase 1)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import ToolError
from conformance.reference import tool_definition_to_provider_tool as reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import Bank, quietly
from tests.suite.selftest.banks.chat_tools import NUMBER_DEFECTS, SCHEMA_DEFECTS, TEXT_DEFECTS
from tests.suite.selftest.model import Convert

OPERATION = "tool-definition-to-provider-tool"
BANK = Bank(OPERATION)

Tool = dict[str, Any]
FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE = "openai-responses", "openai-chat", "gwdg", "anthropic", "google"
PROVIDERS = (FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE)
OPENAI = ("PRV-1", "PRV-2", "PRV-5")
OTHERS = ("PRV-3", "PRV-5a", "PRV-4", "PRV-4b", "PRV-6")
KEYS = {ANTHROPIC: "input_schema", GOOGLE: "parameters"}


def result(change: Callable[[Tool], Any], *providers: str) -> Convert:
    """The reference, with a change to the result for some providers."""

    def convert(request: Any) -> Any:
        tool = reference(request)
        return change(tool) if request["provider"] in providers else tool

    return convert


def parameters(change: Callable[[Any], Any], *providers: str) -> Convert:
    """The reference, with a change to the schema of the result for some providers."""

    def changed(request: Any) -> Any:
        tool = reference(request)
        provider = request["provider"]
        if provider not in providers:
            return tool
        holder = tool["function"] if provider in (CHAT, GWDG) else tool
        key = KEYS.get(provider, "parameters")
        if key in holder:
            holder[key] = change(holder[key])
        return tool

    return changed


def source(change: Callable[[Any], Any], *providers: str) -> Convert:
    """The reference, with a change to a copy of the definition's schema before it sees it."""

    def convert(request: Any) -> Any:
        request = copy.deepcopy(request)
        if is_whole(request) and request["provider"] in providers:
            request["definition"]["parameters"] = change(request["definition"]["parameters"])
        return reference(request)

    return convert


def is_whole(request: Any) -> bool:
    """Whether a request holds a definition with an object for its parameters."""
    definition = request.get("definition") if isinstance(request, dict) else None
    return (
        isinstance(definition, dict)
        and isinstance(definition.get("parameters"), dict)
        and isinstance(definition.get("name"), str)
        and bool(definition["name"])
    )


def otherwise(convert_one: Callable[[Tool], Any], *providers: str) -> Convert:
    """The reference, but for whole definitions for some providers."""

    def convert(request: Any) -> Any:
        if is_whole(request) and request.get("provider") in providers:
            return convert_one(copy.deepcopy(request["definition"]))
        return reference(request)

    return convert


# PRV-1, PRV-2, API-1, API-2, API-3: the two forms of OpenAI.

BANK.add("nested_for_responses", result(lambda t: {"type": "function", "function": t}, FLAT), "PRV-1", "API-1",
         innocent=("PRV-2", *OTHERS), note="the error that the document was written about")  # fmt: skip
BANK.add("flat_for_gwdg", result(lambda t: {"type": "function", **t["function"]}, GWDG), "PRV-2",
         innocent=("PRV-1", *OTHERS))  # fmt: skip
BANK.add("name_beside_function", result(lambda t: t | {"name": t["function"]["name"]}, CHAT), "PRV-2",
         innocent=("PRV-1", *OTHERS))  # fmt: skip
BANK.add("method_without_wrapper", result(lambda t: t["function"], CHAT, GWDG), "PRV-2", innocent=("PRV-1", *OTHERS),
         note="what the method for this form returns before it is wrapped")  # fmt: skip
BANK.add("type_gone", result(lambda t: {k: v for k, v in t.items() if k != "type"}, FLAT), "PRV-1", "API-1",
         innocent=("PRV-2", *OTHERS))  # fmt: skip
BANK.add("description_trimmed", result(lambda t: t | {"description": t["description"].strip()}, FLAT), "PRV-1",
         "ALL-4", innocent=("PRV-2", *OTHERS))  # fmt: skip
BANK.add("name_lower_cased", result(lambda t: t | {"name": t["name"].lower()}, FLAT, ANTHROPIC, GOOGLE), "PRV-1",
         "PRV-3", "PRV-4", innocent=("PRV-2", "PRV-5", "PRV-5a"))  # fmt: skip
BANK.add("root_type_in_a_list", parameters(lambda s: s | {"type": ["object"]}, FLAT), "API-2", "PRV-5",
         innocent=("PRV-1", "PRV-2", *OTHERS))  # fmt: skip
BANK.add("strict_if_truthy", result(lambda t: {k: v for k, v in t.items() if k != "strict" or v}, FLAT), "PRV-1a",
         "API-3", innocent=("PRV-1", "PRV-2", *OTHERS), note="two answers: true is kept, false is left out")  # fmt: skip
BANK.add("strict_for_one_of_two", result(lambda t: {"type": "function", "function": {k: v for k, v in
         t["function"].items() if k != "strict"}}, GWDG), "PRV-2", innocent=("PRV-1", *OTHERS),
         note="kept for openai-chat only")  # fmt: skip
BANK.add("strict_omitted", partial(reference, strict_in_flat="omit"), "API-3", innocent=("PRV-1", "PRV-1a", "PRV-2", *OTHERS),
         sets=("safe",), note="what the document does is advice beside it")  # fmt: skip


def _input_schema(tool: Tool) -> Tool:
    """A tool of OpenAI's with its parameters under Anthropic's name for them."""
    if "function" in tool:
        return tool | {"function": _input_schema(tool["function"])}
    return {"input_schema" if key == "parameters" else key: value for key, value in tool.items()}


BANK.add("parameters_under_input_schema", result(_input_schema, FLAT, CHAT), "PRV-1", "PRV-2", innocent=OTHERS)


BANK.add("strict_turned_off", result(lambda t: t | {"strict": False}, FLAT), "PRV-1", "PRV-1a",
         innocent=("PRV-2", *OTHERS), sets=("safe",))  # fmt: skip
BANK.add("strict_null_when_absent", result(lambda t: t if t.get("strict") else t | {"strict": None}, FLAT), "PRV-1a",
         innocent=("PRV-1", "PRV-2", "API-3", *OTHERS))  # fmt: skip

# PRV-5, LAW-4, REF-1, ALL-3 to ALL-5: the parameters for OpenAI.

for _name in ("closes_objects", "drops_definitions"):
    _change, _more, _ = SCHEMA_DEFECTS[_name]
    BANK.add(_name, parameters(_change, FLAT, CHAT, GWDG), "PRV-5", *_more, innocent=("PRV-1", "PRV-2", *OTHERS))
BANK.add("removes_defaults", parameters(defects.defaults_gone(), FLAT), "PRV-5", innocent=("PRV-1", "LAW-4", *OTHERS))
BANK.add("texts_normalised", parameters(TEXT_DEFECTS["texts_normalised"][0], FLAT), "PRV-5", "ALL-4",
         innocent=("PRV-1", "PRV-2", *OTHERS))  # fmt: skip
BANK.add("large_numbers_as_float", parameters(NUMBER_DEFECTS["large_numbers_as_float"], FLAT), "ALL-3",
         innocent=("PRV-1", "PRV-5", *OTHERS))  # fmt: skip
BANK.add("properties_sorted", parameters(defects.at_objects(defects.properties_sorted), FLAT), "ALL-5",
         innocent=("PRV-1", "PRV-5", *OTHERS))  # fmt: skip


# PRV-3, PRV-3a, PRV-5a: Anthropic.
def _untyped_for_anthropic(request: Any) -> Any:
    tool = reference(request)
    if request["provider"] == ANTHROPIC and "type" not in (request["definition"].get("parameters") or {"type": ""}):
        del tool["input_schema"]["type"]
    return tool


BANK.add("parameters_not_renamed", result(lambda t: {"parameters" if k == "input_schema" else k: v for k, v in t.items()},
         ANTHROPIC), "PRV-3", innocent=(*OPENAI, "PRV-4", "PRV-6"))  # fmt: skip
BANK.add("root_union_sent_on", otherwise(lambda d: {"name": d["name"], "description": d.get("description") or "",
         "input_schema": {"type": "object"} | d["parameters"]}, ANTHROPIC), "PRV-3",
         innocent=(*OPENAI, "PRV-5a", "PRV-4", "PRV-4b"))  # fmt: skip
BANK.add("root_union_deleted", source(lambda s: {k: v for k, v in s.items() if k not in ("anyOf", "oneOf", "allOf")},
         ANTHROPIC), "PRV-5a", innocent=(*OPENAI, "PRV-3", "PRV-4"), note="with the properties of its branches")  # fmt: skip
BANK.add("demands_of_all_of_lost", source(lambda s: s | {"allOf": [{k: v for k, v in part.items() if k != "required"}
         for part in s["allOf"] if isinstance(part, dict)]} if isinstance(s.get("allOf"), list) else s, ANTHROPIC),
         "PRV-5a", innocent=(*OPENAI, "PRV-3", "PRV-4"))  # fmt: skip
BANK.add("demands_of_all_branches", source(lambda s: s | {"allOf": [*s.get("allOf", []), *s["anyOf"]]}
         if isinstance(s.get("anyOf"), list) else s, ANTHROPIC), "PRV-5a",
         innocent=(*OPENAI, "PRV-3", "PRV-4"), note="of two that exclude each other both")  # fmt: skip
BANK.add("narrow_walk_for_anthropic", parameters(defects.only_known(defects.USUAL_KEYWORDS), ANTHROPIC), "PRV-5a",
         innocent=(*OPENAI, "PRV-4"))  # fmt: skip

BANK.add("limits_gone_for_anthropic", parameters(defects.without("minimum", "maximum", "minLength", "maxLength", "pattern",
         "minItems"), ANTHROPIC), "PRV-5a", innocent=(*OPENAI, "PRV-3", "PRV-4"))  # fmt: skip
BANK.add("branches_of_any_type", parameters(lambda s: s | {"properties": {name: {} for name in s["properties"]}}
         if isinstance(s.get("properties"), dict) else s, ANTHROPIC), "PRV-5a", innocent=(*OPENAI, "PRV-3", "PRV-4"))  # fmt: skip
BANK.add("branches_are_null", parameters(lambda s: s | {"properties": dict.fromkeys(s["properties"])}
         if isinstance(s.get("properties"), dict) else s, ANTHROPIC), "PRV-3", innocent=(*OPENAI, "PRV-4"))  # fmt: skip

BANK.add("anthropic_root_without_type", _untyped_for_anthropic, "PRV-3", innocent=(*OPENAI, "PRV-3a", "PRV-4", "PRV-5a"),
         note="only where the definition's root has none")  # fmt: skip
BANK.add("anthropic_not_strict", result(lambda t: {k: v for k, v in t.items() if k != "strict"}, ANTHROPIC), "PRV-3a",
         innocent=(*OPENAI, *OTHERS))  # fmt: skip


# PRV-4, PRV-4a, PRV-4b, PRV-4c, LAW-4: Google.

BANK.add("optional_parameters_undescribed", source(defects.at_objects(lambda n: {k: v for k, v in n.items() if k != "description"}
         if {"type": "null"} in n.get("anyOf", ()) else n), GOOGLE), "PRV-4b", innocent=(*OPENAI, "PRV-3"))  # fmt: skip

_as_is = otherwise(lambda d: {k: d[k] for k in ("name", "description", "parameters") if d.get(k)}, GOOGLE)
BANK.add("schema_sent_on", _as_is, "PRV-4", innocent=(*OPENAI, "PRV-3", "PRV-5a", "PRV-4b"))
BANK.add("both_schemas", result(lambda t: t | {"parametersJsonSchema": t.get("parameters", {})}, GOOGLE), "PRV-4",
         innocent=(*OPENAI, "PRV-3"))  # fmt: skip


def _after(change: Callable[[Any], Any]) -> Convert:
    """The reference for Google, with a change to its schema, written as JSON Schema is walked."""
    return parameters(change, GOOGLE)


BANK.add("additional_properties_false", _after(defects.at_objects(lambda n: n | {"additionalProperties": False}
         if n.get("type") == "OBJECT" else n)), "PRV-4", innocent=(*OPENAI, "PRV-3", "PRV-4b"))  # fmt: skip
BANK.add("nullable_as_a_type_list", _after(defects.at_objects(lambda n: n | {"type": [n["type"], "NULL"]}
         if n.get("nullable") and "type" in n else n)), "PRV-4", innocent=(*OPENAI, "PRV-4b"))  # fmt: skip
BANK.add("items_gone_when_empty", _after(defects.at_objects(lambda n: {k: v for k, v in n.items() if k != "items" or v})),
         "PRV-4", innocent=OPENAI)  # fmt: skip
BANK.add("required_left_whole", otherwise(lambda d: _required_back(d, reference({"provider": GOOGLE, "definition": d})),
         GOOGLE), "PRV-4", innocent=(*OPENAI, "PRV-3"))  # fmt: skip
BANK.add("const_left", otherwise(lambda d: _const_back(d, reference({"provider": GOOGLE, "definition": d})), GOOGLE),
         "PRV-4", innocent=(*OPENAI, "PRV-3"))  # fmt: skip
BANK.add("names_like_keywords_gone", source(lambda s: defects.property_gone("const", "default", "title", "oneOf",
         "additionalProperties")(s), GOOGLE), "PRV-4b", innocent=(*OPENAI, "PRV-3", "PRV-4"))  # fmt: skip
BANK.add("descriptions_gone", _after(defects.without("description")), "PRV-4b", innocent=(*OPENAI, "PRV-4"))


def _nullable_bare(schema: Any) -> Any:
    """Writes a definition that may be null without what describes its members."""
    named = schema.get("$defs", {})

    def bare(node: Any) -> Any:
        branches = node.get("anyOf")
        if not isinstance(branches, list) or len(branches) != 2 or {"type": "null"} not in branches:
            return node
        branch = next(branch for branch in branches if branch != {"type": "null"})
        target = named.get(str(branch.get("$ref")).removeprefix("#/$defs/")) if isinstance(branch, dict) else None
        return node | {"anyOf": [defects.without("description")(target), {"type": "null"}]} if target else node

    return defects.at_objects(bare)(schema)


_OWNER = {"type": "object", "properties": {"id": {"type": "string", "description": "Who owns it."}}}
_OWNED = {
    "type": "object",
    "properties": {"owner": {"anyOf": [{"$ref": "#/$defs/Owner"}, {"type": "null"}]}},
    "$defs": {"Owner": _OWNER},
}
OWNED_REQUESTS = ({"provider": GOOGLE, "definition": {"name": "get_owner", "description": "", "parameters": _OWNED}},)
BANK.add("nullable_definitions_bare", source(_nullable_bare, GOOGLE), "PRV-4b", innocent=(*OPENAI, "PRV-4"),
         inputs=OWNED_REQUESTS)  # fmt: skip
BANK.add("parameters_forgotten", result(lambda t: {k: v for k, v in t.items() if k != "parameters"}, GOOGLE), "PRV-4b",
         innocent=(*OPENAI, "PRV-4"))  # fmt: skip
BANK.add("limits_gone", _after(defects.without("minimum", "maximum", "minLength", "maxLength", "pattern", "minItems")),
         "PRV-4c", innocent=(*OPENAI, "PRV-4", "PRV-4b", "LAW-4"))  # fmt: skip
BANK.add("first_of_several_types", source(defects.at_objects(defects.one_type), GOOGLE), "LAW-4",
         innocent=(*OPENAI, "PRV-4"))  # fmt: skip
BANK.add("branches_bare", source(defects.at_objects(lambda n: n | {key: [_bare(branch) for branch in n[key]]
         for key in ("anyOf", "oneOf") if _has_several(n.get(key))}), GOOGLE), "PRV-4b", innocent=(*OPENAI, "PRV-4"))  # fmt: skip
BANK.add("null_forgotten", _after(defects.without("nullable")), "LAW-4", innocent=(*OPENAI, "PRV-4"))
BANK.add("first_branch_of_unions", source(defects.at_objects(defects.first_branch), GOOGLE), "LAW-4",
         innocent=(*OPENAI, "PRV-4"))  # fmt: skip


def _has_several(branches: Any) -> bool:
    """Whether a union has several branches beside null."""
    return isinstance(branches, list) and sum(branch != {"type": "null"} for branch in branches) > 1


def _taking_the_limit(node: Any) -> Any:
    """An integer's limit that excludes itself, written as one that does not, and reported nowhere."""
    if node.get("type") != "integer":
        return node
    for key, plain in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if type(node.get(key)) is int and plain not in node:
            node = {name: value for name, value in node.items() if name != key} | {plain: node[key]}
    return node


def _bare(branch: Any) -> Any:
    """A branch without what describes its members."""
    return (
        branch | {"properties": defects.without("description")(branch)["properties"]}
        if isinstance(branch, dict) and isinstance(branch.get("properties"), dict)
        else branch
    )


BANK.add("parts_of_all_of_forgotten", source(defects.at_objects(lambda n: {k: v for k, v in n.items() if k != "allOf"}),
         GOOGLE), "PRV-4a", innocent=(*OPENAI, "PRV-3", "PRV-4"))  # fmt: skip
BANK.add("integers_take_their_excluded_limit", source(defects.at_objects(_taking_the_limit), GOOGLE), "PRV-4a",
         innocent=(*OPENAI, "PRV-3", "PRV-4", "PRV-4b"))  # fmt: skip
BANK.add("one_more_than_excluded", source(defects.at_objects(lambda n: n | {"minimum": n["exclusiveMinimum"] + 1}
         if isinstance(n.get("exclusiveMinimum"), int) and not isinstance(n["exclusiveMinimum"], bool) else n), GOOGLE),
         "LAW-4", innocent=(*OPENAI, "PRV-3"), note="right for integers only")  # fmt: skip


def _required_back(definition: Tool, tool: Any) -> Any:
    required = definition["parameters"].get("required")
    if isinstance(required, list) and "parameters" in tool:
        tool["parameters"]["required"] = required
    return tool


def _const_back(definition: Tool, tool: Any) -> Any:
    properties = definition["parameters"].get("properties") or {}
    for name, member in properties.items():
        if isinstance(member, dict) and "const" in member:
            tool["parameters"]["properties"][name] = {"const": member["const"]}
    return tool


BANK.add("enum_without_type_gone", source(defects.at_objects(lambda n: {k: v for k, v in n.items() if k != "enum" or "type" in n}),
         GOOGLE), "PRV-4b", innocent=(*OPENAI, "PRV-3", "PRV-4"))  # fmt: skip


@BANK.mutant("PRV-4a", innocent=(*OPENAI, "PRV-3", "PRV-4", "PRV-4b"))
def speaks_of_the_root_alone(request: Any) -> Any:
    """Says in the description of the root that it is closed, and reports nothing more of such a tool."""
    is_closed = is_whole(request) and request["definition"]["parameters"].get("additionalProperties") is False
    if not is_closed or request.get("provider") != GOOGLE:
        return reference(request)
    tool = quietly(reference)(request)
    if isinstance(tool.get("parameters"), dict):
        tool["parameters"]["description"] = "No other arguments."
    return tool


BANK.add("drops_in_silence", quietly(reference), "PRV-4a",
         innocent=(*OPENAI, "PRV-3", "PRV-4", "PRV-4b", "LAW-4"))  # fmt: skip


# PRV-6, ALL-7


def _unknown(answer: Callable[[Any], Any]) -> Convert:
    def convert(request: Any) -> Any:
        known = not is_whole(request) or not isinstance(request.get("provider"), str)
        return reference(request) if known or request["provider"] in PROVIDERS else answer(request)

    return convert


BANK.add(
    "unknown_is_chat", _unknown(lambda r: reference(r | {"provider": CHAT})), "PRV-6", innocent=(*OPENAI, *OTHERS[:4])
)


@BANK.mutant("PRV-6", innocent=(*OPENAI, *OTHERS[:4]))
def names_only_the_unknown(request: Any) -> Any:
    """The error says what is unknown, and not what is known."""
    try:
        return reference(request)
    except ToolError as error:
        raise ToolError(str(error).partition("; known")[0]) from None


# ALL-2, ALL-8

_descriptions: list[str] = []


@BANK.mutant("ALL-2", "PRV-1")
def keeps_the_last_description(request: Any) -> Any:
    """Every third tool has the description of the one before."""
    tool = reference(request)
    if request["provider"] == FLAT:
        _descriptions.append(tool["description"])
        if len(_descriptions) % 3 == 0:
            tool["description"] = _descriptions[-2]
    return tool


@BANK.mutant("ALL-8", innocent=(*OPENAI, "PRV-3", "PRV-4"))
def folds_in_place(request: Any) -> Any:
    """The union is taken off the caller's own schema."""
    tool = reference(request)
    if request["provider"] == ANTHROPIC and is_whole(request):
        for keyword in ("anyOf", "oneOf", "allOf"):
            request["definition"]["parameters"].pop(keyword, None)
    return tool


BANKS = (BANK,)
