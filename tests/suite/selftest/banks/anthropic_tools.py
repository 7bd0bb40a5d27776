"""Converters of MCP tools to Anthropic's: broken ones, as public reports have them, and sound ones of other builds."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

from conformance.formats.schema_drafts import modern
from conformance.reference import mcp_tools_to_anthropic_tools as reference
from conformance.reference import mcp_tools_to_chat_tools, mcp_tools_to_responses_tools
from conformance.rules.checks.tools.anthropic_schemas import (
    COMBINATORS,
    ODD_PROPERTIES,
    PROPERTY,
    UNITED,
    is_of_another_draft,
    kind_of_schema,
)
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import Bank, quietly, references
from tests.suite.selftest.banks.chat_tools import SCHEMA_DEFECTS, TEXT_DEFECTS
from tests.suite.selftest.banks.flat_mcp_tools import Tool, with_sources
from tests.suite.selftest.banks.mcp_tools import is_usable
from tests.suite.selftest.banks.tools_sound import LIST_CHOICES, described_by_itself
from tests.suite.selftest.model import Convert, Sound
from tests.suite.selftest.mutators.tools import OF_LISTS

OPERATION = "mcp-tools-to-anthropic-tools"
BANK = Bank(OPERATION)
LOG = logging.getLogger(__name__)
FORM = ("TOOL-1", "TOOL-1a", "TOOL-5")


def result(change: Callable[[Tool], Any]) -> Convert:
    """The reference, with a change to each of its tools."""
    return lambda tools: [change(tool) for tool in reference(tools)]


def schemas(change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to the schemas of its tools."""
    return result(lambda tool: tool | {"input_schema": change(tool["input_schema"])})


def with_source(change: Callable[[Tool, Tool], Tool]) -> Convert:
    """The reference tool by tool, with a change that sees the source."""
    return with_sources(change, reference)


# TOOL-1, TOOL-1a: the form.

BANK.add("flat_tools_of_responses", mcp_tools_to_responses_tools, "TOOL-1", "API-1", innocent=("TOOL-5",))
BANK.add("nested_tools_of_chat", mcp_tools_to_chat_tools, "TOOL-1", "API-1", innocent=("TOOL-2",))
BANK.add(
    "says_that_it_is_a_function", result(lambda t: t | {"type": "function"}), "TOOL-1", "API-1", innocent=("TOOL-2",)
)
BANK.add("schema_under_mcps_name", result(lambda t: {("inputSchema" if k == "input_schema" else k): v for k, v in t.items()}),
         "TOOL-1", "TOOL-4", innocent=("TOOL-2",))  # fmt: skip
BANK.add("schema_as_text", schemas(json.dumps), "API-1", "TOOL-2", innocent=FORM)
BANK.add("collides_when_made_safe", result(lambda t: t | {"name": t["name"].replace(".", "_").replace("/", "_")}),
         "TOOL-1", innocent=("TOOL-2",))  # fmt: skip
BANK.add("undescribed_left_out", lambda tools: [t for t in reference(tools) if t.get("description")], "TOOL-1a",
         innocent=("TOOL-3", "TOOL-5"))  # fmt: skip
BANK.add("description_null", result(lambda t: {"description": None} | t), "API-1", innocent=("TOOL-1", "TOOL-2"))
BANK.add(
    "undescribed_says_none", result(lambda t: {"description": "None"} | t), "TOOL-1a", innocent=("TOOL-1", "TOOL-2")
)


