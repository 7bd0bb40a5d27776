"""One observation of responses-input-to-chat-messages: what is owed, what arrived, and which is which."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.messages import read_messages
from conformance.formats.chat.namespaces import is_joined
from conformance.formats.model import talk
from conformance.formats.model.conversation import IMAGE, MODEL, SYSTEM, USER, Call
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.talk import FlatConversation, FlatItem
from conformance.formats.responses.input import input_items, read_input
from conformance.rules.checks.by_laws.chat_messages.expected import messages
from conformance.rules.checks.exact import is_same_json
from conformance.rules.checks.trial import answer_of
from conformance.rules.checks.view import View
from conformance.rules.laws.source_conversation import read_source
from conformance.rules.laws.talks import ConversationComparison
from conformance.rules.laws.terms import Terms

# Answers to unknown-items.
ACCEPT, REFUSE = "accept", "refuse"
# A sound converter may refuse an input that has one of these.
REFUSABLE: Final = talk.FOREIGN | {talk.BROKEN, talk.ORPHAN, talk.UNANSWERED, talk.ODD_PART}
# The speaker who alone has a part of a kind in Chat.
_CARRIERS: Final = {IMAGE: USER, talk.FILE: USER, talk.REFUSAL: MODEL}
# What an error calls a part of an output.
_NOUNS = {
    kind: re.compile(rf"\b(input_)?{noun}s?\b", re.IGNORECASE)
    for kind, noun in (("input_image", "image"), ("input_file", "file"))
}


def owed_by(given: JSON) -> FlatConversation:
    """Return what an input owes; one that has not the operation's shape owes nothing."""
    return read_source(read_input(given), _CARRIERS)


class ChatMessages(View):
    """Read once for all rules."""

    lost_of_large = "of a long conversation not everything arrived"

    @cached_property
    def owed(self) -> FlatConversation:
        """What the items owe."""
        return owed_by(self.trial.input)

    @cached_property
    def both(self) -> ConversationComparison:
        """The items and the messages, compared."""
        return ConversationComparison(
            given=ParsedSide(answer=None, value=self.trial.input, talk=self.owed),
            got=read_messages(self.output),
            terms=Terms(source="input", target="messages", says_the_same=self._says_the_same),
        )

    def _says_the_same(self, item: FlatItem, member: str, got: JSON) -> bool:
        """Whether a member of a call that differs says the same: the same JSON, the name with its namespace, or an id
        that its results name too.
        """
        if member == "payload":
            return is_same_json(item.value[2], got)
        if member == "name":
            return isinstance(item.fact, Call) and is_joined(got, item.fact.group, item.value[1])
        return item.number in self.both.renamed

    @cached_property
    def is_list(self) -> bool:
        """Whether the call returned a list."""
        return self.answered and isinstance(self.output, list)

    @cached_property
    def judged(self) -> bool:
        """Whether there is a list to judge for an input of the operation's shape."""
        return self.is_list and not self.unfit

    @cached_property
    def items(self) -> list[JSON]:
        """The items of the input; none where it has not the operation's shape."""
        return input_items(self.trial.input)[0] or []

    @cached_property
    def unfit(self) -> bool:
        """Whether the input is neither a list of items nor an object that holds one."""
        return input_items(self.trial.input)[0] is None

    @cached_property
    def unknown_items(self) -> tuple[str, ...]:
        """The acceptable answers to unknown-items."""
        return answer_of(self.trial, "unknown-items", ACCEPT, REFUSE)

    @cached_property
    def may_fail(self) -> bool:
        """Whether the input holds something that Chat has no form for, or that the API itself would refuse."""
        refusable = REFUSABLE if REFUSE in self.unknown_items else REFUSABLE - {talk.UNKNOWN}
        return self.unfit or not self.owed.marks.isdisjoint(refusable)

    @property
    def must_convert(self) -> bool:
        """Whether a call that failed had to succeed."""
        return not (self.may_fail or self.is_refused_by_right)

    @cached_property
    def is_refused_by_right(self) -> bool:
        """Whether the error names, in more than a word, a part of an output that Chat has no form for."""
        message = self.outcome.refusal.message if self.outcome.refusal else ""
        odd = (part for result in self.owed.of_kind(talk.RESULT) for part in result.others if isinstance(part, Other))
        nouns = [_NOUNS[part.word] for part in odd if part.word in _NOUNS]
        return len(message.split()) > 1 and any(noun.search(message) for noun in nouns)

    @cached_property
    def must_fail(self) -> bool:
        """Whether the subject refuses items of unknown type, and the input holds one."""
        return talk.UNKNOWN in self.owed.marks and self.unknown_items == (REFUSE,)

    @cached_property
    def has_wrong_part(self) -> bool:
        """Whether the input, or an item of it, is malformed."""
        return self.unfit or talk.BROKEN in self.owed.marks

    @property
    def incomplete(self) -> bool:
        """Whether something that is owed did not arrive."""
        return self.both.incomplete

    def made_up(self) -> str | None:
        """Say what came of an input of the wrong shape, or of an item that is no object, although nothing can."""
        if not self.answered:
            return None
        if not self.is_list:
            return f"wanted an error or a list, got {type(self.output).__name__}"
        if not self.unfit:
            return self._made_of_no_item()
        came, given = self.both.came, self.trial.input
        if isinstance(given, str) and self.output:  # the API takes a string too
            is_said = [(said.speaker, said.value) for said in came.said] == [(USER, given)]
            return None if is_said else "a string is one user message, or nothing"
        kept = {SYSTEM} if isinstance(given, dict) else set()
        return None if set(came.speakers) <= kept else "messages came of an input that holds no items"

    def _made_of_no_item(self) -> str | None:
        broken = [item for item in self.items if not isinstance(item, dict)]
        words = {form(item) for item in broken for form in (str, repr, json.dumps)}
        for said in self.both.left if words else ():
            if isinstance(said.value, str) and said.value in words:
                return f"a message of {_ROLES.get(said.speaker, said.speaker)} came of {said.value}, which is no item"
        return None

    def expected(self) -> JSON:
        """Return the messages that are owed; ABSENT for an input of the wrong shape."""
        return ABSENT if self.unfit or self.must_fail else messages(self.owed)

    def essence(self) -> JSON:
        """Return which of the owed things each message holds, and what it holds beside them."""
        if not self.judged:
            return self.output
        shape = self.both.shape
        return [[_ROLES.get(speaker, speaker), [list(label) for label in labels]] for speaker, labels in shape]


_ROLES: Final = {MODEL: "assistant"}
