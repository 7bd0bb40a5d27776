"""Gathers the events of a Responses stream by the output item that they are about."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.chat.chunks import paired
from conformance.formats.facts import word
from conformance.formats.model.conversation import ModelRefusal, Text

_ARGUMENTS = "response.function_call_arguments."
_TEXT = "response.output_text."
_REFUSAL = "response.refusal."


class StreamedItem:
    """One output item, and what the events say of it. first, last: the positions of the first event about it, and of
    the one that says that it is done, if there is one.
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.last: int | None = None
        self.index: int | None = None
        self.id: str | None = None
        self.added: JSON | Absent = ABSENT
        self.done: JSON | Absent = ABSENT
        self.held: JSON | Absent = ABSENT
        self.held_at = 0
        self.deltas: list[str] = []
        self.done_arguments: JSON | Absent = ABSENT
        self.mixed = self.one_key = False
        self.has_other_ids = False  # several: a host that gives each event another one names nothing by them
        # By content index: the pieces, the whole where it came, and whether it is a refusal.
        self.pieces: dict[JSON, list[str]] = {}
        self.wholes: dict[JSON, str] = {}
        self.refused: set[JSON] = set()

    @property
    def values(self) -> tuple[JSON | Absent, ...]:
        """The item as the events and the response give it, the last word first."""
        return (self.held, self.done, self.added)

    @property
    def snapshot(self) -> JSON:
        """The last word on the item, completed by what earlier ones say of its ids and its name."""
        known: dict[str, JSON] = {}
        for value in reversed(self.values):
            if isinstance(value, dict):
                known |= {key: member for key, member in value.items() if member is not None or key not in known}
        last = next((value for value in self.values if isinstance(value, dict)), {})
        return {key: member for key, member in known.items() if key in last or key in ("call_id", "id", "name", "type")}

    @property
    def is_call(self) -> bool:
        """Whether it is a function call."""
        return any(word(value) == "function_call" for value in self.values)

    @property
    def is_text(self) -> bool:
        """Whether it is a message, or nothing that says otherwise."""
        kinds = {word(value) for value in self.values if isinstance(value, dict)}
        return kinds <= {"message", "output_text"}

    @property
    def carriers(self) -> set[str]:
        """Which kinds of events carry arguments that are not blank."""
        found = {"delta"} if "".join(self.deltas).strip() else set()
        for kind, value in zip(("done", "completed", "item-done"), self.carried()[:3], strict=True):
            if value is not ABSENT and (not isinstance(value, str) or value.strip()):
                found.add(kind)
        return found

    def carried(self) -> list[JSON | Absent]:
        """The arguments as the done event, the response and the finished item have them, and as the deltas do."""
        found: list[JSON | Absent] = [self.done_arguments]
        for value in (self.held, self.done):
            member = value.get("arguments") if isinstance(value, dict) else None
            found.append(ABSENT if member is None else member)
        joined: JSON | Absent = paired("".join(self.deltas)) if self.deltas else ABSENT
        return [*found, joined]

    @property
    def contradicts_itself(self) -> bool:
        """Whether its deltas, its done events, the finished item and the response give it different texts."""
        pieces = {index: paired("".join(found)) for index, found in self.pieces.items()}
        given = [(index, text) for index, text in self.wholes.items() if isinstance(text, str)]
        for value in (self.done, self.held):
            content = value.get("content") if isinstance(value, dict) else None
            parts = enumerate(content if isinstance(content, list) else ())
            given += [(index, text) for index, part in parts if (text := word(part, "text"))]
        texts = any(pieces.get(index) and paired(text) != pieces[index] for index, text in given)
        carried = [value for value in self.carried() if isinstance(value, str) and value.strip()]
        return texts or len({"".join(text.split()) for text in carried}) > 1

    def streamed_texts(self) -> Iterator[Text | ModelRefusal]:
        """Yield its text as deltas and done events gave it."""
        for index in sorted({*self.pieces, *self.wholes}, key=lambda value: value if type(value) is int else 0):
            whole = self.wholes.get(index)
            text = "".join(self.pieces.get(index, ())) if whole is None else whole
            kind = ModelRefusal if index in self.refused else Text
            yield kind(value=text, at=((self.first,),))


