"""certify --update-expected: writes what fails into the file of expected failures, and deletes what no longer does."""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.base.errors import UsageError
from conformance.base.files import read_file
from conformance.commands.expectations import read_expected_failures
from conformance.commands.expected_file import NewEntry, edit
from conformance.results.defects import defects_of
from conformance.results.document import document
from conformance.results.evidence_text import name_of
from conformance.results.text import counted, name_list, one_line
from conformance.results.write import see_writable, write_file
from conformance.rules.contracts import Specifications
from conformance.running.engine import ExpectedEntry, RunResult
from conformance.running.engine.cause_keys import generalised, is_one_of, key_of
from conformance.running.engine.defects import defects
from conformance.running.engine.expected import is_whole, unknown_causes
from conformance.running.engine.result import FAIL, Outlived, decides_against

FLAG = "--update-expected"
# Flags of a run that judges a part, or in which the file must not change.
REFUSED = ("last_failed", "rule", "not_rule", "case", "origin", "input", "certificate", "trace", "dry_run")
LISTED = 4  # operations or rules of an entry, in a line of output
Key = tuple[str, str]  # operation, rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """What is to be written. path: of the file, which may not be there yet. expected: its entries."""

    path: str
    expected: tuple[ExpectedEntry, ...]

    def write(self, result: RunResult) -> list[str]:
        """Write the file as the run found it to be; return what was changed, in lines. Raises UsageError."""
        if not result.complete:
            return [f"{self.path} is left as it is: the run is incomplete."]
        added, named = list(new_entries(result, self.expected)), self._named(result)
        if not (added or result.outlived or named):
            return [f"{self.path}: nothing to add, nothing to delete."]
        edited = edit(_text(self.path), self._kept(result.outlived, named), added)
        if edited is None:
            raise UsageError(
                f"{self.path} is left as it is: it is not written as [[failure]] tables, a key a line.",
                "Write it so, or change it by hand.",
            )
        write_file(os.path.realpath(self.path), edited.text)
        lines = [
            f"{self.path}: added {_in_words(entry.rules)} of {_in_words(entry.operations)}: {entry.comment}"
            for entry in added
        ]
        lines += [f"{self.path}: deleted {text}" for text in map(self._deleted, result.outlived)]
        for place, causes in named.items():
            entry = self.expected[place]
            of = f"the entry of {_in_words(entry.rules)} of {_in_words(entry.operations)}"
            lines.append(f"{self.path}: added the cause to {of}: {_in_words(causes)}")
        if added:
            where = f"{'line' if len(added) == 1 else 'lines'} {', '.join(map(str, edited.to_fill))}"
            what = f"Fill in {counted(len(added), 'reason')} in {self.path}, {where}"
            lines.append(f"{what}: until then a run with it is status 2.")
        return lines

    def _named(self, result: RunResult) -> dict[int, tuple[str, ...]]:
        """Return, by the place of each entry of an older form, the causes for which its rules fail."""
        found = {}
        for place, entry in enumerate(self.expected):
            own = [rule for rule in result.rules if entry.covers(rule.operation, rule.rule.id)]
            causes = generalised({cause for result in own for cause in result.causes})
            if causes and not entry.causes:
                found[place] = causes
        return found

    def _kept(
        self, outlived: Sequence[Outlived], named: Mapping[int, Sequence[str]]
    ) -> dict[int, dict[str, Sequence[str]]]:
        """Return, by the place of each entry that changes, the names that it keeps or gets.

        named: the causes that entries of an older form get.
        """
        gone: dict[int, tuple[set[str], set[str], set[str]]] = defaultdict(lambda: (set(), set(), set()))
        for other_outlived in outlived:
            for names, own in zip(
                gone[other_outlived.entry],
                (other_outlived.operations, other_outlived.rules, other_outlived.causes),
                strict=True,
            ):
                names.update(own)
        kept: dict[int, dict[str, Sequence[str]]] = {place: {"cause": causes} for place, causes in named.items()}
        for place, (operations, rules, causes) in gone.items():
            entry = self.expected[place]
            left = {
                "operation": [name for name in entry.operations if name not in operations],
                "rule": [name for name in entry.rules if name not in rules],
            }
            changed = {"operation": bool(operations), "rule": bool(rules), "cause": bool(causes)}
            whole = not all(left.values())
            left["cause"] = [name for name in entry.causes if name not in causes]
            narrower = {key: names for key, names in left.items() if changed[key]}
            kept[place] = {} if whole else {**kept.get(place, {}), **narrower}
        return kept

    def _deleted(self, gone: Outlived) -> str:
        why = "nothing fails now" if gone.passing or gone.causes else "the subject has no such rule"
        entry = self.expected[gone.entry]
        if is_whole(gone, self.expected):
            return f"{_in_words(entry.rules)} of {_in_words(entry.operations)} ({why}; its reason was: {entry.reason})"
        left = f"the entry of {_in_words(entry.rules)} of {_in_words(entry.operations)}"
        return f"{_in_words((*gone.operations, *gone.rules, *gone.causes))} from {left} ({why})"


