"""A conversation and what came of it: which of its pieces arrived, and what else may be there."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import ClassVar, Final

from conformance.base.values import ABSENT, JSON
from conformance.base.wording import brief
from conformance.formats.model import talk
from conformance.formats.model.conversation import IMAGE, MODEL, SYSTEM, TEXT, TOOL, USER
from conformance.formats.model.talk import CALL, RESULT, FlatConversation, FlatItem
from conformance.rules.laws.law import OUTPUT, Place
from conformance.rules.laws.sides import Comparison
from conformance.rules.laws.talk_pairing import Pairs, pair

# What a message holds: what it is, and its number among the owed pieces; or what it is that was made up.
Label = tuple[str, int | str]
MADE_UP: Final = "made-up"
# One message, as far as it is owed: its speaker, and what it holds.
Shape = tuple[str, tuple[Label, ...]]


class ConversationComparison(Comparison):
    """One conversion of a conversation, paired once for all laws.

    joins_users: whether messages of the user that follow each other are one, in either format.
    """

    joins_users: ClassVar[bool] = False

    @cached_property
    def is_list(self) -> bool:
        """Whether the result has the form of a conversation."""
        return self.arrived is not None and self.arrived.talk is not None

    @cached_property
    def owed(self) -> FlatConversation:
        """What the source owes; nothing of a result that has not the form."""
        return (self.given.talk if self.is_list else None) or FlatConversation()

    @cached_property
    def came(self) -> FlatConversation:
        """What the result says."""
        return (self.arrived.talk if self.arrived is not None else None) or FlatConversation()

    @cached_property
    def pairs(self) -> Pairs:
        """What is what."""
        return pair(self.owed, self.came)

    def partner_of(self, item: FlatItem) -> FlatItem | None:
        """Return what an owed piece became; None where it did not arrive."""
        number = self.pairs.partners.get(item.number)
        return None if number is None else self.came.all[number]

    @cached_property
    def renamed(self) -> set[int]:
        """The numbers of the calls that came with an id of their own, which their results name too."""
        owned: dict[JSON, set[JSON]] = {}
        owner = {self.pairs.partners.get(item.number): item.id for item in self.owed.of_kind(CALL)}
        for got in self.came.of_kind(CALL):
            owned.setdefault(got.id, set()).add(owner.get(got.number))
        answers: dict[int | None, list[JSON]] = {}
        for item in self.owed.of_kind(RESULT):
            came = self.partner_of(item)
            answers.setdefault(item.call, []).append(came.id if came is not None else None)
        calls = ((item, self.partner_of(item)) for item in self.owed.of_kind(CALL))
        return {
            item.number for item, call in calls
            if call is not None and call.id and owned[call.id] == {item.id}
            and all(id_ == call.id for id_ in answers.get(item.number, ()))
        }  # fmt: skip

    def id_that_came(self, item: FlatItem) -> JSON:
        """Return the id under which an owed call or result is in the result: its own, unless the call was renamed."""
        call = item.call if item.kind == RESULT else item.number
        got = self.partner_of(item) if call in self.renamed else None
        return item.id if got is None else got.id

    def where(self, got: FlatItem, member: str) -> Place:
        """Return where a call or a result that arrived has a member."""
        places = self.arrived.places if self.arrived is not None else {}
        own = f"{got.kind}/{getattr(got.fact, 'kind', '')}/{member}"
        return self.in_output(got.fact, *places.get(f"{got.kind}/{member}", places.get(own, ())))

    def id_of(self, got: FlatItem) -> JSON:
        """Return the id of a call or a result that arrived, as it is written."""
        found = self.arrived.held(self.where(got, "id")[1:]) if self.arrived is not None else ABSENT
        return got.id if found is ABSENT else found

    def content_of(self, entry: int) -> JSON:
        """Return the content of a message of the result as it is written; None where it has none."""
        found = self.arrived.held((entry, *self.arrived.places["text"])) if self.arrived is not None else ABSENT
        return None if found is ABSENT else found

    def at_entry(self, entry: int) -> Place:
        """Return where a message of the result is."""
        return (OUTPUT, *self.came.paths[entry]) if self.came.paths else (OUTPUT, entry)

    @cached_property
    def left(self) -> list[FlatItem]:
        """What was said and is nothing owed."""
        return [self.came.all[number] for number in self.pairs.left]

    @property
    def has_silent_user(self) -> bool:
        """Whether a user of the source says nothing, of whom nothing is owed."""
        return False

    @property
    def incomplete(self) -> bool:
        """Whether something that is owed did not arrive."""
        if not self.is_list or len(self.pairs.instructions) < len(self.owed.instructions):
            return True
        return any(item.number not in self.pairs.partners for item in self.owed.all if self.owed.must_arrive(item))

    @property
    def is_plain(self) -> bool:
        """Whether the source has the form that the target converts to, so that the messages are determined."""
        return self.owed.marks <= {talk.LISTED}

    @cached_property
    def is_determined(self) -> bool:
        """Whether it has that form but for reasoning, which adds no message, ends no turn, and became no message."""
        is_near = self.is_list and self.owed.marks <= {talk.LISTED, talk.REASONING}
        return is_near and (self.is_plain or not (self.came.hollow or self.invented))

    @cached_property
    def invented(self) -> list[FlatItem]:
        """What was said that came of nothing, or of what has no form in the target."""
        speakers = (USER,) if not self.owed.marks.isdisjoint(talk.FOREIGN) else (USER, MODEL)
        left = [item for item in self.left if item.kind == talk.EMPTY or item.speaker in speakers]
        known = [(item.kind, item.value) for item in self.owed.said] if left else []  # said twice is another matter
        return [item for item in left if not self.is_free(item) and (item.kind, item.value) not in known]

    def is_free(self, said: FlatItem) -> bool:
        """Whether something that was said, and is nothing owed, may be said all the same."""
        marks = self.owed.marks
        if said.kind == talk.EMPTY or said.speaker == SYSTEM:
            return not self.is_plain
        if said.kind in (TEXT, talk.REFUSAL) and self.owed.loose and not str(said.value).strip("\n "):
            return True  # what joins texts of nothing
        if said.speaker == MODEL:
            return not marks.isdisjoint(talk.FOREIGN)
        if any(entry.turn.speaker == TOOL for entry in self.owed.foreign):
            return True  # a screenshot, for instance: some targets take one from the user only
        if said.kind == TEXT and any(name in said.value for name in self.lost_media):
            return True  # that the image or the file is lost, is charged
        # A text beside the parts of a result, in the message that they were moved to; what says of a part what it was.
        return said.entry in self.carriers or not marks.isdisjoint({talk.ODD_PART, talk.BROKEN})

    @property
    def blank_speakers(self) -> frozenset[str | None]:
        """Who says a text that the target does not take, in place of which another one may be said, or nothing."""
        return frozenset()

    def is_stand_in(self, said: FlatItem) -> bool:
        """Whether something may be said where the source has a text that the target does not take.

        Whether it may be added, and whether the API takes it, is another matter than who speaks when.
        """
        return said.kind in (TEXT, talk.EMPTY) and said.speaker in self.blank_speakers

    @cached_property
    def lost_media(self) -> tuple[str, ...]:
        """The addresses, ids and names of images and files that did not arrive."""
        lost = [item.value for item in self.owed.of_kind(IMAGE, talk.FILE) if self.partner_of(item) is None]
        return tuple(name for value in lost for name in (value if isinstance(value, tuple) else (value,)) if name)

    @cached_property
    def carriers(self) -> frozenset[int]:
        """User messages that hold parts of results, or replace parts that the target has no form for."""
        found = {self.came.all[number].entry for number in self.pairs.attached.values()}
        if any(result.others for result in self.owed.of_kind(RESULT)):
            speakers = self.came.speakers
            for index in range(1, len(speakers)):
                if speakers[index] == USER and (speakers[index - 1] == TOOL or index - 1 in found):
                    found.add(index)
        return frozenset(found)

    def is_loose_id(self, id_: JSON) -> bool:
        """Whether a call or result of this id may be there although no pair of the source owes it."""
        if not isinstance(id_, str):
            return talk.BROKEN in self.owed.marks
        if id_ in self.owed.loose_ids or not self.owed.marks.isdisjoint({*talk.FOREIGN, talk.BROKEN}):
            return True
        return id_ in self.owed.unanswered

    # The structure of a conversation, without what is free.

    @cached_property
    def shape(self) -> list[Shape]:
        """What each message of the result holds: adjacent messages of the model are one, instructions are none."""
        labels: list[list[Label]] = [[] for _ in self.came.speakers]
        owed_by: defaultdict[int, list[FlatItem]] = defaultdict(list)
        for number, position in sorted(self.pairs.partners.items()):
            owed_by[position].append(self.owed.all[number])
        left = set(self.pairs.left)
        stand_ins = {number for number in left if self.is_stand_in(self.came.all[number])}
        for said in self.came.all:
            found = labels[said.entry]
            if said.number in owed_by:
                found += [_label(item) for item in owed_by[said.number] if self.owed.must_arrive(item)]
            elif said.kind in (CALL, RESULT):
                if not self.is_loose_id(said.id):
                    found.append((MADE_UP, f"{said.kind} {brief(self.id_of(said), 40)}"))
            elif said.number in stand_ins:
                continue
            elif said.number in left and not self.is_free(said):
                found.append((MADE_UP, f"{said.kind} {brief(said.shown, 40)}"))
        shapes: list[Shape] = []
        for speaker, held in zip(self.came.speakers, labels, strict=True):
            if held or (speaker != SYSTEM and speaker not in self.blank_speakers):
                _append(shapes, speaker, held, empty=self.is_plain, joins_users=self.joins_users)
        return shapes

    @cached_property
    def owed_shape(self) -> list[Shape]:
        """What each owed message holds, in the same form."""
        entries: list[list[Label]] = [[] for _ in self.owed.speakers]
        results: defaultdict[int, list[Label]] = defaultdict(list)
        for item in filter(self.owed.must_arrive, self.owed.all):
            (results if item.kind == RESULT else entries)[item.entry].append(_label(item))
        shapes: list[Shape] = []
        for entry, speaker in enumerate(self.owed.speakers):
            _append(shapes, speaker, entries[entry], empty=True, joins_users=self.joins_users)
            if entry in results:
                _append(shapes, TOOL, results[entry], empty=True)
        return shapes


def _label(item: FlatItem) -> Label:
    """Return what a message holds with an owed piece; a result by the number of its call."""
    return item.kind, item.call if item.kind == RESULT else item.number


def _append(shapes: list[Shape], speaker: str, labels: list[Label], *, empty: bool, joins_users: bool = False) -> None:
    """Add a message: to the one before where both are the model's, or one row of results; or, it may be, the user's."""
    if not labels and not (empty and speaker == MODEL):
        return
    if shapes and shapes[-1][0] == speaker and speaker in ((MODEL, TOOL, USER) if joins_users else (MODEL, TOOL)):
        labels = [*shapes.pop()[1], *labels]
    if speaker == TOOL:
        labels = sorted(labels, key=repr)
    elif speaker == MODEL:
        labels = sorted(labels, key=_rank)
    shapes.append((speaker, tuple(labels)))


def _rank(label: Label) -> int:
    """Order of what a message of the model holds: its text, its refusal, its calls."""
    kind = str(label[1]).split(" ")[0] if label[0] == MADE_UP else label[0]
    return {talk.REFUSAL: 1, CALL: 2}.get(kind, 0)
