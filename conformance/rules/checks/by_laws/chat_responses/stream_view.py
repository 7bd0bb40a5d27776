"""What the checks see of a trial that makes the chunks of a Chat stream out of the events of a Responses stream."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.chunks import joined
from conformance.formats.chat.grammar import disorder_of
from conformance.formats.chat.stream import as_delta
from conformance.formats.model.reading import ParsedSide
from conformance.formats.responses.gathered import Gathered, with_characters
from conformance.rules.checks.by_laws.chat_responses.view import ChatAnswer, Object
from conformance.rules.checks.cut_streams import says_that_it_broke_off


class StreamView(ChatAnswer):
    """One trial of responses-stream-to-chat-stream. Its answer is what the chunks make when they are joined."""

    lost_of_large = "of a large stream not every text and call arrived"

    @cached_property
    def stream(self) -> Gathered:
        """The stream that gives the response."""
        return Gathered(self.given)

    @cached_property
    def response(self) -> Object:
        """The response that the events give: with the items that it holds itself, and those that it lacks."""
        return self.stream.response

    @property
    def is_refused_by_right(self) -> bool:
        """Whether an error says that the stream broke off, which it did."""
        return self.is_cut and says_that_it_broke_off(self.outcome)

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input. One that was cut gives what arrived, or an error says so."""
        if self.unfit or self.stream.is_unclear or self.is_refused_by_right:
            return True
        return super().may_fail and not self.is_cut

    # The output.

    @cached_property
    def chunks(self) -> list[Object]:
        """The chunks of the output, without those that report an error."""
        entries = self.output if isinstance(self.output, list) else []
        return [entry for entry in entries if isinstance(entry, dict) and "choices" in entry]

    @cached_property
    def arrived(self) -> ParsedSide:
        """What the chunks make, and what of them is out of order."""
        kinds, disorder = disorder_of(self.output)
        return replace(super().arrived, kinds=kinds, disorder=disorder)

    @cached_property
    def body(self) -> Object | None:
        """What the chunks make when they are joined; None where there are none."""
        body: Object | None = with_characters(joined(self.chunks)) if self.chunks else None
        return body

    @property
    def incomplete(self) -> bool:
        """Whether a text or call that must arrive did not."""
        return self.is_whole and super().incomplete

    def expected(self) -> JSON:
        """Return chunks that satisfy every rule; ABSENT where none can be named."""
        body = super().expected()
        if body is ABSENT:
            return body
        body.pop("metadata", None)
        choice, usage = body.pop("choices")[0], body.pop("usage", None)
        head = body | {"object": "chat.completion.chunk"}
        finish = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
        finish |= {"logprobs": choice["logprobs"]} if "logprobs" in choice else {}
        owed = [head | {"choices": [{"index": 0, "delta": as_delta(choice["message"]), "finish_reason": None}]}]
        owed.append(head | {"choices": [finish]})
        if usage is not None and self.trial.choices.get("stream-usage") != "omit":
            owed.append(head | {"choices": [], "usage": usage})
        return owed
