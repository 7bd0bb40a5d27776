"""What a run found, as values: the verdict of every rule, and the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.contracts import Rule
from conformance.observation import Description, Outcome
from conformance.values import JSON, Absent

PASS, FAIL, NOT_APPLICABLE, NOT_OBSERVABLE, NOT_RUN = "pass", "fail", "not-applicable", "not-observable", "not-run"
VERDICTS = (PASS, FAIL, "expected-failure", "unexpected-pass", NOT_APPLICABLE, NOT_OBSERVABLE, NOT_RUN)


@dataclass(frozen=True, slots=True)
class Evidence:
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


@dataclass(slots=True)
class RuleResult:
    """One rule of one operation, while it is counted and when it is done."""

    operation: str
    rule: Rule
    cases_run: int = 0
    examples_run: int = 0
    unseen: int = 0
    verdict: str = NOT_APPLICABLE
    reason: str | None = None
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        """Whether it decides on conformance."""
        return self.rule.level == "MUST"


@dataclass(slots=True)
class RunResult:
    """A run. choices: operation to {choice: (answer, how it was found)}. complete: nothing was left unasked."""

    subject: Description
    seed: int
    max_examples: int
    requirements: str
    specs_digest: str
    started: str
    seconds: float = 0.0
    faults: int = 0
    complete: bool = False
    interrupted: bool = False
    choices: Mapping[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    rules: list[RuleResult] = field(default_factory=list)

    @property
    def conforms(self) -> bool:
        """Whether no MUST fails, was not run or passes unexpectedly, and the run is whole."""
        bad = (FAIL, NOT_RUN, "unexpected-pass")
        return self.complete and self.judged and not any(r.counts and r.verdict in bad for r in self.rules)

    @property
    def judged(self) -> bool:
        """Whether anything was judged at all: zero checks is not a pass."""
        return any(result.verdict not in (NOT_APPLICABLE, NOT_RUN) for result in self.rules)
