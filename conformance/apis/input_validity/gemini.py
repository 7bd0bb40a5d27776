"""The standing of requests to Gemini's API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.apis.input_validity.model import Reason, reason
from conformance.apis.oracles import refusals_of
from conformance.base.values import JSON
from conformance.formats.gemini.read import read_request
from conformance.formats.model.conversation import Call, Result
from conformance.formats.model.fact import facts_in


def gemini_request(value: JSON) -> Iterator[Reason]:
    """Yield why a value is no Gemini request: what the API refuses, and calls that nobody can answer."""
    if not isinstance(value, dict):
        yield reason("type", "not a request")
        return
    given = {key: member for key, member in value.items() if member is not None}
    found = list(refusals_of("gemini-request", given))
    yield from (Reason(at=refusal.at, message=refusal.message, rule=refusal.rule) for refusal in found)
    if not found:
        yield from _calls(given)


def _calls(given: JSON) -> Iterator[Reason]:
    """Yield calls without a name, ids of several calls, and results of an id that no call has."""
    facts = list(facts_in(read_request(given).conversation.turns))
    calls = [fact for fact in facts if isinstance(fact, Call)]
    counts = Counter(call.id for call in calls if call.id)
    for call in calls:
        if not call.name:
            yield reason("empty", "a call has no name", *call.at[0])
        if call.id and counts[call.id] > 1:
            yield reason("call-id", f"two calls have the id {call.id!r}", *call.at[0])
    for result in facts:
        if isinstance(result, Result) and result.id and result.id not in counts and any(call.id for call in calls):
            yield reason("result-id", f"no call has the id {result.id!r}", *result.at[0])
