"""Broken converters of a registry's tools, and of requests that carry them, to Chat Completions tools (S1)."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.formats.json_schema import is_valid_schema
from conformance.reference import registry_request_to_chat_request as reference_request
from conformance.reference import registry_tools_to_chat_tools as reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import Bank, quietly
from tests.suite.selftest.model import Convert

Tool = dict[str, Any]
Tools = list[Any]

LIST, REQUEST = "registry-tools-to-chat-tools", "registry-request-to-chat-request"
BANK = Bank(LIST)
REQUESTS = Bank(REQUEST)

TYPES = ("REG-1", "REG-2", "REG-3", "REG-4")
LEFT_OUT = ("REG-6", "REG-6b")


def type_of(tool: Any) -> Any:
    """The type of an entry; None if it is not an object."""
    return tool.get("type") if isinstance(tool, dict) else None


def is_function(tool: Any) -> bool:
    """Whether an entry is a function that converts."""
    return type_of(tool) == "function" and bool(quietly(reference)([tool]))


def otherwise(convert_one: Callable[[Any], Any], convert: Convert = reference) -> Convert:
    """The reference entry by entry, but for those on which `convert_one` does not return NotImplemented."""

    def converted(tools: Any) -> Any:
        if not isinstance(tools, list):
            return convert(tools)
        results: list[Any] = []
        for tool in tools:
            answer = convert_one(copy.deepcopy(tool))
            results += convert([tool]) if answer is NotImplemented else [answer] if answer is not None else []
        return results

    return converted


def of_type(wanted: str, change: Callable[[Tool], Any], convert: Convert = reference) -> Convert:
    """The reference, with a change to the result of each entry of one type."""

    def one(tool: Any) -> Any:
        made = convert([tool]) if type_of(tool) == wanted else []
        return change(made[0]) if made else NotImplemented

    return otherwise(one, convert)


def function(change: Callable[[Tool], Tool], wanted: str = "function") -> Convert:
    """The reference, with a change to the value of `function` in each result of one type."""
    return of_type(wanted, lambda tool: tool | {"function": change(tool["function"])})


def parameters(change: Callable[[Any], Any], wanted: str = "function") -> Convert:
    """The reference, with a change to the parameters of each result of one type."""
    return function(lambda inner: inner | {"parameters": change(inner["parameters"])}, wanted)


def of_schema(change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to each function's parameters that are an object."""
    return parameters(lambda schema: change(schema) if isinstance(schema, dict) else schema)


def before(change: Callable[[Any], Any], convert: Convert = reference) -> Convert:
    """The reference, with a change to a copy of each entry before it sees it."""
    return lambda tools: convert([change(copy.deepcopy(t)) for t in tools] if isinstance(tools, list) else tools)


# REG-1, REG-1a, REG-11: functions.

BANK.add("flat_form", of_type("function", lambda t: {"type": "function"} | t["function"]), "REG-1", "API-1",
         innocent=(*TYPES[1:], "REG-5", *LEFT_OUT, "REG-8"))  # fmt: skip
BANK.add("strict_for_all", function(lambda f: f | {"strict": True}), "REG-1", innocent=("REG-5", *TYPES[1:]))
BANK.add("strict_true_becomes_false", function(lambda f: f | {"strict": False}), "REG-1", innocent=("REG-5", "API-1"))
BANK.add("strict_kept_of_some", lambda tools: [made for tool in (tools if isinstance(tools, list) else reference(tools))
         for made in reference([tool], strict_in_chat="keep" if "'type': 'string'" in str(tool) else "drop")], "REG-1",
         note="two answers", innocent=("REG-5", "REG-8"))  # fmt: skip
BANK.add("strict_dropped_in_silence", quietly(reference), "REG-11", "REG-6a",
         innocent=("REG-1", *LEFT_OUT))  # fmt: skip
BANK.add(
    "description_null", function(lambda f: {"description": None} | f), "REG-1a", "API-1", innocent=("REG-5", "REG-1")
)
BANK.add("parameters_null", otherwise(lambda t: {"type": "function", "function": {"name": t["function"]["name"],
         "parameters": None}} if is_function(t) and t["function"].get("parameters") is None
         and t["function"].get("description") is None else NotImplemented), "REG-1a", innocent=("REG-1", "API-1"))  # fmt: skip


