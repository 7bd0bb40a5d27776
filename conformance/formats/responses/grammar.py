"""The grammar of the events of a Responses stream, as recorded: 346 streams, 15,317 events.

    created in_progress ITEM* (completed | incomplete | failed)
    message, reasoning: item.added (part.added delta* done part.done)* item.done
    call:               item.added delta* done item.done

Items may be open at the same time: OpenAI opens one after the other, other servers do not. Events of other types, and
members that a host adds, are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import brief, but_got, versus
from conformance.formats.chat.chunks import paired
from conformance.formats.model.fact import Path
from conformance.formats.model.reading import GrammarError
from conformance.formats.responses.stream import DELTAS, PARTS

# What breaks it.
KINDS: Final = (
    "event", "head", "no-end", "after-end", "end", "number", "index", "part-index", "opened-twice", "not-opened",
    "not-open", "not-closed", "closed-twice", "item-id", "item-changed", "pieces", "final", "other-response",
)  # fmt: skip
_HEAD: Final = "response.created"
_ENDS: Final = frozenset({"response.completed", "response.incomplete", "response.failed", "error"})
_ITEM: Final = "response.output_item"
_NOTE: Final = "response.output_text.annotation.added"
_VERBS: Final = frozenset({"added", "delta", "done"})  # an event with another one is of another type
_STATES: Final = frozenset({"completed", "incomplete", "failed", "in_progress", "queued"})
# Members of a done item that need not be those of the final response: they are sealed anew, or say when.
_VOLATILE: Final = frozenset({"encrypted_content", "fingerprint", "status", "annotations", "logprobs"})
# What says something in the items that a model makes of its answer; a host may have members of its own beside it.
_ANSWERS: Final = frozenset({"message", "reasoning", "function_call", "custom_tool_call"})
_TELLING: Final = frozenset(
    {
        "id",
        "type",
        "role",
        "content",
        "summary",
        "call_id",
        "name",
        "namespace",
        "arguments",
        "input",
        "text",
        "refusal",
    }
)


def disorder_of(events: JSON) -> tuple[GrammarError, ...]:
    """Return what breaks the grammar: of each kind the first place, in the order of the events."""
    first: dict[str, GrammarError] = {}
    for error in _Grammar().judged(events if isinstance(events, list) else []):
        first.setdefault(error.kind, error)
    return tuple(first.values())


class _OpenPart:
    def __init__(self, word: str, begun: JSON = None) -> None:
        self.word = word
        self.grown = begun if isinstance(begun, str) else ""  # clients add the pieces to what it is added with
        self.is_done = self.is_closed = False
        self.is_announced = True


class _OpenItem:
    def __init__(self, item: dict[str, Any]) -> None:
        self.item = item
        self.parts: dict[tuple[str, int], _OpenPart] = {}
        self.own = _OpenPart("", item.get("arguments", item.get("input")))
        self.done: JSON = None
        self.is_closed = False


class _Grammar:
    """What is open while the events of one stream are read."""

    def __init__(self) -> None:
        self._items: dict[int, _OpenItem] = {}
        self._order: list[_OpenItem] = []  # as they were added, also those that have no place of their own
        self._ended: str | None = None
        self._number: int | None = None
        self._id: JSON = None  # of the response

    def judged(self, events: list[JSON]) -> Iterator[GrammarError]:
        """Yield what is out of order."""
        for place, event in enumerate(events):
            if not isinstance(event, dict) or not isinstance(event.get("type"), str):
                yield GrammarError("event", (place,), f"wanted an event with a type, {but_got(event)}")
                continue
            yield from self._numbered(place, event)
            yield from self._placed(place, event, event["type"])
        if self._ended is None:
            yield GrammarError("no-end", (), f"no event ends the stream of {len(events)} events")

    def _numbered(self, place: int, event: dict[str, Any]) -> Iterator[GrammarError]:
        number = event.get("sequence_number")
        wanted = self._number + 1 if self._number is not None else None
        if type(number) is not int:
            yield GrammarError("number", (place,), f"wanted a sequence_number, {but_got(number)}")
        elif wanted is not None and number != wanted:
            yield GrammarError("number", (place, "sequence_number"), f"sequence_number: wanted {wanted}, got {number}")
        self._number = number if type(number) is int else wanted

    def _placed(self, place: int, event: dict[str, Any], word: str) -> Iterator[GrammarError]:
        if self._ended is not None and not (self._ended == "error" and word == "response.failed"):
            yield GrammarError("after-end", (place,), f"{word} follows {self._ended}, which ends the stream")
            return
        if word == _HEAD and place:
            yield GrammarError("head", (place,), f"{_HEAD} is event {place}, and not the first")
        elif word != _HEAD and not place and word != "error":
            yield GrammarError("head", (place,), f"the first event is {word}, and not {_HEAD}")
        if word == _HEAD and not place:
            yield from self._at_head(event)
        yield from self._of_this_response(place, event, word)
        if word in _ENDS:
            yield from self._at_end(place, event, word)
            self._ended = word
            return
        stem, _dot, verb = word.rpartition(".")
        if verb not in _VERBS:
            return
        if stem == _ITEM:
            yield from self._item(place, event, verb)
        elif stem in PARTS or stem in DELTAS or word == _NOTE:
            yield from self._inside(place, event, stem, verb)

    def _at_head(self, event: dict[str, Any]) -> Iterator[GrammarError]:
        response = event.get("response")
        begun = response if isinstance(response, dict) else {}
        self._id = begun.get("id")
        if begun.get("output"):
            held = begun["output"]
            held = f"{len(held)} items" if isinstance(held, list) else brief(held)
            message = f"{_HEAD} has {held} in its output, which no event has added"
            yield GrammarError("head", (0, "response", "output"), message)
        elif isinstance(begun.get("status"), str) and f"response.{begun['status']}" in _ENDS:
            message = f"{_HEAD} opens a response that is {begun['status']}"
            yield GrammarError("head", (0, "response", "status"), message)

    def _of_this_response(self, place: int, event: dict[str, Any], word: str) -> Iterator[GrammarError]:
        response = event.get("response")
        own = response.get("id") if isinstance(response, dict) else None
        if isinstance(self._id, str) and isinstance(own, str) and own != self._id:
            message = f"{word} is of the response {brief(own)}, and {_HEAD} opened {brief(self._id)}"
            yield GrammarError("other-response", (place, "response", "id"), message)

    def _item(self, place: int, event: dict[str, Any], verb: str) -> Iterator[GrammarError]:
        index, item = event.get("output_index"), event.get("item")
        if not isinstance(item, dict):
            yield GrammarError("event", (place, "item"), f"item: wanted an object, {but_got(item)}")
            return
        if type(index) is not int:
            self._order += [_OpenItem(item)] if verb == "added" else []
            yield _uncounted(place, event, "output_index")
            return
        known = self._items.get(index)
        if verb == "added":
            if known is not None and same(known.item.get("id"), item.get("id")):
                yield GrammarError("opened-twice", (place,), f"the item at output_index {index} is added a second time")
                return
            if known is not None:
                yield GrammarError("index", (place, "output_index"), f"output_index: two items have {index}")
            elif index != len(self._order):
                message = f"output_index: wanted {len(self._order)}, the number of items before it, got {index}"
                yield GrammarError("index", (place, "output_index"), message)
            self._items[index] = _OpenItem(item)
            self._order.append(self._items[index])
            return
        if known is None:
            yield GrammarError("not-opened", (place,), f"the item at output_index {index} is done and was never added")
            known = self._items[index] = _OpenItem(item)
            self._order.append(known)
        elif known.is_closed:
            yield GrammarError("closed-twice", (place,), f"the item at output_index {index} is done a second time")
        yield from self._closed(place, known, item)

    def _closed(self, place: int, known: _OpenItem, item: dict[str, Any]) -> Iterator[GrammarError]:
        for name in ("id", "type", "call_id"):
            if known.item.get(name) is not None and not same(known.item.get(name), item.get(name)):
                message = f"{name} of an item: added with {brief(known.item[name])}, done with {brief(item.get(name))}"
                kind = "item-id" if name == "id" else "item-changed"
                yield GrammarError(kind, (place, "item", name), message)
        for name in ("name", "namespace"):
            begun, whole = known.item.get(name), item.get(name)
            if isinstance(begun, str) and not (isinstance(whole, str) and whole.startswith(begun)) and begun:
                message = f"{name} of an item: added with {brief(begun)}, done with {brief(whole)}"
                yield GrammarError("item-changed", (place, "item", name), message)
        for (holder, number), part in known.parts.items():
            if part.is_announced and not part.is_closed:
                message = f"the item is done, and its {holder} {number} is still open"
                yield GrammarError("not-closed", (place,), message)
            entries = item.get(holder)
            entry = entries[number] if isinstance(entries, list) and 0 <= number < len(entries) else None
            yield from _equal("pieces", (place, "item", holder, number), part.grown, _text_of(entry))
        member = next((name for name in ("arguments", "input") if isinstance(item.get(name), str)), None)
        if member is not None and item.get("type") in ("function_call", "custom_tool_call"):
            yield from _equal("pieces", (place, "item", member), known.own.grown, item[member])
        known.is_closed, known.done = True, item

    def _inside(self, place: int, event: dict[str, Any], stem: str, verb: str) -> Iterator[GrammarError]:
        if type(event.get("output_index")) is not int:
            yield _uncounted(place, event, "output_index")
            return
        known = self._items.get(event["output_index"])
        if known is None or known.is_closed:
            why = "no item is open there" if known is None else "the item there is done"
            message = f"{event['type']} at output_index {brief(event.get('output_index'))}: {why}"
            yield GrammarError("not-open", (place,), message)
            return
        if known.item.get("id") is not None and event.get("item_id") != known.item.get("id"):
            message = f"item_id: wanted {brief(known.item['id'])}, {but_got(event.get('item_id', ABSENT))}"
            yield GrammarError("item-id", (place, "item_id"), message)
        if stem in PARTS:
            yield from self._part(place, event, known, stem, verb)
        elif stem in DELTAS:
            yield from _grown(place, event, known, stem, verb)

    def _part(
        self, place: int, event: dict[str, Any], known: _OpenItem, stem: str, verb: str
    ) -> Iterator[GrammarError]:
        holder, name = PARTS[stem]
        number = event.get(name)
        if type(number) is not int:
            yield _uncounted(place, event, name, "part-index")
            return
        part = known.parts.get((holder, number))
        if verb == "added":
            before = sum(text == holder for text, _number in known.parts)
            if part is not None:
                yield GrammarError("opened-twice", (place,), f"{holder} {number} of the item is opened a second time")
            elif number != before:
                yield GrammarError("part-index", (place, name), f"{name}: wanted {before}, got {number}")
            known.parts[holder, number] = _OpenPart(holder, _text_of(event.get("part")))
            return
        if part is None or part.is_closed:
            why = "was never added" if part is None else "is done already"
            yield GrammarError("not-open", (place,), f"{holder} {number} of the item {why}")
            return
        yield from _equal("pieces", (place, "part"), part.grown, _text_of(event.get("part")))
        part.is_closed = True

    def _at_end(self, place: int, event: dict[str, Any], word: str) -> Iterator[GrammarError]:
        response = event.get("response")
        status = response.get("status") if isinstance(response, dict) else None
        if isinstance(status, str) and status in _STATES and f"response.{status}" != word:
            message = f"{word} ends the stream, and the response in it is {status}"
            yield GrammarError("end", (place, "response", "status"), message)
        if word == "error" or word == "response.failed":
            return
        for index, item in self._items.items():
            if not item.is_closed:
                yield GrammarError(
                    "not-closed", (place,), f"{word}, and the item at output_index {index} is still open"
                )
        output = response.get("output") if isinstance(response, dict) else None
        if not isinstance(output, list):
            yield GrammarError("final", (place, "response", "output"), f"{word} has no output")
            return
        if len(output) != len(self._order):
            message = f"the items of {word}: wanted {len(self._order)} as opened before, got {len(output)}"
            yield GrammarError("final", (place, "response", "output"), message)
            return
        for index, final in enumerate(output):
            if word == "response.completed" and _is_waiting(final):
                message = f"{word}, and the call in it is in_progress"
                yield GrammarError("end", (place, "response", "output", index, "status"), message)
            done = self._order[index].done
            if isinstance(done, dict) and isinstance(final, dict) and not same(_stable(done), _stable(final)):
                what = versus(_stable(done), _stable(final))
                message = f"item {index} of {word} is not the one that was done: {what}"
                yield GrammarError("final", (place, "response", "output", index), message)


def _is_waiting(item: Any) -> bool:
    """Whether an item is a call of a tool of the client that is not whole yet, by its status.

    A call that a program of the host makes is in progress in OpenAI's own last event: the program waits.
    """
    calls = ("function_call", "custom_tool_call")
    is_call = isinstance(item, dict) and item.get("type") in calls and not item.get("caller")
    return is_call and item.get("status") == "in_progress"


def _grown(place: int, event: dict[str, Any], known: _OpenItem, stem: str, verb: str) -> Iterator[GrammarError]:
    holder, name, member = DELTAS[stem].entries, DELTAS[stem].place, DELTAS[stem].member
    part = known.own
    if holder is not None:
        number = event.get(name)
        if type(number) is not int:
            yield _uncounted(place, event, name, "part-index")
            return
        found = known.parts.get((holder, number))
        if found is None and known.item.get("type") == "reasoning":
            # SDKs and clients read the pieces of thoughts without the events that open and close their part.
            found = known.parts[holder, number] = _OpenPart(holder)
            found.is_announced = False
        if found is None or found.is_closed:
            why = "was never added" if found is None else "is done already"
            yield GrammarError("not-open", (place,), f"{event['type']}: {holder} {brief(number)} of the item {why}")
            return
        part = found
    if verb == "delta":
        if part.is_done:
            yield GrammarError("not-open", (place,), f"{event['type']} follows the event that says it is done")
        if not isinstance(event.get("delta"), str):
            yield GrammarError(
                "event", (place, "delta"), f"delta: wanted a text, {but_got(event.get('delta', ABSENT))}"
            )
            return
        part.grown += event["delta"]
    elif verb == "done":
        yield from _equal("pieces", (place, member), part.grown, event.get(member))
        part.is_done = True


def _uncounted(place: int, event: dict[str, Any], name: str, kind: str = "index") -> GrammarError:
    return GrammarError(kind, (place,), f"{event['type']}: wanted {name}, a number, {but_got(event.get(name, ABSENT))}")


def _equal(kind: str, at: Path, grown: str, said: JSON) -> Iterator[GrammarError]:
    grown = paired(grown)  # a piece may end between the two surrogates of a character
    if said != grown:
        made, _comma, done = versus(grown, said).removeprefix("wanted ").rpartition(", got ")
        yield GrammarError(kind, at, f"the deltas make {made}, and what is done has {done}")


def _text_of(part: JSON) -> JSON:
    holder = part if isinstance(part, dict) else {}
    return next((holder[name] for name in ("text", "refusal") if name in holder), None)


def _stable(item: JSON) -> JSON:
    """Return an item without what a host may change once more at the end."""
    is_answer = isinstance(item, dict) and str(item.get("type")) in _ANSWERS
    return _telling_members(item, lambda name: name in _TELLING if is_answer else name not in _VOLATILE)


def _telling_members(value: JSON, tells: Callable[[str], bool]) -> JSON:
    if isinstance(value, dict):
        return {name: _telling_members(value, tells) for name, value in value.items() if tells(name)}
    return [_telling_members(element, tells) for element in value] if isinstance(value, list) else value
