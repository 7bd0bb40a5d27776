"""Words the times a subject gave no usable answer: to which case or input, and what came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.results.text import counted, one_line
from conformance.rules.checks.findings import brief

LISTED = 6
INPUT_SHOWN = 120  # characters


def fault_lines(run: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each time that a single input showed. run: as in specs/report.schema.json."""
    seen = run.get("seen_faults", ())
    for element in seen[:LISTED]:
        where = (
            f"the case {element['case']}" if "case" in element else f"the input {brief(element['input'], INPUT_SHOWN)}"
        )
        what = f"{element['kind']} of {one_line(element['operation'], 60)}"
        yield f"{what} at {where}: {one_line(element['message'], 200)}"
    if seen[LISTED:]:
        yield f"and {counted(len(seen) - LISTED, 'more fault')}, which report.json has"
