"""What Anthropic's Messages API refuses in the schemas that it compiles: of an answer's format, of strict tools."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from conformance.apis.oracles.anthropic_words import form_place
from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.function_schemas import subschemas
from conformance.apis.oracles.held import list_or_empty, value_at
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.apis.oracles.words import by_dots
from conformance.base.values import JSON

_FORMATS: tuple[Path, ...] = (("output_config", "format", "schema"), ("output_format", "schema"))
_DEFINITIONS = ("#/$defs/", "#/definitions/")


class _Compiled(NamedTuple):
    """A schema that is compiled. param: its place, as the API names it."""

    schema: JSON
    at: Path
    param: str


def broken_grammars(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    """Yield what each schema breaks that is compiled, and what all of them do together."""
    compiled = list(_compiled(request))
    for element in compiled:
        yield from _open_object(element)
        yield from _refused_keyword(element)
        yield from _cycle(element)
    yield from _too_many(request, compiled)


def _compiled(request: dict[str, JSON]) -> Iterator[_Compiled]:
    for at in _FORMATS:
        yield _Compiled(value_at(request, at), at, by_dots(at))
    for index, tool in _strict_tools(request):
        place: Path = ("tools", index)
        yield _Compiled(tool.get("input_schema"), (*place, "input_schema"), form_place(place, request))


def _strict_tools(request: dict[str, JSON]) -> Iterator[tuple[int, dict[str, Any]]]:
    for index, tool in enumerate(list_or_empty(request.get("tools"))):
        if isinstance(tool, dict) and tool.get("strict") is True:
            yield index, tool


def _open_object(compiled: _Compiled) -> Iterator[BrokenApiRule]:
    for path, schema in subschemas(compiled.schema):
        if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            yield BrokenApiRule("anthropic-closed", (*compiled.at, *path), param=compiled.param)
            return


def _refused_keyword(compiled: _Compiled) -> Iterator[BrokenApiRule]:
    """Yield the first schema with keywords that are not compiled."""
    for path, schema in subschemas(compiled.schema):
        at = (*compiled.at, *path)
        if "oneOf" in schema:
            yield BrokenApiRule("anthropic-one-of", (*at, "oneOf"), param=compiled.param)
            return
        type_, found = _limits_of(schema)
        if found:
            what = f"property '{found[0]}' is" if len(found) == 1 else f"properties {', '.join(found)} are"
            yield BrokenApiRule(
                "anthropic-keyword", (*at, found[0]), {"type": type_, "what": what}, param=compiled.param
            )
            return
        if _has_least(schema):
            yield BrokenApiRule("anthropic-min-items", (*at, "minItems"), param=compiled.param)
            return


def refused_limits(schema: JSON) -> list[str]:
    """Return the keywords of a schema, without those within it, that limit its values and that are not compiled."""
    if not isinstance(schema, dict):
        return []
    return [*_limits_of(schema)[1], *(["minItems"] if _has_least(schema) else [])]


def _limits_of(schema: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the first of its types that has such keywords, and those."""
    type_ = schema.get("type")
    types = type_ if isinstance(type_, list) else [type_]
    for name, keywords in rule("anthropic-keyword").limit("*").items():
        found = [keyword for keyword in keywords if keyword in schema] if name in types else []
        if found:
            return name, found
    return "", []


def _has_least(schema: dict[str, Any]) -> bool:
    type_, least = schema.get("type"), schema.get("minItems")
    is_list = type_ == "array" or (isinstance(type_, list) and "array" in type_)
    return is_list and isinstance(least, int) and bool(least > rule("anthropic-min-items").limit("*"))


def _cycle(compiled: _Compiled) -> Iterator[BrokenApiRule]:
    """Yield the first definition that refers to itself, on whatever way."""
    if not isinstance(compiled.schema, dict):
        return
    held = {**_definitions(compiled.schema, "definitions"), **_definitions(compiled.schema, "$defs")}
    refers = {name: [*_references(schema)] for name, schema in held.items()}
    for name in held:
        chain = _way(refers, name)
        if chain:
            fields = {"chain": " -> ".join(chain)}
            yield BrokenApiRule("anthropic-recursion", compiled.at, fields, param=compiled.param)
            return


def _definitions(schema: dict[str, Any], key: str) -> dict[str, JSON]:
    held = schema.get(key)
    return held if isinstance(held, dict) else {}


def _references(schema: JSON) -> Iterator[str]:
    for _path, subschema in subschemas(schema):
        ref = subschema.get("$ref")
        if isinstance(ref, str) and ref.startswith(_DEFINITIONS):
            yield ref.split("/")[2]


def _way(refers: dict[str, list[str]], start: str) -> list[str]:
    """Return the shortest way from a definition back to itself; empty where there is none."""
    ways, seen = [[start]], {start}
    for way in ways:
        for name in refers.get(way[-1], ()):
            if name == start:
                return [*way, start]
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


def _too_many(request: dict[str, JSON], compiled: list[_Compiled]) -> Iterator[BrokenApiRule]:
    """Yield the limits that all compiled schemas of a request share."""
    members = [
        member for element in compiled for _path, schema in subschemas(element.schema) for member in _members(schema)
    ]
    optional = sum(not is_required for _schema, is_required in members)
    united = sum(_is_union(schema) for schema, _is_required in members)
    yield from _above(BrokenApiRule("anthropic-strict-count", ()), len(list(_strict_tools(request))))
    yield from _above(BrokenApiRule("anthropic-optional-count", ()), optional)
    yield from _above(BrokenApiRule("anthropic-union-count", ()), united)


def _above(broken: BrokenApiRule, count: int) -> Iterator[BrokenApiRule]:
    most = rule(broken.rule).limit("*")
    if count > most:
        yield broken._replace(fields={"count": count, "most": most})


def _members(schema: dict[str, Any]) -> Iterator[tuple[JSON, bool]]:
    """Yield the schemas of an object's members, and whether it requires each."""
    properties, required = schema.get("properties"), list_or_empty(schema.get("required"))
    for name, member in properties.items() if isinstance(properties, dict) else ():
        yield member, name in required


def _is_union(schema: JSON) -> bool:
    return isinstance(schema, dict) and ("anyOf" in schema or isinstance(schema.get("type"), list))
