"""conformance rules --traceability: each section of each document, the rules that cover it, and what a run emitted."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from textwrap import TextWrapper

from conformance.base.errors import UsageError
from conformance.commands.counted_runs import read_counts, run_reference
from conformance.commands.layout import bold, width
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.files import attributed
from conformance.rules.contracts.records import ReportedKind, load_reported, load_sections
from conformance.rules.contracts.traceability import TracedDocument, report_mistakes, section_mistakes, trace

HEAD = ("SECTION", "RULE", "CASES", "EXAMPLES")
EXCLUDED, NOTHING = "excluded", "nothing"


def run(parsed: argparse.Namespace) -> int:
    """Print sections, reported bugs, and what does not hold together between them and the contracts.

    Raises UsageError for arguments that do not go together and for a report that cannot be read, SpecificationError
    for a section that nothing covers, a name that is not listed, a case that does not exist.
    """
    if parsed.contract:
        raise UsageError("--traceability cannot be combined with --operation.", "Remove one.")
    if parsed.report is not None and (parsed.seed, parsed.max_examples) != (None, None):
        raise UsageError("--report cannot be combined with --seed or --max-examples.", "Remove one.")
    specifications = load_specifications()
    sections, reported = load_sections(), load_reported()
    if parsed.report is not None:
        name, counts = read_counts(parsed.report, specifications)
    else:
        name, counts = run_reference(specifications, parsed.seed, parsed.max_examples)
    wrap_at = width() if sys.stdout.isatty() else None
    print(f"Counted in {name}", end="\n\n")
    for document in trace(specifications, sections, counts):
        print("\n".join(document_lines(document, wrap_at)), end="\n\n")
    print("\n".join(reported_lines(reported, wrap_at)))
    _complain(section_mistakes(specifications, sections) + report_mistakes(specifications, reported))
    return 0


def document_lines(traced: TracedDocument, wrap_at: int | None) -> list[str]:
    """Return a document's sections as lines: a line for each rule, then what is excluded, with the reason."""
    rows: list[tuple[str, ...]] = [HEAD]
    texts: dict[int, str] = {}
    given: dict[int, str] = {}
    for section, covers, excluded in traced.sections:
        for cover in covers:
            given[len(rows)] = f"  where {cover.emitted.given}" if cover.emitted.given else ""
            rows.append((section.name, cover.rule, str(cover.emitted.cases), str(cover.emitted.examples)))
        if not covers and not excluded:
            rows.append((section.name, NOTHING, "0", "0"))
        for entry in excluded:
            texts[len(rows)] = entry.reason if entry.what == section.name else f"{entry.what}: {entry.reason}"
            rows.append((section.name, EXCLUDED, "", ""))
    for entry in traced.elsewhere:
        texts[len(rows)] = f"{entry.what}: {entry.reason}"
        rows.append(("", EXCLUDED, "", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [bold(f"{traced.document.key}  {traced.document.title} ({traced.document.version})")]
    for number, (name, rule, cases, examples) in enumerate(rows):
        # A terminal shows a section's name once; in a pipe each line is complete.
        again = wrap_at is not None and number > 0 and rows[number - 1][0] == name
        start = f"  {'' if again else name:{widths[0]}}  {rule:{widths[1]}}  "
        if number in texts:
            lines += _beside(start, texts[number], wrap_at)
        else:
            lines.append(f"{start}{cases:>{widths[2]}}  {examples:>{widths[3]}}{given.get(number, '')}")
    return [*lines, _total(traced)]


def _total(traced: TracedDocument) -> str:
    covered = [section for section in traced.sections if section.covers]
    rules = {cover.rule for section in covered for cover in section.covers}
    excluded = sum(bool(section.excluded) for section in traced.sections if not section.covers)
    line = f"  {len(traced.sections)} sections: {len(covered)} covered by {len(rules)} rules, {excluded} {EXCLUDED}"
    unreached = sum(not any(cover.emitted.reached for cover in section.covers) for section in covered)
    without = len(traced.sections) - len(covered) - excluded
    line += f", {unreached} not reached by this run" if unreached else ""
    return line + (f", {without} with neither rule nor reason" if without else "")


def reported_lines(kinds: Sequence[ReportedKind], wrap_at: int | None) -> list[str]:
    """Return the reported bugs as lines: a line for each kind, then those that no case can catch, with the reason."""
    everything = [report for kind in kinds for report in kind.reports]
    caught = sum(report.caught is not None for report in everything)
    lines = [bold("Reported bugs")]
    for kind in kinds:
        left = [report for report in kind.reports if report.excluded is not None]
        of_kind = (
            f"{len(kind.reports)} reports: {len(kind.reports) - len(left)} caught by a case, {len(left)} {EXCLUDED}"
        )
        lines += _beside(f"  {kind.kind}  ", f"{kind.title}, {of_kind}", wrap_at)
        for report in left:
            lines += _beside(f"      {EXCLUDED}  {report.link}  ", f"{report.what} {report.excluded}", wrap_at)
    total = len(everything)
    return [*lines, f"  all {total} reports: {caught} caught by a case, {total - caught} {EXCLUDED}"]


def _beside(start: str, text: str, wrap_at: int | None) -> list[str]:
    """Return text that follows what its first line begins with; wrapped on a terminal, one line in a pipe."""
    if wrap_at is None:
        return [start + text]

    indent = " " * (len(start) if len(start) < wrap_at // 2 else 8)
    lines = [start.rstrip()] if len(start) > len(indent) else []
    wrapper = TextWrapper(
        width=wrap_at,
        initial_indent=indent if lines else start,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines + wrapper.wrap(text)


def _complain(mistakes: Iterable[str]) -> None:
    mistakes = list(mistakes)
    if not mistakes:
        return
    sys.stdout.flush()
    more = f" And {len(mistakes) - 1} more." if len(mistakes) > 1 else ""
    message = f"The sections and reports do not hold together: {mistakes[0]}{more}"
    raise attributed(UsageError(message))
