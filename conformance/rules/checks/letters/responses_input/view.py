"""One conversation with what came of it: the facts that it owes, paired with what its Responses input holds."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from conformance.base.values import ABSENT, JSON, packed
from conformance.formats.chat.conversation import (
    INSTRUCTING,
    NAMELESS,
    NO_CALL,
    NO_ID,
    ChatConversation,
    read_conversation,
)
from conformance.formats.facts import AUDIO, CALL, CALLS, IMAGE, OTHER, RESULT, RESULTS, TEXT, WireItem
from conformance.formats.parts import has_bad_base64
from conformance.formats.responses.items import Items, read_output
from conformance.rules.checks.letters.responses_input.essence import essence_of
from conformance.rules.checks.letters.responses_input.owed_input import owed_input
from conformance.rules.checks.letters.responses_input.pairing import ITEMS, PARTS, WORDS, FactPair, pair_up
from conformance.rules.checks.trial import answer_of
from conformance.rules.checks.view import View


class ResponsesInput(View):
    """One observation of chat-messages-to-responses-input."""

    lost_of_large: ClassVar[str] = "of a long conversation not everything arrived"

    @property
    def unfit(self) -> bool:
        """Whether the input is no list of messages at all."""
        return not isinstance(self.trial.input, list)

    @cached_property
    def conversation(self) -> ChatConversation:
        """What the messages owe."""
        return read_conversation(self.given)

    @cached_property
    def items(self) -> Items | None:
        """What the output holds; None where there is none, or it is no Responses input."""
        return read_output(self.output, self.conversation.custom) if self.answered and not self.unfit else None

    @cached_property
    def _paired(self) -> tuple[tuple[FactPair, ...], tuple[WireItem, ...]]:
        return pair_up(self.conversation, self.items, worded=self.worded) if self.items is not None else ((), ())

    @property
    def pairs(self) -> tuple[FactPair, ...]:
        """What is owed, with what came of it; nothing where there is no Responses input."""
        return self._paired[0]

    @property
    def spare(self) -> tuple[WireItem, ...]:
        """What of the output comes from nothing in the input."""
        return self._paired[1]

    @cached_property
    def lost(self) -> list[FactPair]:
        """The pairs of what must arrive and did not."""
        return [pair for pair in self.pairs if not pair.arrived and self.requires(pair.owed)]

    @cached_property
    def spare_texts(self) -> list[WireItem]:
        """The texts of the output that come from nothing in the input."""
        return [item for item in self.spare if item.kind == TEXT]

    def of_kind(self, *kinds: str) -> list[FactPair]:
        """Return the pairs of these kinds of facts that are required."""
        return [pair for pair in self.pairs if pair.owed.kind in kinds and self.requires(pair.owed)]

    def beside_customs(self, kind: str) -> list[FactPair]:
        """Return the pairs of calls or results that may go with a custom call of their message, and became items.

        Those under another id may be paired with a neighbour's: their ids are what is wrong.
        """
        entries = {fact.entry for fact in self.conversation.customs if fact.kind == CALL}
        calls = {fact.id for fact in self.conversation.facts if fact.kind == CALL and fact.entry in entries}
        return [
            pair
            for pair in self.pairs
            if pair.owed.kind == kind
            and pair.form == ITEMS
            and pair.owed.id in calls
            and pair.got.id == pair.owed.id
            and not (pair.owed.is_optional or self.requires(pair.owed))
        ]

    @cached_property
    def turns(self) -> tuple[str, ...]:
        """The acceptable forms of tool turns."""
        return answer_of(self.trial, "tool-turns", ITEMS, PARTS, WORDS)

    @cached_property
    def worded(self) -> bool:
        """Whether tool turns are known to become texts."""
        return self.turns == (WORDS,)

    def requires(self, owed: WireItem) -> bool:
        """Whether a fact must arrive. As texts, calls without a name and results without an id must too."""
        # The result of a broken message's call may be left out with it.
        if owed.entry in self.broken_messages or (owed.kind in RESULTS and owed.id in self._broken_calls):
            return False
        if not (owed.is_optional and self.worded):
            return not owed.is_optional
        if owed.kind == CALL:
            return isinstance(owed.name, str | None)
        return owed.kind == RESULT and owed.id in (None, "") and isinstance(owed.payload, str)

    @cached_property
    def broken_messages(self) -> frozenset[JSON]:
        """The messages with a shape, or with a part of a shape, that nothing says how to convert."""
        worded = (NAMELESS, NO_ID) if self.worded else ()  # the form `text` has words for these
        return frozenset(message for message, what in self.conversation.broken if what not in worded)

    @property
    def is_broken(self) -> bool:
        """Whether there is such a message."""
        return bool(self.broken_messages)

    @cached_property
    def is_broken_by_customs(self) -> bool:
        """Whether nothing is broken but calls of custom tools and their results, which no rule says how to convert."""
        entries = {fact.entry for fact in self.conversation.customs}
        return all(what == NO_CALL and message in entries for message, what in self.conversation.broken)

    @cached_property
    def _broken_calls(self) -> list[JSON]:
        """The ids of calls that broken messages make."""
        facts = self.conversation.facts if self.is_broken else ()
        calls = (fact for fact in facts if fact.kind in CALLS and fact.entry in self.broken_messages)
        return [call.id for call in calls if isinstance(call.id, str)]

    def _has(self, *kinds: str) -> bool:
        return any(fact.kind in kinds for fact in self.conversation.facts)

    @cached_property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse: audio, and what it does not know, may be named in an error."""
        return self.unfit or self.is_broken or self._has(AUDIO, OTHER)

    @property
    def must_convert(self) -> bool:
        """Whether a failed call had to succeed: a part of unknown type is passed on, audio may be refused."""
        return not (self.unfit or self.is_broken or self.is_refused_by_right or self._has(AUDIO))

    @property
    def is_refused_by_right(self) -> bool:
        """Whether an image is a data URL without data, such as the dots of a document: no API takes it."""
        return any(fact.kind == IMAGE and has_bad_base64(fact.value) for fact in self.conversation.facts)

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input is no list, or has a broken message."""
        return self.unfit or bool(self.conversation.broken)

    @property
    def incomplete(self) -> bool:
        """Whether something that must arrive did not."""
        return self.items is None or any(not self.beside_calls(pair.owed) for pair in self.lost)

    def made_up(self) -> str | None:
        """Say that items were made of nothing; a text may well count as a message."""
        if not self.unfit or isinstance(self.trial.input, str):
            return None
        items = read_output(self.output) if self.answered else None
        return "items were made of what is no list of messages" if items is not None and items.items else None

    def altered_instruction(self, pair: FactPair) -> str | None:
        """Return the instructions where they hold a system text that did not arrive, but for its ends."""
        text = self.items.instructions if self.items is not None else None
        said = pair.owed.value.strip() if pair.owed.kind == TEXT and pair.owed.role in INSTRUCTING else ""
        return text if not pair.arrived and said and isinstance(text, str) and said in text else None

    def beside_calls(self, owed: WireItem) -> bool:
        """Whether a text is beside tool calls that the form `text` puts in its place, as it may."""
        if owed.kind != TEXT or owed.role != "assistant" or WORDS not in self.turns or not self.pairs:
            return False
        beside = (self.pairs[position] for position in self.conversation.by_message[owed.entry])
        calls = [pair for pair in beside if pair.owed.kind == CALL]
        form = next((pair.form for pair in calls if pair.found is not None), None)
        return bool(calls) and (self.worded or form == WORDS)

    @cached_property
    def has_cache_control(self) -> bool:
        """Whether the input has a cache_control anywhere."""
        return b"cache_control" in (packed(self.given) or b"")

    def expected(self) -> JSON:
        """Return a Responses input that satisfies every rule; ABSENT where none is known."""
        return ABSENT if self.unfit or self.is_broken else owed_input(self.conversation, self.trial.choices)

    def essence(self) -> JSON:
        """Return the output without what the rules leave free."""
        if self.output is ABSENT or self.items is None:
            return self.output
        return essence_of(self.items, self.pairs, self.requires)
