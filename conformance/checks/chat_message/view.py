"""A response beside the assistant message that was made of it."""

from __future__ import annotations

import json
from functools import cached_property
from typing import ClassVar, Final

from conformance.checks.findings import brief
from conformance.checks.trial import reporting
from conformance.checks.view import View
from conformance.formats.chat.message import read_assistant
from conformance.formats.responses.output import read_output
from conformance.laws.compared import Compared
from conformance.laws.pairing import WRITTEN, CallPair, payload_of
from conformance.laws.terms import Terms
from conformance.matching.joining import BETWEEN
from conformance.model.conversation import CUSTOM, FUNCTION, Call
from conformance.model.reading import Reading
from conformance.values import ABSENT, JSON

PLACEHOLDER: Final = "[No response generated]"
JOIN: Final = "text-join"
# A response that ended so holds no whole answer; a converter may refuse it.
_WHOLE = (None, "completed", "incomplete")


class ChatMessage(View):
    """One trial of responses-output-to-chat-message."""

    lost_of_large = "of a large response not every text and call arrived"
    comparison: ClassVar[type[Compared]] = Compared

    @cached_property
    def source(self) -> Reading:
        """What the items of the response hold."""
        return read_output(self.given)

    @cached_property
    def both(self) -> Compared:
        """The response and the message, compared."""
        return self.comparison(
            given=self.source,
            got=read_assistant(self.output),
            terms=Terms(
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
            ),
            reported=reporting(self.outcome),
            is_loose=self.source.freedom.is_broken,
            carried=self.as_carried,
        )

    @property
    def judged(self) -> Compared | None:
        """What the laws judge; None where the call returned nothing, or the input holds no list of items."""
        return None if self.unfit or not self.answered else self.both

    @property
    def message(self) -> dict[str, JSON] | None:
        """The message; None where the output is no object."""
        return self.output if isinstance(self.output, dict) else None

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
        if self.unfit:
            return ABSENT
        both = self.both
        texts = [one.value for one in both.all_texts if not both.is_optional(one)]
        join = BETWEEN.get(self.trial.choices.get(JOIN, "nothing"), "")
        message: dict[str, JSON] = {"role": "assistant", "content": join.join(filter(None, texts)) if texts else None}
        arrived = {id(pair.owed) for pair in both.pairs}
        calls = [one for one in both.calls if not both.is_optional(one) or id(one) in arrived]
        if not texts and not calls and not both.refusals and self.trial.choices.get("empty-output") != "null":
            message["content"] = PLACEHOLDER
        if both.refusals:
            message["refusal"] = join.join(one.value for one in both.refusals)
        if calls:
            message["tool_calls"] = list(map(_owed_entry, calls))
        return message

    def essence(self) -> JSON:
        """Return what two sound messages for the same response have in common."""
        both = self.both
        if self.message is None or self.unfit or not both.reads:
            return self.output
        nothing = not (both.all_texts or both.calls or both.refusals)
        return {
            "role": self.message.get("role"),
            "content": self.content if nothing else list(both.owed_texts),
            "calls": [self._essence_of(pair) for pair in both.pairs if not both.is_optional(pair.owed)],
            "lost": [place for place, one in enumerate(both.all_refusals) if one in both.lost_refusals],
        }

    def _essence_of(self, pair: CallPair) -> list[JSON]:
        name, id_ = (self.both.written(pair.got, member) for member in ("name", "id"))
        payload = payload_of(pair.got)
        said = self.read_json(payload) if pair.form == WRITTEN else None if payload is ABSENT else payload
        return [pair.owed.id, pair.owed.name, name, id_, said]


def _owed_entry(call: Call) -> JSON:
    arguments = payload_of(call)
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}
