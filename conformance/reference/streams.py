"""Parsing tool calls out of a Responses API stream (S3, phase 2): events, or server-sent-event text."""

from typing import Any

from conformance.reference.errors import LOG, ToolError, kind_of, with_checked_choices
from conformance.reference.sse import events_of_sse
from conformance.reference.tool_calls import Arguments, FailedResponse, Item, Parsed, failed, in_form, parse_response

ErrorEvent = FailedResponse
_ENDS = ("response.completed", "response.incomplete", "response.failed", "error")


class _StreamedItem:
    """What the events before the end say about one output item."""

    __slots__ = ("added", "arguments", "done", "ids", "index", "parts", "pieces")

    def __init__(self) -> None:
        self.ids: set[str] = set()  # a host that gives each event another one names nothing by them
        self.index: int | None = None
        self.added: Item = {}
        self.done: Item | None = None
        self.pieces: list[str] = []
        self.arguments: str | None = None
        # By content index: the type of the part, its pieces, and its whole text where that came.
        self.parts: dict[int, tuple[str, list[str], list[str]]] = {}

    def item(self, complete: bool) -> Item:
        """The item as an output list has it. complete: whether what was streamed is all of it."""
        item = self.added | (self.done or {})
        arguments = self.arguments if self.arguments is not None else "".join(self.pieces)
        if arguments and not item.get("arguments"):
            item["arguments"] = arguments
        if self.parts and not item.get("content"):
            item |= {"type": item.get("type", "message"), "content": [self._part(at) for at in sorted(self.parts)]}
        if self.done is None:
            item["status"] = "completed" if complete else "in_progress"
        return item

    def names(self, item: Item) -> bool:
        """Whether an item of the response may be this one: what names the two is equal."""
        own = self.done or self.added
        names = ("type", "call_id", "name") if len(self.ids) > 1 else ("type", "id", "call_id", "name")
        return not own or all(own.get(key) == item.get(key) for key in names)

    def _part(self, index: int) -> Item:
        kind, pieces, whole = self.parts[index]
        return {"type": kind, "refusal" if kind == "refusal" else "text": whole[-1] if whole else "".join(pieces)}


