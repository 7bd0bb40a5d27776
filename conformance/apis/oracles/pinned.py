"""The pinned schemas of the APIs, relaxed to what the servers are seen to accept, as validators."""

from __future__ import annotations

import json
import os
from functools import cache, lru_cache
from typing import Any

import jsonschema_rs
from jsonschema_rs import Validator

from conformance.apis.oracles.relax import (
    Relaxation,
    both_spellings,
    closed,
    opened,
    relaxations_of,
    relaxed,
    words_and_numbers,
)
from conformance.apis.oracles.unions import by_tag
from conformance.base.errors import SpecificationError
from conformance.base.files import API_FOLDER, api_folder
from conformance.base.values import JSON

# What is sent: APIs refuse keys that they do not know, and the published types leave objects open.
_CLOSED = frozenset({"chat-request", "responses-request", "anthropic-tool"})
# Whose types of requests hold those of answers too, as a convenience of the package: these are open by themselves.
_CLOSED_THROUGHOUT = frozenset({"anthropic-request", "anthropic-beta-request"})
# Whose members may be in camelCase and in snake_case, also mixed, and whose words in either case, or numbers.
_OF_PROTOBUF = frozenset({"google-tool", "gemini-request"})
# What Google sends, whose types are closed and list all words: servers add members and words without a new version.
# How an answer ended is read by its word, of which a client knows those that the types have.
_OPEN = frozenset({"gemini-response"})
_KNOWN_WORDS = frozenset({"FinishReason"})
# The kinds whose published type is a union of forms, each with the key that distinguishes them.
_FORMS = {
    "chat-request": "stream",
    "responses-request": "stream",
    "responses-event": "type",
    "anthropic-request": "stream",
    "anthropic-beta-request": "stream",
    "anthropic-event": "type",
    "anthropic-beta-event": "type",
}


def read_api_file(name: str) -> Any:
    """Return one file of the folder, as JSON. Raises SpecificationError."""
    path = os.path.join(api_folder(), name)
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise SpecificationError(f"{API_FOLDER}/{name} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise SpecificationError(f"{API_FOLDER}/{name} is not JSON: {error}.") from None


@cache
def pin(kind: str) -> dict[str, Any]:
    """Return what is pinned of a kind: package, version, types, digest, schema. Raises SpecificationError."""
    read: dict[str, Any] = read_api_file(f"{kind}.json")
    return read


@cache
def relaxations() -> tuple[Relaxation, ...]:
    """Return the overlay: what the servers accept beyond the published types. Raises SpecificationError."""
    return relaxations_of(read_api_file("relaxations.json"))


def judged(kind: str, schema: Any, overlay: tuple[Relaxation, ...]) -> Any:
    """Return the schema that a kind is judged by: relaxed, and closed for what is sent. Changes nothing."""
    made = relaxed(schema, [relaxation for relaxation in overlay if kind in relaxation.kinds])
    if kind in _OF_PROTOBUF:
        return both_spellings(made)
    if kind in _OPEN:
        return opened(made, _KNOWN_WORDS)
    if kind in _CLOSED_THROUGHOUT:
        return closed(made, throughout=True)
    return closed(made) if kind in _CLOSED else made


@cache
def schema_of(kind: str) -> Any:
    """Return the schema that a kind is judged by."""
    return judged(kind, pin(kind)["schema"], relaxations())


@cache
def event_types(kind: str) -> frozenset[str]:
    """Return the types of the events of a stream that the pinned types have, and those that are known beside them."""
    found = (definition.get("properties", {}).get("type", {}) for definition in schema_of(kind)["$defs"].values())
    words = (type_.get("enum", [type_.get("const")]) for type_ in found)
    return frozenset(word for some in words for word in some if isinstance(word, str))


@cache
def validator_of(kind: str) -> Validator:
    """Return the validator of a kind. Compiled once in a process."""
    return validator(_taken(kind))


@cache
def _taken(kind: str) -> Any:
    """Return the schema of what an API takes or sends, where words are read more freely than most write them."""
    schema = schema_of(kind)
    return words_and_numbers(schema) if kind in _OF_PROTOBUF | _OPEN else schema


def form_validator(kind: str, value: JSON, *, tagged: bool = False) -> Validator:
    """Return the validator of the form of a kind that a value says it has; that of the kind if it has no such form.

    tagged: its unions ask for the tag first.
    """
    key = _FORMS.get(kind)
    tag = value.get(key) if key is not None and isinstance(value, dict) else None
    return _form_validator(kind, tag if tag is None or isinstance(tag, str | bool) else "no form", tagged)


@lru_cache(maxsize=128)  # there are 59 types of events, and a value may have any text for its type
def _form_validator(kind: str, tag: str | bool | None, tagged: bool) -> Validator:
    form = _form(_taken(kind), kind, tag)
    if tagged:
        return validator(by_tag(form))
    return validator_of(kind) if form is _taken(kind) else validator(form)


def _form(schema: Any, kind: str, tag: str | bool | None) -> Any:
    for branch in schema["anyOf"] if kind in _FORMS else ():
        properties = schema["$defs"][branch["$ref"].removeprefix("#/$defs/")]["properties"]
        # A request that is not streamed may say so or say nothing, and so has no constant.
        if (properties[_FORMS[kind]].get("const") or None) == (tag or None):
            return {**branch, "$defs": schema["$defs"]}
    return schema


def validator(schema: Any) -> Validator:
    """Compile a schema."""
    return jsonschema_rs.Draft202012Validator(schema)
