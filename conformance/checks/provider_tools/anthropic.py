"""The form of Anthropic's Messages API, as its types and its error answers show it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.checks.provider_tools.requests import ANTHROPIC, ANTHROPIC_PROPERTY, COMBINATORS
from conformance.checks.provider_tools.view import ProviderTool, form, named, unchanged
from conformance.checks.schemas import Difference, subschemas
from conformance.checks.tools import ToolPair
from conformance.values import ABSENT, JSON, Absent

# anthropic 2.12's ToolParam.
_ANTHROPIC_KEYS = frozenset({
    "allowed_callers", "cache_control", "defer_loading", "description", "eager_input_streaming", "input_examples",
    "input_schema", "name", "strict", "type",
})  # fmt: skip

_2020 = "https://json-schema.org/draft/2020-12/schema"
_OLD_KEYWORDS = frozenset({"additionalItems", "definitions", "dependencies", "id"})


class AnthropicPair(ToolPair):
    """A pair whose schema stands under `input_schema`."""

    __slots__ = ()

    @property
    def schema(self) -> JSON | Absent:
        """The tool's schema in the output."""
        return self.body.get("input_schema", ABSENT) if isinstance(self.body, dict) else ABSENT


class AnthropicTool(ProviderTool):
    """For Anthropic's Messages API."""

    target = ANTHROPIC
    made = AnthropicPair

    def schema_path(self, pair: ToolPair) -> str:
        """The schema has a name of its own here."""
        return "input_schema"

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
        for difference in super()._differences(pair):
            if not _is_forced(source, difference):
                yield difference

    @cached_property
    def lost_of_branches(self) -> tuple[str, ...]:
        """Properties that a union at the root described, and that are in no place of the result."""
        if not self.pairs:
            return ()
        source, schema = self.pairs[0].source_schema, self.pairs[0].schema
        if not isinstance(source, dict) or not isinstance(schema, dict):
            return ()
        gone = {key: source[key] for key in COMBINATORS if key in source and key not in schema}
        properties, names = schema.get("properties"), _properties_of_branches(gone)
        arrived = properties if isinstance(properties, dict) else {}
        return tuple(name for name in names if name not in arrived and ANTHROPIC_PROPERTY.fullmatch(name))


def _properties_of_branches(schema: dict[str, JSON]) -> dict[str, JSON]:
    """Return the properties that the branches of a union at the root describe."""
    found: dict[str, JSON] = {}
    for keyword in COMBINATORS:
        branches = schema.get(keyword)
        for branch in branches if isinstance(branches, list) else ():
            if isinstance(branch, dict) and isinstance(branch.get("properties"), dict):
                found |= branch["properties"]
    return found


def _is_forced(source: dict[str, JSON], difference: Difference) -> bool:
    """Whether the API's own limits explain a difference: at the root no union, an object, and names of its pattern."""
    path = difference.path
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
        got = "none" if schema is ABSENT else brief(schema)
        yield Failure("no-schema", at, f"wanted an input_schema, got {got}")
        return
    if schema.get("type") != "object":
        yield Failure("root-type", at, f'the root must have type "object", got {brief(schema.get("type"))}')
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
    if findings is None or not view.lost_of_branches:
        return findings
    names = ", ".join(map(brief, view.lost_of_branches))
    message = f"a union was taken off the root, and with it the properties {names}"
    lost = Failure("branches-lost", output_at("input_schema"), message)
    return (*findings, lost) if isinstance(findings, tuple) else findings
