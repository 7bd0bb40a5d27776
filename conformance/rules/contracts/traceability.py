"""Which rules cover each section of each document, and how much of a run reached them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from conformance.base.errors import did_you_mean
from conformance.rules.contracts.model import Case, Contract, Exclusion, Rule, SourceDocument, Specifications
from conformance.rules.contracts.records import Caught, DocumentSection, Report, ReportedKind


class ReachedCount(NamedTuple):
    """How many cases and examples of a run reached a rule. given: the answer to a choice that it took, if any."""

    cases: int = 0
    examples: int = 0
    given: str = ""

    @property
    def reached(self) -> bool:
        """Whether any did."""
        return bool(self.cases or self.examples)

    def joined(self, other: ReachedCount) -> ReachedCount:
        """Return the sum, for a rule of several operations."""
        conclusive = [count for count in (self, other) if count.reached] or [self]
        given = conclusive[0].given if all(count.given for count in conclusive) else ""
        return ReachedCount(self.cases + other.cases, self.examples + other.examples, given)


# What a run emitted for each rule, by operation and id.
Counts = Mapping[tuple[str, str], ReachedCount]
Sections = Mapping[str, Sequence[DocumentSection]]


class Cover(NamedTuple):
    """A rule that covers a section, and what a run emitted for it."""

    rule: str
    emitted: ReachedCount


class TracedSection(NamedTuple):
    """A section that states something: the rules that cover it, and what of it is excluded."""

    section: DocumentSection
    covers: tuple[Cover, ...]
    excluded: tuple[Exclusion, ...]


class TracedDocument(NamedTuple):
    """A document's sections that state something. elsewhere: what is excluded of it that names no section."""

    document: SourceDocument
    sections: tuple[TracedSection, ...]
    elsewhere: tuple[Exclusion, ...]


def trace(specifications: Specifications, sections: Sections, counts: Counts) -> tuple[TracedDocument, ...]:
    """Join the sections of each document to rules, exclusions and counts.

    A rule counts for a document in the operations that are taken from it; a rule of several is listed once, with the
    sum of what each of them emitted.
    """
    return tuple(_traced(document, specifications, sections, counts) for document in specifications.documents)


def _traced(
    document: SourceDocument, specifications: Specifications, sections: Sections, counts: Counts
) -> TracedDocument:
    listed = sections.get(document.key, ())
    covers: dict[str, dict[str, ReachedCount]] = {section.name: {} for section in listed}
    for contract, rule in _rules(specifications):
        if document.key not in contract.documents:
            continue
        more = counts.get((contract.operation, rule.id), ReachedCount())
        for name in dict.fromkeys(_sections_of(rule, document.key, listed)):
            covers[name][rule.id] = covers[name].get(rule.id, ReachedCount()).joined(more)
    exclusions = _exclusions(specifications, document.key)
    return TracedDocument(
        document,
        tuple(
            TracedSection(
                section,
                tuple(Cover(*entry) for entry in covers[section.name].items()),
                tuple(entry for entry in exclusions if entry.section == section.name) + _own(section, document.key),
            )
            for section in listed
            if section.states
        ),
        tuple(entry for entry in exclusions if entry.section is None),
    )


def _sections_of(rule: Rule, document: str, listed: Sequence[DocumentSection]) -> Iterator[str]:
    for source in rule.sources:
        section = covered(source.section, listed) if source.document == document else None
        if section is not None:
            yield section.name


def covered(name: str, listed: Sequence[DocumentSection]) -> DocumentSection | None:
    """Return the section that a name means: itself, or the narrowest of which it is a part."""
    return max(
        (section for section in listed if section.covered_by(name)), key=lambda section: len(section.name), default=None
    )


def _own(section: DocumentSection, document: str) -> tuple[Exclusion, ...]:
    return (Exclusion(section.name, section.excluded, document, section.name),) if section.excluded else ()


def _rules(specifications: Specifications) -> Iterator[tuple[Contract, Rule]]:
    for contract in specifications.contracts.values():
        for rule in contract.rules:
            yield contract, rule


