"""One conversation with what came of it: the facts that it owes, paired with what its Responses input holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from conformance.checks.responses_input.conversation import (
    INSTRUCTING,
    WORDED,
    Conversation,
    read_conversation,
    strays,
)
from conformance.checks.responses_input.essence import essence_of
from conformance.checks.responses_input.items import Items, is_hollow, read_output
from conformance.checks.responses_input.owed_input import owed_input
from conformance.checks.responses_input.pairing import WORDS, Pair, Pairing, pair_up
from conformance.checks.trial import answer_of
from conformance.checks.view import View
from conformance.formats.facts import AUDIO, CALL, CALLS, IMAGE, OTHER, RESULT, RESULTS, TEXT, Fact
from conformance.formats.parts import has_bad_base64
from conformance.values import ABSENT, JSON, packed


class ResponsesInput(View):
    """One observation of chat-messages-to-responses-input."""

    lost_of_large: ClassVar[str] = "of a long conversation not everything arrived"

    @property
    def unfit(self) -> bool:
        """Whether the input is no list of messages at all."""
        return not isinstance(self.trial.input, list)

    @cached_property
    def conversation(self) -> Conversation:
        """What the messages owe."""
        return read_conversation(self.given)

    @cached_property
    def items(self) -> Items | None:
        """What the output holds; None where there is none, or it is no Responses input."""
        return read_output(self.output, self.conversation.custom) if self.answered and not self.unfit else None

    @cached_property
    def pairing(self) -> Pairing | None:
        """Both, paired; None where nothing can be paired."""
        return pair_up(self.conversation, self.items, worded=self.worded) if self.items is not None else None

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs; none where there is no Responses input."""
        return self.pairing.pairs if self.pairing is not None else ()

    @cached_property
    def spare_texts(self) -> list[Fact]:
        """The texts of the output that come from nothing in the input."""
        return [one for one in self.pairing.spare if one.kind == TEXT] if self.pairing is not None else []

    def of_kind(self, *kinds: str) -> list[Pair]:
        """Return the pairs of these kinds of facts that are required."""
        return [pair for pair in self.pairs if pair.owed.kind in kinds and self.requires(pair.owed)]

    @cached_property
    def turns(self) -> tuple[str, ...]:
        """The acceptable forms of tool turns."""
        return answer_of(self.trial, "tool-turns", "items", "parts", "text")

    @cached_property
    def worded(self) -> bool:
        """Whether tool turns are known to become texts."""
        return self.turns == (WORDS,)

    def requires(self, owed: Fact) -> bool:
        """Whether a fact must arrive. As texts, calls without a name and results without an id must too."""
        if owed.entry in self.broken_messages or self._answers_broken(owed):
            return False
        if not owed.is_optional:
            return True
        if not self.worded:
            return False
        if owed.kind == CALL:
            return owed.value[1] is None or isinstance(owed.value[1], str)
        if owed.kind == RESULT:
            return owed.id in (None, "") and isinstance(owed.value[1], str)
        return False

    @cached_property
    def broken_messages(self) -> frozenset[JSON]:
        """The messages with a shape, or with a part of a shape, that nothing says how to convert."""
        broken = self.conversation.broken
        return frozenset(message for message, what in broken if not (self.worded and what in WORDED))

    @property
    def is_broken(self) -> bool:
        """Whether there is such a message."""
        return bool(self.broken_messages)

    @cached_property
    def _broken_calls(self) -> frozenset[JSON]:
        """The ids of calls that broken messages make."""
        facts = self.conversation.facts
        calls = (fact for fact in facts if fact.kind in CALLS and fact.entry in self.broken_messages)
        return frozenset(call.id for call in calls if isinstance(call.id, str))

    def _answers_broken(self, owed: Fact) -> bool:
        """Whether a result belongs to the call of a broken message, and may be left out with it."""
        return owed.kind in RESULTS and bool(self._broken_calls) and owed.id in self._broken_calls

    @cached_property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse: audio, and what it does not know, may be named in an error."""
        return self.unfit or self.is_broken or any(fact.kind in (AUDIO, OTHER) for fact in self.conversation.facts)

    @property
    def must_convert(self) -> bool:
        """Whether a failed call had to succeed: a part of unknown type is passed on, audio may be refused."""
        may_fail = self.unfit or self.is_broken or self.is_refused_by_right
        return not (may_fail or any(fact.kind == AUDIO for fact in self.conversation.facts))

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
        return self.pairing is None or any(
            self.requires(pair.owed) and not pair.arrived and not self.beside_calls(pair.owed) for pair in self.pairs
        )

    def made_up(self) -> str | None:
        """Say that items were made of nothing; a text may well count as a message."""
        if not self.unfit or isinstance(self.trial.input, str):
            return None
        items = read_output(self.output) if self.answered else None
        return "items were made of what is no list of messages" if items is not None and items.items else None

    def altered_instruction(self, pair: Pair) -> str | None:
        """Return the instructions where they hold a system text that did not arrive, but for its ends."""
        text = self.items.instructions if self.items is not None else None
        said = pair.owed.value.strip() if pair.owed.kind == TEXT and pair.owed.role in INSTRUCTING else ""
        return text if not pair.arrived and said and isinstance(text, str) and said in text else None

    def beside_calls(self, owed: Fact) -> bool:
        """Whether a text is beside tool calls, which the form `text` may drop."""
        if owed.kind != TEXT or owed.role != "assistant" or WORDS not in self.turns:
            return False
        return bool(self.conversation.calls_of(owed.entry)) and (self.worded or self.form_of(owed.entry) == WORDS)

    def form_of(self, message: int) -> str | None:
        """Return the form that a turn's calls took."""
        pairs = [self.pairs[position] for position in self.conversation.by_message[message] if self.pairs]
        return next((pair.form for pair in pairs if pair.owed.kind == CALL and pair.found is not None), None)

    @cached_property
    def strays(self) -> frozenset[int]:
        """The tool messages that do not directly follow their call."""
        return strays(self.conversation)

    @cached_property
    def has_cache_control(self) -> bool:
        """Whether the input has a cache_control anywhere."""
        return b"cache_control" in (packed(self.given) or b"")

    @cached_property
    def reused_ids(self) -> frozenset[str]:
        """The call ids that more than one turn uses."""
        turns: dict[str, set[int]] = {}
        for fact in self.conversation.facts:
            if fact.kind in CALLS and not fact.is_optional:
                turns.setdefault(fact.id, set()).add(fact.entry)
        return frozenset(identity for identity, found in turns.items() if len(found) > 1)

    def hollow_items(self) -> Iterator[tuple[int, range]]:
        """Yield each message of the assistant that says nothing, with the messages that it may have come from."""
        if self.items is None:
            return
        hollow = [
            index
            for index in self.items.messages
            if self.items.items[index].get("role") == "assistant" and is_hollow(self.items.items[index])
        ]
        if not hollow:
            return
        placed = sorted((pair.found.entry, pair.owed.entry) for pair in self.pairs if pair.found is not None
                        and pair.owed.value != "")  # fmt: skip
        count = len(self.conversation.messages)
        for index in hollow:
            first = max((message for item, message in placed if item < index), default=0)
            last = min((message for item, message in placed if item > index), default=count - 1)
            yield index, range(first, last + 1)

    def may_be_hollow(self, message: int) -> bool:
        """Whether a message may become one that says nothing: the assistant's, with neither text nor calls."""
        source = self.conversation.messages[message]
        if not isinstance(source, dict) or source.get("role") != "assistant":
            return False
        return not source.get("tool_calls") and not self.conversation.speaks(message)

    def expected(self) -> JSON:
        """Return a Responses input that satisfies every rule; ABSENT where none is known."""
        return ABSENT if self.unfit or self.is_broken else owed_input(self.conversation, self.trial.choices)

    def essence(self) -> JSON:
        """Return the output without what the rules leave free."""
        if self.output is ABSENT or self.items is None:
            return self.output
        return essence_of(self.items, self.pairs, self.requires)
