"""Converters of MCP tools to Gemini's: broken ones, and sound ones of other builds."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.formats.schema_drafts import modern
from conformance.reference import mcp_tools_to_anthropic_tools, mcp_tools_to_responses_tools
from conformance.reference import mcp_tools_to_gemini_tools as reference
from conformance.reference.google_schema import Dropped, google_schema
from conformance.rules.checks.tools.anthropic_schemas import COMBINATORS, is_of_another_draft
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import Bank, quietly, references
from tests.suite.selftest.banks.chat_tools import SCHEMA_DEFECTS, TEXT_DEFECTS
from tests.suite.selftest.banks.flat_mcp_tools import Tool
from tests.suite.selftest.banks.mcp_tools import is_usable
from tests.suite.selftest.banks.tools_sound import LIST_CHOICES, described_by_itself
from tests.suite.selftest.model import Convert, Sound
from tests.suite.selftest.mutators.tools import DECLARATIONS, DECLARED, OF_LISTS

OPERATION = "mcp-tools-to-gemini-tools"
BANK = Bank(OPERATION)
LOG = logging.getLogger(__name__)
FORM = ("TOOL-1", "TOOL-1a", "TOOL-5")


def declared(tools: Any, **choices: str) -> list[Tool]:
    """The declarations that the reference makes."""
    made = reference(tools, **choices)
    return list(made[0][DECLARATIONS]) if made else []


def one_tool(declarations: list[Any]) -> list[Any]:
    """One tool with some declarations; none for none."""
    return [{DECLARATIONS: declarations}] if declarations else []


def result(change: Callable[[Tool], Any]) -> Convert:
    """The reference, with a change to each of its declarations."""
    return lambda tools: one_tool([change(one) for one in declared(tools)])


def schemas(change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to the schemas of its declarations."""
    return result(lambda one: one | {DECLARED: change(one[DECLARED])})


def with_source(change: Callable[[Tool, Tool], Tool]) -> Convert:
    """The reference declaration by declaration, with a change that sees the source."""

    def converted(tools: Any) -> Any:
        usable = [tool for tool in tools if declared([tool])]
        pairs = zip(declared(tools), copy.deepcopy(usable), strict=True)
        return one_tool([change(one, tool) for one, tool in pairs])

    return converted


# TOOL-1, TOOL-1a: the form.

BANK.add("flat_tools_of_responses", mcp_tools_to_responses_tools, "TOOL-1", "API-1")
BANK.add("tools_of_anthropic", mcp_tools_to_anthropic_tools, "TOOL-1", "API-1")
BANK.add("declarations_without_a_tool", declared, "TOOL-1", innocent=("TOOL-2", "TOOL-5"))
BANK.add(
    "a_search_beside_the_declarations",
    lambda tools: [one | {"googleSearch": {}} for one in reference(tools)],
    "TOOL-1",
    innocent=("TOOL-2", "TOOL-5"),
)
BANK.add("says_that_it_is_a_function", result(lambda one: one | {"type": "function"}), "API-1", innocent=("TOOL-2",))
BANK.add("schema_under_mcps_name", result(lambda one: {("inputSchema" if key == DECLARED else key): value
         for key, value in one.items()}), "TOOL-1", "TOOL-4", innocent=("TOOL-2",))  # fmt: skip
BANK.add(
    "both_schemas", result(lambda one: one | {"parameters": one[DECLARED]}), "API-2", innocent=("TOOL-2", "TOOL-5")
)
BANK.add("schema_as_text", schemas(json.dumps), "TOOL-2", innocent=FORM)
BANK.add("dots_become_underscores", result(lambda one: one | {"name": one["name"].replace(".", "_")}), "TOOL-1",
         innocent=("TOOL-2",))  # fmt: skip
BANK.add("undescribed_left_out", lambda tools: one_tool([one for one in declared(tools) if one.get("description")]),
         "TOOL-1a", innocent=("TOOL-5",))  # fmt: skip
BANK.add(
    "undescribed_says_none", result(lambda one: {"description": "None"} | one), "TOOL-1a", innocent=("TOOL-1", "TOOL-2")
)


