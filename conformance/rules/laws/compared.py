"""What became of an answer: which of its texts, refusals and calls arrived, and what else is there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON
from conformance.base.wording import is_in_words
from conformance.formats.model.conversation import Call, ModelRefusal, Text
from conformance.formats.model.reading import PARTED
from conformance.rules.alignment.joining import BETWEEN, fits, holds_in_order, remainder
from conformance.rules.laws.law import Found
from conformance.rules.laws.pairing import CallPair, paired
from conformance.rules.laws.sides import Comparison

# How JSON and languages show a list of parts as text.
_PARTS_AS_TEXT = re.compile(r"""["']type["']: ?["']refusal["']""")
# Shorter texts of reasoning are in any text by chance.
_LEAST_LEAK = 4


class AnswerComparison(Comparison):
    """One conversion of an answer, paired once for all laws."""

    # What became of the texts.

    @cached_property
    def said(self) -> str:
        """The text that arrived, without a placeholder for it."""
        mark = self.terms.placeholder
        of_its_own = mark is not None and any(mark in text.value for text in self.all_texts)
        return "" if self.flow.text == mark and not of_its_own else self.flow.text

    @cached_property
    def reads(self) -> bool:
        """Whether the text that arrived is the texts that are owed, joined as the subject does it."""
        own = self.terms.choices.get(self.terms.join or "")
        return self.reads_by(self.joins if own is None else (own,))

    @property
    def joins(self) -> tuple[str, ...]:
        """The legal answers of how texts are joined."""
        return ("nothing",) if self.terms.join is None else tuple(BETWEEN)

    def reads_by(self, answers: Sequence[str]) -> bool:
        """Whether the text that arrived is the texts that are owed, joined by one of the answers."""
        if not self.texts and self.flow.value in (None, ""):
            return True
        if not self.flow.is_known and not isinstance(self.flow.value, str):
            return False
        if fits(self.flow.text, self.pieces, answers):
            return True
        # Beside what is malformed, or with a refusal in it, there may be other text too.
        if not (self.is_loose or self._refuses_in_text):
            return False
        return not isinstance(json_or_absent(self.flow.text), str) and self._holds(self.flow.text)

    @property
    def _refuses_in_text(self) -> bool:
        said = [refusal.value for refusal in self.refusals]
        if self.terms.may_explain:
            return any(text in self.flow.text for text in said)
        is_all = bool(said) and all(text in self.flow.text for text in said)
        return is_all and not remainder(self.flow.text, [*self.owed_texts, *said]).strip()

    @cached_property
    def has_all_texts(self) -> bool:
        """Whether each owed text arrived, in order."""
        return self._holds(self.said)

    def _holds(self, text: str) -> bool:
        return holds_in_order(text, self.owed_texts)

    @cached_property
    def lost_texts(self) -> tuple[str, ...]:
        """The owed texts that arrived less often than they should."""
        wanted = Counter(self.owed_texts)
        return tuple(text for text in self.owed_texts if self.said.count(text) < wanted[text])

    @cached_property
    def without_text(self) -> bool:
        """Whether none of the owed texts arrived, although there are some."""
        return bool(self.texts) and not any(text in self.said for text in self.owed_texts)

    @cached_property
    def is_unread(self) -> bool:
        """Whether nothing arrived of an answer in an object, neither its texts nor its calls."""
        inside = self.terms.in_object and bool(self.given.at)
        return inside and self.without_text and bool(self.owed_calls) and not self.got_calls

    @cached_property
    def leaks(self) -> list[Text]:
        """The thoughts that the text has, although the source does not say them there."""
        is_odd = self.flow.is_list and not self.flow.is_known
        if not self.thoughts or (self.reads and not is_odd):
            return []
        whole = PARTED.join(text for _kind, text in self.flow.parts if isinstance(text, str))
        content = whole if self.flow.is_list else self.said
        legal = [*(text.value for text in self.all_texts), *(refusal.value for refusal in self.refusals)]
        # Why the answer ended may be said in the text.
        legal += [self.candidate.end.about] if self.candidate.end.about else []
        beside = content
        for text in legal:
            beside = beside.replace(text, "", 1)
        return [
            thought
            for thought in self.thoughts
            if (
                (content == thought.value or len(thought.value) >= _LEAST_LEAK)
                and content.count(thought.value) > sum(other.count(thought.value) for other in legal)
            )
            or (thought.value.strip() and thought.value in beside and self.has_all_texts)
        ]

    @cached_property
    def told_refusals(self) -> tuple[str, ...]:
        """Every text that arrived and may hold a refusal."""
        texts = [refusal.value for refusal in self.got_refusals] + [
            self.flow.value,
            *(text for _kind, text in self.flow.parts),
        ]
        texts.append(self.got.end.about)
        said = (*(text.value for text in self.all_texts), *(refusal.value for refusal in self.all_refusals))
        given = any(map(_PARTS_AS_TEXT.search, said))
        return tuple(text for text in texts if isinstance(text, str) and (given or not _PARTS_AS_TEXT.search(text)))

    @cached_property
    def lost_refusals(self) -> list[ModelRefusal]:
        """The refusals that are nowhere in the result."""
        entry = self.told_refusals
        return [refusal for refusal in self.all_refusals if not any(is_in_words(refusal.value, text) for text in entry)]

    # What became of the calls.

    @cached_property
    def pairs(self) -> list[CallPair]:
        """The calls that arrived, in the order in which they were given."""
        return paired(self)

    @cached_property
    def lost_calls(self) -> list[Call]:
        """The owed calls that did not arrive."""
        arrived = {id(pair.owed) for pair in self.pairs}
        return [call for call in self.owed_calls if id(call) not in arrived]

    @cached_property
    def unpaired(self) -> list[Call]:
        """The calls that arrived and are none of the source's calls."""
        taken = {id(pair.got) for pair in self.pairs}
        return [call for call in self.got_calls if id(call) not in taken]

    @cached_property
    def unasked(self) -> list[Call]:
        """The calls that come from nothing in the source."""
        free = self.given.freedom
        if self.is_loose or (len(self.unpaired) <= free.callable and not self.terms.by_own_id):
            return []
        left = [action.id for action in free.actions] if self.terms.by_own_id else []
        return [call for call in self.unpaired if not _taken(left, self.written(call, "id"))]

    def stands_for_counter(self, pair: CallPair) -> bool:
        """Whether a call has its item's own id in the place of one that only counts: servers that are not OpenAI's
        begin with call_0 in every response, and OpenAI's ids are random.
        """
        own = self.own_ids.get(pair.owed.at[0]) if pair.owed.at else None
        counts = self.terms.counter is not None and re.fullmatch(self.terms.counter, str(pair.owed.id)) is not None
        return own is not None and counts and self.written(pair.got, "id") == own

    @property
    def incomplete(self) -> bool:
        """Whether texts or calls that must arrive did not; where one of them is left, small answers show that too."""
        if self.result is None or (self.has_all_texts and not self.lost_calls):
            return self.result is None
        calls_left = len(self.owed_calls) - len(self.lost_calls)
        texts_left = len(self.texts) - len(self.lost_texts)
        return (bool(self.lost_calls) and calls_left != 1) or (bool(self.lost_texts) and texts_left != 1)

    def says_of_loss(self, kind: str, *words: str) -> bool | None:
        """Whether the loss of something was reported; None where that cannot be seen.

        words: of one of which a report has one, unless the terms have some.
        """
        return self.reported(*self.terms.lost.get(kind, words))


def _taken(left: list[str | None], id_: JSON) -> bool:
    """Whether an id is among some, of which it is then taken."""
    if id_ not in left:
        return False
    left.remove(id_)
    return True


# A law finds in two readings what they do not both say.
Law: TypeAlias = Callable[[Any], Iterator[Found]]
