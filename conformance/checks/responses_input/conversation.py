"""What a list of Chat messages owes a Responses input: its facts, which are optional, and what is malformed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from conformance.formats.chat.facts import read_message
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
    Fact,
    is_filled,
    word,
)
from conformance.values import JSON

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
# The form `text` has words for these two.
WORDED: Final = frozenset({NAMELESS, NO_ID})


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """All facts in order. by_message: the positions of each message's facts. broken: (message, what is wrong)."""

    messages: list[JSON]
    facts: tuple[Fact, ...]
    by_message: tuple[range, ...]
    broken: tuple[tuple[int, str], ...]

    @cached_property
    def custom(self) -> frozenset[str]:
        """The ids of the calls of custom tools, which are broken: no rule says what becomes of them."""
        messages = [message for message in self.messages if word(message, "role") == "assistant"]
        calls = [call for message in messages for call in _members(message.get("tool_calls"))]
        return frozenset(id_ for call in calls if word(call) == "custom" and (id_ := word(call, "id")))

    def facts_of(self, message: int) -> list[Fact]:
        """Return the facts of a message."""
        return [self.facts[position] for position in self.by_message[message]]

    def calls_of(self, message: int) -> list[Fact]:
        """Return the tool_calls of a message."""
        return [fact for fact in self.facts_of(message) if fact.kind == CALL]

    def speaks(self, message: int) -> bool:
        """Whether a message has any text or other part that is not empty."""
        return any(fact.kind != CALL and fact.value != "" for fact in self.facts_of(message))


def _members(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def read_conversation(messages: JSON) -> Conversation:
    """Read a list of messages; what is no list holds nothing."""
    messages = messages if isinstance(messages, list) else []
    facts: list[Fact] = []
    by_message = []
    broken: list[tuple[int, str]] = []
    custom = _custom_ids(messages)
    for index, message in enumerate(messages):
        first = len(facts)
        for one in _read(index, message, custom):
            if isinstance(one, Fact):
                facts.append(one)
            else:
                broken.append((index, one))
        by_message.append(range(first, len(facts)))
    return Conversation(messages=messages, facts=tuple(facts), by_message=tuple(by_message), broken=tuple(broken))


def _custom_ids(messages: list[JSON]) -> frozenset[str]:
    """Return the ids of the calls of custom tools."""
    return frozenset(
        call["id"]
        for message in messages
        if isinstance(message, dict) and isinstance(message.get("tool_calls"), list)
        for call in message["tool_calls"]
        if isinstance(call, dict) and call.get("type") == "custom" and is_filled(call.get("id"))
    )


def _read(index: int, message: JSON, custom: frozenset[str]) -> Iterator[Fact | str]:
    """Yield the facts of a message, and what is wrong with it. custom: ids whose calls have a rule of their own."""
    role = word(message, "role")
    if role not in ROLES:
        yield NO_MESSAGE
        return
    content = message.get("content")
    if role != "tool":
        needed = role != "assistant"
        if not (isinstance(content, str) or (isinstance(content, list) and (content or not needed))) and (
            needed or content is not None
        ):
            yield NO_CONTENT
        if not needed:
            yield from _legacy(message)
    for fact in read_message(message, index, (index,)):
        if fact.kind == RESULT and isinstance(fact.id, str) and fact.id in custom:
            yield NO_CALL
        elif fact.kind == RESULT:
            yield from _result(fact)
        elif fact.inside:
            yield from _inside(fact)
        elif fact.is_part:
            yield from _part(fact, is_alone=len(content) == 1)
        elif fact.kind == TEXT:
            beside = role == "assistant" and (message.get("tool_calls") or message.get("refusal"))
            if fact.value or not beside:
                yield replace(fact, is_optional=not fact.value and role != "user")
        elif role == "assistant":
            yield from _call(fact) if fact.kind == CALL else (replace(fact, is_optional=fact.kind == AUDIO),)


def _legacy(message: JSON) -> Iterator[str]:
    if message.get("function_call") is not None:
        yield LEGACY
    if not isinstance(message.get("tool_calls"), list | None):
        yield NO_CALL


def _result(fact: Fact) -> Iterator[Fact | str]:
    identity, content = fact.value
    if not is_filled(identity):
        yield NO_ID if identity in (None, "") else NO_RESULT
    if not (isinstance(content, str) or (isinstance(content, list) and content)):
        yield NO_RESULT
    yield replace(fact, value=(identity if isinstance(identity, str) else None, content), is_optional=not fact.is_whole)


def _inside(fact: Fact) -> Iterator[Fact | str]:
    """Take a part of a result: of those, media must arrive on their own."""
    if not is_proper(fact):
        yield NO_PART
    elif fact.kind in (IMAGE, FILE):
        yield fact


def _part(fact: Fact, *, is_alone: bool) -> Iterator[Fact | str]:
    if not is_proper(fact):
        yield NO_PART
        if fact.kind == IMAGE and is_filled(fact.value):  # what becomes of it is not what becomes of its twin
            yield replace(fact, is_optional=True)
        return
    misplaced = fact.role not in _PLACES.get(fact.kind, (fact.role,))
    if misplaced:
        yield ODD_PLACE
    is_hollow = fact.kind == TEXT and fact.value == "" and not (is_alone and fact.role == "user")
    yield replace(fact, is_optional=is_hollow or fact.kind in (AUDIO, OTHER) or misplaced)


def _call(fact: Fact) -> Iterator[Fact | str]:
    call = fact.source
    if not isinstance(call, dict) or not isinstance(call.get("function"), dict) or call.get(
        "type", "function"
    ) != "function":  # fmt: skip
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


def is_proper(fact: Fact) -> bool:
    """Whether a part has what its type requires; a refusal says something."""
    return fact.is_whole and not (fact.kind == REFUSAL and fact.value == "")


def without_cache_control(value: JSON) -> JSON:
    """Return a part, or a list of parts, without the cache_control of the parts themselves."""
    if isinstance(value, list):
        return [without_cache_control(member) for member in value]
    if isinstance(value, dict):
        return {
            key: without_cache_control(member) if key == "content" else member
            for key, member in value.items()
            if key != "cache_control"
        }
    return value


def well_paired(conversation: Conversation) -> bool:
    """Whether each result directly follows a turn with its call, and each call has its result."""
    open_calls: list[JSON] = []
    for index, message in enumerate(conversation.messages):
        facts = conversation.facts_of(index)
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


def strays(conversation: Conversation) -> frozenset[int]:
    """Return the messages of role tool that do not directly follow the turn of their call."""
    found = set()
    open_calls: list[JSON] = []
    for index, message in enumerate(conversation.messages):
        if word(message, "role") != "tool":
            open_calls = [fact.id for fact in conversation.facts_of(index) if fact.kind in CALLS]
        elif message.get("tool_call_id") not in open_calls:
            found.add(index)
    return frozenset(found)
