"""Members of requests: which two ask for nothing, or for something, in one request; and values at their limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import combinations
from typing import TypeAlias

from conformance.apis.input_validity import MALFORMED, standing_of
from conformance.apis.oracles.pinned import schema_of
from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.chat.read import OLD_CALL
from conformance.formats.members import (
    CHAT,
    ELSEWHERE,
    MEMBERS,
    RESPONSES,
    Path,
    RequestMember,
    idle_values,
    is_alike,
    is_idle,
)
from conformance.formats.operations import source_format
from conformance.inputs.models import takes_both
from tests.suite.coverage.classes import SAFE_INTEGER

Edges: TypeAlias = Mapping[str, Callable[[JSON], bool]]

FORMATS: Mapping[str, str] = {"chat-request": CHAT, "responses-request": RESPONSES}
_BODIES: Mapping[str, dict[str, JSON]] = {
    CHAT: {
        "messages": [{"role": "user", "content": "Hello"}],
        "tools": [{"type": "function", "function": {"name": "look", "description": "Looks."}}],
    },
    RESPONSES: {"input": "Hello", "tools": [{"type": "custom", "name": "look", "description": "Looks."}]},
}
# What neither a pair nor a limit is of: the model is always there, and functions are tools in an older form.
_LEFT_OUT = ("model", "functions", OLD_CALL)


@cache
def rows(operation: str) -> tuple[str, ...]:
    """Return the rows of the members of an operation's requests."""
    format_ = FORMATS[source_format(operation)]
    members = list(_members(source_format(operation), format_))
    idle = [(path, value) for path, _member in members for value in _idle_values(operation, format_, path)]
    asking = [(path, member) for path, member in members if path[0] not in ELSEWHERE]
    return (
        *(_idle_row(a, b) for a, b in combinations(idle, 2) if a[0] != b[0] and _is_real(operation, format_, a, b)),
        *(
            _asked_row(a, b)
            for (a, combination), (b, other) in combinations(asking, 2)
            if takes_both(combination, other, format_)
        ),
        *(f"members: {'.'.join(path)}: {name}" for path, member in members for name in _EDGES.get(member.setting, ())),
    )


def marks(operation: str, given: JSON) -> Iterator[str]:
    """Yield the rows of the members that a request covers."""
    format_ = FORMATS[source_format(operation)]
    idle, asking = [], []
    for path, member in _members(source_format(operation), format_):
        held = _at(given, path)
        if held is ABSENT:
            continue
        if not is_idle(format_, path, held):
            asking.append(path)
        else:
            idle += [(path, element) for element in (None, *idle_values(format_)[path]) if is_alike(held, element)]
        for name, fits in _EDGES.get(member.setting, {}).items():
            if held is not None and fits(held):
                yield f"members: {'.'.join(path)}: {name}"
    yield from (_idle_row(combination, other) for combination, other in combinations(idle, 2))
    yield from (_asked_row(combination, other) for combination, other in combinations(asking, 2))


def _at(held: JSON, path: Path) -> JSON | Absent:
    for name in path:
        if not isinstance(held, dict) or name not in held:
            return ABSENT
        held = held[name]
    return held


def _members(source: str, format_: str) -> Iterator[tuple[Path, RequestMember]]:
    """Yield the place of each member that the pinned requests have."""
    schema = schema_of(source)
    known = schema["$defs"][schema["anyOf"][0]["$ref"].removeprefix("#/$defs/")]["properties"]
    for member in MEMBERS:
        path = member.at.get(format_, ())
        if path and path[0] in known and path[0] not in _LEFT_OUT:
            yield path, member


def _idle_values(operation: str, format_: str, path: Path) -> Iterator[JSON]:
    """Yield the values at a place that ask for nothing and that the API takes."""
    for value in (None, *idle_values(format_)[path]):
        if _is_real(operation, format_, (path, value)):
            yield value


def _is_real(operation: str, format_: str, *held: tuple[Path, JSON]) -> bool:
    """Whether the API takes a request that has these values. A stream has options where none of them is about that."""
    request: dict[str, JSON] = {"model": "gpt-4o", **_BODIES[format_]}
    for path, value in held:
        if len(path) > 1:
            request[path[0]] = {**(request.get(path[0]) or {}), path[1]: value}
        else:
            request[path[0]] = value
    if "stream_options" in request:
        request.setdefault("stream", True)
    return standing_of(operation, request).kind != MALFORMED


def _idle_row(entry: tuple[Path, JSON], other: tuple[Path, JSON]) -> str:
    first, second = (f"{'.'.join(path)} {json.dumps(value)}" for path, value in (entry, other))
    return f"members: {first} and {second} ask for nothing"


def _asked_row(path: Path, other: Path) -> str:
    return f"members: {'.'.join(path)} and {'.'.join(other)}"


def _is_number(value: JSON) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(*limits: float) -> Edges:
    return {str(limit): partial(_is_limit, limit) for limit in limits}


def _is_limit(limit: float, value: JSON) -> bool:
    return _is_number(value) and bool(value == limit)


def _is_bias(limit: int, value: JSON) -> bool:
    return limit in value.values()


_WHOLE: Edges = {"beyond 2^53": lambda value: _is_number(value) and value > SAFE_INTEGER}


def _texts(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else [value]


# By setting: the limits of what it may be.
_EDGES: Mapping[str, Edges] = {
    "temperature": {
        **_number(0, 2),
        "above 1": lambda value: _is_number(value) and 1 < value < 2,
        "a whole number with .0": lambda value: isinstance(value, float) and value.is_integer(),
        "an exponent": lambda value: isinstance(value, float) and "e" in str(value),
    },
    "user": {
        "an e-mail": lambda value: "@" in value,
        "a blank, a colon and a dot": lambda value: set(" :.") <= set(value),
        "not ASCII": lambda value: not value.isascii(),
    },
    "top_p": _number(0, 1),
    "frequency_penalty": _number(-2, 0, 2),
    "presence_penalty": _number(-2, 0, 2),
    "likeliest": _number(0, 20),
    "limit": _WHOLE,
    "most_calls": _WHOLE,
    "seed": {**_number(0, -1), **_WHOLE},
    "bias": {str(limit): partial(_is_bias, limit) for limit in (-100, 0, 100)},
    "stop": {
        "one letter": lambda value: any(text and len(text) == 1 for text in _texts(value)),
        "more than 1,024 characters": lambda value: any(len(text) > 1024 for text in _texts(value)),
        "4 texts": lambda value: isinstance(value, list) and len(value) == 4,
    },
    "metadata": {
        "16 pairs": lambda value: len(value) == 16,
        "an empty text": lambda value: "" in value.values(),
        "more than 500 characters": lambda value: any(len(text) > 500 for text in value.values()),
    },
}
