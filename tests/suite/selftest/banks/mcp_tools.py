"""Broken converters of one MCP tool to a nested Chat tool, and of lists of them (S2)."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import ToolError, mcp_tool_to_chat_tool
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.bank import MCP_TOOL, Bank, quietly, remembering
from tests.suite.selftest.banks.chat_tools import NUMBER_DEFECTS, SCHEMA_DEFECTS, TEXT_DEFECTS
from tests.suite.selftest.model import Convert

Tool = dict[str, Any]
Tools = list[Any]

reference: Callable[..., Any] = mcp_tool_to_chat_tool
LOG = logging.getLogger(__name__)
EMPTY = {"type": "object", "properties": {}}
BANK = Bank(MCP_TOOL)

FORM = ("MCP-1", "MCP-7", "MCP-8", "MCP-8a")
SCHEMA = ("MCP-2", "MCP-2a", "MCP-2b", "MCP-3", "MCP-6", "MCP-11")


def is_usable(tool: Any) -> bool:
    """Whether an MCP tool has a name and a schema."""
    return isinstance(tool, dict) and isinstance(tool.get("name"), str) and isinstance(tool.get("inputSchema"), dict)


def function(change: Callable[[Tool], Tool]) -> Convert:
    """The reference, with a change to the value of `function` in its result."""

    def convert(tool: Any) -> Any:
        result = reference(tool)
        return result if result is None else result | {"function": change(result["function"])}

    return convert


def function_of(change: Callable[[Tool, Tool], Tool]) -> Convert:
    """The reference, with a change to `function` that looks at a copy of the source too."""
    return lambda tool: (
        (result := reference(tool)) and result | {"function": change(result["function"], copy.deepcopy(tool))}
    )


def result(change: Callable[[Tool], Any]) -> Convert:
    """The reference, with a change to its result."""
    return lambda tool: change(reference(tool) or {})


def parameters(change: Callable[[Any], Any]) -> Convert:
    """The reference, with a change to the parameters of its result."""
    return function(lambda inner: inner | {"parameters": change(inner["parameters"])})


def from_source(change: Callable[[Any], Any]) -> Convert:
    """The reference, with parameters that are made of the input's schema instead."""
    return function_of(lambda inner, tool: inner | {"parameters": change(tool["inputSchema"])})


def otherwise(convert_one: Callable[[Any], Any]) -> Convert:
    """The reference, but for tools on which `convert_one` does not return NotImplemented."""

    def convert(tool: Any) -> Any:
        answer = convert_one(copy.deepcopy(tool))
        return reference(tool) if answer is NotImplemented else answer

    return convert


def unusable(convert_one: Callable[[Any], Any]) -> Convert:
    """The reference for usable tools."""
    return otherwise(lambda tool: NotImplemented if is_usable(tool) else convert_one(tool))


# S2's own removal procedure, which leaves most positions.


def listed_removal(schema: Any) -> None:
    """Take defaults out as S2's procedure is listed, in place: properties, then maps, then unions."""
    for member in schema.get("properties", {}).values():
        member.pop("default", None)
        kind = member.get("type")
        if kind == "object":
            listed_removal(member)
        elif kind == "array" and isinstance(member.get("items"), dict):
            listed_removal(member["items"])
    others = [schema.get("additionalProperties")]
    for union in ("anyOf", "oneOf", "allOf"):
        others += schema.get(union, [])
    for other in others:
        if isinstance(other, dict):
            listed_removal(other)


@BANK.mutant("MCP-2", "MCP-2a", innocent=(*FORM[1:], "MCP-2b", "MCP-4", "MCP-6", "MCP-10", "ALL-1", "ALL-2", "ALL-5"))
def s2_listing(tool: Any) -> Tool:
    """What S2 lists: a deep copy, its removal procedure, the wrapper."""
    name, schema = tool["name"], tool["inputSchema"]
    if not isinstance(name, str) or not isinstance(schema, dict):
        raise TypeError("no tool")
    schema = defects.copied(schema)
    listed_removal(schema)
    inner = {"name": name, "description": tool.get("description") or "", "parameters": schema}
    return {"type": "function", "function": inner}


# MCP-2 and MCP-2a: removal that does not get everywhere.

