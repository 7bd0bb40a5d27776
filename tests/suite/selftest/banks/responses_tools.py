"""Broken converters of flat Responses tools to nested Chat tools."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import ToolError, chat_tools_to_responses_tools
from conformance.reference import responses_tools_to_chat_tools as reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import CHAT_TOOLS, Bank, quietly
from tests.suite.selftest.model import Convert

OPERATION = "responses-tools-to-chat-tools"
BANK = Bank(OPERATION)
LOG = logging.getLogger(__name__)
Tool = dict[str, Any]
refusing = partial(reference, tool_without_counterpart="refuse")
SCHEMA = ("LAW-4", "LAW-7", "RTC-2")


def result(change: Callable[[Tool], Any]) -> Convert:
    """The reference, with a change to each tool of its result."""
    return lambda tools: [change(tool) for tool in reference(tools)]


def functions(change: Callable[[Tool], Tool]) -> Convert:
    """The reference, with a change to what is below `function`."""
    return result(lambda tool: tool | {"function": change(tool["function"])} if "function" in tool else tool)


def customs(change: Callable[[Tool], Any]) -> Convert:
    """The reference, with a change to its custom tools."""
    return result(lambda tool: change(tool) if "custom" in tool else tool)


def parameters(change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to the parameters of its functions."""
    return functions(
        lambda value: value | {"parameters": change(value["parameters"])} if "parameters" in value else value
    )


def sources(change: Callable[[Tool], Any], convert: Convert = reference) -> Convert:
    """The reference, with a change to a copy of each entry before it sees it; None leaves one out."""

    def changed(tools: Any) -> Any:
        if not isinstance(tools, list):
            return convert(tools)
        made = [change(tool) if isinstance(tool, dict) else tool for tool in copy.deepcopy(tools)]
        return convert(
            [element for element, was in zip(made, tools, strict=True) if element is not None or was is None]
        )

    return changed


def instead(kind: str, replace: Callable[[Tool], Any]) -> Convert:
    """The reference, but for the tools of one type, of which something else is made; None leaves one out."""

    def converted(tools: Any) -> Any:
        if not isinstance(tools, list):
            return reference(tools)
        results: list[Any] = []
        for tool in tools:
            is_one = isinstance(tool, dict) and str(tool.get("type")).startswith(kind)
            results += [replace(copy.deepcopy(tool))] if is_one else reference([tool])
        return [tool for tool in results if tool is not None]

    return converted


# RTC-1, RTC-1a: the form.

BANK.add("stays_flat", lambda tools: copy.deepcopy(tools) if reference(tools) is not None else None, "RTC-1", "API-1")
BANK.add("nested_under_another_name", result(lambda t: {"type": t["type"], "tool": t[t["type"]]}), "RTC-1", "API-1")
BANK.add("description_none_as_text", functions(lambda f: {"description": "None"} | f), "RTC-1", innocent=SCHEMA)
BANK.add("description_null", functions(lambda f: {"description": None} | f), "API-1", innocent=("RTC-1", *SCHEMA))
BANK.add("parameters_null", functions(lambda f: {"parameters": None} | f), "RTC-1", innocent=("API-1", *SCHEMA))
BANK.add("parameters_without_properties", functions(lambda f: {"parameters": {"type": "object"}} | f), "RTC-1",
         innocent=SCHEMA)  # fmt: skip
BANK.add("parameters_gone", functions(lambda f: {k: v for k, v in f.items() if k != "parameters"}), "RTC-1")
BANK.add("adds_a_tool_of_its_own", lambda tools: [*reference(tools), {"type": "function", "function": {"name": "final"}}],
         "RTC-1", innocent=SCHEMA)  # fmt: skip
BANK.add("name_beside_the_function", result(lambda t: t | {"name": t[t["type"]]["name"]}), "RTC-1a",
         innocent=("RTC-1", *SCHEMA))  # fmt: skip

# RTC-2, LAW-4, REF-1, ALL-3, ALL-5: the schema.

BANK.add("defaults_gone", parameters(defects.defaults_gone()), "RTC-2", innocent=("RTC-1", "LAW-4", "LAW-7"))
BANK.add("definitions_gone", parameters(lambda s: {k: v for k, v in s.items() if k != "$defs"}), "REF-1", "RTC-2")
BANK.add("required_gone", parameters(lambda s: {k: v for k, v in s.items() if k != "required"}), "LAW-4", "RTC-2",
         innocent=("RTC-1", "LAW-7"))  # fmt: skip

# RTC-3 to RTC-3b: strict.

