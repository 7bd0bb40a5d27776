"""How a bank of broken subjects is put together."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

from conformance.selftest.model import Clock as Clock
from conformance.selftest.model import Convert as Convert
from conformance.selftest.model import Died as Died
from conformance.selftest.model import Mutant as Mutant

CHAT_TOOLS = "chat-tools-to-responses-tools"
MCP_TOOL = "mcp-tool-to-chat-tool"
MCP_TOOLS = "mcp-tools-to-chat-tools"


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


def remembering(convert: Convert, key: Callable[[Any], Any]) -> Callable[[], Convert]:
    """Make converters that give every input of one key what the first one of that key became."""

    def made() -> Convert:
        known: dict[str, Any] = {}

        def converted(given: Any) -> Any:
            result = convert(given)
            return copy.deepcopy(known.setdefault(repr(key(given)), result))

        return converted

    return made


def number(text: str) -> float:
    """Read a number that JSON has, for json.loads. Raises ValueError for NaN and what is beyond a double."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is no JSON number")
    return value
