"""What the items of a response hold: texts, refusals, reasoning and calls, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.formats.facts import CALL, REFUSAL, TEXT, USE, Fact, Path
from conformance.formats.parts import ALL_PARTS
from conformance.formats.responses.facts import is_message, read_item, reasoning_of
from conformance.values import JSON

# The types of calls.
FUNCTION, INLINE, CUSTOM = "function_call", "tool_use", "custom_tool_call"
_REASONING: Final = frozenset({"reasoning", "reasoning_text", "summary_text", "thinking", "redacted_thinking"})
# What waits for the client to act, and has no form of its own in Chat.
ACTIONS: Final = ("apply_patch_call", "computer_call", "local_shell_call", "mcp_approval_request", "shell_call")


class Source:
    """A response, read once. base: the path of its items.

    unknown: items and parts of types that S4 does not name. actions: those that wait for the client. callable: how
    many items may arrive as calls although none must. has_reasoning: whether a part or an item is reasoning, with or
    without text. is_broken: whether something is malformed; what becomes of that is free.
    """

    def __init__(self, items: list[JSON], base: Path) -> None:
        self.texts: list[Fact] = []
        self.calls: list[Fact] = []
        self.refusals: list[Fact] = []
        self.reasoning: list[str] = []
        self.unknown: list[Fact] = []
        self.actions: list[Fact] = []
        self.callable = 0
        self.has_reasoning = False
        self.is_broken = False
        for entry, item in enumerate(items):
            facts = read_item(item, entry, (*base, entry), ALL_PARTS)
            if is_message(item):
                self._read_message(item, facts)
            else:
                for fact in facts:
                    self._read_item(fact)

    def _read_message(self, item: JSON, facts: Iterator[Fact]) -> None:
        """Read a message. One without a type is the short form of an input."""
        content = item.get("content")
        owed = item.get("type") == "message" and item.get("role", "assistant") in (None, "assistant")
        if not owed or not isinstance(content, list | None):
            self.is_broken = True
        if item.get("type") not in (None, "message"):
            return
        for fact in facts:
            if fact.is_part:
                self._read_part(replace(fact, is_optional=not owed))
            else:
                self.texts.append(replace(fact, is_optional=True))

    def _read_part(self, fact: Fact) -> None:
        if fact.kind == TEXT and fact.type == "output_text":
            self.texts.append(fact)
        elif fact.kind == REFUSAL:
            if fact.is_optional:
                self.is_broken = True
            else:
                self.refusals.append(fact)
        elif fact.kind == USE:
            self._take_call(fact)
        elif fact.type in _REASONING:
            self._take_reasoning(fact)
        elif fact.type is None or fact.type in ("output_text", "refusal"):
            self.is_broken = True
        else:
            if fact.kind == TEXT:
                self.texts.append(replace(fact, is_optional=True))
            self.unknown.append(fact)

    def _read_item(self, fact: Fact) -> None:
        """Read a fact of an item that is no message."""
        item, type_ = fact.source, fact.type
        if fact.kind == CALL:
            done = type_ == FUNCTION and item.get("status") in (None, "completed")
            self._take_call(replace(fact, is_optional=not done))
        elif type_ == "reasoning":
            self._take_reasoning(fact)
        elif type_ is None:
            self.is_broken = True
        elif not fact.inside:
            self.unknown.append(fact)
            if type_ in ACTIONS:
                self.actions.append(fact)
            if type_ in _REASONING:
                self._take_reasoning(fact)
            elif ALL_PARTS.get(type_) == TEXT and isinstance(item.get("text"), str):
                self.texts.append(replace(fact, kind=TEXT, value=item["text"], is_optional=True))
            elif type_ in (*ACTIONS, INLINE) or type_.endswith("_call"):
                self.callable += 1

    def _take_call(self, fact: Fact) -> None:
        if fact.is_whole:
            self.calls.append(fact)
        else:
            self.is_broken = True

    def _take_reasoning(self, fact: Fact) -> None:
        self.has_reasoning = True
        self.reasoning += reasoning_of(fact.source)
