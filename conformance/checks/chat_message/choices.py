"""Which answers to the choices of responses-output-to-chat-message an observation proves."""

from __future__ import annotations

from conformance.checks.chat_message.view import ANSWERS, PLACEHOLDER, ChatMessage


def read_text_join(view: ChatMessage) -> str | None:
    """text-join: the separator of two texts of one message."""
    if len(view.texts) < 2 or view.source.is_broken or view.refusals or not isinstance(view.content, str):
        return None
    found = [answer for answer in ANSWERS if view.reads_by((answer,))]
    return found[0] if len(found) == 1 else None


def read_empty_output(view: ChatMessage) -> str | None:
    """empty-output: what content is where the response holds nothing."""
    source = view.source
    nothing = not (source.texts or source.calls or source.refusals or source.is_broken or source.callable)
    if view.unfit or not nothing or view.sent:
        return None
    return {PLACEHOLDER: "placeholder", None: "null"}.get(view.content) if view.content in (PLACEHOLDER, None) else None
