"""The report as Markdown: for the summary of a job, or a comment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from typing import Any

from conformance.results.arrives import TITLE, defects_by_content, incomplete, rows_of
from conformance.results.defects import (
    RULES_LISTED,
    ReportedDefect,
    defects_of,
    named_by,
    paragraph,
    sets_broken,
    verdicts,
)
from conformance.results.evidence_text import facts, headline, shown_input
from conformance.results.given import account_lines, decided_lines, standing_lines
from conformance.results.live import live_entries, live_headline, live_remarks
from conformance.results.markdown_text import block, code, words
from conformance.results.requirement_sets import verdict_with_lacks, without_of
from conformance.results.set_aside import earlier_lines, set_aside_lines, share
from conformance.results.text import counted, name_list, one_line
from conformance.results.titles import placed
from conformance.results.unjudged import unjudged_lines
from conformance.results.verdict import CONFORMS, DOES_NOT, partial_of, verdict_of
from conformance.running.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_APPLICABLE,
    NOT_OBSERVABLE,
    NOT_RUN,
    PASS,
    UNEXPECTED_PASS,
    decides_against,
)

# A comment takes 65,536 characters, and a job's summary a megabyte.
LARGEST = 60_000
ROWS = 40  # defects in the table
IDS_OF_CONTENT = 6  # defects that a content names
IDS_LISTED = 60  # of an operation's rules that were not run
COLUMNS = (PASS, FAIL, NOT_RUN, EXPECTED_FAILURE, UNEXPECTED_PASS, NOT_OBSERVABLE, NOT_APPLICABLE)
WORDS = {
    PASS: "pass",
    FAIL: "fail",
    NOT_RUN: "not run",
    EXPECTED_FAILURE: "fail as expected",
    UNEXPECTED_PASS: "pass unexpectedly",
    NOT_OBSERVABLE: "not observable",
    NOT_APPLICABLE: "not applicable",
}
Report = Mapping[str, Any]


def render(report: Report, largest: int = LARGEST) -> str:
    """Return a report (specs/report.schema.json) as Markdown, hardly longer than `largest` characters."""
    found = defects_of(report)
    tables = chain(_arrives(report, found), _defects(found), ["\n".join(_table(report))])
    pieces = chain(tables, _details(found), _rules(report, found), _live(report))
    return joined(list(_head(report)), pieces, "More failures are in the report's files.", largest)


def joined(head: Sequence[str], pieces: Iterator[str], left_out: str, largest: int) -> str:
    """Return the head and as many pieces as there is room for; `left_out` where that is not all."""
    lines = list(head)
    size = sum(len(line) + 1 for line in lines) + len(left_out) + 3
    for piece in pieces:
        size += len(piece) + 2
        if size > largest:
            lines += ["", left_out]
            break
        lines += ["", piece]
    return "\n".join(lines) + "\n"


def _head(report: Report) -> Iterator[str]:
    subject, run, counts = report["subject"], report["run"], report["summary"]["MUST"]
    name = " ".join(filter(None, (subject["name"], subject["version"])))
    verdict, left = verdict_of(report), "; ".join(partial_of(report))
    sign = {CONFORMS: "✅", DOES_NOT: "❌"}.get(verdict, "⚠️")
    verdict = words(verdict_with_lacks(verdict, without_of(report)))
    yield f"## {sign} {code(name, 120)} {verdict}{f' ({words(left)})' if left else ''}"
    yield ""
    last = (*decided_lines(report), *unjudged_lines(report), *set_aside_lines(report), *earlier_lines(report))
    for line in (*standing_lines(report), *verdicts(report), *account_lines(report), *last):
        yield f"{'  ' if line.startswith(' ') else ''}- {words(line.strip())}"
    yield ""
    counted_verdicts = [
        f"{counts[verdict]} {WORDS[verdict]}" for verdict in COLUMNS if counts[verdict] or verdict in (PASS, FAIL)
    ]
    suite = report["suite"]
    yield (
        f"MUST rules: {', '.join(counted_verdicts)}. Requirements: {words(run['requirements'])}; seed {run['seed']}; "
        f"conformance {code(suite['version'], 40)}, specifications {code(suite['specs_digest'][:19])}."
        + (f" Set aside for a fault of the suite: {share(report)}." if share(report) else "")
    )


def _arrives(report: Report, found: Sequence[ReportedDefect]) -> Iterator[str]:
    """A row for each content that does not all arrive, the most lost first, with the defects that cost facts of it."""
    rows = rows_of(report)
    gone = incomplete(rows)
    if not gone:
        return
    costs = defects_by_content(report, rows)
    deciding = {defect.id for defect in found if defect.decides}
    lines = [f"### {TITLE}", "", "| content | arrives | of the worked cases | what became of the others | defects |"]
    lines.append("|---|---:|---:|---|---|")
    for row in gone:
        kept = f"{row.fates.arrives + row.fates.reported:,} of {row.fates.facts:,}"
        ids = [code(text) for text in costs.get(row.content, ()) if text in deciding]
        lines.append(f"| {row.name} | {row.fates.percent} % | {kept} | {row.said} | {name_list(ids, IDS_OF_CONTENT)} |")
    yield "\n".join(lines)


def _table(report: Report) -> Iterator[str]:
    """How many rules of each operation have which verdict; verdicts that no rule has make no column."""
    rules = report["rules"]
    columns = [verdict for verdict in COLUMNS if any(rule["verdict"] == verdict for rule in rules)]
    yield f"| operation | {' | '.join(WORDS[verdict] for verdict in columns)} |"
    yield f"|---|{'---:|' * len(columns)}"
    for operation in dict.fromkeys(rule["operation"] for rule in rules):
        own = [rule["verdict"] for rule in rules if rule["operation"] == operation]
        yield f"| {code(operation, 80)} | {' | '.join(str(own.count(verdict) or '') for verdict in columns)} |"


def _defects(found: Sequence[ReportedDefect]) -> Iterator[str]:
    """A row for each defect, those that decide first."""
    if not found:
        return
    yield f"### Defects: {len(found)}"
    columns = ("defect", "breaks", "what the converter does", "rules", "smallest input", "repeat")
    rows = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for defect in found[:ROWS]:
        rules = ", ".join(code(rule, 60) for rule in defect.rule_ids[:RULES_LISTED])
        more = len(defect.operations) - 1
        where = code(defect.operations[0], 80) + (f" and {more} more" if more else "")
        cells = (
            f"**{code(defect.id)}**" if defect.decides else code(defect.id),
            words(sets_broken(defect)),
            words(placed(defect.evidence["at"], defect.message)),
            f"{rules} of {where}",
            code(shown_input(defect.evidence)),
            code(f"conformance repeat {defect.id}"),
        )
        rows.append(f"| {' | '.join(cells)} |")
    yield "\n".join(rows)
    if len(found) > ROWS:
        yield f"{len(found) - ROWS} more defects are in the report's files."


def _details(found: Sequence[ReportedDefect]) -> Iterator[str]:
    """The evidence of each defect that decides, the first one open."""
    for number, finding in enumerate(defect for defect in found if defect.decides):
        first, *rest = paragraph(finding, None)
        yield "\n".join(
            [
                f"<details{' open' if number == 0 else ''}><summary>{_html(first)}</summary>",
                "",
                block("\n".join(line.strip() for line in rest)),
                "",
                "</details>",
            ]
        )


def _live(report: Report) -> Iterator[str]:
    """What an API says of some results; the first of what is worth reading."""
    if "live" not in report:
        return
    live = report["live"]
    yield f"### The API's opinion\n\n{words(live_headline(live), LARGEST)}"
    for live_entry in live_entries(live):
        lines = (
            f"The API: {words(live_entry.api)}",
            f"The suite: {words(live_entry.suite)}",
            f"Request: {code(live_entry.request)}",
        )
        yield "\n".join([f"- {words(live_entry.title)}", *(f"  - {line}" for line in lines)])
    for remark in live_remarks(live):
        yield words(remark, LARGEST)


def _rules(report: Report, found: Sequence[ReportedDefect]) -> Iterator[str]:
    """The rules that no defect names."""
    named = named_by(found)
    rules = [rule for rule in report["rules"] if (rule["operation"], rule["id"]) not in named]
    failures = [rule for rule in rules if rule["verdict"] == FAIL and _decides(rule)]
    if failures:
        yield "### Failures"
        yield from (entry(rule, is_open=number == 0) for number, rule in enumerate(failures))
    not_run = [rule for rule in rules if rule["verdict"] == NOT_RUN]
    if not_run:
        yield f"### Not run: {len(not_run)}"
        yield _not_run(not_run)
    passing = [rule for rule in rules if rule["verdict"] == UNEXPECTED_PASS]
    stale = report.get("unmatched_expected_failures", ())
    if passing or stale:
        yield "### Expected failures to delete"
        yield from map(entry, passing)
    if stale:
        yield "\n".join(f"- {code(element['rule'])} of {code(element['operation'])}: no such rule" for element in stale)
    folded = []
    for title, verdict in (
        ("SHOULD rules that fail", FAIL),
        ("Fail as expected", EXPECTED_FAILURE),
    ):
        folded.append((title, [rule for rule in rules if rule["verdict"] == verdict and not _decides(rule)]))
    for title, chosen in folded:
        if chosen:
            lines = [f"- **{code(rule['id'], 60)}** {code(rule['operation'], 80)}: {_reason(rule)}" for rule in chosen]
            yield "\n".join([f"<details><summary>{title}: {len(chosen)}</summary>", "", *lines, "", "</details>"])


def _not_run(rules: Sequence[Mapping[str, Any]]) -> str:
    """Rules that were not run, in one line: their ids by operation, and why."""
    ids: dict[str, list[str]] = {}
    for rule in rules:
        level = "" if _decides(rule) else f" ({rule['level']})"
        ids.setdefault(rule["operation"], []).append(f"{code(rule['id'], 60)}{level}")
    named = "; ".join(f"{name_list(own, IDS_LISTED)} of {code(operation, 80)}" for operation, own in ids.items())
    reasons = list(dict.fromkeys(rule.get("reason") or "" for rule in rules))
    others = counted(len(reasons) - 1, "more reason is", "more reasons are")
    more = f" ({others} in the report's files)" if reasons[1:] else ""
    return f"{named}. Reason: {words(reasons[0] or 'not stated')}{more}"


def _decides(rule: Mapping[str, Any]) -> bool:
    return decides_against(rule["level"], rule["verdict"])


def _reason(rule: Mapping[str, Any]) -> str:
    if rule["verdict"] == FAIL and rule["evidence"]:
        return words(rule["evidence"][0]["message"])
    return words(rule.get("reason") or rule["title"])


def entry(rule: Mapping[str, Any], *, is_open: bool = False, note: str = "") -> str:
    """Return one rule with its smallest evidence, folded where a page can fold."""
    name = f"{rule['id']} ({rule['level']}) {rule['operation']}"
    lines = [f"<details{' open' if is_open else ''}><summary>{_html(name)}: {_html(rule['title'])}</summary>", ""]
    if note or rule.get("reason"):
        lines += [words(note or rule["reason"]), ""]
    if rule["evidence"]:
        lines += [block("\n".join(_evidence(rule["evidence"][0]))), ""]
    if len(rule["evidence"]) > 1:
        lines += [f"and {len(rule['evidence']) - 1} more", ""]
    return "\n".join([*lines, "</details>"])


def _html(text: str) -> str:
    """Return text for inside a summary element: that line is HTML, no Markdown; in code no mention is made of it."""
    return f"<code>{escape(one_line(text, 200))}</code>"


def _evidence(evidence: Mapping[str, Any]) -> Iterator[str]:
    yield headline(evidence)
    yield from (f"{label:8}  {text}" for label, text in facts(evidence))
