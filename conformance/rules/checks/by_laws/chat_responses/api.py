"""What Chat Completions would not have answered, or refuses of an answer's message that is sent back."""

from __future__ import annotations

from dataclasses import replace

from conformance.base.values import JSON
from conformance.formats.chat.message import MESSAGE
from conformance.rules.checks.api import SCHEMA, Refused, is_of_source, not_owed, refused_value
from conformance.rules.checks.by_laws.chat_message.api import message_refusals as refused_message
from conformance.rules.checks.by_laws.chat_responses.stream_view import StreamView
from conformance.rules.checks.by_laws.chat_responses.view import ChatAnswer

_TIER = "service_tier"


def completion_refusals(view: ChatAnswer) -> list[Refused] | None:
    """Return what no client of the API understands, or the API refuses; None for a response that is no answer."""
    is_answer, is_stream = view.is_whole or view.is_cut, isinstance(view, StreamView)
    if not view.answered or view.has_wrong_part or not (is_answer or is_stream):
        return None
    # Chunks may come before an error, which has no schema.
    output = view.chunks if isinstance(view, StreamView) and not is_answer else view.output
    found = [
        answer_refusal
        for answer_refusal in _answer_refusals(view, output)
        if not is_of_source(answer_refusal, view.trial.input)
    ]
    if view.body is not None and view.body.get(_TIER) == view.response.get(_TIER):
        found = [
            refusal for refusal in found if refusal.path[-1:] != (_TIER,)
        ]  # RCR-14: the response's own, Chat's word or not
    found = not_owed(found, lambda: _answer_refusals(view, view.expected()))
    # What is refused of the message when it is sent back and answered; its form is the answer's schema's.
    back = [refusal for refusal in refused_message(view) or () if refusal.rule != SCHEMA] if view.is_read else []
    return [*found, *(replace(refusal, path=() if is_stream else (*MESSAGE, *refusal.path)) for refusal in back)]


def _answer_refusals(view: ChatAnswer, output: JSON) -> list[Refused]:
    if view.stream is None:
        return refused_value("chat-response", output, view.trial.profile)
    chunks = enumerate(output if isinstance(output, list) else ())
    return [
        refusal for at, chunk in chunks for refusal in refused_value("chat-chunk", chunk, view.trial.profile, (at,))
    ]
