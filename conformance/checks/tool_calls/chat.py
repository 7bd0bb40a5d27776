"""Reads a Chat Completions response into what it owes a parsed result."""

from __future__ import annotations

from conformance.checks.tool_calls.arguments import read_arguments
from conformance.checks.tool_calls.facts import (
    COMPLETED,
    INCOMPLETE,
    UNFIT,
    Answer,
    Call,
    Path,
    Text,
    legal_names,
    settled_fates,
)
from conformance.matching.alignment import MAY, MUST
from conformance.values import ABSENT, JSON

# The reasons by which Chat says that the answer is not whole.
CUT_SHORT = ("length", "content_filter")
_WHOLE = ("stop", "tool_calls")
_MESSAGE: Path = ("choices", 0, "message")


def read_chat_response(response: JSON, exact: bool) -> Answer:
    """Read a Chat Completions response: its first choice alone. exact: as elsewhere."""
    choices = response.get("choices") if isinstance(response, dict) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    choice = choice if isinstance(choice, dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        return UNFIT
    entries = message.get("tool_calls")
    odd = not isinstance(entries, list | None)
    entries = entries if isinstance(entries, list) else []
    read = [_call(entry, (*_MESSAGE, "tool_calls", index), exact) for index, entry in enumerate(entries)]
    calls = settled_fates(call for call in read if call is not None)
    content, refusal = message.get("content"), message.get("refusal")
    texts = [Text(content, (*_MESSAGE, "content"))] if isinstance(content, str) else []
    if isinstance(refusal, str):
        texts.append(Text(refusal, (*_MESSAGE, "refusal"), refusal=True))
    finish = choice.get("finish_reason")
    return Answer(
        calls=calls,
        texts=tuple(texts),
        ending=INCOMPLETE if finish in CUT_SHORT else COMPLETED,
        odd=odd or None in read or any(call.fate == MAY for call in calls) or not isinstance(finish, str | None),
        items=len(entries),
        loose_text=not isinstance(content, str | None) or not isinstance(refusal, str | None),
        reason=finish if finish in CUT_SHORT else None,
        own_finish=finish,
        usage=ABSENT if response.get("usage") is None else response["usage"],
        finished=finish in _WHOLE,
    )


def _call(entry: JSON, at: Path, exact: bool) -> Call | None:
    """Read one entry of tool_calls; None for what is no object.

    Other types than functions may be left out, and so may an empty one, which some servers write for a function.
    """
    if not isinstance(entry, dict):
        return None
    function = entry.get("function")
    if not isinstance(function, dict) or entry.get("type") not in (None, "", "function"):
        inner = function if isinstance(function, dict) else entry.get("custom")
        raw = inner.get("arguments", inner.get("input")) if isinstance(inner, dict) else None
        return Call(fate=MAY, ids=None, names=None, arguments=read_arguments(raw, exact)._replace(legal=None), at=at)
    return Call(
        fate=MAY if entry.get("type") == "" else MUST,
        ids=legal_names(entry.get("id")),
        names=legal_names(function.get("name")),
        arguments=read_arguments(function.get("arguments"), exact),
        at=at,
    )
