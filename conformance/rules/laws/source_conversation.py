"""What a source's conversation owes: who said, called and answered what, in which order, by the model's turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conformance.formats.model import talk
from conformance.formats.model.conversation import (
    DEVELOPER,
    MODEL,
    PARTS,
    SYSTEM,
    TOOL,
    USER,
    Call,
    ModelRefusal,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import FlatConversation, Instruction, Round, SourceEntry


def read_source(entries: Iterable[SourceEntry], carriers: Mapping[str, str]) -> FlatConversation:
    """Return what a source's entries owe. carriers: by kind of part, the speaker who alone has one in the target."""
    reader = _EntryReader(carriers)
    for entry in entries:
        reader.take(entry)
    return reader.ended()


class _EntryReader:
    """Takes entries one by one."""

    def __init__(self, carriers: Mapping[str, str]) -> None:
        self._carriers = carriers
        self._talk = FlatConversation()
        self._run = 0
        # The open turn's entry; calls without a result by id; the calls of a turn, and its messages, each with how many
        # calls came before it; who was last.
        self._turn: int | None = None
        self._pending: dict[str | None, list[int]] = {}
        self._calls: dict[int, list[int]] = {}
        self._messages: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        self._last: str | None = None

    def take(self, entry: SourceEntry) -> None:
        """Take one entry."""
        turn = entry.turn
        fact = turn.says[0] if turn.says else None
        is_system = turn.speaker in (SYSTEM, DEVELOPER)
        self._talk.has_system |= is_system and not turn.is_apart
        if entry.mark is not None:
            self._mark(entry, entry.mark)
        elif isinstance(fact, Call):
            self._call(fact)
        elif isinstance(fact, Result):
            self._result(fact)
        else:
            if turn.speaker != MODEL and self._waits():
                self._talk.marks.add(talk.DELAYED)
            (self._system if is_system else self._user if turn.speaker == USER else self._model)(turn)
            self._last = SYSTEM if is_system else turn.speaker

    def ended(self) -> FlatConversation:
        """Return what all entries owe. The message of a round is the one nearest before its first call."""
        if any(self._pending.values()):
            self._talk.marks.add(talk.UNANSWERED)
        for entry, calls in self._calls.items():
            before = [said for count, said in self._messages.get(entry, ()) if count == 0]
            self._talk.rounds.append(Round(calls=tuple(calls), own=before[-1] if before else ()))
        self._talk.has_system |= bool(self._talk.instructions)
        return self._talk

    def _mark(self, entry: SourceEntry, mark: str) -> None:
        """Take what is neither a message nor a call of a function nor its result."""
        self._talk.marks.add(mark)
        if mark in talk.FOREIGN:
            self._talk.foreign.append(entry)
            last = len(self._talk.speakers) - 1
            self._talk.loose.update({max(last, 0), last + 1})
        if entry.id:
            self._talk.loose_ids.add(entry.id)
            if mark == talk.CUSTOM and entry.turn.speaker == TOOL:
                self._turn, self._last = None, None

    def _waits(self) -> bool:
        """Whether the last entry has a call whose result may still come."""
        return any(number not in self._talk.answered for number in self._calls.get(len(self._talk.speakers) - 1, ()))

    def _entry(self, speaker: str) -> int:
        self._talk.speakers.append(speaker)
        return len(self._talk.speakers) - 1

    def _add(self, fact: Utterance | Other, speaker: str, entry: int) -> int:
        return self._talk.add(fact, speaker, entry, self._run).number

    def _user(self, turn: Turn) -> None:
        self._run += self._last != USER
        entry = self._entry(USER)
        self._turn = None
        if not self._parts(turn, entry):
            self._add(Text(value="", at=turn.at), USER, entry)
            self._run += 1

    def _model(self, turn: Turn) -> None:
        entry = self._open_turn()
        calls = self._calls.get(entry, ())
        said = self._parts(turn, entry)
        self._talk.marks.update({talk.AFTERTHOUGHT} if calls else (), () if said else {talk.SILENT})
        self._messages.setdefault(entry, []).append((len(calls), said))

    def _system(self, turn: Turn) -> None:
        self._turn = None
        self._talk.has_blank |= not turn.says
        for fact in turn.says:
            if not isinstance(fact, Text):
                self._talk.marks.add(talk.ODD_PART)
                continue
            self._talk.has_blank |= not fact.value.strip()
            if fact.value:
                high = len(self._talk.speakers)
                self._talk.instructions.append(Instruction(fact, high - self._waits(), high))

    def _call(self, fact: Call) -> None:
        entry = self._open_turn()
        number = self._add(fact, MODEL, entry)
        self._calls.setdefault(entry, []).append(number)
        pending = self._pending.setdefault(fact.id, [])
        self._talk.marks.update({talk.DOUBLE} if pending else ())
        pending.append(number)
        self._last = MODEL

    def _result(self, fact: Result) -> None:
        waiting = self._pending.get(fact.id)
        if not waiting:
            self._talk.marks.add(talk.ORPHAN)
            self._talk.loose_ids.add(fact.id)
            return
        call = self._talk.all[waiting.pop()]
        self._talk.answered.add(call.number)
        if call.entry != len(self._talk.speakers) - 1:
            self._talk.marks.add(talk.DELAYED)
        result = self._talk.add(fact, TOOL, call.entry, self._run, call.number)
        if not result.is_text:
            self._talk.marks.add(talk.ATTACHED if result.others else talk.LISTED if any(result.texts) else talk.SILENT)
        self._turn = None
        self._run += 1
        self._last = TOOL

    def _open_turn(self) -> int:
        if self._turn is None:
            # The system ends a turn; what is around it may be joined where it goes elsewhere.
            self._run += self._last not in (SYSTEM, None)
            self._turn = self._entry(MODEL)
        return self._turn

    def _parts(self, turn: Turn, entry: int) -> tuple[int, ...]:
        """Take a content; return the numbers of what it says. Texts with another part between them are not joined."""
        found = []
        for fact in turn.says:
            kind = talk.kind_of(fact)
            value = fact.value if isinstance(fact, Text | ModelRefusal) else None
            if kind == talk.OTHER or self._carriers.get(kind, turn.speaker) != turn.speaker:
                self._talk.marks.add(talk.ODD_PART)
                self._talk.loose.add(entry)
            elif value != "":
                self._run += value is None
                found.append(self._add(fact, str(turn.speaker), entry))
                self._run += value is None
            elif turn.form == PARTS:
                self._talk.loose.add(entry)  # a text that was joined with an empty one
        return tuple(found)
