"""The results of calls are kept: each right behind the message of its call, with the id and the text that it had."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.wording import brief, but_got
from conformance.formats.model.conversation import TOOL
from conformance.formats.model.talk import CALL, RESULT, FlatItem
from conformance.rules.laws.law import REACHED, Breach, Found
from conformance.rules.laws.talks import ConversationComparison


def kept_results(pair: ConversationComparison) -> Iterator[Found]:
    """Each result arrives, directly behind its call's message; only results are between them."""
    for item in pair.owed.of_kind(RESULT):
        yield "kept/result", REACHED
        asked = pair.owed.all[item.call]
        call, got = pair.partner_of(asked), pair.partner_of(item)
        if got is None:
            # What loses a call loses its result with it.
            lost = asked if call is None else item
            message = f"the result of the call {brief(item.id)} did not arrive"
            yield "kept/result", Breach("result-lost", pair.in_input(lost.fact), message)
            continue
        wanted, came = item.id if call is None else pair.id_of(call), pair.id_of(got)
        if came != wanted:
            message = f"wanted the id {brief(wanted)} of its call, {but_got(came)}"
            yield "kept/result", Breach("result-id", pair.where(got, "id"), message)
        if item.is_text and (got.texts or ("",)) != item.texts:
            message = f"wanted the result {brief(item.texts[0])}, {but_got(''.join(got.texts))}"
            yield "kept/result", Breach("result-changed", pair.where(got, "content"), message)
        between = None if call is None else _between(pair, asked, call, got.entry)
        if between is not None:
            said = pair.came.speakers[between] or "unknown"
            message = f"between the call {brief(item.id)} and its result is a message of another kind ({said})"
            yield "kept/result", Breach("result-apart", pair.at_entry(between), message)


def _between(pair: ConversationComparison, asked: FlatItem, call: FlatItem, message: int) -> int | None:
    """Return a message between a call's message and its result that is no result either."""
    if message < call.entry:
        return message
    # Several messages with calls of the same turn are the matter of the law `one_message_a_turn`.
    turn = [pair.partner_of(other) for other in pair.owed.of_kind(CALL) if other.entry == asked.entry]
    of_turn = {got.entry for got in turn if got is not None}
    between = range(call.entry + 1, message)
    return next((place for place in between if pair.came.speakers[place] != TOOL and place not in of_turn), None)