_WALK = (*FORM, "MCP-2b", "MCP-3", "MCP-4", "MCP-6", "MCP-9", "MCP-10", "MCP-11", "LAW-4")
for _keyword in (
    *("items", "prefixItems", "anyOf", "oneOf", "allOf", "$defs", "definitions", "additionalProperties"),
    *("patternProperties", "if", "then", "else", "dependentSchemas", "dependencies", "contains", "not"),
):
    _rules = ("MCP-2a",) if _keyword == "not" else ("MCP-2", "MCP-2a")
    BANK.add(f"not_below_{_keyword}", from_source(defects.defaults_gone([_keyword])), *_rules, innocent=_WALK)
for _keyword in (*("propertyNames", "unevaluatedProperties", "unevaluatedItems", "additionalItems", "contentSchema"),):
    BANK.add(f"not_below_{_keyword}", from_source(defects.defaults_gone([_keyword])), "MCP-2a", innocent=_WALK)
BANK.add("not_below_properties", from_source(defects.defaults_gone(["properties"])), "MCP-2", innocent=_WALK)
BANK.add(
    "not_below_untyped",
    from_source(defects.defaults_gone(node_is=lambda node: "type" in node)),
    *("MCP-2",),
    innocent=_WALK,
)
BANK.add(
    "not_below_type_lists",
    from_source(defects.defaults_gone(node_is=lambda node: not isinstance(node.get("type"), list))),
    *("MCP-2",),
    innocent=_WALK,
)
for _keyword in (
    *("", "items", "prefixItems", "contains", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "$defs"),
    *("definitions", "additionalProperties", "patternProperties", "unevaluatedProperties", "unevaluatedItems"),
    *("propertyNames", "dependentSchemas", "dependencies", "additionalItems", "contentSchema"),
):
    BANK.add(
        f"stays_on_{_keyword or 'the_root'}",
        from_source(defects.defaults_left_on(_keyword)),
        *("MCP-2a",),
        innocent=("MCP-2", *_WALK),
    )
BANK.add("stays_in_properties", from_source(defects.defaults_left_on("properties")), "MCP-2", innocent=("MCP-2a",))
BANK.add("stays_everywhere", from_source(defects.copied), "MCP-2", "MCP-2a", innocent=_WALK)
BANK.add("falsy_defaults_stay", from_source(lambda schema: defects.everywhere(lambda n: {k: v for k, v in n.items()
         if k != "default" or not v} if isinstance(n, dict) else n, schema)), "MCP-2", innocent=_WALK)  # fmt: skip
BANK.add("default_is_null", from_source(defects.at_objects(lambda n: n | {"default": None} if "default" in n else n)),
         "MCP-2", "MCP-2a")  # fmt: skip

# MCP-2b and MCP-11: names and data.

BANK.add("key_default_gone_anywhere", from_source(lambda schema: defects.key_gone_anywhere("default", schema)),
         "MCP-2b", innocent=(*FORM, "MCP-2", "MCP-2a", "MCP-4", "MCP-11"))  # fmt: skip
BANK.add("property_default_gone", parameters(defects.property_gone("default")), "MCP-2b",
         innocent=(*FORM, "MCP-2", "MCP-2a", "MCP-11"))  # fmt: skip
BANK.add("required_default_gone", parameters(defects.required_gone("default")), "MCP-2b",
         innocent=(*FORM, "MCP-2", "MCP-3", "MCP-11"))  # fmt: skip
for _keyword in ("properties", "items", "enum", "required", "type"):
    BANK.add(f"property_{_keyword}_gone", parameters(defects.property_gone(_keyword)), "MCP-2b",
             innocent=(*FORM, "MCP-2", "MCP-2a"))  # fmt: skip


def _default_gone_from(keyword: str) -> Callable[[Any], Any]:
    def change(node: Tool) -> Tool:
        return node | {keyword: defects.key_gone_anywhere("default", node[keyword])} if keyword in node else node

    return defects.at_objects(change)


for _keyword in ("enum", "const", "examples"):
    BANK.add(f"default_gone_from_{_keyword}", parameters(_default_gone_from(_keyword)), "MCP-2b",
             innocent=(*FORM, "MCP-2", "MCP-2a", "MCP-11"))  # fmt: skip
for _name in ("__proto__", "constructor", "", "$ref", "$defs", "enum"):
    BANK.add(f"name_{_name or 'empty'}_gone", parameters(defects.property_gone(_name)), "MCP-11",
             innocent=(*FORM, "MCP-2", "MCP-2a"))  # fmt: skip
BANK.add("special_names_not_required", parameters(defects.required_gone("__proto__", "constructor", "$ref", "")),
         "MCP-11", innocent=(*FORM, "MCP-2", "MCP-2a"))  # fmt: skip