@BANK.mutant("TOOL-1a", innocent=("TOOL-1", "TOOL-2"))
def fails_without_description(tools: Any) -> Any:
    """A tool without description ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if is_usable(tool) and not tool.get("description"):
            raise KeyError("description")
    return reference(tools)


# TOOL-2, TOOL-7: schemas, and what the API refuses of them.

for _name, (_change, _rules, _innocent) in SCHEMA_DEFECTS.items():
    if _name not in ("drops_anchors", *OF_LISTS):
        BANK.add(_name, schemas(_change), "TOOL-2", *_rules, innocent=(*FORM, *_innocent))
for _name, (_change, _rules, _innocent) in TEXT_DEFECTS.items():
    if _name not in OF_LISTS:
        BANK.add(_name, schemas(_change), "TOOL-2", *_rules, innocent=(*FORM, *_innocent))
BANK.add("removes_defaults", schemas(defects.defaults_gone()), "TOOL-2", innocent=(*FORM, "LAW-4"),
         note="what OpenAI's strict mode needed, and nothing here does")  # fmt: skip


def _root_without_unions(schema: Any) -> Any:
    return {key: value for key, value in schema.items() if key not in COMBINATORS}


def _branches_demanded(one: Tool, tool: Tool) -> Tool:
    """Collects what the branches demand, as if all of them held."""
    schema = one["input_schema"]
    names = [name for key in ("anyOf", "oneOf") for branch in tool["inputSchema"].get(key, ()) if isinstance(branch, dict)
             for name in branch.get("required", ())]  # fmt: skip
    return one | {"input_schema": schema | {"required": [*schema.get("required", []), *names]}} if names else one


BANK.add("branches_go_with_their_union", with_source(lambda value, tool: value | {
    "input_schema": _root_without_unions(tool["inputSchema"]) | {"type": "object"}}), "TOOL-2", innocent=FORM)  # fmt: skip
BANK.add("demands_of_all_branches", with_source(_branches_demanded), "TOOL-2", innocent=FORM)


def _branch_beside(schema: Any, *, only_apart: bool) -> Any:
    """A schema whose lone branches are beside their unions, and lose to what is there. only_apart: not where any would."""
    for key in COMBINATORS:
        branches = schema.get(key)
        if isinstance(branches, list) and len(branches) == 1 and isinstance(branches[0], dict):
            rest = {name: value for name, value in schema.items() if name != key}
            if not only_apart or (rest.keys().isdisjoint(branches[0]) and not _STRUCTURE & rest.keys()):
                return branches[0] | rest
    return schema


# What reads what is beside it.
_STRUCTURE = frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items", "prefixItems",
                        "contains", "unevaluatedItems", "if", "then", "else", "$ref", "$defs", "$id"})  # fmt: skip


def _below_the_root(change: Callable[[Any], Any], schema: Any) -> Any:
    """A schema whose own properties are changed, unless something refers into a union."""
    if "Of/" in json.dumps(schema) or not isinstance(schema.get("properties"), dict):
        return schema
    below = {
        name: change(property_) if isinstance(property_, dict) else property_
        for name, property_ in schema["properties"].items()
    }
    return schema | {"properties": below}


def _apart(schema: Any) -> Any:
    return _branch_beside(schema, only_apart=True)


BANK.add("lone_branches_lose_to_their_neighbours", schemas(lambda schema: _below_the_root(
    lambda value: _branch_beside(value, only_apart=False), schema)), "TOOL-2", innocent=FORM)  # fmt: skip
BANK.add("folds_in_silence", quietly(reference), "TOOL-7", innocent=(*FORM, "TOOL-2"))
BANK.add("first_branch_at_the_root", with_source(lambda value, tool: value | {"input_schema": _first(tool["inputSchema"])}),
         "TOOL-2", innocent=FORM)  # fmt: skip


def _of_odd(change: Callable[[Any], Any], is_odd: Callable[[Any], bool]) -> Convert:
    """The reference, with a change to the schemas whose sources the API refuses for one reason."""
    return with_source(
        lambda value, tool: (
            value | {"input_schema": change(value["input_schema"])} if is_odd(tool["inputSchema"]) else value
        )
    )


def _demanded_twice(schema: Any) -> Any:
    return (
        schema | {"required": [name for name in schema["required"] for _ in (0, 1)]} if "required" in schema else schema
    )


def _without_the_first(schema: Any) -> Any:
    """A schema without the first property that the API takes."""
    first = next((name for name in schema["properties"] if PROPERTY.fullmatch(name)), None)
    return schema | {
        "properties": {name: property_ for name, property_ in schema["properties"].items() if name != first}
    }


BANK.add("old_drafts_lose_their_keywords", _of_odd(lambda schema: {
    key: schema[key] for key in ("type", "properties") if key in schema}, is_of_another_draft), "TOOL-2", innocent=FORM)  # fmt: skip
BANK.add("demands_twice_beside_unions", _of_odd(_demanded_twice, lambda schema: kind_of_schema(schema) == UNITED),
         "TOOL-2", innocent=FORM)  # fmt: skip
BANK.add("odd_names_cost_the_first", _of_odd(_without_the_first, lambda schema: kind_of_schema(schema) == ODD_PROPERTIES),
         "TOOL-2", innocent=FORM)  # fmt: skip


def _first(schema: Any) -> Any:
    """The first branch in the place of a union at the root."""
    found: Any = next((schema[key][0] for key in COMBINATORS if schema.get(key)), {})
    return _root_without_unions(schema) | (found if isinstance(found, dict) else {}) | {"type": "object"}


# TOOL-3, TOOL-4.

BANK.add("strict_true", result(lambda t: t | {"strict": True}), "TOOL-3", innocent=(*FORM, "TOOL-2"))
BANK.add("annotations_leak", with_source(lambda value, tool: value | {k: tool[k] for k in ("annotations", "title")
         if k in tool}), "TOOL-4", "API-1", innocent=(*FORM, "TOOL-2"))  # fmt: skip
BANK.add("loading_deferred", result(lambda t: t | {"defer_loading": True}), "TOOL-4", innocent=(*FORM, "TOOL-2"))
BANK.add("five_cache_hints", lambda tools: [t | ({"cache_control": {"ttl": "1h"}} if at < 5 else {})
         for at, t in enumerate(reference(tools))], "API-1", innocent=(*FORM, "TOOL-2"),
         note="a hint without its type")  # fmt: skip

# TOOL-6.

BANK.add("dropped_in_silence", lambda tools: reference([tool for tool in tools if is_usable(tool)]), "TOOL-6",
         innocent=FORM)  # fmt: skip
BANK.add("empty_schemas_without_a_type", lambda tools: [
         tool if any(is_usable(other_tool) and other_tool["name"] == tool["name"] for other_tool in tools) else tool | {"input_schema": {}}
         for tool in reference(tools, unusable_tool="empty-object")],
         "TOOL-6", innocent=(*FORM, "TOOL-2"), choices={"unusable-tool": "empty-object"})  # fmt: skip


@BANK.mutant("TOOL-6", innocent=("TOOL-2",))
def odd_description_ends_all(tools: Any) -> Any:
    """A description is read before anybody looks whether it is a text."""
    for tool in tools if isinstance(tools, list) else ():
        if is_usable(tool) and tool.get("description") is not None:
            tool["description"].strip()
    return reference(tools)


@BANK.mutant("TOOL-6", innocent=("TOOL-2",))
def nothing_beside_null(tools: Any) -> Any:
    """An entry that is not an object empties the list."""
    return [] if isinstance(tools, list) and None in tools else reference(tools)


@BANK.mutant("ALL-8", innocent=("TOOL-1",))
def folds_in_place(tools: Any) -> Any:
    """The unions are taken off the schemas of the input itself."""
    results = reference(tools)
    for tool in tools:
        if isinstance(tool, dict) and isinstance(tool.get("inputSchema"), dict):
            for key in COMBINATORS:
                tool["inputSchema"].pop(key, None)
    return results


BANKS = (BANK,)

# Sound ones.


def _named(tool: Any) -> Tool:
    """One tool by way of JSON text, its members in another order; an empty description counts as none."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise TypeError("a tool needs a name")
    source = json.loads(json.dumps(tool))
    schema = source["inputSchema"] if isinstance(source.get("inputSchema"), dict) else {"type": "object"}
    described = {"description": source["description"]} if source.get("description") else {}
    return {"input_schema": schema, **described, "name": source["name"], "type": "custom"}


