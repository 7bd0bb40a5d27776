"""Which of the things that a conversation's result says is which of those that its source owes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import Any

from conformance.base.values import JSON
from conformance.formats.model.conversation import IMAGE, MODEL, SYSTEM, TEXT, TOOL, USER, Media, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import (
    CALL,
    EMPTY,
    FILE,
    OTHER,
    REFUSAL,
    RESULT,
    FlatConversation,
    FlatItem,
    kind_of,
    meant_detail,
)
from conformance.rules.alignment.matcher import Matcher, key_of
from conformance.rules.alignment.sequence import align_in_order

# What may separate texts that were joined, and how many of them are tried.
JOINTS = ("", "\n", "\n\n", " ")
_MOST_JOINED = 200

_Matcher = Matcher[FlatItem, FlatItem]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """What was found. partners: from the number of an owed thing to that of what was said.

    changed: owed pieces whose partner says something else. misplaced: those found out of their order. strange: those
    of another speaker. ambiguous: those that have a partner although an identical one has none; either may be the one
    that is lost. attached: owed part (result, index) to the user's part that holds it. instructions: number to
    (message, whether in order). left: the numbers of what was said and is nothing owed.
    """

    partners: dict[int, int]
    instructions: dict[int, tuple[int, bool]]
    changed: frozenset[int]
    misplaced: frozenset[int]
    strange: frozenset[int]
    ambiguous: frozenset[int]
    attached: dict[tuple[int, int], int]
    left: tuple[int, ...]


def pair(owed: FlatConversation, got: FlatConversation) -> Pairs:
    """Pair what is owed with what arrived."""
    matcher = Matcher(owed.all, got.all)
    _pair_calls(matcher, other_calls=bool(owed.foreign))
    _pair_results(matcher, got, other_calls=bool(owed.foreign))
    attached = _attached(owed, got, matcher)
    for position in attached.values():
        matcher.taken[position] = True
    for speaker, kinds in ((USER, (TEXT, IMAGE, FILE, EMPTY)), (MODEL, (TEXT,)), (MODEL, (REFUSAL,))):
        _pair_in_order(matcher, speaker, kinds, owed.loose)
    instructions, used = _instructions(owed, got)
    for position in used | _changed_instructions(owed, got, instructions, used):
        matcher.taken[position] = True
    misplaced = _pair_wherever(matcher, lambda item: (item.speaker, *_content_key(item)))
    strange = _pair_wherever(matcher, lambda item: None if item.kind == EMPTY else _content_key(item))
    strange |= _pair_wherever(matcher, lambda item: _value_of(item, REFUSAL), lambda item: _value_of(item, TEXT))
    _pair_in_place(matcher)
    changed = _pair_wherever(matcher, lambda item: (item.speaker, item.kind), only_even=True)
    # Found as a user's or the model's words, an instruction is lost as such, but not made up.
    lost = {
        instruction.fact.value for number, instruction in enumerate(owed.instructions) if number not in instructions
    }
    for said in got.of_kind(TEXT) if lost else ():
        matcher.taken[said.number] |= said.value in lost
    partners = {number: partner for number, partner in enumerate(matcher.partners) if partner is not None}
    return Pairs(
        partners=partners, instructions=instructions, changed=changed, misplaced=misplaced, strange=strange,
        ambiguous=matcher.ambiguous(lambda item: (item.speaker, *_content_key(item))), attached=attached,
        left=tuple(said.number for said in got.said if not matcher.taken[said.number]),
    )  # fmt: skip


# Calls and results, by their ids: an id that is used again in a later turn is another call's.


def _pair_calls(matcher: _Matcher, *, other_calls: bool) -> None:
    """Pair calls. other_calls: whether there may be calls that came of items of other types."""
    wanted = [(owed.number, owed.value) for owed in matcher.expected if owed.kind == CALL]
    given = [(said.number, said.value) for said in matcher.actual if said.kind == CALL]
    bodies = [key_of(value[1:]) for _number, value in wanted]
    came = [(key_of(value[1:]), number, value[0]) for number, value in given]
    known = [entry for entry in came if entry[0] in bodies]
    owed = Counter(zip(bodies, (value[0] for _number, value in wanted), strict=True))
    if [body for body, _number, _id in known] == bodies and owed != Counter((body, id_) for body, _n, id_ in known):
        # The calls are the same in their order but for ids: one that a call was given anew may be that of another.
        for (number, _value), (_body, position, _id) in zip(wanted, known, strict=True):
            matcher.pair(number, position)
        return
    if _are_numbered_anew(wanted, given):
        for (number, _value), (position, _other) in zip(wanted, given, strict=True):
            matcher.pair(number, position)
        return
    matcher.pair_by_keys(wanted, given, (lambda call: call, itemgetter(0), itemgetter(slice(1, None))))
    if not other_calls:
        matcher.pair_by_keys(wanted, given, (lambda _call: "",), only_even=True)


def _are_numbered_anew(wanted: Sequence[tuple[int, Any]], given: Sequence[tuple[int, Any]]) -> bool:
    """Whether calls came in their order with other ids, perhaps under other names: what they pass is the same."""
    passed = [[key_of(value[2:]) for _number, value in calls] for calls in (wanted, given)]
    ids = [Counter(key_of(value[0]) for _number, value in calls) for calls in (wanted, given)]
    return passed[0] == passed[1] and ids[0] != ids[1]


def _pair_results(matcher: _Matcher, got: FlatConversation, *, other_calls: bool) -> None:
    """Pair results: by the call that each tool message answers, then by what is left of id and text.

    other_calls: as in _pair_calls; what answers one of these is the result of no owed call, whatever its text.
    """
    results = [owed for owed in matcher.expected if owed.kind == RESULT]
    by_call = {matcher.partners[owed.call]: owed.number for owed in results}
    known = {partner for partner in matcher.partners if partner is not None}
    answers = [*_results_with_calls(got)]
    others = {answer for answer, called in answers if other_calls and called not in known}
    for answer, called in answers:
        number = by_call.get(called)
        if number is not None and matcher.partners[number] is None:
            matcher.pair(number, answer)
    wanted = [(owed.number, (owed.id, "".join(owed.texts))) for owed in results]
    given = [(said.number, (said.id, "".join(said.texts))) for said in got.of_kind(RESULT)]
    matcher.pair_by_keys(wanted, given, (lambda result: result, itemgetter(0)))
    matcher.pair_by_keys(wanted, [pair for pair in given if pair[0] not in others], (itemgetter(1),))


def _results_with_calls(got: FlatConversation) -> Iterator[tuple[int, int]]:
    """Yield tool messages, each with the last call of its id before it; of calls made together, in their order."""
    last: dict[str, list[tuple[int, FlatItem]]] = {}
    returned = 0  # how many results there are so far: between calls made together is none
    for said in got.of_kind(CALL, RESULT):
        id_ = said.id
        returned += said.kind == RESULT
        calls = last.get(id_, []) if isinstance(id_, str) else []
        if isinstance(id_, str) and said.kind == CALL:
            last[id_] = [*(call for call in calls if call[0] == returned), (returned, said)]
        elif isinstance(id_, str) and calls:
            yield said.number, calls[0][1].number
            last[id_] = calls[1:] or calls


def _attached(owed: FlatConversation, got: FlatConversation, matcher: _Matcher) -> dict[tuple[int, int], int]:
    """Find parts of outputs that were moved to a user's message: first in those right after the tool messages.

    What a user sent too goes to the user first: a part of an output may be left out.
    """
    found: dict[tuple[int, int], int] = {}
    users = [said for said in got.of_kind(IMAGE, FILE, OTHER) if said.speaker == USER]
    spare = Counter(map(_content_key, users))
    spare.subtract(_content_key(item) for item in owed.all if item.speaker == USER and item.kind in (IMAGE, FILE))
    for result in owed.of_kind(RESULT) if users else ():
        position = matcher.partners[result.number]
        first = 0 if position is None else got.all[position].entry
        while position is not None and first < len(got.speakers) and got.speakers[first] == TOOL:
            first += 1
        # An image and a file may have one address: each is what came as its kind, if anything did.
        for is_same_kind, (index, part) in product((True, False), enumerate(result.others)):
            if (result.number, index) in found:
                continue
            for said in sorted(
                users, key=lambda user: (user.entry < first, not is_namesake(user.fact, part), user.entry)
            ):
                if is_same_kind and said.kind != kind_of(part):
                    continue
                if holds(said.fact, part) and spare[_content_key(said)] > 0:
                    spare[_content_key(said)] -= 1
                    users.remove(said)
                    found[result.number, index] = said.number
                    break
    return found


def holds(said: Utterance | Other, part: Utterance | Other) -> bool:
    """Whether something that was said holds a part of a result."""
    if isinstance(said, Media):
        return any(element and element in (said.address, said.file_id) for element in known_by(part))
    if not isinstance(said, Other) or not isinstance(said.value, dict):
        return isinstance(said, Other) and isinstance(part, Other) and bool(said.value == part.value)
    return any(element in said.value.values() for element in known_by(part))


def is_namesake(said: Utterance | Other, part: Utterance | Other) -> bool:
    """Whether two files have the same name, or both none."""
    return (said.name if isinstance(said, Media) else None) == (part.name if isinstance(part, Media) else None)


def known_by(part: Utterance | Other) -> list[JSON]:
    """Return the values by one of which a part is known, wherever it went: not by what it is, or how closely seen."""
    if isinstance(part, Media):
        return [text for text in (part.address, part.file_id) if text]
    if not isinstance(part, Other) or not isinstance(part.value, dict):
        return []
    values = [value for name, value in part.value.items() if value != part.word and name != "detail"]
    return [*values, *(inner for value in values if isinstance(value, dict) for inner in value.values())]


# What was said, in its order and then anywhere.


def _pair_in_order(matcher: _Matcher, speaker: str, kinds: Container[str], loose: Container[int]) -> None:
    wanted = [item for item in matcher.expected if item.speaker == speaker and item.kind in kinds]
    given = [
        item
        for item in matcher.actual
        if item.speaker == speaker and item.kind in kinds and not matcher.taken[item.number]
    ]
    for taken, position in align_in_order(len(wanted), len(given), lambda i, j: _taken_by(wanted, i, given[j], loose)):
        for index in taken:
            matcher.pair(wanted[index].number, given[position].number)


def _taken_by(wanted: Sequence[FlatItem], start: int, got: FlatItem, loose: Container[int]) -> tuple[int, int]:
    """Return how many owed pieces from `start` on one that was said is, and what that is worth."""
    owed = wanted[start]
    if owed.kind != got.kind:
        return 0, 0
    if owed.kind not in (TEXT, REFUSAL):
        # A file is the same by its id or by its data.
        likenesses = zip(owed.value[:2], got.value[:2], strict=True) if owed.kind == FILE else [(owed.value, got.value)]
        is_same = any(likeness is not None and likeness == other for likeness, other in likenesses)
        others = (
            meant_detail(owed.fact) != meant_detail(got.fact),
            owed.kind == FILE and owed.value[2] != got.value[2],
        )
        return int(is_same), 4 - sum(others) if is_same else 0
    begins = got.value.startswith(owed.value)
    run = [item.value for item in wanted[start : start + _MOST_JOINED] if item.run == owed.run]
    length = 0
    for count, text in enumerate(run, start=1) if begins else ():
        length += len(text)
        for joint in JOINTS:
            fits = length + len(joint) * (count - 1) == len(got.value)
            if fits and joint.join(run[:count]) == got.value:
                return count, 4 * count
    position = taken = 0
    for text in run if owed.entry in loose else ():
        found = got.value.find(text, position)
        while found > position and _is_quoted(got.value, found, found + len(text)):
            found = got.value.find(text, found + 1)
        if found < 0:
            break
        position, taken = found + len(text), taken + 1
    return taken, 3 * taken


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether a part of a text is in quotes, as it is where a list of parts was written as a text."""
    return text[start - 1] in "'\"" and text[start - 1] == text[end : end + 1]


