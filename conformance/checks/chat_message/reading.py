"""What the items of a response hold: texts, refusals, reasoning and calls, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.formats.facts import CALL, REFUSAL, TEXT, USE, Fact, Path
from conformance.formats.parts import ALL_PARTS
from conformance.formats.responses import is_message, read_item, reasoning_of
from conformance.values import JSON

# The types of calls.
FUNCTION, INLINE, CUSTOM = "function_call", "tool_use", "custom_tool_call"
_REASONING: Final = frozenset({"reasoning", "reasoning_text", "summary_text", "thinking", "redacted_thinking"})
# What waits for the client to act, and has no form of its own in Chat.
ACTIONS: Final = ("apply_patch_call", "computer_call", "local_shell_call", "mcp_approval_request", "shell_call")


class Source:
    """A response, read once. base: the path of its items.

    unknown: items and parts of types that S4 does not name. actions: those that wait for the client. callable: how
    many items may arrive as calls although none must. kinds: what each item holds, by its position. is_broken: whether
    something is malformed; what becomes of that is free.
    """

    def __init__(self, items: list[JSON], base: Path) -> None:
        self.texts: list[Fact] = []
        self.calls: list[Fact] = []
        self.refusals: list[Fact] = []
        self.reasoning: list[str] = []
        self.unknown: list[Fact] = []
        self.actions: list[Fact] = []
        self.callable = 0
        self.is_broken = False
        self.kinds: list[frozenset[str]] = []
        for entry, item in enumerate(items):
            facts = read_item(item, entry, (*base, entry), ALL_PARTS)
            read = self._read_message(item, facts) if is_message(item) else map(self._read_item, facts)
            self.kinds.append(frozenset(read))

    def _read_message(self, item: JSON, facts: Iterator[Fact]) -> Iterator[str]:
        """Read a message; yield the kinds of what it holds. One without a type is the short form of an input."""
        content = item.get("content")
        owed = item.get("type") == "message" and item.get("role", "assistant") in (None, "assistant")
        if not owed or not isinstance(content, list | None):
            self.is_broken = True
        if item.get("type") not in (None, "message"):
            return
        for fact in facts:
            if fact.is_part:
                yield self._read_part(replace(fact, is_optional=not owed))
            else:
                self.texts.append(replace(fact, is_optional=True))

    def _read_part(self, fact: Fact) -> str:
        if fact.kind == TEXT and fact.type == "output_text":
            self.texts.append(fact)
            return "text"
        if fact.kind == REFUSAL:
            if fact.is_optional:
                self.is_broken = True
            else:
                self.refusals.append(fact)
            return "refusal"
        if fact.kind == USE:
            return self._take_call(fact)
        if fact.type in _REASONING:
            self.reasoning += reasoning_of(fact.source)
            return "reasoning"
        if fact.type is None or fact.type in ("output_text", "refusal"):
            self.is_broken = True
            return "broken"
        if fact.kind == TEXT:
            self.texts.append(replace(fact, is_optional=True))
        self.unknown.append(fact)
        return "unknown"

    def _read_item(self, fact: Fact) -> str:
        """Read a fact of an item that is no message; return the kind of the item."""
        item, type_ = fact.source, fact.type
        if fact.kind == CALL:
            done = type_ == FUNCTION and item.get("status") in (None, "completed")
            return self._take_call(replace(fact, is_optional=not done))
        if type_ == "reasoning":
            self.reasoning += reasoning_of(item)
            if not isinstance(item.get("summary"), list) or not isinstance(item.get("content"), list | None):
                self.is_broken = True
            return "reasoning"
        if type_ is None:
            self.is_broken = True
            return "broken"
        if fact.inside:
            return "unknown"
        self.unknown.append(fact)
        if type_ in ACTIONS:
            self.actions.append(fact)
        if type_ in _REASONING:
            self.reasoning += reasoning_of(item)
        elif ALL_PARTS.get(type_) == TEXT and isinstance(item.get("text"), str):
            self.texts.append(replace(fact, kind=TEXT, value=item["text"], is_optional=True))
        elif type_ in (*ACTIONS, INLINE) or type_.endswith("_call"):
            self.callable += 1
        return "unknown"

    def _take_call(self, fact: Fact) -> str:
        if not fact.is_whole:
            self.is_broken = True
            return "broken"
        self.calls.append(fact)
        return str(fact.type)
