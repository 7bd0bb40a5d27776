"""Which answer to the choice of responses-input-to-chat-messages an observation shows."""

from __future__ import annotations

from conformance.checks.chat_messages.kinds import UNKNOWN
from conformance.checks.chat_messages.view import ACCEPT, REFUSE, ChatMessages


def read_unknown_items(view: ChatMessages) -> str | None:
    """unknown-items."""
    if UNKNOWN not in view.owed.marks:
        return None
    if view.outcome.refusal:
        return REFUSE
    return ACCEPT if view.is_list else None
