"""Bodies, in the forms that recorders write them."""

from __future__ import annotations

import base64
import binascii
import io
import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from conformance.apis.recordings.documents import DEEPEST, STREAM_BEGINNINGS, Damaged, json_of, missing
from conformance.apis.recordings.folder import LARGEST
from conformance.base.values import ABSENT, JSON, Absent
from conformance.reference import ToolError, events_of_sse

MOST_MEMBERS = 1_000_000  # of one body
_NOTHING: frozenset[str] = frozenset({"", "identity"})


class Endless(Damaged):
    """A body that costs more to look at than a file is worth: no other one of its file is looked at."""


class Decoded(NamedTuple):
    """A body that its recorder had decoded already."""

    value: JSON


def body_of(holder: Mapping[str, Any]) -> bytes | Decoded | None:
    """Return the body of a recorded request or answer, as it was sent, or decoded; None where none was recorded.

    holder: what the recorder wrote of the request or the answer. Raises Damaged.
    """
    for key in ("parsed_body", "json"):  # pydantic-ai and others
        if key in holder:
            return Decoded(checked(holder[key]))
    body = holder.get("body", holder.get("content", holder.get("text")))
    if "is_streaming" in holder:
        return Decoded(checked(_dumped(body)))
    if isinstance(body, Mapping):
        return _wrapped(body)
    return _bytes(body)


def _wrapped(body: Mapping[str, Any]) -> bytes | Decoded | None:
    """Read `{string}`, `{base64_string}` and their like."""
    encoded = body.get("base64_string")
    if encoded is not None:
        return _base64_bytes(encoded)
    if "kind" in body:
        return _of_a_kind(body)
    if "string" in body:
        return _bytes(body["string"])
    for key in ("parsed_body", "json"):
        if key in body:
            return Decoded(checked(body[key]))
    if not body:
        return None
    if "model" in body:
        return Decoded(checked(dict(body)))  # of a request, as it was sent
    raise Damaged(f"its body has none of the known forms (it has {', '.join(sorted(map(str, body))[:5])})")


def _base64_bytes(encoded: Any) -> bytes:
    """Return what base64 says: one text, or, of Polly.js, a text that is a list of them in JSON."""
    text = (_bytes(encoded) or b"").strip()
    try:
        pieces = json_of(text) if text.startswith(b"[") else [text]
        return b"".join(base64.b64decode(_bytes(piece) or b"", validate=False) for piece in pieces or ())
    except binascii.Error as error:
        raise Damaged(f"its body is not base64: {error}") from None


def _of_a_kind(body: Mapping[str, Any]) -> bytes | Decoded | None:
    """Read what Braintrust's recorder wrote: a value, or the events of a stream, or the name of a file beside it."""
    if isinstance(body.get("chunks"), list):
        return b"".join((_bytes(chunk) or b"").rstrip(b"\n") + b"\n\n" for chunk in body["chunks"])
    if "value" in body:
        return Decoded(checked(body["value"])) if body["kind"] == "json" else _bytes(body["value"])
    if "path" in body:
        raise Damaged(f"its body is in a file of its own, {body['path']}, which is not read")
    return None


def _dumped(body: Any) -> Any:
    """Return what llama-stack kept of an answer: the SDK's object, or a list of them for a stream."""
    if isinstance(body, list):
        return [_dumped(element) for element in body]
    return body["__data__"] if isinstance(body, Mapping) and "__data__" in body else body


def _bytes(body: Any) -> bytes | None:
    if body is None:
        return None
    if isinstance(body, str):
        return body.encode("utf-8", "surrogatepass")
    if isinstance(body, bytes):
        return body
    if isinstance(body, io.BytesIO):
        return body.getvalue()
    if isinstance(body, Iterable):
        pieces = list(body)
        if all(isinstance(piece, bytes | str) for piece in pieces):
            return b"".join(_bytes(piece) or b"" for piece in pieces)
    raise Damaged(f"its body is a {type(body).__name__}, no text")


def checked(value: Any) -> JSON:
    """Return a value that is JSON, and neither deeper nor larger than others can walk. Raises Damaged, and Endless."""
    level, depth, members = [value], 0, 0
    while level:
        if depth > DEEPEST:
            raise Damaged(f"its body is nested deeper than {DEEPEST} levels")
        depth += 1
        below: list[Any] = []
        for schema in level:
            if isinstance(schema, dict):
                if not all(isinstance(key, str) for key in schema):
                    raise Damaged("its body is not JSON: it has a key that is not a string")
                below += schema.values()
            elif isinstance(schema, list):
                below += schema
            elif not _is_scalar(schema):
                raise Damaged(f"its body is not JSON: it holds a {type(schema).__name__}")
            if members + len(below) > MOST_MEMBERS:
                # YAML can name one list many times over; a few lines make billions of members.
                raise Endless(f"a body has more than {MOST_MEMBERS:,} members")
        members += len(below)
        level = below
    return value


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def decompressed(data: bytes, encoding: str) -> bytes:
    """Return a body without the encodings that its header names. One that does not decode is taken as it is.

    Many recorders decode the body and keep the header. Raises Damaged for one that would be too large.
    """
    if encoding.strip().lower() in _NOTHING or not data:
        return data
    try:
        from urllib3.exceptions import HTTPError
        from urllib3.response import HTTPResponse
    except ImportError:
        raise missing("Compressed bodies") from None
    response = HTTPResponse(io.BytesIO(data), {"content-encoding": encoding}, preload_content=False)
    try:
        plain = response.read(LARGEST + 1)  # no more than this is ever unpacked
    except HTTPError:
        return data
    if len(plain) > LARGEST:
        raise Damaged(f"its body holds more than {LARGEST // 1024 // 1024} MiB")
    return plain or data


def value_of(body: bytes | Decoded | None) -> JSON | Absent:
    """Return what a request's body says; ABSENT where there is none. Raises Damaged."""
    if body is None or body == b"":
        return ABSENT
    return body.value if isinstance(body, Decoded) else checked(json_of(body))


def stream_text(body: bytes | Decoded | None, content_type: str) -> str | None:
    """Return a body that is server-sent-event text; None for any other."""
    data = body.value if isinstance(body, Decoded) else body
    if isinstance(data, bytes):
        data = data.decode("utf-8", "replace")
    if not isinstance(data, str):
        return None
    text = data.removeprefix("\ufeff")
    if text.lstrip().startswith(STREAM_BEGINNINGS):
        return text
    return _from_base64(text) if "event-stream" in content_type else None


def _from_base64(text: str) -> str:
    """Return the stream, or the JSON, that a recorder wrote as base64 and does not say so; other text as it is."""
    try:
        stream = base64.b64decode(text, validate=True).decode("utf-8")
    except ValueError:
        return text
    return stream if stream.lstrip().startswith((*STREAM_BEGINNINGS, "{", "[")) else text


def events_of(text: str) -> tuple[JSON, ...]:
    """Return the events of a stream, in order. Raises Damaged, and UsageError where the library is missing."""
    try:
        import httpx2  # noqa: F401 - distinguishes a missing library from a broken stream
    except ImportError:
        raise missing("Streams") from None
    try:
        return tuple(checked(event) for event in events_of_sse(text))
    except ToolError as error:
        raise Damaged(f"its stream cannot be read: {error}") from None