@BANK.mutant("TOOL-1a", innocent=("TOOL-1", "TOOL-2"))
def fails_without_description(tools: Any) -> Any:
    """A tool without description ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if is_usable(tool) and not tool.get("description"):
            raise KeyError("description")
    return reference(tools)


# TOOL-2, TOOL-7: schemas.

for _name, (_change, _rules, _innocent) in (SCHEMA_DEFECTS | TEXT_DEFECTS).items():
    if _name not in ("drops_anchors", *OF_LISTS):
        BANK.add(_name, schemas(_change), "TOOL-2", *_rules, innocent=(*FORM, *_innocent))
BANK.add("removes_defaults", schemas(defects.defaults_gone()), "TOOL-2", innocent=(*FORM, "LAW-4"))
BANK.add("schemas_left_out", result(lambda one: {key: value for key, value in one.items() if key != DECLARED}), "TOOL-1",
         innocent=("TOOL-1a", "TOOL-5"))  # fmt: skip


def _without_unions(schema: Any) -> Any:
    return {key: value for key, value in schema.items() if key not in COMBINATORS} | {"type": "object"}


BANK.add("branches_go_with_their_union", schemas(_without_unions), "TOOL-2", innocent=FORM)


def _of_anthropic(tools: list[Tool]) -> list[Tool]:
    """The declarations whose unions at the root are folded into it, as for Anthropic."""
    made = []
    for one in declared(tools):
        (folded,) = mcp_tools_to_anthropic_tools([{"name": "a", "inputSchema": one[DECLARED]}])
        made.append(one | {DECLARED: folded["input_schema"]})
    return made


BANK.add(
    "folds_in_silence", quietly(lambda tools: one_tool(_of_anthropic(tools))), "TOOL-7", innocent=(*FORM, "TOOL-2")
)


def _in_google_form(one: Tool, *, is_silent: bool = False) -> Tool:
    """A declaration in Google's own form; without parameters it has none, and unions at the root are folded."""
    dropped: list[Dropped] = []
    (folded,) = mcp_tools_to_anthropic_tools([{"name": "a", "inputSchema": one[DECLARED]}])
    parameters = google_schema(folded["input_schema"], dropped)
    if "responseJsonSchema" in one and not is_silent:
        LOG.warning("%s: what it says of its results is left out", one["name"])
    if dropped and not is_silent:
        LOG.warning("%s: left out for Google: %s", one["name"], "; ".join(map(str, dropped)))
    rest = {key: value for key, value in one.items() if key in ("name", "description")}
    return rest | ({"parameters": parameters} if parameters.keys() - {"type"} or dropped else {})


def _google(change: Callable[[Any], Any]) -> Convert:
    """In Google's own form, with a change to its parameters."""

    def changed(one: Tool) -> Tool:
        made = _in_google_form(one)
        return made | ({"parameters": change(made["parameters"])} if "parameters" in made else {})

    return result(changed)


def _upper(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Any], Any]:
    return defects.at_objects(change)


BANK.add("limits_lost_in_silence", quietly(result(partial(_in_google_form, is_silent=True))), "TOOL-7", innocent=FORM)
BANK.add("json_schemas_as_parameters", result(lambda one: {("parameters" if key == DECLARED else key): value
         for key, value in one.items()}), "API-1", innocent=FORM)  # fmt: skip
BANK.add("google_form_without_enums", _google(defects.without("enum")), "TOOL-2", innocent=FORM)
BANK.add("google_form_without_descriptions", _google(defects.without("description")), "TOOL-2", innocent=FORM)
BANK.add("google_form_without_required", _google(defects.without("required")), "TOOL-2", innocent=FORM)
BANK.add("google_form_of_texts", _google(_upper(lambda node: node | ({"type": "STRING"} if node.get("type") in (
         "INTEGER", "NUMBER", "BOOLEAN") else {}))), "TOOL-2", innocent=FORM)  # fmt: skip
BANK.add("google_form_not_nullable", _google(defects.without("nullable")), "LAW-4", innocent=FORM)

# TOOL-4, results.

BANK.add("annotations_leak", with_source(lambda one, tool: one | {key: tool[key] for key in ("annotations", "title")
         if key in tool}), "TOOL-4", "API-1", innocent=(*FORM, "TOOL-2"))  # fmt: skip
BANK.add("output_schema_leaks", with_source(lambda one, tool: one | ({"outputSchema": tool["outputSchema"]}
         if "outputSchema" in tool else {})), "TOOL-4", "API-1", innocent=(*FORM, "TOOL-2"))  # fmt: skip
