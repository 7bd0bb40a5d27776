"""The form of Anthropic's Messages API, as its types and its error answers show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from urllib.parse import unquote

from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at
from conformance.checks.provider_tools.requests import (
    ANTHROPIC,
    ANTHROPIC_PROPERTY,
    COMBINATORS,
    USABLE,
    kind_for_anthropic,
)
from conformance.checks.provider_tools.view import ProviderTool, form, named, unchanged
from conformance.checks.redundant_keywords import additions
from conformance.formats.anthropic.write import write_tool
from conformance.formats.cursor import Pen
from conformance.formats.json_schema import (
    Difference,
    Path,
    is_valid_schema,
    list_of,
    properties_of,
    subschemas,
    texts_of,
)
from conformance.laws.offers import ToolPair
from conformance.model.request import Schema, Tool
from conformance.values import ABSENT, JSON, same, steps

# anthropic 2.12's ToolParam.
_ANTHROPIC_KEYS = frozenset({
    "allowed_callers", "cache_control", "defer_loading", "description", "eager_input_streaming", "input_examples",
    "input_schema", "name", "strict", "type",
})  # fmt: skip

_2020 = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = frozenset({"description", "properties", "required", "title", "type"})
_OLD_KEYWORDS = frozenset({"additionalItems", "definitions", "dependencies", "id"})


class AnthropicTool(ProviderTool):
    """For Anthropic's Messages API."""

    target = ANTHROPIC
    tells_every_difference = False

    @cached_property
    def schema_kind(self) -> str:
        """The kind of the source's schema, whatever its definition lacks beside it."""
        return kind_for_anthropic(self.source) if self.pairs else USABLE

    def key_of(self, body: JSON) -> str | None:
        """The schema has a name of its own here."""
        return "input_schema"

    def may_rename(self, path: Path, name: str) -> bool:
        """The API has a pattern for the names of the root's properties."""
        return not path and not ANTHROPIC_PROPERTY.fullmatch(name)

    def owed(self, tool: Tool) -> JSON:
        """The same three fields, under Anthropic's names."""
        schema = {key: value for key, value in self.source.items() if key not in COMBINATORS}
        below = {name: said[-1] for name, said in _said(_branches(self.source)).items()}
        if below:
            schema["properties"] = below | (schema.get("properties") or {})
        owed = Schema(value=schema | {"type": "object"})
        return write_tool(replace(tool, strict=None, schema=owed), Pen("anthropic"))[0]

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
    def folded(self) -> dict[str, list[str]]:
        """What is not as the unions said that the root of the source has, and that of the result has not.

        branches-lost: properties that they described, and that are in no place of the result. branch-changed: those of
        which all branches say the same, and the result something else. demand-lost: what allOf demanded, and the result
        does not. demand-added: what the result demands although a branch takes objects without it.
        """
        root = self.pairs[0].schema if self.pairs else None
        root = root if isinstance(root, dict) else self.source  # then nothing is gone
        gone = {key: one for key, one in self.source.items() if key in COMBINATORS and key not in root}
        said, alternatives = _said(_branches(gone)), {} if "allOf" in gone else gone
        own, arrived = properties_of(self.source), properties_of(root)
        demanded, first = texts_of(root.get("required")), texts_of(self.source.get("required"))
        return {
            "branches-lost": [one for one in said if one not in arrived and ANTHROPIC_PROPERTY.fullmatch(one)],
            "branch-changed": [
                name
                for name, (*others, last) in said.items()
                if name in arrived
                and name not in own
                and all(same(one, last) for one in others)
                and not _says(arrived[name], last)
            ],
            "demand-lost": [
                one for one in _demanded({"allOf": gone.get("allOf")}) if one in arrived and one not in demanded
            ],
            "demand-added": [
                name
                for name in demanded
                if name in _demanded(alternatives)
                and name not in first
                and all(_spares(key, one, name) for key, one in alternatives.items())
            ],
        }


