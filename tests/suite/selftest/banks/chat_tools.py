"""Broken converters of nested Chat tools to flat Responses tools (S0)."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import ToolError
from conformance.reference import chat_tools_to_responses_tools as reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import CHAT_TOOLS, Bank, quietly
from tests.suite.selftest.model import Convert
from tests.suite.selftest.mutators.tools import OF_LISTS

Tool = dict[str, Any]
Tools = list[Any]

LOG = logging.getLogger(__name__)
EMPTY = {"type": "object", "properties": {}}
BANK = Bank(CHAT_TOOLS)
raising = partial(reference, on_invalid="raise")


def is_function(tool: Any) -> bool:
    """Whether a tool is a function tool with a `function` object."""
    return isinstance(tool, dict) and tool.get("type") == "function" and isinstance(tool.get("function"), dict)


def is_whole(tool: Any) -> bool:
    """Whether a function tool has all that a conversion takes."""
    return is_function(tool) and bool(reference([tool]))


def result(change: Callable[[Tool], Any]) -> Convert:
    """The reference, with a change to each function tool of its result."""

    def convert(tools: Any) -> Tools:
        return [change(tool) if tool["type"] == "function" else tool for tool in reference(tools)]

    return convert


def source(change: Callable[[Any], Any], convert: Convert = reference) -> Convert:
    """The reference, with a change to a copy of each entry before it sees it; ABSENT entries go."""

    def changed(tools: Any) -> Any:
        return convert([change(tool) for tool in copy.deepcopy(tools)] if isinstance(tools, list) else tools)

    return changed


def parameters(change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to the parameters of its result."""
    return result(lambda tool: tool | {"parameters": change(tool["parameters"])})


