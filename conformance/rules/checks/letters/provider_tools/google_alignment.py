"""Which schemas of a tool's source and of its declaration for Google are in the same place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from conformance.base.values import JSON
from conformance.formats.gemini.schemas import camel, members_of
from conformance.formats.json_schema import ONE_SCHEMA, SCHEMA_LIST, Path, list_of, properties_of, references, target_of

# A node with one of these is written in another way; what is beside them may move.
REWRITTEN = frozenset({
    "$dynamicRef", "$recursiveRef", "$ref", "allOf", "anyOf", "const", "else", "if", "not", "oneOf", "then",
})  # fmt: skip
UNIONS = frozenset({"anyOf", "oneOf"})
NULL: JSON = {"type": "null"}
# What a node that replaces a definition does not lack if the definition has it: else it was cut off there.
_BODIES = ("properties", "items")
_MOST_IN_A_ROW = 50
_REMARKS = frozenset({"$comment", "default", "deprecated", "description", "examples", "title"})  # limit no value


class SchemaPair(NamedTuple):
    """Two schemas in the same place. path: of the result, of which `result` is the members in the API's spelling.

    is_kept: the result has the same of REWRITTEN as the source, as a JSON Schema for Google may. takes_null: beside the
    result, which is a branch of a union, this takes null.
    """

    path: Path
    source: dict[str, JSON]
    result: dict[str, JSON]
    is_kept: bool
    takes_null: bool = False


_Pair: TypeAlias = tuple[Path, JSON, JSON]


def aligned(source: JSON, result: JSON) -> Iterator[SchemaPair]:
    """Yield the places of both. `false` that became {} is an enum of nothing.

    A definition that was written out takes the place of its reference, and the one branch that a union has beside
    null in the place of the union. Definitions that the result still refers to follow.
    """
    places = _Alignment(source).places
    yield from places((), source, result)
    for keyword in ("$defs", "definitions"):
        named, others = (element.get(keyword) if isinstance(element, dict) else None for element in (source, result))
        if isinstance(named, dict) and isinstance(others, dict):
            referred = references(result)
            for name in named:
                if name in others and f"#/{keyword}/{name}" in referred:
                    yield from places((keyword, name), named[name], others[name])


class _Alignment:
    """How the schemas of one source and its result are put side by side."""

    def __init__(self, root: JSON) -> None:
        self._root = root
        self._recurring: dict[str, bool] = {}

    def places(self, path: Path, source: JSON, result: JSON, *, takes_null: bool = False) -> Iterator[SchemaPair]:
        """Yield a place, and those inside it. takes_null: as of Place."""
        if source is False and result == {}:
            source = {"enum": []}
        if not isinstance(source, dict) or not isinstance(result, dict):
            return
        members, keys = members_of(result), {camel(key): key for key in result}
        found = REWRITTEN & source.keys()
        # An anyOf alone is in Google's own form too, where null may be said beside it.
        kept = found == REWRITTEN & members.keys() and not found <= {"anyOf"}
        yield SchemaPair(path, source, members, kept, takes_null)
        if "$ref" in found and not kept:
            yield from self.places(path, self._written_out(source, members), result, takes_null=takes_null)
        elif kept or found <= UNIONS:
            union = min(found) if len(found) == 1 and not kept else ""
            below = _below(source, members, found if kept else frozenset())
            for (first, *rest), element, other in below:
                yield from self.places((*path, keys[str(first)], *rest), element, other)
            beside = takes_null or (bool(union) and _says_null(members))
            for (first, *rest), other_branch, other in _branches(source, union, members) if union else ():
                yield from self.places((*path, keys[str(first)], *rest), other_branch, other, takes_null=beside)
            if union and UNIONS.isdisjoint(members):
                branch = self._only_branch(source, union, members)
                yield from self.places(path, branch, result, takes_null=takes_null)

    def _only_branch(self, source: dict[str, JSON], union: str, members: dict[str, JSON]) -> JSON:
        """Return the one branch beside null that a node was made of; None where it is not certain.

        Where both say something of one kind, it is free which of them is taken.
        """
        branches = _but_null(source[union])
        value = branches[0] if len(branches) == 1 and "type" not in source else None
        if isinstance(value, dict) and "$ref" in value:
            value = self._written_out(value, members)
        if not isinstance(value, dict) or not value.keys().isdisjoint(source) or not _is_whole(value, members):
            return None
        return {key: value[key] for key in value if key != "nullable"}  # the union says whether null is taken

    def _written_out(self, source: dict[str, JSON], members: dict[str, JSON]) -> dict[str, JSON] | None:
        """Return the definition that a node refers to and says nothing beside, where it was written out in full.

        Where recursion ends is free, and so is after how many levels a definition is written out no more.
        """
        reference = source["$ref"]
        if len(source) != 1 or not isinstance(reference, str) or not {"ref", "$ref"}.isdisjoint(members):
            return None
        target = None if self._recurs(reference, ()) else target_of(self._root, reference)
        return target if target is not None and _is_whole(target, members) else None

    def _recurs(self, reference: str, within: tuple[str, ...]) -> bool:
        """Whether a definition refers to itself, or to one that does; or to so many in a row that nobody follows."""
        if reference in within or len(within) == _MOST_IN_A_ROW:
            return True
        if reference not in self._recurring:
            inner = references(target_of(self._root, reference))
            self._recurring[reference] = any(self._recurs(text, (*within, reference)) for text in inner)
        return self._recurring[reference]


def _below(source: dict[str, JSON], members: dict[str, JSON], kept: frozenset[str]) -> Iterator[_Pair]:
    """Yield the schemas below the keywords that were not rewritten. kept: those of REWRITTEN."""
    for keyword in sorted(kept):
        first, other = source[keyword], members[keyword]
        if keyword in ONE_SCHEMA:
            yield (keyword,), first, other
        elif keyword in SCHEMA_LIST and len(list_of(first)) == len(list_of(other)):
            for at, (part, became) in enumerate(zip(list_of(first), list_of(other), strict=True)):
                yield (keyword, at), part, became
    others = properties_of(members)
    for name, member in properties_of(source).items():
        if name in others:
            yield ("properties", name), member, others[name]
    if isinstance(source.get("items"), dict) and "items" in members:
        yield ("items",), source["items"], members["items"]


def _branches(source: dict[str, JSON], union: str, members: dict[str, JSON]) -> Iterator[_Pair]:
    """Yield the branches of a union, but for null, which may be said beside them.

    A branch that is a union itself, and nothing else, may be written as its branches.
    """
    branches = [flat_branch for _at, flat_branch in flat_branches(source[union]) if not _is_null(flat_branch)]
    arrived = [
        (at, flat_branch) for at, flat_branch in flat_branches(members.get("anyOf")) if not _is_null(flat_branch)
    ]
    if not UNIONS.isdisjoint(members) and len(branches) == len(arrived):
        for branch, (at, other) in zip(branches, arrived, strict=True):
            yield ("anyOf", *at), branch, other


def flat_branches(branches: JSON) -> Iterator[tuple[Path, JSON]]:
    """Yield the branches of a union, each with its path below it; of a branch that is a union, those of this."""
    for at, branch in enumerate(list_of(branches)):
        said = [key for key in branch if key not in _REMARKS] if isinstance(branch, dict) else []
        if isinstance(branch, dict) and len(said) == 1 and camel(said[0]) in UNIONS and list_of(branch[said[0]]):
            yield from (((at, said[0], *below), each) for below, each in flat_branches(branch[said[0]]))
        else:
            yield (at,), branch


def _says_null(members: dict[str, JSON]) -> bool:
    """Whether a union of the result takes null, beside its branches or by one of them."""
    return members.get("nullable") is True or any(
        _is_null(flat_branch) for _at, flat_branch in flat_branches(members.get("anyOf"))
    )


def _but_null(branches: JSON) -> list[JSON]:
    return [branch for branch in list_of(branches) if branch != NULL]


def _is_whole(source: dict[str, JSON], members: dict[str, JSON]) -> bool:
    """Whether a node holds what replaces a source: not where it was cut off, or left out altogether."""
    return not {"type", "anyOf"}.isdisjoint(members) and all(members.get(key) for key in _BODIES if source.get(key))


def _is_null(branch: JSON) -> bool:
    """Whether a branch is null, whatever else it says of it."""
    return isinstance(branch, dict) and str(branch.get("type")).upper() == "NULL"
