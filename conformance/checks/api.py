"""What the OpenAI APIs accept of a tool: by hand-written rules on form, names and strict mode, then by the oracle."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.checks import oracle
from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.checks.schemas import Path, subschemas
from conformance.checks.tools import ToolPair, ToolsView
from conformance.values import ABSENT, JSON, Absent

NAME = re.compile(r"[a-zA-Z0-9_-]+")
NAME_LENGTH = {"openai-chat": 64, "openai-responses": 128}
# What the APIs know on a function tool (openai 3.54's parameter types).
_BODY_KEYS = {
    "openai-chat": {"name", "description", "parameters", "strict"},
    "openai-responses": {
        "type", "name", "description", "parameters", "strict", "defer_loading", "allowed_callers", "output_schema",
    },
}  # fmt: skip
_BODY_TYPES: dict[str, dict[str, tuple[type, ...]]] = {
    "openai-chat": {"name": (str,), "description": (str,), "parameters": (dict,), "strict": (bool, type(None))},
    "openai-responses": {
        "name": (str,), "description": (str, type(None)), "parameters": (dict, type(None)),
        "strict": (bool, type(None)),
    },
}  # fmt: skip
_STRICT_REFUSES = ("allOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else", "oneOf")


def api_schema(view: ToolsView) -> Findings:
    """API-1: each function tool has the form of the target API: known keys, each of its type."""
    if not view.pairs:
        return None
    return tuple(_forms(view)) or oracle.failures(view.refused, lambda: _all_rules(view), by_schema=True)


def _forms(view: ToolsView) -> Iterator[Failure]:
    for pair in view.pairs:
        yield from _form(view, pair)


def _form(view: ToolsView, pair: ToolPair) -> Iterator[Failure]:
    body = pair.body
    if not isinstance(body, dict):
        return  # the conversion's own rule says it
    lifted = view.trial.choices.get("extra-function-fields") == "lift"
    types = _BODY_TYPES[view.target]
    for key, value in body.items():
        if key == "strict" and not isinstance(_source_strict(view, pair), bool | None):
            continue
        if key == "description" and not isinstance(pair.source_description, str | Absent):
            continue  # the source could not be accepted either, and no rule says what becomes of it
        if key in types and not isinstance(value, types[key]):
            yield Failure("type-of-" + key, output_at(*view.at(pair, key)), f"{key}: the API takes no {brief(value)}")
        elif key not in _BODY_KEYS[view.target] and not (lifted and view.target == "openai-responses"):
            yield Failure("unknown-key", output_at(*view.at(pair, key)), f"the API knows no {brief(key)} here")
    if view.target == "openai-responses" and body.get("type") != "function":
        yield Failure(
            "no-type", output_at(*view.at(pair)), f'the API wants type "function", got {brief(body.get("type"))}'
        )


def _source_strict(view: ToolsView, pair: ToolPair) -> JSON:
    entry = (view.entries or [])[pair.entry]
    function = entry.get("function")
    return function.get("strict") if isinstance(function, dict) else None


def api_rules(view: ToolsView) -> Findings:
    """API-2: what no schema says: name pattern and length, the root's type, strict mode's subset.

    Only where the input could be accepted: a name or schema that the API would have refused anyway is not the
    converter's doing.
    """
    if not view.pairs:
        return None
    return tuple(_all_rules(view)) or oracle.failures(view.refused, lambda: _forms(view), by_schema=False)


def _all_rules(view: ToolsView) -> Iterator[Failure]:
    for pair in view.pairs:
        yield from _rules(view, pair)


def _rules(view: ToolsView, pair: ToolPair) -> Iterator[Failure]:
    if not isinstance(pair.body, dict):
        return
    name = pair.body.get("name")
    if isinstance(name, str) and name != pair.source_name:
        if not NAME.fullmatch(name) or len(name) > NAME_LENGTH[view.target]:
            yield Failure("name", output_at(*view.at(pair, "name")), f"the API refuses the name {brief(name)}")
    source, schema = pair.source_schema, pair.schema
    if (
        isinstance(schema, dict)
        and isinstance(source, dict)
        and schema.get("type") != "object"
        and source.get("type") == "object"
    ):
        yield Failure(
            "root-type", output_at(*view.at(pair, "parameters")), "the API wants an object schema at the root"
        )
    if pair.body.get("strict") is True and isinstance(source, dict) and not any(strict_problems(source)):
        for path, problem in strict_problems(schema):
            yield Failure("strict-schema", output_at(*view.at(pair, "parameters", *path)), problem)
            break


def not_false(view: ToolsView, pair: ToolPair, why: str, *, yields_to: str) -> Iterator[Failure]:
    """API-3: yield a failure where a tool for the Responses API does not say `strict: false`.

    why: what the source says. yields_to: the document's rule that takes a tool without strict.
    """
    actual = pair.body.get("strict", ABSENT)
    if actual is False:
        return
    at = output_at(*view.at(pair, "strict"))
    if actual is ABSENT:
        message = f"{why}: wanted strict false, got none, which the API reads as true"
        yield Failure("became-strict", at, message, yields_to)
    else:
        kind = "became-strict" if actual is True else "not-false"
        yield Failure(kind, at, f"{why}: wanted strict false, got {brief(actual)}")


def strict_problems(schema: JSON) -> Iterator[tuple[Path, str]]:
    """Yield what strict mode refuses in a schema, in the API's order of complaint."""
    if schema is ABSENT or not isinstance(schema, dict):
        return
    if schema.get("type") != "object":
        yield (), "the root must be an object schema"
    for path, member in subschemas(schema):
        if not isinstance(member, dict):
            yield path, "a boolean schema is not permitted"
            continue
        properties = member.get("properties")
        if member.get("type") == "object" or isinstance(properties, dict):
            if member.get("additionalProperties") is not False:
                yield path, "'additionalProperties' is required to be supplied and to be false"
            required = member.get("required", [])
            missing = [name for name in properties or () if not isinstance(required, list) or name not in required]
            if missing:
                yield path, f"'required' must include every key in properties; missing {missing[0]!r}"
        for keyword in _STRICT_REFUSES:
            if keyword in member:
                yield path, f"'{keyword}' is not permitted"
