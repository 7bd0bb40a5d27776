"""Which of the things that messages say is which of the things that the items owe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from conformance.checks.chat_messages.items import Conversation, Owed
from conformance.checks.chat_messages.kinds import (
    ASSISTANT,
    EMPTY,
    SYSTEM,
    TOOL,
    USER,
    holds,
    is_same_file,
    meant_detail,
)
from conformance.checks.chat_messages.messages import Messages, Said
from conformance.formats.facts import CALL, FILE, IMAGE, OTHER, REFUSAL, RESULT, TEXT
from conformance.matching.matcher import Matcher, key_of
from conformance.matching.sequence import align_in_order

# What may separate texts that were joined, and how many of them are tried.
JOINTS = ("", "\n", "\n\n", " ")
_MOST_JOINED = 200

_Matcher = Matcher[Owed, Said]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """What was found. partners: from the number of an owed thing to that of what was said.

    changed: owed facts whose partner says something else. misplaced: those found out of their order. strange: those
    found under another role. ambiguous: those that have a partner although an identical one has none; either may be
    the one that is lost. attached: owed part (output, index) to the user's part that holds it. instructions: number to
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


def pair(owed: Conversation, got: Messages) -> Pairs:
    """Pair what is owed with what arrived."""
    matcher = Matcher(owed.all, got.all)
    _pair_calls(matcher, other_calls=bool(owed.foreign))
    _pair_results(matcher, got)
    attached = _attached(owed, got, matcher)
    for position in attached.values():
        matcher.taken[position] = True
    for speaker, kinds in ((USER, (TEXT, IMAGE, FILE, EMPTY)), (ASSISTANT, (TEXT,)), (ASSISTANT, (REFUSAL,))):
        _pair_in_order(matcher, speaker, kinds)
    instructions, used = _instructions(owed, got)
    for position in used | _changed_instructions(owed, got, instructions, used):
        matcher.taken[position] = True
    misplaced = _pair_wherever(matcher, lambda one: (one.speaker, *_content_key(one)))
    strange = _pair_wherever(matcher, lambda one: None if one.fact.kind == EMPTY else _content_key(one))
    strange |= _pair_wherever(matcher, _refusal_as_text)
    changed = _pair_wherever(matcher, lambda one: (one.speaker, one.fact.kind), only_even=True)
    for instruction in owed.instructions:
        if instruction.number not in instructions:
            # Found as a user's or the assistant's words, it is lost as an instruction, but not made up.
            for said in got.of_kind(TEXT):
                matcher.taken[said.number] |= said.fact.value == instruction.text
    partners = {number: partner for number, partner in enumerate(matcher.partners) if partner is not None}
    return Pairs(
        partners=partners,
        instructions=instructions,
        changed=changed,
        misplaced=misplaced,
        strange=strange,
        ambiguous=matcher.ambiguous(lambda one: (one.speaker, *_content_key(one))),
        attached=attached,
        left=tuple(said.number for said in got.said if not matcher.taken[said.number]),
    )


# Calls and results, by their ids: an id that is used again in a later turn is another call's.


def _pair_calls(matcher: _Matcher, *, other_calls: bool) -> None:
    """Pair calls. other_calls: whether there may be calls that came of items of other types."""
    wanted = [(owed.number, owed.fact.value) for owed in matcher.expected if owed.fact.kind == CALL]
    given = [(said.number, said.fact.value) for said in matcher.actual if said.fact.kind == CALL]
    bodies = [key_of(value[1:]) for _number, value in wanted]
    known = [(number, value) for number, value in given if key_of(value[1:]) in set(bodies)]
    ids, known_ids = (Counter(key_of(value[0]) for _number, value in calls) for calls in (wanted, known))
    if [key_of(value[1:]) for _number, value in known] == bodies and ids != known_ids:
        # The calls are the same in their order but for ids: one that a call was given anew may be that of another.
        for (number, _value), (position, _got) in zip(wanted, known, strict=True):
            matcher.pair(number, position)
        return
    matcher.pair_by_keys(wanted, given, (lambda call: call, itemgetter(0), itemgetter(slice(1, None))))
    if not other_calls:
        matcher.pair_by_keys(wanted, given, (lambda _call: "",), only_even=True)


def _pair_results(matcher: _Matcher, got: Messages) -> None:
    """Pair results: by the call that each tool message answers, then by what is left of id and text."""
    results = [owed for owed in matcher.expected if owed.fact.kind == RESULT]
    by_call = {matcher.partners[owed.call]: owed.number for owed in results}
    for answer, called in _answered(got):
        number = by_call.get(called)
        if number is not None and matcher.partners[number] is None:
            matcher.pair(number, answer)
    wanted = [(owed.number, (owed.fact.id, "".join(owed.texts))) for owed in results]
    given = [(said.number, (said.fact.id, "".join(said.texts))) for said in got.of_kind(RESULT)]
    matcher.pair_by_keys(wanted, given, (lambda result: result, itemgetter(0), itemgetter(1)))


def _answered(got: Messages) -> Iterator[tuple[int, int]]:
    """Yield tool messages, each with the last call of its id before it."""
    last: dict[str, int] = {}
    for said in got.of_kind(CALL, RESULT):
        id_ = said.fact.id
        if isinstance(id_, str) and said.fact.kind == CALL:
            last[id_] = said.number
        elif isinstance(id_, str) and id_ in last:
            yield said.number, last[id_]


