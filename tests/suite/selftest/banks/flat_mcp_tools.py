"""Converters of MCP tools to flat Responses tools (S2, then S0): broken ones, and sound ones of other builds."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import (
    chat_tools_to_responses_tools,
    mcp_tools_to_chat_tools,
)
from conformance.reference import mcp_tools_to_responses_tools as reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import (
    CHAT_TOOLS,
    MCP_TOOLS,
    Bank,
    marking,
    references,
)
from tests.suite.selftest.banks.chat_tools import SCHEMA_DEFECTS
from tests.suite.selftest.banks.mcp_tools import is_usable
from tests.suite.selftest.banks.tools_sound import LIST_CHOICES, described_by_itself
from tests.suite.selftest.model import Convert, Sound

OPERATION = "mcp-tools-to-responses-tools"
BANK = Bank(OPERATION)
LOG = logging.getLogger(__name__)

Tool = dict[str, Any]
FORM = ("M2R-1", "M2R-1c", "M2R-3a", "M2R-3b")
SCHEMA = ("M2R-1a", "M2R-1b")
CHAIN: dict[str, Convert] = {MCP_TOOLS: mcp_tools_to_chat_tools, CHAT_TOOLS: chat_tools_to_responses_tools}


def result(change: Callable[[Tool], Any]) -> Convert:
    """The reference, with a change to each of its tools."""
    return lambda tools: [change(tool) for tool in reference(tools)]


def parameters(change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to the parameters of its tools."""
    return result(lambda tool: tool | {"parameters": change(tool["parameters"])})


def with_sources(change: Callable[[Tool, Tool], Tool], convert: Convert = reference) -> Convert:
    """The reference tool by tool, with a change that sees the source; a tool that gives none is left out."""

    def converted(tools: Any) -> Any:
        results = convert(tools)
        usable = [tool for tool in tools if convert([tool])]
        return [change(result, tool) for result, tool in zip(results, copy.deepcopy(usable), strict=True)]

    return converted


def from_schemas(change: Callable[[Any], Any]) -> Convert:
    """The reference, with parameters that are made of the source's schema instead."""
    return with_sources(lambda value, tool: value | {"parameters": change(tool["inputSchema"])})


# M2R-1: the form.

BANK.add("stays_nested", lambda tools: mcp_tools_to_chat_tools(tools), "M2R-1", "API-1", innocent=(*SCHEMA, "M2R-3"))
BANK.add("name_with_server", result(lambda t: t | {"name": "mcp.server." + t["name"]}), "M2R-1", "API-2")
BANK.add("collides_when_made_safe", result(lambda t: t | {"name": t["name"].replace(".", "_").replace("/", "_")}),
         "M2R-1", innocent=SCHEMA)  # fmt: skip
BANK.add("undescribed_shift_everything", lambda tools: chat_tools_to_responses_tools(mcp_tools_to_chat_tools(tools)),
         "M2R-2", innocent=(*FORM, *SCHEMA), note="the two steps as they are: S0 rejects what has no description")  # fmt: skip

# M2R-1a, M2R-1b, LAW-4, REF-1, ALL-3 to ALL-5: the schema.

BANK.add("defaults_stay", from_schemas(defects.copied), "M2R-1a", innocent=(*FORM, "M2R-1b", "LAW-4"))
BANK.add("defaults_stay_in_definitions", from_schemas(defects.defaults_gone(["$defs", "definitions"])), "M2R-1a",
         innocent=(*FORM, "M2R-1b"))  # fmt: skip
BANK.add("default_gone_anywhere", from_schemas(lambda s: defects.key_gone_anywhere("default", s)), "M2R-1b",
         innocent=(*FORM, "M2R-1a"))  # fmt: skip
_change, _more, _innocent = SCHEMA_DEFECTS["keeps_usual_keywords"]
BANK.add("keeps_usual_keywords", parameters(_change), "M2R-1b", *_more, innocent=(*FORM, "M2R-1a", *_innocent))
BANK.add("empty_properties_gone", parameters(lambda s: {k: v for k, v in s.items() if k != "properties" or v}),
         "M2R-1b", innocent=FORM)  # fmt: skip
