"""Where commands send what they ask an API."""

from __future__ import annotations

import argparse
import os
from urllib.parse import urlsplit

from conformance.base.errors import UsageError
from conformance.commands.roundtrips.providers import OPENAI, Provider
from conformance.commands.roundtrips.record import Endpoint
from conformance.commands.roundtrips.scenarios import MODEL

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def is_here(url: str | None) -> bool:
    """Whether an address is one of this machine."""
    try:
        return url is not None and urlsplit(url).hostname in _LOOPBACK
    except ValueError:
        return False


def place_of(parsed: argparse.Namespace, provider: Provider = OPENAI) -> Endpoint:
    """Return where requests are sent: nothing is sent elsewhere than to this machine unless --live says so.

    provider: of the API that they are for.
    """
    model = parsed.model or MODEL
    if not parsed.live:
        if parsed.base_url is None:
            return Endpoint(model=model, provider=provider)
        if not is_here(parsed.base_url):
            raise UsageError(f"--base-url {parsed.base_url} is not on this machine.", "Give --live too to send there.")
        return Endpoint(parsed.base_url, model=model, provider=provider)
    if not provider.key:
        raise UsageError("The API is asked with a key, and none is set.", f"Set {provider.keys[0]}.")
    own = os.environ.get("OPENAI_BASE_URL") if provider == OPENAI else None
    base_url = parsed.base_url or own or provider.base_url
    if urlsplit(base_url).scheme not in ("http", "https"):
        raise UsageError(f"{base_url!r} is not the address of an API.", f"Write it like {provider.base_url}.")
    return Endpoint(base_url, provider.key, model, provider)
