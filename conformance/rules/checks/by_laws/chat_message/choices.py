"""Which answers to the choices of responses-output-to-chat-message an observation proves."""

from __future__ import annotations

from conformance.rules.checks.by_laws.chat_message.view import PLACEHOLDER, ChatMessage


def read_text_join(view: ChatMessage) -> str | None:
    """text-join: the separator of two texts of one message."""
    pair = view.both
    if len(pair.texts) < 2 or pair.is_loose or pair.refusals or not isinstance(view.content, str):
        return None
    found = [answer for answer in pair.joins if pair.reads_by((answer,))]
    return found[0] if len(found) == 1 else None


def read_empty_output(view: ChatMessage) -> str | None:
    """empty-output: what content is where the response holds nothing."""
    pair = view.both
    something = pair.all_texts or pair.calls or pair.refusals or pair.is_loose or pair.given.freedom.callable
    if view.unfit or something or pair.got_calls:
        return None
    return {PLACEHOLDER: "placeholder", None: "null"}.get(view.content) if view.content in (PLACEHOLDER, None) else None
