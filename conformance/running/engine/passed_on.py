"""Whether what a failure is about is the same in the result and the source: it was passed on unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent, steps
from conformance.rules.checks.findings import Failure
from conformance.running.engine.facts import REFUSED_BY, SILENT_KIND

# Lists of conversations, which the APIs hold under these names.
_LISTS: Final = frozenset({"messages", "input"})
# The mistakes of a member that the API does not know, or not with this value, and of one that it requires.
_AS_HELD: Final = frozenset({"unknown", "value"})
_MISSING: Final = "missing"


def is_passed_on(failure: Failure, source: JSON, result: JSON | Absent) -> bool:
    """Whether a message or an item that a failure is in, or a member that the API does not take, is on both sides."""
    side, *path = steps(failure.at) or [""]
    sides = {"input": (source, result), "output": (result, source)}
    if side not in sides or result is ABSENT or not _is_about_what_was_copied(failure):
        return False
    mine, other = sides[side]
    if len(path) > 1 and path[0] in _LISTS and path[1].isdecimal():
        element, among = _value_at(mine, path[:2]), _value_at(other, path[:1])
        return element is not ABSENT and isinstance(among, list) and element in among
    if failure.about == _MISSING:
        path = path[:-1]  # what lacks the member is on both sides
    held = _value_at(mine, path)
    if not path or held is ABSENT or failure.about not in (*_AS_HELD, _MISSING):
        return False
    begins = next((place for place, step in enumerate(path) if step.isdecimal()), None)
    if begins is None:
        return held == _value_at(other, path)
    among = _value_at(other, path[:begins])  # others may have gone out of the list, or came out of one in it
    return among is not ABSENT and any(held == _value_at(element, path[begins + 1 :]) for element in _elements(among))


def _elements(value: JSON | Absent) -> Iterator[JSON]:
    """Yield the elements of a list, and those of the lists in them."""
    for element in value if isinstance(value, list) else ():
        yield element
        for member in element.values() if isinstance(element, dict) else ():
            yield from _elements(member)


def _is_about_what_was_copied(failure: Failure) -> bool:
    kind = failure.kind
    return kind.startswith(REFUSED_BY) or kind == SILENT_KIND or kind.endswith(("-lost", "-added"))


def _value_at(value: JSON | Absent, path: list[str]) -> JSON | Absent:
    for step in path:
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return ABSENT
    return value
