"""What the API of a tool loop says, as its script has it: calls, texts, errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.emulator import CHAT, completed, refusal_of
from conformance.formats.chat import read as chat
from conformance.formats.responses import read as responses
from conformance.formats.shared import unread_member, written_arguments
from conformance.model.conversation import FUNCTION, PARTS, Reasoning, Text
from conformance.model.conversation import Call as Called
from conformance.model.fact import Other
from conformance.strict_json import NotFinite, parse_json
from conformance.values import JSON

# How far the arguments of a call can be read. DOUBTFUL: some readers take them, or the call was not finished.
READABLE, MALFORMED, DOUBTFUL = "readable", "malformed", "doubtful"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of the model. sent: its arguments as the API writes them. arguments: decoded; None where malformed."""

    id: str
    name: str
    sent: JSON
    arguments: JSON
    state: str

    def __str__(self) -> str:
        return f"the call {self.id} of {self.name}"


class Turn(NamedTuple):
    """One answer of the API. answers: what may be returned of it as the final text; None for anything.

    failed: it is an error, or a response that failed. identity: the id of the response.
    """

    calls: tuple[Call, ...] = ()
    answers: tuple[str | None, ...] | None = None
    failed: bool = False
    identity: str | None = None


# Replaces a text that is empty.
_NO_TEXT = ("", None, "[No response generated]")
_JOINS = ("", "\n", "\n\n")


def read_turn(api: str, entry: JSON, number: int) -> Turn | None:
    """Read one answer of a script; None for what is no answer of this API."""
    if refusal_of(entry) is not None:
        return Turn(failed=True)
    body = completed(api, entry, number)
    if body is None:
        return None
    return (_chat if api == CHAT else _responses)(body)


def _responses(body: dict[str, JSON]) -> Turn | None:
    if body.get("status") == "failed":
        return Turn(failed=True)
    output = body["output"]
    if not isinstance(output, list) or not all(isinstance(item, dict) for item in output):
        return None
    calls, texts, odd = [], [], False
    for item in responses.read_items(output):
        odd = odd or not (item.form or item.says)
        for one in item.says:
            if isinstance(one, Called) and one.kind == FUNCTION:
                id_ = one.id or (item.id if unread_member(one, "call_id") is None else None)
                calls.append(_call(one, id_, None if item.state == "completed" else DOUBTFUL))
            elif isinstance(one, Text) and item.form == PARTS:
                texts.append(one.value)
            else:
                odd = odd or not isinstance(one, Reasoning)
    return Turn(tuple(calls), None if odd else _answers(texts), identity=_text(body.get("id")))


def _chat(body: dict[str, JSON]) -> Turn | None:
    choices = body["choices"]
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return None
    said = chat.read_message(message)
    listed = chat.listed_calls(said)
    if any(one.kind != FUNCTION for one in listed) or any(isinstance(one, Other) and one.place for one in said.says):
        return None
    calls = tuple(_call(one, one.id) for one in listed)
    content = message.get("content")
    odd = bool(message.get("refusal")) or not isinstance(content, str | None)
    return Turn(calls, None if odd else _answers([content] if content else []), identity=_text(body.get("id")))


def _answers(texts: list[str]) -> tuple[str | None, ...]:
    joined = dict.fromkeys(join.join(texts) for join in _JOINS)
    return tuple(joined) if any(texts) else (*joined, *_NO_TEXT)


def _call(call: Called, identity: str | None, state: str | None = None) -> Call:
    sent = written_arguments(call)
    arguments, read = decoded(sent)
    return Call(
        id=identity or "",
        name=call.name or "",
        sent=sent,
        arguments=arguments,
        state=state or (read if identity and call.name else DOUBTFUL),
    )


def decoded(sent: JSON) -> tuple[JSON, str]:
    """Return the arguments that a call's text means, and how far it can be read."""
    if sent is None or (isinstance(sent, str) and not sent.strip()):
        return {}, READABLE
    if not isinstance(sent, str):
        return None, DOUBTFUL
    try:
        value = parse_json(sent)
    except NotFinite:
        return None, DOUBTFUL  # many readers take NaN
    except (ValueError, RecursionError):
        return None, MALFORMED
    return (value, READABLE) if isinstance(value, dict) else (None, MALFORMED)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def texts_of(message: JSON) -> Iterator[str]:
    """Yield the texts of a Chat message."""
    content = message.get("content")
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
                yield part["text"]
