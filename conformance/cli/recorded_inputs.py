"""The inputs that --cassettes gives: those of recorded traffic."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from conformance.errors import UsageError
from conformance.values import JSON

if TYPE_CHECKING:
    from conformance.recordings.inputs import Harvest


def recorded_inputs(parsed: argparse.Namespace) -> Harvest | None:
    """Read the folder that --cassettes names, and tell what was read; None without it. Raises UsageError."""
    if parsed.cassettes is None:
        return None
    if parsed.input is not None or parsed.case:
        raise UsageError("--cassettes adds inputs, and --input and --case leave all others out.", "Leave one away.")
    # Imported here: few runs read recordings.
    from conformance.recordings import read_folder
    from conformance.recordings.inputs import harvest
    from conformance.reports.recorded import input_lines, read_lines

    recordings = read_folder(parsed.cassettes)
    found = harvest(recordings.interactions)
    if not parsed.quiet:
        print("\n".join([*read_lines(recordings), *input_lines(found)]))
    if not found.size:
        raise UsageError(f"{parsed.cassettes} gives no input.", "Name a folder of VCR cassettes of the two APIs.")
    return found


def joined(inputs: Mapping[str, tuple[JSON, ...]], found: Harvest | None) -> Mapping[str, tuple[JSON, ...]]:
    """Return inputs by operation with the recorded ones after the others."""
    if found is None:
        return inputs
    return {**inputs, **{name: (*inputs.get(name, ()), *values) for name, values in found.inputs.items()}}
