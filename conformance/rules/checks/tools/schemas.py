"""What becomes of the schemas of tools, as a law: each difference has a key of its own kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import ABSENT, JSON, holders
from conformance.formats.json_schema import KEYWORDS, SchemaDifference
from conformance.rules.checks.tools.fields import OTHER_RULES, said_of
from conformance.rules.checks.tools.read_tools import ReadTools
from conformance.rules.checks.tools.view import lacks_properties
from conformance.rules.laws.law import REACHED, Breach, Found
from conformance.rules.laws.offers import ToolPair

# Names that mean something to a language or to JSON Schema, and get lost as property names (MCP-11).
SPECIAL_NAMES: Final = frozenset(
    {"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "$ref", "$defs", "enum", ""}
)
_REACHED: Final = ("schema", "schema/default-in-property", "schema/default-elsewhere", "schema/default-lost-from-data")


def schemas(view: ReadTools) -> Iterator[Found]:
    """A tool keeps its schema, but for what the operation or a choice changes in it."""
    if any(pair.source_schema is not ABSENT for pair in view.pairs):
        yield "kept/schema", REACHED
    for pair in view.formed:
        if pair.schema is ABSENT or pair.schema is None:
            situation = _situation(pair)
            message = "the tool arrived without its parameters"
            yield f"kept/schema{situation}", Breach("parameters-lost", view.place(pair), message)
    for key in _REACHED if view.schema_pairs else ():
        yield key, REACHED
    for pair in view.schema_pairs:
        yield from _root(view, pair)
    for pair, difference in view.schema_differences:
        kind, message = said_of(pair, difference)
        for key in _keys(difference):
            yield key, Breach(kind, view.place(pair, "parameters", *difference.path), message)


def special_names(view: ReadTools) -> Iterator[Found]:
    """Names that are special to a language or to JSON Schema arrive: a difference that loses one has a key for it."""
    if any(_has_special_name(pair.source_schema) for pair in view.schema_pairs):
        yield "schema/name-lost/special", REACHED


def _has_special_name(schema: JSON) -> bool:
    return any(
        type(holder) is dict and type(named := holder.get("properties")) is dict and not SPECIAL_NAMES.isdisjoint(named)
        for holder in holders(schema)
    )


def _situation(pair: ToolPair) -> str:
    source = "/none" if pair.source_schema is ABSENT else ""
    return source + ("/null" if pair.schema is None else "/lost" if pair.is_whole else "/broken")


def _root(view: ReadTools, pair: ToolPair) -> Iterator[Found]:
    """Yield what becomes of the root's `properties`, where they are empty or absent."""
    source, got = pair.source_schema, pair.schema
    if isinstance(source, dict) and source.get("properties") == {}:
        yield "root/empty", REACHED
        if not isinstance(got, dict) or got.get("properties", ABSENT) != {}:
            message = "the empty `properties` of the source is gone"
            yield "root/empty", Breach("properties-gone", view.place(pair, "parameters"), message)
    if not lacks_properties(source):
        return
    yield "root/absent", REACHED
    if view.lacks_addition(pair):
        message = "missing-properties is add, but this root got no `properties`"
        yield "root/chosen", Breach("not-added", view.place(pair, "parameters"), message)
    if lacks_properties(got):
        message = "the API wants `properties` at the root, if only an empty one"
        yield "root/absent", Breach("no-properties", view.place(pair, "parameters"), message)


def _keys(difference: SchemaDifference) -> Iterator[str]:
    """Yield the keys of a difference. Rules of their own judge numbers and the order of keys."""
    key = f"schema/{difference.kind}"
    if difference.kind in OTHER_RULES:
        return
    of_name = difference.kind == "name-lost"
    found = [f"{key}/keyword"] if of_name and difference.name in KEYWORDS else []
    found += [f"{key}/special"] if of_name and difference.name in SPECIAL_NAMES else []
    yield from found or [key]
