"""Failures that the subject's own project knows of: excused while they fail, and only as long.

What is excused is a cause, not a rule: a rule that also fails for another one fails.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from conformance.running.engine.cause_keys import is_one_of
from conformance.running.engine.narrowing import is_glob
from conformance.running.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_OBSERVABLE,
    NOT_RUN,
    PASS,
    UNEXPECTED_PASS,
    ExpectedFailure,
    Outlived,
    RuleResult,
    RunResult,
)

Key = tuple[str, str]  # operation, rule


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedEntry:
    """An entry of a project's file: failures with one reason.

    operations: names, and globs such as mcp-tool*. rules: ids. causes: keys, as `cause_keys` makes them; none where
    the entry is of an older form, and hides every cause for which its rules fail.
    """

    operations: tuple[str, ...]
    rules: tuple[str, ...]
    reason: str
    causes: tuple[str, ...] = ()

    @property
    def is_wide(self) -> bool:
        """Whether it is for several operations."""
        return len(self.operations) > 1 or is_glob(self.operations[0])

    def covers(self, operation: str, rule: str) -> bool:
        """Whether it is about that rule."""
        return rule in self.rules and any(fnmatchcase(operation, text) for text in self.operations)

    def knows(self, cause: str) -> bool:
        """Whether it excuses a cause. cause: a key."""
        return not self.causes or is_one_of(cause, self.causes)


def expected_verdicts(
    result: RunResult, expected: Sequence[ExpectedEntry], unneeded: Iterable[Outlived] = ()
) -> dict[Key, tuple[str, str]]:
    """Return verdict and reason of each rule that an entry changes.

    unneeded: the names that nothing fails under; what passes of them is unexpected. What was not run, or does not
    apply, keeps its verdict: an entry excuses a failure and nothing else.
    """
    changed: dict[Key, tuple[str, str]] = {}
    unneeded = list(unneeded)
    whole = Counter(expected[gone.entry].reason for gone in unneeded if is_whole(gone, expected))
    failing = set()
    for entry in result.rules:
        key = (entry.operation, entry.rule.id)
        if entry.verdict == FAIL:
            knowing = knowing_entries(entry, expected)
            if knowing and not unknown_causes(entry, expected):
                reasons = dict.fromkeys(entry.reason for entry in knowing)
                changed[key] = (EXPECTED_FAILURE, "; ".join(reasons))
            else:
                failing.add(key)
    for gone in unneeded:
        reason, what = expected[gone.entry].reason, "the entry"
        if not is_whole(gone, expected):
            what = f"{', '.join((*gone.operations, *gone.rules))} from the entry"
        elif whole[reason] > 1:
            what = "the entries"
        reason = f"nothing fails now; delete {what} ({reason})"
        changed |= dict.fromkeys((key for key in gone.passing if key not in failing), (UNEXPECTED_PASS, reason))
    return changed


def knowing_entries(entry: RuleResult, expected: Iterable[ExpectedEntry]) -> list[ExpectedEntry]:
    """Return the entries that excuse a cause of a rule that fails."""
    own = (expected_entry for expected_entry in expected if expected_entry.covers(entry.operation, entry.rule.id))
    return [
        expected_entry
        for expected_entry in own
        if not expected_entry.causes or any(map(expected_entry.knows, entry.causes))
    ]


def unknown_causes(entry: RuleResult, expected: Iterable[ExpectedEntry]) -> frozenset[str]:
    """Return the causes of a rule that fails which no entry excuses."""
    own = [expected_entry for expected_entry in expected if expected_entry.covers(entry.operation, entry.rule.id)]
    return frozenset(cause for cause in entry.causes if not any(entry.knows(cause) for entry in own))


def outlived(result: RunResult, expected: Sequence[ExpectedEntry], known: Collection[Key]) -> tuple[Outlived, ...]:
    """Return the names of entries that can go, of a run in which every case and example of its rules was asked.

    Each operation, glob and rule of an entry must still fail in some place, for one of its causes: one that only passes
    can go. What was not run or observed everywhere stays. known: every rule of the subject's operations, run or not.
    """
    rules = {(entry.operation, entry.rule.id): entry for entry in result.rules}
    gone = []
    for place, entry in enumerate(expected):
        verdicts = {key: _verdict_under(entry, rules.get(key)) for key in sorted(known) if entry.covers(*key)}
        if everything := _passing(verdicts):
            gone.append(Outlived(place, entry.operations, entry.rules, everything))
            continue
        operations = {
            name: _passing({key: text for key, text in verdicts.items() if fnmatchcase(key[0], name)})
            for name in entry.operations
        }
        ids = {name: _passing({key: text for key, text in verdicts.items() if key[1] == name}) for name in entry.rules}
        passed = dict.fromkeys(key for found in (*operations.values(), *ids.values()) for key in found)
        names = [tuple(name for name, found in each.items() if found) for each in (operations, ids)]
        causes = _unseen(entry, [rules[key] for key in verdicts if key in rules])
        if passed or causes:
            gone.append(Outlived(place, names[0], names[1], tuple(passed), causes))
    return tuple(gone)


def _verdict_under(expected: ExpectedEntry, entry: RuleResult | None) -> str:
    """Return the verdict of a rule, as far as an entry is about it: what fails for other causes only passes."""
    if entry is None:
        return NOT_RUN
    if entry.verdict == FAIL and expected.causes and not any(map(expected.knows, entry.causes)):
        return PASS
    return entry.verdict


def _passing(verdicts: Mapping[Key, str]) -> tuple[Key, ...]:
    """Return the rules that pass, where none fails or was not judged."""
    if not {FAIL, NOT_RUN, NOT_OBSERVABLE}.isdisjoint(verdicts.values()):
        return ()
    return tuple(key for key, verdict in verdicts.items() if verdict == PASS)


def _unseen(expected: ExpectedEntry, entries: Sequence[RuleResult]) -> tuple[str, ...]:
    """Return the causes of an entry for which none of its rules fails: all were judged, and fail for others of it."""
    if any(entry.verdict in (NOT_RUN, NOT_OBSERVABLE) for entry in entries):
        return ()
    seen = [cause for entry in entries if entry.verdict == FAIL for cause in entry.causes]
    unseen = tuple(text for text in expected.causes if not any(is_one_of(cause, [text]) for cause in seen))
    return unseen if len(unseen) < len(expected.causes) else ()


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
        ExpectedFailure(entry.operation, entry.rule.id, expected_entry.reason, expected_entry.causes)
        for entry in result.rules
        if entry.verdict in (EXPECTED_FAILURE, UNEXPECTED_PASS)
        for expected_entry in expected
        if expected_entry.covers(entry.operation, entry.rule.id)
    ]
    return (*found, *result.unmatched)
