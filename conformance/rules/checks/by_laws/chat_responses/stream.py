"""The chunks of a Chat stream: what each has to have, and what a stream must not say."""

from __future__ import annotations

import json
import re

from conformance.base.values import ABSENT
from conformance.formats.chat.chunks import objects
from conformance.formats.model.answer import ASKS, DONE
from conformance.formats.model.conversation import CUSTOM, Call
from conformance.rules.checks.by_laws.chat_responses.stream_view import StreamView
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got, versus
from conformance.rules.checks.letters.tool_calls.rules import names_failure
from conformance.rules.laws.calls import is_flat
from conformance.rules.laws.pairing import CallPair, payload_of


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


def usage_by_itself(view: StreamView) -> Findings:
    """RCS-5a: behind the end of the answer, the chunk with the usage has no choice."""
    ends = [any(choice.get("finish_reason") for choice in objects(chunk["choices"])) for chunk in view.chunks]
    if not view.is_read or True not in ends:
        return None
    behind = view.chunks[ends.index(True) + 1 :]
    counted = [chunk for chunk in behind if chunk.get("usage")]
    message = "the chunk with the usage, behind the end of the answer, has a choice"
    found = [Failure("choice", "/output", message) for chunk in counted if chunk["choices"]]
    return tuple(found[:1]) if counted else None


def broken_off(view: StreamView) -> Findings:
    """RCS-6: what broke off or failed does not end with stop or tool_calls, and gives only what the events said."""
    if view.is_whole or view.unfit or not view.answered:
        return OK if view.is_refused_by_right else None
    pair, how = view.both, "broke off" if view.is_cut else "failed"
    if pair.got.end.kind in (DONE, ASKS):
        message = f"the stream {how}, but finish_reason is {brief(pair.got.end.word)}"
        return (Failure("finished", "/output", message),)
    if pair.is_loose or view.message is None:
        return OK
    found = []
    content = pair.flow.value
    named = names_failure({"content": content}, view.response.get("error"))
    if content not in (None, ABSENT, "") and not named and not _is_beginning(view, pair.flow.text):
        message = f"the stream {how}, and no event has this text: {brief(content)}"
        found.append(Failure("made-up", "/output", message))
    known = {call.id: call for call in pair.calls}
    for call in pair.got_calls:
        begun = str(payload_of(call) or "")
        own = known.get(call.id) if call.id is not None else None
        if own is None or not (pair.written(call, "name") == own.name or is_flat(CallPair(own, call))):
            message = f"the stream {how}, and no event has this call: {brief(pair.as_written(call))}"
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
    end = '"}' if view.stream.is_done(call.id) else ""
    return any((json.dumps(payload, ensure_ascii=plain)[1:-1] + end).startswith(rest) for plain in (True, False))


def _is_beginning(view: StreamView, content: str) -> bool:
    """Whether a content is the beginning of what the events say."""
    rest = "".join(content.split())
    for text in view.both.all_texts:
        own = "".join(text.value.split())
        if rest.startswith(own):
            rest = rest[len(own) :]
        elif own.startswith(rest):
            return True
    return not rest or view.is_mixed


def any_carrier(view: StreamView) -> Findings:
    """RCS-7: what only some events carry arrives, and what several carry arrives once."""
    comparison = view.both
    if not view.is_read or comparison.is_loose or view.stream.contradicts_itself:
        return None
    found = []
    for call in comparison.lost_calls:
        found.append(Failure("lost", "/input", f"the call {brief(call.id)} of {brief(call.name)} did not arrive"))
    for pair in comparison.pairs:
        owed, got = payload_of(pair.owed), payload_of(pair.got)
        if isinstance(owed, str) and isinstance(got, str) and got != owed and got in (owed * 2, ""):
            message = f"arguments of the call {brief(pair.owed.id)}: wanted {brief(owed)}, {but_got(got)}"
            found.append(Failure("twice" if got else "emptied", "/output", message))
    if comparison.texts and not view.is_mixed and comparison.flow.text != comparison.owed_text:
        if comparison.flow.text == comparison.owed_text * 2:
            found.append(Failure("twice", "/output", f"the text came twice: {brief(comparison.flow.value)}"))
        elif comparison.without_text:
            found.append(Failure("lost", "/output", f"the text {brief(comparison.owed_text)} did not arrive"))
    return tuple(found) if comparison.texts or comparison.owed_calls else None


def texts_apart(view: StreamView) -> Findings:
    """RCS-8: texts of messages whose events are mixed follow each other."""
    if not view.is_read or not view.is_mixed or view.stream.is_loose or view.stream.is_unannounced:
        return None
    if view.both.reads or view.both.is_loose:
        return OK
    return (Failure("mixed", "/output", f"the texts are not one behind the other: {brief(view.content)}"),)


def unknown_events(view: StreamView) -> Findings:
    """RCS-9: events of an unknown type change nothing; a call that fails on one is charged by the contrast."""
    if not view.answered or view.unfit:
        return None
    return OK if view.stream.has_unknown else None
