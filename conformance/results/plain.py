"""Plain lines, for pipes and logs. Whatever a subject said is shown without its control characters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from conformance.apis.oracles import OPENAI
from conformance.base.observation import Description
from conformance.results import defects
from conformance.results.arrives import arrives_lines
from conformance.results.brief import brief_lines, directions_line, remark_lines, repeat_command
from conformance.results.defects import ReportedDefect, defects_of, verdicts
from conformance.results.document import counts, document, evidence_document
from conformance.results.evidence_text import facts, headline
from conformance.results.given import account_lines, decided_lines, standing_lines
from conformance.results.requirement_sets import passes_and_fails, sets_line_of, to_delete, verdict_with_lacks
from conformance.results.screen import wrapped
from conformance.results.set_aside import earlier_lines, set_aside_lines
from conformance.results.text import counted, one_line
from conformance.results.unjudged import open_lines
from conformance.results.verdict import verdict_words
from conformance.running.engine.events import Event, Finished, Started
from conformance.running.engine.ledger import Kind
from conformance.running.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_RUN,
    UNEXPECTED_PASS,
    VERDICTS,
    Evidence,
    RuleResult,
    RunResult,
)
from conformance.running.engine.sets import ALL, set_verdicts

SHOWN = {"MUST": 2, "SHOULD": 1}  # pieces of evidence for each rule; the report has them all
MOST_LINES = 120  # of a run, on a terminal; defects beyond have one line each
OUTSIDE = 6  # lines of these that come besides: the subject, the verdict, the files, and what is left out
MOST_LISTED = 70  # defects
MOST_OPERATIONS = 3  # that are listed beside defects


def verdict_line(result: RunResult) -> str:
    """Return the verdict in one line, with the host if it is not OpenAI's own."""
    must = counts(result, "MUST")
    unneeded = sum(entry.verdict == UNEXPECTED_PASS for entry in result.rules) + len(result.unmatched)
    parts = [passes_and_fails(must)]
    parts += [
        f"{count} {word}"
        for count, word in (
            (must[NOT_RUN], "not run"),
            (must[EXPECTED_FAILURE], "fail as expected"),
        )
        if count
    ]
    parts += [to_delete(unneeded)] if unneeded else []
    verdict = verdict_words(
        complete=result.complete,
        conforms=result.conforms,
        partial=bool(result.partial),
        excused=must[EXPECTED_FAILURE] > 0,
    )
    host = [f"host {result.profile}"] if result.profile != OPENAI else []
    run = f"({', '.join((*map(one_line, result.partial), *host, f'seed {result.seed}', f'{result.seconds:.1f} s'))})"
    return f"{one_line(result.subject.name)} {verdict_with_lacks(verdict, result.without)}: {', '.join(parts)} {run}"


def header(subject: Description) -> str:
    """Return who is judged, in one line."""
    # Another process may state anything here.
    stated = [text for text in (subject.version, subject.language) if isinstance(text, str) and text]
    how = one_line(", ".join([*stated, f"reached as {subject.adapter}"]))
    return f"Subject: {one_line(subject.name)} ({how})"


def detailed_lines(result: RunResult, report_file: str | None = None, *, narrowed: bool = False) -> list[str]:
    """Return the verdict of each set, all that is known of the first defects, and the remarks.

    report_file: where report.json is, for the commands that repeat a defect; None where it is not written. narrowed:
    whether single rules were judged only.
    """
    report = document(result)
    found = defects_of(report)
    first = [
        *_apart(arrives_lines(report)),
        *standing_lines(report),
        *verdicts(report, narrowed=narrowed),
        *account_lines(report),
    ]
    last = [
        *_operations(result, few=not found),
        *_advice(result, found),
        *remark_lines(result),
        *ledger_lines(result),
        *_aside_and_earlier(report),
        *directions_line(result.subject),
    ]
    shown: list[str] = []
    for number, defect in enumerate(found):
        text = ["", *defects.paragraph(defect, None if report_file is None else repeat_command(defect.id, report_file))]
        listed = min(len(found) - number, MOST_LISTED)
        if number and len(first) + len(shown) + len(text) + listed + len(last) > MOST_LINES - OUTSIDE:
            rest = found[number:]
            shown += ["", *(f"{item.id} {item.title}" for item in rest[:MOST_LISTED])]
            if rest[MOST_LISTED:]:
                shown.append(f"and {counted(len(rest) - MOST_LISTED, 'more defect')}, which the report has.")
            break
        shown += text
    shown += ungrouped_lines(result, found)
    return [*first, *shown, "", *last, *decided_lines(report)]