def _branches(schema: dict[str, JSON]) -> list[dict[str, JSON]]:
    """Return the branches of the unions at a root."""
    found = (branch for keyword in COMBINATORS for branch in list_of(schema.get(keyword)))
    return [branch for branch in found if isinstance(branch, dict)]


def _said(branches: list[dict[str, JSON]]) -> dict[str, list[JSON]]:
    """Return what branches say of each property."""
    found: dict[str, list[JSON]] = {}
    for branch in branches:
        for name, schema in properties_of(branch).items():
            found.setdefault(name, []).append(schema)
    return found


def _demanded(schema: dict[str, JSON]) -> list[str]:
    """Return the names that branches of unions demand themselves, each once."""
    return list(dict.fromkeys(name for branch in _branches(schema) for name in texts_of(branch.get("required"))))


def _says(schema: JSON, wanted: JSON) -> bool:
    """Whether a schema is another one, perhaps with more keywords or as one of several."""
    if not isinstance(schema, dict) or not isinstance(wanted, dict):
        return same(schema, wanted)
    is_whole = all(same(schema.get(key, ABSENT), value) for key, value in wanted.items())
    return is_whole or any(same(one, wanted) for key in COMBINATORS for one in list_of(schema.get(key)))


def _spares(keyword: str, union: JSON, name: str) -> bool:
    """Whether a branch says no more than which properties an object has, and does not demand this one."""
    return any(
        branch.keys() <= _PLAIN
        and branch.get("type", "object") == "object"
        and name not in texts_of(branch.get("required"))
        for branch in _branches({keyword: union})
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
    return form(view, _anthropic) if isinstance(view, AnthropicTool) else None


def _anthropic(view: AnthropicTool, pair: ToolPair) -> Iterator[Failure]:
    body, schema, at = pair.body, pair.schema, output_at("input_schema")
    yield from named(view, pair)
    for key, value in body.items():
        if key not in _ANTHROPIC_KEYS:
            yield Failure("unknown-key", output_at(key), f"the API knows no {brief(key)} in a tool")
        elif key == "type" and value not in (None, "custom"):
            yield Failure("type", output_at(key), f'the API takes no type {brief(value)} here, only "custom"')
    if body.get("strict") is not None and body["strict"] is not view.said.strict and body["strict"] is not False:
        yield Failure("strict", output_at("strict"), f"the definition did not ask for strict {brief(body['strict'])}")
    if "description" in body and not isinstance(body["description"], str):
        message = f"description must be a text, got {brief(body['description'])}"
        yield Failure("description-type", output_at("description"), message)
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
            message = "input_schema does not support oneOf, allOf, or anyOf at the top level"
            yield Failure("root-union", output_at("input_schema", keyword), message)


def anthropic_strict(view: ProviderTool) -> Findings:
    """PRV-3a: a strict definition stays one, or the loss is reported."""
    bodies = (
        [pair.body for pair in view.pairs if isinstance(pair.body, dict)] if isinstance(view, AnthropicTool) else []
    )
    if not bodies or view.said.strict is not True:
        return None
    if bodies[0].get("strict") is True or view.outcome.diagnostics:
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    message = f"the definition is strict: wanted true, or a report, got {brief(bodies[0].get('strict'))}"
    return (Failure("strict-lost", output_at("strict"), message),)


# What is said of a union that was taken off the root, by the kind of the failure.
_FOLDED = {
    "branches-lost": "and with it the properties",
    "branch-changed": "and these of its properties were changed:",
    "demand-lost": "and with it that an object must have",
    "demand-added": "and what only some branches demand is demanded now:",
}


def anthropic_unchanged(view: ProviderTool) -> Findings:
    """PRV-5a: for Anthropic too, but for what its API refuses."""
    findings = unchanged(view) if isinstance(view, AnthropicTool) else None
    if not isinstance(view, AnthropicTool) or not isinstance(findings, tuple):
        return None
    at = output_at("input_schema")
    return *findings, *(
        Failure(kind, at, f"a union was taken off the root, {what} {', '.join(map(brief, view.folded[kind]))}")
        for kind, what in _FOLDED.items()
        if view.folded[kind]
    )
