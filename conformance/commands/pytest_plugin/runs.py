"""The engine inside: an operation is run when the first of its items is, and all of them share what came of it."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from shlex import quote

from conformance.base.errors import ConformanceError, SubjectError
from conformance.base.observation import Description
from conformance.base.redact import Redactor
from conformance.base.values import DEEPEST_CALL
from conformance.commands.pytest_plugin.names import DEFECT
from conformance.commands.pytest_plugin.outcomes import BROKEN, ItemOutcome, by_defect, by_rule
from conformance.commands.pytest_plugin.settings import Settings
from conformance.rules.contracts import Specifications
from conformance.rules.scope.declared import read_scope
from conformance.running.engine import ExpectedEntry, Options
from conformance.running.engine.redacted import redacted_description, redacted_error
from conformance.running.engine.result import PASS, UNEXPECTED_PASS, RunResult
from conformance.running.engine.sets import ALL
from conformance.running.project.keys import DEFAULT_SEED
from conformance.running.run import certify
from conformance.running.subjects.base import Subject, SubjectWrapper
from conformance.running.subjects.environment import own_secrets


class DescribedSubject(SubjectWrapper):
    """A subject that was asked who it is: it is not started anew for each operation."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        redactor = Redactor()
        try:
            self._description = redacted_description(subject.describe(), redactor)
        except SubjectError as error:
            raise redacted_error(error, redactor) from None

    def describe(self) -> Description:
        """Return what it said."""
        return self._description


class Runs:
    """The runs of one subject. reproduce: the command that reaches it, to which a failure adds what it needs."""

    def __init__(
        self, subject: Subject, specifications: Specifications, settings: Settings, reproduce: str | None = None
    ) -> None:
        self._subject = subject
        self._described: DescribedSubject | None = None
        self._specifications = specifications
        self._settings = settings
        self._reproduce = reproduce
        self._results: dict[str, RunResult | ConformanceError] = {}

    def describe(self) -> Description:
        """Start the subject where that is needed; return what it says of itself. Raises SubjectError."""
        if self._described is None:
            self._described = DescribedSubject(self._subject)
        return self._described.describe()

    def close(self) -> None:
        """End the subject."""
        self._described = None
        self._subject.close()

    def outcomes(self, operation: str, rule: str | None, nodeid: str) -> list[ItemOutcome]:
        """Return the outcomes of an item: its own first. rule: the one that the item is; None for all of them."""
        if operation not in self._results:
            self._results[operation] = self._run(operation)
        result = self._results[operation]
        if isinstance(result, ConformanceError):
            return [ItemOutcome(word=BROKEN, summary=str(result).partition("\n")[0], text=str(result))]
        # Where only this process has the converter, the item itself is what repeats the failure.
        repeat = _repeat(nodeid, self._settings.seed) if self._reproduce is None else None
        if rule is None:
            judged = {rule.id for rule in self._settings.rules(self._specifications.contracts[operation])}
            return by_defect(result, judged, repeat)
        entry = next(result for result in result.rules if result.rule.id == rule)
        return [by_rule(entry, repeat, self._settings.expected(operation, rule))]

    def _run(self, operation: str) -> RunResult | ConformanceError:
        settings = self._settings
        required = settings.requirements
        try:
            offered = self.describe().operations
        except ConformanceError as error:
            return error
        # Of what the project lacks, what is about other converters than this one.
        without = read_scope(settings.without, (), offered).stated
        again = f"--seed {settings.seed}"
        if settings.max_examples != 100:
            again += f" --max-examples {settings.max_examples}"
        options = Options(
            operations=(operation,),
            choices=settings.choices,
            without=without,
            max_examples=settings.max_examples,
            seed=settings.seed,
            requirements=str(required) if required else "every MUST",
            required=required.levels if required else None,
            deciding=required.sets if required else (ALL,),
            reproduce=self._reproduce or "",
            evidence_folder=None,
            again=again,
            expected_failures=self._expected(operation),
            secrets=own_secrets(),
            time_limit=settings.time_limit,
        )
        try:
            assert self._described is not None
            with _as_in_a_command():
                result = certify(self._specifications, self._described, options)
        except ConformanceError as error:
            return error
        if result.interrupted:
            raise KeyboardInterrupt
        return self._without_wide(result)

    def _expected(self, operation: str) -> tuple[ExpectedEntry, ...]:
        """Return the failures that the run excuses: none where each rule is an item, which pytest excuses."""
        if self._settings.by != DEFECT:
            return ()
        own = [rule.id for rule in self._specifications.contracts[operation].rules]
        found = []
        for entry in self._settings.entries:
            # Of an operation alone; which rules others have of the entry does not show here.
            rules = tuple(rule for rule in entry.rules if rule in own and entry.covers(operation, rule))
            if rules:
                found.append(replace(entry, operations=(operation,), rules=rules))
        return tuple(found)

    def _without_wide(self, result: RunResult) -> RunResult:
        """Return a run in which a rule may pass under an entry for several operations: another one may fail."""
        for entry in result.rules:
            expected = self._settings.expected(entry.operation, entry.rule.id)
            if entry.verdict == UNEXPECTED_PASS and any(entry.is_wide for entry in expected):
                entry.verdict, entry.reason = PASS, None
        return result


def _repeat(nodeid: str, seed: int) -> str:
    words = ["pytest", quote(nodeid)]
    return " ".join(words + ([] if seed == DEFAULT_SEED else [f"--conformance-seed {seed}"]))


@contextmanager
def _as_in_a_command() -> Iterator[None]:
    """Give a converter in this process what it has in the command's: warnings that are no errors, and a whole stack."""
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_CALL) + depth)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            yield
    finally:
        sys.setrecursionlimit(limit)
