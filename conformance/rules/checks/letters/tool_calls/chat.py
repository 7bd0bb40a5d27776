"""Reads a Chat Completions response into what it owes a parsed result."""

from __future__ import annotations

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.calls import has_odd_calls, is_entry_of_calls
from conformance.formats.chat.read import ENDS, OLD_CALL, read_call, read_message
from conformance.formats.model.answer import ASKS, DONE, FILTER, LENGTH
from conformance.formats.model.conversation import FUNCTION, ModelRefusal, Text
from conformance.formats.model.conversation import TEXT as TEXT_FORM
from conformance.formats.model.conversation import Call as Said
from conformance.formats.model.fact import Fact, Other, Path
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.arguments import read_arguments
from conformance.rules.checks.letters.tool_calls.facts import (
    COMPLETED,
    INCOMPLETE,
    UNFIT,
    OwedAnswer,
    OwedCall,
    held,
    legal_names,
    settled_fates,
)

# The reasons by which Chat says that the answer is not whole.
CONTENT_FILTER = "content_filter"
CUT_SHORT = tuple(word for word, kind in ENDS.items() if kind in (LENGTH, FILTER))
_WHOLE = tuple(word for word, kind in ENDS.items() if kind in (DONE, ASKS) and word != OLD_CALL)
TEXTS = ("content", "refusal")
_MESSAGE: Path = ("choices", 0, "message")


def read_chat_response(response: JSON, exact: bool) -> OwedAnswer:
    """Read a Chat Completions response: its first choice alone. exact: as elsewhere."""
    choices = response.get("choices") if isinstance(response, dict) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    choice = choice if isinstance(choice, dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        return UNFIT
    # Whatever role it names, it is the assistant's.
    turn = read_message({**message, "role": "assistant"}, _MESSAGE)
    read = [
        _call(utterance, exact)
        for utterance in turn.says
        if isinstance(utterance, Said) or is_entry_of_calls(utterance)
    ]
    calls = settled_fates(call for call in read if call is not None)
    texts = (
        utterance
        for utterance in turn.says
        if isinstance(utterance, Text) or (isinstance(utterance, ModelRefusal) and utterance.is_apart)
    )
    listed = [call for call in calls if call.place is not None]
    finish = choice.get("finish_reason")
    return OwedAnswer(
        calls=calls,
        texts=tuple(texts)
        if turn.form == TEXT_FORM
        else tuple(text for text in texts if isinstance(text, ModelRefusal)),
        ending=INCOMPLETE if finish in CUT_SHORT else COMPLETED,
        odd=has_odd_calls(message)
        or None in read
        or any(call.fate == MAY for call in listed)
        or not isinstance(finish, str | None),
        items=len(listed) + read.count(None),
        loose_text=not all(isinstance(message.get(name), str | None) for name in TEXTS),
        reason=finish if finish in CUT_SHORT else None,
        own_finish=finish,
        usage=ABSENT if response.get("usage") is None else response["usage"],
        finished=finish in _WHOLE,
    )


def _call(fact: Fact, exact: bool) -> OwedCall | None:
    """Read one call; None for what is no object.

    Other types than functions may be left out, and so may an empty one, which some servers write for a function. One in
    the form that Chat had before it had lists of calls may be parsed, under any id.
    """
    at, fate = fact.at[0], MUST
    if isinstance(fact, Other):
        if not isinstance(fact.value, dict):
            return None
        fate = MAY
        if fact.value.get("type") == "":
            fact = read_call({**fact.value, "type": FUNCTION}, at)
    place = at[-1] if isinstance(at[-1], int) else None
    if not isinstance(fact, Said) or fact.kind != FUNCTION:
        given = read_arguments(fact.arguments.text if isinstance(fact, Said) else ABSENT)._replace(legal=None)
        return OwedCall(fate=MAY, ids=None, names=None, arguments=given, at=at, place=place)
    inner = () if place is None else (FUNCTION,)
    return OwedCall(
        fate=MAY if place is None else fate,
        ids=None if place is None else legal_names(held(fact, fact.id, "id")),
        names=legal_names(held(fact, fact.name, *inner, "name")),
        arguments=read_arguments(held(fact, fact.arguments.text, *inner, "arguments"), exact),
        at=at,
        place=place,
    )
