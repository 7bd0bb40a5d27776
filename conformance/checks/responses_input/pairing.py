"""Pairs what a conversation owes with what an output holds: by value first, then by place."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from conformance.checks.responses_input.conversation import (
    CALL,
    FILE,
    IMAGE,
    INLINE,
    INSTRUCTING,
    REFUSAL,
    RESULT,
    TEXT,
    TOOL_KINDS,
    USE,
    Conversation,
    Owed,
    texts_of,
    without_cache_control,
)
from conformance.checks.responses_input.items import Found, Items
from conformance.values import JSON, packed

ITEMS, PARTS, WORDS = "items", "parts", "text"
RESULT_WORDS, CALL_WORDS = "Tool result for ", "Called function: "


class Pair(NamedTuple):
    """One owed fact with what came of it. exact: by its value and not only by its place.

    found: None where it did not arrive, or went to `instructions`: offset is its place there.
    """

    owed: Owed
    found: Found | None = None
    exact: bool = False
    offset: int | None = None

    @property
    def arrived(self) -> bool:
        """Whether it is anywhere in the output."""
        return self.found is not None or self.offset is not None

    @property
    def form(self) -> str | None:
        """Which form of tool turns a call or a result took."""
        if self.found is None:
            return None
        return {CALL: ITEMS, RESULT: ITEMS, USE: PARTS, INLINE: PARTS, TEXT: WORDS}.get(self.found.kind)


class Pairing(NamedTuple):
    """All pairs, in the order of what is owed, and what of the output comes from none of them."""

    pairs: tuple[Pair, ...]
    spare: tuple[Found, ...]


def speaker(role: str | None) -> str | None:
    """Return who speaks: system and developer messages are one voice."""
    return "system" if role in INSTRUCTING else role


def result_wordings(owed: Owed) -> tuple[str, ...]:
    """Return the texts that a tool result may become in the form `text`."""
    identity, content = owed.value
    names = (identity,) if isinstance(identity, str) and identity else ("unknown", *([""] if identity == "" else []))
    texts = texts_of(content)
    return tuple(
        f"{RESULT_WORDS}{name}: {joined}"
        for name in names
        for joined in dict.fromkeys(("".join(texts), "\n".join(texts)))
    )


def call_wordings(calls: Iterable[Owed]) -> tuple[str, ...]:
    """Return the texts that the calls of one turn may become in the form `text`."""
    names = [call.value[1] for call in calls]
    wordings = dict.fromkeys((_summary(names, "unknown"), _summary(names, "")))
    return tuple(wordings)


def _summary(names: list[JSON], for_empty: str) -> str:
    shown = [for_empty if name == "" else name if isinstance(name, str) else "unknown" for name in names]
    return ", ".join(CALL_WORDS + name for name in shown)


def key_of(value: JSON) -> Hashable:
    """Return what tells two values apart."""
    if isinstance(value, str):
        return value
    return packed(ordered(value)) or repr(value)


def ordered(value: JSON) -> JSON:
    """Return a value with the keys of its objects in alphabetical order."""
    if isinstance(value, dict):
        return {key: ordered(value[key]) for key in sorted(value, key=str)}
    return [ordered(member) for member in value] if isinstance(value, list | tuple) else value


class _Shelf:
    """What is owed and what was found, and which of it is paired so far."""

    def __init__(self, facts: Sequence[Owed], found: Sequence[Found]) -> None:
        self.facts = facts
        self.found = found
        self.places: list[int | None] = [None] * len(facts)
        self.offsets: list[int | None] = [None] * len(facts)
        self.exact = [False] * len(facts)
        self.taken = [False] * len(found)

    def pair(self, index: int, place: int) -> None:
        self.places[index], self.exact[index], self.taken[place] = place, True, True

    def match(
        self, owed: Iterable[tuple[int, Hashable]], found: Iterable[tuple[int, Hashable]], *, surely: bool = False
    ) -> None:
        """Pair what has the same key. Where there are as many as owed, in their order; else those whose place fits.

        surely: leave the latter for later, when more neighbours tell the place.
        """
        waiting: dict[Hashable, list[int]] = {}
        for index, key in owed:
            if self.places[index] is None and self.offsets[index] is None:
                waiting.setdefault(key, []).append(index)
        free: dict[Hashable, list[int]] = {}
        for place, key in found:
            if key in waiting and not self.taken[place]:
                free.setdefault(key, []).append(place)
        uneven = []
        for key, places in free.items():
            if len(places) == len(waiting[key]):
                for index, place in zip(waiting[key], places, strict=True):
                    self.pair(index, place)
            else:
                uneven += [(index, places) for index in waiting[key]]
        if uneven and not surely:
            self._match_by_place(sorted(uneven, key=lambda one: one[0]))
            for index, places in uneven:
                left = next((place for place in places if not self.taken[place]), None)
                if left is not None and self.places[index] is None:
                    self.pair(index, left)

    def _match_by_place(self, uneven: list[tuple[int, list[int]]]) -> None:
        bounds = self.bounds()
        before = -1
        for index, places in uneven:
            low, high = bounds[index]
            low = max(low, before) if low < high and before < high else low
            for place in places[bisect_right(places, low) :]:
                if place >= high:
                    break
                if not self.taken[place]:
                    self.pair(index, place)
                    before = place
                    break

    def bounds(self) -> list[tuple[int, int]]:
        """Return for each fact between which places it should stand, as its paired neighbours tell."""
        count = len(self.found)
        highs = [count] * (len(self.places) + 1)
        for index in range(len(self.places) - 1, -1, -1):
            place = self.places[index]
            highs[index] = highs[index + 1] if place is None else place
        bounds = []
        low = -1
        for index, place in enumerate(self.places):
            high = highs[index + 1]
            bounds.append((low, high) if low < high else (-1, count))
            low = low if place is None else place
        return bounds


def pair_up(conversation: Conversation, items: Items, *, worded: bool = False) -> Pairing:
    """Pair each fact; equal ones in their order, so that a swap of equals is none.

    worded: whether tool turns are known to become texts, so that nothing else is looked for first.
    """
    shelf = _Shelf(conversation.facts, items.found)
    if worded:
        _pair_words(conversation, shelf)
    # Of several equal calls that one was lost around which the rest is not: what is sure is placed first.
    _pair_tools(shelf, surely=True)
    _pair_parts(shelf, items.instructions)
    _pair_tools(shelf)
    if not worded:
        _pair_words(conversation, shelf)
    _pair_by_place(shelf)
    pairs = tuple(
        Pair(owed, None if place is None else items.found[place], shelf.exact[index], shelf.offsets[index])
        for index, (owed, place) in enumerate(zip(conversation.facts, shelf.places, strict=True))
    )
    return Pairing(pairs, tuple(one for one, taken in zip(items.found, shelf.taken, strict=True) if not taken))


def _pair_tools(shelf: _Shelf, *, surely: bool = False) -> None:
    """Pair calls and results that are still calls and results: by all that they hold, then by ever less of it.

    surely: only those of which as many came as were owed.
    """
    for kinds, levels in (((CALL, USE), (3, 2, 1)), ((RESULT, INLINE), (2, 1))):
        found = [(i, f) for i, f in enumerate(shelf.found) if f.kind in kinds]
        owed = [(i, fact) for i, fact in enumerate(shelf.facts) if fact.kind in kinds and fact.value[0] is not None]
        for count in levels if found else ():
            shelf.match(
                ((i, _tool_key(fact, count)) for i, fact in owed),
                ((i, _tool_key(f, count)) for i, f in found),
                surely=surely,
            )


def _tool_key(one: Owed | Found, count: int) -> Hashable:
    """Return the first so many members of a call or a result; of a result that is a list of texts, its text."""
    value = one.value[:count]
    if one.kind in (RESULT, INLINE) and count > 1:
        identity, content = value
        texts = texts_of(content)
        value = (identity, "".join(texts) if isinstance(content, list) and len(texts) == len(content) else content)
    return key_of(value)


def _pair_parts(shelf: _Shelf, instructions: JSON) -> None:
    """Pair texts and other parts by value: under their own speaker first."""
    plain = [(i, f) for i, f in enumerate(shelf.found) if f.kind not in TOOL_KINDS]
    parts = [(i, fact) for i, fact in enumerate(shelf.facts) if fact.kind not in TOOL_KINDS]
    _find_in_instructions(shelf, parts, plain, instructions)
    own = [(i, (fact.kind, speaker(fact.role), key_of(_value(fact)))) for i, fact in parts if not fact.inside]
    told = [(i, (f.kind, speaker(f.role), key_of(_value(f)))) for i, f in plain]
    # Where more came than this speaker said, and it is inside a result too, it may have come out of that: their order
    # alone tells them apart, below.
    inside = {(fact.kind, key_of(_value(fact))) for _i, fact in parts if fact.inside and fact.kind != TEXT}
    said, came = Counter(key for _i, key in own), Counter(key for _i, key in told)
    shelf.match(
        ((i, key) for i, key in own if (key[0], key[2]) not in inside or came[key] <= said[key]),
        told,
    )
    shelf.match(
        ((i, key_of(fact.value)) for i, fact in parts if fact.kind == REFUSAL),
        ((i, key_of(f.value)) for i, f in plain if f.kind == TEXT and f.role == "assistant"),
    )
    # Anyone may say what is left, but an empty text is nobody's.
    shelf.match(
        ((i, (fact.kind, key_of(_value(fact)))) for i, fact in parts if fact.value != ""),
        ((i, (f.kind, key_of(_value(f)))) for i, f in plain),
    )


def _find_in_instructions(
    shelf: _Shelf, parts: Sequence[tuple[int, Owed]], plain: Sequence[tuple[int, Found]], instructions: JSON
) -> None:
    """Find the system's texts that stand in the instructions; of equal ones the first went there."""
    if not isinstance(instructions, str) or not instructions:
        return
    system = [(i, fact) for i, fact in parts if fact.kind == TEXT and fact.role in INSTRUCTING and fact.value != ""]
    short: dict[str, int] = {}
    for _index, owed in system:
        short[owed.value] = short.get(owed.value, 0) + 1
    for _place, found in plain:
        if found.kind == TEXT and speaker(found.role) == "system" and found.value in short:
            short[found.value] -= 1
    at = 0
    ends: dict[int, int] = {}
    for index, owed in system:
        if short[owed.value] <= 0:
            continue
        offset = instructions.find(owed.value, at)
        if offset < 0:  # out of order, but not where another one stands already
            offset = instructions.find(owed.value)
            if any(start < offset + len(owed.value) and offset < end for start, end in ends.items()):
                continue
        if offset >= 0:
            shelf.offsets[index], at = offset, offset + len(owed.value)
            ends[offset] = at
            short[owed.value] -= 1


