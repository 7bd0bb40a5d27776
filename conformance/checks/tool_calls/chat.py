"""Reads a Chat Completions response into what it owes a parsed result."""

from __future__ import annotations

from conformance.checks.tool_calls.arguments import read_arguments
from conformance.checks.tool_calls.facts import (
    COMPLETED,
    INCOMPLETE,
    UNFIT,
    Answer,
    Call,
    legal_names,
    settled_fates,
)
from conformance.formats.chat.facts import read_message
from conformance.formats.facts import CALL, REFUSAL, TEXT, Fact, Path
from conformance.matching.alignment import MAY, MUST
from conformance.values import ABSENT, JSON

# The reasons by which Chat says that the answer is not whole.
CONTENT_FILTER = "content_filter"
CUT_SHORT = ("length", CONTENT_FILTER)
_WHOLE = ("stop", "tool_calls")
OLD_CALL = "function_call"
_MESSAGE: Path = ("choices", 0, "message")


def read_chat_response(response: JSON, exact: bool) -> Answer:
    """Read a Chat Completions response: its first choice alone. exact: as elsewhere."""
    choices = response.get("choices") if isinstance(response, dict) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    choice = choice if isinstance(choice, dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        return UNFIT
    content, refusal, entries = (message.get(key) for key in ("content", "refusal", "tool_calls"))
    # Whatever role it names, it is the assistant's.
    facts = list(read_message(message | {"role": "assistant"}, 0, _MESSAGE))
    read = [_call(fact, exact) for fact in facts if fact.kind == CALL]
    calls = settled_fates(call for call in read if call is not None)
    finish = choice.get("finish_reason")
    old = _old_call(message.get(OLD_CALL), exact)
    return Answer(
        calls=calls if old is None else (*calls, old),
        texts=tuple(fact for fact in facts if fact.kind in (TEXT, REFUSAL) and not fact.is_part),
        ending=INCOMPLETE if finish in CUT_SHORT else COMPLETED,
        odd=not isinstance(entries, list | None)
        or None in read
        or any(call.fate == MAY for call in calls)
        or not isinstance(finish, str | None),
        items=len(read),
        loose_text=not isinstance(content, str | None) or not isinstance(refusal, str | None),
        reason=finish if finish in CUT_SHORT else None,
        own_finish=finish,
        usage=ABSENT if response.get("usage") is None else response["usage"],
        finished=finish in _WHOLE,
    )


def _old_call(held: JSON, exact: bool) -> Call | None:
    """Read the call in the form that Chat had before `tool_calls`: it may be parsed, under any id."""
    if not isinstance(held, dict):
        return None
    names, arguments = legal_names(held.get("name", ABSENT)), read_arguments(held.get("arguments", ABSENT), exact)
    return Call(fate=MAY, ids=None, names=names, arguments=arguments, at=(*_MESSAGE, OLD_CALL))


def _call(fact: Fact, exact: bool) -> Call | None:
    """Read one entry of tool_calls; None for what is no object.

    Other types than functions may be left out, and so may an empty one, which some servers write for a function.
    """
    entry = fact.source
    if not isinstance(entry, dict):
        return None
    arguments, place = read_arguments(fact.payload, exact), fact.at[-1] if isinstance(fact.at[-1], int) else None
    if not isinstance(entry.get("function"), dict) or entry.get("type") not in (None, "", "function"):
        return Call(fate=MAY, ids=None, names=None, arguments=arguments._replace(legal=None), at=fact.at, place=place)
    return Call(
        fate=MAY if entry.get("type") == "" else MUST,
        ids=legal_names(fact.id),
        names=legal_names(fact.name),
        arguments=arguments,
        at=fact.at,
        place=place,
    )