BANK.add("data_taken_for_schema", parameters(lambda s: _walked_as_schema(s)), "MCP-2b", innocent=(*FORM, "MCP-2"))


def _walked_as_schema(value: Any) -> Any:
    """Delete `default` from every object that has a `type`, at any position."""
    if isinstance(value, dict):
        gone = isinstance(value.get("type"), str)
        return {key: _walked_as_schema(member) for key, member in value.items() if not (gone and key == "default")}
    return [_walked_as_schema(member) for member in value] if isinstance(value, list) else value


# MCP-3, LAW-4, REF-1, ALL-3 to ALL-5: what becomes of the schema.

for _name, (_change, _more, _innocent) in SCHEMA_DEFECTS.items():
    BANK.add(_name, parameters(_change), "MCP-3", *_more, innocent=(*FORM, "MCP-2", "MCP-2a", "MCP-4", *_innocent))
for _name, (_change, _more, _innocent) in TEXT_DEFECTS.items():
    BANK.add(_name, parameters(_change), "MCP-3", *_more, innocent=(*FORM, "MCP-2", "MCP-2a", "MCP-4", *_innocent))
for _name, _change in NUMBER_DEFECTS.items():
    BANK.add(_name, parameters(_change), "ALL-3", innocent=(*FORM, "MCP-2", "MCP-2a", "MCP-3", "MCP-4", "ALL-4"))
BANK.add("default_in_description", from_source(lambda schema: defects.defaults_gone()(defects.at_objects(
         defects.described_default)(schema))), "MCP-3", innocent=(*FORM, "MCP-2", "MCP-2a", "LAW-4"))  # fmt: skip
BANK.add("closes_the_root", parameters(lambda s: s | {"additionalProperties": False}), "MCP-3", "LAW-4",
         innocent=(*FORM, "MCP-2", "MCP-2b", "ALL-4", "REF-1"))  # fmt: skip
BANK.add("properties_added_below", parameters(defects.at_objects(lambda n: {"properties": {}} | n
         if n.get("type") == "object" else n)), "MCP-3", innocent=(*FORM, "LAW-4", "MCP-6"))  # fmt: skip
BANK.add("schema_as_text", parameters(str), "MCP-3", "API-1", innocent=("MCP-1", "MCP-7"))
BANK.add("dialect_gone", parameters(defects.without("$schema")), "MCP-3", innocent=FORM)
BANK.add("further_keywords_gone", parameters(defects.only_known(defects.ALL_KNOWN)), "MCP-3",
         innocent=(*FORM, "MCP-2", "LAW-4", "REF-1", "ALL-5"))  # fmt: skip
BANK.add("keys_sorted", parameters(defects.keys_sorted), "ALL-5", innocent=(*FORM, *SCHEMA, "LAW-4", "ALL-4"))
BANK.add("properties_sorted", parameters(defects.at_objects(defects.properties_sorted)), "ALL-5",
         innocent=(*FORM, *SCHEMA))  # fmt: skip
BANK.add("inlines_without_end", from_source(lambda schema: defects.defaults_gone()(
         defects.inlined_without_end(schema))), "REF-1", note="recursion never ends: a RecursionError")  # fmt: skip
BANK.add("anchors_gone", parameters(defects.without("$anchor")), "REF-1", "MCP-3", innocent=(*FORM, "MCP-2"))


# MCP-4: the deep copy.


@BANK.mutant("MCP-4", "ALL-8", innocent=(*FORM, *SCHEMA))
def works_in_place(tool: Any) -> Tool:
    """The defaults are taken out of the input itself."""
    converted = reference(tool)
    tool["inputSchema"] = copy.deepcopy(converted["function"]["parameters"]) if converted else None
    return converted


@BANK.mutant("MCP-4", innocent=(*FORM, *SCHEMA, "ALL-8"))
def copies_one_level(tool: Any) -> Tool:
    """What holds no default is the input's own object."""
    converted = reference(tool)
    schema = converted["function"]["parameters"]
    for key, value in tool["inputSchema"].items():
        if key in schema and value == schema[key]:
            schema[key] = value
    return converted


@BANK.mutant("MCP-4", innocent=(*FORM, "MCP-2", "MCP-3", "MCP-10"))
def changes_its_input_before_it_raises(tool: Any) -> Tool:
    """A tool that fails has lost its description by then."""
    try:
        return reference(tool)
    except ToolError:
        if isinstance(tool, dict):
            tool.pop("description", None)
        raise


