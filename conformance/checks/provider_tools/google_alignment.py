"""Which schemas of a tool's source and of its declaration for Google are in the same place."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.provider_tools.google_reading import list_of, target_of
from conformance.formats.json_schema import ONE_SCHEMA, SCHEMA_LIST, Path, references, subschemas
from conformance.oracles.google import spelled
from conformance.oracles.relax import camel
from conformance.values import JSON

# A node with one of these is written in another way; what is beside them may move.
REWRITTEN = frozenset({
    "$dynamicRef", "$recursiveRef", "$ref", "allOf", "anyOf", "const", "else", "if", "not", "oneOf", "then",
})  # fmt: skip
DEFINITIONS = ("$defs", "definitions")
UNIONS = frozenset({"anyOf", "oneOf"})
# What a node that replaces a definition does not lack if the definition has it: else it was cut off there.
_BODIES = ("properties", "items")
_MOST_IN_A_ROW = 50
_NULL = {"type": "null"}

Pairs = Iterator[tuple[Path, JSON, JSON]]


def aligned(source: JSON, result: JSON) -> Pairs:
    """Yield (path in the result, source, result) for schemas that are in the same place of both.

    A definition that was written out takes the place of its reference, and the one branch that a union has beside
    null in the place of the union.
    """
    yield from _Alignment(source).pairs(source, result, ())
    for keyword in DEFINITIONS:
        yield from _definitions(source, result, keyword)


def _definitions(source: JSON, result: JSON, keyword: str) -> Pairs:
    """Align the definitions that the result still refers to."""
    named = [one.get(keyword) if isinstance(one, dict) else None for one in (source, result)]
    if isinstance(named[0], dict) and isinstance(named[1], dict):
        referred = references(result)
        for name, definition in named[0].items():
            if name in named[1] and f"#/{keyword}/{name}" in referred:
                for path, one, other in _Alignment(source).pairs(definition, named[1][name], ()):
                    yield (keyword, name, *path), one, other


class _Alignment:
    """How the schemas of one source and its result are put side by side."""

    def __init__(self, root: JSON) -> None:
        self._root = root
        self._recurring: dict[str, bool] = {}

    def pairs(self, source: JSON, result: JSON, path: Path) -> Pairs:
        """Yield a pair, and those inside it."""
        yield path, source, result
        if not isinstance(source, dict) or not isinstance(result, dict):
            return
        members, keys = spelled(result), {camel(key): key for key in result}
        kept = is_kept(source, members)
        if kept:
            yield from self._kept(source, members, keys, path)
        elif "$ref" in source:
            target = self._written_out(source, spelled(result))
            if target is not None:
                yield from self.pairs(target, result, path)
            return
        elif (REWRITTEN - UNIONS) & source.keys():
            return
        properties, others = source.get("properties"), members.get("properties")
        if isinstance(properties, dict) and isinstance(others, dict):
            for name, member in properties.items():
                if name in others:
                    yield from self.pairs(member, others[name], (*path, keys["properties"], name))
        if isinstance(source.get("items"), dict) and isinstance(members.get("items"), dict):
            yield from self.pairs(source["items"], members["items"], (*path, keys["items"]))
        unions = UNIONS & source.keys()
        if len(unions) == 1 and not kept:
            yield from self._branches(source, min(unions), result, path)

    def _kept(self, source: dict[str, JSON], members: dict[str, JSON], keys: dict[str, str], path: Path) -> Pairs:
        """Align the schemas below the keywords that were not rewritten."""
        for keyword in REWRITTEN & source.keys():
            one, other = source[keyword], members[keyword]
            if keyword in ONE_SCHEMA:
                yield from self.pairs(one, other, (*path, keys[keyword]))
            elif (
                keyword in SCHEMA_LIST and isinstance(one, list) and isinstance(other, list) and len(one) == len(other)
            ):
                for index, (part, became) in enumerate(zip(one, other, strict=True)):
                    yield from self.pairs(part, became, (*path, keys[keyword], index))

    def _branches(self, source: dict[str, JSON], keyword: str, result: dict[str, JSON], path: Path) -> Pairs:
        """Align the branches of a union, but for null, which may be said beside them."""
        branches = [branch for branch in list_of(source[keyword]) if branch != _NULL]
        members, keys = spelled(result), {camel(key): key for key in result}
        arrived = [(index, one) for index, one in enumerate(list_of(members.get("anyOf"))) if not _is_null(one)]
        if UNIONS.isdisjoint(members):
            one = branches[0] if len(branches) == 1 and "type" not in source else None
            if isinstance(one, dict) and "$ref" in one:
                one = self._written_out(one, members)
            # Where both say something of one kind, it is free which of them is taken.
            if isinstance(one, dict) and one.keys().isdisjoint(source) and _is_whole(one, members):
                # The union says whether null is taken.
                yield from self.pairs({key: one[key] for key in one if key != "nullable"}, result, path)
        elif len(branches) == len(arrived):
            for branch, (index, other) in zip(branches, arrived, strict=True):
                yield from self.pairs(branch, other, (*path, keys["anyOf"], index))

    def _written_out(self, source: dict[str, JSON], result: dict[str, JSON]) -> dict[str, JSON] | None:
        """Return the definition that a node refers to and says nothing beside, where it was written out in full.

        Where recursion ends is free, and so is after how many levels a definition is written out no more.
        """
        reference = source["$ref"]
        if len(source) != 1 or not isinstance(reference, str) or not {"ref", "$ref"}.isdisjoint(result):
            return None
        target = None if _recurs(self._root, reference, self._recurring) else target_of(self._root, reference)
        return target if target is not None and _is_whole(target, result) else None


def is_kept(source: dict[str, JSON], members: dict[str, JSON]) -> bool:
    """Whether a node has the same of REWRITTEN as its source, as a JSON Schema for Google may. members: as `spelled`.

    An anyOf alone is in Google's own form too, where null may be said beside it.
    """
    found = REWRITTEN & source.keys()
    return found == REWRITTEN & members.keys() and not found <= {"anyOf"}


def _is_whole(source: dict[str, JSON], result: dict[str, JSON]) -> bool:
    """Whether a node holds what replaces a source: not where it was cut off, or left out altogether."""
    return not {"type", "anyOf"}.isdisjoint(result) and all(result.get(key) for key in _BODIES if source.get(key))


def _is_null(branch: JSON) -> bool:
    return isinstance(branch, dict) and str(branch.get("type")).upper() == "NULL"


def _recurs(root: JSON, reference: str, known: dict[str, bool], within: tuple[str, ...] = ()) -> bool:
    """Whether a definition refers to itself, or to one that does; or to so many in a row that nobody has to follow."""
    if reference in within or len(within) == _MOST_IN_A_ROW:
        return True
    if reference not in known:
        members = (member for _path, member in subschemas(target_of(root, reference)) if _refers(member))
        inner = {member["$ref"] for member in members}
        known[reference] = any(_recurs(root, one, known, (*within, reference)) for one in inner)
    return known[reference]


def _refers(schema: JSON) -> bool:
    return isinstance(schema, dict) and isinstance(schema.get("$ref"), str)