def field(key: str, change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to one field of its result, where it has it."""
    return result(lambda tool: tool | {key: change(tool[key])} if key in tool else tool)


def by_entry(convert_one: Callable[[Any], Any]) -> Convert:
    """A converter that takes entries one by one; None leaves one out."""

    def convert(tools: Any) -> Any:
        if not isinstance(tools, list):
            return []
        results = [convert_one(tool) for tool in tools]
        return [tool for tool in results if tool is not None]

    return convert


def otherwise(convert_one: Callable[[Any], Any]) -> Convert:
    """The reference entry by entry, but for those on which `convert_one` does not return NotImplemented."""

    def one(tool: Any) -> Any:
        answer = convert_one(copy.deepcopy(tool))
        if answer is NotImplemented:
            return next(iter(reference([tool])), None)
        return answer

    return by_entry(one)


def true_in_javascript(value: Any) -> bool:
    """Whether JavaScript takes a value for true: it does so of every object and list."""
    return isinstance(value, dict | list) or bool(value)


# S0's own code, which passes every tool whose type is not `function`.


@BANK.mutant("ERR-1", innocent=("TR-1", "TR-2", "TR-3", "TR-4", "ERR-2", "ERR-3", "ERR-4", "INV-3", "ORD-1", "PURE-1"))
def s0_listing(tools: Any) -> Tools:
    """What the document's listing does, with JavaScript's idea of truth: other types pass, known or not."""
    kept: Tools = []
    for tool in tools if isinstance(tools, list) else ():
        if not isinstance(tool, dict):
            LOG.warning("no tool: %r", tool)
            continue
        if tool.get("type") != "function":
            kept.append(tool)
            continue
        inner = tool["function"] if isinstance(tool.get("function"), dict) else {}
        if not (isinstance(inner.get("name"), str) and inner["name"] and true_in_javascript(inner.get("description"))):
            LOG.error("incomplete: %r", tool)
            continue
        flat = {"type": "function", "name": inner["name"], "description": inner["description"]}
        flat["strict"] = inner.get("strict") is True  # TypeScript knows it as a boolean, and the name as a string
        given = inner.get("parameters")
        flat["parameters"] = given if true_in_javascript(given) else dict(EMPTY)
        kept.append(flat)
    return kept


# TR-1, INV-1, INV-2, INV-3: the flat form.

BANK.add(
    "stays_nested",
    otherwise(lambda tool: tool if is_whole(tool) else NotImplemented),
    *("TR-1", "INV-1", "INV-2", "API-1"),
    innocent=("ERR-1", "ERR-2", "ERR-4", "ORD-1", "ISO-1", "PURE-1"),
)
BANK.add("keeps_the_wrapper_too", result(lambda tool: tool | {"function": {"name": tool["name"]}}), "INV-1")
BANK.add("wrapper_is_null", result(lambda tool: tool | {"function": None}), "INV-1")
BANK.add("name_from_title", source(lambda t: t | {"function": t["function"] | {"name": "a_" + t["function"]["name"]}}
         if is_whole(t) else t), "TR-1")  # fmt: skip
BANK.add("description_gone", result(lambda t: {k: v for k, v in t.items() if k != "description"}), "TR-1", "INV-2")
BANK.add("invents_an_id", result(lambda tool: tool | {"id": tool["name"]}), "TR-1", "API-1", innocent=("TR-2", "TR-3"))
BANK.add("adds_a_tool", lambda tools: [*reference(tools), {"type": "function", "name": "done", "description": "Ends.",
         "parameters": dict(EMPTY), "strict": False}], "INV-3")  # fmt: skip
BANK.add("one_tool_alone_is_no_list", lambda tools: r[0] if len(r := reference(tools)) == 1 else r, "INV-3")


@BANK.mutant("TR-1", innocent=("TR-2", "TR-3", "TR-4"))
def lifts_some_extra_fields(tools: Any) -> Tools:
    """Fields of `function` are lifted when their value is truthy."""

    def one(tool: Any) -> Any:
        if not is_whole(tool):
            return NotImplemented
        (flat,) = reference([tool])
        return flat | {
            k: v for k, v in tool["function"].items() if k not in flat and v and k not in ("type", "function")
        }

    return otherwise(one)(tools)


# TR-2

BANK.add("type_gone", result(lambda tool: {k: v for k, v in tool.items() if k != "type"}), "TR-2", "INV-2", "API-1")
BANK.add("type_is_tool", result(lambda tool: tool | {"type": "tool"}), "TR-2", innocent=("TR-3", "TR-4"))
BANK.add(
    "type_from_inside",
    otherwise(lambda t: reference([t])[0] | {"type": t["function"].get("type", "function")} if is_whole(t)
              else NotImplemented),
    "TR-2",
)  # fmt: skip

# TR-3, LAW-4, REF-1, ALL-3, ALL-4, ALL-5: what becomes of the schema.

SCHEMA_DEFECTS: dict[str, tuple[Callable[[Any], Any], tuple[str, ...], tuple[str, ...]]] = {
    # name: change, rules beside the operation's schema rule, rules that stay innocent
    "closes_objects": (defects.at_objects(defects.closed), ("LAW-4",), ("REF-1", "ALL-4")),
    "adds_titles": (defects.at_objects(defects.titled), (), ("LAW-4", "REF-1", "ALL-4", "ALL-5")),
    "inlines_references": (defects.inlined, (), ("ALL-4", "ALL-3")),
    "drops_definitions": (defects.without("$defs", "definitions"), ("REF-1",), ("ALL-4", "ALL-3")),
    "renames_definitions": (defects.definitions_renamed, ("REF-1",), ("ALL-4", "ALL-3")),
    "drops_anchors": (defects.without("$anchor", "$id"), (), ("ALL-4",)),
    "drops_falsy_values": (defects.without_falsy, (), ("ALL-4",)),
    "drops_nulls": (defects.without_null, (), ("ALL-4",)),
    "drops_empty_containers": (defects.without_empty, (), ("ALL-4",)),
    "keeps_usual_keywords": (defects.only_known(defects.USUAL_KEYWORDS), ("LAW-4",), ("ALL-4", "ALL-5")),
    "first_branch_of_unions": (defects.at_objects(defects.first_branch), ("LAW-4",), ()),
    "first_of_several_types": (defects.at_objects(defects.one_type), ("LAW-4",), ("REF-1", "ALL-3", "ALL-4")),
    "drops_enum": (defects.without("enum"), ("LAW-4",), ("REF-1", "ALL-4")),
    "drops_format": (defects.without("format"), (), ("REF-1", "ALL-4")),
    "drops_descriptions": (defects.without("description"), (), ("LAW-4", "REF-1")),
    "sorts_required": (defects.at_objects(defects.required_sorted), (), ("LAW-4", "REF-1")),
    "requires_everything": (defects.at_objects(defects.all_required), ("LAW-4",), ("REF-1",)),
    "const_as_enum": (defects.at_objects(defects.constants_as_enum), (), ("LAW-4",)),
    "booleans_as_objects": (lambda s: defects.everywhere(defects.boolean_as_object, s), (), ("LAW-4", "REF-1")),
    "cut_off_at_eight": (lambda schema: defects.cut_off(schema, 8), (), ("REF-1",)),
}  # fmt: skip

TEXT_DEFECTS: dict[str, tuple[Callable[[Any], Any], tuple[str, ...], tuple[str, ...]]] = {
    "texts_lower_cased": (defects.texts(str.lower), ("ALL-4",), ("ALL-3", "ALL-5")),
    "texts_normalised": (defects.texts(defects.normalised), ("ALL-4",), ("ALL-3", "ALL-5")),
    "texts_escaped": (defects.texts(defects.escaped), ("ALL-4",), ("ALL-3", "ALL-5")),
    "texts_escaped_for_html": (defects.texts(defects.for_html), ("ALL-4",), ("ALL-3", "ALL-5")),
    "line_ends_changed": (defects.texts(lambda t: t.replace("\r\n", "\n")), ("ALL-4",), ("ALL-3", "ALL-5")),
    "names_normalised": (defects.texts(defects.normalised, keys=True), ("ALL-4",), ("ALL-3",)),
}

NUMBER_DEFECTS: dict[str, Callable[[Any], Any]] = {
    "numbers_as_float": defects.numbers(float),
    "large_numbers_as_float": defects.numbers(lambda n: float(n) if abs(n) > 2**53 else n),
    "whole_numbers_as_int": defects.numbers(lambda n: int(n) if n == n // 1 and abs(n) < 2**53 else n),
}

for _name, (_change, _rules, _innocent) in SCHEMA_DEFECTS.items():
    if _name not in ("drops_anchors", *OF_LISTS):
        BANK.add(_name, parameters(_change), "TR-3", *_rules, innocent=("TR-1", "TR-2", "TR-4", "ORD-1", *_innocent))
for _name, (_change, _rules, _innocent) in TEXT_DEFECTS.items():
    if _name not in OF_LISTS:
        BANK.add(_name, parameters(_change), "TR-3", *_rules, innocent=("TR-1", "TR-2", "TR-4", *_innocent))
for _name, _change in NUMBER_DEFECTS.items():
    if _name not in OF_LISTS:
        BANK.add(_name, parameters(_change), "ALL-3", innocent=("TR-1", "TR-2", "TR-3", "TR-4", "ALL-4"))
BANK.add("removes_defaults", parameters(defects.defaults_gone()), "TR-3", innocent=("LAW-4", "ALL-4"))
BANK.add("default_gone_from_data", parameters(lambda s: defects.key_gone_anywhere("default", s)), "TR-3")
BANK.add("empty_schema_typed", parameters(lambda s: s or {"type": "object"}), "TR-3", innocent=("TR-1", "ALL-4"))
BANK.add(
    "properties_added_below",
    parameters(defects.at_objects(lambda n: {"properties": {}} | n if n.get("type") == "object" else n)),
    *("TR-3",),
    innocent=("LAW-4", "REF-1"),
    note="at the root too, which is a legal answer, and below it, which is none",
)


def _items_required(schema: Any) -> Any:
    """In a recursive schema, each described object in a list requires all that it lists beside what it requires."""

    def required(node: Any) -> Any:
        items = node.get("items")
        if not isinstance(items, dict) or not isinstance(items.get("properties"), dict):
            return node
        return node | {"items": items | {"required": [*items.get("required", ()), *items["properties"]]}}

    return defects.at_objects(required)(schema) if '"$ref": "#"' in json.dumps(schema) else schema


_NOTE = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["id"]}
_THREAD = {
    "type": "object",
    "properties": {"replies": {"type": "array", "items": {"$ref": "#"}}, "notes": {"type": "array", "items": _NOTE}},
}
BANK.add("items_of_recursive_schemas_required", parameters(_items_required), "LAW-4", "TR-3", innocent=("TR-1", "REF-1"),
         inputs=([{"type": "function", "function": {"name": "post", "description": "Posts.", "parameters": _THREAD}}],))  # fmt: skip
BANK.add("parameters_as_text", parameters(lambda schema: str(schema)), "TR-3", "API-1")
BANK.add("parameters_gone", result(lambda t: {k: v for k, v in t.items() if k != "parameters"}), "TR-1", "TR-3", "INV-2",
         sets=("safe",))  # fmt: skip

# TR-4

BANK.add("strict_null", otherwise(lambda t: reference([t])[0] | {"strict": t["function"].get("strict")}
         if is_whole(t) else NotImplemented), "TR-4", innocent=("TR-1", "TR-2", "TR-3", "API-3"))  # fmt: skip
BANK.add("strict_true_when_absent", otherwise(lambda t: reference([t])[0] | {"strict": t["function"].get("strict", True)
         is not False} if is_whole(t) else NotImplemented), "TR-4", "API-3", innocent=("TR-1", "TR-3"))  # fmt: skip
BANK.add("strict_switched_off", result(lambda tool: tool | {"strict": False}), "TR-4a", "TR-4", sets=("safe",))
BANK.add("strict_left_out", lambda tools: reference(tools, strict_when_absent="omit"), "API-3", innocent=("TR-4",),
         note="what the document allows is advice here")  # fmt: skip
BANK.add("undescribed_left_out", quietly(reference), "API-4", innocent=("ERR-2",), note="without the document's report")
BANK.add("strict_always_false", field("strict", lambda _strict: False), "TR-4", innocent=("TR-1", "TR-3"))
BANK.add("strict_false_left_out", result(lambda t: {k: v for k, v in t.items() if k != "strict" or v}), "TR-4",
         note="what `if strict` does; a legal answer for an absent one only")  # fmt: skip
BANK.add("strict_as_text", field("strict", lambda strict: str(strict).lower()), "TR-4", "API-1")
BANK.add(
    "odd_strict_is_truthy",
    otherwise(lambda t: reference([t])[0] | {"strict": bool(t["function"].get("strict"))} if is_whole(t)
              else NotImplemented),
    *("TR-4",),
    innocent=("TR-1", "TR-3"),
    examples=100,
)  # fmt: skip


@BANK.mutant("TR-4", innocent=("TR-1", "TR-3"))
def strict_from_beside(tools: Any) -> Tools:
    """A strict beside `function` counts."""
    return otherwise(lambda t: reference([t])[0] | {"strict": t.get("strict", reference([t])[0]["strict"])}
                     if is_whole(t) else NotImplemented)(tools)  # fmt: skip


@BANK.mutant("TR-4", examples=100)
def fails_on_odd_strict(tools: Any) -> Tools:
    """Under filter, a strict that is not a boolean ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if is_whole(tool) and not isinstance(tool["function"].get("strict"), bool | None):
            raise TypeError("strict must be a boolean")
    return reference(tools)


# TR-5, TR-6


def _of_any_kind(tool: Any) -> Any:
    if not is_function(tool):
        return NotImplemented
    inner = tool["function"]
    if (
        inner.get("name")
        and inner.get("description")
        and not (isinstance(inner["name"], str) and isinstance(inner["description"], str))
    ):
        return {"type": "function", "name": inner["name"], "description": inner["description"], "strict": False,
                "parameters": dict(EMPTY)}  # fmt: skip
    return NotImplemented


def _odd_parameters(answer: Callable[[Any], Any]) -> Convert:
    def one(tool: Any) -> Any:
        if is_function(tool) and not isinstance(tool["function"].get("parameters"), dict | None):
            whole = tool["function"] | {"parameters": {}}
            made = reference([tool | {"function": whole}])
            return made[0] | {"parameters": answer(tool["function"]["parameters"])} if made else None
        return NotImplemented

    return otherwise(one)


BANK.add("truthy_names_pass", otherwise(_of_any_kind), "TR-5", innocent=("ERR-1", "ERR-2", "ERR-3"))
BANK.add("odd_parameters_pass", _odd_parameters(lambda value: value), "TR-5", innocent=("TR-1", "TR-6", "ERR-2"))
BANK.add("odd_parameters_emptied", _odd_parameters(lambda value: dict(EMPTY)), "TR-5", innocent=("TR-1", "TR-6"))
BANK.add("falsy_parameters_emptied",
         _odd_parameters(lambda value: value if value else dict(EMPTY)), "TR-5", innocent=("TR-6",))  # fmt: skip


@BANK.mutant("TR-5", innocent=("TR-1", "ERR-4"))
def error_says_nothing(tools: Any) -> Tools:
    """Under raise, the error says that something is wrong and no more."""
    try:
        return raising(tools)
    except ToolError:
        raise ValueError("conversion failed") from None


@BANK.mutant("TR-5", innocent=("ERR-1", "ERR-3"))
def raises_sometimes(tools: Any) -> Tools:
    """A missing field raises, a field of the wrong type is left out: two answers to one choice."""
    kept = []
    for tool in tools if isinstance(tools, list) else ():
        try:
            kept += raising([tool])
        except ToolError as error:
            if "not a" not in str(error) or not is_function(tool):
                raise
    return kept


def _without_parameters(answer: Callable[[Tool], Any]) -> Convert:
    return otherwise(lambda t: answer(reference([t])[0])
                     if is_whole(t) and t["function"].get("parameters") is None else NotImplemented)  # fmt: skip


BANK.add("absent_parameters_null", _without_parameters(lambda t: t | {"parameters": None}), "TR-6", "INV-2")
BANK.add("absent_parameters_any", _without_parameters(lambda t: t | {"parameters": {}}), "TR-6", innocent=("TR-3",))
BANK.add("absent_parameters_closed",
         _without_parameters(lambda t: t | {"parameters": EMPTY | {"additionalProperties": False}}), "TR-6")  # fmt: skip
BANK.add("null_parameters_rejected", otherwise(lambda t: None if is_function(t) and "parameters" in t["function"]
         and t["function"]["parameters"] is None else NotImplemented), "TR-6", note="two answers")  # fmt: skip


@BANK.mutant("TR-6", innocent=("TR-1", "TR-5", "ERR-2", "ERR-3"))
def fails_on_absent_parameters(tools: Any) -> Tools:
    """Under filter, absent parameters end the call."""
    for tool in tools if isinstance(tools, list) else ():
        if is_whole(tool):
            tool["function"]["parameters"]
    return reference(tools)


# TR-7, LAW-3

_filtering = partial(reference, other_tool_types="filter")
BANK.add("passes_local_shell_only", lambda tools: [t for t in reference(tools) if t["type"] != "web_search"], "TR-7",
         innocent=("TR-1", "ERR-1"), note="two answers")  # fmt: skip
BANK.add("built_in_settings_lost", lambda tools: [{"type": t["type"]} if t["type"] == "web_search" else t
         for t in reference(tools)], "TR-7", "LAW-3", innocent=("TR-1", "ERR-1"))  # fmt: skip
BANK.add("functions_become_hosted", lambda tools: [{"type": t["name"]} if t["type"] == "function" and t["name"]
         == "web_search" else t for t in reference(tools)], "TR-1", innocent=("ERR-1",), note="by their names")  # fmt: skip
BANK.add("built_in_named", lambda tools: [t | {"name": t["type"]} if t["type"] == "local_shell" else t
         for t in reference(tools)], "TR-7", innocent=("TR-1", "ERR-1"))  # fmt: skip
BANK.add("settings_of_other_types_lost", otherwise(lambda t: {"type": t["type"]} if isinstance(t, dict) and t.get("type")
         in ("file_search", "mcp") else NotImplemented), "TR-7", innocent=("TR-1", "ERR-1"),
         inputs=([{"type": "file_search", "vector_store_ids": ["vs_1"]}],))  # fmt: skip
BANK.add("nested_custom_passes", otherwise(lambda t: t if isinstance(t, dict) and t.get("type") == "custom"
         and isinstance(t.get("custom"), dict) else NotImplemented), "TR-7")  # fmt: skip
BANK.add("custom_tools_left_out_silently", otherwise(lambda t: None if isinstance(t, dict) and t.get("type") == "custom"
         and isinstance(t.get("custom"), dict) else NotImplemented), "TR-7a", innocent=("TR-7", "ERR-1"))  # fmt: skip
BANK.add("other_types_left_out_silently", lambda tools: [t for t in reference(tools) if t["type"] == "function"], "TR-7a",
         innocent=("TR-7", "ERR-1"))  # fmt: skip
BANK.add("hidden_function_passes", otherwise(lambda t: t if isinstance(t, dict) and t.get("type") in
         ("web_search", "local_shell", "custom") and "function" in t else NotImplemented), "TR-7", "INV-1", examples=100)  # fmt: skip
BANK.add("hidden_function_undescribed", otherwise(lambda t: {"type": "function", "strict": False} | t["function"] |
         {"description": "A function."} if _hides_function(t) else NotImplemented), "TR-7", innocent=("TR-1", "ERR-1"),
         examples=100)  # fmt: skip
BANK.add("hidden_function_without_type", otherwise(lambda t: dict(t["function"]) if _hides_function(t) else NotImplemented),
         "TR-7", innocent=("ERR-1",), examples=100)  # fmt: skip
BANK.add("flat_tools_left_out", otherwise(lambda t: None if isinstance(t, dict) and "function" not in t
         and t.get("type") == "function" else NotImplemented), "LAW-3", innocent=("TR-1", "ERR-2"), examples=100)  # fmt: skip
BANK.add("flat_tools_rebuilt", otherwise(lambda t: {"type": "function", "name": t["name"],
         "description": t["description"], "parameters": dict(EMPTY)} if isinstance(t, dict) and reference([t])
         and t.get("type") == "function" and "function" not in t else NotImplemented), "LAW-3", examples=100)  # fmt: skip


@BANK.mutant("TR-7", innocent=("TR-1", "ERR-2"))
def fails_on_built_in_tools(tools: Any) -> Tools:
    """Only function tools are known; any other type is an error, as the listing of TR-5 has it."""
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict) and tool.get("type") != "function":
            raise ValueError('Tool type must be "function"')
    return raising(tools)


