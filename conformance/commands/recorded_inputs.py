"""The inputs that --cassettes gives: those of recorded traffic."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import Harvest, harvest
from conformance.base.errors import UsageError
from conformance.results.recorded import input_lines, read_lines
from conformance.running.engine.result import RECORDING, InputSource


def recorded_inputs(parsed: argparse.Namespace) -> Harvest:
    """Read the folder that --cassettes names, and print what was read. Raises UsageError."""
    if parsed.input is not None or parsed.case:
        raise UsageError("--cassettes cannot be combined with --input or --case.", "Remove one.")
    recordings = read_folder(parsed.cassettes)
    found = harvest(recordings.interactions)
    if not parsed.quiet:
        print("\n".join([*read_lines(recordings, everything=True), *input_lines(found, everything=True)]))
    if not found.size:
        raise UsageError(f"{parsed.cassettes} gives no input.", "Name a folder of VCR cassettes of the APIs.")
    return found


def recording_sources(found: Harvest) -> Mapping[str, tuple[InputSource, ...]]:
    """Return where the recorded inputs of each operation come from."""
    return {
        operation: tuple(InputSource(RECORDING, place) for place in places)
        for operation, places in found.places.items()
    }
