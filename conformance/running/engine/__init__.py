"""Runs operations: plans inputs, asks a subject, judges the outcomes, shrinks the evidence, draws the verdicts."""

from conformance.running.engine.events import Concluding, Event, Finished, Listener, Started, TrialProgress
from conformance.running.engine.expected import ExpectedEntry
from conformance.running.engine.options import Options
from conformance.running.engine.result import Evidence, ExpectedFailure, RuleResult, RunResult

__all__ = [
    "Concluding",
    "Event",
    "Evidence",
    "ExpectedEntry",
    "ExpectedFailure",
    "Finished",
    "Listener",
    "Options",
    "RuleResult",
    "RunResult",
    "Started",
    "TrialProgress",
]
