"""Which answers to the choices of the operations an observation proves."""

from __future__ import annotations

from conformance.rules.checks.by_laws.chat_message.choices import read_text_join as read_join_of_message
from conformance.rules.checks.by_laws.chat_responses.letter import failure_named
from conformance.rules.checks.by_laws.chat_responses.view import ChatAnswer
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading


def read_text_join(view: ChatAnswer) -> str | None:
    """text-join: the separator of two texts of one message."""
    return read_join_of_message(view) if view.is_read else None


def read_failed_response(view: ChatAnswer) -> Reading:
    """failed-response: whether the call fails."""
    return _reported_reading(view) if view.has_failed and not _ends_with_error(view) else None


def read_error_event(view: ChatAnswer) -> Reading:
    """error-event: whether the call fails."""
    return _reported_reading(view) if _ends_with_error(view) else None


def read_stream_usage(view: ChatAnswer) -> str | None:
    """stream-usage: whether a chunk has the usage of the response."""
    if not view.is_read or view.usage is None:
        return None
    return "omit" if (view.body or {}).get("usage") is None else "write"


def _ends_with_error(view: ChatAnswer) -> bool:
    return view.stream is not None and view.stream.is_error


def _reported_reading(view: ChatAnswer) -> Reading:
    if view.outcome.refusal:
        return "raise"
    if not view.answered:
        return None
    return (
        IllegalAnswer(observed="the answer does not say that the response failed") if failure_named(view) else "report"
    )
