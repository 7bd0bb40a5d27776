"""Which calls and results of a conversation a later request carries: by the ids of the calls, or in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

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
    came: FlatConversation, owed: Sequence[tuple[int, Made]], held: int = -1
) -> tuple[CallExchange[Made], ...]:
    """Pair the calls that are owed, each with its turn and in order, with what a request says.

    held: the turn that the API goes on from by itself: it has the calls up to that one, and the results before it.
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
    partners = {wanted[number]: found[at] for number, at in enumerate(matcher.partners) if at is not None}
    more = {item.id for item, taken in zip(found, matcher.taken, strict=True) if item.kind == RESULT and not taken}
    last = {owed[place][1].id: place for kind, place in wanted if kind == RESULT}
    texts = came.of_kind(TEXT)
    paired: list[CallExchange[Made]] = []
    for place in (place for kind, place in wanted if kind == RESULT):
        turn, call = owed[place]
        said, result, words = partners.get((CALL, place)), partners.get((RESULT, place)), None
        if result is None:
            result, words = _in_words(texts, call, paired)
            if said is None and turn > held and call.name:
                said = next((text for text in texts if text.speaker == MODEL and call.name in text.value), None)
        is_twice = call.id in more and last[call.id] == place
        paired.append(
            CallExchange(turn=turn, call=call, said=said, result=result, words=words, is_known=turn <= held,
                     is_twice=is_twice)
        )  # fmt: skip
    return tuple(paired)


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
