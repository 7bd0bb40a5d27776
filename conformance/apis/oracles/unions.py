"""Lets the tag of a value decide which branches of a union are tried.

A validator returns the errors of all branches of a union, and to make an error takes longer than to find it: the items
of Responses have thirty forms. Only the branches that a tag names, and those that know no tag, explain a refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import Any

from conformance.apis.oracles.relax import changed

Schema = dict[str, Any]

# What distinguishes the branches of a union: each names itself by a constant under one of these keys.
TAGS = ("type", "role")
CHOSEN = "then"  # the keyword above a union whose branches were chosen by the tag


def by_tag(schema: Schema) -> Schema:
    """Return a schema that accepts the same, in which each union of tagged objects asks for the tag first."""
    return dict(changed(schema, partial(_ask_for_tag, schema.get("$defs", {}))))


def _ask_for_tag(definitions: Schema, schema: Schema) -> None:
    branches = schema.get("anyOf", ())
    for tag in TAGS:
        named = [(_name(branch, tag, definitions), branch) for branch in branches]
        names = dict.fromkeys(name for name, _branch in named if name is not None)
        if len(names) < 2:
            continue
        # A tag that no branch has is as far from all that have one, unless the value has another tag too.
        unclear = {"anyOf": [*({"required": [other]} for other in TAGS if other != tag), {"not": _tagged(tag)}]}
        asked: Schema = {"if": unclear, CHOSEN: {"anyOf": branches}, "else": {"anyOf": list(_unnamed(tag, named))}}
        for name in names:
            kept = [branch for own, branch in named if own in (None, name)]
            asked = {"if": _tagged(tag, const=name), CHOSEN: {"anyOf": kept}, "else": asked}
        del schema["anyOf"]
        schema.update(asked)
        return


def _unnamed(tag: str, named: Iterable[tuple[str | None, Schema]]) -> Iterator[Schema]:
    """Yield the branches without a name, and what the others say of the tag, in their order."""
    for has_name, run in groupby(named, lambda pair: pair[0] is not None):
        if has_name:
            yield {"properties": {tag: {"enum": [name for name, _branch in run]}}}
        else:
            yield from (branch for _name, branch in run)


def _tagged(tag: str, **more: str) -> Schema:
    return {"type": "object", "required": [tag], "properties": {tag: {"type": "string", **more}}}


def _name(branch: Schema, tag: str, definitions: Schema) -> str | None:
    """Return the constant that a branch has under a tag."""
    while "$ref" in branch:
        branch = definitions[branch["$ref"].removeprefix("#/$defs/")]
    name = branch.get("properties", {}).get(tag, {}).get("const")
    return name if isinstance(name, str) else None
