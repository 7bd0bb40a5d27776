"""Reads the function declarations of Gemini's tools as entries of a list, well formed or not."""

from __future__ import annotations

from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.model.fact import Path
from conformance.formats.model.offer import Offer

JSON_SCHEMA, OPENAPI = "parametersJsonSchema", "parameters"
RESPONSES: Final = ("responseJsonSchema", "response_json_schema", "response")  # where a result's schema is
SCHEMAS: Final = (JSON_SCHEMA, "parameters_json_schema", OPENAPI)
_LISTS: Final = ("functionDeclarations", "function_declarations")


def declarations(tools: JSON) -> JSON:
    """Return the declarations of all tools in one list; what is no list of tools as it is."""
    return tools if not isinstance(tools, list) else [declared for _at, declared in placed_declarations(tools)]


def placed_declarations(tools: list[JSON]) -> list[tuple[Path, JSON]]:
    """Return each declaration with its path. A tool that declares nothing counts as one itself."""
    found: list[tuple[Path, JSON]] = []
    for number, tool in enumerate(tools):
        name = list_of_declarations(tool)
        if isinstance(tool, dict) and name is not None:
            found += (((number, name, place), each) for place, each in enumerate(tool[name]))
        else:
            found.append(((number,), tool))
    return found


def list_of_declarations(tool: JSON) -> str | None:
    """Return the member of a tool that lists its declarations; None where it has none."""
    return next((name for name in _LISTS if isinstance(tool, dict) and isinstance(tool.get(name), list)), None)


def schema_key(declared: JSON) -> str | None:
    """Return the member that holds the schema of a declaration; None where it has none."""
    return next((key for key in SCHEMAS if isinstance(declared, dict) and declared.get(key) is not None), None)


def read_declared(value: JSON) -> Offer:
    """Read a declaration."""
    held = value if isinstance(value, dict) else {}
    key = schema_key(value)
    return Offer(
        value=value, body=value, name=held.get("name", ABSENT), description=held.get("description", ABSENT),
        schema=ABSENT if key is None else held[key],
    )  # fmt: skip
