"""responses-stream-to-chat-stream: the events of a Responses stream as the chunks of a Chat Completions stream."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from conformance.reference.chat_response import (
    BETWEEN,
    FailedResponse,
    Message,
    Object,
    ResponseError,
    TextJoin,
    add_item,
    call_of,
    ending_of,
    finish_of,
    head_of,
    tail_of,
)
from conformance.reference.errors import LOG, check_choices, kind_of

ErrorEvent = FailedResponse
StreamUsage = Literal["write", "omit"]
_TEXTS = {"response.output_text": ("output_text", "text"), "response.refusal": ("refusal", "refusal")}
_PAYLOADS = {"response.function_call_arguments": "arguments", "response.custom_tool_call_input": "input"}
_MEMBERS = {"function_call": "arguments", "custom_tool_call": "input"}


class StreamChoices(NamedTuple):
    """The answers to the choices of the operation."""

    text_join: TextJoin
    failed_response: FailedResponse
    error_event: ErrorEvent
    stream_usage: StreamUsage


class _TextProgress:
    """A text of a message. sent: how much of it is in chunks."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.text = ""
        self.sent = 0


class _ItemProgress:
    """An output item: the last word on it, its texts by their index, and how much of a call is in chunks.

    ids: those that events had; a host that gives each event another one names nothing by them.
    """

    def __init__(self, index: Any) -> None:
        self.index = index
        self.ids: set[str] = set()
        self.value: Object = {}
        self.parts: dict[int, _TextProgress] = {}
        self.payload = ""
        self.place: int | None = None
        self.sent = 0
        self.is_done = False

    def part(self, index: Any, kind: str) -> _TextProgress:
        return self.parts.setdefault(index if isinstance(index, int) else 0, _TextProgress(kind))

    def hold(self, value: Object) -> None:
        """Take what an event says of the whole item."""
        self.value = self.value | {key: member for key, member in value.items() if member is not None}
        self.payload = _longer(self.payload, value.get(_MEMBERS.get(str(value.get("type")), "")))
        content = value.get("content") if value.get("type") == "message" else None
        for index, part in enumerate(content if isinstance(content, list) else ()):
            if isinstance(part, dict) and part.get("type") in ("output_text", "refusal"):
                own = self.part(index, part["type"])
                own.text = _longer(own.text, part.get("refusal" if own.kind == "refusal" else "text"))

    def whole(self) -> Object:
        """The item as a response has it."""
        item = dict(self.value)
        if str(item.get("type")) in _MEMBERS:
            return item | {_MEMBERS[item["type"]]: self.payload}
        if self.parts and item.get("type", "message") == "message":
            given = item.get("content")
            known = given if isinstance(given, list) else []
            content = [
                known[index] if index < len(known) else _text_of_part(self.parts[index]) for index in sorted(self.parts)
            ]
            return item | {"type": "message", "content": content}
        return item


def _text_of_part(part: _TextProgress) -> Object:
    return {"type": part.kind, "refusal" if part.kind == "refusal" else "text": part.text}


def _longer(known: str, value: Any) -> str:
    """What is known of a text after an event with all of it. What may have been sent already stays."""
    return value if isinstance(value, str) and value.startswith(known) else known


