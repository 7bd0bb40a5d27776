"""What Anthropic's API takes of a tool's schema, and what a converter may make of the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import unquote

from conformance.base.values import JSON, same, steps
from conformance.formats.json_schema import SchemaDifference, differences, list_of, properties_of, subschemas, texts_of
from conformance.formats.schema_drafts import modern
from conformance.rules.checks.tools.redundant_keywords import additions
from conformance.rules.laws.offers import ToolPair

COMBINATORS: Final = ("anyOf", "oneOf", "allOf")
# Anthropic's own complaint: "Property keys should match pattern".
PROPERTY: Final = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
TAKEN, UNITED, ODD_PROPERTIES = "taken", "root-union", "odd-properties"

_2020 = "https://json-schema.org/draft/2020-12/schema"
_WORDS = frozenset({"description", "title"})
_PLAIN = _WORDS | {"properties", "required", "type"}
_OLD_KEYWORDS = frozenset({"additionalItems", "definitions", "dependencies", "id"})


# Differences that another rule reports.
_FREE = frozenset({"order-changed"})

# What is said of a union that was taken off the root, by the kind of the failure.
FOLDED: Final[Mapping[str, str]] = {
    "branches-lost": "and with it the properties",
    "branch-changed": "and these of its properties were changed:",
    "demand-lost": "and with it that an object must have",
    "demand-added": "and what only some branches demand is demanded now:",
}


def kind_of_schema(schema: dict[str, JSON]) -> str:
    """Return what Anthropic's API refuses in a schema, in a way that a converter may answer with an error."""
    properties = schema.get("properties")
    if isinstance(properties, dict) and not all(map(PROPERTY.fullmatch, properties)):
        return ODD_PROPERTIES
    return UNITED if any(keyword in schema for keyword in COMBINATORS) else TAKEN


def owed_schema(source: dict[str, JSON]) -> dict[str, JSON]:
    """Return the schema that is owed: the unions at its root are folded into it, and it is that of an object."""
    schema = {key: value for key, value in source.items() if key not in COMBINATORS}
    below = {name: said[-1] for name, said in _branch_properties(_branches(source)).items()}
    if below:
        schema["properties"] = below | (schema.get("properties") or {})
    return schema | {"type": "object"}


def left(source: JSON, result: JSON, found: Iterable[SchemaDifference]) -> Iterator[SchemaDifference]:
    """Yield those of the differences of two schemas that neither the API explains nor the meaning."""
    if not isinstance(source, dict):
        return
    added = frozenset(additions(source, result))
    for difference in found:
        is_idle = difference.path in added or _is_idle(difference)
        if not is_idle and not _is_forced(source, result, difference):
            yield difference


def in_new_draft(pair: ToolPair) -> ToolPair:
    """Return a pair whose source is of an older draft with both schemas in the words of the new one."""
    if not is_of_another_draft(pair.source_schema) or not isinstance(pair.body, dict) or pair.key is None:
        return pair
    body = pair.body | ({pair.key: modern(pair.schema)} if pair.key in pair.body else {})
    return replace(pair, source_schema=modern(pair.source_schema), body=body)


