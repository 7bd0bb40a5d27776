"""What the banks are built with: a list of mutants, the reference under each answer, and changes to a converter."""

from __future__ import annotations

import copy
import inspect
import itertools
import logging
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from conformance.reference import ToolError
from tests.suite.selftest.model import Convert, Died, Mutant, Sound

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
        self.append(Mutant(name, self.operation, function, rules, place=_place(), **more))

    def mutant(self, *rules: str, **more: Any) -> Callable[[Convert], Convert]:
        """Add the decorated function, under its own name."""

        def added(function: Convert) -> Convert:
            self.add(function.__name__, function, *rules, **more)
            return function

        return added


def _place() -> str:
    """Return FILE:LINE of the statement of a bank's module that is running, however deep in helpers this is called."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


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
        raise ValueError(f"{text} is not a JSON number")
    return value


def quietly(convert: Convert, below: int = logging.CRITICAL) -> Convert:
    """Make a converter that logs nothing below a level."""

    def silent(given: Any) -> Any:
        logger = logging.getLogger("conformance.reference")
        before = logger.level
        logger.setLevel(below)
        try:
            return convert(given)
        finally:
            logger.setLevel(before)

    return silent


def dying(convert: Convert, on: Callable[[Any], object]) -> Convert:
    """Make a converter that ends its process on some inputs."""

    def converted(given: Any) -> Any:
        if on(given):
            raise Died("abort")
        return convert(given)

    return converted


def marking(convert: Convert) -> Convert:
    """Make a list converter that marks the tools of its input before it raises."""

    def converted(tools: Any) -> Any:
        try:
            return convert(tools)
        except ToolError:
            for tool in tools if isinstance(tools, list) else ():
                if isinstance(tool, dict):
                    tool["seen"] = True
            raise

    return converted


def references(
    operation: str,
    function: Callable[..., Any],
    choices: Mapping[str, Sequence[str]],
    every: int,
    single: Callable[..., Any] | None = None,
    shows: Callable[[dict[str, str]], dict[str, str]] = dict,
) -> Iterator[Sound]:
    """Yield the reference as sound variants, each with other answers to its choices.

    function, single: the reference and its single form, which take the answers as arguments. choices: the argument of
    each choice to its answers. every: one in so many combinations is used, beside those that `selections` names.
    shows: the answers that a run can find out, of those that a variant takes.
    """
    for answers in selections(choices, every):
        found = {name.replace("_", "-"): answer for name, answer in shows(answers).items()}
        yield Sound(
            "reference " + " ".join(answers.values()),
            operation,
            partial(function, **answers),
            None if single is None else partial(single, **answers),
            tuple(found.items()),
        )


def selections(choices: Mapping[str, Sequence[str]], every: int) -> Iterator[dict[str, str]]:
    """Yield each selection once: the defaults (first answers), each other answer alone, all others, one in `every`."""
    defaults = {name: answers[0] for name, answers in choices.items()}
    others = [defaults | {name: answer} for name, answers in choices.items() for answer in answers[1:]]
    last = {name: answers[-1] for name, answers in choices.items()}
    products = [dict(zip(choices, answers, strict=True)) for answers in itertools.product(*choices.values())]
    seen = []
    for selected in (defaults, *others, last, *products[every // 2 :: every]):
        if selected not in seen:
            seen.append(selected)
            yield selected
