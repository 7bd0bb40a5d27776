"""Which answer to the choice of responses-input-to-chat-messages an observation proves."""

from __future__ import annotations

from conformance.formats.model.talk import UNKNOWN
from conformance.rules.checks.by_laws.chat_messages.view import ACCEPT, REFUSE, ChatMessages


def read_unknown_items(view: ChatMessages) -> str | None:
    """unknown-items: the item was accepted only if the items beside it arrived."""
    if UNKNOWN not in view.owed.marks:
        return None
    if view.outcome.refusal:
        return REFUSE
    return ACCEPT if view.is_list and not view.incomplete else None