class Items:
    """All items of a stream. unclear: two events point at different items for one. ordered: their order is known."""

    def __init__(self) -> None:
        self.all: list[StreamedItem] = []
        self.unclear = False
        self.ordered = True
        self._by_id: dict[str, StreamedItem] = {}
        self._by_index: dict[int, StreamedItem] = {}
        self._last_delta: StreamedItem | None = None

    def of(self, position: int, item_id: JSON, index: JSON) -> StreamedItem:
        """Return the item that an event is about, by its id or by its place in the output."""
        item_id = item_id if isinstance(item_id, str) and item_id else None
        index = index if type(index) is int else None
        by_id = self._by_id.get(item_id) if item_id is not None else None
        by_index = self._by_index.get(index) if index is not None else None
        found = by_id or by_index
        if by_id and by_index and by_id is not by_index:
            self.unclear = True
        if found is None:
            found = StreamedItem(position)
            self.all.append(found)
        if item_id is not None:
            if found.id is not None and found.id != item_id:
                self.unclear = found.has_other_ids = True
            found.id = found.id or item_id
            self._by_id[item_id] = found
        if index is not None:
            if found.index is not None and found.index != index:
                self.unclear = True
            found.index = index
            self._by_index[index] = found
        if item_id is None and index is None:
            self.unclear = True
        return found

    def take_delta(self, item: StreamedItem, delta: JSON) -> None:
        """Add a piece of arguments, and note where pieces of two items alternate."""
        if item.deltas and self._last_delta is not item and self._last_delta is not None:
            item.mixed = self._last_delta.mixed = True
        self._last_delta = item
        item.deltas.append(delta if isinstance(delta, str) else "")

    def hold(self, output: list[JSON], position: int) -> None:
        """Take the items of the response: each is one that events were about, or a new one."""
        by_call = {
            value["call_id"]: item
            for item in self.all
            for value in item.values
            if isinstance(value, dict) and isinstance(value.get("call_id"), str) and value["call_id"]
        }
        announced = list(self.all)
        for place, value in enumerate(output):
            own = value if isinstance(value, dict) else {}
            found = self._by_id.get(own["id"]) if isinstance(own.get("id"), str) else None
            if found is None and isinstance(own.get("call_id"), str):
                found = by_call.get(own["call_id"])
            if found is None:
                candidate = self._by_index.get(place)
                if candidate is not None and _same_item(candidate, own):
                    found = candidate
            if found is None or found.held is not ABSENT:
                found = StreamedItem(position)
                self.all.append(found)
            found.held, found.held_at = own, place
        new = [item for item in self.all if item not in announced]
        lacking = [item for item in announced if item.held is ABSENT]
        # Where the response lacks some items, the position of one that only the response has is not known.
        self.ordered = not (new and lacking)

    def in_order(self) -> list[StreamedItem]:
        """Return the items in the order of the output."""
        held = [item for item in self.all if item.held is not ABSENT]
        if len(held) == len(self.all):
            return sorted(held, key=lambda item: item.held_at)
        if all(item.index is not None for item in self.all):
            return sorted(self.all, key=lambda item: item.index or 0)
        order = [item.held_at for item in self.all if item.held is not ABSENT]
        if order != sorted(order):
            self.ordered = False
        return self.all


def _same_item(item: StreamedItem, own: JSON) -> bool:
    """Whether the response's item may be one that events were about: all that names them is equal."""
    names = ("type", "call_id", "name") if item.has_other_ids else ("type", "id", "call_id", "name")
    return all(value.get(key) == own.get(key) for value in item.values if isinstance(value, dict) for key in names)


def items_of(events: list[JSON], output: list[JSON], end: int | None) -> Items:
    """Gather the events before the end, and the output of the response that ends them."""
    items = Items()
    for position, event in enumerate(events):
        kind = event.get("type") if isinstance(event, dict) else None
        if not isinstance(kind, str):
            continue
        index = event.get("output_index")
        if kind in ("response.output_item.added", "response.output_item.done"):
            value = event.get("item")
            if isinstance(value, dict):
                found = items.of(position, value.get("id"), index)
                if kind.endswith("added"):
                    found.added = value
                else:
                    found.done, found.last = value, position
        elif kind.startswith(_ARGUMENTS):
            found = items.of(position, event.get("item_id"), index)
            if kind.endswith("delta"):
                items.take_delta(found, event.get("delta"))
                found.one_key = found.one_key or event.get("item_id") is None or index is None
            elif kind.endswith("done"):
                found.done_arguments = event.get("arguments", ABSENT)
        elif kind.startswith((_TEXT, _REFUSAL)) and kind.endswith((".delta", ".done")):
            _take_text(items.of(position, event.get("item_id"), index), kind, event)
    items.hold(output, len(events) if end is None else end)
    return items


def _take_text(item: StreamedItem, kind: str, event: JSON) -> None:
    part = event.get("content_index", 0)
    part = part if type(part) is int else 0
    if kind.startswith(_REFUSAL):
        item.refused.add(part)
    if kind.endswith(".delta"):
        delta = event.get("delta")
        item.pieces.setdefault(part, []).append(delta if isinstance(delta, str) else "")
    else:
        whole = event.get("refusal" if kind.startswith(_REFUSAL) else "text")
        if isinstance(whole, str):
            item.wholes[part] = whole
