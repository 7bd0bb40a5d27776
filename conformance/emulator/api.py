"""The API itself, without HTTP: a request's body in, an answer out. It keeps what conversations and captures need."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from conformance.emulator import wording
from conformance.emulator.acceptance import Acceptance
from conformance.emulator.answers import Mismatch, body_of
from conformance.emulator.bodies import refusal_of
from conformance.emulator.scripts import Cut, Script
from conformance.emulator.stream import events_of
from conformance.emulator.wording import ApiError
from conformance.oracles.hosts import OPENAI
from conformance.values import JSON

MOST_REQUESTS = 10_000  # that are kept; the oldest are forgotten

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer, ready to be sent.

    pieces: the body's bytes; for a stream, one for each event. whole: False where the connection is lost after them;
    length: what is said of the body's length, None for nothing. answer: its position in the script; None for a refusal.
    rule: what a refusal comes from: an oracle's rule, or one of `wording`.
    """

    status: int
    content_type: str
    pieces: tuple[bytes, ...]
    whole: bool = True
    length: int | None = None
    answer: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """One request and what was answered.

    api: None where the path is no API's. body: what its JSON says; the text itself where it is none.
    """

    api: str | None
    method: str
    path: str
    body: JSON
    reply: Reply

    @property
    def status(self) -> int:
        """The answer's status."""
        return self.reply.status

    def interaction(self) -> Object:
        """Return it as one interaction of a recording."""
        text = b"".join(self.reply.pieces).decode("utf-8", "replace")
        response: Object = {"status": self.reply.status, "content_type": self.reply.content_type}
        try:
            response["json"] = json.loads(text)
        except ValueError:
            response["text"] = text
        request = {"method": self.method, "path": self.path, "json": self.body}
        origin = {"answer": self.reply.answer, "rule": self.reply.rule}
        return {"api": self.api, "request": request, "response": response, "script": origin}


class _Conversation:
    """How far a conversation is. next: the position of its next answer. called: how many tools it has called."""

    __slots__ = ("called", "next")

    def __init__(self) -> None:
        self.next = 0
        self.called = 0


class Api:
    """The scripted API. A script that is over begins again.

    Each key has a conversation of its own with `chat`, and one with `responses`.
    captured: is called with every request that was answered, in their order. profile: of the host whose API it is.
    """

    def __init__(
        self, script: Script, captured: Callable[[Captured], None] | None = None, profile: str = OPENAI
    ) -> None:
        self.script = script
        self.profile = profile
        self._captured = captured
        self.count = 0  # requests that were answered
        self._requests: deque[Captured] = deque(maxlen=MOST_REQUESTS)
        self._conversations: dict[tuple[str, str], _Conversation] = {}
        self._acceptance = Acceptance(profile=profile)
        self._given = 0  # answers, over all conversations

    @property
    def requests(self) -> tuple[Captured, ...]:
        """What was asked so far, and how it was answered, in order."""
        return tuple(self._requests)

    def capture(self, api: str | None, method: str, path: str, body: JSON, reply: Reply) -> None:
        """Keep a request and its answer."""
        captured = Captured(api=api, method=method, path=path, body=body, reply=reply)
        self._requests.append(captured)
        self.count += 1
        if self._captured is not None:
            self._captured(captured)

    def answer(self, api: str, request: JSON, key: str) -> Reply:
        """Answer one request: refuse it as the real API does, or give the next answer of the key's conversation."""
        refusal = self._acceptance.refusal(api, request)
        if refusal is not None:
            return error_reply(refusal.error)
        conversation = self._conversations.setdefault((api, key), _Conversation())
        position = conversation.next
        answer = self.script.answers[position]
        error = refusal_of(answer.error) if answer.error is not None else None
        if error is not None:
            reply = json_reply(*error)
        else:
            try:
                body, calls = body_of(api, answer, request, self._given, conversation.called)
            except Mismatch as mismatch:
                return error_reply(wording.mismatch(self.script.name, str(mismatch)))
            conversation.called += 0 if answer.cut else calls  # who did not hear of a call asks again
            self._acceptance.keep(api, request, body, answer.unknown.get("responses", {}).get("type"))
            reply = _written(api, body, request, answer.cut)
        self._given += 1
        conversation.next = (position + 1) % len(self.script.answers)
        if conversation.next == 0:
            conversation.called = 0
        return replace(reply, answer=position)


def error_reply(error: ApiError) -> Reply:
    """Return the answer that an error is."""
    return replace(json_reply(error.status, error.body), rule=error.rule)


def json_reply(status: int, body: JSON) -> Reply:
    """Return the answer that a JSON body is."""
    # A lone surrogate is written as the escape that JSON has for it.
    data = json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Reply(status=status, content_type="application/json", pieces=(data,), length=len(data))


def _written(api: str, body: Object, request: Object, cut: Cut | None) -> Reply:
    if request.get("stream"):
        reply = Reply(
            status=200, content_type="text/event-stream; charset=utf-8", pieces=tuple(events_of(api, body, request))
        )
        return _cut_stream(reply, cut) if cut is not None else reply
    reply = json_reply(200, body)
    if cut is None:
        return reply
    half = reply.pieces[0][: len(reply.pieces[0]) // 2]
    return replace(reply, pieces=(half,), whole=not cut.dropped, length=reply.length if cut.dropped else len(half))


def _cut_stream(reply: Reply, cut: Cut) -> Reply:
    count = len(reply.pieces) // 2 if cut.after is None else min(cut.after, len(reply.pieces) - 1)
    kept, broken = reply.pieces[:count], reply.pieces[count]
    if not cut.dropped:
        return replace(reply, pieces=kept)
    return replace(reply, pieces=(*kept, broken[: len(broken) // 2]), whole=False)