@BANK.mutant("REG-1a", innocent=("REG-1", "REG-5", "REG-6b", "REG-7"))
def fails_without_description(tools: Any) -> Tools:
    """A function's fields are read as if they were always there."""
    for tool in tools if isinstance(tools, list) else ():
        if is_function(tool):
            tool["function"]["description"], tool["function"]["parameters"]
    return reference(tools)


# REG-2 to REG-4a: the other types.

BANK.add("shell_passes", otherwise(lambda t: t if type_of(t) == "local_shell" else NotImplemented), "REG-2", "API-1",
         innocent=("REG-1", "REG-3", "REG-4", "REG-8"))  # fmt: skip
BANK.add("shell_takes_a_list", parameters(lambda s: s | {"properties": {"command": {"type": "array", "items": {
         "type": "string"}}}}, "local_shell"), "REG-2", innocent=("REG-1", "REG-3", "API-1", "API-2"))  # fmt: skip
BANK.add("query_is_optional", parameters(lambda s: {k: v for k, v in s.items() if k != "required"}, "web_search"),
         "REG-3", innocent=("REG-1", "REG-2", "API-1"))  # fmt: skip
BANK.add("search_takes_anything", parameters(lambda s: {"type": "object"}, "web_search"), "REG-3",
         innocent=("REG-1", "REG-2", "API-1"))  # fmt: skip
BANK.add("search_takes_nothing", function(lambda f: {k: v for k, v in f.items() if k != "parameters"}, "web_search"),
         "REG-3", innocent=("REG-1", "REG-2", "REG-4"))  # fmt: skip
BANK.add("search_claims_to_be_strict", function(lambda f: f | {"strict": True}, "web_search"), "API-2",
         innocent=("REG-1", "REG-3"))  # fmt: skip
BANK.add("custom_passes", otherwise(lambda t: t if type_of(t) == "custom" and reference([t]) else NotImplemented),
         "REG-4", innocent=("REG-1", "REG-2", "REG-3", "API-1", "REG-8"))  # fmt: skip
BANK.add("custom_takes_nothing", parameters(lambda s: {"type": "object", "properties": {}, "additionalProperties": False},
         "custom"), "REG-4", innocent=("REG-1", "API-1", "API-2"))  # fmt: skip
BANK.add("custom_takes_an_unknown_type", parameters(lambda s: s | {"properties": {"input": s["properties"]["input"]
         | {"type": "text"}}}, "custom"), "REG-4", innocent=("REG-1", "REG-4a", "API-1", "API-2"))  # fmt: skip
BANK.add("custom_requires_what_it_lacks", parameters(lambda s: s | {"required": ["text"]}, "custom"), "REG-4",
         innocent=("REG-1", "REG-3", "API-1"))  # fmt: skip
BANK.add("custom_description_in_quotes", function(lambda f: f | {"description": repr(f.get("description", ""))}, "custom"),
         "REG-4", innocent=("REG-1", "REG-3", "REG-5"))  # fmt: skip
BANK.add("search_requires_twice", parameters(lambda s: s | {"required": [*s["required"], *s["required"]]}, "web_search"),
         "REG-3", innocent=("REG-1", "REG-4", "REG-5"))  # fmt: skip
BANK.add("format_forgotten", parameters(lambda s: {"type": "object", "properties": {"input": {"type": "string"}}},
         "custom"), "REG-4a", innocent=(*TYPES, "REG-5"))  # fmt: skip
BANK.add("format_escaped", parameters(lambda s: s | {"properties": {"input": s["properties"]["input"] | {"description":
         s["properties"]["input"]["description"].replace("\\", "\\\\")}}}, "custom"), "REG-4a",
         innocent=(*TYPES, "REG-5"), note="a backslash becomes two")  # fmt: skip
BANK.add("functions_become_built_in", before(lambda t: {"type": t["function"]["name"]} if is_function(t)
         and t["function"]["name"] in ("local_shell", "web_search") else t), "REG-1", innocent=("REG-2", "REG-3", "REG-4"),
         note="by their names")  # fmt: skip

# REG-5, REG-5a, REG-7, LAW-4 and what every operation keeps of a schema.

BANK.add("a_property_of_its_own", of_schema(lambda s: s | {"properties": s["properties"] | {"reason": {"type": "string"}}}
         if isinstance(s.get("properties"), dict) else s), "REG-5", innocent=("REG-1", "REG-4", "REG-8"))  # fmt: skip

