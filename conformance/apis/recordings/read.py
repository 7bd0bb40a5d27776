"""Reading a folder of recordings: whatever in it is none is named and left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from conformance.apis.oracles.hosts import is_known
from conformance.apis.recordings.bodies import Decoded, Endless, events_of, stream_text, value_of
from conformance.apis.recordings.documents import Damaged, Foreign, document_of
from conformance.apis.recordings.exchanges import (
    ROUTES,
    RecordedExchange,
    addressed,
    api_of,
    exchange_of,
    exchanges_in,
    header,
    host_of,
    plain_body,
)
from conformance.apis.recordings.folder import body_beside, files_of
from conformance.apis.recordings.model import (
    DAMAGED,
    FOREIGN,
    GEMINI,
    NONE_OF,
    OTHER,
    UNKNOWN,
    Interaction,
    Recordings,
    Skipped,
)
from conformance.base.values import ABSENT, JSON, Absent

# Quotes, escaped or not, or those that YAML needs not.
_Q: Final = rb"""\\*["']?"""
# What an answer of an API, or an event of its stream, calls itself.
_ANSWER: Final = re.compile(
    rb"\bobject%(q)s\s*:\s*%(q)s(chat\.completion|response\b(?![\w.]))"
    rb"|\btype%(q)s\s*:\s*%(q)s(response\.(created|completed)|message_start|content_block_start)\b"
    rb"|\bfinishReason%(q)s\s*:\s*%(q)s(STOP|MAX_TOKENS)\b"
    rb"|\bstop_reason%(q)s\s*:\s*%(q)s(end_turn|tool_use|max_tokens|stop_sequence)\b" % {b"q": _Q}
)
# Where requests go, and how recorders call what they wrote.
_TRAFFIC: Final = re.compile(
    rb"/chat/completions|/v1/(messages|responses)\b|:(streamG|g)enerateContent\b|\b(http_)?interactions\b|httprr trace"
)
_COMPRESSED: Final = (".gz", ".zz")


def read_folder(folder: str, hosts: Collection[str] = ()) -> Recordings:
    """Read every recording of a folder and of the folders in it.

    hosts: further hosts that offer the APIs, beside those that are known. Raises UsageError for a folder that cannot be
    read, and where a library that its files need is not installed.
    """
    interactions: list[Interaction] = []
    skipped: list[Skipped] = []
    notes: dict[str, Mapping[str, JSON]] = {}
    files = used = 0
    for entry in files_of(folder):
        files += 1
        if isinstance(entry, Skipped):
            skipped.append(entry)
            continue
        name, data = entry
        found = list(_interactions(folder, name, data, hosts, notes))
        skipped += [interaction for interaction in found if isinstance(interaction, Skipped)]
        own = [interaction for interaction in found if isinstance(interaction, Interaction)]
        interactions += own
        used += bool(own)
    return Recordings(
        folder=folder, files=files, used=used, interactions=tuple(interactions), skipped=tuple(skipped), notes=notes
    )


def _interactions(
    folder: str, name: str, data: bytes, hosts: Collection[str], notes: dict[str, Mapping[str, JSON]]
) -> Iterator[Interaction | Skipped]:
    document = None
    try:
        document = document_of(name, data)
        entries = exchanges_in(document)
        if isinstance(document, Mapping) and isinstance(document.get("metadata"), Mapping):
            notes[name] = document["metadata"]
    except Foreign as error:
        if document is not None and holds_an_answer(document, data):
            yield Skipped(name, None, UNKNOWN, f"it holds an answer of an API, in a form that is not known: {error}")
        else:
            yield Skipped(name, None, FOREIGN, str(error))
        return
    except Damaged as error:
        kind = FOREIGN if document is None and not looks_recorded(name, data) else DAMAGED
        yield Skipped(name, None, kind, str(error))
        return
    if not entries:
        yield Skipped(name, None, OTHER, "its list of interactions is empty")
    for number, entry in enumerate(entries):
        try:
            interaction = _interaction(name, number, _with_body(exchange_of(entry), folder, name), hosts)
            yield interaction
            if isinstance(interaction, Interaction) and interaction.succeeded and interaction.events == ():
                yield Skipped(name, number, DAMAGED, "its stream holds no event: its request alone is read")
        except Endless as error:
            yield Skipped(name, None, DAMAGED, f"interaction {number}: {error}")
            return
        except Damaged as error:
            yield Skipped(name, number, DAMAGED, str(error))


def _with_body(exchange: RecordedExchange, folder: str, name: str) -> RecordedExchange:
    """Return an exchange with what the file holds that it names as the body of its answer."""
    body = exchange.answer.get("body")
    path = body.get("path") if isinstance(body, Mapping) else None
    held = body_beside(folder, name, path) if isinstance(path, str) else None
    return exchange if held is None else replace(exchange, answer={**exchange.answer, "body": held})


def _interaction(name: str, number: int, exchange: RecordedExchange, hosts: Collection[str]) -> Interaction | Skipped:
    api, host = api_of(exchange), host_of(exchange.uri)
    if api is None:
        called = f"{exchange.method} {exchange.uri.partition('?')[0]}" if exchange.uri else "an answer"
        return Skipped(name, number, OTHER, f"{called}{NONE_OF}{', '.join(f'POST {route}' for route in ROUTES)}")
    if host and not is_known(host) and not any(host == own or host.endswith(f".{own}") for own in hosts):
        return Skipped(name, number, OTHER, f"sent to {host}, which is not known (--host {host} reads it)")
    request = value_of(plain_body(exchange.request))
    if isinstance(request, dict):
        request = {**request, **addressed(exchange)}
    answer, events = _answer(exchange, api)
    return Interaction(
        file=name,
        number=number,
        api=api,
        host=host,
        request=request,
        status=exchange.status,
        answer=answer,
        events=events,
    )


def _answer(exchange: RecordedExchange, api: str) -> tuple[JSON | Absent, tuple[JSON, ...] | None]:
    """Return the body of an answer, or its events. An error may have any body."""
    body = plain_body(exchange.answer)
    if isinstance(body, Decoded) and isinstance(body.value, list):
        return ABSENT, tuple(body.value)
    succeeded = 200 <= exchange.status < 300
    # Some hosts answer a request for a stream with an error as JSON, and call it a stream.
    text = stream_text(body, header(exchange.answer, "content-type") if succeeded else "")
    if text is not None and not text.lstrip().startswith(("{", "[")):
        return ABSENT, events_of(text)
    body = body if text is None else text.encode()  # Vertex calls a whole answer a stream
    try:
        answer = value_of(body)
        if answer is ABSENT:
            raise Damaged("its response has no body")
        if api == GEMINI and isinstance(answer, list):  # a stream, or the error in place of one
            return (ABSENT, tuple(answer)) if succeeded else (next(iter(answer), ABSENT), None)
        return answer, None
    except Damaged:
        if succeeded:
            raise
        return ABSENT, None


def looks_recorded(name: str, data: bytes) -> bool:
    """Whether a file that cannot be parsed looks like a recording. Into a compressed one nobody can look."""
    packed = name.lower().endswith((*_COMPRESSED, ".httprr"))
    return packed or _TRAFFIC.search(data) is not None or _ANSWER.search(data) is not None


def holds_an_answer(document: Any, data: bytes) -> bool:
    """Whether a document that no known recorder wrote holds an answer of an API. In OpenAPI those are examples."""
    described = isinstance(document, Mapping) and not {"openapi", "swagger"}.isdisjoint(document)
    return not described and _ANSWER.search(data) is not None
