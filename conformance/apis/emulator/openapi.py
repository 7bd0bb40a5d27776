"""The scripted API's description of itself: OpenAPI 3.1, with the pinned schemas that requests must match."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from conformance import __version__
from conformance.apis.emulator.bodies import APIS, CHAT, RESPONSES, ROUTES
from conformance.apis.oracles.pinned import schema_of
from conformance.base.values import JSON

Object = dict[str, Any]

_DEFINITIONS = "#/$defs/"
_COMPONENTS = "#/components/schemas/"
_DESCRIPTION = (
    "It accepts what the pinned types of the OpenAI APIs accept and its rules allow, refuses the rest in the API's own "
    "words, and gives a script's answers in order."
)
_TITLES = {CHAT: "Answer the messages of a chat", RESPONSES: "Answer an input of items"}
# What a request needs beside its schema: one of these members.
_NEEDED: dict[str, tuple[str, ...]] = {
    CHAT: ("messages",),
    RESPONSES: ("input", "prompt", "previous_response_id", "conversation"),
}
_KINDS = {CHAT: ("chat-request", "chat-response"), RESPONSES: ("responses-request", "responses-response")}
_REFUSALS = {
    "400": "the request is refused, or the script does not fit it",
    "401": "no key",
    "404": "nothing is kept under that id",
    "413": "the body is too large",
    "500": "an error that the script gives",
    "default": "another error that the script gives",
}
# One event of a stream, as clients take it apart.
_EVENT: Object = {
    "type": "object",
    "required": ["data"],
    "properties": {"event": {"type": "string"}, "data": {"type": "string", "contentMediaType": "application/json"}},
}
_ERROR: Object = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "param", "code"],
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "param": {"type": ["string", "null"]},
                "code": {"type": ["string", "null"]},
            },
        }
    },
}


@cache
def document() -> Object:
    """Return the OpenAPI document. Raises SpecificationError where the pinned schemas cannot be read."""
    schemas: Object = {"error": _ERROR}
    for kinds in _KINDS.values():
        for kind in kinds:
            schemas |= _components(kind)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "A scripted local API",
            "version": __version__,
            "description": _DESCRIPTION,
        },
        "servers": [{"url": "/v1"}],
        "security": [{"key": []}],
        "paths": {ROUTES[api]: {"post": _operation(api)} for api in APIS},
        "components": {"schemas": schemas, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }


def _operation(api: str) -> Object:
    request, response = _KINDS[api]
    answers: Object = {status: _error(description) for status, description in _REFUSALS.items()}
    answers["200"] = {
        "description": "the script's next answer; as server-sent events where `stream` is true",
        "content": {
            "application/json": {"schema": {"$ref": _COMPONENTS + response}},
            "text/event-stream": {"schema": _EVENT},
        },
    }
    needed = [{"required": [member], "properties": {member: {"not": {"type": "null"}}}} for member in _NEEDED[api]]
    body = {"allOf": [{"$ref": _COMPONENTS + request}, {"anyOf": needed}]}
    return {
        "operationId": api,
        "summary": _TITLES[api],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": dict(sorted(answers.items())),
    }


def _error(description: str) -> Object:
    return {"description": description, "content": {"application/json": {"schema": {"$ref": _COMPONENTS + "error"}}}}


def _components(kind: str) -> Object:
    """Return a kind's schema and its definitions, each as a component of the document."""
    schema = schema_of(kind)
    definitions = schema.get("$defs", {})
    names = {name: f"{kind}.{re.sub('[^A-Za-z0-9._-]', '_', name)}" for name in definitions}
    root = {key: value for key, value in schema.items() if key != "$defs"}
    parts = {names[name]: definition for name, definition in definitions.items()}
    return {name: _moved(part, names) for name, part in {kind: root, **parts}.items()}


def _moved(value: JSON, names: dict[str, str]) -> JSON:
    """Return a schema with its references pointing at the components, also those of discriminators."""
    if isinstance(value, dict):
        return {key: _moved(member, names) for key, member in value.items()}
    if isinstance(value, list):
        return [_moved(member, names) for member in value]
    if isinstance(value, str) and value.startswith(_DEFINITIONS):
        return _COMPONENTS + names[value.removeprefix(_DEFINITIONS)]
    return value
