"""What Responses input items owe a list of Chat messages: who said, called and answered what, in which order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from conformance.checks.chat_messages import kinds
from conformance.checks.chat_messages.kinds import ASSISTANT, EMPTY, SPEAKERS, SYSTEM, TOOL, USER
from conformance.formats.facts import CALL, FILE, OTHER, REFUSAL, RESULT, TEXT, Fact, Path, is_filled
from conformance.formats.responses import facts as responses
from conformance.values import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """One thing that must arrive. number: its position among all of them. unit: the user's message or assistant's turn.

    run: texts of one may be joined. is_loose: there may be more beside the text. is_answered: of a call, whether its
    output follows. call: of an output, the number of its call. parts: of an output, what is in it.
    """

    number: int
    fact: Fact
    speaker: str
    unit: int
    run: int = 0
    is_loose: bool = False
    is_answered: bool = False
    call: int = -1
    parts: tuple[Fact, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of an output."""
        return tuple(part.value for part in self.parts if part.kind == TEXT)

    @property
    def others(self) -> tuple[Fact, ...]:
        """The parts of an output that are no text."""
        return tuple(part for part in self.parts if part.kind != TEXT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """A text of instructions, or of a system or developer item. low, high: how many units may precede it."""

    number: int
    text: str
    low: int
    high: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What the assistant says and calls at a time. own: the texts of the message that the calls belong to."""

    calls: tuple[int, ...]
    own: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What an input owes. speakers: of each unit. marks: what else it holds. foreign: types of items without a twin.

    loose_ids: of items that owe no pair of call and result; custom_pairs: of custom calls that have their output;
    custom_inputs: of each custom call whose id no other call has.
    """

    all: tuple[Owed, ...]
    instructions: tuple[Instruction, ...]
    turns: tuple[Turn, ...]
    speakers: tuple[str, ...]
    marks: frozenset[str]
    foreign: frozenset[str]
    loose_ids: frozenset[str]
    custom_pairs: frozenset[str]
    custom_inputs: dict[str, str]

    def of_kind(self, *kinds: str) -> list[Owed]:
        """Return what is of one of the kinds."""
        return [owed for owed in self.all if owed.fact.kind in kinds]

    @property
    def facts(self) -> list[Owed]:
        """What is neither a call nor an output."""
        return [owed for owed in self.all if owed.fact.kind not in (CALL, RESULT)]

    @property
    def plain(self) -> bool:
        """Whether the input has the form that Chat messages convert to, so that its messages are determined."""
        return self.marks <= {kinds.LISTED}

    @property
    def determined(self) -> bool:
        """Whether it has that form but for reasoning, which adds no message and ends no turn."""
        return self.marks <= {kinds.LISTED, kinds.REASONING}


def items_of(given: JSON) -> tuple[list[JSON] | None, Path]:
    """Return the items of an input and their path; None where it has not the operation's shape."""
    items, path = responses.items_of(given, "input")
    if isinstance(given, dict) and isinstance(items, str):
        items = [{"role": "user", "content": items}]
    return (items, path) if isinstance(items, list) else (None, ())


def read(given: JSON) -> Conversation:
    """Read an input; one that has not the operation's shape owes nothing."""
    items, path = items_of(given)
    reader = _Reader()
    if items is not None:
        if isinstance(given, dict):
            reader.instruct(given.get("instructions"), ("instructions",))
        for index, item in enumerate(items):
            reader.take(item, index, (*path, index))
    return reader.conversation()


class _Reader:
    """Takes items one by one."""

    def __init__(self) -> None:
        self._all: list[Owed] = []
        self._instructions: list[Instruction] = []
        self._speakers: list[str] = []
        self._marks: set[str] = set()
        self._foreign: set[str] = set()
        self._loose_ids: set[str] = set()
        self._custom_calls: dict[str, list[JSON]] = {}
        self._custom_pairs: set[str] = set()
        self._loose_units: set[int] = set()
        self._run = 0
        # The open turn's unit; calls without an output by id; the calls of a turn, and its messages, each with how
        # many calls stood before it; who was last.
        self._turn: int | None = None
        self._pending: dict[str, list[int]] = {}
        self._answered: set[int] = set()
        self._calls: dict[int, list[int]] = {}
        self._messages: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        self._last = ""

    def instruct(self, text: JSON, at: Path) -> None:
        """Take the instructions, or a text of a system or developer item."""
        if text is not None and not isinstance(text, str):
            self._marks.add(kinds.BROKEN)
        elif text:
            high = len(self._speakers)
            low = high - 1 if self._waits() else high
            self._instructions.append(Instruction(number=len(self._instructions), text=text, low=low, high=high, at=at))

    def take(self, item: JSON, entry: int, at: Path) -> None:
        """Take one item."""
        facts = list(responses.read_item(item, entry, at))
        mark = kinds.mark_of(item, facts[0] if facts else None)
        if mark is not None:
            self._mark(mark, item)
        elif item.get("type") == "function_call":
            self._call(facts[0])
        elif item.get("type") == "function_call_output":
            self._result(facts[0], tuple(facts[1:]))
        else:
            speaker = SPEAKERS[item["role"]]
            if self._waits() and speaker != ASSISTANT:
                self._marks.add(kinds.DELAYED)
            if speaker == SYSTEM:
                self._system(facts)
            elif speaker == USER:
                self._user(item, facts, at)
            else:
                self._assistant(facts)
            self._last = speaker

    def conversation(self) -> Conversation:
        """Return what all items owe."""
        if any(numbers for numbers in self._pending.values()):
            self._marks.add(kinds.UNANSWERED)
        owed = tuple(
            replace(one, is_loose=one.unit in self._loose_units, is_answered=one.number in self._answered)
            for one in self._all
        )
        return Conversation(
            all=owed, instructions=tuple(self._instructions), turns=tuple(self._turns()),
            speakers=tuple(self._speakers), marks=frozenset(self._marks), foreign=frozenset(self._foreign),
            loose_ids=frozenset(self._loose_ids), custom_pairs=frozenset(self._custom_pairs),
            custom_inputs=self._custom_inputs(),
        )  # fmt: skip

    def _mark(self, mark: str, item: JSON) -> None:
        self._marks.add(mark)
        if mark in kinds.FOREIGN:
            self._foreign.add(item["type"])
            last = len(self._speakers) - 1
            self._loose_units.update({max(last, 0), last + 1})
        if isinstance(item, dict) and is_filled(item.get("call_id")):
            self._loose_ids.add(item["call_id"])
        if mark == kinds.CUSTOM and is_filled(item.get("call_id")):
            if item["type"] == "custom_tool_call":
                self._custom_calls.setdefault(item["call_id"], []).append(item.get("input"))
            else:
                self._turn, self._last = None, ""
                self._custom_pairs.update({item["call_id"]} & self._custom_calls.keys())

    def _custom_inputs(self) -> dict[str, str]:
        others = {owed.fact.id for owed in self._all if owed.fact.kind == CALL}
        found = {id_: inputs[0] for id_, inputs in self._custom_calls.items() if len(inputs) == 1 and id_ not in others}
        return {id_: text for id_, text in found.items() if isinstance(text, str)}

    def _waits(self) -> bool:
        """Whether the last unit has a call whose output may still come."""
        return any(number not in self._answered for number in self._calls.get(len(self._speakers) - 1, ()))

    def _unit(self, speaker: str) -> int:
        self._speakers.append(speaker)
        return len(self._speakers) - 1

    def _add(self, fact: Fact, speaker: str, unit: int, call: int = -1, parts: tuple[Fact, ...] = ()) -> int:
        number = len(self._all)
        self._all.append(
            Owed(number=number, fact=fact, speaker=speaker, unit=unit, run=self._run, call=call, parts=parts)
        )
        return number

    def _user(self, item: JSON, facts: list[Fact], at: Path) -> None:
        if self._last != USER:
            self._run += 1
        unit = self._unit(USER)
        self._turn = None
        if not self._parts(facts, USER, unit):
            self._add(Fact(kind=EMPTY, entry=unit, at=at, source=item, value="", role=USER), USER, unit)
            self._run += 1

    def _assistant(self, facts: list[Fact]) -> None:
        unit = self._open_turn()
        calls = self._calls.get(unit, ())
        if calls:
            self._marks.add(kinds.AFTERTHOUGHT)
        said = self._parts(facts, ASSISTANT, unit)
        if not said:
            self._marks.add(kinds.SILENT)
        self._messages.setdefault(unit, []).append((len(calls), said))

    def _system(self, facts: list[Fact]) -> None:
        self._turn = None
        for fact in facts:
            if fact.kind == TEXT:
                self.instruct(fact.value, fact.at)
            else:
                self._marks.add(kinds.ODD_PART)

    def _call(self, fact: Fact) -> None:
        unit = self._open_turn()
        number = self._add(fact, ASSISTANT, unit)
        self._calls.setdefault(unit, []).append(number)
        if self._pending.get(fact.id):
            self._marks.add(kinds.DOUBLE)
        self._pending.setdefault(fact.id, []).append(number)
        self._last = ASSISTANT

    def _result(self, fact: Fact, inside: tuple[Fact, ...]) -> None:
        waiting = self._pending.get(fact.id)
        if not waiting:
            self._marks.add(kinds.ORPHAN)
            self._loose_ids.add(fact.id)
            return
        call = self._all[waiting.pop()]
        self._answered.add(call.number)
        if call.unit != len(self._speakers) - 1:
            self._marks.add(kinds.DELAYED)
        parts = tuple(replace(part, kind=kinds.kind_in_chat(part, USER)) for part in inside)
        result = self._all[self._add(fact, TOOL, call.unit, call.number, parts)]
        if isinstance(fact.payload, list):
            self._marks.add(kinds.ATTACHED if result.others else kinds.LISTED if any(result.texts) else kinds.SILENT)
        self._turn = None
        self._run += 1
        self._last = TOOL

    def _open_turn(self) -> int:
        if self._turn is None:
            # A system item ends a turn; what is around it may be joined where it goes elsewhere.
            if self._last not in (SYSTEM, ""):
                self._run += 1
            self._turn = self._unit(ASSISTANT)
        return self._turn

    def _parts(self, facts: list[Fact], speaker: str, unit: int) -> tuple[int, ...]:
        """Take a content; return the numbers of what it says. Texts with another part between them are not joined."""
        found = []
        for fact in facts:
            kind = kinds.kind_in_chat(fact, speaker)
            if kind == OTHER:
                self._marks.add(kinds.ODD_PART)
                self._loose_units.add(unit)
            elif not fact.value:
                if fact.is_part:
                    self._loose_units.add(unit)  # a text that was joined with an empty one
            else:
                divides = kind not in (TEXT, REFUSAL)
                self._run += divides
                value = kinds.file_fields(fact.value) if kind == FILE else fact.value
                detail = fact.detail if isinstance(fact.detail, str) else None
                found.append(self._add(replace(fact, kind=kind, value=value, detail=detail), speaker, unit))
                self._run += divides
        return tuple(found)

    def _turns(self) -> list[Turn]:
        """Return the turns that have calls, each with the message nearest before its first call."""
        turns = []
        for unit, calls in self._calls.items():
            before = [said for count, said in self._messages.get(unit, ()) if count == 0]
            turns.append(Turn(calls=tuple(calls), own=before[-1] if before else ()))
        return turns
