"""Recorded Chat traffic through the reference: no rule objects, and a stream gives what its response gives.

Read are ../shared/recordings, and the folders that CONFORMANCE_RECORDINGS names, separated as in a PATH.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT, JSON, packed, unpacked
from conformance.reference import ToolError, chat_response_to_tool_calls, chat_stream_to_tool_calls
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

STREAM, RESPONSE = "chat-stream-to-tool-calls", "chat-response-to-tool-calls"
REFERENCES = {STREAM: chat_stream_to_tool_calls, RESPONSE: chat_response_to_tool_calls}
SHARED = Path(__file__).parents[3].parent / "shared" / "recordings"
FOLDERS = [
    path for path in (SHARED, *map(Path, os.environ.get("CONFORMANCE_RECORDINGS", "").split(os.pathsep))) if path.name
]
PRESENT = [path for path in FOLDERS if path.is_dir()]

pytestmark = pytest.mark.skipif(not PRESENT, reason="there are no recordings")


def outcome(operation: str, given: JSON) -> Outcome:
    """Return what the reference makes of an input."""
    try:
        return Outcome(output=REFERENCES[operation](unpacked(packed(given) or b"N")))
    except ToolError as error:
        return Outcome(refusal=Refusal(str(error)))


def failures(operation: str, given: JSON) -> Iterator[str]:
    """Yield what the rules of an operation object to."""
    own = family(operation)
    chained = own.chained_input(given) if operation == STREAM else ABSENT
    trial = Trial(
        operation=operation,
        input=given,
        outcome=outcome(operation, given),
        chained=None if chained is ABSENT else outcome(RESPONSE, chained),
    )
    view = own.view(trial)
    for rule in specifications().contracts[operation].rules:
        found = own.checks[rule.check](view)
        if found and found is not NOT_OBSERVABLE:
            yield f"{rule.id}: {found[0].message}"


def test_no_rule_objects_to_what_the_reference_makes_of_recorded_chat_traffic() -> None:
    counted: Counter[str] = Counter()
    objections = []
    for folder in PRESENT:
        harvested = harvest(read_folder(str(folder)).interactions)
        for operation in REFERENCES:
            for given, place in zip(
                harvested.inputs.get(operation, ()), harvested.places.get(operation, ()), strict=True
            ):
                counted[operation] += 1
                counted["law"] += operation == STREAM and family(STREAM).chained_input(given) is not ABSENT
                objections += [(place, failure) for failure in failures(operation, given)]
    print(dict(counted))
    assert objections == []
    assert counted[STREAM] > 10
    assert counted["law"] > 10
    assert counted[RESPONSE] > 10
