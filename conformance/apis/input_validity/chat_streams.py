"""The standing of Chat streams: each chunk is valid, and all of them follow the grammar of a stream.

    pieces of the choices' messages, for each choice one with its finish_reason, then what is about no choice

A stream may break off anywhere behind its first chunk, as connections do, and an error ends it. Hosts repeat the role,
and the id, type and name of a call; Azure begins with a chunk of nothing but its filter's results; OpenRouter, and
proxies, give the usage beside a choice that has finished and says nothing more.

Of what hosts send and the types refuse, two things are documented: a chunk without choices, such as that of the usage,
and the results of Azure's asynchronous filter, which have no delta.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conformance.apis.input_validity.answers import by_schema, chat_response
from conformance.apis.input_validity.model import CHUNK_OF_HOSTS, Reason, below, reason
from conformance.apis.input_validity.rules import as_list, as_object
from conformance.apis.oracles import fits_schema
from conformance.base.values import JSON, pointer, steps
from conformance.formats.chat.chunks import call_pieces, came, is_whole, joined

# Proxies before a model whose blocks are counted, such as Anthropic's, count the text before a call too.
INDEXES_OF_BLOCKS = "stream-index-of-blocks"

_KIND = "chat-chunk"
_OBJECT = "chat.completion.chunk"


def chat_stream(chunks: JSON, *, may_be_cut: bool = False) -> Iterator[Reason]:
    """Yield why a value is not a list of the chunks of a Chat stream. may_be_cut: as in `chat_response`."""
    if not isinstance(chunks, list):
        yield reason("type", "not a list of chunks")
        return
    if not any(as_list(as_object(chunk).get("choices")) or as_object(chunk).get("error") for chunk in chunks):
        yield reason("stream-start", "no chunk is about a choice")
    completed = [_completed(chunk) for chunk in chunks]
    found = [
        other_reason
        for index, chunk in enumerate(completed)
        for other_reason in below((index,), _chunk_refusals(chunk))
    ]
    yield from found
    if found:
        return
    for index, (chunk, element) in enumerate(zip(chunks, completed, strict=True)):
        if chunk is not element:
            yield reason(CHUNK_OF_HOSTS, "the types have no chunk of this form", index)
    chunks = completed
    yield from _beginnings(chunks)
    yield from _ends(chunks)
    yield from _pieces(chunks)
    if is_whole(chunks):
        body = joined(chunks)
        found = list(chat_response(body, may_be_cut=may_be_cut))
        yield from (replace(finding, at=pointer(*came(chunks, body, steps(finding.at)))) for finding in found)


def _completed(chunk: JSON) -> Any:
    """Return a chunk of hosts as the types have it, with empty choices or deltas; the same object where it has them."""
    members = as_object(chunk)
    if members.get("choices") is None:
        return members | {"choices": []} if members and not members.get("error") else chunk
    choices = as_list(members["choices"])
    if not any("content_filter_results" in as_object(choice) and choice.get("delta") is None for choice in choices):
        return chunk
    return members | {
        "choices": [{**choice, "delta": {}} for choice in choices],
        "object": members.get("object") or _OBJECT,
    }


def _chunk_refusals(chunk: JSON) -> Iterator[Reason]:
    members = as_object(chunk)
    if isinstance(as_object(members.get("error")).get("message"), str) and not members.get("choices"):
        return
    if members.get("choices") == [] and members.get("object") == "":
        chunk = members | {"object": _OBJECT}
    if not fits_schema(_KIND, chunk):
        yield from by_schema(_KIND, chunk)


def _beginnings(chunks: list[Any]) -> Iterator[Reason]:
    """Yield the further choices that begin without a role. Hosts that give one answer may leave its role out."""
    begun = {0}
    for index, chunk in enumerate(chunks):
        for position, choice in enumerate(as_list(chunk.get("choices"))):
            if choice["index"] not in begun and not as_object(choice.get("delta")).get("role"):
                yield reason("stream-order", "a further choice begins without a role", index, "choices", position)
            begun.add(choice["index"])


def _ends(chunks: list[Any]) -> Iterator[Reason]:
    """Yield what comes behind the end of the stream, or of a choice."""
    finished: dict[int, str] = {}
    for index, chunk in enumerate(chunks):
        if index and chunks[index - 1].get("error"):
            yield reason("stream-end", "a chunk comes after an error", index)
        for position, choice in enumerate(as_list(chunk.get("choices"))):
            if choice["index"] in finished and not _is_echo(choice, finished[choice["index"]]):
                yield reason("stream-end", "a piece comes after the finish_reason", index, "choices", position)
            if choice.get("finish_reason"):
                finished[choice["index"]] = choice["finish_reason"]


def _is_echo(choice: dict[str, Any], finish: str) -> bool:
    """Whether a choice says nothing but its role and how it finished."""
    says = any(value for key, value in as_object(choice.get("delta")).items() if key != "role")
    return not says and choice.get("finish_reason") in (None, finish)


def _pieces(chunks: list[Any]) -> Iterator[Reason]:
    """Yield what is wrong with the pieces of calls."""
    named: dict[tuple[int, int], dict[str, JSON]] = {}
    counts: Counter[int] = Counter()
    begins: dict[int, int] = {}
    for call_piece in call_pieces(chunks):
        inner = as_object(call_piece.piece.get("function") or call_piece.piece.get("custom"))
        given = {"id": call_piece.piece.get("id"), "name": inner.get("name")}
        known = named.get((call_piece.choice, call_piece.call))
        if known is None:
            begin = begins.setdefault(call_piece.choice, call_piece.call)
            if call_piece.call != begin + counts[call_piece.choice]:
                yield reason("stream-index", "the calls are not counted in order, from 0", *call_piece.at, "index")
            elif begin:
                yield reason(
                    INDEXES_OF_BLOCKS, f"the calls are counted from {begin}, not from 0", *call_piece.at, "index"
                )
            for key in (key for key, value in given.items() if not value):
                yield reason("stream-order", f"the first piece of a call has no {key}", *call_piece.at)
            named[call_piece.choice, call_piece.call] = given
            counts[call_piece.choice] += 1
            continue
        for key in (key for key, value in given.items() if value and value != known[key]):
            yield reason(f"stream-{key}", f"the call already has another {key}", *call_piece.at)
