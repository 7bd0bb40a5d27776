"""chat-tools-to-responses-tools: nested Chat Completions tools to flat Responses tools (S0)."""

import logging
import re
from dataclasses import dataclass
from typing import Any, Literal

from conformance.reference.errors import LOG, ToolError, check_choices, entry, kind_of, lack
from conformance.reference.schema import MissingProperties, add_missing_properties, copy_json

Tool = dict[str, Any]
ExtraFunctionFields = Literal["drop", "lift"]
StrictWhenAbsent = Literal["false", "omit"]
OnInvalid = Literal["filter", "raise"]
ParametersWhenAbsent = Literal["empty-object", "reject"]
OtherToolTypes = Literal["pass-through", "filter"]

# An extra field of these names would undo the flat form.
_NOT_EXTRA = frozenset({"type", "function", "name", "description", "strict", "parameters"})
_NOT_OF_CUSTOM = frozenset({"type", "function", "custom"})
_OTHER_TYPES = frozenset(
    {
        "apply_patch",
        "code_interpreter",
        "computer",
        "computer_use_preview",
        "custom",
        "file_search",
        "image_generation",
        "local_shell",
        "mcp",
        "namespace",
        "shell",
        "tool_search",
        "web_search",
        "web_search_preview",
    }
)
_DATED_WEB_SEARCH = re.compile(r"web_search(_preview)?_\d{4}_\d{2}_\d{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choices:
    extra_function_fields: ExtraFunctionFields
    missing_properties: MissingProperties
    strict_when_absent: StrictWhenAbsent
    on_invalid: OnInvalid
    parameters_when_absent: ParametersWhenAbsent
    other_tool_types: OtherToolTypes


_DEFAULTS = _Choices(
    extra_function_fields="drop",
    missing_properties="keep",
    strict_when_absent="false",
    on_invalid="filter",
    parameters_when_absent="empty-object",
    other_tool_types="pass-through",
)


def chat_tools_to_responses_tools(
    tools: Any,
    *,
    extra_function_fields: ExtraFunctionFields = "drop",
    missing_properties: MissingProperties = "keep",
    strict_when_absent: StrictWhenAbsent = "false",
    on_invalid: OnInvalid = "filter",
    parameters_when_absent: ParametersWhenAbsent = "empty-object",
    other_tool_types: OtherToolTypes = "pass-through",
) -> list[Tool]:
    """The flat tools for a list of nested ones, in their order (S0, Transformation Rules).

    A tool that is flat already is copied. What cannot be converted is left out and logged; under
    `on_invalid="raise"` it raises ToolError. What is no list gives an empty list, or the error. The result
    shares nothing with the input.
    """
    choices = _Choices(
        extra_function_fields=extra_function_fields,
        missing_properties=missing_properties,
        strict_when_absent=strict_when_absent,
        on_invalid=on_invalid,
        parameters_when_absent=parameters_when_absent,
        other_tool_types=other_tool_types,
    )
    if choices != _DEFAULTS:
        check_choices(choices)
    if not isinstance(tools, list):
        if on_invalid == "raise":
            raise ToolError(f"tools is {kind_of(tools)}, not a list")
        return []
    results = []
    for position, tool in enumerate(tools):
        try:
            result = _convert(tool, position, choices)
        except ToolError as error:
            if on_invalid == "raise":
                raise
            LOG.log(error.level, "%s; left out", error)
        else:
            if result is not None:
                results.append(result)
    return results


def _convert(tool: object, position: int, choices: _Choices) -> Tool | None:
    """The flat tool; None for one of another type that the choice leaves out."""
    if not isinstance(tool, dict):
        raise ToolError(f"{entry(position, tool)} is {kind_of(tool)}, not an object", logging.WARNING)
    kind = tool.get("type")
    if kind == "function":
        return _flat_function(tool, position, choices)
    if not kind or not isinstance(kind, str):
        raise ToolError(f"{entry(position, tool)}: {lack('type', kind, 'a string')}", logging.WARNING)
    if kind not in _OTHER_TYPES and not _DATED_WEB_SEARCH.fullmatch(kind):
        raise ToolError(f"{entry(position, tool)}: type {kind!r:.80} is unknown", logging.WARNING)
    if "function" in tool:
        raise ToolError(f"{entry(position, tool)}: type {kind} cannot have a function", logging.WARNING)
    if choices.other_tool_types == "filter":
        LOG.warning("%s: type is %s, not function; left out", entry(position, tool), kind)
        return None
    return _flat_custom(tool, position) if kind == "custom" and "custom" in tool else _copy(tool)


def _flat_function(tool: Tool, position: int, choices: _Choices) -> Tool:
    function = tool.get("function")
    if "function" not in tool and _is_flat(tool):
        return _copy(tool)
    problems = _problems(function, choices)
    if problems or not isinstance(function, dict):
        raise ToolError(f"{entry(position, tool)}: {'; '.join(problems)}")
    result = {"type": "function", "name": function["name"], "description": function["description"]}
    strict = function.get("strict")
    if isinstance(strict, bool):
        result["strict"] = strict
    else:
        if strict is not None:
            LOG.warning("%s: function.strict is %s; read as absent", entry(position, tool), kind_of(strict))
        if choices.strict_when_absent == "false":
            result["strict"] = False
    parameters = function.get("parameters")
    if parameters is None:
        result["parameters"] = {"type": "object", "properties": {}}
    else:
        result["parameters"] = parameters = copy_json(parameters)
        if choices.missing_properties == "add":
            add_missing_properties(parameters)
    if choices.extra_function_fields == "lift":
        for field, value in function.items():
            if field not in _NOT_EXTRA:
                result[field] = copy_json(value)
    return result


def _problems(function: object, choices: _Choices) -> list[str]:
    """Everything that keeps a function from being converted (S0, TR-5)."""
    if not isinstance(function, dict):
        return [lack("function", function, "an object")]
    problems = []
    for field in ("name", "description"):
        value = function.get(field)
        if not value or not isinstance(value, str):
            problems.append(lack(f"function.{field}", value, "a string"))
    parameters = function.get("parameters")
    missing = parameters is None and choices.parameters_when_absent == "reject"
    if missing or not isinstance(parameters, dict | None):
        problems.append(lack("function.parameters", parameters, "an object"))
    return problems


def _is_flat(tool: Tool) -> bool:
    """Whether a function tool has the target's form, with every field that INV-2 of S0 demands."""
    return (
        all(tool.get(field) and isinstance(tool[field], str) for field in ("name", "description"))
        and isinstance(tool.get("parameters"), dict)
        and isinstance(tool.get("strict", False), bool)
    )


def _flat_custom(tool: Tool, position: int) -> Tool:
    """Chat's nested custom tool in the Responses form, where the grammar loses its own wrapper too."""
    custom = tool["custom"]
    if not isinstance(custom, dict):
        raise ToolError(f"{entry(position, tool)}: {lack('custom', custom, 'an object')}")
    name = custom.get("name")
    if not name or not isinstance(name, str):
        raise ToolError(f"{entry(position, tool)}: {lack('custom.name', name, 'a string')}")
    fields = {field: value for field, value in custom.items() if field not in _NOT_OF_CUSTOM}
    result: Tool = _copy({"type": "custom", **fields})
    format_ = result.get("format")
    if isinstance(format_, dict) and isinstance(format_.get("grammar"), dict):
        result["format"] = {"type": "grammar", **format_["grammar"]}
    return result


def _copy(tool: Tool) -> Tool:
    copy: Tool = copy_json(tool)
    return copy
