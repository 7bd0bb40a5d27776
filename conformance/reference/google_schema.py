"""JSON Schema to the Schema of Google's function declarations: a subset of OpenAPI 3.0 that refuses the rest.

Definitions are written out where they are referred to, since a declaration takes no reference. What cannot be said is
left out, and reported if it limits the values.
"""

import json
from typing import Any, NamedTuple
from urllib.parse import unquote

Schema = dict[str, Any]

# What a declaration takes as JSON Schema has it; the other keywords that it takes are worked on below.
_SAME = (
    *("title", "description", "default", "format", "pattern", "minLength", "maxLength", "minItems", "maxItems"),
    *("minProperties", "maxProperties", "minimum", "maximum"),
)
_TEXTS = frozenset({"title", "description", "format", "pattern"})
_NUMBERS = frozenset({"minimum", "maximum"})
_SAID_OTHERWISE = frozenset({
    "$defs", "$ref", "allOf", "anyOf", "const", "definitions", "enum", "exclusiveMaximum", "exclusiveMinimum", "items",
    "nullable", "oneOf", "properties", "required", "type", *_SAME,
})  # fmt: skip
# These limit no value: nothing is lost when they go.
_REMARKS = frozenset({
    "$anchor", "$comment", "$id", "$schema", "contentEncoding", "contentMediaType", "contentSchema", "deprecated",
    "examples", "readOnly", "writeOnly",
})  # fmt: skip
_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
# Definitions that refer to each other twice over double with each level; beyond so many schemas they are left out.
_MOST_WRITTEN_OUT = 5000


_ABSENT = object()


class Dropped(NamedTuple):
    """What was left out. at: the JSON pointer of its schema. what: a keyword, with its value. why: in a few words."""

    at: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what} at {self.at or '/'} ({self.why})"


def google_schema(schema: Schema, dropped: list[Dropped]) -> Schema:
    """The declaration's Schema for a JSON Schema; shares nothing with it. dropped: gets what was left out."""
    return _Writer(schema, dropped).written(schema, "", ())


