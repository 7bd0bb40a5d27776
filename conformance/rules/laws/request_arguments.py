"""Arguments of calls of the history that are no object, which some targets take no others of."""

from __future__ import annotations

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.model.conversation import FUNCTION, Call
from conformance.rules.laws.terms import Terms


def stands_for(text: JSON, value: JSON | Absent, got: dict[str, JSON], terms: Terms) -> bool:
    """Whether an object is what became of arguments that are none, as the choice `malformed-arguments` has it."""
    if not got:
        return terms.allows("malformed-arguments", "empty")
    held = any(same(element, other) for element in got.values() for other in (text, value) if other is not ABSENT)
    return held and terms.allows("malformed-arguments", "wrap")


def is_malformed(call: Call) -> bool:
    """Whether the arguments of a call of a function are no object."""
    given = call.arguments
    return call.kind == FUNCTION and not isinstance(given.value, dict) and bool((given.text or "").strip())
