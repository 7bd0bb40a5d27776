"""What the checks see of a trial that makes the chunks of a Chat stream out of the events of a Responses stream."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import pairwise

from conformance.checks.chat_responses.view import ChatAnswer, Object
from conformance.checks.cut_streams import says_that_it_broke_off
from conformance.checks.findings import brief
from conformance.checks.trial import answer_of
from conformance.formats.chat.chunks import joined
from conformance.formats.facts import REFUSAL, word
from conformance.formats.responses.events import Item, Items, items_of
from conformance.model.conversation import Call
from conformance.values import ABSENT, JSON

_ENDS = ("response.completed", "response.incomplete", "response.failed", "error")
CUT, ERROR = "cut", "error"


class StreamView(ChatAnswer):
    """One trial of responses-stream-to-chat-stream. Its answer is what the chunks make when they are joined."""

    lost_of_large = "of a large stream not every text and call arrived"
    may_lack_usage = True

    def in_input(self, *_path: str | int) -> str:
        """Return the stream: an item of its response is in several events."""
        return "/input"

    def in_output(self, *_path: str | int) -> str:
        """Return the chunks: a member of what they make is in several of them."""
        return "/output"

    def missing_at(self, *_path: str | int) -> str:
        """Return the stream: the chunks are one place, where all other objections are too."""
        return "/input"

    # The input.

    @cached_property
    def events(self) -> list[JSON]:
        """The events; none where the input is no list."""
        return self.given if isinstance(self.given, list) else []

    @cached_property
    def end(self) -> int | None:
        """The position of the event that ends the stream; None where none does."""
        return next((at for at, event in enumerate(self.events) if word(event) in _ENDS), None)

    @property
    def last(self) -> Object:
        """The event that ends the stream; an empty object where none does."""
        return self.events[self.end] if self.end is not None else {}

    @property
    def unfit(self) -> bool:
        """Whether the input is no list of events."""
        return not any(isinstance(event, dict) and isinstance(event.get("type"), str) for event in self.events)

    @cached_property
    def is_odd(self) -> bool:
        """Whether an event is none, or has something other than a text for a piece."""
        before = self.events[: self.end]
        held = self.last.get("response", {})
        odd = any(not isinstance(event, dict) or not isinstance(event.get("delta", ""), str | dict) for event in before)
        return odd or not isinstance(held, dict) or not isinstance(held.get("output", []), list)

    @cached_property
    def items(self) -> list[Item]:
        """The items of the stream, in the order of the output."""
        return self._items.in_order()

    @cached_property
    def _items(self) -> Items:
        held = self.last.get("response")
        output = held.get("output") if isinstance(held, dict) else None
        return items_of(self.events[: self.end], output if isinstance(output, list) else [], self.end)

    @cached_property
    def _inputs(self) -> Object:
        """What the events before the end say of the inputs of custom tools, by the id of the item."""
        inputs: Object = {}
        for event in self.events[: self.end]:
            if word(event) == "response.custom_tool_call_input.delta" and isinstance(event.get("item_id"), str):
                inputs[event["item_id"]] = inputs.get(event["item_id"], "") + str(event.get("delta"))
        return inputs

    def is_done(self, call: Call) -> bool:
        """Whether an event says that an item is complete."""
        events = [event for event in self.events[: self.end] if isinstance(event, dict)]
        done = [event.get("item") for event in events if word(event) == "response.output_item.done"]
        return any(isinstance(item, dict) and item.get("call_id") == call.id for item in done)

    @cached_property
    def response(self) -> Object:
        """The response that the events give: with the items that it holds itself, and those that it lacks."""
        if self.unfit:
            return {}
        events = (event for event in self.events if isinstance(event, dict))
        begun: Object = next((event["response"] for event in events if _is_object(event, "response")), {})
        whole: Object = {"object": "response", **begun}
        if _is_object(self.last, "response"):
            whole = self.last["response"]
        elif self.ending_event == ERROR:
            error = self.last.get("error")
            whole = whole | {"status": "failed", "error": error if isinstance(error, dict) else self.last}
        else:
            whole = whole | {"status": "in_progress", "error": None}
        response: Object = _paired(whole | {"output": [_value(item, self._inputs) for item in self.items]})
        return response

    @property
    def ending_event(self) -> str:
        """How the stream ends: CUT, ERROR, or the status of the event of a response."""
        if self.end is None:
            return CUT
        return str(self.last["type"]).removeprefix("response.")

    @property
    def is_cut(self) -> bool:
        """Whether the stream breaks off."""
        return self.ending_event == CUT

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input, or an event or item of it, is malformed."""
        return self.unfit or self.is_odd or self.said.both.is_loose

    @property
    def is_refused_by_right(self) -> bool:
        """Whether an error says that the stream broke off, which it did."""
        return self.is_cut and says_that_it_broke_off(self.outcome)

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input. One that was cut gives what arrived, or an error says so."""
        if self.unfit or self.is_odd or self._items.unclear or self.is_refused_by_right:
            return True
        return super().may_fail and self.ending_event != CUT

    @property
    def failing_as(self) -> tuple[str, ...]:
        """How a stream that failed may be reported; empty where it did not fail."""
        if self.ending_event == ERROR:
            return answer_of(self.trial, "error-event", "raise", "report")
        return super().failing_as

    @property
    def is_loose(self) -> bool:
        """Whether it is not known which item is which, or in which order they are."""
        return self.is_odd or self._items.unclear or not self._items.ordered

    @property
    def contradicts_itself(self) -> bool:
        """Whether events give an item different texts or arguments: no rule says which of them arrives."""
        return any(item.contradicts_itself for item in self.items)

    @property
    def overlapping(self) -> bool:
        """Whether an item with text begins before the one in front of it is done."""
        texts = [item for item in self.items if item.is_text]
        return any(other.first < (one.last or 0) or one.last is None for one, other in pairwise(texts))

    @cached_property
    def mixes_refusals(self) -> bool:
        """Whether pieces of several refusals are mixed, and all their letters arrived, in whichever order."""
        places: dict[JSON, list[int]] = {}
        for at, event in enumerate(self.events[: self.end]):
            if word(event) == "response.refusal.delta":
                places.setdefault((str(event.get("item_id")), str(event.get("content_index"))), []).append(at)
        runs = sorted((found[0], found[-1]) for found in places.values())
        if not any(after[0] < before[1] for before, after in pairwise(runs)):
            return False
        got = Counter("".join(text for text in self.said.both.told_refusals if text))
        return Counter("".join(one.value for one in self.said.both.refusals)) <= got

    @property
    def is_unannounced(self) -> bool:
        """Whether an item that has events is not announced by one, so that its place comes late."""
        return any(item.added is ABSENT and item.first < (self.end or 0) for item in self.items)

    # The output.

    @cached_property
    def chunks(self) -> list[Object]:
        """The chunks of the output, without those that report an error."""
        entries = self.output if isinstance(self.output, list) else []
        return [entry for entry in entries if isinstance(entry, dict) and "choices" in entry]

    @cached_property
    def pieces(self) -> list[tuple[int, Object, Object]]:
        """The position of each chunk with a choice, that choice, and its delta."""
        found = []
        for at, chunk in enumerate(self.chunks):
            for choice in chunk["choices"] if isinstance(chunk["choices"], list) else ():
                if isinstance(choice, dict):
                    delta = choice.get("delta")
                    found.append((at, choice, delta if isinstance(delta, dict) else {}))
        return found

    @cached_property
    def body(self) -> Object | None:
        """What the chunks make when they are joined; None where there are none."""
        if not self.chunks:
            return None
        body: Object = _paired(joined(self.chunks))
        return body

    @property
    def incomplete(self) -> bool:
        """Whether a text or call that must arrive did not."""
        return self.is_whole and super().incomplete

    def made_up(self) -> str | None:
        """Say what came of an input that is no list of events."""
        if self.unfit and self.body is not None and isinstance(self.message, dict):
            if self.message.get("content") or self.message.get("tool_calls"):
                return f"the input is no stream, but something came of it: {brief(self.output)}"
        return None

    def expected(self) -> JSON:
        """Return chunks that satisfy every rule; ABSENT where none can be named."""
        if not self.is_whole or self.unfit:
            return ABSENT
        body = self.owed_body()
        body.pop("metadata", None)
        choice = body.pop("choices")[0]
        usage = body.pop("usage", None)
        head = body | {"object": "chat.completion.chunk"}
        message = choice["message"]
        if message.get("tool_calls"):
            calls = [{"index": place, **call} for place, call in enumerate(message["tool_calls"])]
            message = message | {"tool_calls": calls}
        finish = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
        finish |= {"logprobs": choice["logprobs"]} if "logprobs" in choice else {}
        owed = [head | {"choices": [{"index": 0, "delta": message, "finish_reason": None}]}]
        owed.append(head | {"choices": [finish]})
        if usage is not None and self.trial.choices.get("stream-usage") != "omit":
            owed.append(head | {"choices": [], "usage": usage})
        return owed


def _is_object(event: JSON, key: str) -> bool:
    return isinstance(event.get(key), dict)


def _value(item: Item, inputs: Object) -> JSON:
    """Return an item as a response has it, from all that the events say of it. inputs: of custom tools."""
    value: Object = dict(item.snapshot)
    if value.get("type") == "custom_tool_call" and not value.get("input") and value.get("id") in inputs:
        value["input"] = inputs[value["id"]]
    if item.is_call:
        carried = [one for one in item.carried() if one is not ABSENT]
        filled = [one for one in carried if not isinstance(one, str) or one.strip()]
        if carried:
            value["arguments"] = (filled or carried)[0]
        if item.held is ABSENT and item.done is ABSENT:
            value["status"] = "in_progress"
    elif item.is_text and not value.get("content"):
        texts = list(item.streamed_texts())
        content = [
            {"type": "refusal", "refusal": text.value}
            if text.kind == REFUSAL
            else {"type": "output_text", "text": text.value, "annotations": []}
            for text in texts
        ]
        value |= {"type": "message", "content": content} if texts or value.get("type") == "message" else {}
    return value


def _paired(value: JSON) -> JSON:
    """Return a value whose characters are whole: a piece may end between the two surrogates of one."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    if isinstance(value, list):
        return [_paired(member) for member in value]
    return {key: _paired(member) for key, member in value.items()} if isinstance(value, dict) else value
