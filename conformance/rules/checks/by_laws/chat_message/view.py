"""A response beside the assistant message that was made of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.chat.calls import calls_member
from conformance.formats.chat.message import read_assistant
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Call
from conformance.formats.model.reading import ParsedSide
from conformance.formats.responses.output import read_output
from conformance.rules.alignment.joining import BETWEEN
from conformance.rules.checks.findings import brief
from conformance.rules.checks.trial import Trial, reporting
from conformance.rules.checks.view import View
from conformance.rules.laws.calls import is_flat
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.pairing import WRITTEN, CallPair, payload_of
from conformance.rules.laws.terms import Terms

PLACEHOLDER: Final = "[No response generated]"
JOIN: Final = "text-join"
# A response that ended so holds no whole answer; a converter may refuse it.
_WHOLE = (None, "completed", "incomplete")


class ChatMessage(View):
    """One trial of responses-output-to-chat-message."""

    lost_of_large = "of a large response not every text and call arrived"

    @cached_property
    def source(self) -> ParsedSide:
        """What the items of the response hold."""
        return read_output(self.given)

    @cached_property
    def arrived(self) -> ParsedSide:
        """What the message holds."""
        return read_assistant(self.output)

    @property
    def terms(self) -> Terms:
        """What the operation allows."""
        return Terms(
            source="response",
            target="message",
            choices=self.trial.choices,
            join=JOIN,
            placeholder=PLACEHOLDER,
            carriers={FUNCTION: ("function",), WRITTEN: ("function",), CUSTOM: ()},
            lost={"call/custom": ("custom", "tool", "call", "item"), "citation": ()},
            counter=r"call_\d+",
            in_object=True,
            owes_all=True,
            may_explain=True,
        )

    @cached_property
    def both(self) -> AnswerComparison:
        """The response and the message, compared."""
        return AnswerComparison(
            given=self.source,
            got=self.arrived,
            terms=self.terms,
            reported=reporting(self.outcome),
            is_loose=self.source.freedom.is_broken,
            carried=self.as_carried,
        )

    @property
    def judged(self) -> AnswerComparison | None:
        """What the laws judge; None where the call returned nothing, or the input holds no list of items."""
        return None if self.unfit or not self.answered else self.both

    @cached_property
    def written(self) -> JSON:
        """What is in the place of the message."""
        return self.output

    @property
    def message(self) -> dict[str, JSON] | None:
        """The message; None where what is in its place is no object."""
        return self.written if isinstance(self.written, dict) else None

    @property
    def content(self) -> JSON:
        """The message's content; ABSENT where it has none. Beside calls an absent content is null."""
        return self.both.flow.value

    # What the engine asks.

    @property
    def unfit(self) -> bool:
        """Whether the input holds no list of items."""
        return self.source.answer is None

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        is_no_answer = isinstance(self.given, dict) and (
            self.given.get("status") not in _WHOLE or self.given.get("error") is not None
        )
        return self.has_wrong_part or is_no_answer

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input or an item of it is malformed."""
        return self.unfit or self.source.freedom.is_broken

    @property
    def incomplete(self) -> bool:
        """Whether texts or calls that must arrive did not."""
        return self.both.incomplete

    def made_up(self) -> str | None:
        """Say what came of an input that holds no list of items."""
        if self.unfit and self.answered and self.message:
            if self.both.got_calls or self.content not in (ABSENT, None, "", [], PLACEHOLDER):
                return f"the input holds no output items, but something came of it: {brief(self.output)}"
        return None

    def expected(self) -> JSON:
        """Return a message that satisfies every rule; ABSENT where the input holds no list of items."""
        return ABSENT if self.unfit else self.owed_message()

    @property
    def sent_calls(self) -> list[Call]:
        """The calls of a message that satisfies every rule: of those that may be left out, what arrived."""
        arrived = {id(pair.owed) for pair in self.both.pairs}
        return [call for call in self.both.calls if not self.both.is_optional(call) or id(call) in arrived]

    def owed_message(self) -> dict[str, JSON]:
        """Return a message that satisfies every rule."""
        pair = self.both
        texts = [text.value for text in pair.all_texts if not pair.is_optional(text)]
        join = BETWEEN.get(self.trial.choices.get(JOIN, "nothing"), "")
        message: dict[str, JSON] = {"role": "assistant", "content": join.join(filter(None, texts)) if texts else None}
        calls = self.sent_calls
        if not texts and not calls and not pair.refusals and pair.terms.choices.get("empty-output") != "null":
            message["content"] = PLACEHOLDER
        if pair.refusals:
            message["refusal"] = join.join(refusal.value for refusal in pair.refusals)
        if calls:
            message |= calls_member(list(map(_owed_entry, calls)))
        return message

    def essence(self) -> JSON:
        """Return what two sound messages for the same response have in common."""
        comparison = self.both
        if self.message is None or self.unfit or not comparison.reads:
            return self.written
        nothing = not (comparison.all_texts or comparison.calls or comparison.refusals)
        return {
            "role": self.message.get("role"),
            "content": self.content if nothing else list(comparison.owed_texts),
            "calls": [self._essence_of(pair) for pair in comparison.pairs if not comparison.is_optional(pair.owed)],
            "lost": [
                place for place, refusal in enumerate(comparison.all_refusals) if refusal in comparison.lost_refusals
            ],
        }

    def _essence_of(self, pair: CallPair) -> list[JSON]:
        name, id_ = (self.both.written(pair.got, member) for member in ("name", "id"))
        name = pair.owed.name if is_flat(pair) else name
        payload = payload_of(pair.got)
        said = self.read_json(payload) if pair.form == WRITTEN else None if payload is ABSENT else payload
        return [pair.owed.id, pair.owed.name, name, id_, said]


def _owed_entry(call: Call) -> JSON:
    arguments = payload_of(call)
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def as_sound(view: Callable[[Trial], ChatMessage]) -> Callable[[JSON, JSON], bool]:
    """Return a test whether a shrunk input is odd only where its original is: malformed, of a type, or ended so."""

    def test(candidate: JSON, original: JSON) -> bool:
        after, before = (view(Trial(operation="", input=value, outcome=Outcome())) for value in (candidate, original))
        if (after.unfit and not before.unfit) or (after.may_fail and not before.may_fail):
            return False
        ends = [(message.both.candidate.end.kind, message.both.candidate.end.word) for message in (after, before)]
        return ends[0] == ends[1] and set(_types(after.source.value)) <= set(_types(before.source.value))

    return test


def _types(values: JSON | Absent) -> Iterator[str]:
    """Yield the types of items and of the parts in them."""
    for value in values if isinstance(values, list) else ():
        if isinstance(value, dict):
            yield str(value.get("type"))
            yield from _types(value.get("content"))