def folded(source: dict[str, JSON], root: dict[str, JSON], *, numbers_are_free: bool = False) -> dict[str, list[str]]:
    """Return what is not as the unions said that the root of the source has, and that of the result has not.

    branches-lost: properties that they described, and that are in no place of the result. branch-changed: those of
    which all branches say the same, and the result something else. demand-lost: what allOf demanded, and the result
    does not. demand-added: what the result demands although a branch takes objects without it.
    numbers_are_free: the same number in another form, or with digits lost, is no change: `folded_numbers` finds it.
    """
    gone = _gone(source, root)
    said, alternatives = _branch_properties(_branches(gone)), {} if "allOf" in gone else gone
    arrived = properties_of(root)
    demanded, first = texts_of(root.get("required")), texts_of(source.get("required"))
    free = _FREE | {"number-changed"} if numbers_are_free else _FREE
    is_old = is_of_another_draft(source)
    return {
        "branches-lost": [text for text in said if text not in arrived and PROPERTY.fullmatch(text)],
        "branch-changed": [
            name
            for name, (wanted, schema) in _moved(source, root).items()
            if not _says(schema, wanted, free) and not (is_old and _says(modern(schema), modern(wanted), free))
        ],
        "demand-lost": [
            text for text in _demanded({"allOf": gone.get("allOf")}) if text in arrived and text not in demanded
        ],
        "demand-added": [
            name
            for name in demanded
            if name in _demanded(alternatives)
            and name not in first
            and all(_spares(key, alternative, name) for key, alternative in alternatives.items())
        ],
    }


def folded_numbers(source: dict[str, JSON], root: dict[str, JSON]) -> Iterator[SchemaDifference]:
    """Yield where a number of a property that a folded union described has another form, or lost digits."""
    for name, (wanted, schema) in _moved(source, root).items():
        for difference in differences(wanted, schema, defaults_go=False):
            if difference.kind == "number-changed":
                yield replace(difference, path=("properties", name, *difference.path))


def _gone(source: dict[str, JSON], root: dict[str, JSON]) -> dict[str, JSON]:
    """Return the unions that the root of a source has, and that of a result has not."""
    return {key: value for key, value in source.items() if key in COMBINATORS and key not in root}


def _moved(source: dict[str, JSON], root: dict[str, JSON]) -> dict[str, tuple[JSON, JSON]]:
    """Return what all branches of the unions that are gone say of a property that arrived, and what arrived."""
    own, arrived = properties_of(source), properties_of(root)
    return {
        name: (last, arrived[name])
        for name, (*others, last) in _branch_properties(_branches(_gone(source, root))).items()
        if name in arrived and name not in own and all(same(other, last) for other in others)
    }


def _branches(schema: dict[str, JSON]) -> list[dict[str, JSON]]:
    """Return the branches of the unions at a root."""
    found = (branch for keyword in COMBINATORS for branch in list_of(schema.get(keyword)))
    return [branch for branch in found if isinstance(branch, dict)]


def _branch_properties(branches: list[dict[str, JSON]]) -> dict[str, list[JSON]]:
    """Return what branches say of each property."""
    found: dict[str, list[JSON]] = {}
    for branch in branches:
        for name, schema in properties_of(branch).items():
            found.setdefault(name, []).append(schema)
    return found


def _demanded(schema: dict[str, JSON]) -> list[str]:
    """Return the names that branches of unions demand themselves, each once."""
    return list(dict.fromkeys(name for branch in _branches(schema) for name in texts_of(branch.get("required"))))


def _says(schema: JSON, wanted: JSON, free: frozenset[str]) -> bool:
    """Whether a schema is another one, perhaps with a description, or as one of several, but for free differences."""
    if not isinstance(schema, dict) or not isinstance(wanted, dict):
        return same(schema, wanted)
    added = [(word,) for word in _WORDS]
    found = _beyond(wanted, schema, free)
    if all(
        _is_idle(difference) or (difference.kind == "keyword-added" and difference.path in added)
        for difference in found
    ):
        return True
    several = (element for key in COMBINATORS for element in list_of(schema.get(key)))
    return any(all(map(_is_idle, _beyond(wanted, element, free))) for element in several)


def _beyond(wanted: JSON, schema: JSON, free: frozenset[str]) -> list[SchemaDifference]:
    """Return the differences of two schemas of other kinds than the free ones."""
    return [difference for difference in differences(wanted, schema, defaults_go=False) if difference.kind not in free]


def _spares(keyword: str, union: JSON, name: str) -> bool:
    """Whether a branch says no more than which properties an object has, and does not demand this one."""
    return any(
        branch.keys() <= _PLAIN
        and branch.get("type", "object") == "object"
        and name not in texts_of(branch.get("required"))
        for branch in _branches({keyword: union})
    )


