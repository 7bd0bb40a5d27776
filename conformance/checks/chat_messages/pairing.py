"""Which of the things that messages say is which of the things that the items owe."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from conformance.checks.chat_messages.items import Conversation, Fact
from conformance.checks.chat_messages.kinds import (
    EMPTY,
    FILE,
    IMAGE,
    OTHER,
    REFUSAL,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    file_of,
    image_of,
)
from conformance.checks.chat_messages.messages import Messages, Said
from conformance.values import JSON

# What may stand between texts that were joined.
JOINTS = ("", "\n", "\n\n", " ")
# How far apart two sequences may be before the search for where they meet again is given up.
_WINDOW = 12
# Up to how many comparisons all ways to pair two sequences are weighed. Few facts are loose: only they need it.
_WEIGHED = 40_000


class Pairs(NamedTuple):
    """What was found. Each of the first four leads from a number of the owed to one of what arrived.

    changed: owed facts whose partner says something else. misplaced: those found out of their order. strange: those
    found under another role. attached: owed part (result, index) to the user's part that holds it. instructions:
    number to (message, whether in order). left: what was said and is nothing owed.
    """

    facts: dict[int, int]
    calls: dict[int, int]
    results: dict[int, int]
    instructions: dict[int, tuple[int, bool]]
    changed: frozenset[int]
    misplaced: frozenset[int]
    strange: frozenset[int]
    attached: dict[tuple[int, int], int]
    left: tuple[int, ...]


def pair(owed: Conversation, got: Messages) -> Pairs:
    """Pair what is owed with what arrived."""
    calls = _calls(owed, got)
    results = _results(owed, got, calls)
    attached = _attached(owed, got, results)
    taken = set(attached.values())
    free = [said for said in got.said if said.number not in taken and said.speaker != SYSTEM]
    facts: dict[int, int] = {}
    for speaker, kinds in ((USER, (TEXT, IMAGE, FILE, EMPTY)), ("assistant", (TEXT,)), ("assistant", (REFUSAL,))):
        wanted = [fact for fact in owed.facts if fact.speaker == speaker and fact.kind in kinds]
        given = [said for said in free if said.speaker == speaker and said.kind in kinds]
        facts |= _aligned(wanted, given)
    _to_their_calls(owed, got, facts, calls)
    _to_their_details(owed, free, facts)
    instructions, used = _instructions(owed, got)
    taken |= used | set(facts.values()) | _changed_instructions(owed, got, instructions, used)
    misplaced = _second(owed, got, facts, taken, _identical)
    strange = _second(owed, got, facts, taken, _said_by_another)
    changed = _changed(owed, got, facts, taken)
    for instruction in owed.instructions:
        if instruction.number not in instructions:
            # Found as a user's or the assistant's words, it is lost as an instruction, but not made up.
            taken |= {said.number for said in got.said if said.kind == TEXT and said.value == instruction.text}
    left = tuple(said.number for said in got.said if said.number not in taken)
    return Pairs(facts, calls, results, instructions, changed, misplaced, strange, attached, left)


# Calls and results, by their ids: one that is used again in a later turn stands for another call.


def _calls(owed: Conversation, got: Messages) -> dict[int, int]:
    wanted = [(call.number, (call.id, call.name, call.arguments)) for call in owed.calls]
    given = [(called.number, (called.id, called.name, called.arguments)) for called in got.called]
    keys: tuple[Callable[[tuple[JSON, ...]], object], ...] = (repr, lambda k: repr(k[0]), lambda k: repr(k[1:]))
    pairs: dict[int, int] = {}
    owed_ones = {repr(call[1:]) for _number, call in wanted}
    known = [(number, call) for number, call in given if repr(call[1:]) in owed_ones]
    if _other_ids_only(wanted, known):
        # An id that a call was given anew may be the one of another call.
        return {w: g for (w, _k), (g, _v) in zip(wanted, known, strict=True)}
    for key in keys:
        _pair_by(wanted, given, key, pairs)
    wanted, given = _rest(wanted, given, pairs)
    return pairs | ({w: g for (w, _k), (g, _v) in zip(wanted, given, strict=True)} if len(wanted) == len(given) else {})


def _other_ids_only(
    wanted: Sequence[tuple[int, tuple[JSON, ...]]], given: Sequence[tuple[int, tuple[JSON, ...]]]
) -> bool:
    """Whether two sequences of calls are the same in step but for ids, some of which are not the owed ones."""
    if [call[1:] for _number, call in wanted] != [call[1:] for _number, call in given]:
        return False
    return Counter(repr(call[0]) for _number, call in wanted) != Counter(repr(call[0]) for _number, call in given)


def _results(owed: Conversation, got: Messages, calls: dict[int, int]) -> dict[int, int]:
    """Pair results: by the call that each tool message answers, then by what is left of id and text."""
    owed_call = {called: number for number, called in calls.items()}
    owed_result = {result.call: result.number for result in owed.results}
    pairs: dict[int, int] = {}
    for answer, called in _answered(got):
        number = owed_result.get(owed_call.get(called, -1))
        if number is not None:
            pairs.setdefault(number, answer)
    wanted = [(result.number, (result.id, "".join(result.texts))) for result in owed.results]
    given = [(answer.number, (answer.id, "".join(answer.texts))) for answer in got.answers]
    keys: tuple[Callable[[tuple[JSON, ...]], object], ...] = (repr, lambda k: repr(k[0]), lambda k: k[1])
    for key in keys:
        _pair_by(wanted, given, key, pairs)
    return pairs


def _answered(got: Messages) -> Iterator[tuple[int, int]]:
    """Yield tool messages, each with the last call of its id before it."""
    last: dict[str, int] = {}
    position = 0
    for answer in got.answers:
        while position < len(got.called) and got.called[position].message < answer.message:
            called = got.called[position]
            if isinstance(called.id, str):
                last[called.id] = called.number
            position += 1
        if isinstance(answer.id, str) and answer.id in last:
            yield answer.number, last[answer.id]


def _pair_by(
    wanted: Sequence[tuple[int, tuple[JSON, ...]]],
    given: Sequence[tuple[int, tuple[JSON, ...]]],
    key: Callable[[tuple[JSON, ...]], object],
    pairs: dict[int, int],
) -> None:
    """Pair what is left and has the same key: first with first, but where too many have it the one at its own place."""
    wanted, given = _rest(wanted, given, pairs)
    waiting: dict[object, list[int]] = defaultdict(list)
    for number, value in reversed(given):
        waiting[key(value)].append(number)
    due = Counter(key(value) for _number, value in wanted)
    for number, value in wanted:
        numbers = waiting.get(key(value))
        if not numbers:
            continue
        if len(numbers) > due[key(value)] and number in numbers:
            numbers.remove(number)
            pairs[number] = number
        else:
            pairs[number] = numbers.pop()
        due[key(value)] -= 1


def _rest(
    wanted: Sequence[tuple[int, tuple[JSON, ...]]], given: Sequence[tuple[int, tuple[JSON, ...]]], pairs: dict[int, int]
) -> tuple[list[tuple[int, tuple[JSON, ...]]], list[tuple[int, tuple[JSON, ...]]]]:
    found = set(pairs.values())
    return [one for one in wanted if one[0] not in pairs], [one for one in given if one[0] not in found]


def _attached(owed: Conversation, got: Messages, results: dict[int, int]) -> dict[tuple[int, int], int]:
    """Find parts of outputs that were moved to a user's message: first in those right after the tool messages."""
    found: dict[tuple[int, int], int] = {}
    wanted = [result for result in owed.results if result.others]
    if not wanted:
        return found
    users = [said for said in got.said if said.speaker == USER and said.kind in (IMAGE, FILE, OTHER)]
    taken: set[int] = set()
    for result in wanted:
        first = _after_tools(got, got.answers[results[result.number]].message) if result.number in results else 0
        for index, part in enumerate(result.others):
            for said in sorted(users, key=lambda one: (one.message < first, one.message)):
                if said.number not in taken and holds(said.kind, said.value, part):
                    taken.add(said.number)
                    found[result.number, index] = said.number
                    break
    return found


