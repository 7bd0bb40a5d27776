"""Which call that arrived is which call of the source."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.model.conversation import FUNCTION, Call
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.alignment.matcher import Matcher

if TYPE_CHECKING:
    from conformance.rules.laws.sides import Comparison

WRITTEN = "written"  # the form of a function call whose arguments are a value, for the target to write


class CallKey(NamedTuple):
    """What a call is known by. payload: what it is called with, in one form for both sides."""

    id: JSON
    group: JSON
    name: JSON
    payload: JSON | Absent


Calls: TypeAlias = Matcher[CallKey | None, CallKey | None]
# What two calls may have in common: the id first, which names the call; then what it says; then the name. What need not
# arrive is known by less: another call may have its name, and what must not arrive is known by its id.
_BY_ID = (lambda key: key, itemgetter(slice(3)), itemgetter(0))
_BY_CONTENT = (itemgetter(slice(1, 4)),)
_BY_NAME = (itemgetter(2),)
_FATES = {_BY_ID: (MUST, MAY, NEVER), _BY_CONTENT: (MUST, MAY), _BY_NAME: (MUST,)}


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


def _meant(call: Call) -> JSON | Absent:
    """Return what a call carries in one form for both sides: the value of its arguments, or a text that has none."""
    return call.arguments.value if call.arguments.value is not ABSENT else call.arguments.text


def paired(pair: Comparison) -> list[CallPair]:
    """Pair the calls that arrived with those of the source, in the source's order."""
    if not (pair.calls and pair.got_calls):
        return []
    own = [CallKey(call.id, call.group, call.name, _meant(call)) for call in pair.calls]
    items = [pair.own_ids.get(call.at[0]) if call.at else None for call in pair.calls]
    got = [
        CallKey(pair.written(call, "id"), call.group, pair.written(call, "name"), _meant(call))
        for call in pair.got_calls
    ]
    fates = [MAY if pair.is_optional(call) else MUST for call in pair.calls]
    matcher = matched(own, got, fates, [item or key.id for item, key in zip(items, own, strict=True)])
    # What is left has nothing in common with what arrived: it was changed beyond recognition.
    matcher.pair_by_place(lambda _owed, _got: True, {place for place, fate in enumerate(fates) if fate == MAY})
    return [
        CallPair(pair.calls[place], pair.got_calls[position])
        for place, position in enumerate(matcher.partners)
        if position is not None
    ]


def matched(
    owed: Sequence[CallKey | None],
    got: Sequence[CallKey | None],
    fates: Sequence[str],
    items: Sequence[JSON] = (),
    *,
    by_name: bool = True,
) -> Calls:
    """Pair calls by what they have in common; what must arrive chooses first. None: nothing is known of one.

    items: the ids that the items of the calls have of their own. by_name: whether a name alone will do.
    """
    matcher = Calls(owed, got)
    if None not in owed and list(owed) == list(got):
        for place in range(len(owed)):
            matcher.pair(place, place)
    arrived = [(position, key) for position, key in enumerate(got) if key is not None]
    for keys, own in _FATES.items():
        for names in (None, items) if keys is _BY_ID and items else (None,):
            for key in keys if None in matcher.partners and (by_name or keys is not _BY_NAME) else ():
                for fate in own:
                    if keys is _BY_CONTENT and fate == MAY:
                        arrived = [(position, key) for position, key in arrived if not is_twice(matcher, key)]
                    wanted = [
                        (place, key if names is None else key._replace(id=names[place]))
                        for place, key in enumerate(owed)
                        if key is not None and fates[place] == fate
                    ]
                    matcher.pair_by_keys(wanted, arrived, (key,))
    return matcher


def is_twice(matcher: Calls, key: CallKey | None) -> bool:
    """Whether a call repeats one that is paired, by its id and its name: nothing that need not arrive explains it."""
    known = (matcher.actual[position] for position in matcher.partners if position is not None)
    return key is not None and any(
        call_key is not None and same([key.id, key.name], [call_key.id, call_key.name]) for call_key in known
    )
