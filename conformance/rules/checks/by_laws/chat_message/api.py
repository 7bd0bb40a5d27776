"""What Chat Completions refuses of an assistant message that is sent back and answered."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON
from conformance.formats.chat.calls import written_calls
from conformance.rules.checks.api import Refused, is_of_source, not_owed, refused_messages
from conformance.rules.checks.by_laws.chat_message.view import ChatMessage

_USER = {"role": "user", "content": "hi"}


def message_refusals(view: ChatMessage) -> list[Refused] | None:
    """Return what the API refuses of the message; None for an input that is no response."""
    if not view.answered or view.unfit or view.both.is_loose:
        return None
    found = [
        refusal
        for refusal in _sent_back(view.written, view.trial.profile)
        if not is_of_source(refusal, view.trial.input) and not _says_nothing(view, refusal)
    ]
    return [*not_owed(found, lambda: _sent_back(view.owed_message(), view.trial.profile)), *_same_ids(view)]


def _sent_back(message: JSON, profile: str) -> list[Refused]:
    """Return what is refused of a message in a conversation that answers its calls."""
    calls = written_calls(message) if isinstance(message, dict) else []
    ids = [call["id"] for call in calls if isinstance(call, dict) and "id" in call]
    answers = [{"role": "tool", "tool_call_id": id_, "content": "fine"} for id_ in ids]
    return refused_messages([_USER, message, *answers], profile, before=(1,))


def _says_nothing(view: ChatMessage, refusal: Refused) -> bool:
    """Whether null is refused where there is nothing to say: the API's own answer is null there."""
    return refusal.rule == "content-null" and not (view.both.texts or view.both.owed_calls or view.both.refusals)


def _same_ids(view: ChatMessage) -> Iterator[Refused]:
    """A tool message names the call that it answers by its id: no API says what it does with two calls of one id."""
    pair = view.both
    before = [call.id for call in pair.calls]
    if len(set(before)) < len(before):
        return
    # A call that came from an item of another type has an id that is not known here.
    unknown = {id(call) for call in pair.unpaired} if pair.given.freedom.callable else ()
    seen: set[str] = set()
    for sent in pair.got_calls:
        if sent.id is not None and id(sent) not in unknown:
            if sent.id in seen:
                message = f"two calls have the id {sent.id!r}, so a result cannot say which one it answers"
                yield Refused(path=(*sent.at[0], "id"), rule="same-id", code=None, message=message)
            seen.add(sent.id)
