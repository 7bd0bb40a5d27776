"""Defects of conduct: what a converter does with time, numbers, room, its input and wrong shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.suite.selftest.model import Clock, Convert, Died

_LEVELS = 60  # that recursion has room for: fewer than deep inputs have, more than any other one


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """One defect of conduct.

    checks: of them, the first one that an operation has must object. make: makes a converter with the defect of a
    sound one. is_anew: whether it remembers, so that a new copy must be made. timed, mortal, inputs: as of a Mutant.
    """

    name: str
    checks: tuple[str, ...]
    make: Callable[[Convert], Convert]
    is_anew: bool = False
    timed: bool = False
    mortal: bool = False
    inputs: tuple[Any, ...] = ()


def objects_in(value: Any) -> Iterator[tuple[Any, int]]:
    """Yield the objects and lists within a value, however deep, each with how many are around it."""
    waiting = [(value, 0)]
    while waiting:
        one, depth = waiting.pop()
        if isinstance(one, dict | list):
            yield one, depth
            waiting += [(inner, depth + 1) for inner in (one.values() if isinstance(one, dict) else one)]


def _is_no_value(given: Any) -> bool:
    """Whether an input is neither an object, nor a list, nor a text: no operation takes it."""
    return not isinstance(given, dict | list | str)


def _not_a_number(convert: Convert) -> Convert:
    def converted(given: Any) -> Any:
        result = convert(given)
        for object_, _depth in objects_in(result):
            if isinstance(object_, dict):
                object_["x"] = float("nan")
                break
        return result

    return converted


def _quadratic(convert: Convert) -> Convert:
    """Make a converter that takes two microseconds for each pair of objects."""

    def converted(given: Any) -> Any:
        Clock.seconds += 2e-6 * sum(1 for _one in objects_in(given)) ** 2
        return convert(given)

    return converted


def _recursing(convert: Convert) -> Convert:
    def converted(given: Any) -> Any:
        if any(depth > _LEVELS for _one, depth in objects_in(given)):
            raise RecursionError("maximum recursion depth exceeded")
        return convert(given)

    return converted


def _unanswering(convert: Convert) -> Convert:
    return lambda given: NotImplemented if _is_no_value(given) else convert(given)


def _dying(convert: Convert) -> Convert:
    def converted(given: Any) -> Any:
        if _is_no_value(given):
            raise Died("abort")
        return convert(given)

    return converted


def _editing(convert: Convert) -> Convert:
    """Make a converter that takes the last member or entry out of its input."""

    def converted(given: Any) -> Any:
        result = convert(given)
        if isinstance(given, dict | list) and given:
            given.pop() if isinstance(given, list) else given.popitem()
        return result

    return converted


def _losing_each_third(convert: Convert) -> Convert:
    """Make a converter that counts its calls, and loses the last entry or member of each third result."""
    calls = [0]

    def converted(given: Any) -> Any:
        result = convert(given)
        calls[0] += 1
        if calls[0] % 3 == 0 and result:
            result.pop() if isinstance(result, list) else result.popitem()
        return result

    return converted


CONDUCT = (
    Conduct(name="not_a_number", checks=("result-is-json",), make=_not_a_number),
    Conduct(name="quadratic", checks=("deep-and-wide",), make=_quadratic, timed=True),
    Conduct(name="recursion_ends_at_sixty", checks=("deep-and-wide",), make=_recursing),
    Conduct(name="no_answer_to_wrong_shapes", checks=("wrong-shape",), make=_unanswering, inputs=(None, 7)),
    Conduct(name="dies_on_wrong_shapes", checks=("wrong-shape",), make=_dying, inputs=(None, 7), mortal=True),
    Conduct(name="edits_its_input", checks=("input-kept", "pure"), make=_editing),
    Conduct(name="counts_its_calls", checks=("same-again",), make=_losing_each_third, is_anew=True),
)
