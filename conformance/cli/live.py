"""Where commands that ask an API send their requests: the address, the key, the model."""

from __future__ import annotations

import argparse
import os
from urllib.parse import urlsplit

from conformance.errors import UsageError
from conformance.roundtrips.record import Place
from conformance.roundtrips.scenarios import MODEL

OPENAI = "https://api.openai.com/v1"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def place_of(parsed: argparse.Namespace) -> Place:
    """Return where requests are sent: nothing is sent elsewhere than to this machine unless --live says so."""
    model = parsed.model or MODEL
    if not parsed.live:
        if parsed.base_url is None:
            return Place(model=model)
        try:
            host = urlsplit(parsed.base_url).hostname
        except ValueError:
            host = None
        if host not in _LOOPBACK:
            raise UsageError(f"--base-url {parsed.base_url} is not on this machine.", "Give --live too to send there.")
        return Place(parsed.base_url, model=model)
    key = os.environ.get("OPENAI_API_KEY", "")
    if not key:
        raise UsageError("--live needs a key.", "Set OPENAI_API_KEY.")
    base_url = parsed.base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI
    if urlsplit(base_url).scheme not in ("http", "https"):
        raise UsageError(f"{base_url!r} is not the address of an API.", f"Write it like {OPENAI}.")
    return Place(base_url, key, model)
