"""Which answers to the choices of the operations an observation proves."""

from __future__ import annotations

from conformance.checks.chat_message.choices import read_text_join as read_join_of_message
from conformance.checks.chat_responses.view import FAILED, ChatAnswer
from conformance.checks.chat_responses.whole import failure_named
from conformance.checks.reading import Reading, Unlisted


def read_text_join(view: ChatAnswer) -> str | None:
    """text-join: the separator of two texts of one message."""
    return read_join_of_message(view.said) if view.is_read else None


def read_failed_response(view: ChatAnswer) -> Reading:
    """failed-response: whether the call fails."""
    if view.ending != FAILED:
        return None
    if view.outcome.refusal:
        return "raise"
    if not view.answered:
        return None
    return Unlisted(observed="the answer does not say that the response failed") if failure_named(view) else "report"
