"""The rules of a request's function tools, for both OpenAI APIs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.function_schemas import broken_by, subschemas
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.apis.oracles.words import dotted
from conformance.base.values import JSON

CHAT, RESPONSES = "openai-chat", "openai-responses"


def functions_of(request: dict[str, JSON], api: str) -> Iterator[tuple[Path, dict[str, JSON]]]:
    """Yield each function tool of a request: the path of its description, and that."""
    tools = request.get("tools")
    for index, tool in enumerate(tools if isinstance(tools, list) else ()):
        if isinstance(tool, dict) and tool.get("type") == "function":
            if api == RESPONSES:
                yield ("tools", index), tool
            elif isinstance(tool.get("function"), dict):
                yield ("tools", index, "function"), tool["function"]


def broken_tools(request: dict[str, JSON], api: str) -> Iterator[BrokenApiRule]:
    """Yield what the tools of a request break."""
    tools = request.get("tools")
    if isinstance(tools, list):
        most = rule("tools-count").limit("*")
        if len(tools) > most:
            yield BrokenApiRule("tools-count", ("tools",), {"most": most, "count": len(tools)})
        if not tools and api == CHAT:
            yield BrokenApiRule("tools-empty", ("tools",))
    functions = list(functions_of(request, api))
    for at, function in functions:
        yield from broken_name(function.get("name"), (*at, "name"), api)
    for at, function in functions:
        name = function.get("name")
        strict, schema, owner = function.get("strict"), function.get("parameters"), f"function '{name}'"
        if schema == {} and strict is False and api == RESPONSES:
            continue  # it is taken as the schema of an object without properties
        if schema is None and strict is True and api == CHAT:  # no schema is an open one
            schema = {"type": "object", "properties": {}}
        for broken in broken_by(schema, strict=strict is True, at=(*at, "parameters"), owner=owner):
            # The API names the whole schema; the place within is for people.
            yield broken._replace(param=dotted((*at, "parameters")))
    yield from warned_tools(request, api)


def warned_tools(request: dict[str, JSON], api: str) -> Iterator[BrokenApiRule]:
    """Yield what the API takes of tools and yet is known to trouble over."""
    seen: set[str] = set()
    for at, function in functions_of(request, api):
        name = function.get("name")
        if not isinstance(name, str):
            continue
        fields = {"name": name}
        description, longest = function.get("description"), rule("description-long").limit("*")
        if isinstance(description, str) and len(description) > longest:
            place = (*at, "description")
            yield BrokenApiRule("description-long", place, {**fields, "length": len(description), "most": longest})
        if name in seen:
            yield BrokenApiRule("tool-name-twice", (*at, "name"), fields)
        seen.add(name)
        if not function.get("description"):
            yield BrokenApiRule("tool-undescribed", at, fields)
        if function.get("strict") is True:
            yield from _defaults(function.get("parameters"), (*at, "parameters"), fields)
        if api == RESPONSES:
            longest = rule("tool-name-long").limit("*")
            if longest < len(name) <= rule("tool-name-length").limit(api):
                yield BrokenApiRule("tool-name-long", (*at, "name"), {**fields, "length": len(name), "most": longest})
            if function.get("strict") is None and function.get("parameters"):
                yield BrokenApiRule("strict-unsaid", at, fields)


def _defaults(schema: JSON, at: Path, fields: dict[str, Any]) -> Iterator[BrokenApiRule]:
    for path, entry in subschemas(schema):
        if "default" in entry:
            yield BrokenApiRule("strict-default", (*at, *path, "default"), fields)
            return


def broken_name(name: Any, at: Path, api: str) -> Iterator[BrokenApiRule]:
    """Yield what a function's name breaks."""
    if not isinstance(name, str):
        return
    pattern, longest = rule("tool-name-pattern").limit("*"), rule("tool-name-length").limit(api)
    if not name:
        yield BrokenApiRule("tool-name-empty", at)
    elif not re.fullmatch(pattern, name):
        yield BrokenApiRule("tool-name-pattern", at, {"pattern": f"^{pattern}$"})
    if len(name) > longest:
        yield BrokenApiRule("tool-name-length", at, {"most": longest, "length": len(name)})


def broken_call_id(call_id: Any, at: Path, api: str) -> Iterator[BrokenApiRule]:
    """Yield what the id of a call breaks."""
    longest = rule("call-id-length").limit(api)
    if isinstance(call_id, str) and len(call_id) > longest:
        yield BrokenApiRule("call-id-length", at, {"most": longest, "length": len(call_id)})
    if call_id == "" and api == RESPONSES:
        yield BrokenApiRule("call-id-empty", at)


def takes_name(api: str, name: str) -> bool:
    """Whether an API takes a name for a function. api: CHAT or RESPONSES."""
    return not any(broken_name(name, (), api))


def strict_problems(schema: JSON) -> Iterator[str]:
    """Yield what strict mode refuses in a function's schema, in words. Of an invalid schema the API says that alone."""
    for broken in broken_by(schema, strict=True, at=(), owner=""):
        if broken.rule.startswith("strict-") or broken.rule in ("root-type", "schema-invalid"):
            yield rule(broken.rule).text


def strict_mode_takes(schema: JSON) -> bool:
    """Return whether the API takes a function's schema in strict mode."""
    return next(broken_by(schema, strict=True, at=(), owner=""), None) is None