_ONE: Tool = {}


@BANK.mutant("MCP-4", innocent=("MCP-7", "MCP-8", "MCP-10"))
def one_result_for_all(tool: Any) -> Tool:
    """Every result is the same object, filled anew."""
    converted = reference(tool)
    _ONE.clear()
    _ONE.update(converted)
    return _ONE


_CACHE: dict[str, Any] = {}


@BANK.mutant("MCP-4", innocent=(*FORM, *SCHEMA))
def cached_by_input(tool: Any) -> Tool:
    """An input that was seen before gives the very object it gave then."""
    key = json.dumps(tool, sort_keys=True)
    if key not in _CACHE:
        _CACHE[key] = reference(tool)
    return _CACHE[key]


_NOTHING: list[str] = []


@BANK.mutant("MCP-4", innocent=(*FORM, "MCP-2"))
def one_list_for_all(tool: Any) -> Tool:
    """Each root without required names gets the same empty list."""
    converted = reference(tool)
    converted["function"]["parameters"].setdefault("required", _NOTHING)
    return converted


# MCP-1, MCP-7, MCP-8, MCP-8a, API-1, API-2: the form.

BANK.add("flat_form", result(lambda r: {"type": "function"} | r["function"]), "MCP-1",
         innocent=("MCP-2", "MCP-2a", "MCP-3", "MCP-4"))  # fmt: skip
BANK.add("type_gone", result(lambda r: {"function": r["function"]}), "MCP-1", innocent=("MCP-2", "MCP-3", "MCP-7"))
BANK.add("inside_a_list", result(lambda r: [r]), "MCP-1")
BANK.add("null_for_all", result(lambda r: None), "MCP-1")
BANK.add("input_schema_kept", function_of(lambda f, t: f | {"inputSchema": t["inputSchema"]}), "MCP-1", "MCP-7",
         innocent=("MCP-2", "MCP-3"))  # fmt: skip
BANK.add("input_schema_not_renamed", function_of(lambda f, t: {("inputSchema" if k == "parameters" else k): v
         for k, v in f.items()}), "MCP-1", "MCP-7")  # fmt: skip
BANK.add("strict_beside_function", result(lambda r: r | {"strict": False}), "MCP-1", innocent=("MCP-2", "MCP-8"))
BANK.add("description_gone", function(lambda f: {k: v for k, v in f.items() if k != "description"}), "MCP-1",
         innocent=("MCP-2", "MCP-3", "MCP-9", "MCP-7"))  # fmt: skip
BANK.add("description_cut", function(lambda f: f | {"description": f["description"][:20]}), "MCP-1", "ALL-4")
BANK.add("description_trimmed", function(lambda f: f | {"description": f["description"].strip()}), "MCP-1", "ALL-4")
BANK.add("description_prefixed", function(lambda f: f | {"description": f"[{f['name']}] {f['description']}"}), "MCP-1")
BANK.add("description_replaced", function(lambda f: f | {"description": "~~"}), "MCP-1", innocent=("ALL-4", "MCP-3"))
BANK.add("name_lower_cased", function(lambda f: f | {"name": f["name"].lower()}), "MCP-1", innocent=("MCP-2", "MCP-3"))
BANK.add(
    "name_trimmed", function(lambda f: f | {"name": f["name"].strip()}), "MCP-1", "ALL-4", innocent=("MCP-2", "MCP-3")
)
BANK.add("name_underscored", function(lambda f: f | {"name": f["name"].replace("-", "_")}), "MCP-1",
         innocent=("MCP-2", "MCP-3"))  # fmt: skip
BANK.add("name_with_server", function(lambda f: f | {"name": "mcp.server." + f["name"]}), "MCP-1", "API-2")
BANK.add("rename_unreported", otherwise(lambda t: _renamed_in_silence(t)), "MCP-1", innocent=("MCP-2", "MCP-3"))
BANK.add("some_names_refused", otherwise(lambda t: _refuse(t) if is_usable(t) and " " in t["name"]
         else NotImplemented), "MCP-1", note="two answers")  # fmt: skip
BANK.add("long_names_kept", lambda t: reference(t, unsafe_names="keep" if is_usable(t) and len(t["name"]) > 64
         else "rename"), "MCP-1", note="two answers")  # fmt: skip


def _with_field(field: str, own: Tool, tool: Tool) -> Tool:
    return own | {field: tool[field]} if field in tool else own


