"""Sound converters: the reference under every answer of every choice, and others that are built differently.

No MUST rule may fail for any of them.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs

from conformance.formats.json_schema import is_valid_schema
from conformance.reference import (
    chat_tools_to_responses_tools,
    mcp_tool_to_chat_tool,
    mcp_tools_to_chat_tools,
)
from tests.suite.selftest.banks.bank import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS, references
from tests.suite.selftest.model import Convert, Sound

LOG = logging.getLogger(__name__)

CHAT_CHOICES: dict[str, tuple[str, ...]] = {
    "extra_function_fields": ("drop", "lift"),
    "missing_properties": ("keep", "add"),
    "strict_when_absent": ("false", "omit"),
    "on_invalid": ("filter", "raise"),
    "parameters_when_absent": ("empty-object", "reject"),
    "other_tool_types": ("pass-through", "filter"),
}
MCP_CHOICES: dict[str, tuple[str, ...]] = {
    "unsafe_names": ("keep", "rename", "refuse"),
    "missing_properties": ("add", "keep"),
    "description_when_absent": ("empty", "omit", "name"),
    "unusable_tool": ("raise", "drop", "empty-object"),
}
LIST_CHOICES = MCP_CHOICES | {"unusable_tool": ("drop", "raise", "empty-object")}


# Nested tools to flat ones, without the reference.

_KNOWN = re.compile(r"(local_shell|web_search|file_search|mcp|shell|computer|code_interpreter|image_generation)")


class Rejected(Exception):
    """An entry that does not convert."""


def _flat(tool: Any) -> Any:
    """One flat tool; what S0 passes passes. Raises Rejected in S0's own words, or words like them."""
    if not isinstance(tool, dict):
        raise Rejected(f"Tool is {json.dumps(tool)[:9]}, not an object")
    if tool.get("type") in ("local_shell", "web_search") and "function" not in tool:
        return tool
    if tool.get("type") != "function":
        raise Rejected('Tool type must be "function"')
    inner = tool.get("function")
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str) or not inner["name"]:
        raise Rejected("Tool must have function.name")
    if not isinstance(inner.get("description"), str) or not inner["description"]:
        raise Rejected("Tool must have function.description")
    schema = inner.get("parameters")
    if schema is not None and not isinstance(schema, dict):
        raise Rejected("Tool must have function.parameters")
    strict = inner.get("strict") is True
    given = {"name": inner["name"], "description": inner["description"], "strict": strict}
    return given | {
        "parameters": {"type": "object", "properties": {}} if schema is None else schema,
        "type": "function",
    }


def _texts(convert: Callable[[Any], list[Any]]) -> Convert:
    """A converter of JSON text: what it is given and what it returns shares nothing with anything."""
    return lambda tools: json.loads(json.dumps(convert(json.loads(json.dumps(tools)))))


def from_json_text(tools: Any) -> list[Any]:
    """Leaves out what does not convert; the type is last in its tools."""
    results = []
    for tool in tools if isinstance(tools, list) else ():
        try:
            results.append(_flat(tool))
        except Rejected as reason:
            LOG.error("%s", reason)
    return results


def plain_errors(tools: Any) -> list[Any]:
    """Raises in S0's plain words, and returns an empty list for what is none."""
    try:
        return [_flat(tool) for tool in tools] if isinstance(tools, list) else []
    except Rejected as reason:
        raise ValueError(str(reason)) from None


_calls = itertools.count()


def restless_errors(tools: Any) -> list[Any]:
    """Raises with a message that is another one each time."""
    try:
        return plain_errors(tools)
    except ValueError as reason:
        raise RuntimeError(f"{reason} (request {next(_calls)})") from None


def no_strict(tools: Any) -> list[Any]:
    """Has a strict only where the source has one."""
    return (
        [_as_given(flat, tool) for tool in tools or () for flat in from_json_text([tool])]
        if isinstance(tools, list)
        else []
    )


def _as_given(flat: Any, tool: Any) -> Any:
    given = tool.get("function", {}).get("strict") if isinstance(tool, dict) else None
    return {key: value for key, value in flat.items() if key != "strict" or isinstance(given, bool)}


