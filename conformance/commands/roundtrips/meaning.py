"""Whether two requests mean the same to the API: key order, explicit defaults and equal forms do not matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.chat import read as chat
from conformance.formats.chat.write import write_request as write_chat
from conformance.formats.cursor import Pen
from conformance.formats.members import is_idle
from conformance.formats.model.conversation import (
    NULL,
    PARTS,
    TEXT,
    Arguments,
    Call,
    Media,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.responses import read as responses
from conformance.formats.responses.write import write_request as write_responses

_READ: Final = {chat.FORMAT: chat.read_request, responses.FORMAT: responses.read_request}
_WRITE: Final = {chat.FORMAT: write_chat, responses.FORMAT: write_responses}
_ITEMS_ID = ("fc_", "msg_", "ctc_")  # ids that the API gives, and takes back or does without


class MeaningDifference(NamedTuple):
    """One place where two requests differ in meaning. kind: "added", "removed" or "changed". ABSENT: not there."""

    kind: str
    at: str
    recorded: JSON | Absent
    sent: JSON | Absent


def normal(api: str, body: JSON) -> JSON:
    """Return a request's body in the one form that all bodies of its meaning share. api: "chat" or "responses"."""
    if not isinstance(body, dict):
        return body
    request = _READ[api](body)
    turns = tuple(_turn(api, turn) for turn in request.conversation.turns)
    conversation = replace(request.conversation, turns=turns, form=_form(request.conversation.form))
    # In Chat an absent `strict` is false. In Responses it is not: there it is decided by the API.
    tools = request.tools and tuple(
        replace(tool, strict=tool.strict or None) if api == chat.FORMAT else tool for tool in request.tools
    )
    written = _WRITE[api](replace(request, conversation=conversation, tools=tools), Pen(api))
    return {key: value for key, value in written.items() if not is_idle(api, (key,), value)}


def _form(form: str) -> str:
    """A text is one part, and null is absent."""
    return {TEXT: PARTS, NULL: ""}.get(form, form)


def _turn(api: str, turn: Turn) -> Turn:
    """A turn with its content as parts, which need not be there beside calls."""
    says = tuple(_meaning_of_utterance(api, utterance) for utterance in turn.says)
    form = turn.form if turn.is_apart else _form(turn.form)
    if any(isinstance(utterance, Call) for utterance in says) and all(
        isinstance(utterance, Call) or _is_empty(utterance) for utterance in says
    ):
        says, form = tuple(utterance for utterance in says if isinstance(utterance, Call)), ""
    id_ = None if turn.id is None or turn.id.startswith(_ITEMS_ID) else turn.id
    return replace(turn, says=says, form=form, id=id_, state=None)


def _is_empty(utterance: Utterance | Other) -> bool:
    return isinstance(utterance, Text) and utterance.value == ""


def _meaning_of_utterance(api: str, utterance: Utterance | Other) -> Utterance | Other:
    if isinstance(utterance, Result):
        return replace(
            utterance,
            form=_form(utterance.form),
            content=tuple(_meaning_of_utterance(api, part) for part in utterance.content),
        )
    if isinstance(utterance, Media) and utterance.detail == "auto":
        return replace(utterance, detail=None)
    if isinstance(utterance, Call) and utterance.arguments.value is not ABSENT:
        # The white space between arguments has no meaning.
        place = utterance.arguments.at[0][len(utterance.at[0]) :]
        value = {"(as JSON)": utterance.arguments.value}
        held = Other(format=api, word="arguments", value=value, place=place)
        return replace(utterance, arguments=Arguments(), others=(*utterance.others, held))
    return utterance


def differences(api: str, recorded: JSON, sent: JSON) -> tuple[MeaningDifference, ...]:
    """Return where two requests differ in meaning, in order; empty where they mean the same.

    Raises UsageError where jsonpatch is not installed.
    """
    old, new = normal(api, recorded), normal(api, sent)
    return tuple(_differences(old, new))


def _differences(old: JSON, new: JSON) -> Iterator[MeaningDifference]:
    try:
        import jsonpatch
        from jsonpointer import resolve_pointer
    except ImportError:
        raise UsageError(
            "The difference cannot be shown: jsonpatch is missing.",
            f"Install it: {install_command('recordings')}",
        ) from None
    # Each step speaks of the document as the steps before it left it.
    for step in jsonpatch.make_patch(old, new).patch:
        at = step["path"]
        if step["op"] == "add":
            yield MeaningDifference("added", at, ABSENT, step["value"])
        elif step["op"] == "remove":
            yield MeaningDifference("removed", at, resolve_pointer(old, at), ABSENT)
        elif step["op"] == "replace":
            yield MeaningDifference("changed", at, resolve_pointer(old, at), step["value"])
        else:
            yield MeaningDifference("removed", step["from"], resolve_pointer(old, step["from"]), ABSENT)
            yield MeaningDifference("added", at, ABSENT, resolve_pointer(old, step["from"]))
        old = jsonpatch.JsonPatch([step]).apply(old)