BANK.add("strict_gone", functions(lambda f: {k: v for k, v in f.items() if k != "strict"}), "RTC-3", innocent=SCHEMA)
BANK.add("always_strict", functions(lambda f: f | {"strict": True}), "RTC-3", "RTC-3a")
BANK.add("absent_is_true", functions(lambda f: {"strict": True} | f), "RTC-3a", innocent=("RTC-1", "RTC-3"))
BANK.add("strict_as_text", functions(lambda f: {"strict": "false"} | f), "RTC-3a", innocent=("RTC-1", "RTC-3"))
BANK.add("false_sometimes", functions(lambda f: {"strict": False} | f if len(f["name"]) % 2 else f), "RTC-3b",
         innocent=("RTC-1", "RTC-3", "RTC-3a", *SCHEMA))  # fmt: skip

# RTC-4, RTC-4a: custom tools.


def as_function(tool: Tool, **more: Any) -> Tool:
    """Make a function of a nested custom tool."""
    custom = tool["custom"]
    schema = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    named = {key: custom[key] for key in ("name", "description") if key in custom}
    return {"type": "function", "function": named | {"parameters": schema} | more}


BANK.add("custom_stays_flat", instead("custom", lambda tool: tool), "RTC-4", innocent=("RTC-1", *SCHEMA))
BANK.add("custom_type_function", customs(lambda t: t | {"type": "function"}), "RTC-4a", innocent=("RTC-1", *SCHEMA))
BANK.add("custom_type_grammar", customs(lambda t: t | {"type": "grammar"}), "RTC-4", innocent=("RTC-1", *SCHEMA))
BANK.add("custom_name_in_capitals", customs(lambda t: t | {"custom": t["custom"] | {"name": t["custom"]["name"].upper()}}),
         "RTC-4", innocent=SCHEMA)  # fmt: skip
BANK.add("custom_description_gone", customs(lambda t: t | {"custom": {k: v for k, v in t["custom"].items() if k !=
         "description"}}), "RTC-4", innocent=("RTC-1", *SCHEMA))  # fmt: skip
BANK.add("custom_format_gone", customs(lambda t: t | {"custom": {k: v for k, v in t["custom"].items() if k != "format"}}),
         "RTC-4", innocent=("RTC-1", *SCHEMA))  # fmt: skip
BANK.add("custom_grammar_flat", customs(lambda t: t | {"custom": {k: v | v.get("grammar", {}) if k == "format" else v
         for k, v in t["custom"].items()}}), "RTC-4", innocent=("RTC-1", *SCHEMA))  # fmt: skip
BANK.add("custom_takes_parameters", customs(lambda t: t | {"custom": t["custom"] | {"parameters": {"type": "object"}}}),
         "RTC-4", innocent=("RTC-1", *SCHEMA))  # fmt: skip
BANK.add("custom_as_function_without_text", customs(lambda t: as_function(t, parameters={"type": "object", "properties": {},
         "additionalProperties": False})), "RTC-4a", innocent=("RTC-1", "RTC-4"))  # fmt: skip
BANK.add("custom_as_function_of_other_words", customs(lambda t: as_function(t, description="Runs.")), "RTC-4a",
         innocent=("RTC-1", "RTC-4"))  # fmt: skip
BANK.add("custom_as_strict_function", customs(lambda t: as_function(t, strict=True)), "RTC-4a", innocent=("RTC-4",))
BANK.add("custom_as_function_of_another_name", customs(lambda t: as_function(t, name=t["custom"]["name"].upper())), "RTC-4a",
         innocent=("RTC-4",))  # fmt: skip

BANK.add("grammar_lost_in_a_function", customs(lambda t: as_function(t) if t["custom"].get("format", {}).get("type") ==
         "grammar" else t), "RTC-6", innocent=("RTC-1", "RTC-4", "RTC-4a"))  # fmt: skip

# RTC-5 to RTC-6: what has no counterpart.

BANK.add("hosted_tools_pass", instead("file_search", lambda tool: tool), "RTC-5", innocent=("RTC-4", *SCHEMA))
BANK.add("unknown_tools_pass", instead("telepathy", lambda tool: tool), "RTC-5", innocent=("RTC-4", *SCHEMA),
         inputs=([{"type": "telepathy"}],))  # fmt: skip
BANK.add("hosted_tools_as_functions", instead("file_search", lambda tool: {"type": "function", "function": {
         "name": tool["type"], "parameters": {"type": "object", "properties": {}}}}), "RTC-5", innocent=SCHEMA)  # fmt: skip
BANK.add("client_tools_pass", instead("local_shell", lambda tool: tool), "RTC-5", innocent=("RTC-4", *SCHEMA))
BANK.add("nothing_reported", quietly(reference), "RTC-5a", "RTC-6", innocent=("RTC-1", "RTC-4", "RTC-5"))
BANK.add("left_out_in_silence", sources(lambda tool: tool if tool.get("type") in ("function", "custom", "namespace")
         else None), "RTC-5a", innocent=("RTC-1", "RTC-4"))  # fmt: skip


@BANK.mutant("RTC-5b", innocent=("RTC-1", "RTC-5", "RTC-5a"))
def reports_no_type(tools: Any) -> Any:
    """What is left out is reported, and nothing more is said of it."""
    results = quietly(reference)(tools)
    LOG.warning("some tools, or members of them, were left out: defer_loading async allowed_callers output_schema")
    return results


