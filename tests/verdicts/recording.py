"""What one converter is judged as, as data: of the run, and of each of its trials."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.plan import Planned
from conformance.running.engine.result import FAIL, RunResult
from conformance.running.engine.sets import set_verdicts

OK, UNSEEN = "ok", "not observable"  # of a rule in a trial; one that is not there was not reached
# What a view says of a trial besides the findings of rules: the engine decides by it.
_FLAGS = (
    "unfit", "may_fail", "must_convert", "is_refused_by_right", "failed_at", "has_wrong_part", "incomplete",
    "is_all_usable",
)  # fmt: skip


def digest(*values: Any) -> str:
    """Return a digest of values, in sixteen letters. Values that are no JSON count by their repr."""
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=repr).encode()).hexdigest()[:16]


class Trials:
    """Takes each judged trial of a run, as Options.trace.

    found: by the digest of the trial, its findings. values: by their digest, inputs and outputs.
    """

    def __init__(self) -> None:
        self.found: dict[str, JSON] = {}
        self.values: dict[str, JSON] = {}

    def __call__(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        """Keep what the rules say of a trial."""
        given, output = self._kept(trial.input), self._kept(trial.outcome.output)
        case = planned.case.id if planned.case is not None else None
        key = digest(trial.operation, given, _said(trial), case)
        self.found[key] = {
            "operation": trial.operation, "input": given, "output": output, **findings(judgement),
            **view_data(judge.view(trial)),
        }  # fmt: skip

    def _kept(self, value: JSON) -> str | None:
        if value is ABSENT:
            return None
        key = digest(value)
        self.values.setdefault(key, json.loads(json.dumps(value, default=repr)))
        return key


def findings(judgement: Judgement) -> dict[str, JSON]:
    """Return what each rule that was reached says."""
    found: dict[str, Any] = dict.fromkeys(judgement.reached, OK) | dict.fromkeys(judgement.unseen, UNSEEN)
    for rule, failure in judgement.failures:
        own = found[rule] if isinstance(found.get(rule), list) else []
        found[rule] = [*own, _failure(failure)]
    # In which order a check finds things may hang on the hashes of texts.
    found = {rule: sorted(said, key=repr) if isinstance(said, list) else said for rule, said in sorted(found.items())}
    failed = judgement.failed_call
    return {
        "rules": found,
        "failed call": _failure(failed) if failed else None,
        "own faults": len(judgement.own_faults),
    }


def view_data(view: View) -> dict[str, JSON]:
    """Return what a view says besides: digests of the output that it would expect, and of what is not free."""
    return {
        "expected": _digest_of(view.expected),
        "essence": _digest_of(view.essence),
        "flags": {name: _read(lambda name=name: getattr(view, name)) for name in _FLAGS}
        | {"made_up": _read(view.made_up)},
    }


def run_data(result: RunResult) -> dict[str, JSON]:
    """Return the verdicts of a run: of rules with their objections, of sets, and the answers to choices."""
    rules = {}
    for entry in result.rules:
        objections = entry.objections if entry.verdict == FAIL else ()
        rules[f"{entry.operation} {entry.rule.id}"] = {
            "verdict": entry.verdict,
            "level": entry.level,
            "objections": sorted(
                {
                    (objection.kind, objection.at, objection.standing, objection.yields_to or "")
                    for objection in objections
                }
            ),
            "charged to": sorted(entry.charged_to),
            "also breaks": sorted(entry.also_breaks),
            "counts": [entry.cases_run, entry.examples_run, entry.unseen],
        }
    return {
        "rules": rules,
        "sets": {verdict.name: [verdict.verdict, sorted(map(str, verdict.failed))] for verdict in set_verdicts(result)},
        "choices": {operation: {name: list(answer) for name, answer in own.items()}
                    for operation, own in result.choices.items()},
        "complete": result.complete,
        "seconds": {entry.rule.id: entry.seconds or 0.0 for entry in result.rules},
    }  # fmt: skip


def _failure(failure: Failure) -> list[JSON]:
    return [failure.kind, failure.at, failure.yields_to, bool(failure.advice), failure.overruled, failure.message]


def _said(trial: Trial) -> list[Any]:
    """Return all that verdicts on a trial depend on besides its input."""
    several = (trial.alone, trial.single_form)
    alone: Iterable[Any] = ([_outcome(outcome) for outcome in outcomes or ()] for outcomes in several)
    others = [_outcome(element) for element in (trial.outcome, trial.again, trial.smaller, trial.chained)]
    return [*others, *alone, trial.restarted, trial.requests, sorted(trial.choices.items()), trial.exact_numbers]


def _outcome(outcome: Outcome | None) -> JSON:
    if outcome is None:
        return None
    parts = (outcome.refusal, outcome.fault, outcome.not_json, outcome.input_after, outcome.shares, outcome.kept)
    return [outcome.output, *parts, outcome.diagnostics]


def _digest_of(made: Callable[[], JSON]) -> str:
    return digest(_read(made))


def _read(made: Callable[[], Any]) -> Any:
    try:
        return made()
    except Exception as error:  # a view need not have what nobody asks it on this input
        return f"raises {type(error).__name__}"