def _attached(owed: Conversation, got: Messages, matcher: _Matcher) -> dict[tuple[int, int], int]:
    """Find parts of outputs that were moved to a user's message: first in those right after the tool messages.

    What a user sent too goes to the user first: a part of an output may be left out.
    """
    found: dict[tuple[int, int], int] = {}
    users = [said for said in got.of_kind(IMAGE, FILE, OTHER) if said.speaker == USER]
    spare = Counter(map(_content_key, users))
    spare.subtract(_content_key(one) for one in owed.all if one.speaker == USER and one.fact.kind in (IMAGE, FILE))
    for result in owed.of_kind(RESULT) if users else ():
        position = matcher.partners[result.number]
        first = 0 if position is None else got.all[position].fact.entry
        while position is not None and first < len(got.speakers) and got.speakers[first] == TOOL:
            first += 1
        for index, part in enumerate(result.others):
            for said in sorted(users, key=lambda one: (one.fact.entry < first, one.fact.entry)):
                if holds(said.fact, part) and spare[_content_key(said)] > 0:
                    spare[_content_key(said)] -= 1
                    users.remove(said)
                    found[result.number, index] = said.number
                    break
    return found


# What was said, in its order and then anywhere.


def _pair_in_order(matcher: _Matcher, speaker: str, kinds: Container[str]) -> None:
    wanted = [one for one in matcher.expected if one.speaker == speaker and one.fact.kind in kinds]
    given = [
        one
        for one in matcher.actual
        if one.speaker == speaker and one.fact.kind in kinds and not matcher.taken[one.number]
    ]
    for taken, position in align_in_order(len(wanted), len(given), lambda i, j: _taken_by(wanted, i, given[j])):
        for index in taken:
            matcher.pair(wanted[index].number, given[position].number)


def _taken_by(wanted: Sequence[Owed], start: int, said: Said) -> tuple[int, int]:
    """Return how many owed facts from `start` on one thing that was said is, and what that is worth."""
    owed, got = wanted[start].fact, said.fact
    if owed.kind != got.kind:
        return 0, 0
    if owed.kind not in (TEXT, REFUSAL):
        is_same = is_same_file(got.value, owed.value) if owed.kind == FILE else owed.value == got.value
        return int(is_same), 0 if not is_same else 4 if meant_detail(owed.detail) == meant_detail(got.detail) else 3
    begins = got.value.startswith(owed.value)
    if not begins and not wanted[start].is_loose:
        return 0, 0
    run = [one.fact.value for one in wanted[start : start + _MOST_JOINED] if one.run == wanted[start].run]
    length = 0
    for count, text in enumerate(run, start=1) if begins else ():
        length += len(text)
        for joint in JOINTS:
            fits = length + len(joint) * (count - 1) == len(got.value)
            if fits and joint.join(run[:count]) == got.value:
                return count, 4 * count
    if not wanted[start].is_loose:
        return 0, 0
    position = taken = 0
    for text in run:
        found = got.value.find(text, position)
        if found < 0:
            break
        position, taken = found + len(text), taken + 1
    return taken, 3 * taken


def _content_key(one: Owed | Said) -> tuple[str, Hashable]:
    """Return what distinguishes two facts of any speaker. A file is known by its id, else by its data."""
    fact = one.fact
    if fact.kind == FILE:
        return FILE, key_of(fact.value.get("file_id") or fact.value.get("file_data"))
    return fact.kind, key_of(fact.value)


def _refusal_as_text(one: Owed | Said) -> Hashable:
    """Return what an owed refusal and a text that was said have in common."""
    kind = REFUSAL if isinstance(one, Owed) else TEXT
    return key_of(one.fact.value) if one.fact.kind == kind else None


def _pair_wherever(
    matcher: _Matcher, key: Callable[[Owed | Said], Hashable], *, only_even: bool = False
) -> frozenset[int]:
    """Pair facts that are left, by a key that is not None; return them."""
    wanted, given = (
        [(one.number, key(one)) for one in side if one.fact.kind not in (CALL, RESULT) and key(one) is not None]
        for side in ([one for one in matcher.expected if matcher.partners[one.number] is None], matcher.actual)
    )
    matcher.pair_equal(wanted, given, only_even=only_even)
    return frozenset(number for number, _key in wanted if matcher.partners[number] is not None)


# Instructions: they may be joined, and moved to the front.


def _changed_instructions(owed: Conversation, got: Messages, found: Collection[int], used: set[int]) -> set[int]:
    """Return what was said in the place of instructions that were not found, where it is as many: it was changed."""
    rest = {said.number for said in got.of_kind(TEXT) if said.speaker == SYSTEM} - used
    return rest if len(rest) == len(owed.instructions) - len(found) else set()


def _instructions(owed: Conversation, got: Messages) -> tuple[dict[int, tuple[int, bool]], set[int]]:
    """Return where each instruction is, and the messages' texts that hold them."""
    system = [said for said in got.of_kind(TEXT) if said.speaker == SYSTEM]
    found: dict[int, tuple[int, bool]] = {}
    used: set[int] = set()
    position, offset = 0, 0
    for instruction in owed.instructions:
        place = _find(instruction.text, system, position, offset)
        in_order = place is not None
        if place is None:
            place = _find(instruction.text, system, 0, 0)
        if place is None:
            continue
        index, start = place
        found[instruction.number] = (system[index].fact.entry, in_order)
        used.add(system[index].number)
        if in_order:
            position, offset = index, start + len(instruction.text)
    return found, used


def _find(text: str, system: Sequence[Said], position: int, offset: int) -> tuple[int, int] | None:
    """Return the first place of a text from a message and an offset in it on."""
    for index in range(position, len(system)):
        start = system[index].fact.value.find(text, offset if index == position else 0)
        if start >= 0:
            return index, start
    return None
