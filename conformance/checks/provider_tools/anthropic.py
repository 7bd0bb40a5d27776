"""The form of Anthropic's Messages API, as its types and its error answers show it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from urllib.parse import unquote

from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.checks.provider_tools.requests import (
    ANTHROPIC,
    ANTHROPIC_PROPERTY,
    COMBINATORS,
    USABLE,
    kind_for_anthropic,
)
from conformance.checks.provider_tools.view import ProviderTool, form, named, unchanged
from conformance.checks.redundant_keywords import additions
from conformance.formats.json_schema import Difference, Path, is_valid_schema, subschemas
from conformance.laws.offers import ToolPair
from conformance.values import ABSENT, JSON, Absent, same, steps

# anthropic 2.12's ToolParam.
_ANTHROPIC_KEYS = frozenset({
    "allowed_callers", "cache_control", "defer_loading", "description", "eager_input_streaming", "input_examples",
    "input_schema", "name", "strict", "type",
})  # fmt: skip

_2020 = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = frozenset({"description", "properties", "required", "title", "type"})
_OLD_KEYWORDS = frozenset({"additionalItems", "definitions", "dependencies", "id"})


class AnthropicPair(ToolPair):
    """A pair whose schema is under `input_schema`."""

    __slots__ = ()

    @property
    def schema(self) -> JSON | Absent:
        """The tool's schema in the output."""
        return self.body.get("input_schema", ABSENT) if isinstance(self.body, dict) else ABSENT


class AnthropicTool(ProviderTool):
    """For Anthropic's Messages API."""

    target = ANTHROPIC
    tells_every_difference = False
    made = AnthropicPair

    @cached_property
    def schema_kind(self) -> str:
        """The kind of the source's schema, whatever its definition lacks beside it."""
        source = self.pairs[0].source_schema if self.pairs else None
        return kind_for_anthropic(source) if isinstance(source, dict) else USABLE

    def schema_path(self, pair: ToolPair) -> str:
        """The schema has a name of its own here."""
        return "input_schema"

    def may_rename(self, path: Path, name: str) -> bool:
        """The API has a pattern for the names of the root's properties."""
        return not path and not ANTHROPIC_PROPERTY.fullmatch(name)

    def owed(self, fields: dict[str, JSON]) -> JSON:
        """The same three fields, under Anthropic's names."""
        schema = {key: value for key, value in fields["parameters"].items() if key not in COMBINATORS}
        below = _properties_of_branches(fields["parameters"])
        if below:
            schema["properties"] = below | (schema.get("properties") or {})
        tool = {"name": fields["name"], "description": fields["description"]}
        return tool | {"input_schema": schema | {"type": "object"}}

    def _differences(self, pair: ToolPair) -> Iterator[Difference]:
        source = pair.source_schema
        if not isinstance(source, dict) or is_of_another_draft(source):
            return
        added = frozenset(additions(source, pair.schema))
        for difference in super()._differences(pair):
            is_idle = difference.path in added or _is_idle(difference)
            if not is_idle and not _is_forced(source, difference):
                yield difference

    @cached_property
    def gone(self) -> dict[str, JSON]:
        """The unions that the root of the source has, and that of the result has not."""
        source, schema = (self.pairs[0].source_schema, self.pairs[0].schema) if self.pairs else (None, None)
        if not isinstance(source, dict) or not isinstance(schema, dict):
            return {}
        return {key: source[key] for key in COMBINATORS if key in source and key not in schema}

    def lost_of_branches(self) -> list[str]:
        """Properties that a union at the root described, and that are in no place of the result."""
        arrived = self._of_result("properties", dict)
        names = _properties_of_branches(self.gone)
        return [name for name in names if name not in arrived and ANTHROPIC_PROPERTY.fullmatch(name)]

    def changed_of_branches(self) -> list[str]:
        """Properties of which all branches that describe them say the same, and the result something else."""
        arrived, own = self._of_result("properties", dict), self.definition["parameters"].get("properties")
        branches = [one for members in self.gone.values() for one in (members if isinstance(members, list) else ())]
        return [
            name
            for name, schema in _properties_of_branches(self.gone).items()
            if name in arrived
            and not (isinstance(own, dict) and name in own)
            and all(same(one, schema) for one in _described_as(name, branches))
            and not _says(arrived[name], schema)
        ]

    def no_longer_demanded(self) -> list[str]:
        """Properties that allOf demanded at the root, and that the result does not."""
        arrived, demanded = self._of_result("properties", dict), self._of_result("required", list)
        return [name for name in _required_of(self.gone.get("allOf")) if name in arrived and name not in demanded]

    def newly_demanded(self) -> list[str]:
        """Names that the result demands although a branch of the source's union takes objects without them."""
        if not self.gone or "allOf" in self.gone:
            return []
        own = _names(self.definition["parameters"].get("required"))
        some = [name for branches in self.gone.values() for name in _required_of(branches)]
        return [
            name
            for name in _names(self._of_result("required", list))
            if name in some and name not in own and all(_spares(branches, name) for branches in self.gone.values())
        ]

    def _of_result(self, key: str, kind: type) -> JSON:
        schema = self.pairs[0].schema if self.pairs else None
        value = schema.get(key) if isinstance(schema, dict) else None
        return value if isinstance(value, kind) else kind()