# API-6: what becomes of a nested custom tool that is flattened


def customs(change: Callable[[Tool, Any], Tool]) -> Convert:
    """The reference, with a change to each custom tool that it flattens. change: takes it and what it was made of."""

    def one(tool: Any) -> Any:
        custom = tool.get("custom") if isinstance(tool, dict) and tool.get("type") == "custom" else None
        made = reference([tool]) if isinstance(custom, dict) else []
        return change(made[0], custom) if made else NotImplemented

    return otherwise(one)


def _hides_function(tool: Any) -> bool:
    """Whether a tool of a known type other than function holds one."""
    held = isinstance(tool, dict) and tool.get("type") in ("web_search", "local_shell") and tool.get("function")
    return isinstance(held, dict)


def _text_function(custom: Any) -> Tool:
    schema = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    described = {"description": custom.get("description") or "Takes text."}
    return {"type": "function", "name": custom.get("name")} | described | {"parameters": schema, "strict": False}


BANK.add("custom_grammar_stays_wrapped", customs(lambda tool, custom: tool | {"format": custom["format"]}
         if "format" in custom else tool), "API-6", innocent=("TR-1", "TR-7", "INV-1", "API-1"))  # fmt: skip
BANK.add("custom_description_lost", customs(lambda tool, _custom: {k: v for k, v in tool.items()
         if k != "description"}), "API-6", innocent=("TR-1", "TR-7"))  # fmt: skip
