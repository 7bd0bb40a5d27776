"""What rules assert of a gateway: of how it stands between a client and an API, not of what it converts.

A check is a pure function of one exchange: None where it does not touch the rule, or what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from conformance.apis.emulator import ANTHROPIC, GEMINI, addressed
from conformance.base.values import JSON, loose_numbers, same
from conformance.rules.checks.findings import OK, Failure, brief, output_at
from conformance.running.conduct.backend import AskedRequest, takes_gzip
from conformance.running.conduct.clients import ClientReply
from conformance.running.conduct.conversations import ReadAnswer, markers_in, reason_of
from conformance.running.engine.own_fault import guarded
from conformance.running.subjects.conversations import KEY
from conformance.running.subjects.exchanged import KEYS

# What a client is owed, as specs/gateway-service.schema.json explains it.
OWN, ERROR, NOT_WHOLE, AS_SENT, HALF = "own", "error", "not-whole", "as-sent", "half"
LEAST_KEY: Final = 8  # characters
FRAMINGS: Final = frozenset({"comments", "crlf", "bare", "split", "gzip"})
# The statuses for which the SDKs ask again; so do they for every one of 500 or above.
ASKED_AGAIN: Final = frozenset({408, 409, 429})
KEPT: Final = {400: (400, 422), 404: (404,), 429: (429,)}
_RETRY_INFO = re.compile(r'"retryDelay"\s*:\s*"(\d+)')

Failures: TypeAlias = tuple[Failure, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayExchange:
    """One conversation and what came of it.

    api, behind: the client's API, and the one behind the gateway. owed: one of the words above. kind, status,
    retry_after: what the API did, as in Plan. reply: what the client got; read: what an SDK makes of it. asked: the
    gateway's requests. held: the API waited in vain for the client to have the beginning. has_own_key: the client has
    a key of its own, and not that by which the gateway was asked at first. sent, given: the client's
    request, and of a worked case the API's answer.
    """

    api: str
    behind: str
    owed: str
    kind: str
    marker: str
    stream: bool
    status: int
    retry_after: int | None
    reply: ClientReply
    read: ReadAnswer
    asked: Sequence[AskedRequest]
    held: bool = False
    has_own_key: bool = False
    sent: JSON = None
    given: JSON = None

    @property
    def is_refused(self) -> bool:
        """Whether the client got a status that is an error."""
        return self.reply.status is not None and self.reply.status >= 400

    @property
    def is_late(self) -> bool:
        """Whether no whole answer came in time."""
        return self.reply.fault is not None and self.reply.fault.kind == "hang"

    @property
    def is_asked_again(self) -> bool:
        """Whether the gateway asked the API more than once, and so may still be at it."""
        return len(self.asked) > 1


Check: TypeAlias = Callable[[GatewayExchange], Failures]


def failures_of(exchange: GatewayExchange, raised: Callable[[str, Exception], None]) -> dict[str, tuple[Failure, ...]]:
    """Return what each check that an exchange touches says of it, by the check's name.

    raised: called with the name of a check that raises, and the error.
    """
    results = {name: guarded(partial(check, exchange), partial(raised, name)) for name, check in CHECKS.items()}
    return {name: failures for name, failures in results.items() if failures is not None}


def errors_arrive(exchange: GatewayExchange) -> Failures:
    """See that an error is one."""
    if exchange.owed != ERROR or not exchange.asked:
        return None
    reply = exchange.reply
    if exchange.is_late:
        if exchange.is_asked_again:
            return None  # it may still ask again
        return _failed("no-answer", "status", f"{_did(exchange)}, and the client got no answer")
    if exchange.is_refused or reply.fault is not None or (exchange.stream and exchange.read.failed):
        return OK
    what = "a whole answer" if exchange.read.whole else "an answer without an end" if exchange.read.text else "no text"
    return _failed(
        "error-as-answer", "status", f"{_did(exchange)}, and the client got status {reply.status} with {what}"
    )


def retryable_as_it_was(exchange: GatewayExchange) -> Failures:
    """See that clients ask again where it helps."""
    reply, status = exchange.reply, exchange.status
    if exchange.owed != ERROR or not exchange.asked or exchange.is_late or not (status in (400, 429) or status >= 500):
        return None
    if reply.status is not None and not exchange.is_refused:
        return None  # that it is no error is another rule's
    is_again = reply.status is None or reply.status in ASKED_AGAIN or reply.status >= 500
    said = reply.headers.get("x-should-retry")
    is_again = said == "true" if said in ("true", "false") else is_again
    got = "a closed connection" if reply.status is None else str(reply.status)
    if status == 400 and is_again:
        return _failed("asked-in-vain", "status", f"400 of the API became {got}, for which SDKs ask again")
    if status != 400 and not is_again:
        return _failed("not-asked-again", "status", f"{status} of the API became {got}, for which no SDK asks again")
    return OK


def status_kept(exchange: GatewayExchange) -> Failures:
    """See that a status with a type of its own stays."""
    kept = KEPT.get(exchange.status)
    if exchange.owed != ERROR or exchange.kind != "error" or kept is None or not exchange.asked:
        return None
    if not exchange.is_refused:
        return None
    if exchange.reply.status in kept:
        return OK
    return _failed("another-status", "status", f"{exchange.status} of the API became {exchange.reply.status}")


def retry_after_kept(exchange: GatewayExchange) -> Failures:
    """See that the client is told when to ask again."""
    if exchange.retry_after is None or exchange.behind == GEMINI or not exchange.asked or not exchange.is_refused:
        return None
    reply, wanted = exchange.reply, exchange.retry_after
    text = reply.headers.get("retry-after")
    milliseconds = reply.headers.get("retry-after-ms")
    found = _RETRY_INFO.search(reply.body.decode("utf-8", "replace"))
    seconds = seconds_of(milliseconds, 0.001)
    seconds = seconds_of(text) if seconds is None else seconds
    seconds = float(found[1]) if seconds is None and found else seconds
    if seconds is None and text:
        return OK  # a date
    if seconds is None:
        return _failed("no-retry-after", "headers", f"retry-after: {wanted} of the API did not arrive")
    if seconds < wanted:
        return _failed("retry-sooner", "headers", f"retry-after: {wanted} of the API became {seconds:g} s")
    return OK


def refusal_is_told(exchange: GatewayExchange) -> Failures:
    """See that the client learns what is wrong with its request."""
    return _message_kept(exchange) if exchange.status == 400 else None


def message_kept(exchange: GatewayExchange) -> Failures:
    """See that the message of another error arrives."""
    return _message_kept(exchange) if exchange.status in (404, 429) or exchange.status >= 500 else None


def _message_kept(exchange: GatewayExchange) -> Failures:
    told = exchange.is_refused or exchange.read.failed
    if exchange.owed != ERROR or exchange.kind != "error" or not exchange.asked or not told:
        return None
    if reason_of(exchange.marker) in exchange.reply.body.decode("utf-8", "replace"):
        return OK
    got = brief(_json(exchange.reply.body))
    return _failed(
        "message-lost", "body", f"the message of the API's {exchange.status} did not arrive: the client got {got}"
    )


def error_form(exchange: GatewayExchange) -> Failures:
    """See that an error is one of the client's API."""
    if exchange.owed != ERROR or exchange.kind != "error" or not exchange.asked or not exchange.is_refused:
        return None
    body = _json(exchange.reply.body)
    body = body[0] if exchange.api == GEMINI and isinstance(body, list) and len(body) == 1 else body
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        wanted = "an object with the object error"
    elif not isinstance(error.get("message"), str):
        wanted = "a text error.message"
    elif exchange.api == ANTHROPIC and not (body.get("type") == "error" and isinstance(error.get("type"), str)):
        wanted = 'the type "error", and a text error.type'
    elif exchange.api == GEMINI and not (isinstance(error.get("code"), int) and isinstance(error.get("status"), str)):
        wanted = "a number error.code, and a text error.status"
    else:
        return OK
    got = brief(body if body is not None else exchange.reply.body.decode("utf-8", "replace"))
    return _failed("error-form", "body", f"wanted {wanted}, got {got}")