def _properties_of_branches(schema: dict[str, JSON]) -> dict[str, JSON]:
    """Return the properties that the branches of a union at the root describe."""
    found: dict[str, JSON] = {}
    for keyword in COMBINATORS:
        branches = schema.get(keyword)
        for branch in branches if isinstance(branches, list) else ():
            if isinstance(branch, dict) and isinstance(branch.get("properties"), dict):
                found |= branch["properties"]
    return found


def _described_as(name: str, branches: list[JSON]) -> Iterator[JSON]:
    """Yield what each branch says of a property."""
    for branch in branches:
        properties = branch.get("properties") if isinstance(branch, dict) else None
        if isinstance(properties, dict) and name in properties:
            yield properties[name]


def _says(schema: JSON, wanted: JSON) -> bool:
    """Whether a schema is another one, perhaps with more keywords or as one of several."""
    if not isinstance(schema, dict) or not isinstance(wanted, dict):
        return same(schema, wanted)
    several = [one for key in COMBINATORS if isinstance(schema.get(key), list) for one in schema[key]]
    is_whole = all(same(schema.get(key, ABSENT), value) for key, value in wanted.items())
    return is_whole or any(same(one, wanted) for one in several)


def _required_of(branches: JSON) -> list[str]:
    """Return the names that branches of a union demand themselves, each once."""
    members = branches if isinstance(branches, list) else []
    found = [name for branch in members if isinstance(branch, dict) for name in _names(branch.get("required"))]
    return list(dict.fromkeys(found))


def _names(value: JSON) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _spares(branches: JSON, name: str) -> bool:
    """Whether a branch says no more than which properties an object has, and does not demand this one."""
    return isinstance(branches, list) and any(
        isinstance(branch, dict)
        and branch.keys() <= _PLAIN
        and branch.get("type", "object") == "object"
        and name not in _names(branch.get("required"))
        for branch in branches
    )


def _is_forced(source: dict[str, JSON], difference: Difference) -> bool:
    """Whether the API's own limits explain a difference: at the root no union, an object, and names of its pattern."""
    path = difference.path
    if path and path[-1] == "$ref" and _is_renamed(difference.expected):
        return True
    united = any(keyword in source for keyword in COMBINATORS)
    if path == () and difference.kind == "order-changed":
        return united
    if path and path[0] in COMBINATORS:
        return len(path) == 1 and path[0] in source
    if path == ("type",):
        return bool(difference.actual == "object")
    if path[:1] in (("properties",), ("required",)):
        if united and len(path) <= 2 and difference.kind in ("keyword-added", "value-changed"):
            return True
        properties = source.get("properties")
        unsafe = isinstance(properties, dict) and not all(map(ANTHROPIC_PROPERTY.fullmatch, properties))
        return unsafe and (len(path) <= 2 or not ANTHROPIC_PROPERTY.fullmatch(str(path[1])))
    return False


