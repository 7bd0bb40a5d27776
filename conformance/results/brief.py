"""What a run prints when nobody asks for more: its defects, each once, its sets, and what limits the verdict."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from conformance.base.observation import REACHED_THROUGH, Description
from conformance.results.arrives import arrives_lines
from conformance.results.defects import ReportedDefect, defects_of, fact_of, sets_broken, verdict_of, without
from conformance.results.document import document, run_document
from conformance.results.evidence_text import WIDTH, facts
from conformance.results.faults import fault_lines
from conformance.results.given import account_lines, decided_lines, standing_lines
from conformance.results.requirement_sets import sets_of
from conformance.results.screen import COLUMNS, wrapped
from conformance.results.set_aside import earlier_lines, set_aside_lines
from conformance.results.text import counted, one_line
from conformance.results.unjudged import open_lines
from conformance.rules.checks.findings import DOTS, excerpt
from conformance.rules.contracts import load_specifications
from conformance.running.engine.collect import NO_RESULT
from conformance.running.engine.ledger import Kind
from conformance.running.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_OBSERVABLE,
    NOT_RUN,
    UNEXPECTED_PASS,
    RuleResult,
    RunResult,
    decides_against,
)
from conformance.running.engine.run_limits import SET_UP_ERRORS, takes
from conformance.running.engine.sets import ALL, FAILS, NOT_JUDGED

FULL = 5  # defects that are shown with their evidence
ROWS = 40  # of a run with so many defects, on a screen of 80 columns
OUTSIDE = 4  # of these, for the verdict, the files, and an empty row before what comes last
LISTED = 15  # further ones, a row each
TITLE_ROWS = 2
MOST_RULES = 8  # that a line names
FACTS = 2  # further ones of a defect, a row each
# What is left out of what is known of evidence; -v shows it.
LEFT_OUT = ("at", "rule", "reduced", "standing", "log", "asked", "got", "curl", "repeat")
DEFAULT_REPORT = "reports/report.json"
LABEL = 14  # columns before a fact
MORE = "More: "
UPDATE = "--update-expected"  # the flag that deletes entries
# By its kind, what a subject did that gave no usable answer; any other kind says it itself.
FAULTS = {"exit": "ended", "hang": "was silent", "garbage": "answered no JSON", "memory": "took too much memory"}
ADVISORY = "advisory: "  # before the title of a defect that does not decide


def brief_lines(
    result: RunResult, report_file: str | None = None, *, narrowed: bool = False, columns: int | None = None
) -> list[str]:
    """Return what is said of a run before its verdict.

    report_file: where report.json is, for the command that repeats a defect; None where it is not written.
    narrowed: whether the run judges a part that the user chose: then advisory defects are shown too, and not counted.
    columns: how wide the screen is; None where lines are not wrapped.
    """
    report = document(result)
    every = defects_of(report)
    found = [defect for defect in every if defect.decides or narrowed]
    first = [*standing_lines(report), *account_lines(report)]
    others = [line for entry in _unnamed(result, every) for line in _failing(entry)]
    last = [] if result.conforms and not found else [*_sets(report, narrowed=narrowed)]
    last += [*remark_lines(result, deciding=True), *open_lines(result), *decided_lines(report)]
    last += [*set_aside_lines(report), *earlier_lines(report)]
    limits = _limits(result, report, [] if narrowed else [defect for defect in every if not defect.decides])
    last += directions_line(result.subject)
    last += [f"Limits: {limits}."] if limits else []
    last += [_more(found[0], report_file)] if found else []
    width = columns or COLUMNS
    table = arrives_lines(report)  # besides the room: it has a limit of its own
    room = ROWS - OUTSIDE - sum(len(wrapped(line, width)) for line in (*first, *others, *last))
    parts = [table, first, _defects(found, width, room, wide=columns is None), others, last]
    return [line for number, part in enumerate(filter(None, parts)) for line in (*([""] if number else []), *part)]


def directions_line(subject: Description) -> list[str]:
    """Return the directions of a gateway in a line; none for any other subject."""
    ways = ", ".join(f"{api} to {asked}" for api, asked in subject.directions)
    return [f"Directions (of client and API): {ways}"] if ways else []


def _defects(found: Sequence[ReportedDefect], columns: int, room: int, *, wide: bool) -> list[str]:
    """Return the first defects with their evidence, and a row for each other one.

    room: rows for those with evidence; where it is enough for all defects, their lines are longer.
    """
    first = found[:FULL]
    texts = [compact(defect, columns, wide=wide, loose=True) for defect in first]
    is_loose = len(first) == len(found) and _rows(texts, columns) + len(texts) - 1 <= room
    if not is_loose:
        texts = [compact(defect, columns, wide=wide) for defect in first]
    lines = [line for number, text in enumerate(texts) for line in (*([""] if number and is_loose else []), *text)]
    rest = found[len(texts) :]
    width = WIDTH if wide else columns
    lines += [excerpt(titled(item), 0, width - len(DOTS)) for item in rest[:LISTED]]
    if rest[LISTED:]:
        lines.append(f"and {counted(len(rest) - LISTED, 'more defect')}, which the report has.")
    return lines


def _rows(texts: Iterable[Iterable[str]], columns: int) -> int:
    """Return how many rows some lines take."""
    return sum(len(wrapped(line, columns)) for text in texts for line in text)


def compact(defect: ReportedDefect, columns: int, *, wide: bool = False, loose: bool = False) -> list[str]:
    """Return a defect in at most nine rows: its title, further facts, what shows it, what it breaks, where else it is.

    wide: whether a line may be longer than the columns, which are counted as if it was wrapped. loose: whether there is
    room for more rows: then all places are named in which the same is found.
    """
    name = titled(defect)
    room = TITLE_ROWS * columns - 2 * len(defect.id) - 6  # a row is rarely full
    width = WIDTH if wide else columns - LABEL - 2 * len(DOTS)
    texts = [(label, text) for label, text in facts(defect.evidence, width) if label not in LEFT_OUT]
    also = one_line(", ".join(defect.also_at))
    texts[:0] = [("and", fact_of(further_fact)) for further_fact in defect.further_facts[:FACTS]]
    texts.append(("breaks", _breaks(defect)))
    texts += [("without", without(defect.left_out_by))] if defect.left_out_by is not None else []
    texts += [("also at", also)] if also else []
    if not loose:
        name = _cut(name, WIDTH * 2 if wide else room)
        if not wide:
            texts = [(label, excerpt(text, 0, columns - LABEL - len(DOTS))) for label, text in texts]
    return [name, *(f"    {label:8}  {text}" for label, text in texts)]


def _cut(text: str, room: int) -> str:
    """Return a text with dots for its middle where it is too long: what was wanted is there, what came ends it."""
    if len(text) <= room:
        return text
    head = room * 3 // 5
    return f"{text[:head]}{DOTS}{text[head + len(DOTS) - room :]}"


def repeat_command(defect: str, report_file: str) -> str:
    """Return the command that repeats a defect of a report."""
    where = "" if report_file == DEFAULT_REPORT else f" --report {shlex.quote(report_file)}"
    return f"conformance repeat {defect}{where}"


def _more(first: ReportedDefect, report_file: str | None) -> str:
    repeat = [repeat_command(first.id, report_file)] if report_file is not None else []
    return f"{MORE}{', '.join(['-v', *repeat, f'conformance explain {one_line(first.shown[1], 60)}'])}"


def titled(defect: ReportedDefect) -> str:
    """Return the number and the title of a defect, and whether it only advises."""
    return f"{defect.id} {'' if defect.decides else ADVISORY}{defect.title}"


def _breaks(defect: ReportedDefect) -> str:
    """Return the sets that a defect breaks, and on how many inputs."""
    operation, *more = defect.operations
    where = one_line(operation, 60) + (f" and {counted(len(more), 'other operation')}" if more else "")
    given = f", shown by {defect.given}" if defect.given else ""
    return f"{sets_broken(defect)}: {counted(defect.inputs, 'input')} of {where}{given}"


def _unnamed(result: RunResult, found: Iterable[ReportedDefect]) -> list[RuleResult]:
    """Return the rules that decide against the subject and that no defect names: nothing shows how they fail."""
    named = {key for defect in found for key in (*(key for key, _inputs in defect.rules), *defect.also_breaks)}
    return [
        entry
        for entry in result.rules
        if entry.verdict == FAIL and entry.counts and (entry.operation, entry.rule.id) not in named
    ]


def _failing(entry: RuleResult) -> list[str]:
    said = [f"  {one_line(entry.reason, 300)}"] if entry.reason else []
    return [f"FAIL {entry.rule.id} ({entry.level}) {entry.operation}: {entry.rule.title}", *said]


def _sets(report: Mapping[str, Any], *, narrowed: bool) -> Iterator[str]:
    """Yield the verdict of each set, and the answers to choices that it does not accept.

    Of a run of single rules, sets that have none of them are left out.
    """
    for requirement_set in sets_of(report):
        if requirement_set.name != ALL and not (
            narrowed and requirement_set.verdict == NOT_JUDGED and not requirement_set.rules
        ):
            yield f"{requirement_set.name}: {verdict_of(replace(requirement_set, inputs={}), report)}"
            for failure in requirement_set.failed:
                if failure.answer:
                    where = f"{failure.rule} of {failure.operation}"
                    yield f"  {requirement_set.name} does not accept {failure.answer} ({where})"


def _limits(result: RunResult, report: Mapping[str, Any], beside: Sequence[ReportedDefect]) -> str:
    """Return what the line of the verdict does not say, in a line; nothing where it says all.

    beside: defects that do not decide.
    """
    operations = result.ledger.totals(kind=Kind.OPERATION)
    verdicts = [entry.verdict for entry in result.rules]
    unseen = verdicts.count(NOT_OBSERVABLE)
    unrun = sum(_is_free(entry) for entry in result.rules)
    failing = [
        requirement_set.name
        for requirement_set in sets_of(report)
        if requirement_set.name != ALL and requirement_set.verdict == FAILS
    ]
    parts = []
    if operations.judged < operations.planned:
        parts.append(f"{operations.judged} of {counted(operations.planned, 'operation')}")
    if unseen:
        parts.append(f"{counted(unseen, 'rule is', 'rules are')} not observable")
    if unrun:
        parts.append(f"{counted(unrun, 'SHOULD rule')} not run")
    if result.conforms and failing:
        parts.append(f"{' and '.join(failing)} {'fail' if failing[1:] else 'fails'}, which does not decide this run")
    if beside:
        parts.append(f"{counted(len(beside), 'defect does', 'defects do')} not decide")
    return ", ".join(parts)


def _is_free(entry: RuleResult) -> bool:
    """Whether a rule was not run and need not have been."""
    return entry.verdict == NOT_RUN and not decides_against(entry.level, NOT_RUN)


def remark_lines(result: RunResult, *, deciding: bool = False) -> list[str]:
    """Explain, a line each, the verdicts that are neither pass nor fail, and the faults.

    deciding: only those that speak against the subject.
    """
    lines = []
    for verdict, label in (
        (NOT_RUN, "Not run"),
        (NOT_OBSERVABLE, "Not observable"),
        (EXPECTED_FAILURE, "Fails as expected"),
        (UNEXPECTED_PASS, "Expected to fail"),
    ):
        groups: dict[tuple[str, str], list[RuleResult]] = {}
        for entry in result.rules:
            if entry.verdict == verdict and (decides_against(entry.level, verdict) or not deciding):
                called = f"{label} ({entry.level}, advisory)" if _is_free(entry) else label
                groups.setdefault((called, entry.reason or ""), []).append(entry)
        how = f", or give {UPDATE}" if verdict == UNEXPECTED_PASS else ""
        lines += [
            f"{called}: {_rule_names(entries, few=deciding)}: {one_line(reason, 300).rstrip('.')}{how}."
            for (called, reason), entries in groups.items()
        ]
    lines += _forms(result)
    for failure in result.unmatched:
        name = f"{one_line(failure.rule, 80)} of {one_line(failure.operation, 80)}"
        lines.append(f"Expected to fail: {name}: no such rule of this subject; delete this entry, or give {UPDATE}.")
    return [*lines, *_faults(result)]


def _forms(result: RunResult) -> list[str]:
    """Return what each operation takes whose calls all failed as those of a function do that wants another form.

    A gateway and an SDK are not called: they get what their API has.
    """
    if result.subject.adapter in REACHED_THROUGH:
        return []
    without_result = {
        entry.operation: None
        for entry in result.rules
        if entry.verdict == NOT_RUN
        and (entry.reason or "").startswith(NO_RESULT)
        and any(f"({error})" in (entry.reason or "") for error in SET_UP_ERRORS)
    }
    contracts = load_specifications().contracts if without_result else {}
    return [f"  {takes(contracts[operation])}" for operation in without_result if operation in contracts]


def _faults(result: RunResult) -> list[str]:
    """Return how often the subject gave no usable answer, and to which cases and inputs."""
    number = max(result.faults, len(result.seen_faults))
    if not number:
        return []
    seen = [f"  {line}" for line in fault_lines(run_document(result))]
    times = "once" if number == 1 else f"{number} times"
    kinds = Counter(fault.kind for fault in result.seen_faults)
    # Faults that no single input showed are counted, and of no known kind.
    counts = {kind: f": {count}" if kinds.total() == number else "" for kind, count in kinds.items()}
    how = ", ".join(f"{FAULTS.get(kind, kind)}{count}" for kind, count in counts.items())
    how = f" ({how})" if how and number > 1 else ""
    again = "" if seen else "; no single input showed it when it was asked again"
    return [f"The subject gave no usable answer {times}{how}{again}{':' if seen else '.'}", *seen]


def _rule_names(entries: Sequence[RuleResult], *, few: bool) -> str:
    """Return the ids of rules by operation. few: whether many are counted instead; -v shows them."""
    if few and len(entries) > MOST_RULES:
        operations = {entry.operation for entry in entries}
        where = next(iter(operations)) if len(operations) == 1 else counted(len(operations), "operation")
        return f"{counted(len(entries), 'rule')} of {where}"
    grouped: dict[str, list[str]] = {}
    for entry in entries:
        grouped.setdefault(entry.operation, []).append(entry.rule.id)
    return "; ".join(f"{', '.join(ids)} of {operation}" for operation, ids in grouped.items())
