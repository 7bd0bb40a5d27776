"""Plan, run, judge, shrink: a subject is asked, its answers are judged, and what was found leaves as events."""

from conformance.engine.events import Concluding, Event, Finished, Listener, Progress, Started
from conformance.engine.options import Options
from conformance.engine.result import Evidence, ExpectedFailure, RuleResult, RunResult
from conformance.engine.run import certify

__all__ = [
    "Concluding",
    "Event",
    "Evidence",
    "ExpectedFailure",
    "Finished",
    "Listener",
    "Options",
    "Progress",
    "RuleResult",
    "RunResult",
    "Started",
    "certify",
]
