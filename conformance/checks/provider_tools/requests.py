"""What a request for a provider's tool is worth to a converter."""

from __future__ import annotations

import re

from conformance.oracles.table import rule
from conformance.values import ABSENT, JSON

FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE = "openai-responses", "openai-chat", "gwdg", "anthropic", "google"
PROVIDERS = (FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE)
COMBINATORS = ("anyOf", "oneOf", "allOf")

# Whether an OpenAI or an Anthropic function's name may have 128 characters is disputed.
_NAME = r"[a-zA-Z0-9_-]{1,64}"
# Anthropic's own complaint: "Property keys should match pattern".
ANTHROPIC_PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
USABLE, BARE, ODD, UNSAFE = "usable", "bare", "odd-field", "unsafe-name"
UNITED, ODD_PROPERTIES = "root-union", "odd-properties"
UNKNOWN_PROVIDER, MALFORMED = "unknown-provider", "malformed"


def definition_of(request: JSON) -> JSON:
    """Return the definition of a request; ABSENT where there is none."""
    return request.get("definition", ABSENT) if isinstance(request, dict) else ABSENT


def kind_of(request: JSON) -> str:
    """Return the kind of a request, by what a converter can make of it."""
    definition = definition_of(request)
    if not isinstance(definition, dict) or not isinstance(request.get("provider"), str):
        return MALFORMED
    name, parameters = definition.get("name"), definition.get("parameters")
    if not isinstance(name, str) or not name or not isinstance(parameters, dict | None):
        return MALFORMED
    provider = request["provider"]
    if provider not in PROVIDERS:
        return UNKNOWN_PROVIDER
    description = definition.get("description")
    if not isinstance(description, str | None) or not isinstance(definition.get("strict"), bool | None):
        return ODD
    if not description or parameters is None:
        return BARE
    if not re.fullmatch(rule("google-name").limit("*") if provider == GOOGLE else _NAME, name):
        return UNSAFE
    return kind_for_anthropic(parameters) if provider == ANTHROPIC else USABLE


def kind_for_anthropic(schema: dict[str, JSON]) -> str:
    """Return what Anthropic's API refuses in a schema, in a way that a converter may answer with an error."""
    properties = schema.get("properties")
    if isinstance(properties, dict) and not all(map(ANTHROPIC_PROPERTY.fullmatch, properties)):
        return ODD_PROPERTIES
    return UNITED if any(keyword in schema for keyword in COMBINATORS) else USABLE