def prepare(parsed: argparse.Namespace, specifications: Specifications) -> Update | None:
    """Return what is to be written; None where nothing is. Raises UsageError for flags that do not go with it."""
    if not parsed.update_expected:
        return None
    if parsed.expected_failures is None:
        raise UsageError(f"{FLAG} needs --expected-failures.", "Name the file that is to be written.")
    for name in REFUSED:
        if getattr(parsed, name, None):
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(f"{FLAG} cannot be combined with {flag}.", "It writes down what a whole run finds.")
    if parsed.max_examples == 0:  # entries that only generated inputs show would go
        raise UsageError(f"{FLAG} cannot be combined with --max-examples 0.", "It writes down what a whole run finds.")
    path = str(parsed.expected_failures)
    see_writable(path, "--expected-failures")
    known = read_expected_failures(path, specifications) if os.path.lexists(path) else ()
    return Update(path=path, expected=known)


def new_entries(result: RunResult, expected: Sequence[ExpectedEntry] = ()) -> Iterator[NewEntry]:
    """Yield an entry for each defect that decides, exactly as wide as what fails; then one for what no defect has.

    expected: the entries that there are. Each cause of a rule is in one entry.
    """
    failing = {
        (entry.operation, entry.rule.id): entry
        for entry in result.rules
        if entry.verdict == FAIL and decides_against(entry.level, entry.verdict)
    }
    left = {key: set(unknown_causes(entry, expected)) for key, entry in failing.items()}
    for defect, found in zip(defects_of(document(result)), defects(result), strict=True):
        causes = {key: {key_of(objection) for objection in objections} for key, objections in found.objections.items()}
        new = {key: own & left[key] for key, own in causes.items() if key in left and own & left[key]}
        if not defect.decides or not new:
            continue
        shown = defect.evidence
        where = " ".join(filter(None, (f"at {shown['at']}" if shown["at"] else "", f"in {name_of(shown)}")))
        comment = f"{defect.message} ({one_line(where, 160)})"
        every = generalised(frozenset[str]().union(*new.values()))
        for operations, rules in _widths(list(new)):
            yield NewEntry(operations, rules, every, comment)
        for key in new:
            left[key] -= {cause for cause in left[key] if is_one_of(cause, every)}
    for (operation, rule), causes_left in left.items():
        if causes_left:
            entry = failing[operation, rule]
            yield NewEntry((operation,), (rule,), generalised(causes_left), entry.reason or entry.rule.title)


def _widths(keys: Sequence[Key]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield operations and rules of which every pair is in the keys, so that no entry excuses more than what fails."""
    operations: dict[str, list[str]] = defaultdict(list)
    for operation, rule in keys:
        operations[rule].append(operation)
    rules: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for rule, having in operations.items():
        rules[tuple(having)].append(rule)
    yield from ((having, tuple(named)) for having, named in rules.items())


def _in_words(names: Sequence[str]) -> str:
    return name_list(list(names), LISTED)


def _text(path: str) -> str:
    if not os.path.exists(path):
        return ""
    return read_file(path, f"--expected-failures {path}", "Name a TOML file.").decode("utf-8")