for _field in ("title", "annotations", "outputSchema", "_meta", "icons"):
    BANK.add(f"{_field}_leaks", function_of(partial(_with_field, _field)), "MCP-7",
             innocent=("MCP-1", "MCP-2", "MCP-3"))  # fmt: skip
BANK.add("everything_leaks_beside", lambda t: reference(t) | {k: copy.deepcopy(v) for k, v in t.items()
         if k not in ("name", "description", "inputSchema")}, "MCP-7", innocent=("MCP-2", "MCP-3"))  # fmt: skip
BANK.add("a_key_of_its_own", function(lambda f: f | {"server": "files"}), "MCP-8", innocent=("MCP-1", "MCP-7", "API-1"))
BANK.add("strict_null", function(lambda f: f | {"strict": None}), "MCP-8", innocent=("MCP-1", "MCP-8a", "API-1"))
BANK.add("strict_always", function(lambda f: f | {"strict": True}), "MCP-8a", "MCP-8", innocent=("MCP-1", "MCP-3"))
BANK.add("strict_as_text", function(lambda f: f | {"strict": "false"}), "API-1", "MCP-8", innocent=("MCP-1", "MCP-8a"))
BANK.add("strict_where_closed", function(lambda f: f | {"strict": f["parameters"].get("additionalProperties") is False}),
         "MCP-8a", innocent=("MCP-1", "MCP-3"), note="closed at the root is not closed below")  # fmt: skip
BANK.add("root_type_in_a_list", parameters(lambda s: s | {"type": ["object"]} if s.get("type") == "object" else s),
         "API-2", "MCP-3", innocent=FORM)  # fmt: skip
BANK.add("empty_properties_gone", parameters(lambda s: {k: v for k, v in s.items() if k != "properties" or v}),
         "MCP-6", innocent=(*FORM, "MCP-2"))  # fmt: skip
BANK.add("empty_properties_null", parameters(lambda s: s | {"properties": None} if s.get("properties") == {} else s),
         "MCP-6", innocent=(*FORM, "MCP-2"))  # fmt: skip
BANK.add("empty_schema_emptied", parameters(lambda s: s if s.get("properties") else {}), "MCP-6", "MCP-3")


def _renamed_in_silence(tool: Any) -> Any:
    if not is_usable(tool) or tool["name"].replace("_", "").replace("-", "").isalnum():
        return NotImplemented
    return quietly(partial(reference, unsafe_names="rename"))(tool)


def _refuse(tool: Any) -> Any:
    raise ValueError(f"the name {tool['name']!r} is not allowed")


# API-5, MCP-1a, MCP-9

BANK.add("root_stays_bare", partial(reference, missing_properties="keep"), "API-5", innocent=("MCP-3",),
         note="what MCP-3 allows is advice here")  # fmt: skip
BANK.add("description_key_left_out", lambda tool: reference(tool, description_when_absent="omit"), "MCP-1a",
         innocent=("MCP-1", "MCP-9"), note="what MCP-9 allows is advice here")  # fmt: skip


def _undescribed(answer: Callable[[Tool], Any]) -> Convert:
    return otherwise(lambda t: answer(t) if is_usable(t) and t.get("description") is None else NotImplemented)


BANK.add("undescribed_fails", _undescribed(lambda t: _refuse(t)), "MCP-9", innocent=(*FORM, *SCHEMA, "MCP-10"))
BANK.add("undescribed_gives_null", _undescribed(lambda t: None), "MCP-9", innocent=(*FORM, *SCHEMA))
BANK.add("description_null", _undescribed(lambda t: _with(t, None)), "MCP-9", "API-1", innocent=(*FORM, *SCHEMA))
BANK.add("description_none_as_text", _undescribed(lambda t: _with(t, "None")), "MCP-9", innocent=(*FORM, *SCHEMA))
BANK.add("description_of_a_wrapper", _undescribed(
    lambda t: _with(t, "partial(func, *args, **keywords) - new function with partial application")
), "MCP-9", innocent=(*FORM, *SCHEMA))  # fmt: skip
BANK.add("null_is_not_absent", _undescribed(lambda t: _with(t, t["name"]) if "description" in t else NotImplemented),
         "MCP-9", note="two answers")  # fmt: skip
BANK.add("empty_is_absent", lambda t: reference({k: v for k, v in t.items() if k != "description" or v}
         if isinstance(t, dict) else t, description_when_absent="name"), "MCP-1", innocent=("MCP-9",))  # fmt: skip


