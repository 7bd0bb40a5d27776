"""What a run found, as values: the verdict of every rule, and the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conformance.contracts import Rule
from conformance.observation import Description, Outcome
from conformance.values import JSON, Absent

PASS, FAIL, NOT_APPLICABLE, NOT_OBSERVABLE, NOT_RUN = "pass", "fail", "not-applicable", "not-observable", "not-run"
VERDICTS = (PASS, FAIL, "expected-failure", "unexpected-pass", NOT_APPLICABLE, NOT_OBSERVABLE, NOT_RUN)


class Evidence(NamedTuple):
    """One failure that can be repeated. expected: ABSENT where no output can be named.

    kind, at, message: as in the check's failure. input_file: the name of the file in the evidence folder that
    the reproduce line needs; None for a case.
    """

    kind: str
    case: str | None
    input: JSON
    outcome: Outcome
    expected: JSON | Absent
    at: str
    message: str
    reproduce: str
    input_file: str | None = None


class RuleResult:
    """One rule of one operation, while it is counted and when it is done."""

    __slots__ = ("cases_run", "evidence", "examples_run", "operation", "reason", "rule", "unseen", "verdict")

    def __init__(self, operation: str, rule: Rule) -> None:
        self.operation = operation
        self.rule = rule
        self.cases_run = 0
        self.examples_run = 0
        self.unseen = 0
        self.verdict = NOT_APPLICABLE
        self.reason: str | None = None
        self.evidence: list[Evidence] = []

    @property
    def counts(self) -> bool:
        """Whether it decides on conformance."""
        return self.rule.level == "MUST"


class RunResult:
    """A run, while it goes on and when it is done.

    choices: operation to {choice: (answer, how it was found)}. complete: nothing was left unasked.
    interrupted: somebody ended it early.
    """

    def __init__(
        self, subject: Description, *, seed: int, max_examples: int, requirements: str, specs_digest: str, started: str
    ) -> None:
        self.subject = subject
        self.seed = seed
        self.max_examples = max_examples
        self.requirements = requirements
        self.specs_digest = specs_digest
        self.started = started
        self.seconds = 0.0
        self.faults = 0
        self.complete = False
        self.interrupted = False
        self.choices: Mapping[str, Mapping[str, tuple[str, str]]] = {}
        self.rules: list[RuleResult] = []

    @property
    def conforms(self) -> bool:
        """Whether no MUST fails, was not run or passes unexpectedly, and the run is whole."""
        bad = (FAIL, NOT_RUN, "unexpected-pass")
        return self.complete and self.judged and not any(r.counts and r.verdict in bad for r in self.rules)

    @property
    def judged(self) -> bool:
        """Whether anything was judged at all: zero checks is not a pass."""
        return any(result.verdict not in (NOT_APPLICABLE, NOT_RUN) for result in self.rules)