BANK.add("results_of_any_kind", result(lambda one: one | {"responseJsonSchema": {"type": "object"}}), "DECL-1",
         innocent=(*FORM, "TOOL-2"))  # fmt: skip
BANK.add("input_schema_describes_results", result(lambda one: one | ({"responseJsonSchema": one[DECLARED]}
         if "responseJsonSchema" in one else {})), "DECL-1", innocent=(*FORM, "TOOL-2"))  # fmt: skip
BANK.add("results_lost_in_silence", quietly(result(lambda one: {
         key: value for key, value in one.items() if key != "responseJsonSchema"})), "DECL-1", innocent=FORM)  # fmt: skip

# TOOL-6.

BANK.add(
    "dropped_in_silence", lambda tools: reference([tool for tool in tools if is_usable(tool)]), "TOOL-6", innocent=FORM
)


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


@BANK.mutant("TOOL-5a", innocent=("TOOL-2",))
def one_of_each_name_in_any_case(tools: Any) -> Any:
    """A tool whose name differs in capitals alone takes the place of the first."""
    made: dict[str, Tool] = {}
    for one in declared(tools):
        made[one["name"].lower()] = one
    return one_tool(list(made.values()))


@BANK.mutant("ALL-8", innocent=("TOOL-1",))
def drops_drafts_in_place(tools: Any) -> Any:
    """The draft is taken off the schemas of the input itself."""
    results = reference(tools)
    for tool in tools:
        if isinstance(tool, dict) and isinstance(tool.get("inputSchema"), dict):
            tool["inputSchema"].pop("$schema", None)
    return results


BANKS = (BANK,)

# Sound ones.


def a_tool_for_each(tools: Any) -> Any:
    """Each declaration is in a tool of its own, as one of the SDKs does."""
    return [{"function_declarations": [one]} for one in declared(tools)]


def in_google_form(tools: Any) -> Any:
    """Schemas are in Google's own form, and what is lost is reported."""
    return one_tool([_in_google_form(one) for one in declared(tools)])


def without_idle_schemas(tools: Any) -> Any:
    """A tool without parameters has no schema, and one without a schema none either."""
    made = declared(tools, unusable_tool="empty-object")
    idle = ({"type": "object", "properties": {}}, {"type": "object"}, {})
    return one_tool(
        [{key: value for key, value in one.items() if key != DECLARED or value not in idle} for one in made]
    )


def unions_folded(tools: Any) -> Any:
    """Unions at the root are folded into it, with a report."""
    return one_tool(_of_anthropic(tools))


def titles_describe(tools: Any) -> Any:
    """The title, or the schema's own description, replaces an absent description."""
    return reference([described_by_itself(tool) if is_usable(tool) else tool for tool in tools], unusable_tool="raise")


def phrases_describe(tools: Any) -> Any:
    """A phrase replaces an absent or empty description."""
    phrase = {"description": "No description provided."}
    bare = [isinstance(tool, dict) and tool.get("description") in (None, "") for tool in tools]
    said = [tool | phrase if lacks else tool for tool, lacks in zip(tools, bare, strict=True)]
    return reference(said, unusable_tool="raise")


def without_titles(tools: Any) -> Any:
    """Titles of schemas go."""
    return schemas(defects.without("title"))(tools)


def in_the_new_draft(tools: Any) -> Any:
    """Schemas of older drafts are written in the words of the new one."""
    return schemas(lambda schema: modern(schema) if is_of_another_draft(schema) else schema)(tools)


_RAISE = (("unusable-tool", "raise"),)
SOUND = (
    *references(OPERATION, reference, {key: LIST_CHOICES[key] for key in ("unsafe_names", "unusable_tool")}, 2),
    Sound("titles_describe", OPERATION, titles_describe, None, _RAISE),
    Sound("phrases_describe", OPERATION, phrases_describe, None, _RAISE),
    Sound("without_idle_schemas", OPERATION, without_idle_schemas, None, (("unusable-tool", "empty-object"),)),
    *(
        Sound(element.__name__, OPERATION, element)
        for element in (a_tool_for_each, in_google_form, unions_folded, without_titles, in_the_new_draft)
    ),
)
