"""What Anthropic's Messages API refuses in a tool beyond its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.apis.oracles.function_schemas import is_schema
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.base.values import JSON


def broken_tool(tool: JSON) -> Iterator[BrokenApiRule]:
    """Yield what a tool of the caller's own breaks; the API's own kinds have no schema to judge."""
    if not isinstance(tool, dict) or tool.get("type") not in (None, "custom"):
        return
    name, pattern = tool.get("name"), rule("anthropic-name").limit("*")
    if isinstance(name, str) and not re.fullmatch(pattern, name):
        yield BrokenApiRule("anthropic-name", ("name",), {"pattern": f"^{pattern}$"})
    if not tool.get("description"):
        yield BrokenApiRule("tool-undescribed", (), {"name": f"{name}"})
    schema = tool.get("input_schema")
    if isinstance(schema, dict):
        yield from _broken_schema(schema)


def _broken_schema(schema: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    at = "input_schema"
    if "type" not in schema:
        yield BrokenApiRule("anthropic-root-untyped", (at, "type"))
    elif schema["type"] != "object":
        yield BrokenApiRule("anthropic-root-type", (at, "type"))
    refused = [keyword for keyword in rule("anthropic-root-combinators").limit("*") if keyword in schema]
    if refused:
        yield BrokenApiRule("anthropic-root-combinators", (at,))
    properties, pattern = schema.get("properties"), rule("anthropic-property-name").limit("*")
    for name in properties if isinstance(properties, dict) else ():
        if not re.fullmatch(pattern, name):
            yield BrokenApiRule("anthropic-property-name", (at, "properties"), {"pattern": f"^{pattern}$"})
            break
    if not is_schema({**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"}):
        yield BrokenApiRule("anthropic-draft", (at,))
