"""Reads messages that are to be converted: what they say, what of it is optional, and what is malformed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from conformance.base.values import JSON
from conformance.formats.chat.facts import read_message
from conformance.formats.chat.read import CALLS as TOOL_CALLS
from conformance.formats.facts import (
    AUDIO,
    CALL,
    CALLS,
    FILE,
    IMAGE,
    INLINE,
    OTHER,
    REFUSAL,
    RESULT,
    TEXT,
    USE,
    WireItem,
    is_filled,
    word,
)

ROLES: Final = frozenset({"user", "assistant", "system", "developer", "tool"})
INSTRUCTING: Final = frozenset({"system", "developer"})
# The roles whose messages may hold a part; any role may hold one of another kind.
_PLACES: Final = {
    IMAGE: ("user", "assistant"), FILE: ("user",), REFUSAL: ("assistant",), USE: ("assistant",), INLINE: ("user",),
}  # fmt: skip

# What is wrong with a message or a part, so that no rule says what must become of it.
NO_MESSAGE, NO_CONTENT, NO_PART, NO_CALL, ODD_CALL, ODD_PLACE, NO_RESULT, LEGACY = (
    "no-message", "no-content", "no-part", "no-call", "odd-call", "odd-place", "no-result", "legacy",
)  # fmt: skip
NAMELESS, NO_ID = "nameless-call", "no-call-id"


@dataclass(frozen=True, kw_only=True)
class ChatConversation:
    """All facts in order. by_message: the positions of each message's facts. broken: (message, what is wrong).

    customs: the calls of custom tools, and what answers them: broken, as no rule says what becomes of them.
    """

    messages: list[JSON]
    facts: tuple[WireItem, ...]
    by_message: tuple[range, ...]
    broken: tuple[tuple[int, str], ...]
    customs: tuple[WireItem, ...]

    @cached_property
    def custom(self) -> frozenset[str]:
        """The ids of the calls of custom tools."""
        return frozenset(fact.id for fact in self.customs if fact.kind == CALL)

    def facts_of(self, message: int) -> list[WireItem]:
        """Return the facts of a message."""
        return [self.facts[position] for position in self.by_message[message]]

    def calls_of(self, message: int) -> list[WireItem]:
        """Return the tool_calls of a message."""
        return [fact for fact in self.facts_of(message) if fact.kind == CALL]

    def calls_nothing(self, message: int) -> bool:
        """Whether a message has a list of calls without any."""
        return bool(self.messages[message].get(TOOL_CALLS) == [])

    def speaks(self, message: int) -> bool:
        """Whether a message has any text or other part that is not empty."""
        return any(fact.kind != CALL and fact.value != "" for fact in self.facts_of(message))

    def is_silent(self, message: int) -> bool:
        """Whether a message is the assistant's, and has neither text nor calls."""
        source = self.messages[message]
        is_assistant = word(source, "role") == "assistant"
        return is_assistant and not source.get(TOOL_CALLS) and not self.speaks(message)

    @property
    def is_well_paired(self) -> bool:
        """Whether each result directly follows a turn with its call, and each call has its result."""
        open_calls: list[JSON] = []
        for index, message in enumerate(self.messages):
            facts = self.facts_of(index)
            is_tool = word(message, "role") == "tool"
            for identity in [message.get("tool_call_id")] if is_tool else [f.id for f in facts if f.kind == INLINE]:
                if identity not in open_calls:
                    return False
                open_calls.remove(identity)
            if not is_tool:
                if open_calls:
                    return False
                open_calls = [fact.id for fact in facts if fact.kind in CALLS]
        return not open_calls

    @cached_property
    def strays(self) -> frozenset[int]:
        """The messages of role tool that do not directly follow the turn of their call."""
        found = set()
        open_calls: list[JSON] = []
        for index, message in enumerate(self.messages):
            if word(message, "role") != "tool":
                open_calls = [fact.id for fact in self.facts_of(index) if fact.kind in CALLS]
            elif message.get("tool_call_id") not in open_calls:
                found.add(index)
        return frozenset(found)