def _after_tools(got: Messages, message: int) -> int:
    while message < len(got.speakers) and got.speakers[message] == TOOL:
        message += 1
    return message


def holds(kind: str, value: JSON, part: JSON) -> bool:
    """Whether something that was said holds a part of an output."""
    if not isinstance(part, dict):
        return bool(kind == OTHER and value == part)
    if kind == IMAGE:
        image = image_of(part)
        return image is not None and bool(value[0] == image[0])
    if kind == FILE:
        file = file_of(part)
        return file is not None and _same_file(value, file)
    return bool(kind == OTHER and any(value.get(key) == part[key] for key in part if key not in ("type", "detail")))


def _same_file(one: JSON, other: JSON) -> bool:
    return any(key in one and one[key] == other.get(key) for key in ("file_id", "file_data"))


# What was said, in its order.


def _aligned(wanted: Sequence[Fact], given: Sequence[Said]) -> dict[int, int]:
    """Pair two sequences in step; where they part, from the nearest place on where they meet again."""
    if any(fact.loose for fact in wanted) and len(wanted) * len(given) <= _WEIGHED:
        return _weighed(wanted, given)
    pairs: dict[int, int] = {}
    i = j = 0
    while i < len(wanted) and j < len(given):
        taken = _fits(wanted, i, given[j])
        if taken:
            pairs.update((fact.number, given[j].number) for fact in wanted[i : i + taken])
            i, j = i + taken, j + 1
            continue
        i, j = next(
            (
                (i + lost, j + more)
                for lost, more in _apart()
                if i + lost < len(wanted) and j + more < len(given) and _fits(wanted, i + lost, given[j + more])
            ),
            (i + 1, j + 1),
        )
    return pairs


