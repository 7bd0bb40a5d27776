"""Instructions that a user says in a result, with a mark that they are the system's or without one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from conformance.formats.model.conversation import DEVELOPER, SYSTEM, USER, Text, Turn, Utterance
from conformance.formats.model.fact import Other

OF_SYSTEM: Final = (SYSTEM, DEVELOPER)
_LEAST: Final = 4  # characters; shorter texts are in any text by chance
_MARKS: Final = ("system", "developer", "instruct")  # by one of which a text says that it is not the user's


def shared_texts(turns: Sequence[Turn], late: Sequence[str]) -> dict[str, list[bool]]:
    """Return the texts of the system that a user says too, each with whether the system says it, in its order.

    late: texts of the system, as `late_texts` returns them.
    """
    others = (place for place, turn in enumerate(turns) if turn.speaker not in OF_SYSTEM)
    first = next(others, len(turns))
    found: dict[str, list[bool]] = {text: [] for text in late if text.strip()}
    for place, turn in enumerate(turns):
        if turn.speaker == USER or (turn.speaker in OF_SYSTEM and place > first):
            for utterance in turn.says:
                if isinstance(utterance, Text) and utterance.value in found:
                    found[utterance.value].append(turn.speaker != USER)
    return {text: voices for text, voices in found.items() if not all(voices)}


def unmarked_texts(
    turns: Sequence[Turn], late: Sequence[str], users: Collection[str], shared: Mapping[str, Sequence[bool]]
) -> dict[str, Iterator[bool]]:
    """Return for each text that is there more often than users say it, in its order, whether it is an instruction.

    It is none that is said elsewhere: with a mark, or by the system.
    """
    found: dict[str, Iterator[bool]] = {}
    own = Counter(users)
    system = [text for turn in turns if turn.speaker in OF_SYSTEM for text in _texts_of(turn)] if shared else []
    for text, voices in shared.items():
        count = sum(name == text for turn in turns if turn.speaker == USER for name in _texts_of(turn))
        elsewhere = _said_with_marks(text, turns, late, users) + sum(name.count(text) for name in system)
        spare = min(late.count(text) - elsewhere, count - own[text])
        if spare > 0:
            is_each = spare == sum(voices) and count == len(voices)
            found[text] = iter(voices if is_each else [place >= count - spare for place in range(count)])
    return found


def _texts_of(turn: Turn) -> list[str]:
    return [utterance.value for utterance in turn.says if isinstance(utterance, Text)]


def _said_with_marks(text: str, turns: Sequence[Turn], late: Sequence[str], users: Collection[str]) -> int:
    """Return how many texts of users say an instruction and more, which says whose it is."""
    said = [
        utterance for turn in turns if turn.speaker == USER for utterance in turn.says if isinstance(utterance, Text)
    ]
    return sum(
        text in utterance.value and utterance.value != text and text in instructions_in(utterance, late, users)
        for utterance in said
    )


def with_instructions(
    turn: Turn, late: Sequence[str], users: Collection[str], unmarked: Mapping[str, Iterator[bool]]
) -> Iterator[Turn]:
    """Yield a turn of the user, with the texts that say instructions as turns of the system."""
    if turn.speaker != USER or not late:
        yield turn
        return
    said: list[tuple[Utterance | Other, tuple[str, ...]]] = []
    for utterance in turn.says:
        is_systems = isinstance(utterance, Text) and utterance.value in unmarked and next(unmarked[utterance.value])
        said.append(
            (
                utterance,
                (utterance.value,)
                if isinstance(utterance, Text) and is_systems
                else instructions_in(utterance, late, users),
            )
        )
    for is_said, group in groupby(said, lambda pair: bool(pair[1])):
        held = tuple(group)
        if not is_said:
            yield replace(turn, says=tuple(utterance for utterance, _ in held), at=held[0][0].at[:1] or turn.at)
            continue
        for utterance, instructions in held:
            texts = tuple(Text(value=text, at=utterance.at) for text in instructions)
            yield Turn(speaker=SYSTEM, says=texts, at=utterance.at[:1])
    if not turn.says:
        yield turn


def spare_marks(turns: Sequence[Turn], late: Sequence[str], users: Collection[str]) -> Counter[str]:
    """Return how often each text that users and the system say may have its mark in a text before it.

    An instruction that a text with its mark says needs no other one; what users do not say themselves is the system's.
    """
    own = Counter(users)
    texts = Counter(text for turn in turns if turn.speaker == USER for text in _texts_of(turn))
    found: Counter[str] = Counter()
    for text in set(late) & own.keys():
        unmarked = late.count(text) - _said_with_marks(text, turns, late, users)
        found[text] = min(late.count(text), max(texts[text] - own[text], unmarked))
    return found


def with_marks(turn: Turn, late: Sequence[str], users: Collection[str], spare: Counter[str]) -> Turn:
    """Return a turn of the user in which a text that says whose the next ones are is part of each of these.

    Such a text is no user's own, has a word of `_MARKS`, and is before texts that are instructions, word for word, or
    some of them joined. spare: how often what a user says too may have its mark there, which is counted down: what the
    user says in the same words behind them is the user's.
    """
    if turn.speaker != USER:
        return turn
    says: list[Utterance | Other] = []
    mark: Text | None = None

    def may_be_marked(utterance: Utterance | Other | None) -> bool:
        if not isinstance(utterance, Text) or not _is_late(utterance.value, late):
            return False
        return utterance.value not in users or spare[utterance.value] > 0

    for utterance, after in zip(turn.says, (*turn.says[1:], None), strict=False):
        if mark is not None and may_be_marked(utterance) and isinstance(utterance, Text):
            says.append(replace(utterance, value=f"{mark.value}\n{utterance.value}"))
            spare[utterance.value] -= 1
            continue
        is_before = may_be_marked(after) and isinstance(utterance, Text) and not _is_late(utterance.value, late)
        mark = (
            utterance if is_before and isinstance(utterance, Text) and _is_mark(utterance.value, late, users) else None
        )
        says += [utterance] if mark is None else []
    return replace(turn, says=tuple(says))


def _is_late(value: str, late: Sequence[str]) -> bool:
    return value in late or bool(value and _joined_instructions(late, value))


def _is_mark(value: str, late: Collection[str], users: Collection[str]) -> bool:
    """Whether a text says whose the next ones are, and is no instruction with its mark itself."""
    own = (text for text in late if text.strip())
    has_own = any(value.endswith(text) or (len(text) >= _LEAST and text in value) for text in own)
    return value not in users and not has_own and any(word in value.lower() for word in _MARKS)


def instructions_in(utterance: Utterance | Other, late: Sequence[str], users: Collection[str]) -> tuple[str, ...]:
    """Return the instructions that a text of the user says, in its order."""
    if not isinstance(utterance, Text) or utterance.value in users or _is_with_blanks(utterance.value, late, users):
        return ()
    found = [text for text in dict.fromkeys(late) if text.strip() and _is_marked(text, utterance.value)]
    found = found or _joined_instructions(late, utterance.value)
    # Of two of which one holds the other, the longer one is said.
    whole = [text for text in found if not any(text != other and text in other for other in found)]
    return tuple(sorted(whole, key=utterance.value.index))


def _is_with_blanks(said: str, late: Sequence[str], users: Collection[str]) -> bool:
    """Whether a text, which is no instruction word for word, is a user's but for the white space that it joined."""
    return said not in late and said.strip() in {user.strip() for user in users}


def _joined_instructions(late: Sequence[str], said: str) -> list[str]:
    """Return the texts of the system that somebody says as one text, joined by blanks or line ends; else none."""
    found: list[str] = []
    for text in sorted(filter(str.strip, dict.fromkeys(late)), key=len, reverse=True):
        if text in said:
            found, said = [*found, text], said.replace(text, "", 1)
    return [] if said.strip() else found


def _is_marked(text: str, said: str) -> bool:
    """Whether somebody says a text, and perhaps beside it whose it is."""
    for found in re.finditer(re.escape(text), said):
        before, after = said[: found.start()], said[found.end() :]
        beside = (before + after).strip().lower()
        is_apart = not before[-1:].isalnum() and not after[:1].isalnum()
        if is_apart and (not beside or any(word in beside for word in _MARKS)):
            return True
    return False