def strictest(tools: Any) -> list[Any]:
    """Leaves out everything that it may, also schemas that are not valid."""
    return [
        flat
        for tool in (tools if isinstance(tools, list) else ())
        for flat in from_json_text([tool])
        if not isinstance(tool.get("function", {}).get("strict"), str | int | list | dict)
        or isinstance(tool["function"]["strict"], bool)
        if is_valid_schema(flat.get("parameters", {}))
    ]


def most_lenient(tools: Any) -> list[Any]:
    """Converts everything that it may: flat tools as they are, hidden functions, custom tools, other types."""
    return [element for tool in (tools if isinstance(tools, list) else ()) for element in _lenient(tool)]


def _lenient(tool: Any) -> list[Any]:
    kind = tool.get("type") if isinstance(tool, dict) else None
    if kind == "function" and "function" not in tool:
        whole = all(isinstance(tool.get(key), str) and tool[key] for key in ("name", "description"))
        return [tool] if whole else from_json_text([tool])
    if isinstance(kind, str) and _KNOWN.fullmatch(kind):
        return from_json_text([tool | {"type": "function"}]) if "function" in tool else [tool]
    if kind == "custom" and "function" not in tool:
        custom = tool.get("custom")
        return [_flat_custom(custom)] if isinstance(custom, dict) else [tool]
    return from_json_text([tool])


def _flat_custom(custom: dict[str, Any]) -> dict[str, Any]:
    """A flat custom tool with all its fields, which says that it takes free text where the source does not say."""
    given = custom.get("format")
    grammar = given.get("grammar") if isinstance(given, dict) else None
    format_ = {"type": "grammar", **grammar} if isinstance(grammar, dict) else given or {"type": "text"}
    return {key: value for key, value in custom.items() if key not in ("custom", "function")} | {
        "type": "custom",
        "format": format_,
    }


def customs_as_functions(tools: Any) -> list[Any]:
    """For a model that takes no custom tools: each becomes a function with one text to fill in, also without a name."""
    results = []
    for tool in tools if isinstance(tools, list) else ():
        custom = tool.get("custom") if isinstance(tool, dict) and tool.get("type") == "custom" else None
        if not isinstance(custom, dict) or "function" in tool:
            results += from_json_text([tool])
            continue
        description = custom.get("description")
        function = {"name": "custom_tool", "description": description, "parameters": _ONE_TEXT}
        if isinstance(custom.get("name"), str):
            described = f"{description or custom['name']} Takes {json.dumps(custom.get('format'))}."
            function |= {"name": custom["name"], "description": described}
        results += from_json_text([{"type": "function", "function": function}])
    return results


_ONE_TEXT = {
    "type": "object",
    "properties": {"input": {"type": "string"}},
    "required": ["input"],
    "additionalProperties": False,
}


def plain_customs(tools: Any) -> list[Any]:
    """Custom tools of two fields, and a grammar where there is one: free text goes without saying."""
    results = []
    for tool in tools if isinstance(tools, list) else ():
        lenient = most_lenient([tool])
        if lenient and lenient[0].get("type") == "custom" and isinstance(tool.get("custom"), dict):
            known = {key: lenient[0][key] for key in ("type", "name", "description") if lenient[0].get(key) is not None}
            results.append(
                known if lenient[0]["format"] == {"type": "text"} else known | {"format": lenient[0]["format"]}
            )
        else:
            results += lenient
    return results


def raises_where_it_may(tools: Any) -> list[Any]:
    """Under raise, fails on all that may be rejected: odd strict, flat tools, other types, and inputs that are not lists."""
    if not isinstance(tools, list):
        raise TypeError("tools must be a list")
    for position, tool in enumerate(tools):
        inner = tool.get("function") if isinstance(tool, dict) else None
        if isinstance(inner, dict) and not isinstance(inner.get("strict"), bool | None):
            raise ValueError(f"tools[{position}].function.strict must be a boolean")
    return plain_errors(tools)


def reports_once(tools: Any) -> list[Any]:
    """Says in one line how many tools were left out."""
    logger = LOG
    logger.disabled = True
    try:
        results = from_json_text(tools)
    finally:
        logger.disabled = False
    if isinstance(tools, list) and len(results) < len(tools):
        logging.getLogger(f"{__name__}.sum").error("%d tools left out", len(tools) - len(results))
    return results