def _is_renamed(reference: JSON) -> bool:
    """Whether a reference leads through a property of the root that may have another name now."""
    if not isinstance(reference, str) or not reference.startswith("#/properties/"):
        return False
    return not ANTHROPIC_PROPERTY.fullmatch(steps(unquote(reference))[1])


def _is_idle(difference: Difference) -> bool:
    """Whether a keyword was left out that says nothing of the values: a title, an empty description, the only draft."""
    keyword = difference.path[-1] if difference.kind == "keyword-lost" else None
    return keyword == "title" or (keyword, difference.expected) in (("description", ""), ("$schema", _2020))


def is_of_another_draft(schema: JSON) -> bool:
    """Whether a schema is not of draft 2020-12, the only one that Anthropic's API takes."""
    for _path, member in subschemas(schema):
        if isinstance(member, dict):
            if member.get("$schema", _2020) != _2020 or _OLD_KEYWORDS & member.keys():
                return True
            if isinstance(member.get("items"), list):
                return True
    return False


def anthropic_form(view: ProviderTool) -> Findings:
    """PRV-3: name, description, input_schema, as Anthropic's API takes them."""
    return form(view, _anthropic(view)) if isinstance(view, AnthropicTool) else None


def _anthropic(view: AnthropicTool) -> Iterator[Failure]:
    for pair in view.pairs:
        body = pair.body
        yield from named(view, pair)
        for key, value in body.items():
            if key not in _ANTHROPIC_KEYS:
                yield Failure("unknown-key", output_at(key), f"the API knows no {brief(key)} in a tool")
            elif key == "type" and value not in (None, "custom"):
                yield Failure("type", output_at(key), f'the API takes no type {brief(value)} here, only "custom"')
        if body.get("strict") is not None and body["strict"] is not view.said_strict and body["strict"] is not False:
            yield Failure(
                "strict", output_at("strict"), f"the definition did not ask for strict {brief(body['strict'])}"
            )
        if "description" in body and not isinstance(body["description"], str):
            message = f"description must be a text, got {brief(body['description'])}"
            yield Failure("description-type", output_at("description"), message)
        yield from _root(view, pair)


def _root(view: AnthropicTool, pair: ToolPair) -> Iterator[Failure]:
    schema, at = pair.schema, output_at("input_schema")
    if not isinstance(schema, dict):
        yield Failure("no-schema", at, f"wanted an input_schema, got {brief(schema)}")
        return
    if schema.get("type") != "object":
        yield Failure("root-type", at, f'the root must have type "object", got {brief(schema.get("type"))}')
    is_sound = pair.source_schema is not ABSENT and is_valid_schema(pair.source_schema)
    if is_sound and not is_valid_schema(schema):
        yield Failure("invalid-schema", at, f"the input_schema is no valid JSON Schema: {brief(schema)}")
    for keyword in COMBINATORS:
        if keyword in schema:
            yield Failure(
                "root-union",
                output_at("input_schema", keyword),
                "input_schema does not support oneOf, allOf, or anyOf at the top level",
            )


def anthropic_unchanged(view: ProviderTool) -> Findings:
    """PRV-5a: for Anthropic too, but for what its API refuses."""
    if not isinstance(view, AnthropicTool):
        return None
    findings = unchanged(view)
    return (*findings, *_folded(view)) if isinstance(findings, tuple) else findings


def _folded(view: AnthropicTool) -> Iterator[Failure]:
    """Judge what is left of a union that was taken off the root."""
    for kind, names, what in (
        ("branches-lost", view.lost_of_branches(), "and with it the properties"),
        ("branch-changed", view.changed_of_branches(), "and these of its properties were changed:"),
        ("demand-lost", view.no_longer_demanded(), "and with it that an object must have"),
        ("demand-added", view.newly_demanded(), "and what only some branches demand is demanded now:"),
    ):
        if names:
            message = f"a union was taken off the root, {what} {', '.join(map(brief, names))}"
            yield Failure(kind, output_at("input_schema"), message)
