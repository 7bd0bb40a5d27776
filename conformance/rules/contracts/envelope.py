"""Fills in what the API always sends around what a case is about, so that a case shows only that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.apis.emulator.stream import responses_events
from conformance.base.values import JSON, copy_of
from conformance.formats.exchanges import events_of

_ENDS = ("response.completed", "response.incomplete", "response.failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Default:
    """Members of each object that has the members `match`: those that it lacks are added, at every depth.

    output: members that the expected output gets where the object was found.
    """

    match: dict[str, JSON]
    add: dict[str, JSON]
    output: dict[str, JSON]


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """How the inputs of a contract, and its expected outputs, are completed.

    streamed: the input is a list of the events of a stream. streamed_output: the expected output is one; a response in
    its place is written as its events. streams: the format of the stream that an `input` or an `output` is; a whole
    answer in its place is written as its events.
    """

    defaults: tuple[Default, ...] = ()
    streamed: bool = False
    streamed_output: bool = False
    streams: Mapping[str, str] = field(default_factory=dict)

    def complete(self, value: JSON) -> tuple[JSON, dict[str, JSON]]:
        """Return the complete value, and the members that the expected output gets."""
        output: dict[str, JSON] = {}
        filled = self._filled(value, output) if self.defaults else value
        return (_as_stream(filled) if self.streamed else self._in_events("input", filled)), output

    def expected(self, output: JSON, members: dict[str, JSON]) -> JSON:
        """Return an expected output with the members that it gets, or the events that it stands for."""
        if not isinstance(output, dict):
            return output
        whole = merged(members, output) if members else output
        if self.streamed_output and "output" in whole:
            return responses_events(whole)
        return self._in_events("output", whole)

    def _in_events(self, side: str, value: JSON) -> JSON:
        format = self.streams.get(side)
        return value if format is None or not isinstance(value, dict) else events_of(format, value)

    def _filled(self, value: JSON, output: dict[str, JSON]) -> JSON:
        if isinstance(value, list):
            return [self._filled(member, output) for member in value]
        if not isinstance(value, dict):
            return value
        for default in self.defaults:
            if all(value.get(key) == member for key, member in default.match.items()):
                value = merged(default.add, value)
                output |= default.output
        return {key: self._filled(member, output) for key, member in value.items()}


def envelope_of(data: JSON) -> Envelope:
    """Return the envelope that a contract declares."""
    defaults = (
        Default(match=entry["for"], add=entry["add"], output=entry.get("output", {}))
        for entry in data.get("defaults", ())
    )
    return Envelope(
        defaults=tuple(defaults),
        streamed=data.get("streamed", False),
        streamed_output=data.get("streamed_output", False),
        streams=data.get("streams", {}),
    )


def merged(defaults: dict[str, JSON], value: dict[str, Any]) -> dict[str, JSON]:
    """Return an object with the members that it lacks, in its own order; the defaults come last. Shares nothing."""
    made = dict(value)
    for key, member in defaults.items():
        if key not in made:
            made[key] = copy_of(member)
        elif isinstance(member, dict) and isinstance(made[key], dict):
            made[key] = merged(member, made[key])
    return made


def _as_stream(events: JSON) -> JSON:
    """Number the events. One that has only its first and its last event gets those between, from the last one."""
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        return events
    first, last = (events[0], events[1]) if len(events) == 2 else ({}, {})
    body = last.get("response", {})
    if first.get("type") == "response.created" and last.get("type") in _ENDS and {"status", "output"} <= body.keys():
        events = [first, *responses_events(body)[1:-1], last]
        events = [{key: value for key, value in event.items() if key != "sequence_number"} for event in events]
    if any("sequence_number" in event for event in events):
        return events
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]
