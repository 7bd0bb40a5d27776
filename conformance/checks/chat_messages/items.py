"""What Responses input items owe a list of Chat messages: who said, called and answered what, in which order."""

from __future__ import annotations

from typing import NamedTuple

from conformance.checks.chat_messages.kinds import (
    AFTERTHOUGHT,
    ASSISTANT,
    ATTACHED,
    BROKEN,
    CUSTOM,
    DELAYED,
    DOUBLE,
    EMPTY,
    FOREIGN,
    LISTED,
    ODD_PART,
    ORPHAN,
    OTHER,
    REASONING,
    REFUSAL,
    ROLES,
    SILENT,
    SYSTEM,
    TEXT,
    TEXT_PARTS,
    TOOL,
    UNANSWERED,
    USER,
    Path,
    fact_of,
    filled,
    mark_of,
    parts_of_output,
)
from conformance.values import JSON


class Fact(NamedTuple):
    """One thing that must arrive. unit: the user's message or assistant's turn. run: texts of one may be joined.

    value: the text or refusal; an image's (url, detail); a file's fields. loose: more may stand beside the text.
    """

    number: int
    kind: str
    speaker: str
    value: JSON
    unit: int
    run: int
    at: Path
    loose: bool = False


class Call(NamedTuple):
    """A function call. answered: whether its output follows."""

    number: int
    id: str
    name: str
    arguments: JSON
    unit: int
    at: Path
    answered: bool = False


class Result(NamedTuple):
    """The output of a call. texts, others: its parts, where it is a list."""

    number: int
    call: int
    id: str
    output: JSON
    texts: tuple[str, ...]
    others: tuple[JSON, ...]
    unit: int
    at: Path


class Instruction(NamedTuple):
    """A text of instructions, or of a system or developer item. low, high: units that may stand before it."""

    number: int
    text: str
    low: int
    high: int
    at: Path


class Turn(NamedTuple):
    """What the assistant said and called before anybody answered. own: texts of the message the calls belong to."""

    unit: int
    calls: tuple[int, ...]
    own: tuple[int, ...]


class Conversation(NamedTuple):
    """What an input owes. speakers: of each unit. marks: what else it holds. foreign: types of items without a twin.

    loose_ids: of items that owe no pair of call and result; custom_pairs: of custom calls that have their output;
    custom_inputs: of each custom call whose id no other call has.
    """

    facts: tuple[Fact, ...]
    calls: tuple[Call, ...]
    results: tuple[Result, ...]
    instructions: tuple[Instruction, ...]
    turns: tuple[Turn, ...]
    speakers: tuple[str, ...]
    marks: frozenset[str]
    foreign: frozenset[str]
    loose_ids: frozenset[str]
    custom_pairs: frozenset[str]
    custom_inputs: dict[str, str]

    @property
    def plain(self) -> bool:
        """Whether the input has the form that Chat messages convert to, so that its messages are determined."""
        return self.marks <= {LISTED}

    @property
    def determined(self) -> bool:
        """Whether it has that form but for reasoning, which adds no message and ends no turn."""
        return self.marks <= {LISTED, REASONING}


def items_of(given: JSON) -> tuple[list[JSON] | None, Path]:
    """Return the items of an input and their path; None where it has not the operation's shape."""
    if isinstance(given, dict) and isinstance(given.get("input"), list | str):
        given = given["input"]
        return ([{"role": "user", "content": given}] if isinstance(given, str) else given), ("input",)
    return (given if isinstance(given, list) else None), ()


def read(given: JSON) -> Conversation:
    """Read an input; one that has not the operation's shape owes nothing."""
    items, path = items_of(given)
    reader = _Reader()
    if items is not None:
        if isinstance(given, dict):
            reader.instruct(given.get("instructions"), ("instructions",))
        for index, item in enumerate(items):
            reader.take(item, (*path, index))
    return reader.conversation()