def _value(one: Owed | Found) -> JSON:
    """Return what tells a part from others: that a cache_control is still there has a rule of its own."""
    return one.value if one.kind in (TEXT, IMAGE, REFUSAL) else without_cache_control(one.value)


def _pair_words(conversation: Conversation, shelf: _Shelf) -> None:
    """Pair calls and results that became texts."""
    facts = conversation.facts
    waiting = [i for i, owed in enumerate(facts) if shelf.places[i] is None and owed.kind in (CALL, RESULT)]
    if not waiting:
        return
    said = [(i, f.value) for i, f in enumerate(shelf.found) if f.kind == TEXT]
    present = {text for _place, text in said}
    owed: list[tuple[int, Hashable]] = []
    firsts: dict[int, int] = {}
    for index in waiting:
        fact = facts[index]
        if fact.kind == CALL:
            if fact.message in firsts:
                continue
            firsts[fact.message] = index
            wordings = call_wordings(conversation.calls_of(fact.message))
        else:
            wordings = result_wordings(fact)
        wording = next((wording for wording in wordings if wording in present), None)
        if wording is not None:
            owed.append((index, wording))
    shelf.match(owed, said)
    for index in waiting:
        first = firsts.get(facts[index].message)
        if facts[index].kind == CALL and first is not None and shelf.places[index] is None:
            shelf.places[index], shelf.exact[index] = shelf.places[first], shelf.exact[first]


