"""Two subjects that were given the same inputs, and what is reported about their differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from conformance.base.observation import GIVEN_UP, Description, Fault, Outcome
from conformance.base.values import JSON
from conformance.rules.checks.findings import Failure
from conformance.rules.contracts import Rule
from conformance.running.differential.structure import Change

T = TypeVar("T")
U = TypeVar("U")

ANSWERS, REFUSES, FAULTS, NO_JSON = "answers", "refuses", "gives no result", "returns no JSON"


class PerSubject(NamedTuple, Generic[T]):
    """The same thing of both subjects."""

    a: T
    b: T

    def map(self, function: Callable[[T], U]) -> PerSubject[U]:
        """Return what a function makes of both."""
        return PerSubject(function(self.a), function(self.b))


class BrokenByOutcome(NamedTuple):
    """A rule that an outcome breaks. firm: a MUST that no other rule in force overrides; only those decide."""

    rule: Rule
    failure: Failure
    firm: bool


class Explained(NamedTuple):
    """A choice that the two subjects answer differently: each answer is legal, and forbids the other's outcome."""

    choice: str
    rule: str
    a: str | None
    b: str | None


class OutputDifference(NamedTuple):
    """A change from A's output to B's. free: the rules allow it in A's place, whatever B does elsewhere."""

    change: Change
    free: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """One disagreement, as reported. more: differences that are left out. seen: how many inputs showed its kind."""

    operation: str
    input: JSON
    case: str | None
    came: PerSubject[str]
    outcomes: PerSubject[Outcome]
    differences: tuple[OutputDifference, ...]
    more: int
    charges: PerSubject[tuple[BrokenByOutcome, ...]]
    choices: tuple[Explained, ...]
    seen: int

    @property
    def decided(self) -> bool:
        """Whether a rule convicts one of the two, or both."""
        return any(charge.firm for charges in self.charges for charge in charges)


class OperationComparison:
    """What was compared of one operation. unasked: how many inputs were not, by the reason."""

    def __init__(self, operation: str, choices: PerSubject[Mapping[str, str]]) -> None:
        self.operation = operation
        self.choices = choices
        self.inputs = 0
        self.differing = 0
        self.not_shown = 0
        self.unasked: dict[str, int] = {}
        self.given_up = False

    def skip(self, fault: Fault) -> None:
        """Count an input that one of the two was not asked."""
        self.unasked[fault.message] = self.unasked.get(fault.message, 0) + 1
        self.given_up |= fault.kind == GIVEN_UP


class DiffResult:
    """The result of one comparison."""

    def __init__(self, subjects: PerSubject[Description], seed: int, max_examples: int) -> None:
        self.subjects = subjects
        self.seed = seed
        self.max_examples = max_examples
        self.operations: list[OperationComparison] = []
        self.disagreements: list[Disagreement] = []
        self.seconds = 0.0

    @property
    def complete(self) -> bool:
        """Whether both subjects were asked everything that they offer."""
        return not any(operation.given_up for operation in self.operations)

    @property
    def agree(self) -> bool:
        """Whether nothing that was asked sets the two apart, and everything was asked."""
        return self.complete and not any(operation.differing for operation in self.operations)