def broken_is_not_whole(exchange: GatewayExchange) -> Failures:
    """See that half of a stream is not a whole answer."""
    if exchange.owed != NOT_WHOLE or not exchange.asked:
        return None
    if exchange.is_late:
        return (
            None if exchange.is_asked_again else _failed("no-end", "status", f"{_did(exchange)}, and the client waits")
        )
    if exchange.is_refused or not exchange.read.whole:
        return OK
    return _failed("cut-as-whole", "body", f"{_did(exchange)}, and the client's answer says that it is whole")


def own_answer(exchange: GatewayExchange) -> Failures:
    """See that a client gets its own answer."""
    reply, read, marker = exchange.reply, exchange.read, exchange.marker
    if exchange.owed != OWN or exchange.kind not in ("answers", "held"):
        return None
    others = markers_in(reply.body.decode("utf-8", "replace"), read.said) - {marker}
    if others:
        return _failed("another-answer", "body", f"the client got what is for {_named(others)}")
    mixed = [asked.markers - {marker} for asked in exchange.asked if asked.markers - {marker}]
    if mixed:
        return _failed("mixed-request", "asked", f"a request to the API has a part of {_named(mixed[0])}")
    if not exchange.asked:
        return None  # what the gateway refuses by itself is no answer of the API
    return _whole_answer(exchange)


