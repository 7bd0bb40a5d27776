"""What is said in a conversation is kept: texts, refusals, images, files and calls, each once, in order, as it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from conformance.base.wording import brief, but_got, call_of, is_made_id, versus
from conformance.formats.model.conversation import CUSTOM, FUNCTION, IMAGE, TEXT
from conformance.formats.model.talk import CALL, EMPTY, FILE, RESULT, FlatItem, meant_detail
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.talks import ConversationComparison

_MEMBERS = ("id", "name", "payload")


def result_is_list(pair: ConversationComparison) -> Iterator[Found]:
    """The result is a list."""
    if not pair.is_list and pair.arrived is not None:
        message = f"wanted {pair.arrived.form}, {but_got(pair.arrived.value)}"
        yield "form", Breach("no-list", (OUTPUT,), message)


def kept_messages(pair: ConversationComparison) -> Iterator[Found]:
    """Each piece arrives, by who said it."""
    if pair.owed.said:
        yield "kept", REACHED
    for item in pair.owed.all:
        if item.kind in (RESULT, EMPTY):
            continue
        key, got = f"kept/{item.kind}", pair.partner_of(item)
        yield key, REACHED
        if got is not None:
            yield from ((key, breach) for breach in _changed_piece(pair, item, got))
        elif pair.owed.must_arrive(item):
            what = f"{item.speaker}'s {item.kind} {brief(item.shown)}"
            what = call_of(item.id, item.value[1]) if item.kind == CALL else f"the {what}"
            yield key, Breach(f"{item.kind}-lost", pair.in_input(item.fact), f"{what} did not arrive")


def _changed_piece(pair: ConversationComparison, item: FlatItem, got: FlatItem) -> Iterator[Breach]:
    """Yield how a piece that arrived differs."""
    at = pair.in_output(got.fact)
    if item.kind == CALL:
        for member, wanted, came in zip(_MEMBERS, item.value, got.value, strict=True):
            if came != wanted and not pair.terms.says_the_same(item, member, came):
                place = pair.where(got, member)
                kind = {"payload": "arguments"}.get(member, member)
                held = pair.id_of(got) if member == "id" else came
                is_own = member == "id" and is_made_id(wanted)
                said = f"wanted one of its own, {but_got(held)}" if is_own else versus(wanted, held)
                yield Breach(f"{kind}-changed", place, f"{kind} of the call {brief(item.id)}: {said}")
        # A custom call may be one of a function; the other way round its arguments are read as free text.
        if [getattr(piece.fact, "kind", "") for piece in (item, got)] == [FUNCTION, CUSTOM]:
            message = f"the call {brief(item.id)} of a function became one of a custom tool"
            yield Breach("kind-changed", pair.where(got, "name"), message)
        return
    is_renamed = item.kind == FILE and item.value[2] is not None and got.value[2] != item.value[2]
    if item.number in pair.pairs.changed or is_renamed:
        message = f"wanted the {item.kind} {brief(item.shown)}, {but_got(got.shown)}"
        yield Breach(f"{item.kind}-changed", at, message)
    elif item.kind in (TEXT, IMAGE) and item.number in pair.pairs.strange and item.speaker != got.speaker:
        message = f"the {item.speaker} says {brief(item.shown)}, but it has the role {brief(got.speaker or None)}"
        yield Breach("other-role", at, message)
    elif meant_detail(item.fact) != meant_detail(got.fact):
        message = f"detail: {versus(meant_detail(item.fact), meant_detail(got.fact))}"
        yield Breach("detail-changed", at, message)


def order(pair: ConversationComparison) -> Iterator[Found]:
    """What is said has its place. Where the messages are determined, the law `same_messages` says so."""
    results = pair.owed.of_kind(RESULT)
    if (
        pair.is_determined
        or not pair.owed.of_kind(TEXT, IMAGE)
        or any(pair.partner_of(result) is None for result in results)
    ):
        return
    said = pair.owed.of_kind(TEXT, IMAGE, FILE)
    uncertain = pair.pairs.strange | pair.pairs.changed | pair.pairs.ambiguous
    for item in said:
        got = pair.partner_of(item)
        if got is not None and item.number in pair.pairs.misplaced - uncertain:
            message = f"the {item.kind} {brief(item.shown)} is in another place"
            yield "order/said", Breach("misplaced", pair.in_output(got.fact), message)
    if not pair.owed.of_kind(CALL):  # beside calls a message may be moved
        found = [got for item in said if item.number not in uncertain and (got := pair.partner_of(item)) is not None]
        for before, got in pairwise(found):
            if got.entry < before.entry:
                message = f"{brief(got.shown)} precedes {brief(before.shown)}, which was said first"
                yield "order/said", Breach("misplaced", pair.in_output(got.fact), message)


def twice(pair: ConversationComparison) -> Iterator[Found]:
    """Nothing that is said is there once more. Where the messages are determined, the law `same_messages` says so."""
    for said in pair.left:
        if pair.is_determined and not pair.is_stand_in(said):
            continue
        if said.kind in (TEXT, IMAGE) and not pair.is_free(said):
            known = (item for item in pair.owed.all if item.speaker == said.speaker)
            if any(item.kind == said.kind and item.value == said.value for item in known):
                message = f"the {said.speaker}'s {said.kind} {brief(said.value)} is there once more"
                yield "twice/said", Breach("said-twice", pair.in_output(said.fact), message)
    known_numbers = set(pair.pairs.partners.values())
    loose = pair.owed.loose_ids
    owed = {
        CALL: {pair.id_that_came(item) for item in pair.owed.of_kind(CALL) if item.id not in loose},
        RESULT: {pair.id_that_came(item) for item in pair.owed.of_kind(RESULT) if not pair.is_loose_id(item.id)},
    }
    for said in pair.came.of_kind(CALL, RESULT):
        if said.number not in known_numbers and isinstance(said.id, str) and said.id in owed[said.kind]:
            message = f"the {said.kind} {brief(said.id)} arrived twice"
            yield f"twice/{said.kind}", Breach(f"{said.kind}-twice", pair.in_output(said.fact), message)
