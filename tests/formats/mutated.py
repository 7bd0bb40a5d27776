"""Values with some of their parts replaced, removed, doubled or renamed, drawn by Hypothesis."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from conformance.values import JSON
from tests.formats.recorded import leaves

ODD = st.one_of(
    st.sampled_from([None, True, False, 0, -1, 2**70, 1.5, "", "x", "\ud800", [], {}, [None], [[]], {"type": 5}]),
    st.recursive(st.none() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=2), max_leaves=3),
)


@st.composite
def mutated(draw: st.DrawFn, values: list[JSON]) -> JSON:
    """Draw one of some values, and change it in one to four places."""
    value = copy.deepcopy(draw(st.sampled_from(values)))
    for _ in range(draw(st.integers(1, 4))):
        places = [at[:length] for at, _one in leaves(value) for length in range(1, len(at) + 1)]
        if not places:
            return copy.deepcopy(draw(ODD))
        _change(draw, value, draw(st.sampled_from(places)))
    return value


def _change(draw: st.DrawFn, value: JSON, at: tuple[Any, ...]) -> None:
    holder = value
    for step in at[:-1]:
        holder = holder[step]
    how = draw(st.sampled_from(["replace", "remove", "double", "rename"]))
    if how == "replace":
        holder[at[-1]] = copy.deepcopy(draw(ODD))
    elif how == "remove":
        del holder[at[-1]]
    elif isinstance(holder, list):
        holder.insert(at[-1], copy.deepcopy(holder[at[-1]]))
    elif how == "double":
        holder["another"] = copy.deepcopy(holder[at[-1]])
    else:
        holder[draw(st.sampled_from([*holder, "type", "text"]))] = holder.pop(at[-1])
