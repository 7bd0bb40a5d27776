"""The response that the events of a stream give, whichever of them carry it, and how certain that is."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.chunks import paired
from conformance.formats.facts import word
from conformance.formats.model.conversation import ModelRefusal
from conformance.formats.responses.events import StreamedItem, items_of

Object = dict[str, Any]
CUT: Final = "cut"
_ERROR: Final = "error"
_ENDS: Final = ("response.completed", "response.incomplete", "response.failed", _ERROR)
_INPUT: Final = "response.custom_tool_call_input.delta"


class Gathered:
    """A stream, as far as its first end: the items of all events, and of the response that ends it.

    events: of the stream, without what is no event. ended: CUT, or the last word of the event that ends it. is_unclear:
    whether an event is malformed, or it is not known which item one is about. is_loose: whether, besides, it is not
    known in which order the items are.
    """

    def __init__(self, events: JSON) -> None:
        given: list[JSON] = events if isinstance(events, list) else []
        end = self._end = next((at for at, event in enumerate(given) if word(event) in _ENDS), None)
        self._begun, self._last = given[:end], given[end] if end is not None else {}
        self.events: list[Object] = [element for element in given if isinstance(element, dict)]
        self.ended = CUT if end is None else str(self._last["type"]).removeprefix("response.")
        held = self._last.get("response", {})
        output = held.get("output", []) if isinstance(held, dict) else None
        found = items_of(self._begun, output if isinstance(output, list) else [], end)
        self.items = found.in_order()
        self.is_unclear = found.unclear or not isinstance(output, list) or any(map(_is_odd, self._begun))
        self.is_loose = self.is_unclear or not found.ordered

    @property
    def is_error(self) -> bool:
        """Whether the event of an error ends it."""
        return self.ended == _ERROR

    @cached_property
    def response(self) -> Object:
        """The response, with the items that it holds itself and those that it lacks; empty without an event."""
        if not any(isinstance(event.get("type"), str) for event in self.events):
            return {}
        held = (event["response"] for event in self.events if isinstance(event.get("response"), dict))
        whole: Object = {"object": "response", **next(held, {})}
        if isinstance(self._last.get("response"), dict):
            whole = self._last["response"]
        elif self.is_error:
            error = self._last.get("error")
            whole |= {"status": "failed", "error": error if isinstance(error, dict) else self._last}
        else:
            whole |= {"status": "in_progress", "error": None}
        inputs: dict[str, str] = {}
        for event in self._begun:
            if word(event) == _INPUT and isinstance(event.get("item_id"), str):
                inputs[event["item_id"]] = inputs.get(event["item_id"], "") + str(event.get("delta"))
        response: Object = with_characters({**whole, "output": [_value(item, inputs) for item in self.items]})
        return response

    def is_done(self, call_id: str | None) -> bool:
        """Whether an event says that the item of a call is complete."""
        items = [event.get("item") for event in self._begun if word(event) == "response.output_item.done"]
        return any(isinstance(item, dict) and item.get("call_id") == call_id for item in items)

    @property
    def contradicts_itself(self) -> bool:
        """Whether events give an item different texts or arguments: no rule says which of them arrives."""
        return any(item.contradicts_itself for item in self.items)

    @property
    def overlaps(self) -> bool:
        """Whether an item with text begins before the one in front of it is done."""
        texts = [item for item in self.items if item.is_text]
        return any(other.first < (item.last or 0) or item.last is None for item, other in pairwise(texts))

    @property
    def mixes_refusals(self) -> bool:
        """Whether the pieces of several refusals are mixed."""
        places: dict[JSON, list[int]] = {}
        for at, event in enumerate(self._begun):
            if word(event) == "response.refusal.delta":
                places.setdefault((str(event.get("item_id")), str(event.get("content_index"))), []).append(at)
        runs = sorted((found[0], found[-1]) for found in places.values())
        return any(after[0] < before[1] for before, after in pairwise(runs))

    @property
    def is_unannounced(self) -> bool:
        """Whether an item that has events is not announced by one, so that its place comes late."""
        return any(item.added is ABSENT and item.first < (self._end or 0) for item in self.items)

    @property
    def has_unknown(self) -> bool:
        """Whether an event is of a type that the API does not have."""
        return any(not str(event.get("type")).startswith(("response.", _ERROR)) for event in self.events)


def _is_odd(event: JSON) -> bool:
    """Whether something is no event, or has something other than a text for a piece."""
    return not isinstance(event, dict) or not isinstance(event.get("delta", ""), str | dict)


def _value(item: StreamedItem, inputs: dict[str, str]) -> JSON:
    """Return an item as a response has it, from all that the events say of it. inputs: of custom tools, by item."""
    value: Object = dict(item.snapshot)
    if value.get("type") == "custom_tool_call" and not value.get("input") and value.get("id") in inputs:
        value["input"] = inputs[value["id"]]
    if item.is_call:
        carried = [value for value in item.carried() if value is not ABSENT]
        filled = [value for value in carried if not isinstance(value, str) or value.strip()]
        if carried:
            value["arguments"] = (filled or carried)[0]
        if item.held is ABSENT and item.done is ABSENT:
            value["status"] = "in_progress"
    elif item.is_text and not value.get("content"):
        texts = list(item.streamed_texts())
        content = [
            {"type": "refusal", "refusal": text.value}
            if isinstance(text, ModelRefusal)
            else {"type": "output_text", "text": text.value, "annotations": []}
            for text in texts
        ]
        value |= {"type": "message", "content": content} if texts or value.get("type") == "message" else {}
    return value


def with_characters(value: JSON) -> JSON:
    """Return a value whose characters are whole: a piece may end between the two surrogates of one."""
    if isinstance(value, str):
        return paired(value)
    if isinstance(value, list):
        return [with_characters(member) for member in value]
    return {key: with_characters(member) for key, member in value.items()} if isinstance(value, dict) else value
