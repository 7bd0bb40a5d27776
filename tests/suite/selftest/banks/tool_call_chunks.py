"""Broken parsers of Chat streams: which pieces they join, what they take for the end, and what they forget."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from conformance.reference import chat_response_to_tool_calls
from conformance.reference import chat_stream_to_tool_calls as reference
from tests.suite.selftest.banks.tool_calls import CHAT_CALLS, CHAT_STREAM
from tests.suite.selftest.model import Convert
from tests.suite.selftest.mutators.chunks import at_one_index, without_others

Chunk = dict[str, Any]
Chunks = list[Any]
Piece = dict[str, Any]


def before(change: Callable[[Chunks], Chunks]) -> Convert:
    """The reference, given other chunks."""

    def convert(chunks: Any) -> Any:
        if not isinstance(chunks, list) or not all(isinstance(chunk, dict) for chunk in chunks):
            return reference(chunks)
        return reference(change(copy.deepcopy(chunks)))

    return convert


def deltas(chunks: Chunks) -> list[Chunk]:
    """The deltas of all choices."""
    choices = [choice for chunk in chunks for choice in chunk.get("choices") or () if isinstance(choice, dict)]
    return [choice["delta"] for choice in choices if isinstance(choice.get("delta"), dict)]


def pieces(chunks: Chunks) -> list[Piece]:
    """The pieces of calls."""
    lists = [delta.get("tool_calls") for delta in deltas(chunks)]
    return [piece for list_ in lists if isinstance(list_, list) for piece in list_ if isinstance(piece, dict)]


def of_pieces(change: Callable[[Piece], Any]) -> Convert:
    """The reference, given each piece of a call changed in place."""

    def changed(chunks: Chunks) -> Chunks:
        for piece in pieces(chunks):
            change(piece)
        return chunks

    return before(changed)


def _finish(chunk: Chunk) -> Any:
    choices = chunk.get("choices")
    return choices[0].get("finish_reason") if choices and isinstance(choices[0], dict) else None


# Which pieces belong to which call.


def _names_added(chunks: Chunks) -> Chunks:
    """Adds each name that comes to the one before, as texts are."""
    names: dict[Any, str] = {}
    for piece in pieces(chunks):
        inner = piece.get("function")
        if isinstance(inner, dict) and isinstance(inner.get("name"), str):
            names[piece.get("index")] = names.get(piece.get("index"), "") + inner["name"]
    for piece in pieces(chunks):
        if isinstance(piece.get("function"), dict) and piece.get("index") in names:
            piece["function"]["name"] = names[piece.get("index")]
    return chunks


def _last_said(key: str) -> Callable[[Chunks], Chunks]:
    """Takes the last id or name of a call, also an empty one."""

    def change(chunks: Chunks) -> Chunks:
        last: dict[Any, Any] = {}
        for piece in pieces(chunks):
            holder = piece if key == "id" else piece.get("function") or {}
            if key in holder and piece.get("index") is not None:
                last[piece["index"]] = holder[key]
        for piece in pieces(chunks):
            holder = piece if key == "id" else piece.get("function") or {}
            if piece.get("index") in last:
                holder[key] = last[piece["index"]]
        return chunks

    return change


def _each_id_begins_a_call(chunks: Chunks) -> Chunks:
    """Takes each piece that has an id for the first of a call, an empty one too."""
    number = -1
    for piece in pieces(chunks):
        number += isinstance(piece.get("id"), str)
        piece["index"] = max(number, 0)
    return chunks


def _to_the_latest(chunks: Chunks) -> Chunks:
    """Gives each piece without an id to the call that began last."""
    latest = 0
    for piece in pieces(chunks):
        latest = piece.get("index", latest) if piece.get("id") else latest
        piece["index"] = latest
    return chunks


def _first_piece_alone(chunks: Chunks) -> Chunks:
    """Reads one piece of each chunk."""
    for delta in deltas(chunks):
        if isinstance(delta.get("tool_calls"), list):
            delta["tool_calls"] = delta["tool_calls"][:1]
    return chunks


def _stripped(piece: Piece) -> None:
    inner = piece.get("function")
    if isinstance(inner, dict) and isinstance(inner.get("arguments"), str):
        inner["arguments"] = inner["arguments"].strip()


def _no_arguments_first(chunks: Chunks) -> Chunks:
    """Takes name and id from the first piece of a call, and arguments from the others."""
    known = set()
    for piece in pieces(chunks):
        if piece.get("index") not in known and isinstance(piece.get("function"), dict):
            piece["function"]["arguments"] = ""
        known.add(piece.get("index"))
    return chunks


def _last_piece_wins(chunks: Chunks) -> Chunks:
    """Keeps the last piece of the arguments of each call."""
    last: dict[Any, Piece] = {}
    for piece in pieces(chunks):
        inner = piece.get("function")
        if isinstance(inner, dict) and inner.get("arguments"):
            if piece.get("index") in last:
                last[piece.get("index")]["arguments"] = ""
            last[piece.get("index")] = inner
    return chunks


def _no_indexes(chunks: Chunks) -> Chunks:
    """Counts a piece without an index to the first call."""
    for piece in pieces(chunks):
        piece.setdefault("index", 0)
    return chunks


def _custom_first(chunks: Chunks) -> Chunks:
    """Takes a piece that has `custom` for one of a custom tool, also an empty one."""
    for piece in pieces(chunks):
        if "custom" in piece:
            piece.pop("function", None)
    return chunks


CHAT_STREAM.add("names_added", before(_names_added), "CALL-7", innocent=("CALL-3", "CALL-8"))
CHAT_STREAM.add("last_id_wins", before(_last_said("id")), "CALL-7", innocent=("CALL-3", "CALL-8"))
CHAT_STREAM.add("last_name_wins", before(_last_said("name")), "CALL-7", innocent=("CALL-3", "CALL-8"))
CHAT_STREAM.add("each_id_begins_a_call", before(_each_id_begins_a_call), "CALL-7", innocent=("CALL-8", "CALL-10"))
CHAT_STREAM.add("pieces_to_the_latest_call", before(_to_the_latest), "CALL-14", innocent=("CALL-8", "CALL-10"))
CHAT_STREAM.add("first_piece_of_a_chunk", before(_first_piece_alone), "CALL-11", innocent=("CALL-8", "CALL-10"))
CHAT_STREAM.add("pieces_stripped", of_pieces(_stripped), "ALL-4", innocent=("CALL-7", "CALL-8"))
CHAT_STREAM.add("arguments_of_first_pieces_lost", before(_no_arguments_first), "CALL-12", innocent=("CALL-7", "CALL-8"))
CHAT_STREAM.add("last_piece_wins", before(_last_piece_wins), "CALL-12", innocent=("CALL-7", "CALL-8"))
CHAT_STREAM.add("no_index_is_the_first", before(_no_indexes), "CALL-11", innocent=("CALL-8", "CALL-14"))
CHAT_STREAM.add("empty_custom_hides_a_function", before(_custom_first), "CALL-7", innocent=("CALL-8", "CALL-14"))


@CHAT_STREAM.mutant("CALL-2", innocent=("CALL-7", "CALL-8"))
def nameless_call_is_left_out(chunks: Any) -> Any:
    """Drops a call that has no name."""
    result = reference(chunks)
    return result | {"tool_calls": [call | {"name": call["name"] if call["name"] != "unknown" else ""}
                                    for call in result["tool_calls"]]}  # fmt: skip


# Choices.


def _of_all_choices(chunks: Chunks) -> Chunks:
    """Looks at no index of a choice."""
    for chunk in chunks:
        for choice in chunk.get("choices") or ():
            if isinstance(choice, dict):
                choice["index"] = 0
    return chunks


CHAT_STREAM.add("choices_not_told_apart", before(_of_all_choices), "CALL-6", innocent=("CALL-10",))
CHAT_STREAM.add(
    "calls_of_all_choices",
    lambda chunks: _calls_of_all(chunks),
    "CALL-7",
    innocent=("CALL-3", "CALL-8"),
)


def _calls_of_all(chunks: Any) -> Any:
    """Adds the calls of further choices."""
    result = reference(chunks)
    others = before(lambda given: [chunk for chunk in given if _index(chunk)])(chunks)
    return result | {"tool_calls": [*result["tool_calls"], *others["tool_calls"]]}


def _index(chunk: Chunk) -> Any:
    choices = chunk.get("choices")
    return isinstance(choices, list) and choices and isinstance(choices[0], dict) and choices[0].get("index")


# Text.


@CHAT_STREAM.mutant("CALL-6", innocent=("CALL-7", "CALL-8"))
def thoughts_are_text(chunks: Any) -> Any:
    """Adds what the host calls reasoning."""
    result = reference(chunks)
    thoughts = [delta["reasoning_content"] for delta in deltas(chunks) if delta.get("reasoning_content")]
    return result | {"content": "".join(thoughts) + result["content"]}


def _either(first: str, second: str) -> Callable[[Chunks], Chunks]:
    """Read one member of each delta, and the other only where the first says nothing."""

    def change(chunks: Chunks) -> Chunks:
        for delta in deltas(chunks):
            if delta.get(first):
                delta.pop(second, None)
        return chunks

    return change


CHAT_STREAM.add(
    "text_or_calls", before(_either("content", "tool_calls")), "CALL-7", innocent=("CALL-8",), sets=("safe",)
)
CHAT_STREAM.add(
    "calls_or_text", before(_either("tool_calls", "content")), "CALL-6", innocent=("CALL-7",), sets=("safe",)
)


def _until_calls(chunks: Chunks) -> Chunks:
    """Forgets the text as soon as a call begins."""
    if pieces(chunks):
        for delta in deltas(chunks):
            delta["content"] = None
    return chunks


CHAT_STREAM.add("text_before_calls_lost", before(_until_calls), "CALL-6", innocent=("CALL-7", "CALL-8"))

# The end.


def _until_the_finish(chunks: Chunks) -> Chunks:
    """Reads nothing behind the first finish_reason."""
    ends = [number for number, chunk in enumerate(chunks) if _finish(chunk)]
    return chunks[: ends[0] + 1] if ends else chunks


def _until_no_choices(chunks: Chunks) -> Chunks:
    """Takes a chunk without choices for the end."""
    places = [number for number, chunk in enumerate(chunks) if not chunk.get("choices") and not chunk.get("error")]
    return chunks[: places[0]] if places else chunks


CHAT_STREAM.add("stops_at_the_finish_reason", before(_until_the_finish), "CALL-17", innocent=("CALL-7", "CALL-8"))
CHAT_STREAM.add("no_choices_are_the_end", before(_until_no_choices), "CALL-8", innocent=("CALL-10", "CALL-14"))
CHAT_STREAM.add(
    "usage_with_choices_alone",
    before(lambda chunks: [chunk if chunk.get("choices") else chunk | {"usage": None} for chunk in chunks]),
    "CALL-17",
    innocent=("CALL-7", "CALL-8"),
)


@CHAT_STREAM.mutant("CALL-8", innocent=("CALL-3", "CALL-14"))
def needs_a_choice(chunks: Any) -> Any:
    """Reads the first choice of each chunk unguarded."""
    if isinstance(chunks, list):
        for chunk in chunks:
            if isinstance(chunk, dict) and chunk.get("choices") == []:
                raise IndexError("list index out of range")
    return reference(chunks)


@CHAT_STREAM.mutant("CALL-8", innocent=("CALL-7", "CALL-10"))
def never_done(chunks: Any) -> Any:
    """Waits for a word that the list has not."""
    return reference(chunks) | {"done": False}


@CHAT_STREAM.mutant("CALL-5", innocent=("CALL-7", "CALL-8"))
def own_finish_always(chunks: Any) -> Any:
    """The last finish_reason of the stream, also beside calls."""
    result = reference(chunks)
    finishes = [_finish(chunk) for chunk in chunks if isinstance(chunk, dict) and _finish(chunk)]
    return result | ({"finish_reason": finishes[-1]} if finishes and not result.get("error") else {})


def is_unfinished(chunks: Any) -> bool:
    """Whether no chunk of a stream has a finish_reason or an error."""
    given = [chunk for chunk in chunks if isinstance(chunk, dict)] if isinstance(chunks, list) else []
    return bool(given) and not any(_finish(chunk) or chunk.get("error") for chunk in given)


@CHAT_STREAM.mutant("CALL-10", innocent=("CALL-7", "CALL-8"))
def the_end_of_input_is_the_end(chunks: Any) -> Any:
    """Done when nothing more comes."""
    return reference(chunks) | {"done": True}


@CHAT_STREAM.mutant("CALL-10", innocent=("CALL-8", "CALL-15"))
def half_calls_are_empty(chunks: Any) -> Any:
    """Presents a call that never ended as one of a tool without parameters."""
    return _with_halves(chunks, {})


@CHAT_STREAM.mutant("CALL-15", innocent=("CALL-8", "CALL-12"))
def half_calls_are_repaired(chunks: Any) -> Any:
    """Completes a call that never ended."""
    return _with_halves(chunks, {"city": "Par"})


def _with_halves(chunks: Any, arguments: Any) -> Any:
    result = reference(chunks)
    if not is_unfinished(chunks):
        return result
    ended = before(lambda given: [*given, {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}])(chunks)
    calls = [call | {"arguments": arguments} for call in ended["tool_calls"]]
    return result | {"tool_calls": calls, "finish_reason": "tool_calls" if calls else None}


@CHAT_STREAM.mutant("CALL-10", innocent=("CALL-8",))
def a_cut_raises(chunks: Any) -> Any:
    """Fails on what is missing where a stream breaks off."""
    if is_unfinished(chunks):
        raise TypeError("'NoneType' object is not subscriptable")
    return reference(chunks)


CHAT_STREAM.add(
    "errors_passed_over",
    before(lambda chunks: [chunk for chunk in chunks if not chunk.get("error")] or [{}]),
    "CALL-13",
    innocent=("CALL-7", "CALL-8"),
)


@CHAT_STREAM.mutant("CALL-10", innocent=("CALL-8", "CALL-13"))
def an_error_is_an_end(chunks: Any) -> Any:
    """A stream that an error ends is done."""
    result = reference(chunks)
    return result | ({"done": True} if result.get("error") else {})


# The law.

CHAT_STREAM.add(
    "streamed_otherwise",
    reference,
    "LAW-8",
    innocent=("CALL-7", "CALL-6"),
    others={CHAT_CALLS: lambda given: chat_response_to_tool_calls(given) | {"tool_calls": []}},
)
CHAT_STREAM.add(
    "text_not_streamed_stripped",
    reference,
    "LAW-8",
    innocent=("CALL-7", "CALL-6"),
    others={
        CHAT_CALLS: lambda given: (lambda result: result | {"content": result["content"].strip()})(
            chat_response_to_tool_calls(given)
        )
    },
)

BANKS = (CHAT_STREAM,)


# What is taken for a repetition, for nothing, or for the place in a list.


def _no_repetitions(key: str) -> Callable[[Chunks], Chunks]:
    """Takes a piece of a text that is equal to the one before for a repetition."""

    def change(chunks: Chunks) -> Chunks:
        before_it = None
        for delta in deltas(chunks):
            if delta.get(key):
                if delta[key] == before_it:
                    delta[key] = ""
                else:
                    before_it = delta[key]
        return chunks

    return change


def _no_repeated_arguments(chunks: Chunks) -> Chunks:
    """Takes a piece of arguments that is equal to the one before for a repetition."""
    latest: dict[Any, Any] = {}
    for piece in pieces(chunks):
        inner = piece.get("function")
        if isinstance(inner, dict) and inner.get("arguments"):
            if latest.get(piece.get("index")) == inner["arguments"]:
                inner["arguments"] = ""
            else:
                latest[piece.get("index")] = inner["arguments"]
    return chunks


def _no_text_behind_calls(chunks: Chunks) -> Chunks:
    """Reads no text behind the first piece of a call."""
    called = False
    for delta in deltas(chunks):
        if called and delta.get("content"):
            delta["content"] = None
        called = called or bool(delta.get("tool_calls"))
    return chunks


CHAT_STREAM.add("equal_texts_merged", before(_no_repetitions("content")), "CALL-6", innocent=("CALL-7", "CALL-8"))
CHAT_STREAM.add("equal_refusals_merged", before(_no_repetitions("refusal")), "CALL-16", innocent=("CALL-7", "CALL-8"))
CHAT_STREAM.add("equal_arguments_merged", before(_no_repeated_arguments), "CALL-3", innocent=("CALL-7", "CALL-8"))
CHAT_STREAM.add("text_behind_calls_lost", before(_no_text_behind_calls), "CALL-6", innocent=("CALL-7", "CALL-8"))


@CHAT_STREAM.mutant("CALL-7", "CALL-11", innocent=("CALL-6", "CALL-8"))
def indexes_are_places(chunks: Any) -> Any:
    """Looks for the calls of the first indexes, as many as there are calls."""
    result = reference(chunks)
    found = chunks if isinstance(chunks, list) else []
    indexes = {piece.get("index", 0) for piece in pieces([finding for finding in found if isinstance(finding, dict)])}
    begun = min(indexes, default=0)
    kept = result["tool_calls"][: max(len(indexes) - begun, 0)] if len(indexes) > 1 else result["tool_calls"]
    return result | {"tool_calls": kept}


def _last_word_counts(chunks: Chunks) -> Chunks:
    """Takes the finish_reason of the last chunk that has a choice, also null."""
    ends = [chunk for chunk in chunks if chunk.get("choices") and isinstance(chunk["choices"][0], dict)]
    if ends and not ends[-1]["choices"][0].get("finish_reason"):
        for chunk in ends:
            chunk["choices"][0]["finish_reason"] = None
    return chunks


CHAT_STREAM.add("a_later_null_is_no_end", before(_last_word_counts), "CALL-8", innocent=("CALL-3",))


def _known_alone(chunks: Chunks) -> Chunks:
    """Passes over each piece of a call of which no id came."""
    known = {piece.get("index") for piece in pieces(chunks) if piece.get("id")}
    for delta in deltas(chunks):
        if isinstance(delta.get("tool_calls"), list):
            called = [tool_call for tool_call in delta["tool_calls"] if isinstance(tool_call, dict)]
            delta["tool_calls"] = [element for element in called if element.get("id") or element.get("index") in known]
    return chunks


CHAT_STREAM.add("merges_calls_without_index", before(at_one_index), "CALL-19", shown_by="no-index-in-pieces")
CHAT_STREAM.add("loses_calls_without_index", before(without_others), "CALL-19", shown_by="no-index-in-pieces")
CHAT_STREAM.add("loses_calls_without_id", before(_known_alone), "CALL-19", shown_by="no-id")