def _whole_answer(exchange: GatewayExchange) -> tuple[Failure, ...]:
    reply, read, marker = exchange.reply, exchange.read, exchange.marker
    if reply.status is None or exchange.is_refused or reply.fault is not None:
        got = reply.fault.message if reply.fault is not None else f"status {reply.status}: {_beginning(reply.body)}"
        return _failed("no-answer", "status", f"the API gave a whole answer, and the client got {got}")
    where = "the stream that the client got" if exchange.stream else "the client's answer"
    if marker not in read.text:
        return _failed("text-lost", "body", f"the text of the API is not in {where}: {_beginning(reply.body)}")
    if marker not in read.calls:
        return _failed("call-lost", "body", f"the tool call of the API is not in {where}")
    if not read.whole:
        return _failed("no-end", "body", f"the API gave a whole answer, and {where} has no end that says so")
    return OK


def own_key(exchange: GatewayExchange) -> Failures:
    """See that no other client's key is used."""
    if exchange.owed != OWN or exchange.kind != "answers" or not exchange.asked:
        return None
    for asked in exchange.asked:
        if asked.markers != {exchange.marker}:
            continue  # what is mixed is another rule's
        sent = (*asked.headers.values(), asked.query)
        others = markers_in(*sent) - {exchange.marker}
        if others:
            return _failed("another-key", "asked", f"the request to the API has the key of {_named(others)}")
        if exchange.has_own_key and any(KEY in text for text in sent):
            message = "the request to the API has the key of the client that asked first"
            return _failed("another-key", "asked", message)
    return OK


def not_held_back(exchange: GatewayExchange) -> Failures:
    """See that the beginning of a stream arrives before its end is there."""
    if exchange.kind != "held" or not exchange.asked or not exchange.read.text:
        return None
    if not any(asked.streams for asked in exchange.asked):
        return _failed("no-stream", "asked", "the gateway asks the API for a whole answer, and the client for a stream")
    if exchange.held:
        return _failed("held-back", "body", "the client got nothing of the text before the API had written all of it")
    return OK


def any_framing(exchange: GatewayExchange) -> Failures:
    """See that the framing of bytes changes no answer."""
    if exchange.kind not in FRAMINGS or not exchange.asked:
        return None
    if exchange.kind != "gzip" and not any(asked.streams for asked in exchange.asked):
        return None
    if exchange.kind == "gzip" and not any(takes_gzip(asked.headers) for asked in exchange.asked):
        return None
    return _whole_answer(exchange)


def demanded_headers(exchange: GatewayExchange) -> Failures:
    """See that the API gets the headers that it demands."""
    if exchange.kind != "answers" or exchange.behind != ANTHROPIC or not exchange.asked:
        return None
    for asked in exchange.asked:
        if asked.api == ANTHROPIC and not asked.headers.get("anthropic-version"):
            return _failed("anthropic-version", "asked", "the request to the API has no header anthropic-version")
    return OK


def passed_through(exchange: GatewayExchange) -> Failures:
    """See that request and answer pass unchanged between two sides of one API."""
    if exchange.kind != "worked" or not exchange.asked:
        return None
    found = []
    _route, sent = addressed(exchange.api, exchange.sent)
    asked = next((asked for asked in exchange.asked if asked.api == exchange.behind), None)
    if asked is not None and (change := _first_change(sent, asked.body)) is not None:
        at, how = change
        found.append(Failure("request-changed", output_at("asked", 0, "body", *at), f"the client's request: {how}"))
    got = _json(exchange.reply.body)
    if exchange.reply.status == 200 and (change := _first_change(exchange.given, got)) is not None:
        at, how = change
        found.append(Failure("answer-changed", output_at("got", "body", *at), f"the API's answer: {how}"))
    return tuple(found)