BANK.add("custom_format_lost", customs(lambda tool, _custom: {k: v for k, v in tool.items() if k != "format"}), "API-6",
         innocent=("TR-1", "TR-7"))  # fmt: skip
BANK.add("custom_takes_parameters", customs(lambda tool, _custom: tool | {"parameters": dict(EMPTY), "strict": False}),
         "API-6", innocent=("TR-1", "TR-7", "API-1"), note="it is flattened by the function's own code")  # fmt: skip
BANK.add("custom_type_lost", customs(lambda tool, _custom: {k: v for k, v in tool.items() if k != "type"}), "API-6",
         innocent=("TR-1", "TR-2", "TR-7", "API-1"))  # fmt: skip
BANK.add("custom_as_nameless_function", customs(lambda _tool, custom: _text_function(custom) | {"name": "custom"}), "API-6a",
         innocent=("TR-1", "TR-7", "INV-1", "API-6"))  # fmt: skip
BANK.add("custom_as_undescribed_function", customs(lambda _tool, custom: _text_function(custom) | {"description": "Runs it."}),
         "API-6a", innocent=("TR-1", "TR-7", "INV-1", "API-6"))  # fmt: skip
BANK.add("custom_as_function_without_text", customs(lambda _tool, custom: _text_function(custom) | {"parameters": EMPTY |
         {"additionalProperties": False}}), "API-6a", innocent=("TR-1", "TR-7", "INV-1", "API-6"))  # fmt: skip
BANK.add("custom_as_bare_function", customs(lambda _tool, custom: {k: v for k, v in _text_function(custom).items()
         if k != "parameters"}), "INV-2", "API-6a", innocent=("TR-1", "TR-7", "INV-1", "API-6"))  # fmt: skip
BANK.add("custom_as_strict_function", customs(lambda _tool, custom: _text_function(custom) | {"strict": True}), "API-6a",
         innocent=("TR-1", "TR-7", "INV-1", "API-6"))  # fmt: skip
BANK.add("custom_inside_wins", customs(lambda _tool, custom: {"type": "custom", **custom}), "API-6", "TR-7", "INV-1",
         innocent=("TR-1", "TR-2"))  # fmt: skip


@BANK.mutant("TR-7", innocent=("TR-1", "TR-5", "API-6"))
def fails_on_odd_customs(tools: Any) -> Tools:
    """Under filter, a custom tool that is not an object ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict) and tool.get("type") == "custom" and "custom" in tool:
            tool["custom"].get("name")
    return reference(tools)


BANKS = (BANK,)
