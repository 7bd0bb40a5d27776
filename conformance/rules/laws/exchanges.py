"""Which calls and results of a conversation a later request carries: by ids of calls, by names, or in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from conformance.base.values import JSON
from conformance.formats.model.conversation import MODEL, TEXT, USER
from conformance.formats.model.talk import CALL, RESULT, FlatConversation, FlatItem
from conformance.rules.alignment.matcher import Matcher


class NamedCall(Protocol):
    """A call of the model's, with its id and the name of its tool; either is empty where there is none."""

    @property
    def id(self) -> str:  # noqa: D102
        ...

    @property
    def name(self) -> str:  # noqa: D102
        ...


Made = TypeVar("Made", bound=NamedCall)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallExchange(Generic[Made]):
    """One call that a request owes, and what the request says of it.

    turn: the answer that called. said, result: the call and its result in the request, or the texts that name it and
    have its result. words: of such a text, what is behind the id. is_known: the API has the call already. is_twice:
    there are more results of its id than calls.
    """

    turn: int
    call: Made
    said: FlatItem | None
    result: FlatItem | None
    words: str | None = None
    is_known: bool = False
    is_twice: bool = False

    @property
    def order(self) -> tuple[int, int]:
        """The place of its result in the request. A text may have several."""
        return (self.result.number if self.result else 0), -len(self.words or "")


def exchanges(
    came: FlatConversation,
    owed: Sequence[tuple[int, Made]],
    held: int = -1,
    earlier: Mapping[JSON, int] | None = None,
) -> tuple[CallExchange[Made], ...]:
    """Pair the calls that are owed, each with its turn and in order, with what a request says.

    held: the turn that the API goes on from by itself: it has the calls up to that one, and the results before it.
    earlier: where what has no id is known by the name of its tool and its order: how many calls of each name were
    made before. None where each has its id.
    """
    wanted: list[tuple[str, int]] = []
    for turn in dict.fromkeys(turn for turn, _call in owed if turn >= held):
        places = [place for place, (own, _call) in enumerate(owed) if own == turn]
        wanted += [(kind, place) for kind in (CALL, RESULT) if kind == RESULT or turn > held for place in places]
    found = came.of_kind(CALL, RESULT)
    matcher = Matcher(wanted, found)
    matcher.pair_equal(
        [(number, (kind, owed[place][1].id)) for number, (kind, place) in enumerate(wanted)],
        [(number, (item.kind, item.id)) for number, item in enumerate(found)],
    )
    before: set[int] = set()
    if earlier is not None:
        has_ids = all(call.id for _turn, call in owed)
        named = [(number, item) for number, item in enumerate(found) if not (item.id and has_ids)]
        before = _of_earlier([pair for pair in named if not matcher.taken[pair[0]]], earlier)
        matcher.pair_equal(
            [(number, (kind, owed[place][1].name)) for number, (kind, place) in enumerate(wanted)],
            [(number, (item.kind, _name_of(item))) for number, item in named if number not in before],
        )
    partners = {wanted[number]: found[at] for number, at in enumerate(matcher.partners) if at is not None}
    left = (item for number, item in enumerate(found) if not matcher.taken[number] and number not in before)
    more = {item.id or (_name_of(item) if earlier is not None else None) for item in left if item.kind == RESULT}
    last = {_known_by(owed[place][1]): place for kind, place in wanted if kind == RESULT}
    texts = came.of_kind(TEXT)
    paired: list[CallExchange[Made]] = []
    for place in (place for kind, place in wanted if kind == RESULT):
        turn, call = owed[place]
        said, result, words = partners.get((CALL, place)), partners.get((RESULT, place)), None
        if result is None:
            result, words = _in_words(texts, call, paired)
            if said is None and turn > held and call.name:
                said = next((text for text in texts if text.speaker == MODEL and call.name in text.value), None)
        is_twice = _known_by(call) in more and last[_known_by(call)] == place
        paired.append(
            CallExchange(turn=turn, call=call, said=said, result=result, words=words, is_known=turn <= held,
                     is_twice=is_twice)
        )  # fmt: skip
    return tuple(paired)


def _of_earlier(named: Iterable[tuple[int, FlatItem]], earlier: Mapping[JSON, int]) -> set[int]:
    """Return which of what a request says is of calls that were made before: the first ones of each name."""
    seen: Counter[tuple[str, JSON]] = Counter()
    found = set()
    for number, item in named:
        key = (item.kind, _name_of(item))
        if seen[key] < earlier.get(key[1], 0):
            found.add(number)
        seen[key] += 1
    return found


def _known_by(call: NamedCall) -> str:
    return call.id or call.name


def _name_of(item: FlatItem) -> JSON:
    """Return the name of the tool that a call or a result says."""
    return item.value[1] if item.kind == CALL else getattr(item.fact, "name", None)


def _in_words(
    texts: Iterable[FlatItem], call: NamedCall, paired: Sequence[CallExchange[Made]]
) -> tuple[FlatItem | None, str | None]:
    """Find a result in a user's text, which names the call's id: the text, and what is behind the id."""
    for text in texts:
        if call.id and text.speaker == USER and call.id in text.value:
            found = re.search(rf"(?<![\w-]){re.escape(call.id)}(?![\w-])", text.value)
            if found and not any(other.result is text and other.call.id == call.id for other in paired):
                return text, text.value[found.end() :]
    return None, None
