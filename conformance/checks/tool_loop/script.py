"""What the API of a tool loop says, as its script has it: calls, texts, errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from conformance.emulator import CHAT, completed, refusal_of
from conformance.formats.chat import read as chat
from conformance.formats.responses import read as responses
from conformance.formats.shared import unread_member, written_arguments
from conformance.model import conversation as model
from conformance.model.conversation import FUNCTION, PARTS, TEXT, Reasoning, Text
from conformance.model.fact import Other
from conformance.strict_json import NotFinite, parse_json
from conformance.values import ABSENT, JSON, Absent

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
    if body.get("status") == "failed":
        return Turn(failed=True)
    turns = _message(body) if api == CHAT else _items(body)
    if turns is None:
        return None
    calls: list[Call] = []
    texts: list[str] = []
    odd = False
    for turn in turns:
        odd = odd or not (turn.form or turn.says)
        for one in turn.says:
            if isinstance(one, model.Call) and one.kind == FUNCTION:
                id_ = one.id or (turn.id if unread_member(one, "call_id") is None else None)
                calls.append(_call(one, id_, None if api == CHAT or turn.state == "completed" else DOUBTFUL))
            elif isinstance(one, Text) and turn.form == (TEXT if api == CHAT else PARTS):
                texts.append(one.value)
            else:
                odd = odd or not isinstance(one, Reasoning)
    joined = () if odd else tuple(dict.fromkeys(join.join(texts) for join in _JOINS))
    answers = None if odd else joined if any(texts) else (*joined, *_NO_TEXT)
    return Turn(tuple(calls), answers, identity=body["id"] if isinstance(body.get("id"), str) else None)


def _items(body: dict[str, JSON]) -> tuple[model.Turn, ...] | None:
    """Read the items of a response; None for what is none."""
    output = body["output"]
    is_read = isinstance(output, list) and all(isinstance(item, dict) for item in output)
    return responses.read_items(output) if is_read else None


def _message(body: dict[str, JSON]) -> tuple[model.Turn, ...] | None:
    """Read the message of a completion; None for what is none, or calls something else than functions."""
    choices = body["choices"]
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return None
    said = chat.read_message(message)
    is_odd = any(isinstance(one, Other) and one.place for one in said.says)
    return None if is_odd or any(one.kind != FUNCTION for one in chat.listed_calls(said)) else (said,)


def _call(call: model.Call, identity: str | None, state: str | None = None) -> Call:
    sent = written_arguments(call)
    arguments, read = decoded(sent)
    state = state or (read if identity and call.name else DOUBTFUL)
    return Call(id=identity or "", name=call.name or "", sent=sent, arguments=arguments, state=state)


def decoded(sent: JSON | Absent) -> tuple[JSON, str]:
    """Return the arguments that a call's text means, and how far it can be read."""
    if sent is None or sent is ABSENT or (isinstance(sent, str) and not sent.strip()):
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
