"""Takes private values out of recordings, so that a replay still matches.

An identifier becomes a digest of itself: the same everywhere, and a digest stays as it is. So what a client
copies from a redacted answer into its next request is what the redacted request holds.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from conformance.base.redact import Redactor
from conformance.base.values import JSON
from conformance.commands.roundtrips.providers import KEYS

GONE = "REDACTED"
LOCAL = "http://local-api.invalid/v1"  # in the place of an address on this machine, which has another port every time
# What stays of the headers: all others may name a person, an organisation or a session.
_KEPT_HEADERS = ("content-type",)
_SECRETS = (
    *KEYS, "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_ORGANIZATION", "OPENAI_PROJECT_ID", "OPENAI_PROJECT",
)  # fmt: skip
_SHORTEST = 8  # characters of a secret: a shorter one could be a part of any word
_MARK = "redacted"
# Identifiers as the API makes them: a word for what they name, then a long random part.
_IDENTIFIER = re.compile(
    r"\b((?:call|fc|ctc|msg|rs|resp|chatcmpl|ws|mcp|mcpr|mcpl|ci|ig|fs|req|org|proj|user|file|conv|sess|fp|cntr|vs)[-_])"
    r"([A-Za-z0-9]{10,})\b"
)
_KEY = re.compile(r"\bsk-[A-Za-z0-9_*-]{8,}")
_SEALED = re.compile(r"\bgAAAA[A-Za-z0-9_=-]{20,}")  # reasoning that only the API can read
_DATA = re.compile(r"^(data: ?)(\{.*\})[ \t]*$", re.MULTILINE)


def redacted_text(text: str) -> str:
    """Return a text without keys, and with its identifiers as digests. What is redacted stays as it is."""
    for secret in _secrets():
        text = text.replace(secret, GONE)
    text = _KEY.sub(f"sk-{GONE}", text)
    text = _SEALED.sub(lambda found: _digest("gAAAA", found[0][5:], 24), text)
    return Redactor().text(_IDENTIFIER.sub(lambda found: _digest(found[1], found[2], 16), text))


def _digest(kind: str, random: str, length: int) -> str:
    if re.fullmatch(rf"{_MARK}[0-9a-f]{{{length}}}", random) or not re.search(r"[\dA-Z]", random):
        return kind + random  # redacted already; or a word, not an identifier
    return f"{kind}{_MARK}{sha256(random.encode()).hexdigest()[:length]}"


def _secrets() -> Iterator[str]:
    for name in _SECRETS:
        secret = os.environ.get(name, "")
        if len(secret) >= _SHORTEST:
            yield secret
            yield json.dumps(secret)[1:-1]


def redacted_value(value: JSON) -> JSON:
    """Return a JSON value with its texts redacted, but for pieces of texts.

    A piece of a stream may end inside an identifier; what its pieces are put together to is redacted where a client
    sends it on.
    """
    if isinstance(value, str):
        return redacted_text(value)
    if isinstance(value, list):
        return [redacted_value(member) for member in value]
    if isinstance(value, dict):
        return {key: _identified(member) if key == "delta" else redacted_value(member) for key, member in value.items()}
    return value


def _identified(value: JSON) -> JSON:
    """Redact the identifiers alone of what a piece of a stream holds."""
    if isinstance(value, list):
        return [_identified(member) for member in value]
    if isinstance(value, dict):
        return {
            key: redacted_text(member) if key == "id" and isinstance(member, str) else _identified(member)
            for key, member in value.items()
        }
    return value


def redacted_body(data: bytes | str | None) -> bytes | None:
    """Return the body of an answer, or of a request: JSON, server-sent events, or any text."""
    if data is None:
        return None
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    try:
        redacted = _json_text(redacted_value(json.loads(text)))
    except (ValueError, RecursionError):
        redacted = _DATA.sub(_redacted_line, text) if _DATA.search(text) else redacted_text(text)
    return redacted.encode("utf-8", "surrogateescape")


def _redacted_line(found: re.Match[str]) -> str:
    try:
        return found[1] + _json_text(redacted_value(json.loads(found[2])))
    except (ValueError, RecursionError):
        return found[1] + redacted_text(found[2])


def _json_text(value: JSON) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
        text.encode()
        return text
    except UnicodeEncodeError:  # a lone surrogate, which only JSON's own escape expresses
        return json.dumps(value)


def redacted_uri(uri: str) -> str:
    """Return an address without names, keys and queries; one on this machine without its port."""
    parts = urlsplit(uri)
    host = parts.hostname or ""
    if host in ("127.0.0.1", "localhost", "::1"):
        return LOCAL + parts.path.removeprefix("/v1")
    if host.endswith(".openai.azure.com"):
        host = f"{GONE.lower()}.openai.azure.com"  # the name of a customer's resource
    return f"{parts.scheme}://{host}{parts.path}"


def before_record_request(request: Any) -> Any:
    """Redact a request: vcrpy asks this before it records one, and before it looks for its like in a recording."""
    request.uri = redacted_uri(request.uri)
    request.headers = _headers_without_keys(request.headers)
    # A copy of what was sent: what is really sent stays as it is.
    request.body = redacted_request(request.body)
    return request


def redacted_request(data: bytes | str | None) -> bytes | None:
    """Return a request's body with every text in it redacted: it holds no pieces."""
    if data is None:
        return None
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    return redacted_text(text).encode("utf-8", "surrogateescape")


def before_record_response(response: dict[str, Any]) -> dict[str, Any]:
    """Redact an answer. The client that it was sent to gets it as it is; only a replay gets this one."""
    return {
        "status": response["status"],
        "headers": _headers_without_keys(response["headers"]),
        "body": {"string": redacted_body(response["body"]["string"])},
    }


def _headers_without_keys(headers: Any) -> dict[str, Any]:
    return {name.lower(): value for name, value in headers.items() if name.lower() in _KEPT_HEADERS}
