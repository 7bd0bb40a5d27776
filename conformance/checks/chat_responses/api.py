"""What Chat Completions would not have answered, or refuses of an answer's message that is sent back."""

from __future__ import annotations

from dataclasses import replace

from conformance.checks.api import SCHEMA, Refused, is_of_source, not_owed, path_of
from conformance.checks.chat_message.api import refused as refused_message
from conformance.checks.chat_responses.message import MESSAGE
from conformance.checks.chat_responses.stream_view import StreamView
from conformance.checks.chat_responses.view import ChatAnswer
from conformance.oracles import refusals_of
from conformance.values import JSON

_TIER = "service_tier"


def refused(view: ChatAnswer) -> list[Refused] | None:
    """Return what no client of the API understands, or the API refuses; None for a response that is no answer."""
    is_answer = view.is_whole or view.is_cut
    if not view.answered or view.has_wrong_part or not (is_answer or isinstance(view, StreamView)):
        return None
    of_output = _of_chunks if isinstance(view, StreamView) else _of_answer
    # Chunks may come before an error, which has no schema.
    output = view.chunks if isinstance(view, StreamView) and not is_answer else view.output
    found = [one for one in of_output(output, view.trial.profile) if not is_of_source(one, view.trial.input)]
    if view.body is not None and view.body.get(_TIER) == view.response.get(_TIER):
        found = [one for one in found if one.path[-1:] != (_TIER,)]  # RCR-14: the response's own, Chat's word or not
    found = not_owed(found, lambda: of_output(view.expected(), view.trial.profile))
    back = [replace(one, path=()) for one in _sent_back(view)] if isinstance(view, StreamView) else _sent_back(view)
    return [*found, *back]


def _of_chunks(output: JSON, profile: str) -> list[Refused]:
    return [
        Refused(path=(at, *path_of(one.at)), rule=one.rule, code=one.code, message=one.message)
        for at, chunk in enumerate(output if isinstance(output, list) else ())
        for one in refusals_of("chat-chunk", chunk, profile)
    ]


def _of_answer(answer: JSON, profile: str) -> list[Refused]:
    return [
        Refused(path=path_of(one.at), rule=one.rule, code=one.code, message=one.message)
        for one in refusals_of("chat-response", answer, profile)
    ]


def _sent_back(view: ChatAnswer) -> list[Refused]:
    """Return what is refused of the message when it is sent back and answered; its form is the answer's schema's."""
    found = refused_message(view.said) if view.is_read else None
    return [replace(one, path=(*MESSAGE, *one.path)) for one in found or () if one.rule != SCHEMA]