def _unions_off(tools: list[Tool]) -> list[Tool]:
    """What the reference makes of the roots of schemas that have unions, or no type."""
    return [made | {"input_schema": reference([{"name": "a", "inputSchema": made["input_schema"]}])[0]["input_schema"]}
            for made in tools]  # fmt: skip


def plainest(tools: Any) -> Any:
    """The first entry that fails ends the call."""
    for tool in tools:
        if not isinstance(tool["inputSchema"], dict):
            raise TypeError("inputSchema must be an object")
    return _unions_off([_named(tool) for tool in tools])


def empty_schemas(tools: Any) -> Any:
    """A named tool without a schema takes any object."""
    results = []
    for tool in tools:
        try:
            results.append(_named(tool))
        except TypeError as error:
            LOG.warning("%s", error)
    return _unions_off(results)


def titles_describe(tools: Any) -> Any:
    """The title, or the schema's own description, replaces an absent description."""
    return plainest(
        [described_by_itself(tool) if isinstance(tool.get("inputSchema"), dict) else tool for tool in tools]
    )


def phrases_describe(tools: Any) -> Any:
    """A phrase replaces an absent or empty description."""
    phrase = {"description": "No description provided."}
    bare = [isinstance(tool, dict) and tool.get("description") in (None, "") for tool in tools]
    return plainest([tool | phrase if lacks else tool for tool, lacks in zip(tools, bare, strict=True)])


