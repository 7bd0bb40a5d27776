"""Reads what a model put out, in the forms that gateways write too: what of it is owed, and what is free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeVar

from conformance.base.values import JSON
from conformance.formats.cursor import ObjectCursor
from conformance.formats.facts import TEXT, is_filled, word
from conformance.formats.model.answer import DONE, FAILED, FILTER, LENGTH, UNKNOWN, UNSAID, Answer, Candidate, End
from conformance.formats.model.conversation import (
    FUNCTION,
    MODEL,
    Arguments,
    Call,
    Hosted,
    ModelRefusal,
    Reasoning,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Fact, Other, Path
from conformance.formats.model.reading import NotOwed, ParsedSide
from conformance.formats.parts import ALL_PARTS
from conformance.formats.responses.facts import encrypted_of, is_message, items_of, reasoning_of
from conformance.formats.responses.read import CALLS, FORMAT, INCOMPLETE, end_of, read_items

_Fact = TypeVar("_Fact", bound=Fact)
_REASONING: Final = frozenset({"reasoning", "reasoning_text", "summary_text", "thinking", "redacted_thinking"})
# What waits for the client to act, and has no form of its own in Chat.
_ACTIONS: Final = ("apply_patch_call", "computer_call", "local_shell_call", "mcp_approval_request", "shell_call")
_INLINE: Final = "tool_use"
_PLACES: Final = {"call/id": ("call_id",), "call/written/id": ("id",)}


def read_output(given: JSON, *, with_groups: bool = False) -> ParsedSide:
    """Read the items of a response, or of an object that has them under `output`."""
    items, at = items_of(given, "output")
    if not isinstance(items, list):
        return ParsedSide(answer=None, at=at)
    reader = _OutputReader(with_groups=with_groups)
    pairs = zip(items, read_items(items, (), MODEL), strict=True)
    turns = tuple(replace(turn, says=tuple(reader.read(item, turn))) for item, turn in pairs)
    answer = Answer(candidates=(Candidate(turns=turns, end=End(kind=DONE)),))
    return ParsedSide(answer=answer, at=at, value=items, places=_PLACES, freedom=reader.freedom)


def read_response(given: JSON, *, is_broken: bool = False) -> ParsedSide:
    """Read a whole response: its items, how it ended, and what identifies it.

    Only what waits for the client may become a call. Of a response that is no answer nothing is owed. is_broken:
    whether its items are in doubt.
    """
    reading = read_output(given, with_groups=True) if isinstance(given, dict) else ParsedSide(answer=None)
    if reading.answer is None:
        return reading
    node, candidate, free = ObjectCursor(given, (), FORMAT), reading.answer.candidates[0], reading.freedom
    end = end_of(node)
    if given.get("status") == "failed" or given.get("error") is not None:
        end = replace(end, kind=FAILED)
    elif end.kind in (FAILED, UNSAID):  # cancelled, or not ended: the answer of no response
        end = replace(end, kind=UNKNOWN)
    answer = replace(
        reading.answer, candidates=(replace(candidate, end=end),), id=node.take("id", str),
        model=node.take("model", str), created=node.take("created_at", int, float),
    )  # fmt: skip
    said = () if is_answer(end) else (utterance for turn in candidate.turns for utterance in turn.says)
    free = replace(
        free, callable=len(free.actions), is_broken=free.is_broken or is_broken,
        optional=free.optional.union(utterance.at[0] for utterance in said if isinstance(utterance, Text | Call)),
    )  # fmt: skip
    return replace(reading, answer=answer, freedom=free)


def is_answer(end: End) -> bool:
    """Whether a response that ended so is an answer, whole or incomplete."""
    return end.kind in (DONE, LENGTH, FILTER) or end.word == INCOMPLETE


class _OutputReader:
    """Reads item by item, and collects what is free. with_groups: whether the groups of calls count."""

    def __init__(self, *, with_groups: bool = False) -> None:
        self.with_groups = with_groups
        self.optional: set[Path] = set()
        self.unknown: list[Fact] = []
        self.actions: list[Hosted] = []
        self.callable = 0
        self.is_broken = False

    @property
    def freedom(self) -> NotOwed:
        """What is free of what was read."""
        return NotOwed(
            optional=frozenset(self.optional), unknown=tuple(self.unknown), actions=tuple(self.actions),
            callable=self.callable, is_broken=self.is_broken,
        )  # fmt: skip

    def read(self, item: JSON, turn: Turn) -> Iterator[Utterance | Other]:
        """Yield what an item says. turn: as the format's own reader has it."""
        type_ = word(item)
        if is_message(item):
            yield from self._message(item, turn)
        elif type_ in CALLS:
            yield from self._call(item, turn.says[0])
        elif type_ == "reasoning":
            yield _reasoning(item, turn)
        elif type_ is None:
            self.is_broken = True
        else:
            self.unknown.append(turn.says[0])
            yield from self._other(item, type_, turn.says[0])

    def _message(self, item: JSON, turn: Turn) -> Iterator[Utterance | Other]:
        """Read a message. One without a type is the short form of an input."""
        content = item.get("content")
        is_owed = item.get("type") == "message" and item.get("role", "assistant") in (None, "assistant")
        if not is_owed or not isinstance(content, list | None):
            self.is_broken = True
        if isinstance(content, list) and turn.form:
            for part, utterance in zip(content, turn.says, strict=True):
                yield from self._part(part, utterance, is_owed=is_owed)
        elif item.get("type") in (None, "message"):
            yield from map(self._free, turn.says)

    def _part(self, part: JSON, utterance: Utterance | Other, *, is_owed: bool) -> Iterator[Utterance | Other]:
        type_ = word(part)
        if isinstance(utterance, Text) and type_ == "output_text":
            yield utterance if is_owed else self._free(utterance)
        elif isinstance(utterance, ModelRefusal):
            self.is_broken = self.is_broken or not is_owed
            yield from (utterance,) if is_owed else ()
        elif type_ == _INLINE and isinstance(utterance, Other):
            yield from self._inline(part, utterance, is_owed=is_owed)
        elif type_ in _REASONING:
            yield _reasoning(part, utterance)
        elif type_ is None or type_ in ("output_text", "refusal"):
            self.is_broken = True
        else:
            self.unknown.append(utterance)
            yield from self._text_of(part, type_, utterance)

    def _call(self, item: JSON, call: Utterance | Other) -> Iterator[Call]:
        if not (isinstance(call, Call) and call.id and call.name and call.arguments.text is not None):
            self.is_broken = True
            return
        is_done = call.kind == FUNCTION and item.get("status") in (None, "completed")
        call = call if self.with_groups else replace(call, group=None)
        yield call if is_done else self._free(call)

    def _inline(self, part: JSON, other: Other, *, is_owed: bool) -> Iterator[Call]:
        """Read a call in the content of a message, whose arguments are a value."""
        id_, name, given = part.get("id"), part.get("name"), part.get("input")
        if not (is_filled(id_) and is_filled(name) and isinstance(given, dict)):
            self.is_broken = True
            return
        call = Call(id=id_, name=name, arguments=Arguments(value=given), at=other.at)
        yield call if is_owed else self._free(call)

    def _other(self, item: JSON, type_: str, utterance: Utterance | Other) -> Iterator[Utterance | Other]:
        """Read an item that the format does not have, or has for steps of the host or the client."""
        if type_ in _ACTIONS and isinstance(utterance, Hosted):
            self.actions.append(utterance)
        if type_ in _REASONING:
            yield _reasoning(item, utterance)
        elif ALL_PARTS.get(type_) == TEXT and isinstance(item.get("text"), str):
            yield from self._text_of(item, type_, utterance)
        elif type_ in (*_ACTIONS, _INLINE) or type_.endswith("_call"):
            self.callable += 1

    def _text_of(self, value: JSON, type_: str, utterance: Utterance | Other) -> Iterator[Text]:
        """Yield the text of what is one in another form, or in another place: it may be left out."""
        if ALL_PARTS.get(type_) == TEXT and isinstance(value.get("text"), str):
            yield self._free(utterance if isinstance(utterance, Text) else Text(value=value["text"], at=utterance.at))

    def _free(self, fact: _Fact) -> _Fact:
        self.optional.add(fact.at[0])
        return fact


def _reasoning(value: JSON, fact: Fact) -> Reasoning:
    """Read reasoning: all its texts, also what only its host can read, for none of it is text of the answer."""
    said = tuple(Text(value=text, at=fact.at) for text in reasoning_of(value))
    return Reasoning(content=said, encrypted=encrypted_of(value), at=fact.at)
