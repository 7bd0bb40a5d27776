"""What is said in a conversation is kept: texts, refusals, images, files and calls, each once, in order, as it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from conformance.base.wording import brief, but_got, call_of, versus
from conformance.formats.model.conversation import CUSTOM, FUNCTION, IMAGE, TEXT
from conformance.formats.model.talk import CALL, EMPTY, FILE, RESULT, FlatItem, meant_detail
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.talks import ConversationComparison

_MEMBERS = ("id", "name", "payload")


def result_is_list(both: ConversationComparison) -> Iterator[Found]:
    """The result is a list."""
    if not both.is_list and both.arrived is not None:
        message = f"wanted {both.arrived.form}, {but_got(both.arrived.value)}"
        yield "form", Breach("no-list", (OUTPUT,), message)


def kept_messages(both: ConversationComparison) -> Iterator[Found]:
    """Each piece arrives, by who said it."""
    if both.owed.said:
        yield "kept", REACHED
    for one in both.owed.all:
        if one.kind in (RESULT, EMPTY):
            continue
        key, got = f"kept/{one.kind}", both.partner_of(one)
        yield key, REACHED
        if got is not None:
            yield from ((key, breach) for breach in _changed_piece(both, one, got))
        elif both.owed.must_arrive(one):
            what = f"{one.speaker}'s {one.kind} {brief(one.shown)}"
            what = call_of(one.id, one.value[1]) if one.kind == CALL else f"the {what}"
            yield key, Breach(f"{one.kind}-lost", both.in_input(one.fact), f"{what} did not arrive")


def _changed_piece(both: ConversationComparison, one: FlatItem, got: FlatItem) -> Iterator[Breach]:
    """Yield how a piece that arrived differs."""
    at = both.in_output(got.fact)
    if one.kind == CALL:
        for member, wanted, came in zip(_MEMBERS, one.value, got.value, strict=True):
            if came != wanted and not both.terms.says_the_same(one, member, came):
                place = both.where(got, member)
                kind = {"payload": "arguments"}.get(member, member)
                held = both.id_of(got) if member == "id" else came
                yield Breach(f"{kind}-changed", place, f"{kind} of the call {brief(one.id)}: {versus(wanted, held)}")
        # A custom call may be one of a function; the other way round its arguments are read as free text.
        if [getattr(piece.fact, "kind", "") for piece in (one, got)] == [FUNCTION, CUSTOM]:
            message = f"the call {brief(one.id)} of a function became one of a custom tool"
            yield Breach("kind-changed", both.where(got, "name"), message)
        return
    is_renamed = one.kind == FILE and one.value[2] is not None and got.value[2] != one.value[2]
    if one.number in both.pairs.changed or is_renamed:
        message = f"wanted the {one.kind} {brief(one.shown)}, {but_got(got.shown)}"
        yield Breach(f"{one.kind}-changed", at, message)
    elif one.kind in (TEXT, IMAGE) and one.number in both.pairs.strange and one.speaker != got.speaker:
        message = f"the {one.speaker} says {brief(one.shown)}, but it has the role {brief(got.speaker or None)}"
        yield Breach("other-role", at, message)
    elif meant_detail(one.fact) != meant_detail(got.fact):
        message = f"detail: {versus(meant_detail(one.fact), meant_detail(got.fact))}"
        yield Breach("detail-changed", at, message)


def order(both: ConversationComparison) -> Iterator[Found]:
    """What is said has its place. Where the messages are determined, the law `same_messages` says so."""
    results = both.owed.of_kind(RESULT)
    if both.is_determined or not both.owed.of_kind(TEXT, IMAGE) or any(both.partner_of(one) is None for one in results):
        return
    said = both.owed.of_kind(TEXT, IMAGE, FILE)
    uncertain = both.pairs.strange | both.pairs.changed | both.pairs.ambiguous
    for one in said:
        got = both.partner_of(one)
        if got is not None and one.number in both.pairs.misplaced - uncertain:
            message = f"the {one.kind} {brief(one.shown)} is in another place"
            yield "order/said", Breach("misplaced", both.in_output(got.fact), message)
    if not both.owed.of_kind(CALL):  # beside calls a message may be moved
        found = [got for one in said if one.number not in uncertain and (got := both.partner_of(one)) is not None]
        for before, got in pairwise(found):
            if got.entry < before.entry:
                message = f"{brief(got.shown)} precedes {brief(before.shown)}, which was said first"
                yield "order/said", Breach("misplaced", both.in_output(got.fact), message)


def twice(both: ConversationComparison) -> Iterator[Found]:
    """Nothing that is said is there once more. Where the messages are determined, the law `same_messages` says so."""
    for said in both.left:
        if both.is_determined and not both.is_stand_in(said):
            continue
        if said.kind in (TEXT, IMAGE) and not both.is_free(said):
            known = (one for one in both.owed.all if one.speaker == said.speaker)
            if any(one.kind == said.kind and one.value == said.value for one in known):
                message = f"the {said.speaker}'s {said.kind} {brief(said.value)} is there once more"
                yield "twice/said", Breach("said-twice", both.in_output(said.fact), message)
    known_numbers = set(both.pairs.partners.values())
    loose = both.owed.loose_ids
    owed = {
        CALL: {both.id_that_came(one) for one in both.owed.of_kind(CALL) if one.id not in loose},
        RESULT: {both.id_that_came(one) for one in both.owed.of_kind(RESULT) if not both.is_loose_id(one.id)},
    }
    for said in both.came.of_kind(CALL, RESULT):
        if said.number not in known_numbers and isinstance(said.id, str) and said.id in owed[said.kind]:
            message = f"the {said.kind} {brief(said.id)} arrived twice"
            yield f"twice/{said.kind}", Breach(f"{said.kind}-twice", both.in_output(said.fact), message)
