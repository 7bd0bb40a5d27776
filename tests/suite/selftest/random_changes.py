"""Changes of a value, or of the facts that it states, that are drawn: each is one that a defect can make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, replace
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from conformance.base.values import ABSENT, JSON, same
from conformance.formats.json_schema import Path
from conformance.formats.model.answer import ASKS, DONE, FILTER, LENGTH, REFUSED, SEQUENCE, End
from conformance.formats.model.conversation import (
    AUDIO,
    CUSTOM,
    DEVELOPER,
    DOCUMENT,
    FUNCTION,
    IMAGE,
    MODEL,
    PARTS,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    VIDEO,
    Arguments,
    Call,
    Media,
    Result,
    Turn,
)
from conformance.formats.model.fact import Fact
from conformance.formats.model.request import (
    AUTO,
    NONE,
    OBJECT,
    PLAIN,
    REQUIRED,
    SCHEMA,
    AnswerFormat,
    Tool,
    ToolChoice,
)
from tests.suite.selftest.changes import ValueChange, changes_at, parts, replaced, shape_of

LONGEST = 1_024  # characters, after which some converters cut a text

# What else a field of a fact may be, where the model lists its words.
_WORDS: Final[Mapping[tuple[type[Fact], str], tuple[str, ...]]] = {
    (Turn, "speaker"): (SYSTEM, DEVELOPER, USER, MODEL, TOOL),
    (Turn, "form"): (TEXT, PARTS),
    (Result, "form"): (TEXT, PARTS),
    (Media, "kind"): (IMAGE, AUDIO, VIDEO, DOCUMENT),
    (Call, "kind"): (FUNCTION, CUSTOM),
    (Result, "kind"): (FUNCTION, CUSTOM),
    (Tool, "kind"): (FUNCTION, CUSTOM),
    (End, "kind"): (DONE, ASKS, SEQUENCE, LENGTH, FILTER, REFUSED),
    (ToolChoice, "mode"): (NONE, AUTO, REQUIRED),
    (AnswerFormat, "kind"): (PLAIN, OBJECT, SCHEMA),
}
# Where a fact was read, and what names something that the model has no place for: changing these changes nothing.
_UNTOUCHED: Final = frozenset({"at", "format", "place"})
_Part = TypeVar("_Part")


class FactChange(NamedTuple):
    """One change of a fact. kind: what it does, and to which field. fact: the whole one after it."""

    kind: str
    fact: Any


def drawn_change(value: JSON, random: Random) -> ValueChange | None:
    """Draw a change of a value; None where nothing changes. Each shape of a path is as likely as any other one."""
    drawn = _drawn(parts(value), lambda value: shape_of(value[0]), random)
    if drawn is None:
        return None
    path, part = drawn
    found = [
        change
        for change in (*changes_at(value, path, part), *_further(value, path, part))
        if not same(change.value, value)
    ]
    return random.choice(found) if found else None


def drawn_fact_change(fact: Any, random: Random) -> FactChange | None:
    """Draw a change of facts; None where nothing can be changed. Each field is as likely as any other one."""
    path = _drawn(_places(fact), lambda value: tuple(step for step in value if isinstance(step, str)), random)
    if path is None:
        return None
    found = [(kind, changed) for kind, changed in _changes(fact, path, random) if changed != fact]
    if not found:
        return None
    kind, changed = random.choice(found)
    where = ".".join(step for step in path if isinstance(step, str))
    return FactChange(f"{kind} {where}", changed)


def _drawn(found: Iterator[_Part], shape: Callable[[_Part], object], random: Random) -> _Part | None:
    """Draw one of some, its shape first: what there are many of is no likelier."""
    by_shape: dict[object, list[_Part]] = {}
    for finding in found:
        by_shape.setdefault(shape(finding), []).append(finding)
    return random.choice(random.choice(list(by_shape.values()))) if by_shape else None


def _further(value: JSON, path: Path, part: JSON) -> Iterator[ValueChange]:
    """Yield changes that are too many to make at each place in turn."""
    for kind, other in _other_leaves(part):
        yield ValueChange(kind, path, part, replaced(value, path, other))


def _other_leaves(value: JSON) -> Iterator[tuple[str, JSON]]:
    if isinstance(value, str):
        yield from _other_texts(value)
    elif isinstance(value, bool):
        yield "other", not value
    elif isinstance(value, int | float):
        yield "other", value - 1


def _other_texts(text: str) -> Iterator[tuple[str, str]]:
    for end in (len(text) - 1, len(text) // 2, LONGEST):
        if 0 < end < len(text):
            yield "truncated", text[:end]
    if text:
        middle = len(text) // 2
        yield "other", f"{text[:middle]}{'y' if text[middle] == 'x' else 'x'}{text[middle + 1 :]}"


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all that can be changed in a fact: its fields, and the entries of those that are lists."""
    if isinstance(value, Fact):
        for field in fields(value):
            if field.name not in _UNTOUCHED:
                yield from _places(getattr(value, field.name), (*path, field.name))
    elif isinstance(value, tuple):
        for position, element in enumerate(value):
            yield (*path, position)
            if isinstance(element, Fact):
                yield from _places(element, (*path, position))
    if path and isinstance(path[-1], str) and value is not ABSENT and value is not None and value != ():
        yield path


def _changes(root: Any, path: Path, random: Random) -> Iterator[tuple[str, Any]]:
    last, holder = path[-1], _at(root, path[:-1])
    others = _other_lists(holder, last) if isinstance(last, int) else _other_fields(holder, last, random)
    for kind, changed in others:
        yield kind, _with(root, path[:-1], changed)


def _other_lists(entries: tuple[Any, ...], at: int) -> Iterator[tuple[str, Any]]:
    yield "removed", (*entries[:at], *entries[at + 1 :])
    yield "duplicated", (*entries[: at + 1], *entries[at:])
    if at + 1 < len(entries):
        yield "swapped", (*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :])


def _other_fields(holder: Any, name: str, random: Random) -> Iterator[tuple[str, Any]]:
    field, value = next(field for field in fields(holder) if field.name == name), getattr(holder, name)
    if field.default is not MISSING:
        yield "removed", replace(holder, **{name: field.default})
    words = _WORDS.get((type(holder), name), ())
    # What a text means, and the format's own word, follow from what is changed.
    follows: dict[str, Any] = {"word": None} if isinstance(holder, End) else {}
    follows |= {"value": ABSENT} if isinstance(holder, Arguments) else {}
    for word in words:
        yield "other", replace(holder, **{**follows, name: word})
    if not words:
        for kind, other in _other_leaves(value):
            yield kind, replace(holder, **{**follows, name: other})
    if isinstance(value, dict | list):
        change = drawn_change(value, random)
        if change is not None:
            yield change.kind, replace(holder, **{name: change.value})


def _at(root: Any, path: Path) -> Any:
    for step in path:
        root = root[step] if isinstance(step, int) else getattr(root, step)
    return root


def _with(root: Any, path: Path, value: Any) -> Any:
    """Return a fact, or a tuple, with another value at a path."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(first, int):
        return (*root[:first], _with(root[first], rest, value), *root[first + 1 :])
    return replace(root, **{first: _with(getattr(root, first), rest, value)})
