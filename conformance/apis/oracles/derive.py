"""Derives the JSON Schemas of the APIs from the packages that publish their types: one file, to run anywhere.

    python derive.py [--kind KIND ...]

prints {"KIND": {"package", "version", "types", "schema"} or {"package", "absent": why}} as JSON. Beside "absent" is
"installed" where the types are missing: the version of the package, null if it is not there. It needs pydantic 2
and the packages themselves, nothing of the suite, and runs on Python 3.8 and newer: whatever environment the packages
are installed in shows what they say.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import warnings
from typing import Any, List, Optional, Union

# Each kind's package and, newest first, the places its types have had. Several types of one place make a union.
SOURCES: dict[str, tuple[str, list[list[str]]]] = {
    "chat-request": ("openai", [["openai.types.chat.completion_create_params:CompletionCreateParams"]]),
    "chat-response": ("openai", [["openai.types.chat:ChatCompletion"]]),
    "chat-chunk": ("openai", [["openai.types.chat:ChatCompletionChunk"]]),
    "responses-request": ("openai", [["openai.types.responses.response_create_params:ResponseCreateParams"]]),
    "responses-response": ("openai", [["openai.types.responses:Response"]]),
    "responses-event": ("openai", [["openai.types.responses:ResponseStreamEvent"]]),
    "mcp-tool": (
        "mcp",
        [
            ["mcp_types._v2025_11_25:Tool", "mcp_types._v2026_07_28:Tool"],
            ["mcp_types._v2025_11_25:Tool"],
            ["mcp.types:Tool"],
        ],
    ),
    "mcp-result": (
        "mcp",
        [
            ["mcp_types._v2025_11_25:CallToolResult", "mcp_types._v2026_07_28:CallToolResult"],
            ["mcp_types._v2025_11_25:CallToolResult"],
            ["mcp.types:CallToolResult"],
        ],
    ),
    "anthropic-tool": ("anthropic", [["anthropic.types:ToolUnionParam"], ["anthropic.types:ToolParam"]]),
    "anthropic-request": ("anthropic", [["anthropic.types.message_create_params:MessageCreateParams"]]),
    "anthropic-response": ("anthropic", [["anthropic.types:Message"]]),
    "anthropic-event": ("anthropic", [["anthropic.types:RawMessageStreamEvent"]]),
    # What only a request with the header anthropic-beta has, and what is answered to it.
    "anthropic-beta-request": ("anthropic", [["anthropic.types.beta.message_create_params:MessageCreateParams"]]),
    "anthropic-beta-response": ("anthropic", [["anthropic.types.beta:BetaMessage"]]),
    "anthropic-beta-event": ("anthropic", [["anthropic.types.beta:BetaRawMessageStreamEvent"]]),
    "google-tool": ("google-genai", [["google.genai.types:FunctionDeclaration", "google.genai.types:Tool"]]),
    # The package has no type of a whole request: these are its members. [] is a list of them.
    "gemini-request": (
        "google-genai",
        [
            [
                "contents[]=google.genai.types:Content",
                "systemInstruction=google.genai.types:Content",
                "generationConfig=google.genai.types:GenerationConfig",
                "tools[]=google.genai.types:Tool",
                "toolConfig=google.genai.types:ToolConfig",
                "safetySettings[]=google.genai.types:SafetySetting",
                "cachedContent=builtins:str",
                "labels=builtins:dict",
                "serviceTier=google.genai.types:ServiceTier",
                "store=builtins:bool",
            ]
        ],
    ),
    "gemini-response": ("google-genai", [["google.genai.types:GenerateContentResponse"]]),
}

_SAID = frozenset({"description", "title"})  # what a schema says to people and refuses nothing by
_OF_SCHEMAS = frozenset({"properties", "$defs", "patternProperties"})
_OF_VALUES = frozenset({"const", "enum", "default", "examples", "required"})


def derive(kind: str) -> dict[str, Any]:
    """Return what the installed package says of a kind: its version, the types looked at, and their schema."""
    package, places = SOURCES[kind]
    try:
        from pydantic import TypeAdapter
    except ImportError as error:
        return {"package": package, "absent": f"pydantic 2 is needed: {error}"}
    reasons: list[str] = []
    for types in places:
        try:
            found = [_imported(name.partition("=")[2] or name) for name in types]
        except (ImportError, AttributeError) as error:
            reasons.append(f"{type(error).__name__}: {error}")
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # deprecated fields, and types that pydantic has to guess
            is_composed = "=" in types[0]
            union: Any = _composed(types, found) if is_composed else Union[tuple(found)]
            schema = TypeAdapter(union).json_schema()
        schema = _as_union(schema) if is_composed else schema
        return {"package": package, "version": _version(package), "types": types, "schema": stripped(schema)}
    return {"package": package, "absent": "; ".join(dict.fromkeys(reasons)), "installed": _version(package)}


def _composed(names: list[str], types: list[Any]) -> Any:
    """Return the type of an object of members, each "NAME=TYPE" or "NAME[]=TYPE"; the first one is required."""
    from pydantic import ConfigDict, create_model

    list_of: Any = List
    or_none: Any = Optional
    fields: dict[str, Any] = {}
    for name, type_ in zip(names, types):
        member = name.partition("=")[0]
        held = list_of[type_] if member.endswith("[]") else type_
        fields[member.rstrip("[]")] = (or_none[held], None) if fields else (held, ...)
    return create_model("Request", __config__=ConfigDict(extra="forbid"), **fields)


def _as_union(schema: Any) -> Any:
    """Return a schema as the only form of a union, which has a name as those of a package's own types do."""
    definitions = schema.pop("$defs", {})
    return {"anyOf": [{"$ref": "#/$defs/Request"}], "$defs": {**definitions, "Request": schema}}


def stripped(schema: Any) -> Any:
    """Return a schema without its descriptions and titles. Properties of those names stay."""
    if isinstance(schema, list):
        return [stripped(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {}
    for key, value in schema.items():
        if key in _OF_SCHEMAS and isinstance(value, dict):
            kept[key] = {name: stripped(member) for name, member in value.items()}
        elif key in _OF_VALUES:
            kept[key] = value
        elif key not in _SAID:
            kept[key] = stripped(value)
    return kept


def _imported(name: str) -> Any:
    module, _colon, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def main(arguments: list[str]) -> int:
    """Print the schemas of the kinds asked for, all of them where none is named."""
    parser = argparse.ArgumentParser(description="Print the API schemas that installed packages publish, as JSON.")
    parser.add_argument("--kind", action="append", choices=sorted(SOURCES), help="one kind; may be given again")
    kinds = parser.parse_args(arguments).kind or list(SOURCES)
    json.dump({kind: derive(kind) for kind in kinds}, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
