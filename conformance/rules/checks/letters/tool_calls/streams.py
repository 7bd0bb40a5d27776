"""Reads the events of a Responses API stream into what they owe a parsed result."""

from __future__ import annotations

from itertools import pairwise

from conformance.base.values import ABSENT, JSON
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.formats.model.fact import Path
from conformance.formats.responses.events import StreamedItem, items_of
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.arguments import (
    OBJECT,
    OPEN,
    ReceivedArguments,
    either,
    read_arguments,
)
from conformance.rules.checks.letters.tool_calls.facts import (
    COMPLETED,
    CUT,
    ERROR,
    FAILED,
    INCOMPLETE,
    UNFIT,
    OwedAnswer,
    OwedCall,
    fate_of,
    legal_names,
    settled_fates,
)
from conformance.rules.checks.letters.tool_calls.responses import (
    has_loose_text,
    is_finished,
    is_odd,
    reason_of,
    texts_of,
)

_ENDINGS = {
    "response.completed": COMPLETED,
    "response.incomplete": INCOMPLETE,
    "response.failed": FAILED,
    "error": ERROR,
}


def read_stream(events: JSON, exact: bool) -> OwedAnswer:
    """Read a list of events. exact: whether the transport keeps all numbers apart."""
    if not isinstance(events, list) or not any(isinstance(event, dict) for event in events):
        return UNFIT
    end, ending = _end_of(events)
    last = events[end] if end is not None else {}
    response = last.get("response") if ending in (COMPLETED, INCOMPLETE, FAILED) else {}
    odd = any(not isinstance(event, dict) for event in events[:end]) or not isinstance(response, dict)
    response = response if isinstance(response, dict) else {}
    output = response.get("output")
    odd = odd or not isinstance(output, list | None) or any(map(_has_odd_piece, events[:end]))
    items = items_of(events[:end], output if isinstance(output, list) else [], end)
    known = items.in_order()
    texts, loose = _texts(known, end)
    whole = all(item.held is not ABSENT for item in known if item.is_text)
    is_known = ending == COMPLETED or (ending == INCOMPLETE and whole)
    calls = [_call(item, ending, end, exact) for item in known if item.is_call]
    return OwedAnswer(
        calls=settled_fates(calls),
        texts=tuple(texts),
        ending=ending,
        odd=odd or any(is_odd(value) for item in known for value in item.values if value is not ABSENT),
        items=len(known),
        ordered=items.ordered,
        loose_text=loose or items.unclear or not items.ordered or not is_known,
        whole=whole,
        error=_error_of(last, response, ending),
        reason=reason_of(response),
        usage=ABSENT if response.get("usage") is None else response["usage"],
        unclear=items.unclear,
        interleaved=any(call.mixed for call in calls),
        staggered=_is_staggered(known),
        overlapping=_overlap([item for item in known if item.is_text]),
        finished=ending == COMPLETED and whole and is_finished(response),
        garbled=loose or items.unclear or not items.ordered,
    )


def _is_staggered(items: list[StreamedItem]) -> bool:
    """Whether a call is done before a call that comes before it in the output."""
    ends = [item.last for item in items if item.is_call and item.last is not None]
    return ends != sorted(ends)


def _overlap(items: list[StreamedItem]) -> bool:
    """Whether an item begins before the one in front of it is done."""
    return any(item.last is not None and other.first < item.last for item, other in pairwise(items))


def _end_of(events: list[JSON]) -> tuple[int | None, str]:
    """Return the position of the first event that ends the stream, and the kind of end."""
    for index, event in enumerate(events):
        kind = event.get("type") if isinstance(event, dict) else None
        if isinstance(kind, str) and kind in _ENDINGS:
            return index, _ENDINGS[kind]
    return None, CUT


def _has_odd_piece(event: JSON) -> bool:
    """Whether an event's piece of text or arguments is there, and no text."""
    return isinstance(event, dict) and "delta" in event and not isinstance(event["delta"], str)