# MCP tools to nested ones, without the reference.

_SAFE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DATA = frozenset({"enum", "const", "examples", "required", "default", "dependentRequired"})
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"})


def _clean(value: Any, named: bool = False) -> Any:
    """A copy without defaults. It treats every object as a schema unless it is data or a map of names."""
    if isinstance(value, list):
        return [_clean(member) for member in value]
    if not isinstance(value, dict):
        return value
    if named:
        return {name: _clean(member) for name, member in value.items()}
    return {
        key: json.loads(json.dumps(member)) if key in _DATA else _clean(member, key in _NAMED)
        for key, member in value.items()
        if key != "default"
    }


def _wrapped(tool: Any, **more: Any) -> dict[str, Any]:
    schema = _clean(tool["inputSchema"])
    inner = {"parameters": schema, "description": tool.get("description") or "", "name": tool["name"]} | more
    return {"function": inner, "type": "function"}


def _is_tool(tool: Any) -> bool:
    return isinstance(tool, dict) and isinstance(tool.get("name"), str) and isinstance(tool.get("inputSchema"), dict)


def built_anew(tool: Any) -> Any:
    """Everything in another order, and defaults gone from below unknown keywords too."""
    if not _is_tool(tool):
        raise KeyError("inputSchema")
    return _wrapped(tool)


def of_other_classes(tool: Any) -> Any:
    """Its objects are of a class that extends the language's own."""
    if not _is_tool(tool):
        raise KeyError("inputSchema")
    return json.loads(json.dumps(_wrapped(tool)), object_pairs_hook=OrderedDict)


def says_not_strict(tool: Any) -> Any:
    """Each function says `strict: false`."""
    if not _is_tool(tool):
        raise KeyError("inputSchema")
    return _wrapped(tool, strict=False)


def through_json_text(tool: Any) -> Any:
    """The reference, by way of JSON text."""
    return json.loads(json.dumps(mcp_tool_to_chat_tool(json.loads(json.dumps(tool)))))


def empty_schemas(tool: Any) -> Any:
    """An unusable tool that has a name gets `{}`; one without is refused."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise TypeError("a tool needs a name")
    return _wrapped(tool if isinstance(tool.get("inputSchema"), dict) else tool | {"inputSchema": {}})


def drops_or_fails(tool: Any) -> Any:
    """A tool without a schema gives null, a value that is not an object fails; both are the answer drop."""
    if not isinstance(tool, dict):
        raise TypeError("no object")
    if not _is_tool(tool):
        LOG.warning("left out: %r", tool)
        return None
    return _wrapped(tool)


def invalid_schemas_fail(tool: Any) -> Any:
    """What is no JSON Schema is refused, with the place."""
    if _is_tool(tool) and not jsonschema_rs.meta.is_valid(tool["inputSchema"]):
        try:
            jsonschema_rs.meta.validate(tool["inputSchema"])
        except jsonschema_rs.ValidationError as error:
            place = ".".join(map(str, error.instance_path))
            raise ValueError(f"tool {tool['name']!r}: invalid JSON Schema at `{place}`") from None
    return built_anew(tool)


def odd_descriptions_fail(tool: Any) -> Any:
    """A description that is neither text nor absent is an error."""
    if _is_tool(tool) and not isinstance(tool.get("description"), str | None):
        raise TypeError("description must be a string")
    return built_anew(tool)


def described_by_itself(tool: Any) -> Any:
    """What a tool without a description is described by: its title, or else what its schema says of itself."""
    if tool.get("description") is not None:
        return tool
    schema, hints = tool["inputSchema"], tool.get("annotations")
    said = (tool.get("title"), isinstance(hints, dict) and hints.get("title"), schema.get("description"))
    return tool | {"description": next((text for text in said if isinstance(text, str)), "")}


def titles_describe(tool: Any) -> Any:
    """The title, or the schema's own description, replaces an absent description."""
    if not _is_tool(tool):
        raise KeyError("inputSchema")
    return _wrapped(described_by_itself(tool))


