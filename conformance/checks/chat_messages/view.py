"""One observation of responses-input-to-chat-messages: what is owed, what arrived, and which is which."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cached_property

from conformance.checks.chat_messages import kinds, owed
from conformance.checks.chat_messages.items import Conversation, Owed, items_of, read
from conformance.checks.chat_messages.kinds import ASSISTANT, EMPTY, SYSTEM, TOOL, USER
from conformance.checks.chat_messages.messages import Messages, Said, read_messages
from conformance.checks.chat_messages.pairing import Pairs, pair
from conformance.checks.findings import brief
from conformance.checks.pairs import Pair
from conformance.checks.trial import answer_of
from conformance.checks.view import View
from conformance.formats.facts import CALL, FILE, IMAGE, OTHER, REFUSAL, RESULT, TEXT, is_filled, word
from conformance.values import ABSENT, JSON

# What a message holds: what it is, and its number among the owed things of its kind; or what it is that was made up.
Label = tuple[str, int | str]
MADE_UP = "made-up"
# Answers to unknown-items.
ACCEPT, REFUSE = "accept", "refuse"
# What an error calls a part of an output.
_NOUNS = {
    kind: re.compile(rf"\b(input_)?{noun}s?\b", re.IGNORECASE)
    for kind, noun in (("input_image", "image"), ("input_file", "file"))
}
# One message, as far as it is owed: its speaker, and what it holds.
Shape = tuple[str, tuple[Label, ...]]


class ChatMessages(View):
    """Read once for all rules."""

    lost_of_large = "of a long conversation not everything arrived"

    @cached_property
    def owed(self) -> Conversation:
        """What the items owe."""
        return read(self.trial.input)

    @cached_property
    def got(self) -> Messages:
        """What the messages say."""
        return read_messages(self.output)

    @cached_property
    def pairs(self) -> Pairs:
        """What is what."""
        return pair(self.owed, self.got)

    @cached_property
    def is_list(self) -> bool:
        """Whether the call returned a list."""
        return self.answered and isinstance(self.output, list)

    @cached_property
    def judged(self) -> bool:
        """Whether there is a list to judge for an input of the operation's shape."""
        return self.is_list and not self.unfit

    @cached_property
    def unfit(self) -> bool:
        """Whether the input is neither a list of items nor an object that holds one."""
        return items_of(self.trial.input)[0] is None

    @cached_property
    def unknown_items(self) -> tuple[str, ...]:
        """The acceptable answers to unknown-items."""
        return answer_of(self.trial, "unknown-items", ACCEPT, REFUSE)

    @cached_property
    def may_fail(self) -> bool:
        """Whether the input holds something that Chat has no form for, or that the API itself would refuse."""
        refusable = kinds.REFUSABLE if REFUSE in self.unknown_items else kinds.REFUSABLE - {kinds.UNKNOWN}
        return self.unfit or not self.owed.marks.isdisjoint(refusable)

    @property
    def must_convert(self) -> bool:
        """Whether a call that failed had to succeed."""
        return not (self.may_fail or self.is_refused_by_right)

    @cached_property
    def is_refused_by_right(self) -> bool:
        """Whether the error names, in more than a word, a part of an output that Chat has no form for."""
        message = self.outcome.refusal.message if self.outcome.refusal else ""
        odd = (part.source for result in self.owed.of_kind(RESULT) for part in result.others if part.kind == OTHER)
        nouns = [_NOUNS[kind] for kind in map(word, odd) if kind in _NOUNS]
        return len(message.split()) > 1 and any(noun.search(message) for noun in nouns)

    @cached_property
    def must_fail(self) -> bool:
        """Whether the subject refuses items of unknown type, and the input holds one."""
        return kinds.UNKNOWN in self.owed.marks and self.unknown_items == (REFUSE,)

    @cached_property
    def has_wrong_part(self) -> bool:
        """Whether the input, or an item of it, is malformed."""
        return self.unfit or kinds.BROKEN in self.owed.marks

    @property
    def incomplete(self) -> bool:
        """Whether something that is owed did not arrive."""
        if not self.is_list or len(self.pairs.instructions) < len(self.owed.instructions):
            return True
        return any(one.number not in self.pairs.partners for one in self.owed.all if _must_arrive(one))

    def partner_of(self, owed: Owed) -> Said | None:
        """Return what an owed thing became; None where it did not arrive."""
        number = self.pairs.partners.get(owed.number)
        return None if number is None else self.got.all[number]

    def pair_of(self, owed: Owed) -> Pair:
        """Return the facts of an owed thing and of what it became."""
        said = self.partner_of(owed)
        return Pair(owed=owed.fact, found=said.fact if said is not None else None)

    def made_up(self) -> str | None:
        """Say what came of an input of the wrong shape, or of an item that is no object, although nothing can."""
        if not self.answered:
            return None
        if not self.is_list:
            return f"wanted an error or a list, got {type(self.output).__name__}"
        given = self.trial.input
        if not self.unfit:
            return self._made_of_no_item()
        if isinstance(given, str) and self.output:  # the API takes a string too
            said = [(said.speaker, said.fact.value) for said in self.got.said]
            return None if said == [(USER, given)] else "a string is one user message, or nothing"
        kept = {SYSTEM} if isinstance(given, dict) else set()
        return None if set(self.got.speakers) <= kept else "messages came of an input that holds no items"

    def _made_of_no_item(self) -> str | None:
        broken = [item for item in items_of(self.trial.input)[0] or () if not isinstance(item, dict)]
        words = {form(item) for item in broken for form in (str, repr, json.dumps)}
        for number in self.pairs.left if words else ():
            said = self.got.all[number]
            if isinstance(said.fact.value, str) and said.fact.value in words:
                return f"a message of {said.speaker} came of {said.fact.value}, which is no item"
        return None

    def expected(self) -> JSON:
        """Return the messages that are owed; ABSENT for an input of the wrong shape."""
        return ABSENT if self.unfit or self.must_fail else owed.messages(self.owed)

    def essence(self) -> JSON:
        """Return which of the owed things each message holds, and what it holds beside them."""
        if not self.judged:
            return self.output
        return [[speaker, [list(label) for label in labels]] for speaker, labels in self.shape]

    # The structure of a conversation, without what is free.

    @cached_property
    def shape(self) -> list[Shape]:
        """What each message of the result holds: adjacent messages of the assistant are one, instructions are none."""
        labels: list[list[Label]] = [[] for _ in self.got.speakers]
        owed_by: defaultdict[int, list[Owed]] = defaultdict(list)
        for number, position in sorted(self.pairs.partners.items()):
            owed_by[position].append(self.owed.all[number])
        left = set(self.pairs.left)
        for said in self.got.all:
            found = labels[said.fact.entry]
            kind = said.fact.kind
            if said.number in owed_by:
                found += [_label(one) for one in owed_by[said.number] if _must_arrive(one)]
            elif kind in (CALL, RESULT):
                if not self.is_loose_id(said.fact.id):
                    found.append((MADE_UP, f"{kind} {brief(said.fact.id, 40)}"))
            elif said.number in left and not self.is_free(said):
                found.append((MADE_UP, f"{kind} {brief(said.fact.value, 40)}"))
        shapes: list[Shape] = []
        for speaker, held in zip(self.got.speakers, labels, strict=True):
            if speaker == SYSTEM and not held:
                continue
            _append(shapes, speaker, held, empty=self.owed.plain)
        return shapes

    @cached_property
    def owed_shape(self) -> list[Shape]:
        """What each owed message holds, in the same form."""
        units: list[list[Label]] = [[] for _ in self.owed.speakers]
        results: defaultdict[int, list[Label]] = defaultdict(list)
        for one in filter(_must_arrive, self.owed.all):
            (results if one.fact.kind == RESULT else units)[one.unit].append(_label(one))
        shapes: list[Shape] = []
        for unit, speaker in enumerate(self.owed.speakers):
            _append(shapes, speaker, units[unit], empty=True)
            if unit in results:
                _append(shapes, TOOL, results[unit], empty=True)
        return shapes

    def is_free(self, said: Said) -> bool:
        """Whether something that was said, and is nothing owed, may be said all the same."""
        if said.fact.kind == EMPTY or said.speaker == SYSTEM:
            return not self.owed.plain
        if said.speaker == ASSISTANT:
            return not self.owed.marks.isdisjoint(kinds.FOREIGN)
        if any(kind.endswith("_output") for kind in self.owed.foreign):
            return True  # a screenshot, for instance: Chat takes one from the user only
        if said.fact.kind == TEXT and any(name in said.fact.value for name in self.lost_media):
            return True  # that the image or the file is lost, is charged
        # A text beside the parts of an output, in the message that they were moved to; what says of a part what it was.
        return said.fact.entry in self.carriers or not self.owed.marks.isdisjoint({kinds.ODD_PART, kinds.BROKEN})

    @cached_property
    def lost_media(self) -> tuple[str, ...]:
        """The URLs, ids and names of images and files that did not arrive."""
        lost = [one.fact.value for one in self.owed.of_kind(IMAGE, FILE) if self.partner_of(one) is None]
        names = (name for value in lost for name in (value.values() if isinstance(value, dict) else (value,)))
        return tuple(name for name in names if is_filled(name))

    @cached_property
    def carriers(self) -> frozenset[int]:
        """User messages that hold parts of outputs, or replace parts that Chat has no form for."""
        found = {self.got.all[number].fact.entry for number in self.pairs.attached.values()}
        if any(result.others for result in self.owed.of_kind(RESULT)):
            speakers = self.got.speakers
            for index in range(1, len(speakers)):
                if speakers[index] == USER and (speakers[index - 1] == TOOL or index - 1 in found):
                    found.add(index)
        return frozenset(found)

    def is_loose_id(self, id_: JSON) -> bool:
        """Whether a call or tool message of this id may be there although no pair of the input owes it."""
        if not isinstance(id_, str):
            return kinds.BROKEN in self.owed.marks
        if id_ in self.owed.loose_ids or not self.owed.marks.isdisjoint({*kinds.FOREIGN, kinds.BROKEN}):
            return True
        return id_ in self.unanswered

    @cached_property
    def unanswered(self) -> frozenset[str]:
        """The ids of the input's calls that have no output."""
        ids = (call.fact.id for call in self.owed.of_kind(CALL) if not call.is_answered)
        return frozenset(id_ for id_ in ids if isinstance(id_, str))


def _must_arrive(owed: Owed) -> bool:
    """Whether something is owed whatever else the input holds: a call without its output may stay or go."""
    return owed.fact.kind != CALL or owed.is_answered


def _label(owed: Owed) -> Label:
    """Return what a message holds with an owed thing; an output by the number of its call."""
    return owed.fact.kind, owed.call if owed.fact.kind == RESULT else owed.number


def _append(shapes: list[Shape], speaker: str, labels: list[Label], *, empty: bool) -> None:
    """Add a message: to the one before where both are the assistant's, or one row of tool messages."""
    if not labels and not (empty and speaker == ASSISTANT):
        return
    if shapes and shapes[-1][0] == speaker and speaker in (ASSISTANT, TOOL):
        labels = [*shapes.pop()[1], *labels]
    if speaker == TOOL:
        labels = sorted(labels, key=repr)
    elif speaker == ASSISTANT:
        labels = sorted(labels, key=_rank)
    shapes.append((speaker, tuple(labels)))


def _rank(label: Label) -> int:
    """Order of what a message of the assistant holds: its text, its refusal, its calls."""
    kind = str(label[1]).split(" ")[0] if label[0] == MADE_UP else label[0]
    return {REFUSAL: 1, CALL: 2}.get(kind, 0)
