"""Prints what the suite costs, as ratios taken in one interleaved run.

    python benchmarks/run.py            five rounds
    python benchmarks/run.py --rounds 9

The floor of a case is the bare loop that calls the reference's mcp_tool_to_chat_tool over tools.json (2,000
tools) and compares; the floor of a start is `python -c pass`. Every round measures everything once, so that a
machine that speeds up or slows down does so for all; each ratio is taken within its round. Shown: the median,
and the lowest and highest round. Exit status 1 where a median is above its limit.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass

import engine
import process_subjects
import starts

from conformance.cli import COLLECT_AFTER


@dataclass(frozen=True)
class Measure:
    """One figure: what it is, how it is taken (seconds), what it is divided by, and its limit as a ratio."""

    name: str
    take: Callable[[], float]
    floor: str
    limit: float | None = None


def measures() -> list[Measure]:
    """Return everything that is measured, floors first."""
    return [
        Measure("floor of a case, CPU", engine.floor_cpu, "floor of a case, CPU"),
        Measure("a case through the engine, reported", engine.reported, "floor of a case, CPU", 2),
        Measure("the same, with purity", engine.reported_with_purity, "floor of a case, CPU", 4),
        Measure("floor of a case, wall", engine.floor_wall, "floor of a case, wall"),
        Measure("what Python's own JSON and the call take, wall", process_subjects.own_work, "floor of a case, wall"),
        *(
            Measure(f"a {name}, wall", take, "floor of a case, wall", _limit(name))
            for name, take in process_subjects.subjects().items()
        ),
        Measure("a start of Python, CPU", starts.bare, "a start of Python, CPU"),
        Measure("conformance --help", starts.help_text, "a start of Python, CPU", 3),
        Measure("conformance certify, cases only", starts.certify, "a start of Python, CPU", 8),
    ]


def _limit(name: str) -> float | None:
    """Return a process's limit; none where its own work alone is above it."""
    if "input_after" in name:
        return 6
    return None if name == process_subjects.STANDARD else 3


def main() -> int:
    """Measure, print the table, return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    gc.set_threshold(*COLLECT_AFTER)  # as the command sets it; for the floor too
    todo = measures()
    for measure in todo:  # a warm-up: caches, bytecode, children's first pages
        measure.take()
    taken: dict[str, list[float]] = {measure.name: [] for measure in todo}
    for _round in range(rounds):
        for measure in todo:
            taken[measure.name].append(measure.take())
    too_slow = False
    for measure in todo:
        values, floors = taken[measure.name], taken[measure.floor]
        if measure.name == measure.floor:
            unit, scale = ("ms", 1e3) if "start" in measure.name else ("µs", 1e6)
            shown = (min(values), statistics.median(values), max(values))
            low, middle, high = (f"{value * scale:.1f}" for value in shown)
            print(f"{measure.name:58} {middle:>7} {unit}   ({low} to {high})")
            continue
        ratios = [value / floor for value, floor in zip(values, floors, strict=True)]
        middle_ratio = statistics.median(ratios)
        verdict = ""
        if measure.limit is not None:
            verdict = f"at most {measure.limit:g}" + ("" if middle_ratio <= measure.limit else "  TOO SLOW")
            too_slow |= middle_ratio > measure.limit
        print(f"{measure.name:58} {middle_ratio:>7.2f} x    ({min(ratios):.2f} to {max(ratios):.2f})  {verdict}")
    return int(too_slow)


if __name__ == "__main__":
    sys.exit(main())
