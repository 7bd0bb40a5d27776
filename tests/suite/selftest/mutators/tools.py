"""Defects of lists of tools, in any form of the APIs: which tools arrive, in which order, and what each says."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.suite.selftest.banks import schema_defects as defects

Tools = list[Any]

SCHEMA_KEYS = frozenset({"parameters", "input_schema", "parametersJsonSchema"})  # a tool has one of them

DECLARED, DECLARATIONS = "parametersJsonSchema", "functionDeclarations"

# What a defect is about. An operation says which of its rules each of them breaks.
LOST, TWICE, ORDER, DISTINCT = "lost", "twice", "order", "distinct"
LISTED, FORM, KEYS, SCHEMA, DEFINITIONS = "listed", "form", "keys", "schema", "definitions"
ABOUT = (LOST, TWICE, ORDER, DISTINCT, LISTED, FORM, KEYS, SCHEMA, DEFINITIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTools:
    """One planted defect.

    about: what the rule is about that it breaks; "" for none. checks: that must object too. change: of a list of tools.
    """

    name: str
    about: str
    change: Callable[[Tools], Any]
    checks: tuple[str, ...] = ()


def body_of(tool: Any) -> Any:
    """Return the object that holds the name, the description and the schema of a function; None for other tools."""
    if not isinstance(tool, dict) or not (tool.get("type") == "function" or {"input_schema", DECLARED} & tool.keys()):
        return None
    return tool.get("function", tool)


def of_declarations(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Make a change of the declarations of Gemini's tools, where a list has such tools; else of the list."""

    def changed(tools: Any) -> Any:
        if not isinstance(tools, list) or not tools or not all(isinstance(tool, dict) for tool in tools):
            return change(tools)
        if not all(DECLARATIONS in tool for tool in tools):
            return change(tools)
        return [tool | {DECLARATIONS: change(tool[DECLARATIONS])} for tool in tools]

    return changed


def _name_of(tool: Any) -> str:
    return str((body_of(tool) or tool.get(tool.get("type"), tool)).get("name", ""))


def _each(change: Callable[[dict[str, Any]], None]) -> Callable[[Tools], Tools]:
    """Make a change of each function of a list."""

    def changed(tools: Tools) -> Tools:
        for tool in tools:
            if (body := body_of(tool)) is not None:
                change(body)
        return tools

    return changed


def _member(key: str, change: Callable[[Any], Any]) -> Callable[[Tools], Tools]:
    """Make a change of what each function has under a key."""

    def changed(body: dict[str, Any]) -> None:
        if key in body:
            body[key] = change(body[key])

    return _each(changed)


def _rotated(*keys: str) -> Callable[[Tools], Tools]:
    """Make each function have what the next one has under a key, for each of some keys."""

    def changed(tools: Tools) -> Tools:
        for key in keys:
            _rotate(tools, key)
        return tools

    return changed


def _rotate(tools: Tools, key: str) -> None:
    bodies = [body for tool in tools if (body := body_of(tool)) is not None and key in body]
    values = [body[key] for body in bodies]
    for body, value in zip(bodies, values[1:] + values[:1], strict=True):
        body[key] = value


def _first_of_each_name(tools: Tools) -> Tools:
    return list({_name_of(tool): tool for tool in reversed(tools)}.values())[::-1]


def _large_as_float(number: Any) -> Any:
    return float(number) if abs(number) > 2**53 else number


def _type_in_a_list(schema: Any) -> Any:
    return schema | {"type": ["object"]} if isinstance(schema, dict) and schema.get("type") == "object" else schema


def _schema(change: Callable[[Any], Any]) -> Callable[[Tools], Tools]:
    def changed(body: dict[str, Any]) -> None:
        for key in SCHEMA_KEYS & body.keys():
            body[key] = change(body[key])

    return _each(changed)


TOOLS = (
    OfTools(name="loses_the_last", about=LOST, change=lambda tools: tools[:-1]),
    OfTools(name="loses_the_second", about=LOST, change=lambda tools: tools[:1] + tools[2:]),
    OfTools(name="each_twice", about=TWICE, change=lambda tools: [tool for tool in tools for _ in range(2)]),
    OfTools(name="reversed", about=ORDER, change=lambda tools: tools[::-1]),
    OfTools(name="sorted_by_name", about=ORDER, change=lambda tools: sorted(tools, key=_name_of)),
    OfTools(name="one_of_each_name", about=DISTINCT, change=_first_of_each_name),
    OfTools(name="cut_at_128_tools", about="", change=lambda tools: tools[:128], checks=("deep-and-wide",)),
    OfTools(name="tools_as_json_text", about=FORM, change=lambda tools: [json.dumps(tool) for tool in tools]),
    OfTools(name="empty_list_is_null", about=LISTED, change=lambda tools: tools or None),
    OfTools(name="names_swapped", about=FORM, change=_rotated("name")),
    OfTools(name="name_lower_cased", about=FORM, change=_member("name", str.lower)),
    OfTools(name="name_with_a_prefix", about=FORM, change=_member("name", lambda name: f"functions.{name}"),
            checks=("api-rules",)),
    OfTools(name="descriptions_swapped", about=FORM, change=_rotated("description")),
    OfTools(name="description_cut", about=FORM, change=_member("description", lambda text: text[:12])),
    OfTools(name="description_trimmed", about=FORM, change=_member("description", str.strip), checks=("text-exact",)),
    OfTools(name="a_key_of_its_own", about=KEYS, change=_each(lambda body: body.update(server="files"))),
    OfTools(name="schema_of_the_neighbour", about=SCHEMA, change=_rotated(*SCHEMA_KEYS)),
    OfTools(name="drops_definitions", about=DEFINITIONS, change=_schema(defects.without("$defs", "definitions")),
            checks=("refs-resolve",)),
    OfTools(name="texts_normalised", about=SCHEMA, change=_schema(defects.texts(defects.normalised)),
            checks=("text-exact",)),
    OfTools(name="root_type_in_a_list", about=SCHEMA, change=_schema(_type_in_a_list), checks=("api-rules",)),
    OfTools(name="numbers_as_float", about="", change=_schema(defects.numbers(float)), checks=("numbers-exact",)),
    OfTools(name="keys_sorted", about="", change=_schema(defects.keys_sorted), checks=("key-order",)),
    OfTools(name="large_numbers_as_float", about="", change=_schema(defects.numbers(_large_as_float)),
            checks=("numbers-exact",)),
    OfTools(name="properties_sorted", about="", change=_schema(defects.at_objects(defects.properties_sorted)),
            checks=("key-order",)),
)  # fmt: skip

OF_LISTS = frozenset(tool.name for tool in TOOLS)