class _Writer:
    def __init__(self, root: Schema, dropped: list[Dropped]) -> None:
        self.root, self.dropped, self.room = root, dropped, _MOST_WRITTEN_OUT

    def drop(self, path: str, what: str, why: str, value: Any = _ABSENT) -> None:
        self.dropped.append(Dropped(path, what if value is _ABSENT else f"{what} {_brief(value)}", why))

    def written(self, schema: Any, path: str, within: tuple[str, ...]) -> Schema:
        """One schema. within: the references that are being written out around it."""
        if not isinstance(schema, dict):
            if schema is not True:
                self.drop(path, "the schema", "Google takes no schema that is no object", schema)
            return {}
        node = schema
        if "$ref" in node or "allOf" in node:
            node, within = self.joined(node, path, within)
        result = self.plain(node, path, within)
        self.unite(node, result, path, within)
        return result

    def joined(self, schema: Schema, path: str, within: tuple[str, ...]) -> tuple[Schema, tuple[str, ...]]:
        """The schema with its reference and its allOf merged into it, and the references that enclose it."""
        node = {key: value for key, value in schema.items() if key not in ("$ref", "allOf")}
        parts: list[Any] = schema["allOf"] if isinstance(schema.get("allOf"), list) else []
        reference = schema.get("$ref")
        if isinstance(reference, str):
            target = _target(self.root, reference)
            self.room -= 1
            if target is None:
                self.drop(path, "$ref", "it leads to no schema of this tool", reference)
            elif reference in within:
                self.drop(
                    path, "$ref", "Google takes no references, and this one would be written out without end", reference
                )
            elif self.room < 0:
                self.drop(
                    path,
                    "$ref",
                    "Google takes no references, and this schema is too large to be written out",
                    reference,
                )
            else:
                parts, within = [target, *parts], (*within, reference)
        for part in parts:
            if isinstance(part, dict):
                if "$ref" in part or "allOf" in part:
                    part, within = self.joined(part, path, within)
                node = _merged_schema(part, node)
            elif part is not True:
                self.drop(path, "allOf", "a part of it is no object", part)
        return node, within

    def plain(self, node: Schema, path: str, within: tuple[str, ...]) -> Schema:
        """What the node says itself, without its union."""
        types, nullable = _types(node)
        result: Schema = {}
        if len(types) == 1:
            result["type"] = types[0].upper()
        elif len(types) > 1:
            result["anyOf"] = [self.of_type(node, kind, path, within) for kind in types]
        if nullable:
            result["nullable"] = True
        for key in _SAME:
            value = node.get(key)
            if key in node and _fits(key, value):
                result[key] = value
        if len(types) <= 1:
            self.limit(node, result, path)
            self.fill(node, result, path, within)
        for key, value in node.items():
            if key not in _SAID_OTHERWISE and key not in _REMARKS and not key.startswith("x-"):
                if (key, value) not in (("additionalProperties", True), ("uniqueItems", False)):
                    self.drop(path, key, "Google's schemas have no such keyword", value)
        return result

    def of_type(self, node: Schema, kind: str, path: str, within: tuple[str, ...]) -> Schema:
        """A branch for one type of several: what says something of that type goes into it."""
        branch: Schema = {"type": kind.upper()}
        self.limit({**node, "type": kind}, branch, path)
        self.fill({**node, "type": kind}, branch, path, within)
        return branch

    def limit(self, node: Schema, result: Schema, path: str) -> None:
        """Write the values that are allowed: enum, const, and limits that exclude themselves."""
        values = node["enum"] if isinstance(node.get("enum"), list) else None
        if "const" in node:
            values = [node["const"]]
        if values is not None:
            names = [value for value in values if isinstance(value, str)]
            others = [value for value in values if not isinstance(value, str)]
            if names and "" not in names and others in ([], [None]) and result.get("type", "STRING") == "STRING":
                result |= {"type": "STRING", "enum": names}
                if others:
                    result["nullable"] = True
            elif result.get("type") != "NULL":
                key = "const" if "const" in node else "enum"
                self.drop(path, key, "Google lists texts that are not empty, and nothing else", node[key])
        for key, plain, step in (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)):
            value = node.get(key)
            if isinstance(value, int | float) and not isinstance(value, bool) and plain not in node:
                whole = isinstance(value, int) and result.get("type") == "INTEGER"
                result[plain] = value + step if whole else value
                if not whole:
                    self.drop(path, key, f"it is written as {plain}, which includes the limit", value)
            elif key in node:
                why = f"Google has only {plain}, which is there" if plain in node else "it is no number"
                self.drop(path, key, why, value)

    def fill(self, node: Schema, result: Schema, path: str, within: tuple[str, ...]) -> None:
        """Write the schemas below a node, where its type has any."""
        properties, items = node.get("properties"), node.get("items")
        if isinstance(properties, dict) and result.get("type", "OBJECT") == "OBJECT":
            result["type"] = "OBJECT"
            result["properties"] = {
                name: self.written(member, f"{path}/properties/{name}", within) for name, member in properties.items()
            }
            required = node.get("required")
            listed = required if isinstance(required, list) else []
            names = [name for name in listed if isinstance(name, str) and name in properties]
            if names:
                result["required"] = names
            if len(names) < len(listed):
                unknown = [name for name in listed if name not in names]
                self.drop(path, "required", "these names have no property", unknown)
        elif "required" in node and node["required"] != [] and result.get("type", "OBJECT") == "OBJECT":
            self.drop(path, "required", "there are no properties", node["required"])
        if isinstance(items, list):
            self.drop(path, "items", "Google has one schema for all items", items)
        if result.get("type", "ARRAY" if isinstance(items, dict) else "") == "ARRAY":
            result["type"] = "ARRAY"
            result["items"] = self.written(items, f"{path}/items", within) if isinstance(items, dict) else {}

    def unite(self, node: Schema, result: Schema, path: str, within: tuple[str, ...]) -> None:
        """Write the node's union into its result: oneOf as anyOf, a branch of null as nullable."""
        for key in ("anyOf", "oneOf"):
            branches = node.get(key)
            if not isinstance(branches, list):
                continue
            some = [branch for branch in branches if branch != {"type": "null"}]
            null = len(some) < len(branches)
            if "type" in result or "anyOf" in result:
                self.drop(path, key, "Google takes no union beside a type or another union", branches)
                continue
            written = [
                self.written(branch, f"{path}/{key}/{index}", within)
                for index, branch in enumerate(branches)
                if branch != {"type": "null"}
            ]
            if len(written) == 1:
                for keyword, value in written[0].items():
                    result.setdefault(keyword, value)
            elif written:
                result["anyOf"] = written
            if null:
                result["nullable"] = True


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _types(node: Schema) -> tuple[list[str], bool]:
    """The types that a node names, without null, and whether null is allowed beside them."""
    named = node.get("type")
    types = [kind for kind in (named if isinstance(named, list) else [named]) if isinstance(kind, str)]
    types = [kind for kind in types if kind in _TYPES]
    if types == ["null"]:
        return types, False
    nullable = "null" in types or node.get("nullable") is True
    return list(dict.fromkeys(kind for kind in types if kind != "null")), nullable


def _fits(keyword: str, value: Any) -> bool:
    if keyword in _TEXTS:
        return isinstance(value, str)
    if keyword == "default":
        return True
    return isinstance(value, int | float if keyword in _NUMBERS else int) and not isinstance(value, bool)


def _target(root: Schema, reference: str) -> Schema | None:
    """What a reference into the schema points at: `#`, or `#/...`; None for anything else."""
    if not reference.startswith("#") or (len(reference) > 1 and reference[1] != "/"):
        return None
    place: Any = root
    for step in reference.split("/")[1:]:
        step = unquote(step).replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict) and step in place:
            place = place[step]
        elif isinstance(place, list) and step.isascii() and step.isdigit() and int(step) < len(place):
            place = place[int(step)]
        else:
            return None
    return place if isinstance(place, dict) else None


def _merged_schema(below: Schema, above: Schema) -> Schema:
    """Two schemas that both hold, as one. What cannot hold as one is taken from the second."""
    result = {**below, **above}
    for key in ("properties", "$defs", "definitions"):
        if isinstance(below.get(key), dict) and isinstance(above.get(key), dict):
            result[key] = above[key] | {name: below[key][name] for name in below[key] if name not in above[key]}
    if isinstance(below.get("required"), list) and isinstance(above.get("required"), list):
        result["required"] = [
            *above["required"],
            *(name for name in below["required"] if name not in above["required"]),
        ]
    if isinstance(below.get("enum"), list) and isinstance(above.get("enum"), list):
        result["enum"] = [value for value in above["enum"] if value in below["enum"]]
    return result