def _content_key(item: FlatItem) -> tuple[str, Hashable]:
    """Return what distinguishes two pieces of any speaker. A file is known by its id, else by its data."""
    if item.kind == FILE:
        return FILE, key_of(item.value[0] or item.value[1])
    return item.kind, key_of(item.value)


def _value_of(item: FlatItem, kind: str) -> Hashable:
    """Return the value of a piece of a kind; None for another."""
    return key_of(item.value) if item.kind == kind else None


_Key = Callable[[FlatItem], Hashable]


def _pair_wherever(
    matcher: _Matcher, key: _Key, of_said: _Key | None = None, *, only_even: bool = False
) -> frozenset[int]:
    """Pair pieces that are left, by a key that is not None; return them. of_said: the key of what was said."""
    left = [item for item in matcher.expected if matcher.partners[item.number] is None]
    if not left:
        return frozenset()
    wanted, given = (
        [(item.number, said) for item in side if item.kind not in (CALL, RESULT) and (said := own(item)) is not None]
        for side, own in ((left, key), (matcher.actual, of_said or key))
    )
    matcher.pair_equal(wanted, given, only_even=only_even)
    return frozenset(number for number, _key in wanted if matcher.partners[number] is not None)


def _pair_in_place(matcher: _Matcher) -> None:
    """Pair what is not between its neighbours with what is, where that is the same, is said by the same, and is left.

    A text document says its text, perhaps in the words of somebody elsewhere.
    """
    left: dict[Hashable, list[int]] = {}
    for item in matcher.actual:
        if not matcher.taken[item.number] and item.kind not in (CALL, RESULT):
            left.setdefault((item.speaker, *_content_key(item)), []).append(item.number)
    for item, (low, high) in zip(matcher.expected, matcher.bounds() if left else (), strict=False):
        partner = matcher.partners[item.number]
        if partner is None or item.kind in (CALL, RESULT) or low < partner < high:
            continue
        got = matcher.actual[partner]
        others = left.get((item.speaker, *_content_key(item)), []) if got.value == item.value else []
        found = next((number for number in others if low < number < high), None)
        if found is not None:
            matcher.pair(item.number, found)
            matcher.taken[partner] = False
            others[others.index(found)] = partner