class EventChunks:
    """Chunks made of events, one after the other."""

    def __init__(self, head: Object, choices: StreamChoices) -> None:
        self.chunks: list[Object] = []
        self._head = head
        self._choices = choices
        self._items: list[_ItemProgress] = []
        self._by_id: dict[str, _ItemProgress] = {}
        self._by_index: dict[int, _ItemProgress] = {}
        self._texts: list[_ItemProgress] = []  # those whose texts are not all in chunks
        self._lengths = {"content": 0, "refusal": 0}
        self._calls = 0

    def take(self, event: Object) -> None:
        """Take in one event that does not end the stream."""
        kind = str(event.get("type"))
        stem, _dot, step = kind.rpartition(".")
        if stem == "response.output_item" and isinstance(event.get("item"), dict):
            item = self._item(event["item"].get("id"), event.get("output_index"))
            item.hold(event["item"])
            item.is_done = item.is_done or step == "done"
        elif stem in _TEXTS or stem in _PAYLOADS:
            item = self._item(event.get("item_id"), event.get("output_index"))
            self._piece(item, stem, step, event)
        else:
            return
        self._send(item)

    def _piece(self, item: _ItemProgress, stem: str, step: str, event: Object) -> None:
        if stem in _PAYLOADS:
            whole, member = item.payload, _PAYLOADS[stem]
        else:
            kind, member = _TEXTS[stem]
            part = item.part(event.get("content_index"), kind)
            whole = part.text
        delta = event.get("delta")
        grown = whole + delta if step == "delta" and isinstance(delta, str) else _longer(whole, event.get(member))
        if stem in _PAYLOADS:
            item.payload = grown
        else:
            part.text = grown

    def end(self, response: Object) -> None:
        """Take in the response that ends the stream, and say why it ended."""
        held = response.get("output")
        self._hold(held if isinstance(held, list) else [])
        for item in self._items:
            item.is_done = True
        for item in self._items:
            self._send(item)
        message = Message(BETWEEN[self._choices.text_join])
        for position, item in enumerate(self._items):
            add_item(item.whole(), f"output[{position}]", message)
        if message.annotations:
            self._chunk({"annotations": message.annotations})
        logprobs = {"logprobs": {"content": message.logprobs, "refusal": None}} if message.logprobs else {}
        tail = tail_of(response)
        if tail.pop("metadata", None):
            LOG.warning("metadata: a chunk has no place for them; left out")
        usage = tail.pop("usage", None)
        self._chunk({}, finish_of(response, message.calls), logprobs, tail)
        if usage is not None and self._choices.stream_usage == "write":
            self.chunks.append(self._head | {"choices": [], "usage": usage} | tail)

    def _hold(self, held: list[Any]) -> None:
        """Take the items of the response in its order, and at their places those that it lacks."""
        ordered: list[_ItemProgress] = []
        calls = {item.value["call_id"]: item for item in self._items if isinstance(item.value.get("call_id"), str)}
        for place, value in enumerate(held):
            if not isinstance(value, dict):
                LOG.warning("output[%d]: it is %s; left out", place, kind_of(value))
                continue
            found = self._by_id.get(str(value.get("id"))) or calls.get(str(value.get("call_id")))
            if found is None or found in ordered:
                candidate = self._by_index.get(place)
                known = candidate is not None and candidate not in ordered and _may_be(candidate, value)
                found = candidate if known and candidate is not None else self._item(None, None)
            found.hold(value)
            found.index = place if found.index is None else found.index
            ordered.append(found)
        self._items.sort(key=lambda item: item.index if isinstance(item.index, int) else len(self._items))

    def _item(self, item_id: Any, index: Any) -> _ItemProgress:
        found = self._by_index.get(index) if isinstance(index, int) else None
        named = self._by_id.get(item_id) if isinstance(item_id, str) else None
        if found is None and named is not None and not (isinstance(index, int) and isinstance(named.index, int)):
            found = named
        if found is None:
            found = _ItemProgress(index if isinstance(index, int) else None)
            self._items.append(found)
            self._texts.append(found)
        if isinstance(item_id, str) and item_id:
            self._by_id[item_id] = found
            found.ids.add(item_id)
        if isinstance(index, int):
            self._by_index[index] = found
        return found

    def _send(self, item: _ItemProgress) -> None:
        """Send what is new of a call, and what is new of the texts whose turn it is."""
        if str(item.value.get("type")) in _MEMBERS:
            self._send_call(item)
        while self._texts and (self._texts[0].is_done or self._texts[0] is item):
            first = self._texts[0]
            for part in (first.parts[index] for index in sorted(first.parts)):
                self._send_text(part)
            if not first.is_done:
                return
            self._texts.pop(0)

    def _send_text(self, part: _TextProgress) -> None:
        new = part.text[part.sent :]
        if not new:
            return
        member = "refusal" if part.kind == "refusal" else "content"
        joint = BETWEEN[self._choices.text_join] if self._lengths[member] and not part.sent else ""
        self._chunk({member: joint + new})
        self._lengths[member] += len(joint) + len(new)
        part.sent = len(part.text)

    def _send_call(self, item: _ItemProgress) -> None:
        member = _MEMBERS[item.value["type"]]
        if item.place is None:
            call = call_of(item.value | {member: ""}, "output")
            if call is None:
                return
            item.place, self._calls = self._calls, self._calls + 1
            self._chunk({"tool_calls": [{"index": item.place} | call]})
        new = item.payload[item.sent :]
        if new:
            wrapper = "function" if member == "arguments" else "custom"
            self._chunk({"tool_calls": [{"index": item.place, wrapper: {member: new}}]})
            item.sent = len(item.payload)

    def _chunk(self, delta: Object, finish: str | None = None, choice: Object | None = None,
               more: Object | None = None) -> None:  # fmt: skip
        if not self.chunks:
            delta = {"role": "assistant"} | delta
        made = {"index": 0, "delta": delta, "finish_reason": finish} | (choice or {})
        self.chunks.append(self._head | {"choices": [made]} | (more or {}))


def _may_be(item: _ItemProgress, value: Object) -> bool:
    """Whether an item of the response may be one that events were about: what names the two is equal."""
    names = ("type", "call_id", "name") if len(item.ids) > 1 else ("type", "id", "call_id", "name")
    known = (key for key in names if key in item.value)
    return all(item.value[key] == value.get(key) for key in known)


def responses_stream_to_chat_stream(
    events: Any,
    *,
    text_join: TextJoin = "nothing",
    failed_response: FailedResponse = "raise",
    error_event: ErrorEvent = "raise",
    stream_usage: StreamUsage = "write",
) -> list[Object]:
    """The chunks that say what the events of a Responses stream say; joined, they are the Chat answer of its response.

    A text waits for the texts of earlier items, a call does not. What no event ends has no finish_reason.
    ResponseError for what is no list of events, and for a stream that failed; with `report` it ends with an object
    that has an `error`.
    """
    choices = check_choices(StreamChoices(text_join, failed_response, error_event, stream_usage))
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise ResponseError(f"{kind_of(events)} is no list of events")
    responses: Iterator[Object] = (event["response"] for event in events if isinstance(event.get("response"), dict))
    stream = EventChunks(head_of(next(responses, {"id": "", "model": ""}), "chat.completion.chunk"), choices)
    for event in events:
        is_end, problem = ending_of(event)
        if problem is not None:
            is_error = event.get("type") == "error"
            return _failure_chunks(stream, problem, choices.error_event if is_error else choices.failed_response)
        if is_end:
            stream.end(event["response"])
            break
        stream.take(event)
    return stream.chunks


def _failure_chunks(stream: EventChunks, problem: Object, answer: FailedResponse) -> list[Object]:
    if answer == "raise":
        raise ResponseError(problem["message"])
    return [*stream.chunks, {"error": problem}]


def with_tail(chunks: list[Object], tail: Object, stream_usage: StreamUsage) -> list[Object]:
    """Chunks with what is said at their end: the last one has it; the usage, if it is said, has one of its own."""
    usage = tail.pop("usage", None)
    chunks[-1] |= tail
    if usage is None or stream_usage == "omit":
        return chunks
    return [*chunks, chunks[-1] | {"choices": [], "usage": usage}]
