"""Where commands that ask an API send their requests: the address, the key, the model."""

from __future__ import annotations

import argparse
import os
from urllib.parse import urlsplit

from conformance.base.errors import UsageError
from conformance.commands.roundtrips.providers import OPENAI, Provider
from conformance.commands.roundtrips.record import Endpoint
from conformance.commands.roundtrips.scenarios import MODEL

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def place_of(parsed: argparse.Namespace, provider: Provider = OPENAI) -> Endpoint:
    """Return where requests are sent: nothing is sent elsewhere than to this machine unless --live says so.

    provider: of the API that they are for.
    """
    model = parsed.model or MODEL
    if not parsed.live:
        if parsed.base_url is None:
            return Endpoint(model=model, provider=provider)
        try:
            host = urlsplit(parsed.base_url).hostname
        except ValueError:
            host = None
        if host not in _LOOPBACK:
            raise UsageError(f"--base-url {parsed.base_url} is not on this machine.", "Give --live too to send there.")
        return Endpoint(parsed.base_url, model=model, provider=provider)
    if not provider.key:
        raise UsageError("--live needs a key.", f"Set {provider.keys[0]}.")
    own = os.environ.get("OPENAI_BASE_URL") if provider == OPENAI else None
    base_url = parsed.base_url or own or provider.base_url
    if urlsplit(base_url).scheme not in ("http", "https"):
        raise UsageError(f"{base_url!r} is not the address of an API.", f"Write it like {provider.base_url}.")
    return Endpoint(base_url, provider.key, model, provider)