def with_a_cache_hint(tools: Any) -> Any:
    """The last tool has a hint for caches."""
    made = reference(tools)
    return [*made[:-1], *(tool | {"cache_control": {"type": "ephemeral"}} for tool in made[-1:])]


def refused_as_they_are(tools: Any) -> Any:
    """Unions at the root stay: the API says what it thinks of them."""
    return with_source(lambda value, tool: value | {"input_schema": tool["inputSchema"] | {"type": "object"}})(tools)


def refused_left_out(tools: Any) -> Any:
    """A tool with a union at its root is left out, and a report says so."""
    made = []
    for tool in tools:
        if is_usable(tool) and any(key in tool["inputSchema"] for key in COMBINATORS):
            LOG.warning("%s: its schema has a union at the root; left out", tool["name"])
            continue
        made.append(tool)
    return reference(made)


def without_titles(tools: Any) -> Any:
    """Titles of schemas go."""
    return schemas(defects.without("title"))(tools)


def in_the_new_draft(tools: Any) -> Any:
    """Schemas of older drafts are written in the words of the new one."""
    return schemas(lambda schema: modern(schema) if is_of_another_draft(schema) else schema)(tools)


def without_lone_branches(tools: Any) -> Any:
    """A union of a single branch is what the branch says."""
    return with_source(
        lambda value, _tool: value | {"input_schema": _below_the_root(_apart, value["input_schema"])},
    )(tools)


_RAISE = (("unusable-tool", "raise"),)
SOUND = (
    *references(OPERATION, reference, {key: LIST_CHOICES[key] for key in ("unsafe_names", "unusable_tool")}, 2),
    Sound("plainest", OPERATION, plainest, None, _RAISE),
    Sound("titles_describe", OPERATION, titles_describe, None, _RAISE),
    Sound("phrases_describe", OPERATION, phrases_describe, None, _RAISE),
    Sound("empty_schemas", OPERATION, empty_schemas, None, (("unusable-tool", "empty-object"),)),
    *(
        Sound(element.__name__, OPERATION, element)
        for element in (
            with_a_cache_hint,
            refused_as_they_are,
            refused_left_out,
            without_titles,
            in_the_new_draft,
            without_lone_branches,
        )
    ),
)