BANK.add("refuses_sometimes", lambda tools: refusing(tools) if len(tools) % 2 else reference(tools), "RTC-5",
         innocent=("RTC-1", "RTC-4"))  # fmt: skip
BANK.add("members_gone_in_silence", sources(lambda tool: {k: v for k, v in tool.items() if k not in ("defer_loading",
         "async", "allowed_callers", "output_schema")}), "RTC-6", innocent=("RTC-1", "RTC-5", "RTC-5a", *SCHEMA))  # fmt: skip

# RTC-7: namespaces.


def _unpacked(tools: Any) -> Any:
    """Put the tools of namespaces among the others, under their own names."""
    if not isinstance(tools, list):
        return tools
    is_space = [isinstance(tool, dict) and tool.get("type") == "namespace" for tool in tools]
    held = [tool["tools"] if space and "tools" in tool else [tool] for tool, space in zip(tools, is_space, strict=True)]
    return [part for inner in held for part in inner]


BANK.add("namespaces_pass", instead("namespace", lambda tool: tool), "RTC-7", innocent=("RTC-4", *SCHEMA))
BANK.add("namespaces_as_functions", instead("namespace", lambda tool: {"type": "function", "function": {
         "name": tool["name"], "description": tool["description"]}}), "RTC-7", innocent=("RTC-4", *SCHEMA))  # fmt: skip
BANK.add("one_name_for_two_tools", lambda tools: reference(_unpacked(tools)), "RTC-7", innocent=("RTC-4", *SCHEMA))
BANK.add("namespaces_dropped", sources(lambda tool: None if tool.get("type") == "namespace" else tool), "RTC-5a",
         innocent=("RTC-1", "RTC-4", *SCHEMA))  # fmt: skip

# RTC-8 to RTC-9a: neighbours, order, what is no tool, errors.


@BANK.mutant("RTC-8", innocent=("RTC-1", *SCHEMA), examples=60)
def description_of_the_tool_before(tools: Any) -> Any:
    """A tool without a strict has that of the tool before it, where that is false."""
    results = reference(tools)
    before: Any = None
    for tool in results:
        function = tool.get("function", {})
        if before is False and "strict" not in function and "function" in tool:
            function["strict"] = False
        before = function.get("strict")
    return results


BANK.add("null_becomes_a_tool", lambda tools: [*reference(tools), *({"type": "function", "function": {"name": "null"}}
         for tool in tools if tool is None)], "RTC-1", innocent=SCHEMA)  # fmt: skip
BANK.add("nameless_tools_pass", instead("function", lambda tool: next(iter(reference([tool])), None) or {"type":
         "function", "function": {k: v for k, v in tool.items() if k != "type"}}), "RTC-9", innocent=SCHEMA)  # fmt: skip


@BANK.mutant("RTC-9a", innocent=("RTC-1", "RTC-4"))
def error_is_anonymous(tools: Any) -> Any:
    """The error says that there is one."""
    try:
        return refusing(tools)
    except ToolError:
        raise ValueError("a tool cannot be converted") from None


# ALL-*, CONV-1

_all: list[Any] = []


@BANK.mutant("ALL-2", "RTC-1")
def grows_a_list(tools: Any) -> Any:
    """A default argument that lives on collects the tools of earlier calls."""
    _all.extend(reference(tools))
    del _all[: max(0, len(_all) - 6)]
    return copy.deepcopy(_all)


@BANK.mutant("ALL-8", innocent=("RTC-1", *SCHEMA))
def works_in_place(tools: Any) -> Any:
    """The type is taken out of the input's functions."""
    results = reference(tools)
    for tool in tools:
        if isinstance(tool, dict) and tool.get("type") == "function":
            tool.pop("description", None)
    return results


def shared_empty() -> Convert:
    """Tools without parameters share one empty list of tags."""
    tags: list[Any] = []
    return functions(lambda f: f | {"tags": tags})


BANK.add("results_share_a_list", shared_empty(), "ALL-9", anew=shared_empty)

# RTC-10: what the other direction of the same subject makes of it.

BANK.add("strict_lost_on_the_way_back", reference, "RTC-10", innocent=("RTC-1", "RTC-3"), others={
         OPERATION: reference, CHAT_TOOLS: lambda tools: [{k: v for k, v in tool.items() if k != "strict"}
         for tool in chat_tools_to_responses_tools(tools)]})  # fmt: skip
BANK.add("enums_lost_on_the_way_back", reference, "RTC-10", innocent=("RTC-1", "RTC-3"), others={
         CHAT_TOOLS: lambda tools: [tool | {"parameters": defects.key_gone_anywhere("properties", tool["parameters"])}
         if "parameters" in tool else tool for tool in chat_tools_to_responses_tools(tools)]})  # fmt: skip

BANKS = (BANK,)
