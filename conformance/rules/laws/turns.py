"""The turns of a conversation: one message for what the model says and calls at a time, and as many as there were."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.wording import brief
from conformance.formats.model.conversation import USER
from conformance.formats.model.talk import FlatItem
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.talks import ConversationComparison, Shape


def one_message_a_turn(pair: ConversationComparison) -> Iterator[Found]:
    """The calls of a turn, and their message, are one message of the model, in order."""
    for turn in pair.owed.rounds:
        yield "one", REACHED
        calls = [pair.partner_of(pair.owed.all[number]) for number in turn.calls]
        found = [got for got in calls if got is not None]
        if not found:
            continue
        homes = {got.entry for got in found}
        if len(homes) > 1:
            where = f"are in {len(homes)} messages ({', '.join(map(str, sorted(homes)))})"
            message = f"the {len(found)} calls of one turn must be one message, but {where}"
            yield "one", Breach("calls-split", pair.in_output(found[1].fact), message)
            continue
        came = sorted(found, key=lambda got: got.number)
        if found != came:
            message = f"the calls of a turn changed order: {brief([got.id for got in came])}"
            yield "one", Breach("calls-order", pair.in_output(found[0].fact)[:3], message)
            continue
        # Of identical texts of which one is lost, it is not known which this is.
        own = [number for number in turn.own if number not in pair.pairs.strange | pair.pairs.ambiguous]
        texts = [pair.partner_of(pair.owed.all[number]) for number in own]
        apart = next((text for text in texts if text is not None and text.entry not in homes), None)
        if apart is not None and not _is_parted(pair, apart, found[0]):
            message = "text and calls of one assistant turn must be one message, but are in two"
            yield "one", Breach("text-apart", pair.in_output(apart.fact), message)


def _is_parted(pair: ConversationComparison, item: FlatItem, other: FlatItem) -> bool:
    """Whether a user who says nothing speaks between two pieces of a result, as somebody does in the source."""
    between = range(min(item.entry, other.entry) + 1, max(item.entry, other.entry))
    silent = (each for each in pair.came.all if each.entry in between and each.speaker == USER)
    return pair.has_silent_user and any(not str(each.value).strip() for each in silent)


def same_messages(pair: ConversationComparison) -> Iterator[Found]:
    """What the target converts to gives these messages again: as many, in order, by the same speakers."""
    if not pair.is_determined:
        return
    yield "same", REACHED
    wanted, got = pair.owed_shape, pair.shape
    if wanted == got:
        return
    pairs = enumerate(zip(wanted, got, strict=False))
    place = next((place for place, (pair, other) in pairs if pair != other), min(len(wanted), len(got)))
    message = f"message {place + 1} of the conversation must be {_shape_text(pair, wanted, place)}"
    yield "same", Breach("other-messages", (OUTPUT,), f"{message}; got {_shape_text(pair, got, place)}")


def _shape_text(pair: ConversationComparison, shapes: list[Shape], place: int) -> str:
    """Describe a message of a shape."""
    if place >= len(shapes):
        return "no message"
    speaker, labels = shapes[place]
    named = (
        f"a {what} that is in no item"
        if isinstance(what, str)
        else f"the {kind} {brief(pair.owed.all[what].shown, 40)}"
        for kind, what in labels
    )
    return f"a message of the {speaker or '?'} with {', '.join(named) or 'nothing'}"
