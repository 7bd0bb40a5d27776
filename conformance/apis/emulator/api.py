"""The API itself, without HTTP: a request's body in, an answer of the script out."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.apis.emulator import anthropic, gemini, wording
from conformance.apis.emulator.acceptance import Acceptance, Verdict
from conformance.apis.emulator.answers import Mismatch, body_of
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.bodies import CHAT, refusal_of
from conformance.apis.emulator.gemini import ARRAY, GEMINI
from conformance.apis.emulator.scripts import DROPPED, FAILED, Cut, Script
from conformance.apis.emulator.stream import events_of, failure_of, stream_of
from conformance.apis.emulator.wording import ApiError
from conformance.base.values import ABSENT, JSON

EVENT_STREAM = "text/event-stream; charset=utf-8"
_OVERLOADED: Final = {ANTHROPIC: anthropic.OVERLOADED, GEMINI: gemini.OVERLOADED}

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiReply:
    """An answer, ready to be sent.

    pieces: the body's bytes; for a stream, one for each event. whole: False where the connection is lost after them;
    length: what is said of the body's length, None for nothing. answer: its position in the script; None for a refusal.
    rule: what a refusal comes from: an oracle's rule, or one of `wording`. verdict: what the API says against the
    request, which may be answered all the same.
    """

    status: int
    content_type: str
    pieces: tuple[bytes, ...]
    whole: bool = True
    length: int | None = None
    answer: int | None = None
    rule: str | None = None
    verdict: Verdict | None = None


class _ConversationState:
    """How far a conversation is. next: the position of its next answer. called: how many tools it has called."""

    __slots__ = ("called", "next")

    def __init__(self) -> None:
        self.next = 0
        self.called = 0


class ScriptedApi:
    """An API that answers by a script.

    acceptance: which requests it answers. again: whether a script that is over begins again, or has no more answers.
    """

    def __init__(self, script: Script, acceptance: Acceptance | None = None, *, again: bool = False) -> None:
        self._script = script
        self._acceptance = acceptance or Acceptance()
        self._again = again
        self._conversations: defaultdict[Hashable, _ConversationState] = defaultdict(_ConversationState)
        self._given = 0  # answers, over all conversations

    def answer(self, api: str, request: JSON, key: Hashable = None, stream: str | None = None) -> ApiReply:
        """Answer one request: refuse it as the real API does, or give the next answer of the key's conversation.

        stream: how a Gemini answer comes, SSE or ARRAY; other requests say it themselves.
        """
        return in_form_of(api, self._answer(api, request, key, stream), stream=stream)

    def _answer(self, api: str, request: JSON, key: Hashable, stream: str | None) -> ApiReply:
        try:
            verdict = self._acceptance.refusal(api, request)
            if verdict is not None and not verdict.answered:
                return replace(error_reply(verdict.error), verdict=verdict)
            reply = self._next(api, request, self._conversations[key], stream)
            return reply if verdict is None else replace(reply, verdict=verdict)
        except RecursionError:  # nested about as deep as JSON can be read
            return error_reply(wording.no_json())

    def _next(self, api: str, request: Object, conversation: _ConversationState, stream: str | None) -> ApiReply:
        position, answers = conversation.next, self._script.answers
        if position == len(answers):
            return error_reply(wording.over(400, f"it has {position} answers"))
        answer = answers[position]
        error = refusal_of(answer.error) if answer.error is not None else None
        if error is not None:
            reply = json_reply(*error)
        elif answer.events is not None:
            reply = _streamed(stream_of(api, answer.events, stream), stream)
        elif answer.body is not ABSENT:
            reply = json_reply(200, answer.body)
        else:
            try:
                body, calls = body_of(api, answer, request, self._given, conversation.called)
                reply = reply_of_body(api, body, request, answer.cut, stream)
                unknown = answer.unknown.get(api, {})
                own_type = next(iter(unknown), None) if api == GEMINI else unknown.get("type") if api != CHAT else None
            except Mismatch as mismatch:
                return error_reply(wording.mismatch(self._script.name, str(mismatch)))
            conversation.called += 0 if answer.cut else calls  # who did not hear of a call asks again
            self._acceptance.keep(api, request, body, own_type)
        self._given += 1
        conversation.next = position + 1
        if self._again and conversation.next == len(answers):
            conversation.next = conversation.called = 0
        return replace(reply, answer=position)


def error_reply(error: ApiError) -> ApiReply:
    """Return the answer that an error is."""
    return replace(json_reply(error.status, error.body), rule=error.rule)


def in_form_of(api: str | None, reply: ApiReply, request_id: str | None = None, stream: str | None = None) -> ApiReply:
    """Return a reply with its error, if it is one, in the form of the API's errors. stream: as for `answer`."""
    if api not in (ANTHROPIC, GEMINI) or reply.status < 400:
        return reply
    status, body = reply.status, json.loads(b"".join(reply.pieces))
    if api == ANTHROPIC:
        body = anthropic.error_of(status, body, reply.rule, request_id)
    elif isinstance(body, dict):  # a list has been brought into the form before
        status, body = gemini.error_of(status, body, reply.rule)
        body = [body] if stream == ARRAY else body
    written = json_reply(status, body)
    return replace(reply, status=status, pieces=written.pieces, length=written.length)


def json_reply(status: int, body: JSON) -> ApiReply:
    """Return the answer that a JSON body is."""
    # A lone surrogate is written as the escape that JSON has for it.
    data = json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return ApiReply(status=status, content_type="application/json", pieces=(data,), length=len(data))


def _streamed(pieces: list[bytes], stream: str | None) -> ApiReply:
    kind = "application/json; charset=UTF-8" if stream == ARRAY else EVENT_STREAM
    return ApiReply(status=200, content_type=kind, pieces=tuple(pieces))


def reply_of_body(api: str, body: Object, request: Object, cut: Cut | None, stream: str | None) -> ApiReply:
    """Return a body as the answer of its request. cut: how it breaks off. stream: as for `answer`."""
    if stream if api == GEMINI else request.get("stream"):
        reply = _streamed(events_of(api, body, request, stream), stream)
        return _cut_stream(api, reply, cut, stream) if cut is not None else reply
    reply = json_reply(200, body)
    if cut is None:
        return reply
    if cut.how == FAILED:
        return json_reply(_OVERLOADED.get(api, 500), wording.our_fault().body)
    half, dropped = reply.pieces[0][: len(reply.pieces[0]) // 2], cut.how == DROPPED
    return replace(reply, pieces=(half,), whole=not dropped, length=reply.length if dropped else len(half))


def _cut_stream(api: str, reply: ApiReply, cut: Cut, stream: str | None) -> ApiReply:
    count = len(reply.pieces) // 2 if cut.after is None else min(cut.after, len(reply.pieces) - 1)
    kept, broken = reply.pieces[:count], reply.pieces[count]
    if cut.how == FAILED:
        return replace(reply, pieces=(*kept, failure_of(api, count, stream)))
    if cut.how != DROPPED:
        return replace(reply, pieces=kept)
    return replace(reply, pieces=(*kept, broken[: len(broken) // 2]), whole=False)
