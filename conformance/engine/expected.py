"""Failures that the subject's own project knows of: excused while they fail, and only as long."""

from collections.abc import Collection, Sequence

from conformance.engine.result import EXPECTED_FAILURE, FAIL, PASS, UNEXPECTED_PASS, ExpectedFailure, RunResult

Key = tuple[str, str]  # operation, rule


def expected_verdicts(
    result: RunResult, expected: Sequence[ExpectedFailure], *, whole: bool
) -> dict[Key, tuple[str, str]]:
    """Return verdict and reason of each rule that an entry changes.

    whole: every case and example of the rules was run. Only then does a pass show that an entry can go. What was
    not run, or does not apply, keeps its verdict: an entry excuses a failure and nothing else.
    """
    reasons = {(entry.operation, entry.rule): entry.reason for entry in expected}
    changed = {}
    for entry in result.rules:
        key = (entry.operation, entry.rule.id)
        if key not in reasons:
            continue
        if entry.verdict == FAIL:
            changed[key] = (EXPECTED_FAILURE, reasons[key])
        elif entry.verdict == PASS and whole:
            changed[key] = (UNEXPECTED_PASS, f"it passes now; delete its entry ({reasons[key]})")
    return changed


def unmatched(expected: Sequence[ExpectedFailure], known: Collection[Key]) -> tuple[ExpectedFailure, ...]:
    """Return the entries that name no rule. known: every rule of the subject's operations, run or not."""
    return tuple(entry for entry in expected if (entry.operation, entry.rule) not in known)
