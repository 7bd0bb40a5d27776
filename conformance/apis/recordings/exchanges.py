"""The requests and answers of a document, whichever recorder wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from conformance.apis.recordings.azure import is_azure_entry, of_azure
from conformance.apis.recordings.bodies import Decoded, body_of, checked, decompressed, value_of
from conformance.apis.recordings.documents import STREAM_BEGINNINGS, Damaged, Documents, Foreign
from conformance.apis.recordings.model import ANTHROPIC, CHAT, GEMINI, RESPONSES
from conformance.apis.recordings.nock import is_nock_entry, of_nock

_LISTS = ("interactions", "http_interactions")
ROUTES = {
    "/chat/completions": CHAT,
    "/responses": RESPONSES,
    "/v1/messages": ANTHROPIC,
    "/models/MODEL:generateContent": GEMINI,
}
# Gemini's requests have the model, and whether the answer is a stream, in their address.
_OF_GEMINI = re.compile(r"/models/(?P<model>[^?]+):(?P<streams>streamG|g)enerateContent/?\Z")
_ENOUGH = 4096  # bytes of an answer that says what it is
_NAMED = re.compile(r'"(?:object|type)"\s*:\s*"([a-z_.]+)"')
_STATUS = re.compile(r"\s*(\d{3})\b")
# Answers that were kept without their request, by what they call themselves.
_OBJECTS = {"chat.completion": CHAT, "chat.completion.chunk": CHAT, "response": RESPONSES}
# Those of Anthropic's, whose messages and events a Responses answer has words for too: it is asked last.
_MESSAGE = "message"
# Gemini's call themselves nothing: they are known by what they begin with.
_RESPONSE_MEMBERS = frozenset({"candidates", "promptFeedback", "usageMetadata", "modelVersion", "responseId"})
_RESPONSE = re.compile(rf'\s*(data:)?[\s\[]*\{{\s*"({"|".join(sorted(_RESPONSE_MEMBERS))})"\s*:')
_EVENTS = re.compile(r"message_(start|delta|stop)|content_block_(start|delta|stop)|ping")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedExchange:
    """One request and its answer, before anything of them is decoded. request, answer: as the recorder wrote them."""

    method: str
    uri: str
    request: Mapping[str, Any]
    status: int
    answer: Mapping[str, Any]


def exchanges_in(document: Any) -> Sequence[Any]:
    """Return what the recorder wrote of each exchange. Raises Foreign for a document that is not a recording."""
    if isinstance(document, Documents):
        return _exchanges_of_several(document)
    if isinstance(document, Mapping):
        for name in _LISTS:
            if isinstance(document.get(name), list):
                return list(document[name])
        requests, answers = document.get("requests"), document.get("responses")
        if isinstance(requests, list) and isinstance(answers, list):  # langchain's serializer keeps them apart
            if len(requests) != len(answers):
                raise Damaged(f"it has {len(requests)} requests and {len(answers)} responses")
            return [{"request": request, "response": other} for request, other in zip(requests, answers, strict=True)]
        entries = document.get("entries")
        if isinstance(entries, list) and entries and all(map(_is_exchange, entries)):
            return entries  # Braintrust
        entries = document.get("Entries")
        if isinstance(entries, list) and all(map(is_azure_entry, entries)):
            return list(map(of_azure, entries))
        if isinstance(document.get("mappings"), list):
            return [_of_wiremock(entry) for entry in document["mappings"]]
        if isinstance(document.get("request"), Mapping) and isinstance(document.get("response"), Mapping):
            return [_of_wiremock(document)]  # one exchange a file: ddapm-test-agent, llama-stack, WireMock
        if isinstance(document.get("when"), Mapping) and isinstance(document.get("then"), Mapping):
            return [_of_httpmock(document["when"], document["then"])]
        log = document.get("log")
        if isinstance(log, Mapping) and isinstance(log.get("entries"), list):
            return [_of_har(entry) for entry in log["entries"]]
        if document.get("object") in _OBJECTS or any(
            is_answer(document) for is_answer in (_is_message, _is_response, _is_error)
        ):
            return [_answer_alone(document)]
        raise Foreign("it has no list of interactions")
    if isinstance(document, str) and document.lstrip().startswith(STREAM_BEGINNINGS):
        return [_answer_alone(document)]
    if isinstance(document, list) and document:
        if all(map(_is_exchange, document)):
            return list(map(_of_wiremock, document))
        if all(map(is_nock_entry, document)):
            return document
        if all(map(_is_event, document)):
            return [{"response": {"status": 200, "events": document}}]
    raise Foreign("it is neither a cassette nor an answer of one of the APIs")


def _exchanges_of_several(documents: Documents) -> list[Any]:
    """Return the exchanges of all documents of a YAML file that are recordings. Raises Foreign where none is."""
    found: list[Any] = []
    reasons: list[Foreign] = []
    for document in documents:
        try:
            found += exchanges_in(document)
        except Foreign as error:
            reasons.append(error)
    if len(reasons) == len(documents):
        raise reasons[0]
    return found


def _is_exchange(entry: Any) -> bool:
    return isinstance(entry, Mapping) and {"request", "response"} <= entry.keys()


def _of_har(entry: Any) -> Any:
    """Return an entry of an HTTP archive with its bodies where other recorders have them; anything else unchanged."""
    request, answer = (entry.get(name) if isinstance(entry, Mapping) else None for name in ("request", "response"))
    if not isinstance(request, Mapping) or not isinstance(answer, Mapping):
        return entry
    sent, content = (
        value if isinstance(value, Mapping) else {} for value in (request.get("postData"), answer.get("content"))
    )
    key = "base64_string" if content.get("encoding") == "base64" else "string"
    body = {key: content["text"]} if "text" in content else None
    return {
        "request": {**request, "body": sent.get("text")},
        "response": {**answer, "body": body},
    }


def _of_httpmock(when: Mapping[str, Any], then: Mapping[str, Any]) -> Any:
    """Return an exchange as Rust's httpmock records it, in the form of other recorders; it keeps no host."""
    sent, came = (
        {
            str(element["name"]): element.get("value")
            for element in held
            if isinstance(element, Mapping) and "name" in element
        }
        if isinstance(held := side.get("header"), list)
        else {}
        for side in (when, then)
    )
    return {
        "request": {
            "method": when.get("method"), "uri": when.get("path"), "headers": sent, "body": when.get("body"),
        },
        "response": {"status": then.get("status"), "headers": came, "body": then.get("body")},
    }  # fmt: skip