def _is_forced(source: dict[str, JSON], result: JSON, difference: SchemaDifference) -> bool:
    """Whether the API's own limits explain a difference: at the root no union, an object, and names of its pattern."""
    path = difference.path
    if path and path[-1] == "$ref" and _is_renamed(difference.expected):
        return True
    united = any(keyword in source for keyword in COMBINATORS)
    if path == () and difference.kind == "order-changed":
        return united
    if path and path[0] in COMBINATORS:
        return len(path) == 1 and difference.kind == "keyword-lost"
    if path == ("type",):
        return bool(difference.actual == "object")
    if path[:1] in (("properties",), ("required",)) and len(path) <= 2 and isinstance(result, dict):
        own, named = properties_of(source), _property_names(source, result)
        if difference.kind == "order-changed":
            return bool(named)
        if path[0] == "required":
            return _may_demand(source, result, named)
        if path == ("properties",):
            return isinstance(difference.actual, dict) and named.issuperset(difference.actual.keys() - own.keys())
        is_lost = difference.kind == "name-lost" and not PROPERTY.fullmatch(str(path[1]))
        return is_lost or (difference.kind == "keyword-added" and path[1] in named)
    return False


def _property_names(source: dict[str, JSON], result: dict[str, JSON]) -> frozenset[str]:
    """Return the names of properties that the root may get: those of its branches, and new ones for refused ones."""
    own, of_branches, got = properties_of(source), _branch_properties(_branches(source)), properties_of(result)
    new = [name for name in got if name not in own and name not in of_branches]
    gone = [name for name in (*own, *of_branches) if name not in got and not PROPERTY.fullmatch(name)]
    return frozenset((*of_branches, *new[: len(gone)]))


def _may_demand(source: dict[str, JSON], result: dict[str, JSON], named: frozenset[str]) -> bool:
    """Whether the root demands each name once: its own but for refused ones, and some that its branches have."""
    got, first = result.get("required", []), texts_of(source.get("required"))
    if not isinstance(got, list) or len(texts_of(got)) < len(got) or len(set(got)) < len(got):
        return False
    kept = {name for name in first if PROPERTY.fullmatch(name) or name in properties_of(result)}
    return kept <= set(got) <= {*first, *_demanded(source), *named}


def _is_renamed(reference: JSON) -> bool:
    """Whether a reference leads through a property of the root that may have another name now."""
    if not isinstance(reference, str) or not reference.startswith("#/properties/"):
        return False
    return not PROPERTY.fullmatch(steps(unquote(reference))[1])


def _is_idle(difference: SchemaDifference) -> bool:
    """Whether a keyword that says nothing of the values was left out: a title, an empty description, the draft.

    A schema of an older draft may name the new one.
    """
    keyword = difference.path[-1] if difference.path else None
    if difference.kind != "keyword-lost":
        return (keyword, difference.actual) == ("$schema", _2020)
    return keyword in ("title", "$schema") or (keyword, difference.expected) == ("description", "")


def refers_into_union(schema: JSON) -> bool:
    """Whether a schema refers into a union at its root."""
    prefixes = tuple(f"#/{keyword}/" for keyword in COMBINATORS)
    return any(
        isinstance(member, dict) and isinstance(member.get("$ref"), str) and member["$ref"].startswith(prefixes)
        for _path, member in subschemas(schema)
    )


def is_of_another_draft(schema: JSON) -> bool:
    """Whether a schema is not of draft 2020-12, the only one that Anthropic's API takes."""
    for _path, member in subschemas(schema):
        if isinstance(member, dict):
            if member.get("$schema", _2020) != _2020 or _OLD_KEYWORDS & member.keys():
                return True
            if isinstance(member.get("items"), list):
                return True
    return False
