"""A comparison in words: sections of entries, which text, Markdown and HTML each set in their own way.

These texts may come from an untrusted report: each format escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.results.compare.arrives import moved
from conformance.results.compare.comparison import ChangedEvidence, Report, ReportComparison, Turned
from conformance.results.requirement_sets import passes_and_fails, sets_line_of, verdict_with_lacks, without_of
from conformance.results.text import counted, name_list
from conformance.results.verdict import partial_of, verdict_of
from conformance.running.engine.result import NOT_APPLICABLE, NOT_OBSERVABLE, NOT_RUN

WORDS = {NOT_RUN: "was not run", NOT_APPLICABLE: "did not apply", NOT_OBSERVABLE: "was not observable"}
NAMED = 8  # cases that are named in one line
Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionEntry:
    """One thing to say. rule: its entry in a report; None where it is about no single rule, and then `title` says it.

    mark: its kind in one word. facts: label and text. evidence: the smallest of the rule's; None for none.
    """

    mark: str
    rule: Mapping[str, Any] | None
    title: str
    facts: Facts = ()
    evidence: Mapping[str, Any] | None = None


class ReportSection(NamedTuple):
    """Entries under one heading. name: for a link. counts: whether they are regressions."""

    name: str
    title: str
    entries: tuple[SectionEntry, ...]
    counts: bool = False


def sections(comparison: ReportComparison) -> list[ReportSection]:
    """Return what there is to say, the regressions first. Without differences there are none."""
    failing = [_turned(rule) for rule in comparison.failing if rule.regression]
    lost = list(_lost_rules(rule for rule in comparison.lost if rule.regression))
    found = [
        (
            "narrower",
            "Judged less than before",
            [SectionEntry(mark="less", rule=None, title=w) for w in comparison.narrower],
        ),
        ("arrives", "What arrives", list(_arrives(comparison))),
        ("regressions", "Regressions", [*failing, *lost]),
        (
            "failing",
            "Newly failing, without deciding",
            [_turned(rule) for rule in comparison.failing if not rule.regression],
        ),
        (
            "lost",
            "No longer judged, without deciding",
            list(_lost_rules(o for o in comparison.lost if not o.regression)),
        ),
        ("passing", "Newly passing", [_turned(rule) for rule in comparison.passing]),
        ("verdicts", "Other verdicts that changed", [_turned(rule) for rule in comparison.other]),
        (
            "evidence",
            "Changed evidence of rules that fail in both",
            [_evidence(shown) for shown in comparison.evidence],
        ),
        ("choices", "Changed choices", list(_answers(comparison))),
        (
            "rules",
            "The suite's own rules",
            [*_operations(comparison), *_added_entries(comparison), *_changed_entries(comparison)],
        ),
    ]
    return [
        ReportSection(name, title, tuple(entries), name in ("narrower", "regressions"))
        for name, title, entries in found
        if entries
    ]


def who(report: Report) -> str:
    """Return the subject of a report and its result in one line."""
    subject, run, counts = report["subject"], report["run"], report["summary"]["MUST"]
    name = f"{subject['name']} {subject['version'] or ''}".strip()
    stated = ", ".join((*partial_of(report), run["requirements"], f"seed {run['seed']}", run["started"]))
    verdict = verdict_with_lacks(verdict_of(report), without_of(report))
    return f"{name} {verdict}: {passes_and_fails(counts)} ({stated}); {sets_line_of(report)}"


def outcome(comparison: ReportComparison) -> str:
    """Return how many regressions there are, in words."""
    regressions = len(comparison.regressions)
    if regressions:
        return counted(regressions, "regression", "regressions")
    return (
        f"nothing shows that it did not get worse: {comparison.narrower[0]}" if comparison.narrower else "no regression"
    )


def verdict(comparison: ReportComparison) -> str:
    """Return the result of the comparison in one line."""
    parts = [
        outcome(comparison),
        counted(len(comparison.passing), "rule newly passes", "rules newly pass"),
        counted(comparison.still_failing, "fails in both", "fail in both"),
        f"{comparison.same} {'other' if comparison.same == 1 else 'others'} as before",
    ]
    new = [rule for rule in comparison.added if rule.now == "fail"]
    if new:
        parts.insert(
            1, counted(len(new), "rule that the old report lacks fails", "rules that the old report lacks fail")
        )
    line = ", ".join(parts)
    return line[0].upper() + line[1:]


def _turned(rule: Turned) -> SectionEntry:
    facts: list[tuple[str, str]] = []
    if rule.before is not None and rule.now is not None:
        facts.append(("before", WORDS.get(rule.before, rule.before)))
        if rule.now in WORDS:
            facts.append(("now", rule.now))
    if rule.why:
        facts.append(("note", rule.why))
    evidence = rule.rule["evidence"]
    return SectionEntry(
        mark=_mark(rule),
        rule=rule.rule,
        title=rule.rule["title"],
        facts=tuple(facts),
        evidence=evidence[0] if evidence else None,
    )


def _mark(rule: Turned) -> str:
    if rule.now == "fail":
        return "FAIL" if rule.rule["level"] == "MUST" else "fail"
    return rule.now or "gone"


def _lost_rules(lost: Iterable[Turned]) -> Iterator[SectionEntry]:
    """Rules that are gone with their operation are one entry."""
    whole: dict[str, list[Turned]] = {}
    for rule in lost:
        if rule.now is None:
            whole.setdefault(rule.why, []).append(rule)
        else:
            yield _turned(rule)
    for why, rules in whole.items():
        passed = sum(rule.regression for rule in rules)
        title = f"{why}: {counted(passed, 'MUST rule', 'MUST rules')} of it passed" if passed else why
        yield SectionEntry(
            mark="gone", rule=None, title=title, facts=(("rules", name_list([rule.rule["id"] for rule in rules], 40)),)
        )


def _evidence(evidence: ChangedEvidence) -> SectionEntry:
    facts = []
    if evidence.came:
        facts.append(("more cases fail", name_list(evidence.came, NAMED)))
    if evidence.went:
        facts.append(("no longer shown", name_list(evidence.went, NAMED)))
    for case, before, now in evidence.changed[:NAMED]:
        what = f"case {case}" if case is not None else "examples"
        if before == now:
            facts.append((what, f"{now} (with another result)"))
        else:
            facts += [(f"{what}, before", before or "none"), (f"{what}, now", now or "none")]
    if len(evidence.changed) > NAMED:
        facts.append(("more", f"{len(evidence.changed) - NAMED} more fail in another way"))
    return SectionEntry(
        mark=evidence.rule["verdict"],
        rule=evidence.rule,
        title=evidence.rule["title"],
        facts=tuple(facts),
        evidence=evidence.rule["evidence"][0],
    )


def _answers(comparison: ReportComparison) -> Iterator[SectionEntry]:
    for answer in comparison.answers:
        before, now = answer.before or "left open", answer.now or "left open"
        yield SectionEntry(mark="choice", rule=None, title=f"{answer.operation}, {answer.choice}: {before}, now {now}")


def _arrives(comparison: ReportComparison) -> Iterator[SectionEntry]:
    for element in moved(comparison.old, comparison.new):
        yield SectionEntry(mark="less" if element.now < element.before else "more", rule=None, title=str(element))


def _operations(comparison: ReportComparison) -> Iterator[SectionEntry]:
    for operation in comparison.offered:
        own = [rule for rule in comparison.added if rule.rule["operation"] == operation]
        failing = [rule.rule["id"] for rule in own if rule.now == "fail"]
        facts: Facts = (("fail", name_list(failing, NAMED)),) if failing else ()
        yield SectionEntry(
            mark="new",
            rule=None,
            title=f"the old report does not have the operation {operation}: {counted(len(own), 'rule', 'rules')}",
            facts=facts,
        )


def _added_entries(comparison: ReportComparison) -> Iterator[SectionEntry]:
    for rule in comparison.added:
        if rule.rule["operation"] not in comparison.offered:
            evidence = rule.rule["evidence"]
            yield SectionEntry(
                mark="new",
                rule=rule.rule,
                title=rule.rule["title"],
                facts=(("verdict", f"{rule.now}: the old report does not have this rule, so it is not a regression"),)
                if rule.now == "fail"
                else (("verdict", str(rule.now)),),
                evidence=evidence[0] if evidence else None,
            )


def _changed_entries(comparison: ReportComparison) -> Iterator[SectionEntry]:
    for rule in comparison.removed:
        yield SectionEntry(
            mark="gone",
            rule=rule.rule,
            title=rule.rule["title"],
            facts=(("before", str(rule.before)), ("note", rule.why)),
        )
    for change in comparison.redefined:
        title = f"{change.rule} of {change.operation}: {change.what}"
        yield SectionEntry(
            mark="changed", rule=None, title=title, facts=(("before", change.before), ("now", change.now))
        )
