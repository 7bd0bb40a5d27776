"""Mutants of chat-tools-to-responses-tools: errors, order, state and size."""

from __future__ import annotations

import copy
import datetime
import logging
from typing import Any

from conformance.reference import ToolError
from conformance.reference import chat_tools_to_responses_tools as reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import CHAT_TOOLS, Bank, marking, quietly
from tests.suite.selftest.banks.chat_tools import (
    EMPTY,
    LOG,
    Tools,
    is_function,
    is_whole,
    otherwise,
    parameters,
    raising,
    result,
    source,
)
from tests.suite.selftest.model import Convert

BANK = Bank(CHAT_TOOLS)

# ERR-1 to ERR-5

BANK.add("unknown_type_converted", otherwise(lambda t: next(iter(reference([t | {"type": "function"}])), None)
         if isinstance(t, dict) and isinstance(t.get("function"), dict) else NotImplemented), "ERR-1")  # fmt: skip
BANK.add("absent_type_is_function", otherwise(lambda t: next(iter(reference([t | {"type": "function"}])), None)
         if isinstance(t, dict) and t.get("type") is None else NotImplemented), "ERR-1")  # fmt: skip
BANK.add("unknown_type_flat_passes", otherwise(lambda t: t if isinstance(t, dict) and isinstance(t.get("type"), str)
         and "name" in t and "function" not in t else NotImplemented), "ERR-1", innocent=("TR-1", "TR-7"))  # fmt: skip


@BANK.mutant("ERR-1", innocent=("TR-1", "ERR-2", "ERR-3", "ERR-4"))
def fails_without_type(tools: Any) -> Tools:
    """Under filter, an entry without a type ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict):
            tool["type"]
    return reference(tools)


@BANK.mutant("ERR-1", innocent=("ERR-2", "ERR-3"))
def unknown_type_left_out_under_raise(tools: Any) -> Tools:
    """Under raise, an unknown type is left out all the same."""
    if not isinstance(tools, list):
        return raising(tools)
    return raising([t for t in tools if not isinstance(t, dict) or t.get("type") == "function" or reference([t])])


BANK.add("unknown_type_unreported", quietly(reference, logging.ERROR), "ERR-1a", innocent=("ERR-1", "ERR-2a"))
BANK.add("nothing_reported", quietly(reference), "ERR-1a", "ERR-2a", innocent=("ERR-1", "ERR-2"))


@BANK.mutant("ERR-2a", innocent=("ERR-1", "ERR-1a", "ERR-2"))
def missing_fields_only_warned_of(tools: Any) -> Tools:
    """Everything is logged as a warning."""
    results: Tools = quietly(reference)(tools)
    if isinstance(tools, list) and len(results) < len(tools):
        LOG.warning("some tools were left out")
    return results


def _filled_up(key: str, value: str) -> Convert:
    return source(lambda t: t | {"function": {key: value} | {k: v for k, v in t["function"].items() if v is not None}}
                  if is_function(t) else t)  # fmt: skip


BANK.add("description_optional", _filled_up("description", "No description."), "ERR-2", innocent=("TR-1", "ERR-1"))
BANK.add("name_optional", _filled_up("name", "unnamed"), "ERR-2", innocent=("TR-1", "ERR-1"))
BANK.add(
    "empty_description_passes",
    otherwise(lambda t: reference([t | {"function": t["function"] | {"description": "x"}}])[0] | {"description": ""}
              if is_function(t) and t["function"].get("description") == "" and is_whole(
                  t | {"function": t["function"] | {"description": "x"}}) else NotImplemented),
    "ERR-2",
)  # fmt: skip
BANK.add("function_absent_passes", otherwise(lambda t: {"type": "function", "name": "x", "description": "x",
         "strict": False, "parameters": dict(EMPTY)} if isinstance(t, dict) and t.get("type") == "function"
         and t.get("function") is None and "name" not in t else NotImplemented), "INV-3", note="a tool of nothing")  # fmt: skip


@BANK.mutant("ERR-2", innocent=("TR-1", "ERR-4"), choices={"on-invalid": "filter"})
def fails_without_description(tools: Any) -> Tools:
    """Under filter, a function without description ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if is_function(tool):
            tool["function"].get("name"), tool["function"]["description"]
    return reference(tools)


