"""A subject's history as points of a line: how many rules decide against it, run by run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.field.scoreboard.runs import ReportedRun

WIDTH, HEIGHT, EDGE = 120.0, 28.0, 4.0  # of the picture's own units; EDGE is kept free on every side


def history(runs: Sequence[ReportedRun]) -> dict[str, Any] | None:
    """Return what the template draws; None where there is no line yet.

    The lowest place is no rule at all, so a line that reaches it is of a subject that conforms. changes: where
    the specifications were others than in the run before.
    """
    if len(runs) < 2:
        return None
    most = max(run.missed for run in runs) or 1
    step = (WIDTH - 2 * EDGE) / (len(runs) - 1)
    points = [
        (round(EDGE + number * step, 1), round(HEIGHT - EDGE - run.missed / most * (HEIGHT - 2 * EDGE), 1))
        for number, run in enumerate(runs)
    ]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "floor": HEIGHT - EDGE,
        "line": " ".join(f"{x},{y}" for x, y in points),
        "points": points,
        "changes": [
            (before[0] + after[0]) / 2
            for before, after, old, new in zip(points, points[1:], runs, runs[1:], strict=False)
            if old.specs_digest != new.specs_digest
        ],
        "text": f"{len(runs)} runs: {runs[0].missed:,} rules not met in the first, {runs[-1].missed:,} in the last",
        "ends": f"{runs[0].missed:,} → {runs[-1].missed:,}",
    }
