"""Which answers to the choices of responses-output-to-chat-message an observation proves."""

from __future__ import annotations

from conformance.rules.checks.by_laws.chat_message.view import PLACEHOLDER, ChatMessage


def read_text_join(view: ChatMessage) -> str | None:
    """text-join: the separator of two texts of one message."""
    both = view.both
    if len(both.texts) < 2 or both.is_loose or both.refusals or not isinstance(view.content, str):
        return None
    found = [answer for answer in both.joins if both.reads_by((answer,))]
    return found[0] if len(found) == 1 else None


def read_empty_output(view: ChatMessage) -> str | None:
    """empty-output: what content is where the response holds nothing."""
    both = view.both
    something = both.all_texts or both.calls or both.refusals or both.is_loose or both.given.freedom.callable
    if view.unfit or something or both.got_calls:
        return None
    return {PLACEHOLDER: "placeholder", None: "null"}.get(view.content) if view.content in (PLACEHOLDER, None) else None
