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
            for number, one in enumerate(section.entries):
                yield _unfolded(one, number == 0)
        else:
            yield "\n".join(_folded(section))


def _unfolded(one: SectionEntry, first: bool) -> str:
    if one.rule is None:
        return _line(one)
    facts = "; ".join(f"{label}: {text}" for label, text in one.facts)
    return rule_entry(one.rule, is_open=first, note=facts)


def _folded(section: ReportSection) -> Iterator[str]:
    yield f"<details><summary>{len(section.entries)}</summary>"
    yield ""
    for one in section.entries:
        yield _line(one)
    yield ""
    yield "</details>"


def _line(one: SectionEntry) -> str:
    name = ""
    if one.rule is not None:
        name = f"{code(one.rule['id'], 60)} ({one.rule['level']}) {code(one.rule['operation'], 80)}: "
    facts = "".join(f"; {words(label, 100)}: {words(text)}" for label, text in one.facts)
    return f"- {one.mark}: {name}{words(one.title)}{facts}"
