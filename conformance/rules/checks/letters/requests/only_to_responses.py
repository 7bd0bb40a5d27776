"""What the rules of chat-request-to-responses-request require beside those of both directions."""

from __future__ import annotations

from conformance.base.values import ABSENT
from conformance.formats.members import RESPONSES, at
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings
from conformance.rules.checks.letters.requests.form import FEWEST_TOKENS, LIMITS, STORE
from conformance.rules.checks.letters.requests.from_chat import ChatRequest
from conformance.rules.checks.letters.requests.parts import DOCUMENTS, named_in
from conformance.rules.checks.letters.requests.shared import by_parts


def messages_to_the_letter(view: ChatRequest) -> Findings:
    """C2R-1a: the messages have the form that the documents give them."""
    return by_parts(view, DOCUMENTS, view.messages)


def storing_reported(view: ChatRequest) -> Findings:
    """C2R-10a: where store is left out, so that the answer is stored, a report says so."""
    if view.result is None or STORE in view.broken:
        return None
    if view.form.store is not ABSENT or at(view.result, (STORE,)) is not ABSENT:
        return None
    if view.reports is None:
        return NOT_OBSERVABLE
    if named_in(view.reports, STORE):
        return OK
    return (Failure("stored-in-silence", "/output", "Responses stores what Chat does not, and no report says so"),)


# The choices.


def read_store(view: ChatRequest) -> str | None:
    """store-when-absent."""
    if view.result is None or view.form.store is not ABSENT:
        return None
    got = at(view.result, (STORE,))
    return "omit" if got is ABSENT else "write" if got is False else None


def read_small(view: ChatRequest) -> str | None:
    """small-limits."""
    if view.outcome.refusal:
        return "refuse"
    return "raise" if at(view.result, LIMITS[RESPONSES]) == FEWEST_TOKENS else None
