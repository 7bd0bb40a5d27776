"""Reads the chunks of a Chat Completions stream into what they owe a parsed result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.chat.calls import has_odd_calls, written_calls
from conformance.formats.chat.chunks import CallPiece, call_pieces, error_of, is_whole, joined
from conformance.formats.chat.read import OLD_CALL
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.formats.model.fact import Path
from conformance.rules.alignment.alignment import MAY
from conformance.rules.checks.letters.tool_calls.arguments import BLANK, MISSING, OBJECT, OPEN
from conformance.rules.checks.letters.tool_calls.chat import TEXTS, read_chat_response
from conformance.rules.checks.letters.tool_calls.facts import CUT, ERROR, INCOMPLETE, UNFIT, OwedAnswer, OwedCall


def read_chat_stream(chunks: JSON, exact: bool) -> OwedAnswer:
    """Read a list of chunks: their first choice alone. exact: whether the transport keeps all numbers apart."""
    if not isinstance(chunks, list) or not any(isinstance(chunk, dict) for chunk in chunks):
        return UNFIT
    response = joined(chunks)
    response["choices"] = response["choices"][:1] or [{"index": 0, "message": {"role": "assistant", "content": None}}]
    answer = read_chat_response(response, exact)
    error = error_of(chunks)
    ending = ERROR if error else CUT if answer.own_finish is None else answer.ending
    of_choice: defaultdict[int, list[CallPiece]] = defaultdict(list)
    for piece in call_pieces(chunks):
        if piece.choice == response["choices"][0]["index"]:
            of_choice[piece.call].append(piece)
    stories = [of_choice[place] for place in sorted(of_choice)]
    calls = [_call(call, story, ending) for call, story in zip(answer.calls, stories, strict=False)]
    # Behind them may be one in the old form.
    old = (replace(call, at=_first(chunks, OLD_CALL)) for call in answer.calls[len(stories) :])
    calls += [_half(call) if ending in (CUT, ERROR) else call for call in old]
    return replace(
        answer,
        calls=tuple(calls),
        texts=tuple(replace(text, at=(_place_of(text, chunks),)) for text in answer.texts),
        ending=ending,
        odd=answer.odd or any(map(_is_odd, chunks)),
        ordered=stories == sorted(stories, key=_begins),
        loose_text=answer.loose_text or ending in (CUT, ERROR) or any(map(_has_loose_text, chunks)),
        error=error,
        # Several ids or two kinds in one: pieces without an index are mixed, and those of two calls look like one's.
        unclear=any(len(_values_of_pieces(story, "id")) > 1 or _has_two_kinds(story) for story in stories),
        interleaved=any(call.mixed for call in calls),
        finished=answer.finished and ending not in (CUT, ERROR),
        garbled=answer.loose_text or any(map(_has_loose_text, chunks)),
        has_sounded=ending == CUT and _has_sounded(chunks),
    )


def _has_sounded(chunks: Sequence[JSON]) -> bool:
    """Whether the last delta says when the sound of an answer expires."""
    last = next((delta for chunk in reversed(chunks) for _at, delta in reversed(_deltas(chunk))), None)
    audio = last.get("audio") if isinstance(last, dict) else None
    return isinstance(audio, dict) and audio.get("expires_at") is not None


def whole_response(chunks: JSON) -> JSON | Absent:
    """Return the response that the chunks of a stream make; ABSENT where it did not come to its end."""
    return joined(chunks) if isinstance(chunks, list) and is_whole(chunks) else ABSENT


def _call(call: OwedCall, story: Sequence[CallPiece], ending: str) -> OwedCall:
    """Read a call from its pieces; call: as the response that they make has it."""
    if ending in (CUT, ERROR):
        call = _half(call)
    arguments = call.arguments
    if ending == INCOMPLETE and arguments.kind in (BLANK, MISSING):
        arguments = arguments._replace(kind=OPEN, legal=({}, None))  # maybe nothing of them had come yet
    if len(_values_of_pieces(story, "name")) > 1:
        call = replace(call, fate=MAY, names=None)
    return replace(call, arguments=arguments, at=story[0].at, place=story[0].call, mixed=_is_mixed(story))


def _half(call: OwedCall) -> OwedCall:
    """Return a call that never ended. Its pieces may happen to be whole."""
    arguments = call.arguments
    legal = (*(arguments.legal or ()), None) if arguments.kind == OBJECT else (None,)
    return replace(call, fate=MAY, half=True, arguments=arguments._replace(legal=legal))


def _has_two_kinds(story: Sequence[CallPiece]) -> bool:
    return all(any(piece.piece.get(holder) for piece in story) for holder in ("function", "custom"))


def _begins(story: Sequence[CallPiece]) -> tuple[int, int]:
    at = story[0].at
    return int(at[0]), int(at[-1])


def _is_mixed(story: Sequence[CallPiece]) -> bool:
    """Whether pieces of other calls are between the arguments of a call."""
    own = [piece.number for piece in story]
    bringing = [piece.number for piece in story if _inner(piece).get("arguments")]
    return bool(bringing) and sum(bringing[0] <= number <= bringing[-1] for number in own) <= bringing[-1] - bringing[0]


def _values_of_pieces(story: Sequence[CallPiece], key: str) -> set[str]:
    """Return the ids, or the names, that the pieces of a call give it."""
    given = (_inner(piece).get(key) if key == "name" else piece.piece.get(key) for piece in story)
    return {value for value in given if isinstance(value, str) and value}


def _inner(piece: CallPiece) -> dict[str, JSON]:
    inner = piece.piece.get("function")
    return inner if isinstance(inner, dict) else {}


def _deltas(chunk: JSON) -> list[tuple[Path, JSON]]:
    choices = chunk.get("choices") if isinstance(chunk, dict) else None
    return [
        (("choices", position, "delta"), choice.get("delta"))
        for position, choice in enumerate(choices if isinstance(choices, list) else ())
        if isinstance(choice, dict)
    ]


def _place_of(text: Text | ModelRefusal, chunks: Sequence[JSON]) -> Path:
    """Return the place of the first piece of a text."""
    return _first(chunks, str(text.at[0][-1]))


def _first(chunks: Sequence[JSON], key: str) -> Path:
    """Return the place of the first delta that has a member."""
    places = [
        (number, *at, key)
        for number, chunk in enumerate(chunks)
        for at, delta in _deltas(chunk)
        if isinstance(delta, dict) and delta.get(key)
    ]
    return places[0] if places else ()


def _has_loose_text(chunk: JSON) -> bool:
    """Whether it cannot be known which text a chunk brings."""
    return any(
        isinstance(delta, dict) and not all(isinstance(delta.get(key), str | None) for key in TEXTS)
        for _at, delta in _deltas(chunk)
    )


def _is_odd(chunk: JSON) -> bool:
    """Whether a chunk has a shape that the API does not know: a call on it may fail."""
    if not isinstance(chunk, dict):
        return True
    choices = chunk.get("choices")
    if not isinstance(choices, list):
        return choices is not None or not (chunk.get("error") or "object" in chunk)
    if not all(isinstance(choice, dict) for choice in choices):
        return True
    return any(_is_odd_delta(delta) for _at, delta in _deltas(chunk))


def _is_odd_delta(delta: JSON) -> bool:
    if not isinstance(delta, dict):
        return delta is not None
    if has_odd_calls(delta):
        return True
    texts = all(isinstance(delta.get(key), str | None) for key in TEXTS)
    return not texts or any(_is_odd_piece(piece) for piece in written_calls(delta))


def _is_odd_piece(piece: JSON) -> bool:
    if not isinstance(piece, dict):
        return True
    inner = piece.get("function")
    if not isinstance(inner, dict | None):
        return True
    members = [piece.get("id"), *((inner or {}).get(key) for key in ("name", "arguments"))]
    return any(not isinstance(member, str | None) for member in members)