# Where WireMock has the address of a request, and in which patterns its body.
_ADDRESSES = ("url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate")
_WHOLE_BODIES = ("equalToJson", "equalTo")


def _of_wiremock(entry: Any) -> Any:
    """Return a mapping of WireMock with its bodies where other recorders have them; anything else unchanged."""
    request, answer = (entry.get(name) if isinstance(entry, Mapping) else None for name in ("request", "response"))
    if not isinstance(request, Mapping) or not isinstance(answer, Mapping):
        return entry
    own = ("jsonBody", "base64Body", "bodyFileName")
    if not ({"bodyPatterns", *_ADDRESSES[1:]} & request.keys() or set(own) & answer.keys()):
        return entry
    address = next((request[name] for name in _ADDRESSES if isinstance(request.get(name), str)), "")
    patterns = request.get("bodyPatterns")
    held = [
        pattern[name]
        for pattern in (patterns if isinstance(patterns, list) else ())
        for name in _WHOLE_BODIES
        if isinstance(pattern, Mapping) and name in pattern
    ]
    sent: Mapping[str, Any] = {} if not held else {"body" if isinstance(held[0], str) else "json": held[0]}
    came = {"status": 200} | {key: value for key, value in answer.items() if key not in own}
    if "jsonBody" in answer:
        came["json"] = answer["jsonBody"]
    elif "base64Body" in answer:
        came["body"] = {"base64_string": answer["base64Body"]}
    elif "bodyFileName" in answer:
        came["body"] = {"kind": "file", "path": answer["bodyFileName"]}
    return {"request": {"method": request.get("method"), "uri": address, **sent}, "response": came}


def _is_message(document: Mapping[str, Any]) -> bool:
    return document.get("type") == _MESSAGE and document.get("role") == "assistant" and "usage" in document


def _is_response(document: Any) -> bool:
    """Whether something is a response of Gemini, whole or one of a stream."""
    if not isinstance(document, Mapping) or document.keys().isdisjoint(("candidates", "promptFeedback")):
        return False
    return len(_RESPONSE_MEMBERS & document.keys()) > 1


def _is_error(document: Mapping[str, Any]) -> bool:
    error = document.get("error")
    own = document.keys() - {"type", "request_id"} if document.get("type") == "error" else document.keys()
    return own == {"error"} and isinstance(error, Mapping) and "message" in error


