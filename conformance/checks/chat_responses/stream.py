"""The chunks of a Chat stream: what each has to have, and what a stream must not say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from conformance.checks.chat_responses.stream_view import CUT, StreamView
from conformance.checks.chat_responses.view import Object
from conformance.checks.findings import OK, Failure, Findings, brief, output_at, versus
from conformance.checks.tool_calls.rules import names_failure
from conformance.formats.facts import is_filled
from conformance.laws.pairing import payload_of
from conformance.model.conversation import CUSTOM, Call
from conformance.values import ABSENT, JSON

_HEAD = ("id", "created", "model")


def one_head(view: StreamView) -> Findings:
    """RCS-1: a list of chunks, all with the same id, created and model, and with choices of index 0."""
    if not view.answered or view.unfit:
        return None
    if not isinstance(view.output, list):
        return (Failure("no-list", "/output", f"wanted a list of chunks, got {brief(view.output)}"),)
    found = []
    for key in _HEAD:
        values = [chunk.get(key) for chunk in view.chunks]
        other = next((at for at, value in enumerate(values) if value != values[0]), None)
        if other is not None:
            message = f"{key} of chunk {other + 1}: {brief(values[other])}, and {brief(values[0])} in the first chunk"
            found.append(Failure(key, output_at(other, key), message))
    for at, choice, _delta in view.pieces:
        if choice.get("index") != 0:
            message = f"index of the choice in chunk {at + 1}: wanted 0, got {brief(choice.get('index'))}"
            found.append(Failure("index", output_at(at, "choices"), message))
    return tuple(found)


def role_first(view: StreamView) -> Findings:
    """RCS-2: the first chunk with a choice has the role; a later one has none, or the same."""
    if not view.pieces or view.unfit:
        return None
    at, _choice, delta = view.pieces[0]
    if delta.get("role") != "assistant":
        message = f"role in the first chunk: wanted assistant, got {brief(delta.get('role'))}"
        return (Failure("role", output_at(at, "choices"), message),)
    return tuple(
        Failure("role", output_at(place, "choices"), f"role in chunk {place + 1}: got {brief(later['role'])}")
        for place, _choice, later in view.pieces
        if later.get("role") not in (None, "", "assistant")
    )


def calls_open_once(view: StreamView) -> Findings:
    """RCS-3: a call opens with its index, id, type and name, once; the indexes follow each other from 0."""
    opened: list[JSON] = []
    found = []
    for at, piece in _pieces_of_calls(view):
        where = output_at(at, "choices")
        index, inner = piece.get("index"), _inner(piece)
        if index not in opened:
            if index != len(opened):
                message = f"index of the next call: wanted {len(opened)}, got {brief(index)}"
                found.append(Failure("index", where, message))
            opened.append(index)
            if not is_filled(piece.get("id")) or not is_filled(inner.get("name")):
                message = f"a call opens with its id and its name, got {brief(piece)}"
                found.append(Failure("opening", where, message))
            elif piece.get("type") not in ("function", "custom"):
                message = f"type of a call: wanted function, got {brief(piece.get('type'))}"
                found.append(Failure("type", where, message))
        elif piece.get("id") or inner.get("name"):
            message = f"the id or the name of call {brief(index)} came before, and comes again: {brief(piece)}"
            found.append(Failure("again", where, message))
    return tuple(found) if opened and not view.said.both.is_loose else None


def _pieces_of_calls(view: StreamView) -> Iterator[tuple[int, Object]]:
    for at, _choice, delta in view.pieces:
        pieces = delta.get("tool_calls")
        yield from ((at, piece) for piece in (pieces if isinstance(pieces, list) else ()) if isinstance(piece, dict))


def _inner(piece: Object) -> Object:
    inner = piece.get("function", piece.get("custom"))
    return inner if isinstance(inner, dict) else {}


def one_finish(view: StreamView) -> Findings:
    """RCS-4: one chunk of an answer has a finish_reason, and nothing is said behind it."""
    if not view.is_read:
        return None
    ends = [at for at, choice, _delta in view.pieces if choice.get("finish_reason") is not None]
    if len(ends) != 1:
        message = f"wanted one chunk with a finish_reason, got {len(ends)}"
        return (Failure("ends", "/output", message),)
    return tuple(
        Failure("behind-the-end", output_at(at, "choices"), f"behind the end chunk {at + 1} has {brief(delta)}")
        for at, _choice, delta in view.pieces
        if at > ends[0] and any(delta.get(key) for key in ("content", "refusal", "tool_calls"))
    )


def stream_usage(view: StreamView) -> Findings:
    """RCS-5: the usage is in a chunk, or in none, as stream-usage says."""
    answer = view.trial.choices.get("stream-usage")
    if not view.is_read or view.usage is None or answer is None:
        return None
    has = (view.body or {}).get("usage") is not None
    if has is (answer == "write"):
        return OK
    message = "the usage of the response is in no chunk" if answer == "write" else "a chunk has the usage"
    return (Failure("usage", "/output", f"stream-usage is {answer}: {message}"),)


def broken_off(view: StreamView) -> Findings:
    """RCS-6: what broke off or failed does not end with stop or tool_calls, and gives only what the events said."""
    if view.is_whole or view.unfit or not view.answered:
        return OK if view.is_refused_by_right else None
    got = view.choice.get("finish_reason")
    how = "broke off" if view.ending_event == CUT else "failed"
    if got in ("stop", "tool_calls"):
        return (Failure("finished", "/output", f"the stream {how}, but finish_reason is {brief(got)}"),)
    both = view.said.both
    if view.is_loose or both.is_loose or not isinstance(view.message, dict):
        return OK
    found = []
    content = both.flow.value
    named = names_failure({"content": content}, view.response.get("error"))
    if content not in (None, ABSENT, "") and not named and not _is_beginning(view, both.flow.text):
        message = f"the stream {how}, and no event has this text: {brief(content)}"
        found.append(Failure("made-up", "/output", message))
    known = {call.id: call for call in both.calls}
    for call in both.got_calls:
        begun = str(payload_of(call) or "")
        own = known.get(call.id) if call.id is not None else None
        if own is None or both.written(call, "name") != own.name:
            message = f"the stream {how}, and no event has this call: {brief(both.as_written(call))}"
            found.append(Failure("unasked", "/output", message))
        elif not _is_begun(view, own, begun):
            message = f"arguments of a call, before the stream {how}: {versus(payload_of(own), begun)}"
            found.append(Failure("made-up", "/output", message))
    return tuple(found)


# The beginning of the arguments of a function in place of a custom tool, up to the text of its only value.
_OPENED = re.compile(r"""\s*\{\s*"[^"]*"\s*:\s*\"""")