def phrases_describe(tool: Any) -> Any:
    """A phrase replaces an absent description."""
    if not _is_tool(tool):
        raise KeyError("inputSchema")
    said = tool.get("description")
    return _wrapped(tool | {"description": f"Tool which performs {tool['name']}." if said is None else said})


def _safe(name: str, taken: set[str]) -> str:
    """An unused name, reported if it is new."""
    if _SAFE.fullmatch(name):
        return name
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", name)[:50] or "tool"
    free = next(new for number in itertools.count(1) if (new := f"{stem}_{number}") not in taken)
    taken.add(free)
    LOG.warning("%r is now %s", name, free)
    return free


def numbered(tool: Any) -> Any:
    """Unsafe names get a number; the description of a tool without one is its old name."""
    if not _is_tool(tool):
        raise ValueError("unusable")
    return _wrapped(tool, name=_safe(tool["name"], set()), description=_described(tool))


def _described(tool: Any) -> str:
    return tool["name"] if tool.get("description") is None else tool["description"]


def numbered_list(tools: Any) -> Any:
    """The list form of `numbered`; unusable tools are left out and reported."""
    usable = []
    for tool in tools:
        if _is_tool(tool):
            usable.append(tool)
        else:
            LOG.warning("left out: %r", tool)
    taken = {tool["name"] for tool in usable}
    return [_wrapped(tool, name=_safe(tool["name"], taken), description=_described(tool)) for tool in usable]


def listed(convert: Convert) -> Convert:
    """The plainest list form: the first tool that fails ends the call."""
    return lambda tools: [convert(tool) for tool in tools]


def _own() -> Iterator[Sound]:
    yield Sound("from_json_text", CHAT_TOOLS, _texts(from_json_text))
    yield Sound("plain_errors", CHAT_TOOLS, _texts(plain_errors), answers=(("on-invalid", "raise"),))
    yield Sound("restless_errors", CHAT_TOOLS, _texts(restless_errors))
    yield Sound("raises_where_it_may", CHAT_TOOLS, _texts(raises_where_it_may))
    yield Sound("no_strict", CHAT_TOOLS, _texts(no_strict), answers=(("strict-when-absent", "omit"),))
    yield Sound("strictest", CHAT_TOOLS, _texts(strictest))
    yield Sound("most_lenient", CHAT_TOOLS, _texts(most_lenient))
    yield Sound("customs_as_functions", CHAT_TOOLS, _texts(customs_as_functions))
    yield Sound("plain_customs", CHAT_TOOLS, _texts(plain_customs))
    yield Sound("reports_once", CHAT_TOOLS, _texts(reports_once))
    singles: dict[Convert, tuple[tuple[str, str], ...]] = {
        built_anew: (("unusable-tool", "raise"),),
        says_not_strict: (("unusable-tool", "raise"),),
        of_other_classes: (("unusable-tool", "raise"),),
        through_json_text: (),
        empty_schemas: (("unusable-tool", "empty-object"),),
        drops_or_fails: (("unusable-tool", "drop"),),
        odd_descriptions_fail: (),
        invalid_schemas_fail: (),
        titles_describe: (("unusable-tool", "raise"),),
        phrases_describe: (("unusable-tool", "raise"),),
        numbered: (("unsafe-names", "rename"), ("description-when-absent", "name")),
    }
    for function, answers in singles.items():
        name = getattr(function, "__name__", "")
        yield Sound(name, MCP_TOOL, function, answers=answers)
        if function not in (empty_schemas, drops_or_fails, numbered):
            yield Sound(name, MCP_TOOLS, listed(function), function, (("unusable-tool", "raise"),))
    yield Sound("numbered_list", MCP_TOOLS, numbered_list, numbered, (("unsafe-names", "rename"),))


SOUND: tuple[Sound, ...] = (
    *references(CHAT_TOOLS, chat_tools_to_responses_tools, CHAT_CHOICES, 13),
    *references(MCP_TOOL, mcp_tool_to_chat_tool, MCP_CHOICES, 11),
    *references(MCP_TOOLS, mcp_tools_to_chat_tools, LIST_CHOICES, 11, mcp_tool_to_chat_tool),
    *_own(),
)
