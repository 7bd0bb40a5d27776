"""A stream is well-formed: its events follow the format's grammar, and one that broke off is not said to be whole."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.wording import brief
from conformance.formats.model.conversation import Call
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found

# Ids of calls that are those of items already: an API whose items have these prefixes takes them back.
_OF_ITEMS = ("fc", "ctc")
_OF_MESSAGES = "msg_"


def grammar(pair: AnswerComparison) -> Iterator[Found]:
    """Each event is where the format's grammar has it. kinds: those of the format."""
    if pair.arrived is None:
        return
    yield from ((f"stream/{kind}", REACHED) for kind in pair.arrived.kinds)
    for kind, path, message in pair.arrived.disorder:
        if kind == "no-end" and pair.is_given_up:
            continue  # every client notices a stream without an end
        yield f"stream/{kind}", Breach(kind.rpartition("/")[2], (OUTPUT, *pair.arrived.at, *path), message)


def ids(pair: AnswerComparison) -> Iterator[Found]:
    """Each item has an id of its own; none has that of the answer, or of a call."""
    if pair.result is None or pair.has_failed:
        return
    owned = [turn for turn in pair.got.turns if turn.id]
    if not owned:
        return
    yield "own/id", REACHED
    # The id of an Anthropic message may be that of the message which it becomes.
    answers = {pair.result.id, None if str(pair.source.id).startswith(_OF_MESSAGES) else pair.source.id}
    seen: set[str] = set()
    for turn in owned:
        if str(turn.id).startswith("__"):
            continue  # a placeholder, which stands for no id
        own = {utterance.id for utterance in turn.says if isinstance(utterance, Call)}
        if turn.id in answers | ({call.id for call in pair.got_calls} - own):
            message = f"an item has the id {brief(turn.id)}, which is that of the answer or of another item's call"
            yield "own/id", Breach("id-of-another", pair.in_output(turn, "id"), message)
        elif turn.id in own and not str(turn.id).startswith(_OF_ITEMS):
            message = f"an item has the id {brief(turn.id)}, which is that of its call"
            yield "own/id", Breach("id-of-its-call", pair.in_output(turn, "id"), message)
        elif turn.id in seen:
            yield "own/id", Breach("id-twice", pair.in_output(turn, "id"), f"two items have the id {brief(turn.id)}")
        seen.add(str(turn.id))