_WALK = ("REG-1", "REG-2", "REG-8", "REG-6", "REG-6b")
FIVE_KEYWORDS = ("type", "description", "required", "additionalProperties", "enum", "properties", "items")
SCHEMA_DEFECTS: dict[str, tuple[Callable[[Any], Any], tuple[str, ...], tuple[str, ...]]] = {
    # name: change, rules, rules that stay innocent
    "five_keywords": (
        defects.only_known(FIVE_KEYWORDS),
        ("REG-5a", "LAW-4", "LAW-7"),
        ("REG-5", "REG-7", "REF-1", "ALL-4"),
    ),
    "drops_limits": (
        defects.without("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"),
        ("REG-5a", "LAW-4"),
        ("REG-5", "LAW-7"),
    ),
    "drops_patterns": (defects.without("pattern"), ("REG-5a", "LAW-4"), ("REG-5", "LAW-7")),
    "drops_constants": (defects.without("const"), ("REG-5a", "LAW-4"), ("REG-5", "LAW-7")),
    "drops_unions": (defects.without("anyOf", "oneOf", "allOf"), ("REG-5a", "LAW-4"), ("REG-5",)),
    "drops_references": (defects.without("$ref"), ("REG-5a", "LAW-4"), ("REG-5", "REF-1")),
    "drops_formats": (defects.without("format"), ("REG-5a", "LAW-7"), ("REG-5", "LAW-4")),
    "drops_enum": (defects.without("enum"), ("REG-5",), ("REF-1", "ALL-4", "ALL-5")),
    "rebuilt_below_the_root": (
        lambda s: (
            s
            | {
                "properties": {
                    name: member and {k: v for k, v in member.items() if k in ("type", "description", "enum")}
                    if isinstance(member, dict)
                    else member
                    for name, member in s["properties"].items()
                }
            }
            if isinstance(s.get("properties"), dict)
            else s
        ),
        ("REG-5", "REG-5a"),
        ("ALL-4", "ALL-5"),
    ),
    "adds_null_properties": (
        defects.at_objects(lambda n: {"properties": None} | n if n.get("type") == "object" else n),
        ("REG-5",),
        ("REF-1", "ALL-4"),
    ),
    "closes_objects": (defects.at_objects(defects.closed), ("REG-5",), ("REF-1", "ALL-4")),
    "first_branch_of_unions": (defects.at_objects(defects.first_branch), ("REG-5a", "LAW-4"), ("REG-7",)),
    "types_untyped": (
        defects.at_objects(lambda node: {"type": "string"} | node if node == {} else node),
        ("LAW-4",),
        ("REG-5", "REG-5a", "REG-7", "ALL-4", "ALL-5"),
    ),
    "mends_types": (
        lambda s: json.loads(json.dumps(s).replace('"text"', '"string"')) if '"type": "text"' in json.dumps(s) else s,
        ("REG-7",),
        ("REG-5", "REG-5a", "LAW-4"),
    ),
    "empty_properties_gone": (
        lambda s: {key: value for key, value in s.items() if key != "properties" or value},
        ("API-2", "REG-5a"),
        ("REG-5", "LAW-4", "API-1"),
    ),
}
for _name, (_change, _rules, _innocent) in SCHEMA_DEFECTS.items():
    _sets = () if {"LAW-4", "LAW-7"}.isdisjoint(_rules) else ("safe",)
    BANK.add(_name, of_schema(_change), *_rules, innocent=(*_WALK, *_innocent), sets=_sets)
BANK.add("invalid_left_out", otherwise(lambda t: None if is_function(t) and isinstance(t["function"].get("parameters"),
         dict) and not is_valid_schema(t["function"]["parameters"]) else NotImplemented), "REG-7", innocent=_WALK)  # fmt: skip
BANK.add("odd_parameters_emptied", parameters(lambda s: s if isinstance(s, dict) else {}), "REG-7", innocent=_WALK)


@BANK.mutant("REG-7", innocent=_WALK)
def fails_on_invalid_properties(tools: Any) -> Tools:
    """Every property is taken for an object."""
    for tool in tools if isinstance(tools, list) else ():
        if is_function(tool) and isinstance(tool["function"].get("parameters"), dict):
            properties = tool["function"]["parameters"].get("properties")
            for member in properties.values() if isinstance(properties, dict) else ():
                if not isinstance(member, bool):
                    member.get("type")
    return reference(tools)


# REG-6, REG-6a, REG-6b: what is left out.

