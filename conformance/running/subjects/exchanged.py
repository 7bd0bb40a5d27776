"""What passes between a client, a gateway and the API behind it, as reports show it: bounded, and without keys."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from conformance.apis.emulator import SeenRequest
from conformance.base.observation import HttpExchange
from conformance.base.values import JSON, packed

MOST: Final = 100_000  # bytes of a body
MOST_OF_ANSWER: Final = 4_000  # bytes
REQUESTS: Final = 3
VARIABLE: Final = "$API_KEY"
KEYS: Final = frozenset({"authorization", "x-api-key", "x-goog-api-key", "api-key"})


def without_keys(headers: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Return headers with variables of the shell in the place of keys. given: those that the user gave."""
    own = {name.lower() for name in given}
    return {name: _shown(name, value, is_given=name.lower() in own) for name, value in headers.items()}


def _shown(name: str, value: str, *, is_given: bool) -> str:
    if is_given:
        return f"${name.upper().replace('-', '_')}"
    if name.lower() not in KEYS:
        return value
    return f"Bearer {VARIABLE}" if value.startswith("Bearer ") else VARIABLE


def exchange_of(
    url: str, headers: Mapping[str, str], sent: bytes, status: int | None, got: bytes, asked: Sequence[JSON]
) -> HttpExchange:
    """Return what passed. headers: without keys. sent, got: bodies. asked: {"path", "body"} each."""
    return HttpExchange(
        method="POST",
        url=url,
        headers=headers,
        body=_json_or_text(sent, MOST),
        status=status,
        got=_json_or_text(got, MOST_OF_ANSWER),
        asked=tuple(asked[:REQUESTS]),
    )


def beginning(body: bytes) -> str:
    """Return an answer's body as text, and of a long one the beginning."""
    more = f"... ({len(body):,} bytes)" if len(body) > MOST_OF_ANSWER else ""
    return body[:MOST_OF_ANSWER].decode("utf-8", "replace") + more


def asked_of(seen: Sequence[SeenRequest]) -> list[JSON]:
    """Return what a gateway asked."""
    return [{"path": request.path, "body": _bounded(request.body)} for request in seen[:REQUESTS]]


def _bounded(value: JSON) -> JSON:
    size = len(packed(value) or b"")
    return value if size <= MOST else f"({size:,} bytes)"


def _json_or_text(body: bytes, most: int) -> JSON:
    """Return a body as JSON; the text itself where it is none, and the beginning of a long one."""
    if len(body) > most:
        return f"{body[:most].decode('utf-8', 'replace')}... ({len(body):,} bytes)"
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body.decode("utf-8", "replace")
