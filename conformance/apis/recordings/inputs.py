"""From recorded traffic to inputs of operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from conformance.apis.recordings.model import ANTHROPIC, CHAT, GEMINI, JOINED, RESPONSES, Interaction
from conformance.base.values import ABSENT, JSON, packed
from conformance.formats.chat.chunks import is_whole, joined
from conformance.formats.operations import operations_from

# A request that has one of these continues what only the API knows: its items alone are no conversation.
_ELSEWHERE = ("previous_response_id", "conversation", "prompt")
_ENDS = ("response.completed", "response.failed", "response.incomplete")


class Harvest(NamedTuple):
    """Inputs by operation, and beside each where it was recorded. left_out: why values were not used, and how many."""

    inputs: Mapping[str, tuple[JSON, ...]]
    places: Mapping[str, tuple[str, ...]]
    left_out: Mapping[str, int]

    @property
    def size(self) -> int:
        """How many inputs there are."""
        return sum(map(len, self.inputs.values()))


class _FoundInput(NamedTuple):
    source: str  # the format
    value: JSON
    part: str


def harvest(interactions: Iterable[Interaction]) -> Harvest:
    """Return the inputs that recorded traffic gives, each once."""
    inputs: dict[str, list[JSON]] = {}
    places: dict[str, list[str]] = {}
    left_out: Counter[str] = Counter()
    known: set[tuple[str, bytes | None]] = set()
    for interaction in interactions:
        for found in _inputs(interaction):
            if isinstance(found, str):
                left_out[found] += 1
                continue
            key = (found.source, packed(found.value))
            for operation in operations_from(found.source):
                if key in known:
                    left_out["the same input a second time"] += 1
                    continue
                inputs.setdefault(operation, []).append(found.value)
                places.setdefault(operation, []).append(interaction.place(found.part))
            known.add(key)
    return Harvest(
        {name: tuple(own) for name, own in sorted(inputs.items())},
        {name: tuple(own) for name, own in sorted(places.items())},
        dict(left_out),
    )


def _inputs(interaction: Interaction) -> Iterator[_FoundInput | str]:
    """Yield the inputs of one interaction, and why others were left out."""
    if not interaction.succeeded:
        yield "of a request that the API refused"
        return
    yield from _of_request(interaction)
    yield from (_of_stream if interaction.events is not None else _of_answer)(interaction)


def _of_request(interaction: Interaction) -> Iterator[_FoundInput | str]:
    body = interaction.request
    if body is ABSENT:
        return
    if not isinstance(body, dict):
        yield "of a request whose body is not an object"
    elif interaction.api == CHAT:
        if isinstance(body.get("messages"), list):
            yield _FoundInput("chat-messages", body["messages"], "messages")
            yield _FoundInput("chat-request", body, "request")
        if isinstance(body.get("tools"), list):
            yield _FoundInput("chat-tools", body["tools"], "tools")
    elif interaction.api == ANTHROPIC:
        yield _FoundInput("anthropic-request", body, "request")
    elif interaction.api == GEMINI:
        yield _FoundInput("gemini-request", body, "request")
    else:
        yield from _of_responses_request(body)


def _of_responses_request(body: dict[str, JSON]) -> Iterator[_FoundInput | str]:
    if isinstance(body.get("tools"), list):
        yield _FoundInput("responses-tools", body["tools"], "tools")
    if any(body.get(key) is not None for key in _ELSEWHERE):
        yield f"a conversation that lies with the API ({next(key for key in _ELSEWHERE if body.get(key) is not None)})"
    elif isinstance(body.get("input"), str | list):
        given = {key: body[key] for key in ("input", "instructions") if body.get(key) is not None}
        yield _FoundInput("responses-input", given, "input")
        yield _FoundInput("responses-request", body, "request")


def _of_answer(interaction: Interaction) -> Iterator[_FoundInput | str]:
    body = interaction.answer
    if interaction.api == CHAT:
        if isinstance(body, dict) and isinstance(body.get("choices"), list):
            yield from _of_chat_response(body, "response")
            yield _FoundInput("chat-exchange", {"response": body}, "response")
        else:
            yield "an answer that is not a Chat response"
    elif interaction.api == ANTHROPIC:
        yield _FoundInput("anthropic-response", body, "response")
        yield _FoundInput("anthropic-exchange", {"response": body}, "response")
    elif interaction.api == GEMINI:
        yield _FoundInput("gemini-response", body, "response")
        yield _FoundInput("gemini-exchange", {"response": body}, "response")
    else:
        yield from _of_response(body, "response")


def _of_stream(interaction: Interaction) -> Iterator[_FoundInput | str]:
    events = list(interaction.events or ())
    if not events:
        yield "a stream without an event"
        return
    if interaction.api == CHAT:
        yield _FoundInput("chat-stream", events, "chunks")
        yield _FoundInput("chat-stream-exchange", {"chunks": events}, "chunks")
        if is_whole(events):
            yield _FoundInput("chat-response", joined(events), JOINED)
            yield _FoundInput("chat-exchange", {"response": joined(events)}, JOINED)
        else:
            yield "a Chat stream that breaks off"
        return
    if interaction.api == ANTHROPIC:
        yield _FoundInput("anthropic-stream", events, "events")
        yield _FoundInput("anthropic-stream-exchange", {"events": events}, "events")
        return
    if interaction.api == GEMINI:
        yield _FoundInput("gemini-stream", events, "responses")
        yield _FoundInput("gemini-stream-exchange", {"events": events}, "responses")
        return
    yield _FoundInput("responses-stream", events, "events")
    last = next((event for event in reversed(events) if isinstance(event, dict) and event.get("type") in _ENDS), None)
    if last is not None:
        yield from _of_response(last.get("response"), "the response that its last event holds")


def _of_chat_response(body: JSON, part: str) -> Iterator[_FoundInput]:
    """Yield an answer, and the same as one to a client that asked by the other API: its request was not recorded."""
    yield _FoundInput("chat-response", body, part)
    yield _FoundInput("chat-exchange", {"response": body}, part)


def _of_response(body: JSON, part: str) -> Iterator[_FoundInput | str]:
    if not isinstance(body, dict) or not isinstance(body.get("output"), list):
        yield f"an answer that is not a {RESPONSES} object"
        return
    yield _FoundInput("responses-response", body, part)
    if body.get("status") in ("failed", "cancelled"):
        yield "a failed response, which makes no message"
    else:
        yield _FoundInput("responses-output", body, part)
