"""Recorded traffic that the API answered with 200 is real."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from conformance.apis.input_validity import REAL, standing_of
from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.base.values import JSON
from conformance.formats.operations import operations_with, source_format

FOLDER = Path(__file__).parents[3].parent / "shared" / "recordings"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no ../shared/recordings")


def streams_of(events: list[JSON]) -> list[list[JSON]]:
    """Return the streams of a recording: some contain several one after another, some an empty one."""
    starts = [n for n, event in enumerate(events) if event["type"] == "response.created"]
    return [events[start:end] for start, end in pairwise([*starts, len(events)])]


def test_recorded_inputs_are_real() -> None:
    counted: Counter[str] = Counter()
    others = []
    harvested = harvest(read_folder(str(FOLDER)).interactions)
    for operation, inputs in harvested.inputs.items():
        for value, place in zip(inputs, harvested.places[operation], strict=True):
            parts = streams_of(value) if source_format(operation) == "responses-stream" else [value]
            for part in parts:
                counted[operation] += 1
                found = standing_of(operation, part)
                if found.kind != REAL:
                    others.append((place, found))
    assert others == []
    assert counted.keys() == set(operations_with(lambda value: value.source.startswith(("chat-", "responses-"))))
    assert min(counted.values()) > 5
