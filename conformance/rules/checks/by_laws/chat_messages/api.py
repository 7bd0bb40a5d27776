"""What Chat Completions refuses of the messages that came of items."""

from __future__ import annotations

from conformance.base.values import ABSENT
from conformance.formats.model.conversation import TOOL
from conformance.formats.model.talk import BROKEN, CUSTOM
from conformance.rules.checks.api import Refused, is_of_source, not_owed, refused_messages
from conformance.rules.checks.by_laws.chat_messages.view import ChatMessages

# Rules about calls and their results.
_OF_PAIRS = frozenset({"tool-message-orphan", "tool-call-id-unknown", "tool-calls-unanswered"})


def messages_refusals(view: ChatMessages) -> list[Refused] | None:
    """Return what the API refuses; None where a malformed item could not be accepted either."""
    if not view.judged or not view.output or BROKEN in view.owed.marks:
        return None
    found = [
        refused_message
        for refused_message in refused_messages(view.output, view.trial.profile)
        if not is_of_source(refused_message, view.trial.input) and not _is_exempt(view, refused_message)
    ]
    return not_owed(found, lambda: _owed_refusals(view))


def _owed_refusals(view: ChatMessages) -> list[Refused]:
    expected = view.expected()
    return [] if expected is ABSENT else refused_messages(expected, view.trial.profile)


def _is_exempt(view: ChatMessages, refusal: Refused) -> bool:
    """Whether the input itself has it: a call without its result, or the reverse, or an image for the system."""
    if refusal.rule == "image-for-role":  # no rule says what becomes of an image in a system message
        return view.output[refusal.path[0]].get("role") in ("system", "developer")
    if refusal.rule not in _OF_PAIRS:
        return False
    unpaired = view.owed.loose_ids - _custom_call_ids(view) | view.owed.unanswered
    named = (
        refusal.message if refusal.rule == "tool-calls-unanswered" else view.output[refusal.path[0]].get("tool_call_id")
    )
    return any(id_ is not None and id_ in named for id_ in unpaired) if isinstance(named, str) else bool(unpaired)


def _custom_call_ids(view: ChatMessages) -> set[str | None]:
    """Return the ids of the calls of custom tools that have a result behind them."""
    ids: list[set[str | None]] = [set(), set()]
    for entry in view.owed.foreign:
        if entry.mark == CUSTOM and (entry.turn.speaker != TOOL or entry.id in ids[0]):
            ids[entry.turn.speaker == TOOL].add(entry.id)
    return ids[True]
