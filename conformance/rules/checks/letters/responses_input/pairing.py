"""Pairs what a conversation owes with what an output holds: by value first, then by place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from conformance.base.values import JSON
from conformance.formats.chat.conversation import INSTRUCTING, ChatConversation
from conformance.formats.facts import (
    AUDIO,
    CALL,
    CALLS,
    FILE,
    IMAGE,
    INLINE,
    REFUSAL,
    RESULT,
    RESULTS,
    TEXT,
    TOOL_KINDS,
    USE,
    WireItem,
    is_filled,
)
from conformance.formats.parts import BREAKPOINT, texts_of, without_cache_control
from conformance.formats.responses.items import Items
from conformance.rules.alignment.matcher import Matcher, key_of
from conformance.rules.checks.findings import Failure, input_at, output_at

# The forms of tool turns.
ITEMS, PARTS, WORDS = "items", "parts", "text"
_FORMS = {CALL: ITEMS, RESULT: ITEMS, USE: PARTS, INLINE: PARTS, TEXT: WORDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class FactPair:
    """One owed fact with what came of it, and failures at either place. exact: by its value, not only by its place.

    found: None where it did not arrive, or went to `instructions`: offset is its place there. is_ambiguous: an
    identical one did not arrive, and either may be the missing one.
    """

    owed: WireItem
    found: WireItem | None = None
    exact: bool = False
    offset: int | None = None
    is_ambiguous: bool = False

    @property
    def got(self) -> WireItem:
        """What was found. Raises LookupError where nothing was."""
        if self.found is None:
            raise LookupError(f"nothing came of the fact at {self.owed.at}")
        return self.found

    def lost(self, kind: str, message: str) -> Failure:
        """Return a failure at the place in the input."""
        return Failure(kind, input_at(*self.owed.at), message)

    def wrong(self, kind: str, message: str, *path: str) -> Failure:
        """Return a failure at the place in the output, or at a member there."""
        return Failure(kind, output_at(*self.got.at, *path), message)

    @property
    def arrived(self) -> bool:
        """Whether it is anywhere in the output."""
        return self.found is not None or self.offset is not None

    @property
    def has_other_speaker(self) -> bool:
        """Whether it is in a message of somebody else."""
        return self.found is not None and speaker(self.found.role) != speaker(self.owed.role)

    @property
    def form(self) -> str | None:
        """Which form of tool turns a call or a result took."""
        return None if self.found is None else _FORMS.get(self.found.kind)


def speaker(role: str | None) -> str | None:
    """Return who speaks: system and developer messages are one voice."""
    return "system" if role in INSTRUCTING else role


def wordings(conversation: ChatConversation, fact: WireItem) -> tuple[str, ...]:
    """Return the texts that a call, with the others of its turn, or a result may become in the form `text`."""
    if fact.kind == CALL:
        functions = conversation.calls_of(fact.entry)
        customs = [custom for custom in conversation.customs if custom.kind == CALL and custom.entry == fact.entry]
        named = [
            [(call.name if isinstance(call.name, str) else "unknown") or empty for call in calls]
            for calls in (sorted([*functions, *customs], key=lambda call: call.at), functions)
            for empty in ("unknown", "")
        ]
        return tuple(dict.fromkeys(", ".join(f"Called function: {name}" for name in values) for values in named))
    ids = (fact.id,) if is_filled(fact.id) else ("unknown", "") if fact.id == "" else ("unknown",)
    texts = texts_of(fact.payload)
    joined = dict.fromkeys(("".join(texts), "\n".join(texts)))
    return tuple(f"Tool result for {id_}: {text}" for id_ in ids for text in joined)


def pair_up(
    conversation: ChatConversation, items: Items, *, worded: bool = False
) -> tuple[tuple[FactPair, ...], tuple[WireItem, ...]]:
    """Pair each fact; equal ones in their order, so that a swap of equals is none.

    Return the pairs, in the order of what is owed, and what of the output comes from none of them.
    worded: whether tool turns are known to become texts, so that nothing else is looked for first.
    """
    came = tuple(_unjoined(conversation, items.found))
    matcher = Matcher(conversation.facts, came)
    offsets = _offsets(matcher, items.instructions)
    if worded:
        _pair_words(conversation, matcher)
    # The neighbours of identical calls are paired first: they show which of these is missing.
    _pair_tools(matcher, conversation.custom, only_even=True)
    _pair_parts(matcher, offsets)
    _pair_tools(matcher, conversation.custom)
    if not worded:
        _pair_words(conversation, matcher)
    # What a call of a custom tool became, or its result, is no other text, changed; nor is a sound another file.
    others = {text for fact in conversation.customs for text in wordings(conversation, fact)}

    sounds = [
        fact.value.get("data") for fact in conversation.facts if fact.kind == AUDIO and isinstance(fact.value, dict)
    ]

    def stands_in(owed: WireItem, found: WireItem) -> bool:
        is_of_another = (found.kind == TEXT and found.value in others) or _is_sound(found, sounds)
        return not owed.is_optional and not is_of_another and _fits(owed, found)

    matcher.pair_by_place(stands_in, skip=offsets)
    ambiguous = matcher.ambiguous(_identity, skip=offsets)
    partners = enumerate(zip(conversation.facts, matcher.partners, strict=True))
    found = tuple(
        FactPair(
            owed=owed, found=None if position is None else came[position], exact=matcher.exact[index],
            offset=offsets.get(index), is_ambiguous=index in ambiguous,
        )
        for index, (owed, position) in partners
    )  # fmt: skip
    return found, tuple(item for item, taken in zip(came, matcher.taken, strict=True) if not taken)


def _is_sound(found: WireItem, sounds: Iterable[JSON]) -> bool:
    """Whether a file holds a sound of the source, which is no other file, changed."""
    data = found.value.get("file_data") if found.kind == FILE and isinstance(found.value, dict) else None
    return isinstance(data, str) and any(isinstance(sound, str) and sound and data.endswith(sound) for sound in sounds)


def _is_instruction(fact: WireItem) -> bool:
    return fact.kind == TEXT and fact.role in INSTRUCTING


def _unjoined(conversation: ChatConversation, found: Iterable[WireItem]) -> Iterator[WireItem]:
    """Yield what an output holds; an instruction that joins texts of the source, as one fact for each of these."""
    # Nothing of an empty turn may arrive between its neighbours.
    said = (fact for fact in conversation.facts if fact.value or fact.kind not in (TEXT, REFUSAL))
    runs = [[fact.value for fact in run] for is_one, run in groupby(said, _is_instruction) if is_one]
    texts = {text for run in runs for text in run}
    for fact in found:
        joined = None
        if _is_instruction(fact) and fact.value not in texts:
            joined = next((some for run in runs if (some := _neighbours_of_text(fact.value, run))), None)
        yield from (fact,) if joined is None else (replace(fact, value=text) for text in joined)


def _neighbours_of_text(text: str, run: list[str]) -> list[str] | None:
    """Return the neighbours in a run that a text joins by nothing, a newline or a blank line; None if it does not."""
    for first in range(len(run)):
        rest, joints = text, [""]
        for last, name in enumerate(run[first:], first + 1):
            joint = next((joint for joint in joints if rest.startswith(joint + name)), None)
            if joint is None:
                break
            rest, joints = rest.removeprefix(joint + name), ["", "\n", "\n\n"]
            if not rest:
                return run[first:last]
    return None


_Matcher = Matcher[WireItem, WireItem]
# What has another id is found by the rest.
_KEYS = (
    (CALLS, [itemgetter(slice(*part)) for part in ((3,), (2,), (1,), (1, 3))]),
    (RESULTS, [itemgetter(slice(*part)) for part in ((2,), (1,), (1, 2))]),
)


def _pair_tools(matcher: _Matcher, custom: Set[str], *, only_even: bool = False) -> None:
    """Pair calls and results that are still calls and results: by all that they hold, then by ever less of it.

    custom: the ids of calls of custom tools. What came of these is nothing that is owed here.
    """
    for kinds, keys in _KEYS:
        owed = [
            (i, _plain(item)) for i, item in enumerate(matcher.expected) if item.kind in kinds and item.id is not None
        ]
        others = custom - {item.id for item in matcher.expected if item.kind in kinds and isinstance(item.id, str)}
        came = [(i, item) for i, item in enumerate(matcher.actual) if item.kind in kinds]
        found = [(i, _plain(item)) for i, item in came if not (isinstance(item.id, str) and item.id in others)]
        matcher.pair_by_keys(owed, found, keys, only_even=only_even)


def _plain(fact: WireItem) -> JSON:
    """Return what a call or a result holds; of a result that is a list of texts, its text."""
    if fact.kind not in RESULTS or not isinstance(fact.payload, list):
        return fact.value
    texts = texts_of(fact.payload)
    return fact.id, "".join(texts) if len(texts) == len(fact.payload) else fact.payload


def _pair_parts(matcher: _Matcher, offsets: Iterable[int]) -> None:
    """Pair texts and other parts by value: under their own speaker first."""
    plain = [(i, fact) for i, fact in enumerate(matcher.actual) if fact.kind not in TOOL_KINDS]
    parts = [(i, fact) for i, fact in enumerate(matcher.expected) if fact.kind not in TOOL_KINDS and i not in offsets]
    # Refusals may become texts: where no refusal is left, they and equal texts keep their order.
    refusals = {_value_key(fact) for _i, fact in plain if fact.kind == REFUSAL}
    kinds = [(i, fact, _kind_beside(fact, refusals)) for i, fact in parts if not fact.inside]
    own = [(i, (kind, speaker(fact.role), _value_key(fact))) for i, fact, kind in kinds]
    said = [(i, (fact.kind, speaker(fact.role), _value_key(fact))) for i, fact in plain]
    # Where more came than this speaker said, and it is inside a result too, it may have come out of that: their order
    # alone distinguishes them, below.
    inside = {(fact.kind, _value_key(fact)) for _i, fact in parts if fact.inside and fact.kind != TEXT}
    owed, came = Counter(key for _i, key in own), Counter(key for _i, key in said)
    matcher.pair_equal(
        ((i, key) for i, key in own if (key[0], key[2]) not in inside or came[key] <= owed[key]),
        said,
    )
    matcher.pair_equal(
        ((i, key_of(fact.value)) for i, fact in parts if fact.kind == REFUSAL),
        ((i, key_of(fact.value)) for i, fact in plain if fact.kind == TEXT and fact.role == "assistant"),
    )
    # What is left may have another speaker, but not an empty text.
    matcher.pair_equal(
        ((i, (fact.kind, _value_key(fact))) for i, fact in parts if fact.value != ""),
        ((i, (fact.kind, _value_key(fact))) for i, fact in plain),
    )


def _kind_beside(fact: WireItem, refusals: Set[Hashable]) -> str:
    """Return the kind of a fact; of a refusal that is none of those in the output, that of a text."""
    return TEXT if fact.kind == REFUSAL and _value_key(fact) not in refusals else fact.kind


def _offsets(matcher: _Matcher, instructions: JSON) -> dict[int, int]:
    """Return the offsets of the system's texts in the instructions; of identical ones the first went there."""
    if not is_filled(instructions):
        return {}
    system = [(i, fact.value) for i, fact in enumerate(matcher.expected) if _is_instruction(fact) and fact.value]
    short = Counter(text for _i, text in system)
    short.subtract(fact.value for fact in matcher.actual if _is_instruction(fact))
    at = 0
    found: dict[int, int] = {}
    ends: dict[int, int] = {}
    for index, text in system:
        if short[text] <= 0:
            continue
        offset = instructions.find(text, at)
        if offset < 0:  # out of order, but not where another one is already
            offset = instructions.find(text)
            if any(start < offset + len(text) and offset < end for start, end in ends.items()):
                continue
        if offset >= 0:
            found[index], at = offset, offset + len(text)
            ends[offset] = at
            short[text] -= 1
    return found