class Stream:
    """The items of a stream, found by their ids or by their places in the output."""

    def __init__(self) -> None:
        self.items: list[_StreamedItem] = []
        self._by_id: dict[str, _StreamedItem] = {}
        self._by_index: dict[int, _StreamedItem] = {}

    def item_of(self, item_id: Any, index: Any) -> _StreamedItem:
        """The item that an event is about; a new one if no event was about it yet."""
        found = self._by_id.get(item_id) if isinstance(item_id, str) else None
        if found is None and isinstance(index, int):
            found = self._by_index.get(index)
        if found is None:
            found = _StreamedItem()
            self.items.append(found)
        if isinstance(item_id, str) and item_id:
            self._by_id[item_id] = found
            found.ids.add(item_id)
        if isinstance(index, int):
            self._by_index[index] = found
            found.index = index
        return found

    def take(self, event: Item) -> None:
        """Take in one event; most kinds say nothing of text or function calls."""
        kind, index, item = str(event.get("type")), event.get("output_index"), event.get("item")
        if kind == "response.output_item.added" and isinstance(item, dict):
            self.item_of(item.get("id"), index).added = item
        elif kind == "response.output_item.done" and isinstance(item, dict):
            self.item_of(item.get("id"), index).done = item
        elif kind == "response.function_call_arguments.delta":
            self.item_of(event.get("item_id"), index).pieces.append(_text_of(event.get("delta")))
        elif kind == "response.function_call_arguments.done":
            self.item_of(event.get("item_id"), index).arguments = _text_of(event.get("arguments"))
        elif kind in ("response.output_text.delta", "response.output_text.done"):
            self._text(event, index, "output_text", "text")
        elif kind in ("response.refusal.delta", "response.refusal.done"):
            self._text(event, index, "refusal", "refusal")

    def _text(self, event: Item, index: Any, kind: str, key: str) -> None:
        place = event.get("content_index")
        parts = self.item_of(event.get("item_id"), index).parts
        _kind, pieces, whole = parts.setdefault(place if isinstance(place, int) else 0, (kind, [], []))
        if event["type"].endswith(".delta"):
            pieces.append(_text_of(event.get("delta")))
        elif isinstance(event.get(key), str):
            whole.append(event[key])

    def output(self, held: list[Any], complete: bool) -> list[Any]:
        """The response's own items, and at their places those it lacks."""
        output = list(held)
        owners = [self._owner(item, place) for place, item in enumerate(held)]
        for item in self.items:
            if item in owners:
                continue
            places = [place for place, owner in enumerate(owners) if owner is not None and _precedes(item, owner, self)]
            place = places[0] if places else len(output)
            output.insert(place, item.item(complete))
            owners.insert(place, item)
        return output

    def _owner(self, item: Any, place: int) -> _StreamedItem | None:
        """The streamed item that is the same as an item of the response."""
        if not isinstance(item, dict):
            return None
        found = self._by_id.get(item["id"]) if isinstance(item.get("id"), str) else None
        if found is None and isinstance(item.get("call_id"), str):
            found = next(
                (
                    streamed_item
                    for streamed_item in self.items
                    if item["call_id"] == (streamed_item.done or streamed_item.added).get("call_id")
                ),
                None,
            )
        if found is None:
            found = self._by_index.get(place)
            if found is not None and not found.names(item):
                found = None
        return found


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _precedes(item: _StreamedItem, other: _StreamedItem, stream: Stream) -> bool:
    if item.index is not None and other.index is not None:
        return item.index < other.index
    return stream.items.index(item) < stream.items.index(other)


@with_checked_choices
def responses_stream_to_tool_calls(
    events: Any,
    *,
    failed_response: FailedResponse = "report",
    error_event: ErrorEvent = "report",
    arguments: Arguments = "decoded",
) -> Parsed:
    """The text and the tool calls of a Responses API stream (S3, Phase 2), and whether it is `done`.

    events: the event objects in order, or the stream's server-sent-event text as str or bytes. The result is what
    `responses_output_to_tool_calls` gives for the same response, with `done`. A stream that was cut is not done and
    has only the calls that were completed. `response.failed` and `error` give no calls and say what went wrong;
    under `"raise"` they raise ToolError. ToolError also for what is no list of events. arguments: as there.
    """
    if isinstance(events, str | bytes):
        events = events_of_sse(events)
    if not isinstance(events, list):
        raise ToolError(f"events is {kind_of(events)}, not a list")
    stream = Stream()
    for position, event in enumerate(events):
        if not isinstance(event, dict):
            LOG.warning("events[%d] is %s, not an object; left out", position, kind_of(event))
        elif event.get("type") in _ENDS:
            return in_form(_ended(stream, event, failed_response, error_event), arguments) | {"done": True}
        else:
            stream.take(event)
    return in_form(parse_response({"output": stream.output([], complete=False)}), arguments) | {"done": False}


def _ended(stream: Stream, event: Item, failed_response: FailedResponse, error_event: ErrorEvent) -> Parsed:
    response = event.get("response")
    response = response if isinstance(response, dict) else {}
    held = response.get("output")
    kind = event["type"]
    output = stream.output(held if isinstance(held, list) else [], complete=kind == "response.completed")
    if kind == "error":
        error = event["error"] if isinstance(event.get("error"), dict) else event
        return failed({"output": output}, error, "error", error_event)
    if kind == "response.failed":
        return failed({**response, "output": output}, response.get("error"), "failed", failed_response)
    status = "completed" if kind == "response.completed" else "incomplete"
    return parse_response({**response, "output": output, "status": status})