def _is_begun(view: StreamView, call: Call, begun: str) -> bool:
    """Whether a text is the beginning of a call's arguments: of a custom tool's also those of a function.

    The object of such a function ends only where its input did.
    """
    payload = str(payload_of(call))
    if payload.startswith(begun):
        return True
    opened = _OPENED.match(begun)
    if call.kind != CUSTOM:
        return False
    if opened is None:
        return re.fullmatch(r"""\s*(\{\s*("[^"]*"?\s*:?\s*)?)?""", begun) is not None
    rest = begun[opened.end() :]
    end = '"}' if view.is_done(call) else ""
    return any((json.dumps(payload, ensure_ascii=plain)[1:-1] + end).startswith(rest) for plain in (True, False))


def _is_beginning(view: StreamView, content: str) -> bool:
    """Whether a content is the beginning of what the events say."""
    rest = "".join(content.split())
    for text in view.said.both.all_texts:
        own = "".join(text.value.split())
        if rest.startswith(own):
            rest = rest[len(own) :]
        elif own.startswith(rest):
            return True
    return not rest or view.overlapping


def any_carrier(view: StreamView) -> Findings:
    """RCS-7: what only some events carry arrives, and what several carry arrives once."""
    if not view.is_read or view.is_loose or view.said.both.is_loose or view.contradicts_itself:
        return None
    found = []
    both = view.said.both
    for call in both.lost_calls:
        found.append(Failure("lost", "/input", f"the call {brief(call.id)} of {brief(call.name)} did not arrive"))
    for pair in both.pairs:
        owed, got = payload_of(pair.owed), payload_of(pair.got)
        if isinstance(owed, str) and isinstance(got, str) and got != owed and got in (owed * 2, ""):
            message = f"arguments of the call {brief(pair.owed.id)}: wanted {brief(owed)}, got {brief(got)}"
            found.append(Failure("twice" if got else "emptied", "/output", message))
    if both.texts and not view.overlapping and both.flow.text != both.owed_text:
        if both.flow.text == both.owed_text * 2:
            found.append(Failure("twice", "/output", f"the text came twice: {brief(both.flow.value)}"))
        elif both.without_text:
            found.append(Failure("lost", "/output", f"the text {brief(both.owed_text)} did not arrive"))
    return tuple(found) if both.texts or both.owed_calls else None


def texts_apart(view: StreamView) -> Findings:
    """RCS-8: texts of messages whose events are mixed follow each other."""
    if not view.is_read or not view.overlapping or view.is_loose or view.is_unannounced:
        return None
    if view.said.both.reads or view.said.both.is_loose:
        return OK
    return (Failure("mixed", "/output", f"the texts are not one behind the other: {brief(view.said.content)}"),)


def unknown_events(view: StreamView) -> Findings:
    """RCS-9: events of an unknown type change nothing; a call that fails on one is charged by the contrast."""
    if not view.answered or view.unfit:
        return None
    unknown = any(not str(event.get("type")).startswith(("response.", "error")) for event in view.events
                  if isinstance(event, dict))  # fmt: skip
    return OK if unknown else None