_ALIKE = {
    TEXT: frozenset({TEXT}),
    IMAGE: frozenset({IMAGE}),
    FILE: frozenset({FILE}),
    REFUSAL: frozenset({REFUSAL}),
    CALL: frozenset({CALL, USE, TEXT}),
    USE: frozenset({CALL, USE}),
    RESULT: frozenset({RESULT, INLINE, TEXT}),
    INLINE: frozenset({RESULT, INLINE}),
}


def _pair_by_place(shelf: _Shelf) -> None:
    """Pair what is left with what stands where it should stand: it arrived changed."""
    left = [position for position, taken in enumerate(shelf.taken) if not taken]
    if not left:
        return
    for index, (owed, (low, high)) in enumerate(zip(shelf.facts, shelf.bounds(), strict=True)):
        if shelf.places[index] is not None or shelf.offsets[index] is not None or owed.optional:
            continue
        for position in left[bisect_right(left, low) :]:
            if position >= high:
                break
            if not shelf.taken[position] and _fits(owed, shelf.found[position]):
                shelf.taken[position] = True
                shelf.places[index] = position
                break


def _fits(owed: Owed, found: Found) -> bool:
    if found.kind not in _ALIKE.get(owed.kind, ()) or found.value == "":
        return False
    if found.kind != TEXT or owed.kind == TEXT:
        return owed.inside or speaker(owed.role) == speaker(found.role) or found.role is None or owed.kind in (RESULT,)
    if owed.kind == CALL:
        return found.role == "assistant" and "alled" in found.value
    identity = owed.value[0]
    return "result" in found.value.lower() and (not isinstance(identity, str) or identity in found.value)
