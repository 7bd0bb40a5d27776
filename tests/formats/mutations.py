"""Changes a value at one place, as no API would write it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hypothesis import strategies as st

from conformance.base.values import JSON

Place = tuple[str | int, ...]
_DEEP: Any = []
for _level in range(300):
    _DEEP = [_DEEP] if _level % 2 else {"type": "namespace", "tools": [_DEEP]}
# Of every type, of unusual size, and words that readers look for.
ODD: Final[tuple[JSON, ...]] = (
    None, True, 0, -1, 3, 10**400, 0.5, 1e308, "", "x", "\ud800", "message", "function", "custom", "allowed_tools", [],
    [None], [0], [[]], ["text"], [{}], {}, {"": None}, {"type": []}, {"type": "function"}, {"function": {}},
    {"type": "text", "text": 0}, {"type": {}, "role": {}}, [{"type": "url_citation"}], [{"token": 1}], _DEEP,
)  # fmt: skip


def places(value: JSON, at: Place = ()) -> Iterator[Place]:
    """Yield the path of every value within a value."""
    yield at
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in members:
        yield from places(inner, (*at, step))


def changed(value: JSON, at: Place, new: JSON) -> JSON:
    """Return a copy with another value at a path."""
    if not at:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = changed(copy[at[0]], at[1:], new)
    return copy


def without(value: JSON, at: Place) -> JSON:
    """Return a copy without a member or an entry."""
    copy = dict(value) if isinstance(value, dict) else list(value)
    if len(at) == 1:
        del copy[at[0]]
    else:
        copy[at[0]] = without(copy[at[0]], at[1:])
    return copy


def doubled(value: JSON, at: Place) -> JSON:
    """Return a copy that has an entry twice, or a member's value also beside it under another name."""
    copy = dict(value) if isinstance(value, dict) else list(value)
    if len(at) > 1:
        copy[at[0]] = doubled(copy[at[0]], at[1:])
    elif isinstance(copy, list):
        copy.insert(at[0], copy[at[0]])
    else:
        copy[f"{at[0]}_"] = copy[at[0]]
    return copy


def is_deep(value: JSON) -> bool:
    """Whether the deepest of ODD is in a value: only readers, not comparisons, take it."""
    return any(len(at) > 100 for at in places(value))


@st.composite
def mutated(draw: st.DrawFn, values: st.SearchStrategy[JSON]) -> JSON:
    """Draw a value with up to three changes."""
    value = draw(values)
    for _change in range(draw(st.integers(1, 3))):
        at = draw(st.sampled_from(list(places(value))))
        kind = draw(st.sampled_from(("odd", "odd", "left out", "doubled"))) if at else "odd"
        if kind == "odd":
            value = changed(value, at, draw(st.sampled_from(ODD)))
        else:
            value = without(value, at) if kind == "left out" else doubled(value, at)
    return value
