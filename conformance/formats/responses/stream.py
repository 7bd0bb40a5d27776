"""Folds the events of a Responses stream into an answer of the model, and writes an answer as events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from conformance.base.values import JSON
from conformance.formats.chat.chunks import with_piece
from conformance.formats.chat.stream import pieces
from conformance.formats.cursor import Pen, unread
from conformance.formats.facts import word as word_of
from conformance.formats.folding import Fold, folded_once
from conformance.formats.model.answer import Answer
from conformance.formats.model.fact import Path
from conformance.formats.model.growth import BROKE, CLOSED, CUT, ENDED, FAILED, GREW, OPENED, WHOLE, StreamState
from conformance.formats.responses.read import FORMAT, read_answer
from conformance.formats.responses.write import write_answer

Object = dict[str, Any]
_MARK: Final = "[DONE]"  # other hosts send it
_ENDS: Final = {"response.completed": WHOLE, "response.incomplete": WHOLE, "response.failed": FAILED}
_OWN: Final = {"type", "sequence_number", "response"}  # of an event that holds the response
_REPEATED: Final = {"created_at": "created", "model": "model", "service_tier": "tier"}
_ITEM: Final = "response.output_item"
_NOTE: Final = "response.output_text.annotation.added"
_TEXT: Final = "response.output_text"
_OF_ENDS: Final = {"usage", "incomplete_details", "error"}  # of a response: null before it ends
_END_WORDS: Final = {
    "completed": "response.completed", "incomplete": "response.incomplete", "failed": "response.failed",
    "cancelled": "response.failed",
}  # fmt: skip
_DEPTH: Final = 5  # of an item: how deep it is changed


class Growing(NamedTuple):
    """What a kind of event says. entries: the list in the item; None for the item itself.

    place: the member that says which entry. type: of an entry that was not announced. member: the text that grows.
    item: the type of an item that was not announced.
    """

    item: str
    entries: str | None
    place: str
    type: str
    member: str


DELTAS: Final = {
    "response.output_text": Growing("message", "content", "content_index", "output_text", "text"),
    "response.refusal": Growing("message", "content", "content_index", "refusal", "refusal"),
    "response.reasoning_text": Growing("reasoning", "content", "content_index", "reasoning_text", "text"),
    "response.reasoning_summary_text": Growing("reasoning", "summary", "summary_index", "summary_text", "text"),
    "response.function_call_arguments": Growing("function_call", None, "", "", "arguments"),
    "response.custom_tool_call_input": Growing("custom_tool_call", None, "", "", "input"),
    "response.mcp_call_arguments": Growing("mcp_call", None, "", "", "arguments"),
    "response.code_interpreter_call_code": Growing("code_interpreter_call", None, "", "", "code"),
}
PARTS: Final = {
    "response.content_part": ("content", "content_index"),
    "response.reasoning_summary_part": ("summary", "summary_index"),
}


@folded_once
def read_stream(events: Sequence[JSON]) -> StreamState:
    """Fold events into an answer, from items and deltas: the output of the last event counts only without those."""
    fold = _Fold()
    for number, event in enumerate(events if isinstance(events, list | tuple) else ()):
        if isinstance(event, dict):
            fold.take(number, event)
        elif event != _MARK:
            fold.pass_over(number, event)
    return fold.growth()


class _Fold(Fold):
    """What the events have made so far. In paths, an item has its output_index until the end."""

    def __init__(self) -> None:
        super().__init__()
        self.items: dict[int, Object] = {}
        self.known: dict[str, int] = {}  # the index of each id
        self.beside: dict[str, int] = {}  # of the items that were added at the index of another one: their own
        self.where[("output",)] = []
        self.ended = CUT
        self.last: tuple[list[JSON], Path] | None = None

    def pass_over(self, number: int, event: JSON, word: str | None = None) -> None:
        """Note an event that says nothing of the answer."""
        self.others.append(unread(event, (number,), FORMAT, word))

    def take(self, number: int, event: Object) -> None:
        """Add an event."""
        type_ = event.get("type")
        word = type_ if isinstance(type_, str) else ""
        if isinstance(event.get("response"), dict):
            self.take_response(number, word, event)
        elif word == "error":
            self.ended = FAILED
            is_nested = isinstance(event.get("error"), dict)  # as other hosts have it
            self.body["error"] = event["error"] if is_nested else _without(event, _OWN)
            self.where[("error",)] = [(number, "error") if is_nested else (number,)]
            self.step(number, BROKE)
        elif not self.take_piece(number, word, event):
            self.pass_over(number, event, word)

    def take_response(self, number: int, word: str, event: Object) -> None:
        """Add what an event says of the whole response."""
        for name, value in event["response"].items():
            if name != "output":
                self.body[name] = value
                self.where.setdefault((name,), []).append((number, "response", name))
            if name in _REPEATED:
                self.say_again(_REPEATED[name], value)
        for name in event.keys() - _OWN:  # a host's own
            self.others.append(unread(event[name], (number, name), FORMAT, name, (name,)))
        if word in _ENDS:
            self.ended = _ENDS[word]
            output = event["response"].get("output")
            self.last = (output if isinstance(output, list) else [], (number, "response", "output"))
            self.step(number, ENDED if self.ended == WHOLE else BROKE)

    def take_piece(self, number: int, word: str, event: Object) -> bool:
        """Add what an event says of one item. Return whether it does."""
        stem, _, verb = word.rpartition(".")
        index = self.index_of(event, opens=stem == _ITEM and verb == "added")
        if index is None:
            return False
        if stem == _ITEM:
            return self.take_item(number, index, verb, event.get("item"))
        if stem in PARTS:
            name, own = PARTS[stem]
            return self.take_part(number, index, verb, (name, event.get(own, 0)), event.get("part"))
        if stem in DELTAS:
            return self.take_text(number, index, verb, DELTAS[stem], event)
        return word == _NOTE and self.take_note(number, index, event)

    def index_of(self, event: Object, *, opens: bool) -> int | None:
        """Return the index of the item that an event is about: its output_index, or that of an item of its id.

        opens: whether the event adds an item. One that is added at the index of another one is an item beside it.
        """
        item, index = event.get("item"), event.get("output_index")
        id_ = item.get("id") if isinstance(item, dict) else event.get("item_id")
        if index is None and isinstance(id_, str):
            index = self.known.get(id_, max(self.items, default=-1) + 1)
        if not isinstance(index, int) or isinstance(index, bool) or index < 0:
            return None
        if not isinstance(id_, str):
            return index
        taken = self.items.get(index, {}).get("id", id_)
        if opens and taken != id_ and isinstance(taken, str):
            self.beside[id_] = max(self.items) + 1
        index = self.beside.get(id_, index)
        self.known[id_] = index
        return index

    def take_item(self, number: int, index: int, verb: str, item: JSON) -> bool:
        """Open or close an item."""
        if not isinstance(item, dict):
            return False
        key: Path = ("output", index)
        self.items[index] = _copied(item)
        for old in [entry for entry in self.where if entry[:2] == key and len(entry) > 2 and _has(item, entry[2:])]:
            self.where[old].append((number, "item", *old[2:]))
        self.where.setdefault(key, []).append((number, "item"))
        self.step(number, OPENED if verb == "added" else CLOSED, key)
        return True

    def take_part(self, number: int, index: int, verb: str, place: tuple[str, JSON], part: JSON) -> bool:
        """Open or close a part of an item."""
        name, position = place
        item = self.items.get(index, {"type": "message" if name == "content" else "reasoning"})
        entries = _entries_of(item, name)
        if not (isinstance(part, dict) and entries is not None and _is_place(position, len(entries) + 1)):
            return False
        entries[position : position + 1] = [_copied(part)]
        self.items.setdefault(index, item)[name] = entries
        path: Path = ("output", index, name, position)
        self.where.setdefault(path, []).append((number, "part"))
        self.step(number, OPENED if verb == "added" else CLOSED, path)
        return True

    def take_text(self, number: int, index: int, verb: str, growing: Growing, event: Object) -> bool:
        """Add to a text of an item, or take it whole."""
        is_delta = verb == "delta"
        given = "delta" if is_delta else growing.member
        piece = event.get(given)
        found = self.holder_of(number, index, growing, event) if isinstance(piece, str) else None
        if found is None:
            return False
        holder, path = found
        earlier = holder.get(growing.member) if is_delta else None
        holder[growing.member] = with_piece(earlier if isinstance(earlier, str) else "", str(piece))
        self.where.setdefault(path, []).append((number, given))
        if is_delta:
            self.step(number, GREW, path, len(str(piece)))
        return True

    def holder_of(self, number: int, index: int, growing: Growing, event: Object) -> tuple[Object, Path] | None:
        """Return the item or entry whose text grows, a new one where none was announced, and the text's path."""
        item, path = self.items.get(index, {"type": growing.item}), ("output", index, growing.member)
        if growing.entries is None:
            self.items[index] = item
            return item, path
        entries, position = _entries_of(item, growing.entries), event.get(growing.place, 0)
        if entries is None or not _is_place(position, len(entries) + 1):
            return None
        key: Path = ("output", index, growing.entries, position)
        if position == len(entries):
            entries.append({"type": growing.type})
            self.where[key] = [(number,)]
        if not isinstance(entries[position], dict):
            return None
        item[growing.entries] = entries
        self.items[index] = item
        return entries[position], (*key, growing.member)

    def take_note(self, number: int, index: int, event: Object) -> bool:
        """Add an annotation to a text."""
        entries, position = _entries_of(self.items.get(index, {}), "content"), event.get("content_index", 0)
        if entries is None or not _is_place(position, len(entries)) or not isinstance(entries[position], dict):
            return False
        notes = entries[position].setdefault("annotations", [])
        if not isinstance(notes, list) or "annotation" not in event:
            return False
        path: Path = ("output", index, "content", position, "annotations")
        self.where[(*path, len(notes))] = [(number, "annotation")]
        notes.append(event["annotation"])
        self.step(number, GREW, path)
        return True

    def is_only_error(self) -> bool:
        """Whether nothing came but an error."""
        return not self.items and self.body.keys() == {"error"}

    def growth(self) -> StreamState:
        """Return all of the stream."""
        places = {index: place for place, index in enumerate(sorted(self.items))}
        output: list[JSON] = [self.items[index] for index in places]
        if not self.items and self.last is not None:
            output, self.where[("output",)] = self.last[0], [self.last[1]]
        body = self.body if self.is_only_error() else {**self.body, "output": output}
        answer, is_marked = read_answer(body), self.ended == WHOLE
        return self.grown(answer, self.ended, lambda key: _placed(key, places), is_marked=is_marked)