def _error_of(last: JSON, response: JSON, ending: str) -> JSON:
    if ending == ERROR:
        return last["error"] if isinstance(last.get("error"), dict) else last
    return response.get("error")


# Calls.


def _call(item: StreamedItem, ending: str, end: int | None, exact: bool) -> OwedCall:
    """Read a function call from all that is known of it."""
    snapshot = item.snapshot
    held = item.held is not ABSENT
    finished = ending == COMPLETED
    arguments = _arguments(item, exact)
    fate, half = _fate(item, finished, ending)
    if half:
        # The deltas of a call that never ended may happen to be whole.
        whole = arguments.kind == OBJECT
        arguments = arguments._replace(legal=(*(arguments.legal or ()), None) if whole else (None,))
    return OwedCall(
        fate=fate,
        ids=legal_names(snapshot.get("call_id"), snapshot.get("id")),
        names=legal_names(snapshot.get("name")),
        arguments=arguments,
        at=_place(item, end),
        half=half,
        held=held,
        mixed=item.mixed and item.carriers == {"delta"},
        one_key=item.one_key,
    )


def _fate(item: StreamedItem, finished: bool, ending: str) -> tuple[str, bool]:
    """Whether a call is among the parsed ones, and whether it is half a call."""
    if isinstance(item.held, dict):
        if ending in (COMPLETED, INCOMPLETE):
            return fate_of(item.held), False
        return MAY, item.held.get("status") != "completed"
    if isinstance(item.done, dict):
        status = item.done.get("status")
        if status == "completed":
            return (MUST if finished else MAY), False
        if status is None:
            return MAY, False
        return (fate_of(item.done), False) if finished else (MAY, True)
    if finished:
        # Nothing else can come: the response is complete, and so are its calls.
        evident = bool(item.deltas) or item.done_arguments is not ABSENT
        known = isinstance(item.added, dict) and item.added.get("status") != "incomplete"
        return (MUST if evident and known else MAY), False
    return MAY, item.done_arguments is ABSENT


def _arguments(item: StreamedItem, exact: bool) -> ReceivedArguments:
    """The arguments, from whichever events carry them. Where two carriers contradict each other, either is right."""
    found = [value for value in item.carried() if value is not ABSENT]
    carried = [value for value in found if not isinstance(value, str) or value.strip()]
    first = read_arguments((carried or found or [ABSENT])[0], exact)
    if any(other != carried[0] for other in carried[1:]):
        return ReceivedArguments(OPEN, None, first.raw)
    if carried and _says_blank(item):
        # The last word on the item has no arguments, although the events before it had.
        return either(first, read_arguments("", exact))
    return first


def _says_blank(item: StreamedItem) -> bool:
    value = item.snapshot.get("arguments")
    final = item.held is not ABSENT or item.done is not ABSENT
    return final and (value is None or (isinstance(value, str) and not value.strip()))


def _place(item: StreamedItem, end: int | None) -> Path:
    if item.held is not ABSENT and end is not None:
        return (end, "response", "output", item.held_at)
    return (item.first,)


# Text.


def _texts(items: list[StreamedItem], end: int | None) -> tuple[list[Text | ModelRefusal], bool]:
    """The texts in order, and whether there is one that cannot be known."""
    texts: list[Text | ModelRefusal] = []
    loose = False
    for item in items:
        if item.is_call:
            continue
        streamed = list(item.streamed_texts())
        snapshot = item.snapshot if item.held is not ABSENT or item.done is not ABSENT else None
        if snapshot is None:
            if item.is_text:
                texts += streamed
            continue
        own = texts_of(snapshot, _place(item, end))
        loose = loose or has_loose_text(snapshot)
        said, heard = "".join(text.value for text in own), "".join(text.value for text in streamed)
        if streamed and said != heard and item.is_text:
            loose = True  # it contradicts itself
        texts += own
    return texts, loose