BANK.add("properties_sometimes_added", parameters(lambda s: {"properties": {}} | s if len(s) == 1 else s), "M2R-1b",
         innocent=FORM, note="two answers")  # fmt: skip
BANK.add("special_names_gone", parameters(defects.property_gone("__proto__", "constructor", "")), "M2R-1b",
         innocent=(*FORM, "M2R-1a"))  # fmt: skip

# M2R-1c, API-2, API-3: strict.

BANK.add("strict_true", result(lambda t: t | {"strict": True}), "M2R-1c", "API-3", innocent=("M2R-1", *SCHEMA))
BANK.add("strict_null", result(lambda t: t | {"strict": None}), "M2R-1c", innocent=("M2R-1", "API-3", *SCHEMA))
BANK.add("strict_left_out", partial(reference, strict_when_absent="omit"), "API-3", innocent=("M2R-1c", "M2R-1"),
         note="what the document allows is advice here")  # fmt: skip

# M2R-1d, M2R-3a, M2R-3b, M2R-3.

BANK.add("annotations_leak", with_sources(lambda value, tool: value | {k: tool[k] for k in ("annotations", "title")
         if k in tool}), "M2R-3b", innocent=(*FORM[:3], *SCHEMA))  # fmt: skip
BANK.add("input_schema_kept", with_sources(lambda value, tool: value | {"inputSchema": tool["inputSchema"]}), "M2R-3b",
         innocent=("M2R-1c", *SCHEMA))  # fmt: skip


@BANK.mutant("M2R-3", innocent=(*FORM, *SCHEMA))
def works_in_place(tools: Any) -> Any:
    """The defaults are taken out of the input itself."""
    results = reference(tools)
    for tool in tools:
        if isinstance(tool, dict) and isinstance(tool.get("inputSchema"), dict):
            tool["inputSchema"] = defects.defaults_gone()(tool["inputSchema"])
    return results


BANK.add("changes_its_input_before_it_raises", marking(partial(reference, unusable_tool="raise")), "M2R-3",
         innocent=(*FORM, *SCHEMA))  # fmt: skip


_required: list[str] = []


@BANK.mutant("M2R-3", "ALL-2")
def grows_required(tools: Any) -> Any:
    """A default argument that lives on collects the required names of all tools."""
    results = reference(tools)
    for tool in results:
        _required.extend(tool["parameters"].get("required", []))
        del _required[:-4]
        tool["parameters"]["required"] = list(_required)
    return results


# M2R-2, M2R-2a, ALL-7


def _bare(change: Callable[[Tool], Tool]) -> Convert:
    return with_sources(lambda value, tool: change(value) if tool.get("description") is None else value)


BANK.add("undescribed_left_out", lambda tools: [t for t in reference(tools) if t["description"]], "M2R-2",
         innocent=(*FORM, *SCHEMA))  # fmt: skip
BANK.add("description_null", _bare(lambda value: value | {"description": None}), "M2R-2", innocent=(*FORM, *SCHEMA))


