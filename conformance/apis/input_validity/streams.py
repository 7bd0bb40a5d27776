"""The standing of Responses streams: each event is valid, and all of them follow the grammar of a stream.

    created [queued] [in_progress] (added (part added, deltas, done, part done)* done)* end
    end: completed, incomplete, failed or error

A stream may break off anywhere behind its first event, as connections do. Items are distinguished by
`output_index`: some servers give an item another id in each event. The response at the end may have an empty output, as
OpenAI's own backend of Codex sends it: then the finished items are the output. An item may come as a whole, without
any delta, as some servers send it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from conformance.apis.input_validity.answers import as_known, is_new, parsed_response
from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.rules import as_list, as_object
from conformance.apis.oracles import findings_of, fits_schema
from conformance.base.values import JSON, same
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.responses.read import called

_ENDS = ("response.completed", "response.incomplete", "response.failed", "error")
_STARTS = ("response.created", "response.queued", "response.in_progress")
# By the stem of the events that begin and end a part, the list of the item that contains it.
_PARTS = {"response.content_part": "content", "response.reasoning_summary_part": "summary"}
# By the stem of the events of a text, the list of the item that contains its part, and the member of that part.
_TEXTS = {
    "response.output_text": ("content", "text"),
    "response.refusal": ("content", "refusal"),
    "response.reasoning_text": ("content", "text"),
    "response.reasoning_summary_text": ("summary", "text"),
}
# By the stem of the events of a text, the member of the item.
_WHOLES = {
    "response.function_call_arguments": "arguments",
    "response.mcp_call_arguments": "arguments",
    "response.custom_tool_call_input": "input",
    "response.code_interpreter_call_code": "code",
}

# What a finished item and the same item of the response have in common. Ids and fingerprints may differ.
_CONTENT = ("type", "call_id", "name", "arguments", "input", "content", "summary")


@dataclass(slots=True)
class _ItemEvents:
    """What the events before said of one output item. texts: by list of the item, index and member, or by member."""

    kind: JSON
    id: JSON
    parts: set[tuple[str, int]] = field(default_factory=set)
    texts: dict[tuple[JSON, ...], str] = field(default_factory=dict)
    finished: set[tuple[JSON, ...]] = field(default_factory=set)
    done: JSON = None


def stream(events: JSON) -> Iterator[Reason]:
    """Yield why a value is not a list of the events of a Responses stream."""
    if not isinstance(events, list):
        yield reason("type", "not a list of events")
        return
    reader = _EventReader()
    for index, event in enumerate(events):
        refused = list(_event_refusals(event))
        yield from below((index,), refused)
        if not refused:
            yield from below((index,), reader.read(event))
    if not events:
        yield reason("stream-start", "a stream begins with one response.created")


def _event_refusals(event: JSON) -> Iterator[Reason]:
    if is_new(event) or _is_nested_error(event) or fits_schema("responses-event", known := as_known(event)):
        return
    for found in findings_of("responses-event", known):
        yield Reason(at=found.at, message=found.message, rule=found.rule)


def _is_nested_error(event: JSON) -> bool:
    """Whether an event is an error as the API sends it; the types have its members one level higher."""
    return as_object(event).get("type") == "error" and isinstance(
        as_object(as_object(event).get("error")).get("message"), str
    )


class _EventReader:
    """Reads valid events one after another."""

    def __init__(self) -> None:
        self.items: dict[int, _ItemEvents] = {}
        self.ids: dict[str, int] = {}
        self.number: int | None = None
        self.count = 0
        self.ended: str | None = None

    def read(self, event: dict[str, Any]) -> Iterator[Reason]:
        """Yield what is wrong with the next event, after those before."""
        kind: str = event["type"]
        yield from self._position(kind)
        yield from self._sequence(event)
        self.count += 1
        if kind in _ENDS:
            self.ended = kind
            yield from self._end(event)
        elif kind in _STARTS:
            if as_list(event["response"].get("output")):
                yield reason("stream-start", "the response has output before it has begun", "response", "output")
        elif isinstance(event.get("output_index"), int):
            yield from self._of_item(kind, event)

    def _position(self, kind: str) -> Iterator[Reason]:
        if self.ended is not None and not (self.ended == "error" and kind == "response.failed"):
            yield reason("stream-end", f"{kind} comes after the end of the stream", "type")
        elif (self.count == 0) is not (kind == "response.created") and kind != "error":
            yield reason("stream-start", "a stream begins with one response.created", "type")
        elif self.items and kind in _STARTS:
            yield reason("stream-start", f"{kind} comes after the first output item", "type")

    def _sequence(self, event: dict[str, Any]) -> Iterator[Reason]:
        number = event.get("sequence_number")
        if number is None:
            return
        if self.number is not None and number <= self.number:
            yield reason("stream-sequence", f"the number {number} does not follow {self.number}", "sequence_number")
        self.number = number

    def _of_item(self, kind: str, event: dict[str, Any]) -> Iterator[Reason]:
        index: int = event["output_index"]
        item = self.items.get(index)
        if kind == "response.output_item.added":
            if index != len(self.items):
                yield reason(
                    "stream-index", f"the next item has the index {len(self.items)}, not {index}", "output_index"
                )
            self.items[index] = _ItemEvents(event["item"].get("type"), event["item"].get("id"))
            yield from self._id(event["item"].get("id"), index, "item", "id")
            return
        if item is None:
            yield reason("stream-order", f"no item with the index {index} was added", "output_index")
            return
        yield from self._id(event.get("item_id"), index, "item_id")
        if item.done is not None:
            yield reason("stream-order", f"the item with the index {index} is already done", "output_index")
        elif kind == "response.output_item.done":
            yield from self._id(event["item"].get("id"), index, "item", "id")
            yield from _finish(item, event["item"])
        else:
            yield from _of_part(item, kind, event)

    def _id(self, value: JSON, index: int, *at: str) -> Iterator[Reason]:
        """Yield a reason if an id names two items."""
        if isinstance(value, str) and self.ids.setdefault(value, index) != index:
            yield reason("stream-id", f"the id {value!r} is that of the item with the index {self.ids[value]}", *at)

    def _end(self, event: dict[str, Any]) -> Iterator[Reason]:
        response = event.get("response")
        if response is None:
            return
        yield from below(("response",), parsed_response(response))
        expected = event["type"].removeprefix("response.")
        if response.get("status") != expected:
            yield reason("status", f"the status of the response is not {expected}", "response", "status")
        if expected == "failed":
            return
        output = as_list(response.get("output"))
        for index, item in self.items.items():
            if item.done is None:
                yield reason("stream-order", f"the item with the index {index} is not done", "type")
            elif index < len(output) and not _agree(item.done, output[index]):
                yield reason(
                    "stream-output", "the response has another item than the events", "response", "output", index
                )
        if output and len(output) != len(self.items):
            message = f"the response has {len(output)} items, the events have {len(self.items)}"
            yield reason("stream-output", message, "response", "output")


def _of_part(item: _ItemEvents, kind: str, event: dict[str, Any]) -> Iterator[Reason]:
    stem, _dot, step = kind.rpartition(".")
    if stem in _PARTS:
        place = (_PARTS[stem], _part_index(event))
        if step == "added":
            if place in item.parts:
                yield reason("stream-order", "the part was already added", "type")
            item.parts.add(place)
        elif place not in item.parts:
            yield reason("stream-order", "the part was not added", "type")
    elif stem in _TEXTS:
        holder, member = _TEXTS[stem]
        place = (holder, _part_index(event))
        if place not in item.parts:
            yield reason("stream-order", "the part was not added", "type")
        yield from _text(item, (*place, member), step, event, member)
    elif stem in _WHOLES:
        yield from _text(item, (_WHOLES[stem],), step, event, _WHOLES[stem])


def _part_index(event: dict[str, Any]) -> int:
    index: int = event["summary_index"] if "summary_index" in event else event["content_index"]
    return index


def _text(
    item: _ItemEvents, place: tuple[JSON, ...], step: str, event: dict[str, Any], member: str
) -> Iterator[Reason]:
    """Add a piece to a text, or compare the whole with the pieces."""
    if place in item.finished:
        yield reason("stream-order", "the text is already done", "type")
    if step == "delta":
        item.texts[place] = item.texts.get(place, "") + event["delta"]
    elif step == "done":
        if _whole_characters(item.texts.setdefault(place, event[member])) != _whole_characters(event[member]):
            yield reason("stream-text", "the text is not the sum of its deltas", member)
        item.finished.add(place)


def _whole_characters(text: str) -> str:
    """Return a text whose characters are whole: a delta may end between the two surrogates of one."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _finish(item: _ItemEvents, done: JSON) -> Iterator[Reason]:
    item.done = done
    if done.get("type") != item.kind:
        yield reason("stream-order", f"the item was added as {item.kind!r}", "item", "type")
    parts = enumerate(as_list(done.get("content"))) if done.get("type") == "message" else ()
    missing = called(done) == FUNCTION and ("arguments",) not in item.texts
    if not item.texts and not item.parts:
        return  # it came as a whole
    if missing or any(("content", index) not in item.parts for index, _part in parts):
        yield reason("stream-order", "the item is done before all of it has come", "type")
    for place, text in item.texts.items():
        held: JSON = done
        for step in place:
            held = held[step] if isinstance(step, int) and step < len(as_list(held)) else as_object(held).get(step)
        if held != text and not (isinstance(held, str) and held == _whole_characters(text)):
            yield reason("stream-text", "the text of the item is not the sum of its deltas", "item", *place)


def _agree(done: JSON, held: JSON) -> bool:
    """Whether a finished item is the one that the response contains."""
    entry, other = as_object(done), as_object(held)
    return all(same(entry.get(key), other.get(key)) for key in _CONTENT)
