"""A comparison as Markdown, for a comment or the summary of a job."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.results.compare.comparison import ReportComparison
from conformance.results.compare.sections import ReportSection, SectionEntry, sections, verdict, who
from conformance.results.markdown import LARGEST, joined
from conformance.results.markdown import entry as rule_entry
from conformance.results.markdown_text import code, words


def render(comparison: ReportComparison, largest: int = LARGEST) -> str:
    """Return a comparison as Markdown, hardly longer than `largest` characters."""
    head = [
        f"## {'❌' if comparison.regressed else '✅'} {verdict(comparison)}",
        "",
        f"- old: {code(who(comparison.old))}",
        f"- new: {code(who(comparison.new))}",
        *(f"- {words(note)}" for note in comparison.notes),
    ]
    return joined(head, _pieces(comparison), "There is more; the comparison's other formats have all of it.", largest)


def _pieces(comparison: ReportComparison) -> Iterator[str]:
    for section in sections(comparison):
        yield f"### {section.title}"
        if section.counts:
            for number, entry in enumerate(section.entries):
                yield _unfolded(entry, number == 0)
        else:
            yield "\n".join(_folded(section))


def _unfolded(entry: SectionEntry, first: bool) -> str:
    if entry.rule is None:
        return _line(entry)
    facts = "; ".join(f"{label}: {text}" for label, text in entry.facts)
    return rule_entry(entry.rule, is_open=first, note=facts)


def _folded(section: ReportSection) -> Iterator[str]:
    yield f"<details><summary>{len(section.entries)}</summary>"
    yield ""
    for entry in section.entries:
        yield _line(entry)
    yield ""
    yield "</details>"


def _line(entry: SectionEntry) -> str:
    name = ""
    if entry.rule is not None:
        name = f"{code(entry.rule['id'], 60)} ({entry.rule['level']}) {code(entry.rule['operation'], 80)}: "
    facts = "".join(f"; {words(label, 100)}: {words(text)}" for label, text in entry.facts)
    return f"- {entry.mark}: {name}{words(entry.title)}{facts}"