def _exclusions(specifications: Specifications, document: str) -> list[Exclusion]:
    """Each exclusion about a document once: the list form of an operation has those of the single form too."""
    excluded = [*specifications.excluded, *(e for c in specifications.contracts.values() for e in c.excluded)]
    return [entry for entry in dict.fromkeys(excluded) if entry.document == document]


def section_mistakes(specifications: Specifications, sections: Sections) -> list[str]:
    """Return the inconsistencies between the sections and what names them, each in one line."""
    found = [f"{key} has sections and is not a document." for key in sections if key not in _keys(specifications)]
    for key in _keys(specifications):
        listed = Counter(section.name for section in sections.get(key, ()))
        found += [f"{key} lists {name!r} more than once." for name, times in listed.items() if times > 1]
        if not listed:
            found.append(f"{key} has no sections.")
    for where, document, name in _section_references(specifications):
        mistake = _unlisted(name, sections.get(document, ()))
        if mistake:
            found.append(f"{where} names {document}, {name!r}: {mistake}")
    for traced in trace(specifications, sections, {}):
        for section, covers, excluded in traced.sections:
            where = f"{traced.document.key}, {section.name!r}"
            if not covers and not excluded:
                found.append(f"{where}: neither a rule nor a reason covers it.")
            if covers and section.excluded is not None:
                found.append(f"{where} is excluded, and {covers[0].rule} covers it.")
    return list(dict.fromkeys(found))


def _keys(specifications: Specifications) -> list[str]:
    return [document.key for document in specifications.documents]


def _section_references(specifications: Specifications) -> Iterator[tuple[str, str, str]]:
    """Yield who names a section, the document, and the name."""
    for _contract, rule in _rules(specifications):
        for source in rule.sources:
            if source.document:
                # A rule of every operation is listed once.
                yield f"The rule {rule.id}", source.document, source.section
    for contract in specifications.contracts.values():
        for case in contract.cases:
            if case.source and case.source.document:
                yield f"The case {case.id} of {contract.operation}", case.source.document, case.source.section
        for entry in contract.excluded:
            if entry.document and entry.section:
                yield f"{contract.operation}, excluded {entry.what!r},", entry.document, entry.section


def _unlisted(name: str, listed: Sequence[DocumentSection]) -> str | None:
    section = covered(name, listed)
    if section is None:
        return f"it is not listed. {did_you_mean(name, [section.name for section in listed])}".rstrip()
    return None if section.states else "it is marked as stating nothing."


def report_mistakes(specifications: Specifications, reported: Iterable[ReportedKind]) -> list[str]:
    """Return what is wrong with the reported bugs, each in one line.

    A link appears once in all kinds. What catches it exists, and its link is also where `explain` finds it: with
    the case, as its source, or among the threads of the rule.
    """
    reports = [(kind.kind, report) for kind in reported for report in kind.reports]
    links = Counter(report.link for _kind, report in reports)
    found = [f"{link} is listed more than once." for link, times in links.items() if times > 1]
    for kind, report in reports:
        mistake = report.caught and _uncaught(report, report.caught, specifications)
        if mistake:
            found.append(f"{kind}, {report.link}: {mistake}")
    return found


def _uncaught(report: Report, caught: Caught, specifications: Specifications) -> str | None:
    contract = specifications.contracts.get(caught.operation)
    if contract is None:
        return f"no operation {caught.operation}."
    rule = next((rule for rule in contract.rules if rule.id == caught.rule), None)
    if rule is None:
        return f"{caught.operation} has no rule {caught.rule}."
    case = next((case for case in contract.cases if case.id == caught.case), None)
    if case is None:
        return f"{caught.operation} has no case {caught.case}."
    if rule.id not in case.rules:
        return f"the case {caught.case} is not tagged with {caught.rule}."
    if report.link not in (*rule.threads, link_of(case)):
        return f"it is neither in the threads of {caught.rule} nor the source of {caught.case}."
    return None


def link_of(case: Case) -> str | None:
    """Return the public thread or page that a case was made for."""
    return case.source.link if case.source else None
