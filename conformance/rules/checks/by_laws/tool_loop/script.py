"""What the API of a tool loop says, as its script has it: calls, texts, errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI, RESPONSES, completed, refusal_of
from conformance.apis.emulator.stored import refers
from conformance.base.strict_json import NotFinite, parse_json
from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.anthropic import read as anthropic
from conformance.formats.chat import read as chat
from conformance.formats.gemini import read as gemini
from conformance.formats.model import conversation as model
from conformance.formats.model.answer import ASKS, FAILED, FILTER, LENGTH, PAUSE, REFUSED, UNKNOWN, End
from conformance.formats.model.conversation import FUNCTION, PARTS, TEXT, Hosted, Reasoning, Text, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.responses import read as responses
from conformance.formats.shared import unread_member, written_arguments

# How far the arguments of a call can be read. DOUBTFUL: some readers take them, or the call was not finished.
READABLE, MALFORMED, DOUBTFUL = "readable", "malformed", "doubtful"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCall:
    """One call of the model. sent: its arguments as the API writes them. arguments: decoded; None where malformed.

    id: "" where the API gives none. seal: what its host wants back with it.
    """

    id: str
    name: str
    sent: JSON
    arguments: JSON
    state: str
    seal: str | None = None

    def __str__(self) -> str:
        return f"the call {self.id} of {self.name}" if self.id else f"the call of {self.name}"


class PlannedTurn(NamedTuple):
    """One answer of the API. answers: what may be returned of it as the final text; None for anything.

    failed: it is an error, or a response that failed. identity: the id of the response. says: all of it. short: the
    kind of its end, where the model had more to say, or refused: PAUSE, LENGTH, REFUSED, or ASKS without a call. word:
    how the API says that. Where Gemini filters an answer, or ends it as one that failed, it is REFUSED.
    """

    calls: tuple[PlannedCall, ...] = ()
    answers: tuple[str | None, ...] | None = None
    failed: bool = False
    identity: str | None = None
    says: tuple[Utterance | Other, ...] = ()
    short: str | None = None
    word: str = ""


# Replaces a text that is empty.
_NO_TEXT = ("", None, "[No response generated]")
JOINS = ("", "\n", "\n\n")
# What an answer may be that is not whole, by the kind of its end. What a loop makes of one that is REFUSED is free.
_SHORT = {
    ANTHROPIC: {kind: kind for kind in (PAUSE, LENGTH, REFUSED)},
    GEMINI: {LENGTH: LENGTH, **dict.fromkeys((PAUSE, FILTER, FAILED, UNKNOWN), REFUSED)},
}


def read_turn(api: str, entry: JSON, number: int) -> PlannedTurn | None:
    """Read one answer of a script; None for what is no answer of this API."""
    if refusal_of(entry) is not None:
        return PlannedTurn(failed=True)
    body = completed(api, entry, number)
    if body is None:
        return None
    if body.get("status") == "failed":
        return PlannedTurn(failed=True)
    turns = _READERS[api](body)
    if turns is None:
        return None
    end = _end(api, body)
    short = _SHORT[api].get(end.kind) if end is not None else None
    calls: list[PlannedCall] = []
    texts: list[str] = []
    odd = False
    for turn in turns:
        odd = odd or not (turn.form or turn.says)
        for utterance in turn.says:
            if isinstance(utterance, model.Call) and utterance.kind == FUNCTION:
                id_ = utterance.id or (turn.id if unread_member(utterance, "call_id") is None else None)
                is_cut = short is not None or (api == RESPONSES and turn.state != "completed")
                calls.append(_call(utterance, id_, DOUBTFUL if is_cut else None, needs_id=api not in _NAMELESS))
            elif isinstance(utterance, Text) and turn.form == (TEXT if api == CHAT else PARTS):
                texts.append(utterance.value)
            else:
                odd = odd or not isinstance(utterance, Reasoning | _BESIDE[api])
    if end is not None and end.kind == ASKS and not calls:
        short = ASKS
    odd = odd or short == REFUSED
    joined = () if odd else tuple(dict.fromkeys(join.join(texts) for join in JOINS))
    answers = None if odd else joined if any(texts) else (*joined, *_NO_TEXT)
    says, word = (
        tuple(utterance for turn in turns for utterance in turn.says),
        end.word if end is not None and short else "",
    )
    return PlannedTurn(
        tuple(calls), answers, identity=body["id"] if isinstance(body.get("id"), str) else None, says=says,
        short=short, word=str(word),
    )  # fmt: skip


def _end(api: str, body: dict[str, JSON]) -> End | None:
    """Return how an answer ends. Of OpenAI's APIs it is not judged: how a loop takes that is free."""
    if api not in _SHORT:
        return None
    answer = anthropic.read_answer(body) if api == ANTHROPIC else gemini.read_answer(body)
    return answer.candidates[0].end if answer.candidates else answer.blocked


