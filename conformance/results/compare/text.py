"""A comparison as plain lines, for a terminal, a pipe or a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.results.compare.comparison import ReportComparison
from conformance.results.compare.sections import SectionEntry, sections, verdict, who
from conformance.results.evidence_text import facts, headline
from conformance.results.text import one_line


def comparison_lines(comparison: ReportComparison) -> list[str]:
    """Return a comparison as lines, the verdict last."""
    lines = [f"Old: {one_line(who(comparison.old))}", f"New: {one_line(who(comparison.new))}"]
    lines += [f"Note: {one_line(note, 300)}." for note in comparison.notes]
    for section in sections(comparison):
        lines += ["", f"{section.title}:"]
        for entry in section.entries:
            lines += _entry(entry)
    return [*lines, "", f"{verdict(comparison)}."]


def _entry(entry: SectionEntry) -> Iterator[str]:
    rule = entry.rule
    if rule is None:
        yield f"  {entry.mark}: {one_line(entry.title, 300)}"
    else:
        name = f"{one_line(rule['id'], 80)} ({rule['level']}) {one_line(rule['operation'], 80)}"
        yield f"  {entry.mark} {name}: {one_line(entry.title, 300)}"
    facts = [(label, one_line(text, 300)) for label, text in entry.facts]
    if entry.evidence is not None:
        facts += _evidence(entry.evidence)
    for label, text in facts:
        yield f"    {one_line(label, 100):9}  {text}"


def _evidence(evidence: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    name, _, message = headline(evidence).partition(": ")
    yield ("example", message) if evidence["case"] is None else ("case", f"{name.removeprefix('case ')}: {message}")
    yield from facts(evidence)
