"""What a request for a provider's tool is worth to a converter."""

from __future__ import annotations

import re

from conformance.apis.oracles.table import rule
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.tools.anthropic_schemas import TAKEN, kind_of_schema

FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE = "openai-responses", "openai-chat", "gwdg", "anthropic", "google"
PROVIDERS = (FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE)

# Whether an OpenAI or an Anthropic function's name may have 128 characters is disputed.
_NAME = r"[a-zA-Z0-9_-]{1,64}"
USABLE, BARE, ODD, UNSAFE = "usable", "bare", "odd-field", "unsafe-name"
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
    kind = kind_of_schema(parameters) if provider == ANTHROPIC else TAKEN
    return USABLE if kind == TAKEN else kind
