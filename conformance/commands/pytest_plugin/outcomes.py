"""What the items of an operation come to: one outcome for each defect, or the one of a rule."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from conformance.commands.pytest_plugin.names import OtherCause, RuleFailed, RuleNotRun
from conformance.results.defects import ReportedDefect, defects_of, named_by, paragraph
from conformance.results.document import document
from conformance.results.plain import failure_lines, ledger_lines
from conformance.results.text import one_line
from conformance.running.engine import ExpectedEntry, RuleResult
from conformance.running.engine.cause_keys import leave
from conformance.running.engine.expected import unknown_causes
from conformance.running.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_APPLICABLE,
    NOT_OBSERVABLE,
    NOT_RUN,
    UNEXPECTED_PASS,
    RunResult,
    decides_against,
)

PASSED, SKIPPED, XFAILED, FAILED, BROKEN = "passed", "skipped", "xfailed", "failed", "broken"
OTHERWISE = "failed otherwise"
RAISED = {FAILED: RuleFailed, OTHERWISE: OtherCause, BROKEN: RuleNotRun}


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemOutcome:
    """What an item reports.

    word: PASSED, SKIPPED, XFAILED, FAILED, OTHERWISE where it fails for another cause than is expected, or BROKEN where
    something was not judged. title: what it is about, beside
    the item. summary: all of it in one line. text: all lines.
    """

    word: str
    title: str | None = None
    summary: str = ""
    text: str = ""

    def conclude(self) -> None:
        """End an item with it: return, skip, xfail, or raise what `RAISED` names."""
        __tracebackhide__ = True
        if self.word == SKIPPED:
            pytest.skip(self.summary)
        if self.word == XFAILED:
            pytest.xfail(self.summary)
        if self.word in RAISED:
            raise RAISED[self.word](self.text, self.summary, self.title)


def by_defect(result: RunResult, judged: Collection[str], repeat: str | None) -> list[ItemOutcome]:
    """Return the outcomes of an operation: its own first, a failure for each defect, then what is excused.

    judged: the ids of the rules that are asked for. repeat: what repeats a failure; None for what its evidence says.
    """
    report = document(result)
    defects = defects_of(report)
    failed = [_of_defect(defect, FAILED, repeat) for defect in defects if defect.decides]
    failed += _of_no_defect(result, defects, repeat)
    broken = list(_unjudged_outcomes(result))
    if failed:
        # It was not judged because of what failed, or the failures come first.
        failed[0] = replace(
            failed[0], text="\n".join([failed[0].text, *(f"    {outcome.summary}" for outcome in broken)])
        )
    failed = failed or broken
    advised = (defect for defect in defects if not defect.decides and defect.shown[1] in judged)
    excused = [*(_of_defect(defect, XFAILED, repeat) for defect in advised), *_expected_outcomes(result)]
    if failed:
        return [*failed, *excused]
    if not result.judged:
        reasons = dict.fromkeys(one_line(entry.reason or "") for entry in result.rules)
        return [ItemOutcome(word=SKIPPED, summary=f"no rule applies: {'; '.join(reasons)}")]
    return [ItemOutcome(word=PASSED), *excused]


def _of_defect(defect: ReportedDefect, word: str, repeat: str | None) -> ItemOutcome:
    title = f"{defect.id} {defect.shown[1]}"
    where = f" at {defect.evidence['at']}" if defect.evidence["at"] else ""
    advice = "" if defect.decides else " (advice)"
    return ItemOutcome(
        word=word,
        title=title,
        summary=one_line(f"{title}{advice}: {defect.message}{where}"),
        text="\n".join(paragraph(defect, repeat)),
    )


def _of_no_defect(result: RunResult, defects: Sequence[ReportedDefect], repeat: str | None) -> Iterator[ItemOutcome]:
    """Yield the rules whose verdict decides and that no defect names."""
    named = named_by(defects)
    for entry in result.rules:
        if entry.verdict == UNEXPECTED_PASS:
            text = f"{entry.rule.id} of {entry.operation} is expected to fail: {one_line(entry.reason or '')}"
            yield ItemOutcome(word=FAILED, title=entry.rule.id, summary=text, text=text)
        elif entry.verdict == FAIL and entry.counts and (entry.operation, entry.rule.id) not in named:
            yield _failed_rule_outcome(entry, repeat)
    for failure in result.unmatched:
        what = f"{failure.rule} of {failure.operation}"
        text = f"{what} is expected to fail and is not a rule of this subject ({failure.reason})"
        yield ItemOutcome(word=FAILED, title=failure.rule, summary=one_line(text), text=one_line(text))


def _unjudged_outcomes(result: RunResult) -> Iterator[ItemOutcome]:
    """Yield what was not judged and should have been: a failure for each reason."""
    reasons: dict[str, list[str]] = {}
    for entry in result.rules:
        if entry.verdict == NOT_RUN and decides_against(entry.level, entry.verdict):
            reasons.setdefault(one_line(entry.reason or ""), []).append(entry.rule.id)
    for reason, rules in reasons.items():
        was = "was" if len(rules) == 1 else "were"
        summary = f"{', '.join(rules)} {was} not run: {reason}"
        yield ItemOutcome(word=BROKEN, title="not run", summary=summary, text=summary)
    if not (reasons or result.complete) and result.judged:
        lines = [*result.inconsistencies, *ledger_lines(result)]
        summary = f"the run is incomplete: {one_line(lines[0])}"
        yield ItemOutcome(
            word=BROKEN, title="incomplete", summary=summary, text="\n".join(["the run is incomplete", *lines])
        )


def _expected_outcomes(result: RunResult) -> Iterator[ItemOutcome]:
    for entry in result.rules:
        if entry.verdict == EXPECTED_FAILURE:
            text = f"{entry.rule.id} fails as expected: {one_line(entry.reason or '')}"
            yield ItemOutcome(word=XFAILED, title=entry.rule.id, summary=text, text=text)


def by_rule(entry: RuleResult, repeat: str | None, expected: Sequence[ExpectedEntry]) -> ItemOutcome:
    """Return the outcome of a rule's item. expected: the entries about it, for whose causes alone it must fail."""
    rule, reason = entry.rule.id, one_line(entry.reason or "")
    decides = decides_against(entry.level, entry.verdict)
    if entry.verdict == NOT_RUN:
        summary = f"{rule} was not run: {reason}" if decides else f"{rule} is {entry.level} and was not run: {reason}"
        return ItemOutcome(word=BROKEN if decides else SKIPPED, summary=summary, text=summary)
    if entry.verdict in (NOT_APPLICABLE, NOT_OBSERVABLE):
        return ItemOutcome(word=SKIPPED, summary=f"{entry.verdict}: {reason}")
    if entry.verdict != FAIL:
        return ItemOutcome(word=PASSED)
    if expected and (unknown := unknown_causes(entry, expected)):
        leave(entry, unknown)
        return replace(_failed_rule_outcome(entry, repeat), word=OTHERWISE)
    if decides or expected:
        return _failed_rule_outcome(entry, repeat)
    return ItemOutcome(word=XFAILED, summary=f"{rule} is SHOULD: {reason or one_line(entry.evidence[0].message)}")


def _failed_rule_outcome(entry: RuleResult, repeat: str | None) -> ItemOutcome:
    if repeat is not None:
        entry.evidence[:] = [replace(shown, reproduce=repeat) for shown in entry.evidence]
    first, *rest = failure_lines(entry)
    shown = next((shown for shown in entry.evidence if shown.yields_to is None), None)
    what = f"{shown.message}{f' at {shown.at}' if shown.at else ''}" if shown else entry.rule.title
    return ItemOutcome(
        word=FAILED,
        summary=one_line(what),  # the item has the name of the rule
        text="\n".join([first.partition(" ")[2], *rest]),
    )