def _apart(lines: list[str]) -> list[str]:
    """Return lines with an empty one behind them, if there are any."""
    return [*lines, ""] if lines else []


def _aside_and_earlier(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield each fault of the suite, and what became of inputs of earlier runs."""
    yield from set_aside_lines(report)
    yield from earlier_lines(report)


def ungrouped_lines(result: RunResult, found: Iterable[ReportedDefect]) -> list[str]:
    """Return the rules that fail and that no defect names, with their evidence; not those that are advice."""
    failing = [entry for entry in _ungrouped(result, found) if not _is_advice(entry)]
    return [line for entry in failing for line in ("", *failure_lines(entry))]


def _ungrouped(result: RunResult, found: Iterable[ReportedDefect]) -> list[RuleResult]:
    """Return the failing rules that no defect names: nothing shows how they fail, or it is advice."""
    named = {key for defect in found for key in (*(key for key, _inputs in defect.rules), *defect.also_breaks)}
    return [entry for entry in result.rules if entry.verdict == FAIL and (entry.operation, entry.rule.id) not in named]


def _is_advice(entry: RuleResult) -> bool:
    return bool(entry.evidence) and all(shown.advice is not None for shown in entry.evidence)


def _operations(result: RunResult, *, few: bool) -> list[str]:
    """Return the counts of each operation, or of all together where defects need the room."""
    names = dict.fromkeys(entry.operation for entry in result.rules)
    if few or len(names) <= MOST_OPERATIONS:
        return operation_lines(result)
    return [f"{len(names)} operations: {_by_level(result.rules)}. -vv lists them and their choices."]


def _advice(result: RunResult, found: Iterable[ReportedDefect]) -> list[str]:
    """Return, a line each, the rules that object only where it is advice."""
    only = [entry for entry in _ungrouped(result, found) if _is_advice(entry)]
    return [
        f"Advice: {entry.rule.id} of {entry.operation}: {one_line((entry.reason or '').removeprefix('advice: '), 300)}."
        for entry in only
    ]


def result_lines(result: RunResult) -> list[str]:
    """Return everything that is said after a run but the verdict."""
    report = document(result)
    lines = [
        *_apart(arrives_lines(report)),
        *standing_lines(report),
        f"Sets: {sets_line_of(report)}",
        *account_lines(report),
    ]
    for entry in _rules(result, FAIL, "MUST"):
        lines += ["", *failure_lines(entry)]
    lesser = _rules(result, FAIL, "SHOULD")
    if lesser:
        lines += ["", "SHOULD rules that fail (advisory):"]
    for entry in lesser:
        lines += [f"  {text}" for text in failure_lines(entry)]
    last = [*operation_lines(result), *remark_lines(result), *ledger_lines(result), *decided_lines(report)]
    last += _aside_and_earlier(report)
    return [*lines, "", *last]


def _rules(result: RunResult, verdict: str, level: str) -> list[RuleResult]:
    return [entry for entry in result.rules if entry.verdict == verdict and entry.level == level]


def failure_lines(entry: RuleResult) -> list[str]:
    """Return a failing rule with its first pieces of evidence."""
    rule = entry.rule
    lines = [f"{'FAIL' if entry.counts else 'fail'} {rule.id} ({entry.level}) {entry.operation}: {rule.title}"]
    if entry.reason:
        lines.append(f"  {one_line(entry.reason)}")
    evidence = [shown for shown in entry.evidence if shown.yields_to is None]
    most = SHOWN[entry.level]
    for shown in evidence[:most]:
        lines += evidence_lines(shown)
    if len(evidence) > most:
        lines.append(f"  and {len(evidence) - most} more")
    return lines


def evidence_lines(evidence: Evidence) -> list[str]:
    """Return one piece of evidence."""
    piece = evidence_document(evidence)
    return [f"  {headline(piece)}", *(f"    {label:8}  {text}" for label, text in facts(piece))]


def operation_lines(result: RunResult) -> list[str]:
    """Return the counts of each operation, and the choices its subject took."""
    lines = []
    sets = [verdict for verdict in set_verdicts(result) if verdict.name != ALL]
    for operation, entries in _by_operation(result.rules).items():
        cases = max(entry.cases_run for entry in entries)
        examples = max(entry.examples_run for entry in entries)
        deciding = ", ".join(
            f"{requirement_set.name} {requirement_set.inputs[operation]:,}"
            for requirement_set in sets
            if operation in requirement_set.inputs
        )
        inputs = f"; inputs that decide {deciding}" if deciding else ""
        lines.append(f"{operation}: {_by_level(entries)} ({cases} cases, {examples} examples{inputs})")
        choices = result.choices.get(operation, {})
        if choices:
            lines.append(f"  choices: {_choices(choices)}")
    return lines


def _by_level(rules: Collection[RuleResult]) -> str:
    """Return how many rules have which verdict: those that must hold apart from the others, which do not decide."""
    levels = {level: [entry.verdict for entry in rules if entry.level == level] for level in ("MUST", "SHOULD")}
    return "; ".join(
        f"{level} {', '.join(f'{verdicts.count(verdict)} {verdict}' for verdict in VERDICTS if verdict in verdicts)}"
        for level, verdicts in levels.items()
        if verdicts
    )


def _by_operation(rules: Iterable[RuleResult]) -> dict[str, list[RuleResult]]:
    grouped: dict[str, list[RuleResult]] = {}
    for entry in rules:
        grouped.setdefault(entry.operation, []).append(entry)
    return grouped


def _choices(choices: Mapping[str, tuple[str, str]]) -> str:
    return ", ".join(
        f"{name} {one_line(answer, 80)}{' (stated)' if found == 'stated' else ''}"
        for name, (answer, found) in choices.items()
    )


def ledger_lines(result: RunResult) -> list[str]:
    """Return what became of the inputs, why some were left out, and a line for each reason why items are open."""
    items, operations = result.ledger.totals(), result.ledger.totals(kind=Kind.OPERATION)
    reasons = sorted(items.excused.items(), key=lambda pair: -pair[1])
    lines = [
        f"Inputs: {items.planned:,} planned, {items.judged:,} judged, {sum(items.excused.values()):,} left out, "
        f"{sum(items.set_aside.values()):,} set aside; "
        f"{operations.judged} of {operations.planned} operations."
    ]
    if reasons:
        lines.append(f"  left out: {', '.join(f'{one_line(reason, 120)} ({count:,})' for reason, count in reasons)}")
    return [*lines, *open_lines(result)]


class Plain:
    """Writes plain lines to a stream.

    quiet: nothing but the verdict. verbose: 1 for all that is known of each defect and of the run, 2 for each rule that
    fails with its evidence, in place of the defects. report_file: where report.json will be; None where it is not
    written. narrowed: the user chose what is judged. columns: how wide the screen is; None where lines are not wrapped.
    instead: what is said of the result, in place of the defects and all that; not of every rule (verbose 2).
    """

    follows_trials = False

    def __init__(
        self,
        stream: IO[str],
        *,
        quiet: bool = False,
        verbose: int = 0,
        report_file: str | None = None,
        narrowed: bool = False,
        columns: int | None = None,
        instead: Callable[[RunResult], list[str]] | None = None,
    ) -> None:
        self._stream = stream
        self._quiet = quiet
        self._verbose = verbose
        self._report_file = report_file
        self._narrowed = narrowed
        self._columns = columns
        self._instead = instead
        self._broken: OSError | None = None

    def __call__(self, event: Event) -> None:
        """Write the lines of an event."""
        if self._quiet:
            return
        if isinstance(event, Started):
            if self._verbose:
                self.write([header(event.subject)])
        elif isinstance(event, Finished):
            lines = self._lines(event.result)
            if lines:
                self.write(lines)

    def _lines(self, result: RunResult) -> list[str]:
        if self._verbose > 1:
            return result_lines(result)
        if self._instead is not None:
            return self._instead(result)
        if self._verbose:
            return detailed_lines(result, self._report_file, narrowed=self._narrowed)
        return brief_lines(result, self._report_file, narrowed=self._narrowed, columns=self._columns)

    def end(self, result: RunResult, written: Mapping[str, str]) -> None:
        """Write the last lines: the verdict, and where the reports are. written: paths by kind. Raises OSError."""
        self.write([verdict_line(result)])
        if written and not self._quiet:
            self.write([f"Reports: {', '.join(written.values())}"])
        if self._broken is not None and not isinstance(self._broken, BrokenPipeError):
            raise self._broken

    def write(self, lines: Sequence[str]) -> None:
        """Write lines. A stream that takes no more must not cost the reports: only `end` raises for it."""
        if self._broken is None:
            try:
                self._put([wrapped(line, self._columns) for line in lines])
            except OSError as error:
                self._broken = error

    def _put(self, lines: Sequence[Sequence[str]]) -> None:
        """Write lines, each as its rows. Raises OSError."""
        self._stream.write("".join(f"{row}\n" for rows in lines for row in rows))
        self._stream.flush()