def _weighed(wanted: Sequence[Fact], given: Sequence[Said]) -> dict[int, int]:
    """Pair two sequences so that most is paired: what is the same rather than what only holds a text."""
    # For each pair of places: the worth of what follows, how much of the owed is taken, and of what was said.
    best = [[(0, 1, 0)] * (len(given) + 1) for _ in range(len(wanted) + 1)]
    for i in reversed(range(len(wanted))):
        for j in reversed(range(len(given))):
            one = max((best[i + 1][j][0], 1, 0), (best[i][j + 1][0], 0, 1))
            taken = _fits(wanted, i, given[j])
            if taken:
                exact = _identical(wanted[i], given[j]) or (
                    given[j].kind in (TEXT, REFUSAL) and _joined(wanted, i, given[j].value) == taken
                )
                one = max(one, (best[i + taken][j + 1][0] + (4 if exact else 3) * taken, taken, 1))
            best[i][j] = one
    pairs: dict[int, int] = {}
    i = j = 0
    while i < len(wanted) and j < len(given):
        _worth, taken, said = best[i][j]
        if taken and said:
            pairs.update((fact.number, given[j].number) for fact in wanted[i : i + taken])
        i, j = i + taken, j + said
    return pairs


def _to_their_calls(owed: Conversation, got: Messages, facts: dict[int, int], calls: dict[int, int]) -> None:
    """Of two turns that say the same, of which one has lost it, the one has it whose calls stand beside it."""
    homes: defaultdict[int, set[int]] = defaultdict(set)
    for call in owed.calls:
        if call.number in calls:
            homes[call.unit].add(got.called[calls[call.number]].message)
    lost = [fact for fact in owed.facts if fact.number not in facts and fact.unit in homes]
    for number, said in list(facts.items()) if lost else ():
        fact, message = owed.facts[number], got.said[said].message
        if fact.unit not in homes or message in homes[fact.unit]:
            continue
        other = next((one for one in lost if message in homes[one.unit] and _same_fact(one, fact)), None)
        if other is not None:
            del facts[number]
            facts[other.number] = said
            lost.remove(other)


def _same_fact(one: Fact, other: Fact) -> bool:
    return one.speaker == other.speaker and one.kind == other.kind and bool(one.value == other.value)


def _to_their_details(owed: Conversation, free: Sequence[Said], facts: dict[int, int]) -> None:
    """Of two images with one url, of which one is too many, the one was owed that has the owed detail."""
    said_of = {said.number: said for said in free}
    taken = set(facts.values())
    spare = [said for said in free if said.kind == IMAGE and said.number not in taken]
    for fact in owed.facts if spare else ():
        if fact.kind == IMAGE and fact.number in facts and said_of[facts[fact.number]].value != fact.value:
            exact = next((one for one in spare if one.speaker == fact.speaker and one.value == fact.value), None)
            if exact is not None:
                spare.remove(exact)
                facts[fact.number] = exact.number


def _apart() -> Iterator[tuple[int, int]]:
    for distance in range(1, _WINDOW + 1):
        for lost in range(distance + 1):
            yield lost, distance - lost


