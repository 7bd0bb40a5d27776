"""Recorded traffic of Anthropic's API and of Gemini's through the reference: no rule that must hold objects.

Read are ../shared/recordings-anthropic-gemini, and the folders that CONFORMANCE_RECORDINGS names, separated as in a
PATH.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance import reference
from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.base.values import JSON
from conformance.running.engine.result import FAIL
from tests.running.engine.certifying import certified, evidence_text, specifications

SHARED = Path(__file__).parents[3].parent / "shared" / "recordings-anthropic-gemini"
FOLDERS = [
    path for path in (SHARED, *map(Path, os.environ.get("CONFORMANCE_RECORDINGS", "").split(os.pathsep))) if path.name
]
PRESENT = [path for path in FOLDERS if path.is_dir()]
READ = (
    "anthropic-request-to-chat-request",
    "anthropic-response-to-chat-response",
    "anthropic-response-to-responses-response",
    "anthropic-response-to-tool-calls",
    "anthropic-stream-to-chat-stream",
    "gemini-request-to-chat-request",
    "gemini-response-to-chat-response",
    "gemini-stream-to-chat-stream",
)


@functools.cache
def recorded() -> dict[str, list[JSON]]:
    """All recorded inputs, by the operation that reads them."""
    found: dict[str, list[JSON]] = {}
    for folder in PRESENT:
        for operation, inputs in harvest(read_folder(str(folder)).interactions).inputs.items():
            found.setdefault(operation, []).extend(inputs)
    return found


def converters(operation: str) -> dict[str, Callable[[Any], Any]]:
    """The reference for an operation and those that its laws compare it with."""
    names = {operation, *specifications().contracts[operation].chain}
    return {name: getattr(reference, name.replace("-", "_")) for name in names}


@pytest.mark.expensive("each recorded answer is judged by every rule")
@pytest.mark.parametrize("operation", READ)
def test_no_rule_objects_to_what_the_reference_makes_of_recorded_traffic(operation: str) -> None:
    inputs = tuple(recorded().get(operation, ()))
    if not inputs:
        pytest.skip("there are no recordings of it")
    result = certified(converters(operation), operation, max_examples=0, inputs={operation: inputs}, only_inputs=True)
    failed = [entry.rule.id for entry in result.rules if entry.verdict == FAIL and entry.rule.level == "MUST"]
    assert failed == [], evidence_text(result, *failed)
    assert max(entry.examples_run for entry in result.rules) > len(inputs) / 2