BANK.add("unknown_passes", otherwise(lambda t: t if isinstance(t, dict) and isinstance(t.get("type"), str)
         and type_of(t) not in ("function", "custom", "local_shell", "web_search") else NotImplemented), "REG-6",
         innocent=(*TYPES, "REG-6b", "REG-8"))  # fmt: skip
BANK.add("any_type_with_a_function", before(lambda t: t | {"type": "function"} if isinstance(t, dict)
         and isinstance(t.get("function"), dict) else t), "REG-6", innocent=("REG-1", "REG-6b"))  # fmt: skip
BANK.add("unknown_noted_only", quietly(reference, logging.ERROR), "REG-6a", innocent=("REG-6", "REG-6b", "REG-1"))


@BANK.mutant("REG-6", innocent=(*TYPES, "REG-1a", "REG-7"))
def fails_on_unknown_types(tools: Any) -> Tools:
    """A type that is not known ends the call."""
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict) and tool.get("type") not in ("function", "custom", "local_shell", "web_search"):
            raise ValueError(f"unknown tool type {tool.get('type')!r}")
    return reference(tools)


@BANK.mutant("REG-6", innocent=(*TYPES, "REG-1a", "REG-7"))
def fails_on_null(tools: Any) -> Tools:
    """The type of every entry is read."""
    for tool in tools if isinstance(tools, list) else ():
        if tool is None:
            raise TypeError("'NoneType' object is not subscriptable")
    return reference(tools)


@BANK.mutant("REG-6b", innocent=(*TYPES, "REG-1a", "REG-7", "REG-6"))
def fails_on_malformed_entries(tools: Any) -> Tools:
    """The name of every function and custom tool is read."""
    for tool in tools if isinstance(tools, list) else ():
        if tool is not None and tool.get("type") in ("function", "custom"):
            tool[tool["type"]]["name"]
    return reference(tools)


@BANK.mutant("REG-6b", innocent=(*TYPES, "REG-1a", "REG-6", "REG-7", "REG-8"), examples=60)
def ends_at_a_malformed_entry(tools: Any) -> Tools:
    """What follows an entry that is malformed is lost with it."""
    if not isinstance(tools, list):
        return reference(tools)
    kept: Tools = []
    for tool in tools:
        made = reference([tool])
        if not made and (type_of(tool) in ("function", "custom") or isinstance(tool, str)):
            break
        kept += made
    return kept


@BANK.mutant("REG-6b", innocent=(*TYPES, "REG-6"))
def names_the_nameless(tools: Any) -> Tools:
    """A function without a name gets one."""
    return before(
        lambda t: (
            t | {"function": {"name": "unnamed"} | {k: v for k, v in t["function"].items() if v}}
            if type_of(t) == "function" and isinstance(t.get("function"), dict) and not t["function"].get("name")
            else t
        )
    )(tools)


# REG-8: order and count.

BANK.add("one_tool_alone_is_no_list", lambda tools: r[0] if len(r := reference(tools)) == 1 else r, "REG-8")

# REG-9, ALL-1, ALL-2, ALL-6, ALL-7


@BANK.mutant("REG-9", innocent=(*TYPES, "REG-5", "REG-7", *LEFT_OUT, "REG-8"))
def converts_in_place(tools: Any) -> Tools:
    """The registry's list holds the converted tools afterwards."""
    results = reference(tools)
    if isinstance(tools, list):
        tools[:] = copy.deepcopy(results)
    return results


@BANK.mutant("REG-9", innocent=("REG-1", "REG-5", "ALL-1"))
def takes_strict_out(tools: Any) -> Tools:
    """Strict is taken out of the registry's own function."""
    results = reference(tools)
    for tool in tools if isinstance(tools, list) else ():
        if is_function(tool):
            tool["function"].pop("strict", None)
    return results


@BANK.mutant("ALL-7", innocent=("REG-1", "REG-6"))
def what_is_no_list_is_one_tool(tools: Any) -> Any:
    """Any input that is not a list gives a tool."""
    return reference(tools) if isinstance(tools, list) else reference([{"type": "local_shell"}])


# Requests: what is wrong with their tools is wrong with lists of them.


def in_request(convert: Convert) -> Convert:
    """A converter of requests that converts their tools so."""

    def converted(request: Any) -> Any:
        given = request.get("tools") if isinstance(request, dict) else None
        if not isinstance(given, list):
            return reference_request(request)
        result: Tool = reference_request({key: value for key, value in request.items() if key != "tools"})
        tools = convert(given)
        return result | {"tools": tools} if tools else result

    return converted


