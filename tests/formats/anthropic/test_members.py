"""Every member of the types of Anthropic's SDK is read, or listed with a reason why it is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conformance.formats.anthropic.read import read_answer, read_request
from conformance.formats.anthropic.stream import read_stream
from tests.formats.anthropic.samples import block, opened, start, text
from tests.formats.anthropic.unread import UNREAD
from tests.formats.members import Asked, Place, asked, wrong
from tests.formats.sdk_types import Sampler, Scope, folder_of, scope_of, type_of

ENDED = {"stop_reason": "refusal"}
SAMPLER = Sampler(
    beside={
        "RefusalStopDetails.type": {"explanation": "x"},
        "Message.stop_details": ENDED,
        "Message.stop_sequence": ENDED,
        "Delta.stop_details": ENDED,
        "Delta.stop_sequence": ENDED,
    }
)
# The block that each delta adds to.
GROWN = {
    "TextDelta": text(""),
    "InputJSONDelta": block("tool_use", id="t", name="f", input={}),
    "CitationsDelta": text(""),
    "ThinkingDelta": block("thinking", thinking="", signature=""),
    "SignatureDelta": block("thinking", thinking="", signature=""),
}


@pytest.fixture(scope="module")
def types() -> Scope:
    try:
        return scope_of(sorted(folder_of("anthropic", "types").glob("*.py")))
    except LookupError:
        pytest.skip("the package anthropic is not installed")


def events(types: Scope) -> Iterator[Asked]:
    """Yield the members of the events of a stream, each after what it needs."""
    before = {"RawMessageStartEvent": [], "RawContentBlockStartEvent": [start()], "RawMessageDeltaEvent": [start()]}
    for name, events in before.items():
        yield from after(events, name, types)
    for name, opening in GROWN.items():
        delta = [start(), opened(1, opening)]
        place = Place(type_of(name, types), lambda value, delta=delta: [*delta, grow(value)], (2, "delta"))
        yield from asked(place, read_events, SAMPLER)


def grow(delta):
    return {"type": "content_block_delta", "index": 1, "delta": delta}


def after(events: list, name: str, types: Scope) -> Iterator[Asked]:
    return asked(Place(type_of(name, types), lambda value: [*events, value], (len(events),)), read_events, SAMPLER)


def read_events(value):
    growth = read_stream(value)
    return (growth.answer, *growth.others)


def test_every_member_is_read_or_has_a_reason(types: Scope) -> None:
    members = [
        *asked(Place(type_of("MessageCreateParamsStreaming", types)), lambda value: (read_request(value),), SAMPLER),
        *asked(Place(type_of("Message", types)), lambda value: (read_answer(value),), SAMPLER),
        *events(types),
    ]
    print(len(set(members)), sum(member.is_left for member in set(members)))
    assert wrong(members, UNREAD) == []
    assert len(set(members)) > 300
