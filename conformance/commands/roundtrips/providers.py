"""Who offers an API: the address, the key, and how a request names its model."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformance.apis.emulator import ROUTES

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A provider of APIs. keys: environment variables, of which the first that is set has the key.

    key_header, key_form: the header of the key, and its value. headers: further ones that every request needs.
    """

    name: str
    base_url: str
    keys: tuple[str, ...]
    key_header: str
    key_form: str = "{}"
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """The key that the environment has; "" for none."""
        return next(filter(None, (os.environ.get(name) for name in self.keys)), "")

    def headers_with(self, key: str) -> Mapping[str, str]:
        """Return the headers of a request with a key."""
        return {self.key_header: self.key_form.format(key), **dict(self.headers)}


OPENAI = Provider(
    name="OpenAI",
    base_url="https://api.openai.com/v1",
    keys=("OPENAI_API_KEY",),
    key_header="authorization",
    key_form="Bearer {}",
)
# By API; the names are those of the oracles' targets. OpenAI has all others.
_OTHERS = {
    "anthropic": Provider(
        name="Anthropic",
        base_url="https://api.anthropic.com/v1",
        keys=("ANTHROPIC_API_KEY",),
        key_header="x-api-key",
        headers=(("anthropic-version", "2023-06-01"),),
    ),
    "google": Provider(
        name="Google",
        base_url="https://generativelanguage.googleapis.com/v1beta",
        keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        key_header="x-goog-api-key",
    ),
}
KEYS = tuple(key for provider in (OPENAI, *_OTHERS.values()) for key in provider.keys)


def provider_of(api: str) -> Provider:
    """Return who offers an API."""
    return _OTHERS.get(api, OPENAI)


def addressed(api: str, body: Object) -> tuple[str, Object]:
    """Return the route of a request, and its body as it is sent: Google has the model in the route."""
    if api == "google":
        return f"/models/{body['model']}:generateContent", {key: body[key] for key in body if key != "model"}
    return ROUTES[api], body
