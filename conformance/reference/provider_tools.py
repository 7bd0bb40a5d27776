"""tool-definition-to-provider-tool: one tool definition in the form of each provider's API (S3, phase 1)."""

import re
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, ToolError, check_choices, entry, kind_of, lack
from conformance.reference.google_schema import Dropped, google_schema
from conformance.reference.schema import copy_json

Tool = dict[str, Any]
StrictInFlat = Literal["keep", "omit"]
StrictInChat = Literal["keep", "drop"]
RootUnions = Literal["fold", "refuse"]

_PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")  # what Anthropic takes as the name of a property at the root
_COMBINATORS = ("allOf", "anyOf", "oneOf")


class _Choices(NamedTuple):
    strict_in_flat: StrictInFlat
    strict_in_chat: StrictInChat
    root_unions: RootUnions


_DEFAULTS = _Choices("keep", "keep", "fold")


def tool_definition_to_provider_tool(
    request: Any,
    *,
    strict_in_flat: StrictInFlat = "keep",
    strict_in_chat: StrictInChat = "keep",
    root_unions: RootUnions = "fold",
) -> Tool:
    """The tool of `{provider, definition}`, for openai-responses, openai-chat, gwdg, anthropic or google.

    A definition is `{name, description, parameters, strict?}`. Where an API takes less than it says, what was left out
    is logged. ToolError for an unknown provider, which it names beside the known ones; for a definition without a name
    or whose parameters are no object; and under `root_unions="refuse"` for a union at the root, for anthropic. The
    result shares nothing with the input (S3, Solution).
    """
    choices = _Choices(strict_in_flat, strict_in_chat, root_unions)
    if choices != _DEFAULTS:
        check_choices(choices)
    if not isinstance(request, dict):
        raise ToolError(f"the request is {kind_of(request)}, not an object")
    provider = request.get("provider")
    if not isinstance(provider, str):
        raise ToolError(lack("provider", provider, "a string"))
    if provider not in _FORMS:
        raise ToolError(f"provider {provider!r:.80} is unknown; known providers: {', '.join(_FORMS)}")
    return _FORMS[provider](_checked_definition(request.get("definition")), choices)


def _checked_definition(definition: object) -> Tool:
    """A copy of the definition with all its fields, but for strict. ToolError for one that no API can have."""
    if not isinstance(definition, dict):
        raise ToolError(lack("definition", definition, "an object"))
    name, description = definition.get("name"), definition.get("description")
    if not name or not isinstance(name, str):
        raise ToolError(f"{entry(None, definition)}: {lack('name', name, 'a string')}")
    if not isinstance(description, str | None):
        raise ToolError(f"{entry(None, definition)}: {lack('description', description, 'a string')}")
    parameters, strict = definition.get("parameters"), definition.get("strict")
    if not isinstance(parameters, dict | None):
        raise ToolError(f"{entry(None, definition)}: {lack('parameters', parameters, 'an object')}")
    if not isinstance(strict, bool | None):
        raise ToolError(f"{entry(None, definition)}: {lack('strict', strict, 'a boolean')}")
    return {
        "name": name,
        "description": description or "",
        "parameters": {"type": "object", "properties": {}} if parameters is None else copy_json(parameters),
        "strict": strict,
    }


def _flat(definition: Tool, choices: _Choices) -> Tool:
    strict = definition.pop("strict")
    tool = {"type": "function", **definition}
    if choices.strict_in_flat == "keep":
        # The API reads an absent strict as true.
        tool["strict"] = bool(strict)
    return tool


def _nested_definition(definition: Tool, choices: _Choices) -> Tool:
    strict = definition.pop("strict")
    if choices.strict_in_chat == "keep" and strict is not None:
        definition["strict"] = strict
    return {"type": "function", "function": definition}


def _anthropic(definition: Tool, choices: _Choices) -> Tool:
    schema = definition["parameters"]
    folded = fold_unions(schema)
    if folded and choices.root_unions == "refuse":
        raise ToolError(f"{entry(None, definition)}: anthropic takes no {', '.join(folded)} at the root of a schema")
    if folded:
        LOG.warning("%s: folded for anthropic: %s at the root", entry(None, definition), ", ".join(folded))
    schema["type"] = "object"
    tool = {"name": definition["name"], "description": definition["description"], "input_schema": schema}
    return tool | {"strict": True} if definition["strict"] else tool


def fold_unions(schema: Tool) -> list[str]:
    """Take the unions off the root, which this API refuses there, and their properties into it; return their names.

    What all branches of a union require is lost, except for those of allOf, and so are properties whose names the API
    refuses.
    """
    found = [keyword for keyword in _COMBINATORS if keyword in schema]
    for keyword in found:
        branches = schema.pop(keyword)
        for branch in branches if isinstance(branches, list) else ():
            if not isinstance(branch, dict):
                continue
            properties, required = branch.get("properties"), branch.get("required")
            if isinstance(properties, dict):
                own = schema.get("properties")
                own = own if isinstance(own, dict) else {}
                taken = {name: value for name, value in properties.items() if name not in own and _is_taken(name)}
                schema["properties"] = own | taken
            if keyword == "allOf" and isinstance(required, list):
                names = schema["required"] if isinstance(schema.get("required"), list) else []
                schema["required"] = [*names, *(name for name in required if name not in names and _is_taken(name))]
    return found


def _is_taken(name: Any) -> bool:
    if not isinstance(name, str) or _PROPERTY.fullmatch(name):
        return True
    LOG.warning("%r in a union: Anthropic takes no property of this name; left out", name)
    return False


def _google(definition: Tool, choices: _Choices) -> Tool:
    dropped: list[Dropped] = []
    declaration = {"name": definition["name"], "description": definition["description"]}
    parameters = google_schema(definition["parameters"], dropped)
    if dropped:
        said = "; ".join(map(str, dropped))
        LOG.warning("%s: left out for google: %s", entry(None, definition), said, extra={"dropped": dropped})
    # A function without parameters has none here: an object without properties is refused.
    if parameters.get("properties"):
        declaration["parameters"] = parameters
    return declaration


_FORMS: dict[str, Callable[[Tool, _Choices], Tool]] = {
    "openai-responses": _flat,
    "openai-chat": _nested_definition,
    "gwdg": _nested_definition,
    "anthropic": _anthropic,
    "google": _google,
}