@BANK.mutant("M2R-2", innocent=(*FORM, *SCHEMA, "M2R-2a"))
def fails_without_description(tools: Any) -> Any:
    """A tool without description ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if is_usable(tool) and not tool.get("description"):
            raise KeyError("description")
    return reference(tools)


BANK.add("parameters_null", lambda tools: [t | {"parameters": None} if t["parameters"] == {"type": "object",
         "properties": {}} and t["description"].startswith("Has no") else t for t in reference(tools,
         unusable_tool="empty-object")], "M2R-2a", innocent=(*FORM, *SCHEMA), choices={"unusable-tool": "empty-object"},
         inputs=([{"name": "a", "description": "Has no schema."}],))  # fmt: skip
BANK.add("dropped_in_silence", lambda tools: reference([tool for tool in tools if is_usable(tool)]), "M2R-2a",
         innocent=(*FORM, *SCHEMA))  # fmt: skip


@BANK.mutant("M2R-2a", innocent=(*FORM, *SCHEMA, "M2R-2"))
def odd_description_ends_all(tools: Any) -> Any:
    """A description is read before anybody looks whether it is a text."""
    for tool in tools if isinstance(tools, list) else ():
        if is_usable(tool) and tool.get("description") is not None:
            tool["description"].strip()
    return reference(tools)


@BANK.mutant("M2R-2a", innocent=(*SCHEMA, "M2R-3"))
def nothing_beside_null(tools: Any) -> Any:
    """An entry that is not an object empties the list."""
    return [] if isinstance(tools, list) and None in tools else reference(tools)


# ALL-6


# LAW-1: what the two steps of the same subject make of it.


def _chained(step: str, change: Callable[[Any], Any]) -> dict[str, Convert]:
    steps = dict(CHAIN)
    inner = steps[step]
    steps[step] = lambda tools: [change(tool) for tool in inner(tools)]
    return steps


BANK.add("two_walks", reference, "LAW-1", innocent=(*FORM, *SCHEMA), note="the fix came to one of them only",
         others=_chained(MCP_TOOLS, lambda t: t | {"function": t["function"] | {"parameters": {
             k: v for k, v in t["function"]["parameters"].items() if k != "$defs"}}}))  # fmt: skip
BANK.add("strict_on_the_long_way", reference, "LAW-1", innocent=FORM,
         others=_chained(CHAT_TOOLS, lambda t: t | {"strict": True}))  # fmt: skip

BANKS = (BANK,)

# Sound ones.


def _flat(tool: Any, **more: Any) -> Tool:
    """One tool by way of JSON text, its keys in another order."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise TypeError("a tool needs a name")
    source = json.loads(json.dumps(tool))
    described = source.get("description") or ""
    schema = defects.defaults_gone()(source["inputSchema"]) if isinstance(source.get("inputSchema"), dict) else {}
    return {"parameters": schema, "description": described, "name": source["name"], "type": "function"} | more


def plainest(tools: Any) -> Any:
    """Says nothing of strict; the first entry that fails ends the call."""
    for tool in tools:
        if not isinstance(tool["inputSchema"], dict):
            raise TypeError("inputSchema must be an object")
    return [_flat(tool) for tool in tools]


def empty_schemas(tools: Any) -> Any:
    """A named tool without a schema gets `{}`; an empty description counts as none."""
    results = []
    for tool in tools:
        try:
            one = _flat(tool, strict=False)
        except TypeError as error:
            LOG.warning("%s", error)
            continue
        results.append(one if one["description"] else {k: v for k, v in one.items() if k != "description"})
    return results


def titles_describe(tools: Any) -> Any:
    """The title, or the schema's own description, replaces an absent description."""
    return plainest(
        [described_by_itself(tool) if isinstance(tool.get("inputSchema"), dict) else tool for tool in tools]
    )


def phrases_describe(tools: Any) -> Any:
    """A phrase replaces an absent or empty description."""
    undescribed = [isinstance(tool, dict) and tool.get("description") in (None, "") for tool in tools]
    phrase = {"description": "No description provided."}
    return plainest([tool | phrase if bare else tool for tool, bare in zip(tools, undescribed, strict=True)])


SOUND = (
    *references(OPERATION, reference, LIST_CHOICES | {"strict_when_absent": ("false", "omit")}, 37),
    Sound("plainest", OPERATION, plainest, None, (("strict-when-absent", "omit"), ("unusable-tool", "raise"))),
    Sound("titles_describe", OPERATION, titles_describe, None, (("strict-when-absent", "omit"),)),
    Sound("phrases_describe", OPERATION, phrases_describe, None, (("strict-when-absent", "omit"),)),
    Sound("empty_schemas", OPERATION, empty_schemas, None, (("unusable-tool", "empty-object"),)),
    Sound("reference in two steps", OPERATION, reference, others=CHAIN),
)