def _identity(fact: WireItem) -> Hashable:
    """Return what two identical facts have in common."""
    return fact.kind, speaker(fact.role), key_of(fact.value) if fact.kind in TOOL_KINDS else _value_key(fact)


def _value_key(item: WireItem) -> Hashable:
    """Return what distinguishes a part from others: hints of caching that are still there have rules of their own."""
    if item.kind in (TEXT, IMAGE, REFUSAL):
        return key_of(item.value)
    value = without_cache_control(item.value)
    return key_of({key: value[key] for key in value if key != BREAKPOINT} if isinstance(value, dict) else value)


def _pair_words(conversation: ChatConversation, matcher: _Matcher) -> None:
    """Pair calls and results that became texts. The calls of a message become one text together."""
    facts = conversation.facts
    waiting = [i for i, owed in enumerate(facts) if matcher.partners[i] is None and owed.kind in (CALL, RESULT)]
    said = [(i, fact.value) for i, fact in enumerate(matcher.actual) if fact.kind == TEXT] if waiting else []
    present = {text for _place, text in said}
    owed: list[tuple[int, Hashable]] = []
    firsts: dict[int, int] = {}
    for index in waiting:
        if facts[index].kind == RESULT or firsts.setdefault(facts[index].entry, index) == index:
            wording = next((wording for wording in wordings(conversation, facts[index]) if wording in present), None)
            owed += [] if wording is None else [(index, wording)]
    matcher.pair_equal(owed, said)
    for index in waiting:
        if facts[index].kind == CALL and matcher.partners[index] is None:
            first = firsts[facts[index].entry]
            matcher.partners[index], matcher.exact[index] = matcher.partners[first], matcher.exact[first]


_ALIKE = {
    TEXT: {TEXT}, IMAGE: {IMAGE}, FILE: {FILE}, REFUSAL: {REFUSAL}, CALL: CALLS | {TEXT}, USE: CALLS,
    RESULT: RESULTS | {TEXT}, INLINE: RESULTS,
}  # fmt: skip


def _fits(owed: WireItem, found: WireItem) -> bool:
    """Whether a fact may be what an owed one became, changed."""
    if found.kind not in _ALIKE.get(owed.kind, ()) or found.value == "":
        return False
    if found.kind != TEXT or owed.kind == TEXT:
        return owed.inside or speaker(owed.role) == speaker(found.role) or found.role is None or owed.kind == RESULT
    if owed.kind == CALL:
        return found.role == "assistant" and "alled" in found.value
    return "result" in found.value.lower() and (not isinstance(owed.id, str) or owed.id in found.value)
