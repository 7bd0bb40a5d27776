"""Neighbouring events of a stream that go on with one text, as one event: a text cut into pieces is long to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent, same

# Members whose texts go on in the next event.
_TEXTS: Final = frozenset(
    {"arguments", "content", "delta", "partial_json", "reasoning_content", "refusal", "text", "thinking"}
)
# Members in which neighbours differ in any case.
_OWN: Final = frozenset({"obfuscation", "sequence_number"})


def joined(value: JSON) -> Iterator[JSON]:
    """Yield a stream, or what holds one, with all texts in one event each; then with one of them, for each."""
    for path, events in ((None, value), *(value.items() if isinstance(value, dict) else ())):
        if isinstance(events, list):
            for made in _of_events(events):
                yield made if path is None else value | {path: made}


def _of_events(events: Sequence[JSON]) -> Iterator[JSON]:
    runs: list[list[JSON]] = []  # neighbours that go on with one text: each event, then all of them as one event
    for event in events:
        value = _together(runs[-1][-1], event) if runs else ABSENT
        if value is ABSENT:
            runs.append([event, event])
        else:
            runs[-1][-1:] = [event, value]
    long = [place for place, run in enumerate(runs) if len(run) > 2]
    choices = [set(long), *({place} for place in long if len(long) > 1)]
    for chosen in choices if long else ():
        yield [element for place, run in enumerate(runs) for element in (run[-1:] if place in chosen else run[:-1])]


def _together(value: JSON, other: JSON) -> JSON | Absent:
    """Return two events as one; ABSENT where they differ in more than a text, or have none."""
    if not isinstance(value, dict) or not isinstance(other, dict) or value.get("type") != other.get("type"):
        return ABSENT
    found = _merged_values(value, other)
    return found[0] if found is not None and found[1] == 1 else ABSENT


def _merged_values(value: JSON, other: JSON, key: str = "") -> tuple[JSON, int] | None:
    """Return two values as one, and how many texts were joined; None where they differ otherwise."""
    if key in _OWN:
        return value, 0
    if isinstance(value, str) and isinstance(other, str) and key in _TEXTS:
        return value + other, 1
    if isinstance(value, dict) and isinstance(other, dict) and value.keys() == other.keys():
        members = {name: _merged_values(member, other[name], name) for name, member in value.items()}
        made = {name: found for name, found in members.items() if found is not None}
        if len(made) < len(members):
            return None
        return {name: member for name, (member, _count) in made.items()}, sum(count for _one, count in made.values())
    if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
        parts = [found for a, b in zip(value, other, strict=True) if (found := _merged_values(a, b)) is not None]
        return (
            None
            if len(parts) < len(value)
            else ([part for part, _count in parts], sum(count for _part, count in parts))
        )
    return (value, 0) if same(value, other) else None
