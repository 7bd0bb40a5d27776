"""Which call that arrived is which call of the source."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from conformance.matching.matcher import Matcher
from conformance.model.conversation import FUNCTION, Call
from conformance.values import ABSENT, JSON, Absent

if TYPE_CHECKING:
    from conformance.laws.sides import Sides

WRITTEN = "written"  # the form of a function call whose arguments are a value, for the target to write
# What two calls may have in common: the id first, which names the call; of one without an id what it says; the name.
_BY_ID = (lambda call: call, itemgetter(slice(3)), itemgetter(0))
_BY_ITEM = (itemgetter(slice(3)), itemgetter(0))
_BY_CONTENT = (itemgetter(slice(1, 4)),)
_BY_NAME = (itemgetter(2),)


class CallPair(NamedTuple):
    """A call that was owed, and the one that arrived for it."""

    owed: Call
    got: Call

    @property
    def form(self) -> str:
        """The form of the call that was owed."""
        return form_of(self.owed)


def form_of(call: Call) -> str:
    """Return in which form a call is: function, custom, or written."""
    given = call.arguments
    return WRITTEN if call.kind == FUNCTION and given.text is None and given.value is not ABSENT else call.kind


def payload_of(call: Call) -> JSON | Absent:
    """Return what a call carries: its text, or a value that stands in its place."""
    return call.arguments.text if call.arguments.text is not None else call.arguments.value


def paired(both: Sides) -> list[CallPair]:
    """Pair the calls that arrived with those of the source, in the source's order; those that are owed choose first."""
    if not (both.calls and both.got_calls):
        return []
    matcher: Matcher[Call, Call] = Matcher(both.calls, both.got_calls)
    own = [(one.id, one.group, one.name, payload_of(one)) for one in both.calls]
    names = [both.own_ids.get(one.at[0]) if one.at else None for one in both.calls]
    by_item = [(name or one[0], *one[1:]) for name, one in zip(names, own, strict=True)] if any(names) else []
    got = [
        (place, (both.written(one, "id"), one.group, both.written(one, "name"), payload_of(one)))
        for place, one in enumerate(both.got_calls)
    ]
    optional = [both.is_optional(one) for one in both.calls]
    for keys, values in ((_BY_ID, own), (_BY_ITEM, by_item), (_BY_CONTENT, own), (_BY_NAME, own)):
        for key in keys if None in matcher.partners else ():
            for may in (False, True) if any(optional) else (False,):
                wanted = [
                    (place, one)
                    for place, one in enumerate(values)
                    if optional[place] is may and (keys is not _BY_CONTENT or one[0] is None)
                ]
                matcher.pair_by_keys(wanted, got, (key,))
    # What is left has nothing in common with what arrived: it was changed beyond recognition.
    matcher.pair_by_place(lambda owed, _got: not both.is_optional(owed))
    return [
        CallPair(both.calls[place], both.got_calls[position])
        for place, position in enumerate(matcher.partners)
        if position is not None
    ]