@BANK.mutant("ERR-3", innocent=("TR-1", "TR-5", "ERR-4"))
def fails_on_null(tools: Any) -> Tools:
    """Under filter, an entry that is not an object ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        tool.get("type")
    return reference(tools)


BANK.add("null_passes", lambda tools: [t for t in tools if t is None] + reference(tools)
         if isinstance(tools, list) else [], "ERR-3", innocent=("TR-1", "ERR-1", "ERR-2"))  # fmt: skip
BANK.add("text_becomes_a_tool", otherwise(lambda t: {"type": t} if isinstance(t, str) else NotImplemented), "INV-3")
BANK.add("nothing_beside_null", lambda tools: [] if isinstance(tools, list) and None in tools else reference(tools),
         "ERR-3", "ISO-1", innocent=("ERR-1", "ERR-2"))  # fmt: skip
BANK.add("no_list_is_an_error", lambda tools: reference([*iter(tools)] if isinstance(tools, list) else tools.tools),
         "ERR-4", innocent=("TR-1", "ERR-1", "ERR-3", "ALL-7"))  # fmt: skip
BANK.add("no_list_is_null", lambda tools: reference(tools) if isinstance(tools, list) else None, "ERR-4",
         innocent=("TR-1", "ERR-1", "ALL-7"))  # fmt: skip
BANK.add("no_list_is_passed", lambda tools: reference(tools) if isinstance(tools, list) else tools, "ERR-4", "ALL-7",
         innocent=("TR-1", "ERR-1"))  # fmt: skip
BANK.add("one_tool_is_a_list", lambda tools: reference([tools] if isinstance(tools, dict) else tools), "ERR-4")


@BANK.mutant("ERR-5", innocent=("TR-5", "ERR-1", "ERR-2", "ERR-3"))
def error_is_anonymous(tools: Any) -> Tools:
    """Under raise, the error says what is lacking and not where."""
    try:
        return raising(tools)
    except ToolError as error:
        raise ValueError(str(error).rpartition(": ")[2]) from None


@BANK.mutant("ERR-1", innocent=("ERR-2", "ERR-3", "TR-5"))
def error_hides_the_type(tools: Any) -> Tools:
    """Under raise, an unknown type is called something else."""
    try:
        return raising(tools)
    except ToolError as error:
        if "type" in str(error) and "object" not in str(error):
            raise ValueError("tools[0]: bad entry") from None
        raise


# ORD-1, ISO-1

_INNOCENT = ("TR-1", "TR-2", "TR-3", "TR-4", "INV-1", "INV-2", "INV-3", "PURE-1", "ALL-1", "ALL-2", "ALL-6")
BANK.add("functions_first", lambda tools: sorted(reference(tools), key=lambda t: t["type"] != "function"), "ORD-1",
         innocent=(*_INNOCENT, "ISO-1"))  # fmt: skip


@BANK.mutant("ISO-1", innocent=("TR-2", "TR-4", "INV-3", "ERR-1"))
def equal_tools_once(tools: Any) -> Tools:
    """Of equal tools the first is kept."""
    kept: Tools = []
    for tool in reference(tools):
        if tool not in kept:
            kept.append(tool)
    return kept


@BANK.mutant("ISO-1", innocent=("TR-1", "TR-3", "ORD-1"), examples=100)
def strict_of_the_tool_before(tools: Any) -> Tools:
    """An absent strict is what the tool before had."""
    results = reference(tools)
    before: Any = False
    whole = [tool for tool in tools if reference([tool])] if isinstance(tools, list) else []
    for tool, flat in zip(whole, results, strict=True):
        if is_function(tool):
            if not isinstance(tool["function"].get("strict"), bool):
                flat["strict"] = before
            before = flat["strict"]
    return results


@BANK.mutant("ISO-1", innocent=("TR-1", "ERR-1", "ERR-2"))
def fails_on_equal_names(tools: Any) -> Tools:
    """Two tools of one name end the call."""
    results = reference(tools)
    names = [tool["name"] for tool in results if "name" in tool]
    if len(set(names)) < len(names):
        raise ValueError("two tools have the same name")
    return results


# PURE-1, ALL-1, ALL-2


@BANK.mutant("PURE-1", innocent=("TR-1", "TR-2", "TR-3", "ALL-1", "ALL-2"))
def empties_its_input(tools: Any) -> Tools:
    """The fields are moved, not copied."""
    results = reference(tools)
    for tool in tools if isinstance(tools, list) else ():
        if is_whole(tool):
            del tool["function"]
    return results


@BANK.mutant("PURE-1", innocent=("TR-1", "TR-3", "ALL-2"))
def fills_in_its_input(tools: Any) -> Tools:
    """An absent strict is written into the input."""
    for tool in tools if isinstance(tools, list) else ():
        if is_whole(tool):
            tool["function"].setdefault("strict", False)
    return reference(tools)


BANK.add("changes_its_input_before_it_raises", marking(raising), "PURE-1",
         innocent=("TR-1", "TR-3", "TR-5", "ERR-1", "ERR-2", "ERR-3"))  # fmt: skip


def remembering_by_name() -> Convert:
    """The first tool of a name is what every later one becomes."""
    seen: dict[str, Any] = {}
    return lambda tools: [copy.deepcopy(seen.setdefault(str(t.get("name", t["type"])), t)) for t in reference(tools)]


BANK.add("remembers_by_name", remembering_by_name(), "ALL-2", "TR-1", "TR-3", anew=remembering_by_name)


_all: list[Any] = []


@BANK.mutant("PURE-1", "ALL-2", "INV-3")
def grows_a_list(tools: Any) -> Tools:
    """A default argument that lives on collects the tools of earlier calls."""
    _all.extend(reference(tools))
    del _all[: max(0, len(_all) - 6)]
    return copy.deepcopy(_all)


BANK.add("a_tuple", lambda tools: tuple(reference(tools)), "ALL-1")
BANK.add("required_as_set", parameters(defects.at_objects(lambda n: n | {"required": set(n["required"])}
         if isinstance(n.get("required"), list) else n)), "ALL-1")  # fmt: skip
BANK.add("a_date", result(lambda tool: tool | {"created": datetime.date(2025, 1, 1)}), "ALL-1")
BANK.add("number_as_key", result(lambda tool: tool | {"parameters": tool["parameters"] | {1: 2}}), "ALL-1")

# ALL-6


# API-1, API-2 beyond what the document says itself.

BANK.add("strict_schema_opened", result(lambda t: t | {"parameters": {k: v for k, v in t["parameters"].items()
         if k != "additionalProperties"}} if t["strict"] is True else t), "API-2", "TR-3", "LAW-4")  # fmt: skip

BANKS = (BANK,)