def _fits(wanted: Sequence[Fact], start: int, said: Said) -> int:
    """Return how many owed facts from `start` on one thing that was said is: several texts may be joined."""
    fact = wanted[start]
    if fact.kind != said.kind:
        return 0
    if _identical(fact, said):
        return 1
    if fact.kind not in (TEXT, REFUSAL):
        return 0
    return _loosely(wanted, start, said.value) if fact.loose else _joined(wanted, start, said.value)


def _joined(wanted: Sequence[Fact], start: int, text: str) -> int:
    """Return how many texts of a run, joined, are a text."""
    run: list[str] = []
    for fact in wanted[start : start + _WINDOW] if text.startswith(wanted[start].value) else ():
        if fact.run != wanted[start].run:
            break
        run.append(fact.value)
        if any(joint.join(run) == text for joint in JOINTS):
            return len(run)
    return 0


def _loosely(wanted: Sequence[Fact], start: int, text: str) -> int:
    """Return how many texts of a run a text holds, in order, whatever else it holds."""
    position = taken = 0
    for fact in wanted[start : start + _WINDOW]:
        found = text.find(fact.value, position) if fact.run == wanted[start].run else -1
        if found < 0:
            break
        position, taken = found + len(fact.value), taken + 1
    return taken


def _identical(fact: Fact, said: Said) -> bool:
    if fact.speaker != said.speaker or fact.kind != said.kind:
        return False
    return _alike(fact, said)


def _alike(fact: Fact, said: Said) -> bool:
    if fact.kind == IMAGE:
        return bool(fact.value[0] == said.value[0])
    return _same_file(said.value, fact.value) if fact.kind == FILE else bool(fact.value == said.value)


def _said_by_another(fact: Fact, said: Said) -> bool:
    """Whether a fact arrived under another role, or a refusal as plain text."""
    if fact.kind == REFUSAL and said.kind == TEXT:
        return bool(fact.value == said.value)
    return fact.kind == said.kind and fact.kind != EMPTY and _alike(fact, said)


def _second(
    owed: Conversation, got: Messages, facts: dict[int, int], taken: set[int], alike: Callable[[Fact, Said], bool]
) -> frozenset[int]:
    """Pair what the first look left, wherever it stands."""
    found = set()
    rest = [said for said in got.said if said.number not in taken]
    for fact in owed.facts if rest else ():
        if fact.number in facts:
            continue
        said = next((said for said in rest if alike(fact, said)), None)
        if said is not None:
            rest.remove(said)
            taken.add(said.number)
            facts[fact.number] = said.number
            found.add(fact.number)
    return frozenset(found)


def _changed(owed: Conversation, got: Messages, facts: dict[int, int], taken: set[int]) -> frozenset[int]:
    """Pair what is left of one kind and role where both sides have the same number of it."""
    found: set[int] = set()
    wanted, given = defaultdict(list), defaultdict(list)
    for fact in owed.facts:
        if fact.number not in facts:
            wanted[fact.speaker, fact.kind].append(fact)
    for said in got.said:
        if said.number not in taken:
            given[said.speaker, said.kind].append(said)
    for key, missing in wanted.items():
        if len(missing) == len(given[key]):
            for fact, said in zip(missing, given[key], strict=True):
                facts[fact.number] = said.number
                taken.add(said.number)
                found.add(fact.number)
    return frozenset(found)


# Instructions: they may be joined, and moved to the front.


def _changed_instructions(
    owed: Conversation, got: Messages, found: dict[int, tuple[int, bool]], used: set[int]
) -> set[int]:
    """Return what was said in the place of instructions that were not found, where it is as many: nobody made it up."""
    rest = {said.number for said in got.said if said.speaker == SYSTEM and said.kind == TEXT} - used
    return rest if len(rest) == len(owed.instructions) - len(found) else set()


def _instructions(owed: Conversation, got: Messages) -> tuple[dict[int, tuple[int, bool]], set[int]]:
    """Return where each instruction stands, and what was said of them."""
    system = [said for said in got.said if said.speaker == SYSTEM and said.kind == TEXT]
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
        found[instruction.number] = (system[index].message, in_order)
        used.add(system[index].number)
        if in_order:
            position, offset = index, start + len(instruction.text)
    return found, used


def _find(text: str, system: Sequence[Said], position: int, offset: int) -> tuple[int, int] | None:
    """Return the first place of a text from a message and an offset in it on."""
    for index in range(position, len(system)):
        start = system[index].value.find(text, offset if index == position else 0)
        if start >= 0:
            return index, start
    return None
