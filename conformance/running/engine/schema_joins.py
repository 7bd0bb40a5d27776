"""Joins facts about schemas of tools: keywords that are lost or added together, and schemas that are built anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Final

from conformance.base.values import steps
from conformance.formats.operations import declared
from conformance.running.engine.facts import NEARLY, RuleFact
from conformance.running.engine.failure_identity import ADDED, LOST, MANY

# Keywords by which a schema refers to another one; what is written out in their place needs none of them.
_REFERRING: Final = frozenset({"$ref", "$defs", "definitions"})
_SCHEMAS: Final = frozenset({"inputSchema", "input_schema", "parameters", "parameters_json_schema", "schema"})
# Kinds of failures about what a schema says.
_OF_SCHEMAS: Final = frozenset(
    {
        "default",
        "description",
        "format",
        "meaning",
        "name-lost",
        "property-lost",
        "text-changed",
        "title",
        "value-changed",
    }
)
_OF_ALL_PAIRS: Final = ("by_laws.answers", "by_laws.requests")  # the checks that all pairs of APIs share


def many_keywords(facts: Sequence[RuleFact]) -> None:
    """Join keywords of schemas that are lost where they are many: the schema is built anew from known ones.

    Those that are added likewise: what a part of the schema says is written beside it.
    """
    alike: dict[tuple[Hashable, str], list[RuleFact]] = defaultdict(list)
    for fact in facts:
        if fact.cause.kind in (LOST, ADDED):
            alike[builder(fact), fact.cause.kind].append(fact)
    rebuilt: dict[Hashable, list[list[RuleFact]]] = defaultdict(list)
    for (family_, kind), own in alike.items():
        if len({fact.cause.place for fact in own}) >= MANY:
            for fact in own[1:]:
                own[0].join(fact, "many keywords are lost" if kind == LOST else "many keywords are added")
            rebuilt[family_].append(own)
        elif kind == LOST:
            inlined = [fact for fact in own if fact.cause.place in _REFERRING]
            for fact in inlined[1:]:
                inlined[0].join(fact, "references are written out")
    for own_builder, built in rebuilt.items():
        _rebuilt([fact for fact in facts if builder(fact) == own_builder], [fact for own in built for fact in own])


def builder(fact: RuleFact) -> Hashable:
    """Return what facts about schemas have in common that one piece of code made: Anthropic's form has its own."""
    return family(fact.operation), "input_schema" in steps(fact.at)


def _rebuilt(facts: Sequence[RuleFact], known: Sequence[RuleFact]) -> None:
    """Join what else differs in schemas where many keywords are lost, or many added: each is built anew.

    What becomes of defaults has a rule of its own, and so is a matter of its own.
    """
    inputs = frozenset[int]().union(*(fact.inputs for fact in known))
    for fact in facts:
        is_other = fact.cause.kind in (*_OF_SCHEMAS, LOST, ADDED) and fact not in known
        if is_other and fact.inputs and len(fact.inputs & inputs) >= NEARLY * len(fact.inputs):
            known[0].join(fact, "the schema is built anew")


def is_of_schemas(fact: RuleFact) -> bool:
    """Whether a fact is about what a schema says."""
    return fact.cause.kind in (*_OF_SCHEMAS, LOST, ADDED) or not _SCHEMAS.isdisjoint(steps(fact.at))


def family(operation: str) -> Hashable:
    """Return what operations have in common that share code in a converter.

    Those of MCP's tools do, whatever they make of them; those of answers or requests do between the same two APIs.
    """
    declaration = declared(operation)
    if declaration is None:
        return operation
    checks = declaration.checks.replace(".flat_", ".")
    return (checks, _api(declaration.source), _api(declaration.target)) if checks in _OF_ALL_PAIRS else checks


def _api(format_: str) -> str:
    """Return the API of a format, such as that of `chat-request` and `chat-stream`."""
    return format_.partition("-")[0]
