"""The path of one case from its YAML to the verdict in report.json, and the lives of failures; with file and line."""

from __future__ import annotations

from typing import NamedTuple

from conformance.base.observation import Outcome
from conformance.base.redact import Redactor
from conformance.results.evidence_text import json_line as as_text
from conformance.results.life import lives, place_of
from conformance.results.text import one_line
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts.locate import case_location
from conformance.running.engine.ask import ask_all
from conformance.running.engine.collect import Collector
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.log import Log
from conformance.running.engine.plan import Planned, plan_cases
from conformance.running.engine.result import RuleResult, RunResult

COLUMN = 9


class _Traced(NamedTuple):
    planned: Planned
    trial: Trial
    judgement: Judgement
    judge: Judge


class Trace:
    """Follows one case to its verdict, and failures to their defects.

    rule, case: their ids; None for all, and then no case has a path. subject: as it was opened.
    """

    def __init__(self, rule: str | None, case: str | None, subject: object, redactor: Redactor) -> None:
        self._rule = rule
        self._case = case
        self._subject = subject
        self._redactor = redactor
        self.log = Log(keeps_steps=True)
        self._traced: dict[str, _Traced] = {}  # by operation

    def __call__(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        """Take in a judged trial; only the first one of the case in an operation is kept."""
        if planned.case is not None and planned.case.id == self._case:
            self._traced.setdefault(planned.operation, _Traced(planned, trial, judgement, judge))

    def lines(self, result: RunResult, report: str | None) -> list[str]:
        """Return the path of the case in each operation that has it, and the lives. report: the path of report.json."""
        followed = lives(result, self.log, self._redactor, self._rule, self._case)
        if self._rule is None or self._case is None:
            return followed or ["", "No rule fails: there is no failure to follow."]
        lines: list[str] = []
        entries = {entry.operation: entry for entry in result.rules if entry.rule.id == self._rule}
        for operation, traced in self._traced.items():
            if operation in entries:
                lines += ["", f"Path of {self._case} to {self._rule} of {operation}:"]
                lines += self._steps(traced, entries[operation], result, report)
        missing = ["", f"The case {self._case} was not asked for {self._rule}: there is no path."]
        return [*(lines or missing), *followed]

    def _steps(self, traced: _Traced, entry: RuleResult, result: RunResult, report: str | None) -> list[str]:
        planned, trial, judgement, judge = traced
        assert planned.case is not None
        own = family(planned.operation)
        check = own.checks[entry.rule.check]
        subject = result.subject
        verdict = f"{entry.verdict} ({entry.level})" + (f": {entry.reason}" if entry.reason else "")
        steps = [
            ("case", case_location(planned.operation, planned.case.id), planned.case.note),
            ("planned", place_of(plan_cases), self._further(planned, trial)),
            ("asked", place_of(ask_all), f"{subject.name} by {subject.adapter}, {place_of(type(self._subject))}"),
            ("outcome", place_of(Outcome), self._outcome(trial.outcome)),
            ("view", place_of(own.view), getattr(own.view, "__name__", "")),
            # A check that is charged by laws is these.
            *(("check", place_of(value), entry.rule.check) for value in getattr(check, "laws", (check,))),
            ("judgement", place_of(judge.judge), self._finding(judgement)),
            ("verdict", place_of(Collector.conclude), f"{verdict}{f'; {report}' if report else ''}"),
        ]
        return [f"  {name:<{COLUMN}} {place}  {one_line(self._redactor.text(text))}" for name, place, text in steps]

    def _further(self, planned: Planned, trial: Trial) -> str:
        asked = ["asked once" if trial.again is None else "asked twice"]
        asked += [f"each of {len(planned.entries)} entries alone"] if planned.entries else []
        return ", ".join(asked)

    def _outcome(self, outcome: Outcome) -> str:
        if outcome.fault is not None:
            return f"{outcome.fault.kind}: {outcome.fault.message}"
        if outcome.refusal is not None:
            return f"error: {outcome.refusal.message}"
        return f"not JSON: {outcome.not_json}" if outcome.not_json else as_text(self._redactor.value(outcome.output))

    def _finding(self, judgement: Judgement) -> str:
        failures = [failure for rule, failure in judgement.failures if rule == self._rule]
        if failures:
            return f"failure {failures[0].kind} at {failures[0].at or '/'}: {failures[0].message}"
        if self._rule in judgement.unseen:
            return "not observable"
        return "no failure" if self._rule in judgement.reached else "the rule does not apply to this trial"