# What a gateway may name otherwise: by names of its own it finds the API again, and clients send them back.
_OWN_NAMES: Final = frozenset({"model", "modelVersion", "id", "responseId", "call_id", "item_id"})
# By member, what says the same: that a text is an instruction, and of an answer with calls that it waits for results.
_ALIKE: Final = {"role": frozenset({"developer", "system"}), "finish_reason": frozenset({"stop", "tool_calls"})}


def _first_change(value: JSON, other: JSON, at: tuple[str | int, ...] = ()) -> tuple[tuple[str | int, ...], str] | None:
    """Return where something of a value is not in another, and how; None where all of it is. Members may be added."""
    if isinstance(value, dict) and isinstance(other, dict):
        for name, member in value.items():
            if name in _OWN_NAMES and isinstance(other.get(name), str) and other[name]:
                continue
            if name not in other:
                if member is None:
                    continue  # says nothing
                return (*at, name), f"{name} {brief(member)} did not arrive"
            found = _first_change(member, other[name], (*at, name))
            if found is not None:
                return found
        return None
    if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
        pairs = enumerate(zip(value, other, strict=True))
        return next((found for i, (a, b) in pairs if (found := _first_change(a, b, (*at, i))) is not None), None)
    alike = _ALIKE.get(str(at[-1]), frozenset()) if at else frozenset[str]()
    is_alike = isinstance(value, str) and isinstance(other, str) and {value, other} <= alike
    if is_alike or same(loose_numbers(value), loose_numbers(other)):
        return None
    return at, f"wanted {brief(value)}, got {brief(other)}"


def no_key_told(exchange: GatewayExchange) -> Failures:
    """See that no answer has a key."""
    if not exchange.asked or exchange.owed not in (OWN, ERROR):
        return None
    text = exchange.reply.body.decode("utf-8", "replace")
    for asked in exchange.asked:
        sent = (value for name, value in asked.headers.items() if name in KEYS)
        if any(len(key) >= LEAST_KEY and key in text for key in (value.removeprefix("Bearer ") for value in sent)):
            return _failed("key-told", "body", "the client's answer has the key with which the API was asked")
    return OK


def ends_with_its_client(exchange: GatewayExchange) -> Failures:
    """See that the API does not write for nobody."""
    if exchange.owed != HALF or not exchange.read.text or not any(asked.streams for asked in exchange.asked):
        return None
    if exchange.held and not exchange.read.whole:
        return _failed("writes-for-nobody", "asked", "the client has gone, and the API's stream was read to its end")
    return OK


CHECKS: dict[str, Check] = {
    "errors-arrive": errors_arrive,
    "retryable-as-it-was": retryable_as_it_was,
    "status-kept": status_kept,
    "retry-after-kept": retry_after_kept,
    "refusal-is-told": refusal_is_told,
    "message-kept": message_kept,
    "error-form": error_form,
    "broken-is-not-whole": broken_is_not_whole,
    "own-answer": own_answer,
    "own-key": own_key,
    "not-held-back": not_held_back,
    "any-framing": any_framing,
    "demanded-headers": demanded_headers,
    "passed-through": passed_through,
    "no-key-told": no_key_told,
    "ends-with-its-client": ends_with_its_client,
}

_DID: Final = {
    "silent": "the API closed the connection after some silence",
    "closed": "the API closed the connection",
    "cut": "the API's answer was cut in the middle",
    "failed": "the API failed in the middle of its stream",
}


def _did(exchange: GatewayExchange) -> str:
    return _DID.get(exchange.kind, f"the API answered {exchange.status}")


def _failed(kind: str, at: str, message: str) -> tuple[Failure, ...]:
    place = (at, 0) if at == "asked" else ("got", at)
    return (Failure(kind, output_at(*place), message),)


def _named(markers: frozenset[str]) -> str:
    return f"another client ({', '.join(sorted(markers)[:3])})"


def seconds_of(text: str | None, unit: float = 1.0) -> float | None:
    """Return the seconds that a header says; None where it says none, or a date. unit: of it, in seconds."""
    try:
        return float(text) * unit if text is not None else None
    except ValueError:
        return None


def _beginning(body: bytes) -> str:
    text = body[:160].decode("utf-8", "replace")
    return brief(text) if text else "an empty body"


def _json(body: bytes) -> JSON:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
