"""Words the inputs that a fault of the suite cost a rule, and the failing examples of earlier runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from conformance.base.errors import OUR_FAULT
from conformance.base.values import JSON
from conformance.results.text import counted, one_line
from conformance.running.engine.result import MOST_SET_ASIDE, RunResult

NAMED = 5  # faults; report.json has them all
Report = Mapping[str, Any]  # as in specs/report.schema.json


def set_aside_document(result: RunResult, writable: Callable[[JSON], JSON]) -> dict[str, Any]:
    """Return how many inputs were set aside, of how many, and each fault. writable: makes a value fit for a file."""
    return {
        "inputs": sum(result.inputs_set_aside.values()),
        "planned": result.ledger.inputs(),
        "too_many": list(result.too_many_set_aside),
        "faults": [
            {name: value for name, value in aside._asdict().items() if name != "input_file"}
            | {"input": writable(aside.input)}
            for aside in result.set_aside
        ],
    }


def share(report: Report) -> str | None:
    """Return the share of the inputs that were set aside; None for a report of an earlier version."""
    aside = report.get("set_aside")
    return None if aside is None else f"{aside['inputs']:,} of {counted(aside['planned'], 'input')}"


def set_aside_lines(report: Report) -> Iterator[str]:
    """Yield a line for each fault of the suite, with the command that shows it."""
    aside = report.get("set_aside", {"faults": ()})
    for fault in aside["faults"][:NAMED]:
        where = f"{one_line(fault['rule'], 60)} of {one_line(fault['operation'], 60)}"
        reason = one_line(fault["reason"], 200).rstrip(".")
        inputs = counted(fault["inputs"], "input")
        repeat = one_line(fault["reproduce"], 400)
        yield f"Set aside for {where}: {inputs}: {reason}. {OUR_FAULT} This shows it: {repeat}"
    if aside["faults"][NAMED:]:
        yield f"and {counted(len(aside['faults']) - NAMED, 'more fault')} of the suite, which report.json has."


def too_many_lines(operations: Iterable[str]) -> Iterator[str]:
    """Yield a line for each operation of which so many inputs were set aside that the run is incomplete."""
    for operation in operations:
        share_aside = f"more than 1 in {MOST_SET_ASIDE} inputs were set aside, for a fault of the suite"
        yield f"Not judged: {one_line(operation, 60)}: {share_aside}."


def earlier_lines(report: Report) -> Iterator[str]:
    """Yield how many failing examples of earlier runs were asked again, and which of them fail."""
    for case in report.get("earlier", ()):
        asked = f"{counted(case['asked'], 'input')} that failed in earlier runs"
        rules = f" ({one_line(', '.join(case['rules']), 200)})" if case["rules"] else ""
        fails = f"{case['failing']} of them {'fails' if case['failing'] == 1 else 'fail'} again{rules}"
        yield f"Earlier: {asked} of {one_line(case['operation'], 60)}: {fails if case['failing'] else 'all pass now'}."
