"""Values of the formats that are not made up: of the cases in specs/, and of recorded traffic.

Recorded traffic is in ../shared/recordings, and in the folders that CONFORMANCE_RECORDINGS names.
"""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from conformance.apis.recordings import read_folder
from conformance.base.values import JSON, packed
from conformance.formats.operations import operations
from conformance.inputs.examples import draw_examples
from tests.running.engine.certifying import specifications

REQUEST, ANSWER, STREAM = "request", "answer", "stream"  # forms
BEGIN = "response.created"
SHARED = Path(__file__).parents[2].parent / "shared" / "recordings"
PRESENT = [
    path
    for path in (SHARED, *map(Path, os.environ.get("CONFORMANCE_RECORDINGS", "").split(os.pathsep)))
    if path.name and path.is_dir()
]
recorded_traffic = pytest.mark.skipif(not PRESENT, reason="there are no recordings")
FORMATS = ("chat", "responses")
# Of a wire format: the format and form of a value, and the member that holds it there, where it is a part.
_KINDS: dict[str, tuple[str, str, str | None]] = {
    "chat-request": ("chat", REQUEST, None),
    "chat-messages": ("chat", REQUEST, "messages"),
    "chat-tools": ("chat", REQUEST, "tools"),
    "chat-tool": ("chat", REQUEST, None),
    "chat-response": ("chat", ANSWER, None),
    "chat-message": ("chat", ANSWER, None),
    "chat-stream": ("chat", STREAM, None),
    "tool-message": ("chat", REQUEST, None),
    "responses-request": ("responses", REQUEST, None),
    "responses-input": ("responses", REQUEST, "input"),
    "responses-tools": ("responses", REQUEST, "tools"),
    "responses-response": ("responses", ANSWER, None),
    "responses-output": ("responses", ANSWER, "output"),
    "responses-stream": ("responses", STREAM, None),
    "function-call-output": ("responses", REQUEST, None),
}


class Sample(NamedTuple):
    """One value. where: the case, or the recording. is_real: a client or server of the API could send it."""

    format: str
    form: str
    value: JSON
    where: str
    is_real: bool


@functools.cache
def case_samples() -> tuple[Sample, ...]:
    """Return the inputs and expected outputs of all cases, each once."""
    return _distinct(_of_cases())


@functools.cache
def recorded_samples() -> tuple[Sample, ...]:
    """Return all recorded requests, answers and streams, each once."""
    return _distinct(_recorded())


@functools.cache
def drawn_samples(count: int) -> tuple[Sample, ...]:
    """Return generated inputs. count: of each operation; two of five have a fault."""
    return _distinct(_drawn(count))


def module(format: str, name: str) -> ModuleType:
    """Return a module of a format; what only tests know of it is beside them."""
    root = "tests" if name in ("beside", "equal") else "conformance"
    return importlib.import_module(f"{root}.formats.{format}.{name}")


def _distinct(samples: Iterator[Sample]) -> tuple[Sample, ...]:
    found: dict[tuple[str, str, bytes | None], Sample] = {}
    for sample in samples:
        key = sample.format, sample.form, packed(sample.value)
        if key not in found or sample.is_real:
            found[key] = sample
    return tuple(found.values())


def _of_cases() -> Iterator[Sample]:
    for name, operation in operations().items():
        for case in specifications().contracts[name].cases:
            is_real = case.standing is None
            yield from _sample(operation.source, case.input, f"{name}: {case.id}", is_real)
            for expected in (expectation for expectation in case.expectations if expectation.error is None):
                yield from _sample(operation.target, expected.output, f"{name}: {case.id}, output", is_real)


def _drawn(count: int) -> Iterator[Sample]:
    for name, operation in operations().items():
        if operation.source in _KINDS:
            for example in draw_examples(name, count, 1):
                yield from _sample(
                    operation.source, example.value, f"{name}, {example.mutation or 'drawn'}", not example.mutation
                )


def _sample(wire: str, value: JSON, where: str, is_real: bool) -> Iterator[Sample]:
    if wire not in _KINDS:
        return
    format_, form, member = _KINDS[wire]
    if wire == "chat-message":
        value = {"choices": [{"index": 0, "message": value}]}
    elif wire == "tool-message":
        value = {"messages": value if isinstance(value, list) else [value]}
    elif wire == "function-call-output":
        value = {"input": value if isinstance(value, list) else [value]}
    elif wire == "chat-tool":
        value = {"tools": [value]}
    elif member is not None and not (isinstance(value, dict) and member in value):
        value = {member: value}
    yield Sample(format_, form, value, where, is_real)


def _answers(events: Sequence[JSON]) -> Iterator[list[JSON]]:
    """Yield the events of each answer: some files have those of several."""
    starts = [at for at, event in enumerate(events) if isinstance(event, dict) and event.get("type") == BEGIN] or [0]
    for begin, end in zip(starts, [*starts[1:], len(events)], strict=True):
        if begin < end:
            yield list(events[begin:end])


def _recorded() -> Iterator[Sample]:
    for folder in PRESENT:
        for interaction in read_folder(str(folder), ()).interactions:
            if isinstance(interaction.request, dict):
                yield Sample(
                    interaction.api, REQUEST, interaction.request, interaction.place("request"), interaction.succeeded
                )
            for number, events in enumerate(_answers(interaction.events or ())):
                yield Sample(
                    interaction.api,
                    STREAM,
                    events,
                    interaction.place(f"events of answer {number}"),
                    interaction.succeeded,
                )
            if interaction.events is not None:
                continue
            if isinstance(interaction.answer, dict):
                yield Sample(
                    interaction.api, ANSWER, interaction.answer, interaction.place("answer"), interaction.succeeded
                )
