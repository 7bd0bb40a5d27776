"""Conversations that are told apart by a marker: what a client asks, what the API answers, and what came of it.

The marker is in the client's prompt and its key, and in the answer's id, text and tool call.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI, RESPONSES, completed
from conformance.apis.emulator.bodies import error_body
from conformance.apis.emulator.gemini import SSE
from conformance.apis.emulator.stream import events_of
from conformance.apis.oracles.finding import anthropic_error, google_error
from conformance.base.values import JSON
from conformance.formats.exchanges import ANSWERS
from conformance.formats.model.answer import ASKS, DONE, REFUSED, SEQUENCE
from conformance.formats.model.conversation import Call, Text
from conformance.formats.model.growth import FAILED, WHOLE
from conformance.reference import ToolError, events_of_sse
from conformance.running.subjects.conversations import MODEL
from conformance.running.subjects.json_text import read

Object = dict[str, Any]

MARKER: Final = re.compile(r"mk[0-9a-f]{10}")
# The text of every answer begins with it. A stream of this length has it in its first piece.
FIRST: Final = "First"
TOOL: Final = "note"
_SCHEMA: Final[JSON] = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
_DESCRIPTION: Final = "Notes a word."
_WHOLE_ENDS: Final = frozenset({DONE, ASKS, SEQUENCE, REFUSED})
# The types of OpenAI's errors by the status that they come with; of others it is that of the class.
_KINDS: Final = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}


def marker_of(*parts: object) -> str:
    """Return the marker of a conversation; the same parts give the same one."""
    return f"mk{sha256(repr(parts).encode()).hexdigest()[:10]}"


def key_of(marker: str) -> str:
    """Return the key of a conversation's client."""
    return f"sk-client-{marker}"


def reason_of(marker: str) -> str:
    """Return a word of the message of an error that is given to a conversation."""
    return marker.replace("mk", "reason", 1)


def request_of(api: str, marker: str, *, stream: bool) -> Object:
    """Return a client's request by an API: the smallest one with a tool."""
    said = f"Note the word {marker}."
    body: Object = {"model": MODEL}
    if api == RESPONSES:
        function = {"type": "function", "name": TOOL, "description": _DESCRIPTION, "parameters": _SCHEMA}
        body |= {"input": [{"role": "user", "content": said}], "tools": [{**function, "strict": False}]}
    elif api == CHAT:
        function = {"name": TOOL, "description": _DESCRIPTION, "parameters": _SCHEMA}
        body |= {
            "messages": [{"role": "user", "content": said}],
            "tools": [{"type": "function", "function": function}],
        }
    elif api == ANTHROPIC:
        tool = {"name": TOOL, "description": _DESCRIPTION, "input_schema": _SCHEMA}
        body |= {"max_tokens": 1024, "messages": [{"role": "user", "content": said}], "tools": [tool]}
    else:
        declared = {"name": TOOL, "description": _DESCRIPTION, "parameters": _SCHEMA}
        contents = [{"role": "user", "parts": [{"text": said}]}]
        body |= {"contents": contents, "tools": [{"functionDeclarations": [declared]}]}
    return {**body, "stream": True} if stream else body


def answer_of(api: str, marker: str) -> Object:
    """Return the whole answer of an API to a conversation: a text, and a call of the tool."""
    text = f"{FIRST} of all, the word is {marker}. It is noted."
    identity = f"call_{marker}"
    arguments = {"word": marker}
    entry: JSON
    if api == RESPONSES:
        entry = [text, {"type": "function_call", "call_id": identity, "name": TOOL, "arguments": arguments}]
    elif api == CHAT:
        function = {"name": TOOL, "arguments": arguments}
        entry = {"content": text, "tool_calls": [{"id": identity, "type": "function", "function": function}]}
    elif api == ANTHROPIC:
        entry = [text, {"type": "tool_use", "id": f"toolu_{marker}", "name": TOOL, "input": arguments}]
    else:
        entry = [text, {"functionCall": {"id": identity, "name": TOOL, "args": arguments}}]
    body = completed(api, entry, 0, MODEL)
    assert body is not None
    named = "responseId" if api == GEMINI else "id"
    return {**body, named: f"{body[named]}{marker}"}


def pieces_of(api: str, marker: str, request: JSON) -> list[bytes]:
    """Return the events of the answer to a conversation, as bytes. request: of the API, which may ask for more."""
    asked = request if isinstance(request, dict) else {}
    return events_of(api, answer_of(api, marker), asked, SSE)


def error_of(api: str, status: int, message: str) -> Object:
    """Return the body of an error, in the form of an API."""
    if api == ANTHROPIC:
        return anthropic_error(status, message)
    if api == GEMINI:
        return google_error(status, message)
    return error_body(message, _KINDS.get(status, "invalid_request_error" if status < 500 else "server_error"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAnswer:
    """What a client's SDK makes of a body.

    whole: whether it takes the answer for one that is complete. failed: whether it is told of an error. said: all of
    it, with the pieces of a stream joined. text, calls: the text in it, and its calls.
    """

    whole: bool
    failed: bool
    said: str = ""
    text: str = ""
    calls: str = ""


def read_answer(api: str, body: bytes, *, stream: bool) -> ReadAnswer:
    """Read the body of an answer, as far as it came."""
    try:
        value = _events(body) if stream else read(body)
    except (ToolError, ValueError, RecursionError):
        return ReadAnswer(whole=False, failed=True)  # what no SDK can read, it raises for
    side = ANSWERS[f"{api}-stream" if stream else f"{api}-response"](value)
    if side.answer is None:
        return ReadAnswer(whole=False, failed=not stream)
    ends = [candidate.ended for candidate in side.answer.candidates]
    growth = side.growth
    whole = bool(ends) and all(end in _WHOLE_ENDS for end in ends) and (growth is None or growth.ended == WHOLE)
    failed = side.answer.failure is not None or (growth is not None and growth.ended == FAILED)
    said = [each for candidate in side.answer.candidates for turn in candidate.turns for each in turn.says]
    return ReadAnswer(
        whole=whole and side.answer.failure is None,
        failed=failed,
        said=repr(asdict(side.answer)),
        text="".join(each.value for each in said if isinstance(each, Text)),
        calls="".join(repr(asdict(each)) for each in said if isinstance(each, Call)),
    )


def _events(body: bytes) -> Sequence[JSON]:
    events: Sequence[JSON] = events_of_sse(body)
    return events


def markers_in(*texts: str) -> frozenset[str]:
    """Return the markers in some texts; a key and a reason have one too."""
    return frozenset(found for text in texts for found in MARKER.findall(text.replace("reason", "mk")))
