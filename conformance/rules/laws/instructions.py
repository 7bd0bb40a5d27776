"""What the system says is kept: each instruction as such, in order, in its place or in front; and none is invented."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from conformance.base.wording import brief
from conformance.formats.model.conversation import SYSTEM, TEXT
from conformance.formats.model.talk import EMPTY, RESULT
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.talks import ConversationComparison


def kept_instructions(pair: ConversationComparison) -> Iterator[Found]:
    """Each instruction arrives once, from the system, in order, at its place or before all messages."""
    key = "kept/instruction"
    if not pair.owed.instructions:
        return
    yield key, REACHED
    first, last = _places(pair)
    for number, instruction in enumerate(pair.owed.instructions):
        found = pair.pairs.instructions.get(number)
        text = brief(instruction.fact.value)
        if found is None:
            message = f"the instruction {text} did not arrive as an instruction"
            yield key, Breach("instruction-lost", pair.in_input(instruction.fact), message)
            continue
        entry, in_order = found
        at = pair.at_entry(entry)
        if not in_order:
            yield key, Breach("instruction-order", at, f"{text} precedes an earlier instruction")
        elif any(place < entry for place in first[instruction.high :] if place is not None):
            yield key, Breach("instruction-late", at, f"the instruction {text} is behind messages that it precedes")
        elif any(place > entry for place in last[: instruction.low] if place is not None) and any(
            place < entry for place in first if place is not None
        ):
            yield key, Breach("instruction-early", at, f"{text} is neither in its place nor before all messages")
    texts = [instruction.fact.value for instruction in pair.owed.instructions]
    came = [said for said in pair.came.of_kind(TEXT) if said.speaker == SYSTEM]
    # A blank one among those that are joined leaves what joins them, also at an end.
    known = [*texts, ""] if pair.owed.has_blank else texts
    own = [said for said in came if not said.value.strip() or _is_joined(said.value, known)]
    for said in came:
        if said not in own:
            message = f"{brief(said.value)} has more than the instructions"
            yield key, Breach("instruction-changed", pair.in_output(said.fact), message)
    for text in filter(str.strip, dict.fromkeys(texts)):
        if sum(said.value.count(text) for said in own) > sum(name.count(text) for name in texts):
            yield key, Breach("instruction-twice", (OUTPUT,), f"{brief(text)} is there more than once")


def added_instructions(pair: ConversationComparison) -> Iterator[Found]:
    """The system says nothing in the result of a source in which it says nothing."""
    if not pair.is_list or pair.owed.has_system:
        return
    yield "added/instruction", REACHED
    for entry, speaker in enumerate(pair.came.speakers):
        said = pair.content_of(entry)
        is_blank = isinstance(said, str) and not said.strip()
        if speaker == SYSTEM and said and not is_blank:
            message = f"the {pair.terms.source} has no instructions, but a message says {brief(said)}"
            yield "added/instruction", Breach("system", pair.at_entry(entry), message)


def _is_joined(text: str, instructions: list[str]) -> bool:
    """Whether a text is some of the instructions, joined by blanks or line ends; or holds none of them."""
    rest, found = text, False
    for instruction in sorted(instructions, key=len, reverse=True):
        if instruction and instruction in rest:
            rest, found = rest.replace(instruction, "", 1), True
    ends = any(text.startswith(instruction) for instruction in instructions) and any(
        text.endswith(instruction) for instruction in instructions
    )
    return not found or (ends and not rest.strip())


def _places(pair: ConversationComparison) -> tuple[list[int | None], list[int | None]]:
    """Return the first and the last message that holds each entry of the source, without what was moved."""
    uncertain = pair.pairs.strange | pair.pairs.misplaced | pair.pairs.changed | pair.pairs.ambiguous
    arrived: list[tuple[int, int]] = []
    for item in pair.owed.all:
        # A message that says nothing is like any other that does.
        got = pair.partner_of(item) if item.kind != EMPTY else None
        # A result under another id was found by its text, which another one may have too.
        if got is not None and item.number not in uncertain and not (item.kind == RESULT and got.id != item.id):
            arrived.append((item.entry, got.entry))
    found: list[list[int]] = [[] for _ in pair.owed.speakers]
    for position in _in_order([place for _entry, place in arrived]):
        entry, place = arrived[position]
        found[entry].append(place)
    return [min(values, default=None) for values in found], [max(values, default=None) for values in found]


def _in_order(places: list[int]) -> list[int]:
    """Return the positions of a longest part of a list that is in order."""
    ends: list[int] = []  # of the best part of each length, the position of its last member
    before: list[int | None] = []
    for position, place in enumerate(places):
        length = bisect_right(ends, place, key=places.__getitem__)
        before.append(ends[length - 1] if length else None)
        ends[length : length + 1] = [position]
    found: list[int] = []
    last = ends[-1] if ends else None
    while last is not None:
        found.append(last)
        last = before[last]
    return found