def _placed(key: Path, places: dict[int, int]) -> Path:
    """Return a path with the place of its item instead of its output_index."""
    if len(key) > 1 and key[0] == "output" and isinstance(key[1], int):
        return (key[0], places[key[1]], *key[2:])
    return key


def _entries_of(item: Object, name: str) -> list[JSON] | None:
    """Return a list that an item has, a new one where it has none yet; None where it has something else."""
    entries = item.get(name)
    return [] if entries is None else entries if isinstance(entries, list) else None


def _without(event: Object, names: set[str]) -> Object:
    return {name: value for name, value in event.items() if name not in names}


def _is_place(value: JSON, length: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < length


def _copied(value: JSON, depth: int = _DEPTH) -> JSON:
    """Return a copy as deep as it is changed."""
    if depth and isinstance(value, dict):
        return {name: _copied(value, depth - 1) for name, value in value.items()}
    return [_copied(element, depth - 1) for element in value] if depth and isinstance(value, list) else value


def _has(value: JSON, path: Path) -> bool:
    """Whether a value has a place."""
    for step in path:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and _is_place(step, len(value)):
            value = value[int(step)]
        else:
            return False
    return True


def write_events(answer: Answer, *, size: int | None = None) -> list[JSON]:
    """Write the events of an answer: one item is open at a time. One without an end breaks off, or ends with its error.

    size: characters of a delta; None: each text is one delta.
    """
    written = write_answer(answer, Pen(FORMAT))
    body: Object = written if isinstance(written, dict) else {}
    items = body.get("output")
    if not isinstance(items, list):
        error = body.get("error")
        return _numbered([{**error, "type": "error"}] if isinstance(error, dict) else [])
    head: Object = {**body, **dict.fromkeys(body.keys() & _OF_ENDS), "status": "in_progress", "output": []}
    events: list[Object] = [{"type": f"response.{word}", "response": head} for word in ("created", "in_progress")]
    for index, item in enumerate(items):
        events += _events_of(item, index, size)
    end = _END_WORDS.get(body.get("status", ""))
    if end is not None:
        events.append({"type": end, "response": body})
    elif isinstance(body.get("error"), dict):
        events.append({**body["error"], "type": "error"})
    return _numbered(events)


def _numbered(events: list[Object]) -> list[JSON]:
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def _events_of(item: JSON, index: int, size: int | None) -> Iterator[Object]:
    """Yield the events of one item."""
    at = {"output_index": index}
    held = item if isinstance(item, dict) else {}
    named = {"item_id": held.get("id", f"item_{index}"), **at}
    stem = next(
        (stem for stem, growing in DELTAS.items() if growing.item == held.get("type") and growing.entries is None), None
    )
    grows = stem is not None and isinstance(held.get(DELTAS[stem].member), str)
    yield {"type": f"{_ITEM}.added", **at, "item": _begun(held, DELTAS[stem].member if stem and grows else None)}
    if stem is not None and grows:
        yield from _text_events(stem, named, held[DELTAS[stem].member], size)
    for part_stem, (name, own) in PARTS.items():
        entries = held.get(name)
        for position, part in enumerate(entries if isinstance(entries, list) else ()):
            yield from _part_events(part_stem, {**named, own: position}, part, size)
    yield {"type": f"{_ITEM}.done", **at, "item": item}


def _begun(item: Object, member: str | None) -> Object:
    """Return an item as it is when it is opened. member: the text of its own that grows."""
    begun = {**item, **{name: [] for name, _own in PARTS.values() if isinstance(item.get(name), list)}}
    type_ = word_of(item) or ""
    begun |= {"status": "in_progress"} if "status" in item and not type_.endswith("_output") else {}
    return begun | ({member: ""} if member else {})


def _part_events(stem: str, at: Object, part: JSON, size: int | None) -> Iterator[Object]:
    """Yield the events of one part of an item."""
    held = part if isinstance(part, dict) else {}
    is_summary = "summary_index" in at
    grown = next(
        (name for name, growing in DELTAS.items()
         if growing.type == held.get("type") and (growing.entries == "summary") is is_summary), None
    )  # fmt: skip
    member = DELTAS[grown].member if grown else ""
    text = held.get(member)
    lists: Object = {name: [] for name in ("annotations", "logprobs") if isinstance(held.get(name), list)}
    begun = {**held, **lists, **({member: ""} if isinstance(text, str) else {})}
    yield {"type": f"{stem}.added", **at, "part": begun}
    if grown is not None and isinstance(text, str):
        notes = held.get("annotations")
        tokens = {"logprobs": held.get("logprobs") or []} if member == "text" and grown == _TEXT else {}
        yield from _text_events(grown, at, text, size, notes if isinstance(notes, list) else [], tokens)
    yield {"type": f"{stem}.done", **at, "part": part}


def _text_events(
    stem: str, at: Object, text: str, size: int | None, notes: Sequence[JSON] = (), tokens: Object | None = None
) -> Iterator[Object]:
    """Yield the deltas of a text, its annotations, and the text when it is done."""
    own = tokens or {}
    first = own
    for piece in pieces(text, size) if text else ():
        yield {"type": f"{stem}.delta", **at, "delta": piece, **first}
        first = {"logprobs": []} if own else {}
    for number, note in enumerate(notes):
        yield {"type": _NOTE, **at, "annotation_index": number, "annotation": note}
    yield {"type": f"{stem}.done", **at, DELTAS[stem].member: text, **own}
