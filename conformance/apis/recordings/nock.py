"""The fixtures of nock.back, for JavaScript: lists of `{"scope", "method", "path", "body", "status", "response"}`."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any, Final

GZIP: Final = b"\x1f\x8b"  # how its content begins


def is_nock_entry(entry: Any) -> bool:
    """Whether something is an exchange of such a fixture."""
    return isinstance(entry, Mapping) and {"scope", "path", "response"} <= entry.keys()


def of_nock(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an exchange of a fixture with its members where other recorders have them. Raises ValueError."""
    scope, path = entry["scope"], entry["path"]
    # A path may be a pattern that the user wrote.
    uri = scope + path if isinstance(scope, str) and isinstance(path, str) else f"{scope}/"
    headers = _pairs(entry.get("rawHeaders", entry.get("headers")))
    came = _answer(entry, headers)
    return {
        "request": {"method": entry.get("method"), "uri": uri, **_sent(entry.get("body"))},
        "response": {"status": entry.get("status") or 200, "headers": headers, **came},
    }


def _pairs(headers: Any) -> list[tuple[Any, Any]]:
    """Return the headers of an answer: an object of them, or a list of names and values by turns."""
    if isinstance(headers, Mapping):
        return list(headers.items())
    held = headers if isinstance(headers, list) else []
    return list(zip(held[::2], held[1::2], strict=False))


def _sent(body: Any) -> dict[str, Any]:
    return {"body": body or None} if body is None or isinstance(body, str) else {"json": body}


def _answer(entry: Mapping[str, Any], headers: list[tuple[Any, Any]]) -> dict[str, Any]:
    """Read an answer: a JSON value or a text as it is; bytes in hexadecimal, of compressed ones each piece alone."""
    response = entry["response"]
    if isinstance(response, str):
        return {"body": _hexadecimal(response) if entry.get("responseIsBinary") else response}
    if not isinstance(response, list) or not all(isinstance(piece, str) for piece in response):
        return {"json": response}
    if any(str(name).lower() == "content-encoding" for name, _value in headers):
        return {"body": b"".join(map(_piece, response))}
    try:
        whole = b"".join(map(_hexadecimal, response))
    except ValueError:
        return {"json": response}
    if not whole.startswith(GZIP):
        return {"json": response}
    headers.append(("content-encoding", "gzip"))  # taken out of the fixture by its user
    return {"body": whole}


def _hexadecimal(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ValueError("its body is not hexadecimal") from None


def _piece(text: str) -> bytes:
    try:
        return _hexadecimal(text)
    except ValueError:
        try:
            return base64.b64decode(text, validate=True)
        except binascii.Error:
            raise ValueError("its body is neither hexadecimal nor base64") from None