def read_conversation(messages: JSON) -> ChatConversation:
    """Read a list of messages; what is no list holds nothing."""
    messages = messages if isinstance(messages, list) else []
    said = [list(read_message(message, index, (index,))) for index, message in enumerate(messages)]
    customs = {fact.id for values in said for fact in values if _is_custom(fact)}
    facts: list[WireItem] = []
    by_message = []
    broken: list[tuple[int, str]] = []
    for index, message in enumerate(messages):
        first = len(facts)
        for fact in _facts_of_message(message, said[index], customs):
            if isinstance(fact, WireItem):
                facts.append(fact)
            else:
                broken.append((index, fact))
        by_message.append(range(first, len(facts)))
    return ChatConversation(
        messages=messages, facts=tuple(facts), by_message=tuple(by_message), broken=tuple(broken),
        customs=tuple(fact for values in said for fact in values if _is_custom(fact) or _answers(fact, customs)),
    )  # fmt: skip


def _is_custom(fact: WireItem) -> bool:
    return fact.kind == CALL and fact.type == "custom" and is_filled(fact.id)


def _answers(fact: WireItem, ids: set[JSON]) -> bool:
    return fact.kind == RESULT and isinstance(fact.id, str) and fact.id in ids


def _facts_of_message(message: JSON, said: list[WireItem], customs: set[JSON]) -> Iterator[WireItem | str]:
    """Yield what a message owes of what it says, and what is wrong with it. customs: ids of calls of custom tools."""
    role = word(message, "role")
    if role not in ROLES:
        yield NO_MESSAGE
        return
    content, calls, is_assistant = message.get("content"), message.get(TOOL_CALLS), role == "assistant"
    is_content = isinstance(content, str) or (isinstance(content, list) and (bool(content) or is_assistant))
    if role != "tool" and not is_content and (not is_assistant or content is not None):
        yield NO_CONTENT
    if is_assistant and message.get("function_call") is not None:
        yield LEGACY
    if is_assistant and not isinstance(calls, list | None):
        yield NO_CALL
    for fact in said:
        if fact.kind == RESULT:
            yield from [NO_CALL] if _answers(fact, customs) else _result(fact)
        elif fact.inside:
            # Of the parts of a result, media must arrive on their own.
            yield from [NO_PART] if not _is_proper(fact) else [fact] if fact.kind in (IMAGE, FILE) else []
        elif fact.is_part:
            yield from _part(fact, is_alone=len(content) == 1)
        elif fact.kind == TEXT:
            if fact.value or not (is_assistant and (calls or message.get("refusal"))):
                yield replace(fact, is_optional=not fact.value and role != "user")
        elif is_assistant:
            yield from _call(fact) if fact.kind == CALL else [replace(fact, is_optional=fact.kind == AUDIO)]


def _result(fact: WireItem) -> Iterator[WireItem | str]:
    identity, content = fact.value
    if not is_filled(identity):
        yield NO_ID if identity in (None, "") else NO_RESULT
    if not (isinstance(content, str) or (isinstance(content, list) and content)):
        yield NO_RESULT
    yield replace(fact, value=(identity if isinstance(identity, str) else None, content), is_optional=not fact.is_whole)


def _part(fact: WireItem, *, is_alone: bool) -> Iterator[WireItem | str]:
    if not _is_proper(fact):
        yield NO_PART
        if fact.kind == IMAGE and is_filled(fact.value):  # what becomes of it is not what becomes of its twin
            yield replace(fact, is_optional=True)
        return
    misplaced = fact.role not in _PLACES.get(fact.kind, (fact.role,))
    if misplaced:
        yield ODD_PLACE
    is_hollow = fact.kind == TEXT and fact.value == "" and not (is_alone and fact.role == "user")
    yield replace(fact, is_optional=is_hollow or fact.kind in (AUDIO, OTHER) or misplaced)


def _call(fact: WireItem) -> Iterator[WireItem | str]:
    call = fact.source
    is_call = isinstance(call, dict) and isinstance(call.get("function"), dict)
    if not is_call or call.get("type", "function") != "function":
        yield NO_CALL
        return
    identity, name, arguments = fact.value
    for value, lacking in ((name, NAMELESS), (identity, NO_ID)):
        if not is_filled(value):
            yield lacking if value in (None, "") else ODD_CALL
    if not isinstance(arguments, str):
        yield ODD_CALL
    identity, name = (value if isinstance(value, str) else None for value in (identity, name))
    yield replace(fact, value=(identity, name, arguments), is_optional=not fact.is_whole)


def _is_proper(fact: WireItem) -> bool:
    """Whether a part has what its type requires; a refusal says something."""
    return fact.is_whole and not (fact.kind == REFUSAL and fact.value == "")
