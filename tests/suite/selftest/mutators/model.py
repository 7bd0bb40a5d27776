"""What a mutator is, and how it makes a converter of a sound one."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from conformance.formats.exchanges import ANSWERS, WRITERS
from conformance.formats.model.answer import Answer
from conformance.formats.model.reading import ParsedSide
from tests.suite.selftest.model import Convert

OfAnswer: TypeAlias = Callable[[Answer], Answer]
OfValue: TypeAlias = Callable[[Any, Any], Any]  # of an input and what came of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutator:
    """One planted defect.

    check: the one of specs/laws.yaml that must object. change: of the value that a sound converter returned, given the
    formats of source and target. answers: to choices, under which the defect shows. needs: what not every source has;
    "" where each does. silently: whether it shows only where nothing is reported, as other losses may be. examples:
    generated ones that are enough.
    """

    name: str
    check: str
    change: Callable[[Formats], OfValue]
    answers: Mapping[str, str] = field(default_factory=dict)
    needs: str = ""
    silently: bool = False
    examples: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Formats:
    """The formats of an operation, by the names that its declaration has."""

    source: str
    target: str


def of_answer(change: OfAnswer) -> Callable[[Formats], OfValue]:
    """Make a change of a value from one of the answer that it holds; what holds none stays."""
    return lambda formats: _changing(formats.target, lambda answer, _given: change(answer))


def of_both(change: Callable[[Answer, ParsedSide], Answer]) -> Callable[[Formats], OfValue]:
    """The same for a change that looks at the source as well."""

    def made(formats: Formats) -> OfValue:
        read_given = ANSWERS[formats.source]
        return _changing(formats.target, lambda answer, given: change(answer, read_given(given)))

    return made


def _changing(target: str, change: Callable[[Answer, Any], Answer]) -> OfValue:
    read, write = ANSWERS[target], WRITERS[target]

    def changed(given: Any, value: Any) -> Any:
        answer = read(value).answer
        if answer is None:
            return value
        other = change(answer, given)
        return value if other == answer else write(other)

    return changed


def of_value(change: Callable[[Any], Any]) -> Callable[[Formats], OfValue]:
    """Make a change of a value that does not look at its source."""
    return lambda _formats: lambda _given, value: change(value)


def converter(convert: Convert, change: OfValue) -> Convert:
    """Return a converter that changes what another one returns."""

    def converted(given: Any) -> Any:
        return change(given, copy.deepcopy(convert(given)))

    return converted