def items_of(entry: JSON, number: int) -> dict[str, JSON]:
    """Return the items of an answer of the Responses API by their ids, by which later requests may refer to them."""
    body = completed(RESPONSES, entry, number)
    output = body["output"] if body is not None else None
    items = [item for item in output if isinstance(item, dict)] if isinstance(output, list) else []
    return {item["id"]: item for item in items if isinstance(item.get("id"), str)}


def with_items(body: JSON, items: dict[str, JSON]) -> JSON:
    """Return the body of a request with these items in the place of references to them."""
    given = body.get("input") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(given, list):
        return body
    return {
        **body,
        "input": [items.get(str(element["id"]), element) if refers(element) else element for element in given],
    }


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
    is_odd = any(isinstance(utterance, Other) and utterance.place for utterance in said.says)
    return None if is_odd or any(listed_call.kind != FUNCTION for listed_call in chat.listed_calls(said)) else (said,)


def _blocks(body: dict[str, JSON]) -> tuple[model.Turn, ...] | None:
    """Read the blocks of an Anthropic message; None for what is none."""
    content = body["content"]
    is_read = isinstance(content, list) and all(isinstance(block, dict) for block in content)
    return anthropic.read_answer(body).candidates[0].turns if is_read else None


def _parts(body: dict[str, JSON]) -> tuple[model.Turn, ...] | None:
    """Read the first candidate of a Gemini response; None for what is none. A request that was blocked has no words."""
    candidates = body.get("candidates")
    if not candidates:
        return () if gemini.read_answer(body).blocked is not None else None
    is_read = isinstance(candidates, list) and isinstance(candidates[0], dict)
    return gemini.read_answer(body).candidates[0].turns if is_read else None


_READERS = {CHAT: _message, RESPONSES: _items, ANTHROPIC: _blocks, GEMINI: _parts}
# What an answer may say beside texts, thoughts and calls, so that its texts are still all of its text.
_BESIDE: dict[str, type] = {CHAT: Reasoning, RESPONSES: Reasoning, ANTHROPIC: Hosted, GEMINI: Hosted}
_NAMELESS = frozenset({GEMINI})  # APIs that know a call by its name where it has no id


def _call(call: model.Call, identity: str | None, state: str | None, *, needs_id: bool) -> PlannedCall:
    sent = written_arguments(call)
    arguments, read = decoded(sent)
    state = state or (read if (identity or not needs_id) and call.name else DOUBTFUL)
    return PlannedCall(
        id=identity or "", name=call.name or "", sent=sent, arguments=arguments, state=state, seal=call.seal
    )


def decoded(sent: JSON | Absent) -> tuple[JSON, str]:
    """Return the arguments that a call's text means, and how far it can be read."""
    if sent is None or sent is ABSENT or (isinstance(sent, str) and not sent.strip()):
        return {}, READABLE
    if isinstance(sent, dict):
        return sent, READABLE
    if not isinstance(sent, str):
        return None, DOUBTFUL
    try:
        value = parse_json(sent)
    except NotFinite:
        return None, DOUBTFUL  # many readers take NaN
    except (ValueError, RecursionError):
        return None, MALFORMED
    return (value, READABLE) if isinstance(value, dict) else (None, MALFORMED)