# Instructions: they may be joined, and moved to the front.


def _changed_instructions(
    owed: FlatConversation, got: FlatConversation, found: Collection[int], used: set[int]
) -> set[int]:
    """Return what was said in the place of instructions that were not found, where it is as many: it was changed."""
    rest = {said.number for said in got.of_kind(TEXT) if said.speaker == SYSTEM} - used
    return rest if len(rest) == len(owed.instructions) - len(found) else set()


def _instructions(owed: FlatConversation, got: FlatConversation) -> tuple[dict[int, tuple[int, bool]], set[int]]:
    """Return where each instruction is, and the messages' texts that hold them."""
    system = [said for said in got.of_kind(TEXT) if said.speaker == SYSTEM]
    found: dict[int, tuple[int, bool]] = {}
    used: set[int] = set()
    position, offset = 0, 0
    for number, instruction in enumerate(owed.instructions):
        text = instruction.fact.value
        place = _find(text, system, position, offset)
        in_order = place is not None
        place = place or _find(text, system, 0, 0)
        if place is not None:
            found[number] = (system[place[0]].entry, in_order)
            used.add(system[place[0]].number)
            if in_order:
                position, offset = place[0], place[1] + len(text)
    return found, used


def _find(text: str, system: Sequence[FlatItem], position: int, offset: int) -> tuple[int, int] | None:
    """Return the first place of a text from a message and an offset in it on."""
    for index in range(position, len(system)):
        start = system[index].value.find(text, offset if index == position else 0)
        if start >= 0:
            return index, start
    return None