class _Reader:
    """Takes items one by one."""

    def __init__(self) -> None:
        self._facts: list[Fact] = []
        self._calls: list[Call] = []
        self._results: list[Result] = []
        self._instructions: list[Instruction] = []
        self._speakers: list[str] = []
        self._marks: set[str] = set()
        self._foreign: set[str] = set()
        self._loose_ids: set[str] = set()
        self._custom_calls: dict[str, list[JSON]] = {}
        self._custom_pairs: set[str] = set()
        self._loose_units: set[int] = set()
        self._run = 0
        # The open turn's unit; calls without an output by id; the messages of a turn, each with how many calls stood
        # before it; who was last.
        self._turn: int | None = None
        self._pending: dict[str, list[int]] = {}
        self._answered: set[int] = set()
        self._messages: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        self._last = ""

    def instruct(self, text: JSON, at: Path) -> None:
        """Take the instructions, or a text of a system or developer item."""
        if text is not None and not isinstance(text, str):
            self._marks.add(BROKEN)
        elif text:
            high = len(self._speakers)
            low = high - 1 if self._waits() else high
            self._instructions.append(Instruction(len(self._instructions), text, low, high, at))

    def take(self, item: JSON, at: Path) -> None:
        """Take one item."""
        mark = mark_of(item)
        if mark is not None:
            self._mark(mark, item)
        elif item.get("type") == "function_call":
            self._call(item, at)
        elif item.get("type") == "function_call_output":
            self._result(item, at)
        else:
            speaker = ROLES[item["role"]]
            if self._waits() and speaker != ASSISTANT:
                self._marks.add(DELAYED)
            {USER: self._user, ASSISTANT: self._assistant, SYSTEM: self._system}[speaker](item, at)
            self._last = speaker

    def conversation(self) -> Conversation:
        """Return what all items owe."""
        calls = tuple(call._replace(answered=call.number in self._answered) for call in self._calls)
        if len(self._answered) < len(calls):
            self._marks.add(UNANSWERED)
        facts = tuple(fact._replace(loose=fact.unit in self._loose_units) for fact in self._facts)
        return Conversation(
            facts, calls, tuple(self._results), tuple(self._instructions), tuple(self._turns()),
            tuple(self._speakers), frozenset(self._marks), frozenset(self._foreign), frozenset(self._loose_ids),
            frozenset(self._custom_pairs), self._custom_inputs(),
        )  # fmt: skip

    def _mark(self, mark: str, item: JSON) -> None:
        self._marks.add(mark)
        if mark in FOREIGN:
            self._foreign.add(item["type"])
            if self._speakers:
                self._loose_units.update((len(self._speakers) - 1, len(self._speakers)))
            else:
                self._loose_units.add(0)
        if isinstance(item, dict):
            self._loose_ids.update(item[key] for key in ("id", "call_id") if filled(item.get(key)))
        if mark == CUSTOM and filled(item.get("call_id")):
            if item["type"] == "custom_tool_call":
                self._custom_calls.setdefault(item["call_id"], []).append(item.get("input"))
            else:
                self._turn, self._last = None, ""
                self._custom_pairs.update({item["call_id"]} & self._custom_calls.keys())

    def _custom_inputs(self) -> dict[str, str]:
        others = {call.id for call in self._calls}
        found = {id_: inputs[0] for id_, inputs in self._custom_calls.items() if len(inputs) == 1 and id_ not in others}
        return {id_: text for id_, text in found.items() if isinstance(text, str)}

    def _waits(self) -> bool:
        """Whether the last unit has a call whose output may still come."""
        for call in reversed(self._calls):
            if call.unit < len(self._speakers) - 1:
                return False
            if call.number not in self._answered:
                return True
        return False

    def _unit(self, speaker: str) -> int:
        self._speakers.append(speaker)
        return len(self._speakers) - 1

    def _add(self, kind: str, speaker: str, value: JSON, unit: int, at: Path) -> int:
        if kind not in (TEXT, REFUSAL):
            self._run += 1
        self._facts.append(Fact(len(self._facts), kind, speaker, value, unit, self._run, at))
        if kind not in (TEXT, REFUSAL):
            self._run += 1
        return len(self._facts) - 1

    def _user(self, item: JSON, at: Path) -> None:
        if self._last != USER:
            self._run += 1
        unit = self._unit(USER)
        self._turn = None
        if not self._parts(item["content"], USER, unit, at):
            self._add(EMPTY, USER, "", unit, at)

    def _assistant(self, item: JSON, at: Path) -> None:
        unit = self._open_turn()
        if any(call.unit == unit for call in self._calls[-1:]):
            self._marks.add(AFTERTHOUGHT)
        said = self._parts(item["content"], ASSISTANT, unit, at)
        if not said:
            self._marks.add(SILENT)
        self._messages.setdefault(unit, []).append((len(self._calls), said))

    def _system(self, item: JSON, at: Path) -> None:
        self._turn = None
        content = item["content"]
        if isinstance(content, str):
            self.instruct(content, (*at, "content"))
            return
        for index, part in enumerate(content):
            if isinstance(part, dict) and part.get("type") in TEXT_PARTS and isinstance(part.get("text"), str):
                self.instruct(part["text"], (*at, "content", index))
            else:
                self._marks.add(ODD_PART)

    def _call(self, item: JSON, at: Path) -> None:
        unit = self._open_turn()
        call = Call(len(self._calls), item["call_id"], item["name"], item["arguments"], unit, at)
        self._calls.append(call)
        if self._pending.get(call.id):
            self._marks.add(DOUBLE)
        self._pending.setdefault(call.id, []).append(call.number)
        self._last = ASSISTANT

    def _result(self, item: JSON, at: Path) -> None:
        waiting = self._pending.get(item["call_id"])
        if not waiting:
            self._marks.add(ORPHAN)
            self._loose_ids.add(item["call_id"])
            return
        call = self._calls[waiting.pop()]
        self._answered.add(call.number)
        if call.unit != len(self._speakers) - 1:
            self._marks.add(DELAYED)
        texts, others = parts_of_output(item["output"])
        if isinstance(item["output"], list):
            self._marks.add(ATTACHED if others else LISTED if any(texts) else SILENT)
        self._results.append(
            Result(len(self._results), call.number, call.id, item["output"], texts, others, call.unit, at)
        )
        self._turn = None
        self._run += 1
        self._last = TOOL

    def _open_turn(self) -> int:
        if self._turn is None:
            # A system item ends a turn; what stands around it may be joined where it goes elsewhere.
            if self._last not in (SYSTEM, ""):
                self._run += 1
            self._turn = self._unit(ASSISTANT)
        return self._turn

    def _parts(self, content: JSON, speaker: str, unit: int, at: Path) -> tuple[int, ...]:
        """Take a content; return the facts it is."""
        if isinstance(content, str):
            return (self._add(TEXT, speaker, content, unit, (*at, "content")),) if content else ()
        found = []
        for index, part in enumerate(content):
            kind, value = fact_of(part, speaker)
            if kind == OTHER:
                self._marks.add(ODD_PART)
                self._loose_units.add(unit)
            elif not value:
                self._loose_units.add(unit)  # a text that was joined with an empty one
            else:
                found.append(self._add(kind, speaker, value, unit, (*at, "content", index)))
        return tuple(found)

    def _turns(self) -> list[Turn]:
        """Return the turns that have calls, each with the message nearest before its first call, else after it."""
        calls: dict[int, list[int]] = {}
        for call in self._calls:
            calls.setdefault(call.unit, []).append(call.number)
        turns = []
        for unit, numbers in calls.items():
            before = [said for position, said in self._messages.get(unit, ()) if position <= numbers[0]]
            turns.append(Turn(unit, tuple(numbers), before[-1] if before else ()))
        return turns
