"""The life of a failure: what each station of the run found out about it, from the failed check to the defect."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Sequence
from typing import Any

from conformance.base.redact import Redactor
from conformance.results.text import one_line
from conformance.rules.contracts.locate import relative_path
from conformance.running.engine.defects import Defect, defects
from conformance.running.engine.log import Log, Station
from conformance.running.engine.result import FAIL, Evidence, RuleResult, RunResult
from conformance.running.engine.stations import CHAIN, CHARGE, CHOICES, DEFECT, REPETITION, SCOPE, STATIONS, TRIAL

NAME = max(len(station.name) for station in STATIONS)
FOUND_SHOWN = 3  # things that one station found out about examples of one rule


def lives(result: RunResult, log: Log, redactor: Redactor, rule: str | None, case: str | None) -> list[str]:
    """Return the life of the first failure of each rule that fails, and how much each station asked.

    rule: its failure alone, also if it is advice. case: the failure in this case.
    """
    found, lines = defects(result), []
    shown: dict[str, None] = {}
    for entry in result.rules:
        evidence = next((shown for shown in entry.evidence if case in (None, shown.case)), None)
        if entry.verdict != FAIL or evidence is None or entry.rule.id != (rule or entry.rule.id):
            continue
        if rule is not None or evidence.advice is None:
            shown[entry.operation] = None
            lines += ["", *_life(log, entry, evidence, [defect for defect in found if _shows(defect, entry, evidence)])]
    lines += ["", *(_calls(log, operation) for operation in shown)] if shown else []
    return [one_line(redactor.text(line)) for line in lines]


def _calls(log: Log, operation: str) -> str:
    """Return how often each station asked about an operation, in words."""
    counts = ((station.name, log.calls[station.name, operation]) for station in STATIONS)
    return f"Calls of {operation}: {', '.join(f'{name} {count:,}' for name, count in counts if count)}"


def _life(log: Log, entry: RuleResult, evidence: Evidence, shown: Sequence[Defect]) -> list[str]:
    """Return what each station found out about a failure. shown: the defects that it shows."""
    said = {station: _finding_text(log, station, entry, evidence) for station in STATIONS}
    begins = next((station for station in (SCOPE, CHAIN, REPETITION) if said[station]), TRIAL)
    said[begins] = ": ".join(text for text in (said[begins], evidence.message) if text)
    said[CHOICES] = "; ".join(
        f"decided by {with_.choice}={with_.answer} ({with_.found})" for with_ in evidence.judged_with
    )
    said[CHARGE] = _charge(entry, evidence)
    said[DEFECT] = ", ".join(_broken_text(defect, entry) for defect in shown)
    places = {station: place_of(station.code) for station in STATIONS if said[station]}
    width = max(map(len, places.values()))
    silent = ", ".join(station.name for station in STATIONS if not said[station])
    return [
        f"Life of a failure of {entry.rule.id} in {evidence.case or 'an example'} of {entry.operation}:",
        *(f"  {station.name:<{NAME}} {place:<{width}}  {said[station]}" for station, place in places.items()),
        f"  Others found nothing about it: {silent}.",
    ]


def _finding_text(log: Log, station: Station, entry: RuleResult, evidence: Evidence) -> str:
    """Return what a station found out about a failure; of an example, about the examples of its rule."""
    key = (station, entry.operation, evidence.case)
    found = dict.fromkeys(step.found for step in log.steps or () if step[:3] == key and entry.rule.id in step.rules)
    return "; ".join(list(found)[:FOUND_SHOWN])


def _charge(entry: RuleResult, evidence: Evidence) -> str:
    if evidence.advice is not None:
        return f"advice: {evidence.advice}"
    if entry.charged_to:
        return f"{', '.join(entry.charged_to)} is charged with it"
    return f"charged; also breaks {', '.join(entry.also_breaks)}" if entry.also_breaks else "charged"


def _shows(defect: Defect, entry: RuleResult, evidence: Evidence) -> bool:
    """Whether evidence of a rule is evidence of a defect."""
    key = (entry.operation, entry.rule.id)
    places = [place for rule in defect.rules if rule[:2] == key for place in rule.evidence]
    return key in defect.also_breaks or any(entry.evidence[place] is evidence for place in places)


def _broken_text(defect: Defect, entry: RuleResult) -> str:
    """Return what a defect breaks, and why what a rule objects to is one defect with the rest of it."""
    key = (entry.operation, entry.rule.id)
    reasons = dict.fromkeys(fact.reason for fact in defect.facts if fact[:2] == key and fact.reason)
    why = f" ({'; '.join(reasons)})" if reasons else ""
    return f"{defect.id} breaks {', '.join(defect.sets) or 'no set'}{why}"


def place_of(code: Callable[..., Any]) -> str:
    """Return FILE:LINE of a function or a class; the path is relative to the current folder where it is inside it."""
    while isinstance(code, functools.partial):
        code = code.func
    code = inspect.unwrap(code)
    try:
        _source, number = inspect.getsourcelines(code)
        path = inspect.getsourcefile(code) or ""
    except (OSError, TypeError):
        return "(no source)"
    return f"{relative_path(os.path.abspath(path))}:{number}"
