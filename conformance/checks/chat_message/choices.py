"""Which answers to the choices of responses-output-to-chat-message an observation proves."""

from __future__ import annotations

from conformance.checks.chat_message.view import PLACEHOLDER, ChatMessage


def read_text_join(view: ChatMessage) -> str | None:
    """text-join: the separator of two texts of one message."""
    told = view.told
    if len(told.texts) < 2 or told.is_loose or told.refusals or not isinstance(view.content, str):
        return None
    found = [answer for answer in told.joins if told.reads_by((answer,))]
    return found[0] if len(found) == 1 else None


def read_empty_output(view: ChatMessage) -> str | None:
    """empty-output: what content is where the response holds nothing."""
    told = view.told
    something = told.all_texts or told.calls or told.refusals or told.is_loose or told.given.freedom.callable
    if view.unfit or something or told.got_calls:
        return None
    return {PLACEHOLDER: "placeholder", None: "null"}.get(view.content) if view.content in (PLACEHOLDER, None) else None
