"""Answers of a script as Google's Gemini API gives them: responses, chunks of a stream, errors."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, NamedTuple

from conformance.apis.oracles.finding import GOOGLE_WORDS, google_error
from conformance.apis.oracles.google import declarations_of, spelled
from conformance.apis.oracles.table import rule
from conformance.base.values import JSON
from conformance.formats.gemini.schemas import json_schema_of

GEMINI: Final = "gemini"
ROUTE: Final = "/models/MODEL:generateContent"  # as messages name it
SSE, ARRAY = "sse", "array"  # how a stream comes: as server-sent events, or as one JSON array
OVERLOADED: Final = 503  # the status of an API that has too much to do
SIGNATURE: Final = "c2lnbmVk"  # of what the model thought; it has to come back

Object = dict[str, Any]

_ADDRESS: Final = re.compile(
    r"/v1(?:alpha|beta|beta1)?(?:/projects/[^/]+/locations/[^/]+)?(?:/publishers/[^/]+)?/models/(?P<model>.+)"
    r":(?P<method>generateContent|streamGenerateContent)\Z"
)
_AS_EVENTS: Final = re.compile(r"(^|&)(\$|%24)?alt=sse(&|$)")
_OVERLOADED: Final = "The model is overloaded. Please try again later."
# The API's own words for what is wrong with a request before it is read; by the rules of `wording`.
_WORDS: Final = {
    "http-key": (
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other "
        "form of API consumer identity to call this API."
    ),
    "http-json": "Invalid JSON payload received. Unexpected token.",
    "http-route": "Requested entity was not found.",
    "http-method": "Method Not Allowed",
    "http-size": "Request payload size exceeds the limit.",
    "server": "An internal error has occurred. Please retry.",
}
_NO_CALLS: Final = ("NONE", "3")  # the mode of a request, by its word in either case, or by its number
_NO_KEY: Final = 403  # where other APIs say 401
_OVERLOADED_ELSEWHERE: Final = 529


class GeminiCall(NamedTuple):
    """What the address of a request says. stream: SSE or ARRAY; None for one whole answer."""

    model: str
    stream: str | None


def call_of(path: str, query: str = "") -> GeminiCall | None:
    """Return what an address asks for, whatever is before its version; None for one that is not of this API."""
    found = _ADDRESS.search(path)
    if found is None:
        return None
    if found["method"] == "generateContent":
        return GeminiCall(found["model"], None)
    return GeminiCall(found["model"], SSE if _AS_EVENTS.search(query) else ARRAY)


def completed(answer: JSON, number: int, model: JSON) -> Object | None:
    """Return the full body of an answer: a text, a list of parts, or a body; None for what is none of these."""
    given: Object = answer if isinstance(answer, dict) else {}
    if given and given.keys().isdisjoint(("candidates", "promptFeedback")):
        return None
    parts = [answer] if isinstance(answer, str) else answer
    if not given:
        if not isinstance(parts, list):
            return None
        content = {"parts": [{"text": part} if isinstance(part, str) else part for part in parts], "role": "model"}
        given = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20}
    beside = {"usageMetadata": usage, "modelVersion": model, "responseId": f"resp_{number}"}
    return {**given, **{key: value for key, value in beside.items() if key not in given}}


def called_part(name: str, arguments: Object, identity: str, model: JSON, *, is_first: bool) -> Object:
    """Return the part that is a call. Newer models give ids, and sign the first call of an answer."""
    part: Object = {"functionCall": {"name": name, "args": arguments}}
    if isinstance(model, str) and re.match(rule("gemini-signature").limit("*"), model):
        part["functionCall"]["id"] = identity
        part |= {"thoughtSignature": SIGNATURE} if is_first else {}
    return part


def offered(request: Object) -> Iterator[tuple[str, JSON]]:
    """Yield the functions that a request lets the model call: the name, and the schema of the arguments."""
    held = spelled(request)
    calling = spelled(spelled(held.get("toolConfig")).get("functionCallingConfig"))
    if str(calling.get("mode", "")).upper() in _NO_CALLS:
        return
    allowed = calling.get("allowedFunctionNames")
    tools = held.get("tools")
    for tool in tools if isinstance(tools, list) else [tools]:  # one that is no list is taken for a list of one
        for _at, declaration in declarations_of(tool):
            function = spelled(declaration)
            name = function.get("name")
            if isinstance(name, str) and (not allowed or name in allowed):
                schema = function.get("parametersJsonSchema")
                yield name, json_schema_of(function.get("parameters")) if schema is None else schema


def without_parts(request: JSON, members: Collection[str]) -> JSON:
    """Return a request without the parts of its contents that have one of some members."""
    contents = request.get("contents") if isinstance(request, dict) else None
    if not isinstance(contents, list):
        return request
    return {**request, "contents": [_without(content, members) for content in contents]}


def _without(content: JSON, members: Collection[str]) -> JSON:
    parts = content.get("parts") if isinstance(content, dict) else None
    if not isinstance(parts, list):
        return content
    kept = [part for part in parts if not (isinstance(part, dict) and not part.keys().isdisjoint(members))]
    return {**content, "parts": kept}


def chunks_of(body: Object, pieces: Any) -> Iterator[Object]:
    """Yield the chunks of a response: texts in pieces, any other part whole, its end beside an empty text.

    pieces: cuts a text.
    """
    candidates = body.get("candidates")
    head = {key: value for key, value in body.items() if key != "candidates"}
    usage = head.get("usageMetadata")
    begun = {**usage, "candidatesTokenCount": 1} if isinstance(usage, dict) else usage  # it grows with the answer
    for candidate in candidates if isinstance(candidates, list) else ():
        content = candidate.get("content") if isinstance(candidate, dict) else None
        parts = content.get("parts") if isinstance(content, dict) else None
        if content is None or not isinstance(parts, list):
            yield {"candidates": [candidate], **head}
            continue
        index = {key: candidate[key] for key in ("index",) if key in candidate}
        for part in _cut(parts, pieces):
            yield {"candidates": [{"content": {**content, "parts": [part]}, **index}], **head, "usageMetadata": begun}
        yield {"candidates": [{**candidate, "content": {**content, "parts": [{"text": ""}]}}], **head}
    if not candidates:
        yield body


def _cut(parts: Iterable[JSON], pieces: Any) -> Iterator[JSON]:
    for part in parts:
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            yield from ({**part, "text": piece} for piece in pieces(part["text"]))
        else:
            yield part


def as_array(chunks: Iterable[JSON]) -> Iterator[bytes]:
    """Yield the pieces of a JSON array of chunks, and its end."""
    before = b"["
    for chunk in chunks:
        yield before + _written(chunk)
        before = b"\n,\r\n"
    yield b"]" if before != b"[" else b"[]"


def as_events(chunks: Iterable[JSON]) -> Iterator[bytes]:
    """Yield chunks as server-sent events. No event says that the stream is over."""
    return (b"data: " + _written(chunk) + b"\r\n\r\n" for chunk in chunks)


def _written(value: JSON) -> bytes:
    # A lone surrogate is written as the escape that JSON has for it.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")


def ended(chunk: JSON, number: int, form: str | None) -> bytes:
    """Return the piece that ends a stream. number: of pieces before it."""
    if form != ARRAY:
        return b"".join(as_events([chunk]))
    return (b"\n,\r\n" if number else b"[") + _written(chunk) + b"]"


def error_chunk() -> Object:
    """Return what ends a stream where the API has too much to do."""
    return google_error(OVERLOADED, _OVERLOADED)


def error_of(status: int, body: JSON, rule: str | None) -> tuple[int, Object]:
    """Return the status and the body of an error in Google's form, whichever form it has.

    body: `{"error": {"message", "status"}}`. rule: of a refusal, which may have words of its own.
    """
    error = body.get("error") if isinstance(body, dict) else None
    said: Object = error if isinstance(error, dict) else {}
    status = _NO_KEY if rule == "http-key" else OVERLOADED if status == _OVERLOADED_ELSEWHERE else status
    word = said.get("status")
    made = google_error(
        status, _WORDS.get(rule or "", str(said.get("message"))), word if word in GOOGLE_WORDS.values() else None
    )
    return status, made
