"""What a hundred inputs of an operation must contain, whatever the seed."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.generate import draw

ONE = {"additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not"}
ONE |= {"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"}
LISTED = {"allOf", "anyOf", "items", "oneOf", "prefixItems"}
NAMED = {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
SPECIAL_NAMES = {
    "default",
    "properties",
    "items",
    "enum",
    "required",
    "type",
    "$ref",
    "__proto__",
    "constructor",
    "",
}

KNOWN_TYPES = {
    "file_search",
    "code_interpreter",
    "image_generation",
    "mcp",
    "shell",
    "apply_patch",
    "namespace",
}

EVERYWHERE = {
    *(f"default in {place}" for place in sorted((ONE | LISTED | NAMED | {"root"}) - {"additionalItems"})),
    *(f"property {name!r}" for name in SPECIAL_NAMES),
    *("data with default in enum", "data with default in const", "data with default in examples"),
    *(
        "boolean schema",
        "$ref",
        "recursion",
        "type list",
        "untyped",
        "format",
        "pattern",
        "title",
        "description",
    ),
    *("definitions with ~1", "items list", "no properties", "empty properties", "required", "null default"),
    *("integer beyond 2**53", "integral float", "negative number", "fraction"),
    *("not ASCII", "beyond the first plane", "quote", "control character", "U+2028"),
    *("unsafe name", "name of 64"),
}
MCP = {
    *("description absent", "description null", "description empty", "description"),
    *("title", "annotations", "outputSchema", "_meta", "icons"),
    *("no name", "name no string", "no inputSchema", "inputSchema null", "inputSchema list", "no object"),
}
CHAT = {
    *("strict absent", "strict null", "strict true", "strict false", "strict odd"),
    *("parameters absent", "parameters null", "parameters {}", "parameters object", "parameters wrong"),
    *("no description", "empty description", "no name", "empty name", "no function", "function no object"),
    *("unknown type", "no type", "local_shell", "web_search", "other type", "nested custom", "flat tool"),
    *("null", "scalar", "list", "extra function field", "function key elsewhere"),
}
LISTS = {"two of one name", "length 1", "length 2", "length 3", "length 4", "only usable ones"}
EXPECTED = {
    "mcp-tool-to-chat-tool": EVERYWHERE | MCP,
    "mcp-tools-to-chat-tools": EVERYWHERE | MCP | LISTS,
    "chat-tools-to-responses-tools": EVERYWHERE | CHAT | LISTS,
}


def features(operation: str, value: Any) -> set[str]:
    entries = value if isinstance(value, list) and operation != "mcp-tool-to-chat-tool" else [value]
    found = {*of_text(value), *of_numbers(value)}
    for entry in entries:
        found.update(of_chat_entry(entry) if operation.startswith("chat") else of_mcp_entry(entry))
    if entries is value:
        found.add(f"length {len(entries)}")
        if entries and not {"no object", "no name", "null", "scalar", "unknown type"} & found:
            found.add("only usable ones")
        names = [entry.get("function", entry).get("name") for entry in entries if nested(entry)]
        found.update(["two of one name"] if len(names) > len(set(map(str, names))) else [])
    return found


def nested(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("function", entry), dict)


def of_mcp_entry(tool: Any) -> Iterator[str]:
    if not isinstance(tool, dict):
        yield "no object"
        return
    yield from of_name(tool, "name no string")
    if "description" not in tool:
        yield "description absent"
    else:
        yield {None: "description null", "": "description empty"}.get(tool["description"], "description")
    schema = tool.get("inputSchema", "absent")
    if isinstance(schema, dict):
        yield from of_schema(schema, "root")
    else:
        yield "no inputSchema" if schema == "absent" else f"inputSchema {json_type(schema)}"
    yield from tool.keys() & {"title", "annotations", "outputSchema", "_meta", "icons"}


def of_chat_entry(tool: Any) -> Iterator[str]:
    if not isinstance(tool, dict):
        yield json_type(tool)
        return
    kind = tool.get("type", "absent")
    if kind == "function" and "name" in tool:
        yield "flat tool"
    elif kind == "function" and isinstance(tool.get("function"), dict):
        yield from of_function(tool["function"])
    elif kind == "function":
        yield "function no object" if "function" in tool else "no function"
    elif "function" in tool:
        yield "function key elsewhere"
    elif "custom" in tool:
        yield "nested custom"
    elif kind in ("local_shell", "web_search"):
        yield kind
    elif isinstance(kind, str) and kind in KNOWN_TYPES:
        yield "other type"
    elif kind == "invalid":
        yield "unknown type"
    elif kind == "absent":
        yield "no type"


def of_function(function: dict[str, Any]) -> Iterator[str]:
    yield from of_name(function, "odd name")
    yield {"": "empty name"}.get(str(function.get("name")), "name")
    yield "no description" if "description" not in function else "description"
    yield "empty description" if function.get("description") == "" else "description"
    strict = function.get("strict", "absent")
    yield "strict " + (
        json.dumps(strict) if strict in (None, True, False) else {"absent": "absent"}.get(str(strict), "odd")
    )
    parameters = function.get("parameters", "absent")
    if isinstance(parameters, dict):
        yield "parameters object" if parameters else "parameters {}"
        yield from of_schema(parameters, "root")
    else:
        yield "parameters " + ("absent" if parameters == "absent" else "null" if parameters is None else "wrong")
    if function.keys() - {"name", "description", "strict", "parameters"}:
        yield "extra function field"


def of_name(tool: dict[str, Any], odd: str) -> Iterator[str]:
    name = tool.get("name")
    if "name" not in tool:
        yield "no name"
    elif not isinstance(name, str):
        yield odd
    elif name and not re.fullmatch("[a-zA-Z0-9_-]{1,64}", name):
        yield "unsafe name"
    elif len(name) == 64:
        yield "name of 64"


def of_schema(schema: Any, place: str) -> Iterator[str]:
    if isinstance(schema, bool):
        yield "boolean schema"
        return
    if "default" in schema:
        yield f"default in {place}"
        yield from ["null default"] if schema["default"] is None else []
    for keyword in ("enum", "const", "examples"):
        if '"default":' in json.dumps(schema.get(keyword)):
            yield f"data with default in {keyword}"
    yield from schema.keys() & {"$ref", "format", "pattern", "title", "description", "required"}
    kind = schema.get("type", "absent")
    yield "type list" if isinstance(kind, list) else "untyped" if kind == "absent" else "typed"
    if kind == "object":
        yield (
            {0: "empty properties"}.get(len(schema["properties"]), "properties")
            if "properties" in schema
            else "no properties"
        )
    if "$ref" in schema and schema["$ref"] == "#":
        yield "recursion"
    if "~1" in schema.get("$ref", ""):
        yield "definitions with ~1"
    for keyword, value in schema.items():
        if keyword in LISTED and isinstance(value, list):
            yield f"{keyword} list"
            for member in value:
                yield from of_schema(member, keyword)
        elif keyword in NAMED:
            yield from (f"{keyword.replace('properties', 'property')} {name!r}" for name in value)
            for member in value.values():
                yield from of_schema(member, keyword) if not isinstance(member, list) else ()
        elif keyword in ONE:
            yield from of_schema(value, keyword)


def of_text(value: Any) -> Iterator[str]:
    text = json.dumps(value, ensure_ascii=False)
    patterns = {
        "not ASCII": r"[^\x00-\x7f]",
        "beyond the first plane": r"[\U00010000-\U0010ffff]",
        "quote": r"\\\"",
        "control character": r"\\u00",
        "U+2028": "\u2028",
    }
    return (name for name, pattern in patterns.items() if re.search(pattern, text))


def of_numbers(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from of_numbers(member)
    elif type(value) in (int, float):
        yield "negative number" if value < 0 else "zero or more"
        if type(value) is int:
            yield "integer beyond 2**53" if abs(value) > 2**53 else "integer"
        else:
            yield "integral float" if value.is_integer() else "fraction"


def json_type(value: Any) -> str:
    return {type(None): "null", list: "list", dict: "object"}.get(type(value), "scalar")


@pytest.mark.parametrize("operation", sorted(EXPECTED))
def test_a_hundred_inputs_contain_what_breaks_converters(operation: str) -> None:
    seeds = [set().union(*(features(operation, value) for value in draw(operation, 100, seed))) for seed in range(10)]
    missing = {feature: sum(feature not in found for found in seeds) for feature in EXPECTED[operation]}
    assert {feature: seeds for feature, seeds in missing.items() if seeds > 1} == {}


@pytest.mark.parametrize("operation", sorted(EXPECTED))
def test_loose_inputs_lack_only_the_numbers(operation: str) -> None:
    values = draw(operation, 300, seed=1, exact_numbers=False)
    found = set().union(*(features(operation, value) for value in values))
    assert EXPECTED[operation] - found == {"integer beyond 2**53", "integral float"}