_OF_LISTS = {mutant.name: mutant for mutant in BANK}
for _name in (
    *("flat_form", "strict_for_all", "fails_without_description", "shell_takes_a_list", "query_is_optional"),
    *(
        "custom_passes",
        "format_forgotten",
        "drops_enum",
        "five_keywords",
        *(name for name in SCHEMA_DEFECTS if name.startswith("drops_") and name != "drops_enum"),
        "fails_on_unknown_types",
        "unknown_noted_only",
    ),
    *("fails_on_malformed_entries", "odd_parameters_emptied", "takes_strict_out"),
    *("strict_dropped_in_silence", "shell_passes"),
):
    _mutant = _OF_LISTS[_name]
    REQUESTS.add(_name, in_request(_mutant.function), *_mutant.rules, innocent=_mutant.innocent, sets=_mutant.sets)
REQUESTS.add("ends_at_a_malformed_entry", in_request(ends_at_a_malformed_entry), "REG-6b",
         innocent=("REG-2", "REG-4", "REG-5", "REG-6", "REG-8", "REG-10"))  # fmt: skip


def request(change: Callable[[Tool], Tool]) -> Convert:
    """The reference, with a change to its result."""
    return lambda given: change(reference_request(given))


_TOOLS = ("REG-1", "REG-2", "REG-5", "REG-6", "REG-8")
REQUESTS.add("empty_list_kept", partial(reference_request, empty_tools="keep"), "API-3", innocent=("REG-10", *_TOOLS))
REQUESTS.add("tools_null", request(lambda r: {"tools": None} | r), "REG-10", innocent=_TOOLS)
REQUESTS.add("tools_always_a_list", request(lambda r: {"tools": []} | r), "REG-10", innocent=_TOOLS)
REQUESTS.add("empty_kept_none_left_omitted", lambda r: reference_request(r, empty_tools="keep" if isinstance(r, dict)
             and r.get("tools") == [] else "omit"), "REG-10", note="two answers", innocent=_TOOLS)  # fmt: skip
REQUESTS.add("known_fields_only", request(lambda r: {k: v for k, v in r.items() if k in ("model", "messages", "tools",
             "temperature", "stream")}), "REG-10", innocent=_TOOLS)  # fmt: skip
REQUESTS.add("falsy_fields_gone", request(lambda r: {k: v for k, v in r.items() if v}), "REG-10", innocent=_TOOLS)
REQUESTS.add("stream_added", request(lambda r: r | {"stream": True}), "REG-10", innocent=_TOOLS)
REQUESTS.add("tool_choice_auto", request(lambda r: r | {"tool_choice": "auto"}), "REG-10", innocent=_TOOLS)
REQUESTS.add("nulls_gone_from_messages", request(lambda r: r | {"messages": [{k: v for k, v in m.items() if v is not None}
             for m in r["messages"]]}), "REG-10", innocent=_TOOLS)  # fmt: skip
REQUESTS.add("field_numbers_as_float", request(lambda r: defects.numbers(float)(
             {k: v for k, v in r.items() if k != "tools"}) | {k: v for k, v in r.items() if k == "tools"}), "ALL-3",
             innocent=("REG-10", *_TOOLS))  # fmt: skip
REQUESTS.add("tools_alone", lambda r: reference_request(r).get("tools"), "REG-10", innocent=("REG-9", "ALL-1"))


@REQUESTS.mutant("REG-10", innocent=_TOOLS)
def fails_without_tools(given: Any) -> Tool:
    """The tools are read as if there were always some."""
    len(given["tools"])
    return reference_request(given)


@REQUESTS.mutant("REG-9", innocent=("REG-10", *_TOOLS))
def replaces_its_tools(given: Any) -> Tool:
    """The request keeps the converted tools."""
    result = reference_request(given)
    if "tools" in result:
        given["tools"] = copy.deepcopy(result["tools"])
    return result


@REQUESTS.mutant("ALL-7", innocent=("REG-10", "REG-1"))
def what_is_no_request_is_one(given: Any) -> Any:
    """An input that is not an object becomes the user's text."""
    if isinstance(given, dict):
        return reference_request(given)
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": str(given)}]}


BANKS = (BANK, REQUESTS)