def _is_event(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    if value.get("object") == "chat.completion.chunk" or (value.get("object") == "" and "choices" in value):
        return True  # Azure sends a first chunk without an object
    type_ = str(value.get("type"))
    if _is_response(value):
        return True
    return type_.startswith(("response.", "error")) or _EVENTS.fullmatch(type_) is not None


def _answer_alone(answer: Any) -> Mapping[str, Any]:
    status = 400 if isinstance(answer, Mapping) and _is_error(answer) else 200
    return {"response": {"status": status, "text" if isinstance(answer, str) else "json": answer}}


def exchange_of(entry: Any) -> RecordedExchange:
    """Return one exchange. Raises Damaged for what is none."""
    if is_nock_entry(entry):
        try:
            entry = of_nock(entry)
        except ValueError as error:
            raise Damaged(str(error)) from None
    if not isinstance(entry, Mapping) or not isinstance(entry.get("response"), Mapping):
        raise Damaged("it has no response")
    request, answer = entry.get("request"), entry["response"]
    request = request if isinstance(request, Mapping) else {}
    uri = next((request[key] for key in ("uri", "url", "path") if isinstance(request.get(key), str)), "")
    return RecordedExchange(
        method=str(request.get("method") or "POST").upper(),
        uri=uri,
        request=request,
        status=_status(answer),
        answer=answer,
    )


def _status(answer: Mapping[str, Any]) -> int:
    """Read 200, {"code": 200}, {"status_code": 200}, "200 OK" and their like."""
    if "is_streaming" in answer:
        if not answer.get("is_exception"):
            return 200  # llama-stack keeps the status of an error alone
        error = answer.get("exception_data")
        answer = error if isinstance(error, Mapping) else {}
    for key in ("status", "status_code", "code"):
        status = answer.get(key)
        if isinstance(status, Mapping):
            status = status.get("code", status.get("status_code"))
        found = _STATUS.match(str(status)) if status is not None else None
        if found:
            return int(found[1])
    raise Damaged("its response has no status")


def api_of(exchange: RecordedExchange) -> str | None:
    """Return the API that an exchange is of; None for a request to anything else, or for one that creates nothing."""
    if exchange.method != "POST":
        return None
    if "/" not in exchange.uri:  # it was not recorded, or is hidden
        return _api_of_answer(plain_body(exchange.answer)) or _api_of_error(exchange)
    if addressed(exchange):
        return GEMINI
    path = _split(exchange.uri)[1].rstrip("/")
    return next((api for route, api in ROUTES.items() if path.endswith(route)), None)


def addressed(exchange: RecordedExchange) -> dict[str, Any]:
    """Return what the address of a Gemini request says beside its body; nothing for any other."""
    found = _OF_GEMINI.search(_split(exchange.uri)[1])
    if found is None:
        return {}
    return {"model": unquote(found["model"])} | ({"stream": True} if found["streams"] == "streamG" else {})


def _api_of_answer(body: bytes | Decoded | None) -> str | None:
    """Return of which API an answer is by what it calls itself; None where it does not."""
    if isinstance(body, Decoded) and not isinstance(body.value, str):
        said = body.value if isinstance(body.value, list) else [body.value]
        if said and all(map(_is_response, said)):
            return GEMINI
        kinds = [
            utterance.get("object") or utterance.get("type") for utterance in said if isinstance(utterance, Mapping)
        ]
    else:
        text = str(body.value if isinstance(body, Decoded) else (body or b"")[:_ENOUGH].decode("utf-8", "replace"))
        if _RESPONSE.match(text):
            return GEMINI
        kinds = _NAMED.findall(text)
    found = (_OBJECTS.get(kind, RESPONSES if kind.startswith("response.") else None) for kind in map(str, kinds))
    api = next((api for api in found if api is not None), None)
    if api is None and any(kind == _MESSAGE or _EVENTS.fullmatch(kind) for kind in map(str, kinds)):
        return ANTHROPIC
    return api


def _api_of_error(exchange: RecordedExchange) -> str | None:
    """Return of which API an error is: its form says it, or what was asked."""
    answer, request = (value_of(plain_body(entry)) for entry in (exchange.answer, exchange.request))
    if isinstance(answer, list) and len(answer) == 1:  # of a stream of Gemini's
        answer = answer[0]
    if not isinstance(answer, dict) or not _is_error(answer):
        return None
    if answer.get("type") == "error":
        return ANTHROPIC
    if isinstance(answer["error"].get("status"), str):
        return GEMINI
    return CHAT if isinstance(request, dict) and "messages" in request else RESPONSES


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
