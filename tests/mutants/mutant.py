"""What a broken subject is, and how a bank of them is put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Convert = Callable[[Any], Any]

CHAT_TOOLS = "chat-tools-to-responses-tools"
MCP_TOOL = "mcp-tool-to-chat-tool"
MCP_TOOLS = "mcp-tools-to-chat-tools"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A converter with one defect.

    rules: those that must convict it. innocent: rules that it keeps, and that must not be charged. single: the
    single form beside a list form. choices: what it states. inputs, examples: what it takes to be seen.
    timed: whether the defect is the time it takes. mortal: whether it ends the process, by raising Died.
    """

    name: str
    operation: str
    function: Convert
    rules: tuple[str, ...]
    innocent: tuple[str, ...] = ()
    note: str = ""
    single: Convert | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    inputs: tuple[Any, ...] = ()
    examples: int = 20
    timed: bool = False
    mortal: bool = False

    def __str__(self) -> str:
        """Name it in a test's id."""
        return f"{self.operation}:{self.name}"


class Died(BaseException):
    """The defect ended the process; whoever runs mutants in one process turns it into a fault."""


class Bank(list[Mutant]):
    """The mutants of one operation, in the order they were added."""

    def __init__(self, operation: str) -> None:
        super().__init__()
        self.operation = operation

    def add(self, name: str, function: Convert, *rules: str, **more: Any) -> None:
        """Add one mutant."""
        self.append(Mutant(name, self.operation, function, rules, **more))

    def mutant(self, *rules: str, **more: Any) -> Callable[[Convert], Convert]:
        """Add the decorated function, under its own name."""

        def added(function: Convert) -> Convert:
            self.add(function.__name__, function, *rules, **more)
            return function

        return added