def _with(tool: Tool, description: Any) -> Tool:
    converted = reference(tool)
    return converted | {"function": converted["function"] | {"description": description}} if converted else {}


# MCP-10, ALL-7


def _bare(tool: Any, schema: Any) -> Tool:
    fields = tool if isinstance(tool, dict) else {}
    inner = {"name": fields.get("name"), "description": fields.get("description") or "", "parameters": schema}
    return {"type": "function", "function": inner}


BANK.add("unusable_parameters_null", unusable(lambda t: _bare(t, None)), "MCP-10", innocent=("MCP-2", "MCP-3"))
BANK.add("unusable_schema_passed", unusable(lambda t: _bare(t, t.get("inputSchema") if isinstance(t, dict) else t)),
         "MCP-10", innocent=("MCP-2", "MCP-3"))  # fmt: skip
BANK.add("unnamed_gets_a_name", unusable(lambda t: _bare({"name": "unnamed"}, copy.deepcopy(EMPTY))), "MCP-10")
BANK.add("null_schema_emptied", unusable(lambda t: _bare(t, copy.deepcopy(EMPTY)) if isinstance(t, dict)
         and isinstance(t.get("name"), str) and "inputSchema" in t and t["inputSchema"] is None else _refuse({"name": t})),
         "MCP-10", innocent=FORM, note="two answers")  # fmt: skip
BANK.add("error_as_a_result", unusable(lambda t: {"error": "not a tool"}), "MCP-10", innocent=FORM)
BANK.add("dropped_in_silence", unusable(lambda t: None), "MCP-10", innocent=FORM)
BANK.add("numbers_are_names", otherwise(lambda t: reference(t | {"name": str(t["name"])}) if isinstance(t, dict)
         and type(t.get("name")) is int else NotImplemented), "MCP-10", innocent=FORM)  # fmt: skip


# ALL-1, ALL-2, ALL-6

BANK.add("required_as_tuple", parameters(defects.at_objects(lambda n: n | {"required": tuple(n["required"])}
         if isinstance(n.get("required"), list) else n)), "ALL-1")  # fmt: skip

_titles: list[str] = []


@BANK.mutant("ALL-2", "MCP-4")
def keeps_the_last_description(tool: Any) -> Tool:
    """A tool without description gets the one of the tool before."""
    converted = reference(tool)
    inner = converted["function"]
    if inner["description"]:
        _titles.append(inner["description"])
    elif _titles:
        inner["description"] = _titles[-1]
    return converted


_required: list[str] = []


@BANK.mutant("ALL-2", "MCP-4", "MCP-3")
def grows_required(tool: Any) -> Tool:
    """A default argument that lives on collects the required names of all tools."""
    converted = reference(tool)
    schema = converted["function"]["parameters"]
    _required.extend(schema.get("required", []))
    del _required[:-4]
    schema["required"] = list(_required)
    return converted


by_name = remembering(reference, lambda tool: tool.get("name") if isinstance(tool, dict) else tool)
BANK.add("cached_by_name", by_name(), "ALL-2", anew=by_name, note="a second call gets the same from the cache")
by_shape = remembering(reference, lambda tool: sorted(tool["inputSchema"].get("properties") or ()) if isinstance(tool,
                       dict) and isinstance(tool.get("inputSchema"), dict) and isinstance(tool["inputSchema"].get(
                       "properties"), dict) else tool)  # fmt: skip
BANK.add("cached_by_shape", by_shape(), "ALL-2", anew=by_shape)


def closing_for_ever() -> Convert:
    seen: list[bool] = []

    def converted(tool: Any) -> Any:
        result = reference(tool)
        schema = result["function"]["parameters"] if isinstance(result, dict) else None
        if isinstance(schema, dict) and schema.get("additionalProperties") is False:
            seen.append(True)
        if seen and isinstance(schema, dict) and schema.get("type") == "object":
            schema["additionalProperties"] = False
        return result

    return converted


BANK.add("closed_once_closed_always", closing_for_ever(), "ALL-2", anew=closing_for_ever)

BANK.add("cut_at_500_properties", parameters(lambda s: s | {"properties": dict(list(s["properties"].items())[:500])}
         if len(s.get("properties", ())) > 500 else s), "MCP-3")  # fmt: skip
BANK.add("null_for_wide_tools", otherwise(lambda t: None if is_usable(t) and len(str(t)) > 8000 else NotImplemented),
         "ALL-6")  # fmt: skip


BANKS = (BANK,)
