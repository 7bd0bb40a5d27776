"""Failures that the subject's own project knows of: excused while they fail, and only as long."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from conformance.engine.narrowing import is_glob
from conformance.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_OBSERVABLE,
    NOT_RUN,
    PASS,
    UNEXPECTED_PASS,
    ExpectedFailure,
    Outlived,
    RunResult,
)

Key = tuple[str, str]  # operation, rule


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedEntry:
    """An entry of a project's file: failures with one reason.

    operations: names, and globs such as mcp-tool*. rules: ids.
    """

    operations: tuple[str, ...]
    rules: tuple[str, ...]
    reason: str

    @property
    def is_wide(self) -> bool:
        """Whether it is for several operations."""
        return len(self.operations) > 1 or is_glob(self.operations[0])

    def covers(self, operation: str, rule: str) -> bool:
        """Whether it excuses that rule."""
        return rule in self.rules and any(fnmatchcase(operation, one) for one in self.operations)


def expected_verdicts(
    result: RunResult, expected: Sequence[ExpectedEntry], unneeded: Iterable[Outlived] = ()
) -> dict[Key, tuple[str, str]]:
    """Return verdict and reason of each rule that an entry changes.

    unneeded: the names that nothing fails under; what passes of them is unexpected. What was not run, or does not
    apply, keeps its verdict: an entry excuses a failure and nothing else.
    """
    changed = {}
    unneeded = list(unneeded)
    whole = Counter(expected[gone.entry].reason for gone in unneeded if is_whole(gone, expected))
    for entry in result.rules:
        key = (entry.operation, entry.rule.id)
        if entry.verdict == FAIL:
            for one in expected:
                if one.covers(*key):
                    changed[key] = (EXPECTED_FAILURE, one.reason)
    for gone in unneeded:
        reason, what = expected[gone.entry].reason, "the entry"
        if not is_whole(gone, expected):
            what = f"{', '.join((*gone.operations, *gone.rules))} from the entry"
        elif whole[reason] > 1:
            what = "the entries"
        reason = f"nothing fails now; delete {what} ({reason})"
        changed |= dict.fromkeys(gone.passing, (UNEXPECTED_PASS, reason))
    return changed


def outlived(result: RunResult, expected: Sequence[ExpectedEntry], known: Collection[Key]) -> tuple[Outlived, ...]:
    """Return the names of entries that can go, of a run in which every case and example of its rules was asked.

    Each operation, glob and rule of an entry must still fail in some place: one that only passes can go. What was not
    run or observed everywhere stays. known: every rule of the subject's operations, run or not.
    """
    verdicts = {(entry.operation, entry.rule.id): entry.verdict for entry in result.rules}

    def passing(keys: Iterable[Key]) -> tuple[Key, ...]:
        found = {key: verdicts.get(key, NOT_RUN) for key in keys}
        if not {FAIL, NOT_RUN, NOT_OBSERVABLE}.isdisjoint(found.values()):
            return ()
        return tuple(key for key, verdict in found.items() if verdict == PASS)

    gone = []
    for place, entry in enumerate(expected):
        covered = [key for key in sorted(known) if entry.covers(*key)]
        if everything := passing(covered):
            gone.append(Outlived(place, entry.operations, entry.rules, everything))
            continue
        operations = {name: passing(key for key in covered if fnmatchcase(key[0], name)) for name in entry.operations}
        rules = {name: passing(key for key in covered if key[1] == name) for name in entry.rules}
        passed = dict.fromkeys(key for found in (*operations.values(), *rules.values()) for key in found)
        if passed:
            names = [tuple(name for name, found in each.items() if found) for each in (operations, rules)]
            gone.append(Outlived(place, names[0], names[1], tuple(passed)))
    return tuple(gone)


def unmatched(expected: Sequence[ExpectedEntry], known: Collection[Key]) -> tuple[Outlived, ...]:
    """Return the names of entries that the subject has no rule of. known: every rule of its operations, run or not."""
    return tuple(_unmatched(expected, known))


def _unmatched(expected: Sequence[ExpectedEntry], known: Collection[Key]) -> Iterator[Outlived]:
    for place, entry in enumerate(expected):
        covered = [key for key in known if entry.covers(*key)]
        operations = tuple(
            name for name in entry.operations if not any(fnmatchcase(operation, name) for operation, _rule in covered)
        )
        rules = tuple(name for name in entry.rules if all(rule != name for _operation, rule in covered))
        if not covered:
            yield Outlived(place, entry.operations, entry.rules)
        elif operations or rules:
            yield Outlived(place, operations, rules)


def is_whole(gone: Outlived, expected: Sequence[ExpectedEntry]) -> bool:
    """Whether nothing of its entry is left without these names."""
    entry = expected[gone.entry]
    return len(gone.operations) == len(entry.operations) or len(gone.rules) == len(entry.rules)


def failure_of(gone: Outlived, expected: Sequence[ExpectedEntry]) -> ExpectedFailure:
    """Return names that can go as one failure, in words: of the side that has none, all names of the entry."""
    entry = expected[gone.entry]
    return ExpectedFailure(
        ", ".join(gone.operations or entry.operations), ", ".join(gone.rules or entry.rules), entry.reason
    )


def spelled_out(result: RunResult, expected: Sequence[ExpectedEntry]) -> tuple[ExpectedFailure, ...]:
    """Return the rules that entries name in a run that is over, one of an operation each: what fails, or should."""
    found = [
        ExpectedFailure(entry.operation, entry.rule.id, one.reason)
        for entry in result.rules
        if entry.verdict in (EXPECTED_FAILURE, UNEXPECTED_PASS)
        for one in expected
        if one.covers(entry.operation, entry.rule.id)
    ]
    return (*found, *result.unmatched)
