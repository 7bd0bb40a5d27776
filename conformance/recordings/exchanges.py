"""The requests and answers of a document, whichever recorder wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from conformance.recordings.bodies import Decoded, body_of, checked, decompressed
from conformance.recordings.documents import STREAM_BEGINNINGS, Damaged, Foreign
from conformance.recordings.model import CHAT, RESPONSES

_LISTS = ("interactions", "http_interactions")
_ROUTES = {"/chat/completions": CHAT, "/responses": RESPONSES}
_STATUS = re.compile(r"\s*(\d{3})\b")
# Answers that were kept without their request, by what they call themselves.
_OBJECTS = {"chat.completion": CHAT, "chat.completion.chunk": CHAT, "response": RESPONSES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and its answer, before anything of them is decoded. request, answer: as the recorder wrote them."""

    method: str
    uri: str
    request: Mapping[str, Any]
    status: int
    answer: Mapping[str, Any]


def exchanges_in(document: Any) -> Sequence[Any]:
    """Return what the recorder wrote of each exchange. Raises Foreign for a document that is not a recording."""
    if isinstance(document, Mapping):
        for name in _LISTS:
            if isinstance(document.get(name), list):
                return list(document[name])
        requests, answers = document.get("requests"), document.get("responses")
        if isinstance(requests, list) and isinstance(answers, list):  # langchain's serializer keeps them apart
            if len(requests) != len(answers):
                raise Damaged(f"it has {len(requests)} requests and {len(answers)} responses")
            return [{"request": one, "response": other} for one, other in zip(requests, answers, strict=True)]
        if isinstance(document.get("request"), Mapping) and isinstance(document.get("response"), Mapping):
            return [document]  # one exchange a file: ddapm-test-agent, llama-stack
        log = document.get("log")
        if isinstance(log, Mapping) and isinstance(log.get("entries"), list):
            return [_of_har(entry) for entry in log["entries"]]
        if document.get("object") in _OBJECTS or _is_error(document):
            return [_answer_alone(document)]
        raise Foreign("it has no list of interactions")
    if isinstance(document, str) and document.lstrip().startswith(STREAM_BEGINNINGS):
        return [_answer_alone(document)]
    if isinstance(document, list) and document:
        if all(isinstance(one, Mapping) and {"request", "response"} <= one.keys() for one in document):
            return document
        if all(map(_is_event, document)):
            return [{"response": {"status": 200, "events": document}}]
    raise Foreign("it is neither a cassette nor an answer of one of the APIs")


def _of_har(entry: Any) -> Any:
    """Return an entry of an HTTP archive with its bodies where other recorders have them; anything else unchanged."""
    request, answer = (entry.get(name) if isinstance(entry, Mapping) else None for name in ("request", "response"))
    if not isinstance(request, Mapping) or not isinstance(answer, Mapping):
        return entry
    sent, content = (
        one if isinstance(one, Mapping) else {} for one in (request.get("postData"), answer.get("content"))
    )
    key = "base64_string" if content.get("encoding") == "base64" else "string"
    body = {key: content["text"]} if "text" in content else None
    return {
        "request": {**request, "body": sent.get("text")},
        "response": {**answer, "body": body},
    }


def _is_error(document: Mapping[str, Any]) -> bool:
    error = document.get("error")
    return document.keys() == {"error"} and isinstance(error, Mapping) and "message" in error


def _is_event(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    return value.get("object") == "chat.completion.chunk" or str(value.get("type")).startswith(("response.", "error"))


def _answer_alone(answer: Any) -> Mapping[str, Any]:
    status = 400 if isinstance(answer, Mapping) and _is_error(answer) else 200
    return {"response": {"status": status, "text" if isinstance(answer, str) else "json": answer}}


def exchange_of(entry: Any) -> Exchange:
    """Return one exchange. Raises Damaged for what is none."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("response"), Mapping):
        raise Damaged("it has no response")
    request, answer = entry.get("request"), entry["response"]
    request = request if isinstance(request, Mapping) else {}
    uri = next((request[key] for key in ("uri", "url", "path") if isinstance(request.get(key), str)), "")
    return Exchange(
        method=str(request.get("method") or "POST").upper(),
        uri=uri,
        request=request,
        status=_status(answer),
        answer=answer,
    )


def _status(answer: Mapping[str, Any]) -> int:
    """Read 200, {"code": 200}, "200 OK" and their like."""
    if "is_streaming" in answer:
        if not answer.get("is_exception"):
            return 200  # llama-stack keeps the status of an error alone
        error = answer.get("exception_data")
        answer = error if isinstance(error, Mapping) else {}
    for key in ("status", "status_code", "code"):
        status = answer.get(key)
        if isinstance(status, Mapping):
            status = status.get("code")
        found = _STATUS.match(str(status)) if status is not None else None
        if found:
            return int(found[1])
    raise Damaged("its response has no status")


def api_of(exchange: Exchange) -> str | None:
    """Return CHAT or RESPONSES; None for a request to anything else, or for one that creates nothing."""
    if not exchange.uri:
        return _api_of_answer(exchange.answer)
    path = _split(exchange.uri)[1].rstrip("/")
    if exchange.method != "POST":
        return None
    return next((api for route, api in _ROUTES.items() if path.endswith(route)), None)


def _api_of_answer(answer: Mapping[str, Any]) -> str | None:
    body = answer.get("json", (answer.get("events") or [None])[0])
    if isinstance(body, Mapping):
        kind = body.get("object")
        return _OBJECTS.get(kind) if isinstance(kind, str) else RESPONSES
    text = answer.get("text")
    if isinstance(text, str):
        return CHAT if "chat.completion.chunk" in text else RESPONSES if "response." in text else None
    return None


def host_of(uri: str) -> str:
    """Return whom a request was sent to; "" if it was not recorded."""
    return _split(uri)[0]


def _split(uri: str) -> tuple[str, str]:
    try:
        parts = urlsplit(uri)
        return parts.hostname or "", parts.path
    except ValueError as error:
        raise Damaged(f"its address cannot be read: {error}") from None


def header(holder: Mapping[str, Any], name: str) -> str:
    """Return a header's first value; "" where it is not there."""
    if name == "content-type" and isinstance(holder.get("content_type"), str):
        return str(holder["content_type"])
    for key, value in _headers(holder):
        if str(key).lower() == name:
            value = value[0] if isinstance(value, list | tuple) and value else value
            return value.decode("latin-1") if isinstance(value, bytes) else str(value)
    return ""


def _headers(holder: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    headers = holder.get("headers")
    if isinstance(headers, Mapping):
        yield from headers.items()
    elif isinstance(headers, list):
        yield from (tuple(pair) for pair in headers if isinstance(pair, list | tuple) and len(pair) == 2)


def plain_body(holder: Mapping[str, Any]) -> bytes | Decoded | None:
    """Return the body of a request or an answer, unpacked. Raises Damaged."""
    if isinstance(holder.get("events"), list):
        return Decoded(checked(holder["events"]))
    body = body_of(holder)
    return decompressed(body, header(holder, "content-encoding")) if isinstance(body, bytes) else body
