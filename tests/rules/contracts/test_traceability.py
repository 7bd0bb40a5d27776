"""Every section of every document has a rule or a reason, and every reported bug a case or a reason."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.model import Case, Contract, Exclusion, Expectation, Rule, RuleSource, SourceDocument
from conformance.rules.contracts.model import Specifications as Specs
from conformance.rules.contracts.records import (
    Caught,
    DocumentSection,
    Report,
    ReportedKind,
    load_reported,
    load_sections,
)
from conformance.rules.contracts.traceability import Cover, ReachedCount, report_mistakes, section_mistakes, trace
from tests.rules.contracts.originals import VARIABLE, documents, known_bugs

DOCUMENTS = load_specifications().documents
LINK = "https://example.org/issues/1"
SPECS = Path(__file__).parents[3] / "specs"


def test_the_sections_and_the_contracts_hold_together():
    assert section_mistakes(load_specifications(), load_sections()) == []


def test_the_reports_and_the_contracts_hold_together():
    assert report_mistakes(load_specifications(), load_reported()) == []


def test_there_are_five_documents():
    assert [document.key for document in DOCUMENTS] == ["S0", "S1", "S2", "S3", "S4"]
    assert load_sections().keys() == {document.key for document in DOCUMENTS}


def headings(text: str) -> list[str]:
    """Return the headings of a Markdown document, but for those in its listings."""
    found, listing = [], False
    for line in text.splitlines():
        listing ^= line.startswith("```")
        if not listing and (heading := re.fullmatch(r"(#+) (.+?)\s*", line)):
            found.append(heading[2])
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.key)
def test_every_heading_of_a_document_is_listed_in_its_order(document):
    text = documents().get(document.sha256)
    if text is None:
        pytest.skip(f"the document {document.key} is not at hand; {VARIABLE} names the folder it lies in")
    title, *rest = headings(text)
    assert re.sub(r"^\W+", "", title) == document.title
    sections = load_sections()[document.key]
    # What begins with another section's name and a colon is a part of it, and has no heading.
    whole = [
        section
        for section in sections
        if not any(other != section and other.covered_by(section.name) for other in sections)
    ]
    assert [section.heading for section in whole] == rest


def test_every_known_bug_of_the_core_is_once():
    core = [bug["link"] for bug in known_bugs() if bug["core"]]
    if not core:
        pytest.skip(f"the list of known bugs is not at hand; {VARIABLE} names the folder it lies in")
    kinds = {kind for bug in known_bugs() for kind in bug["kinds"]}
    listed = [report.link for kind in load_reported() if kind.kind in kinds for report in kind.reports]
    assert sorted(listed) == sorted(core)


def test_a_known_bug_is_with_one_of_its_kinds():
    kinds = {bug["link"]: bug["kinds"] for bug in known_bugs() if bug["core"]}
    if not kinds:
        pytest.skip(f"the list of known bugs is not at hand; {VARIABLE} names the folder it lies in")
    known = {kind for found in kinds.values() for kind in found}
    listed = [(kind.kind, report.link) for kind in load_reported() for report in kind.reports if kind.kind in known]
    strayed = [link for kind, link in listed if kind not in kinds.get(link, ())]
    assert strayed == []


def rule(id_: str, *named: str, **more: object) -> Rule:
    sources = tuple(RuleSource(name, "S9") for name in named)
    return Rule(
        id=id_,
        level="MUST",
        origin="document",
        title="A title",
        text="What holds.",
        why="Why.",
        sources=sources,
        check="a-check",
        **more,
    )


def specs(*rules: Rule, cases: tuple[Case, ...] = (), excluded: tuple[Exclusion, ...] = ()) -> Specs:
    contract = Contract(
        operation="one-to-one",
        title="T",
        documents=("S9",),
        input="In.",
        output="Out.",
        conversion_rule="A-1",
        rules=rules,
        cases=cases,
        excluded=excluded,
    )
    other = replace(contract, operation="two-to-two", documents=("S8",), cases=(), excluded=())
    known = tuple(
        SourceDocument(key=key, title="A document", version="undated", sha256="0" * 64, summary="What it is.")
        for key in ("S9",)
    )
    return Specs(
        documents=known, contracts={"one-to-one": contract, "two-to-two": other}, excluded=(), digest="sha256:"
    )


def listed(*names: str, **more: object) -> dict[str, list[DocumentSection]]:
    return {"S9": [DocumentSection(name, name, **more) for name in names]}


def case(*rules: str, source: RuleSource | None = None) -> Case:
    return Case(id="first", rules=rules, note="A note.", input=1, expectations=(Expectation({}, 1),), source=source)


def test_a_rule_covers_the_narrowest_section_that_it_names():
    traced = trace(
        specs(rule("A-1", "One: a part"), rule("A-2", "Two: 1", "Two: 1: more"), rule("A-3", "Two")),
        listed("One", "Two", "Two: 1", "Oneself"),
        {
            ("one-to-one", "A-1"): ReachedCount(3, 4),
            ("one-to-one", "A-2"): ReachedCount(5, 6),
            ("two-to-two", "A-1"): ReachedCount(9, 9),
        },
    )[0]
    found = {section.section.name: [(c.rule, *c.emitted[:2]) for c in section.covers] for section in traced.sections}
    assert found == {"One": [("A-1", 3, 4)], "Two": [("A-3", 0, 0)], "Two: 1": [("A-2", 5, 6)], "Oneself": []}


def test_a_rule_of_several_operations_counts_in_those_of_the_document():
    pair = specs(rule("A-1", "One"))
    pair = replace(pair, contracts={name: replace(c, documents=("S9",)) for name, c in pair.contracts.items()})
    counts = {("one-to-one", "A-1"): ReachedCount(1, 2), ("two-to-two", "A-1"): ReachedCount(10, 20)}
    (document,) = trace(pair, listed("One"), counts)
    assert document.sections[0].covers == (Cover("A-1", ReachedCount(11, 22)),)


def test_a_count_says_which_answer_it_took_where_every_part_of_it_did():
    own, other, none = ReachedCount(1, 2), ReachedCount(3, 4, "a: b"), ReachedCount()
    assert other.joined(none) == none.joined(other) == other
    assert own.joined(other) == other.joined(own) == ReachedCount(4, 6)
    assert other.joined(other) == ReachedCount(6, 8, "a: b")
    assert none.joined(none) == none


def test_what_a_contract_excludes_is_with_its_section():
    part = Exclusion("The colour", "It cannot be seen.", "S9", "One")
    elsewhere = Exclusion("The smell", "Nor that.", "S9")
    of_no_document = Exclusion("ALL-1", "Not here.")
    (document,) = trace(specs(excluded=(part, elsewhere, of_no_document)), listed("One"), {})
    assert document.sections[0].excluded == (part,)
    assert document.elsewhere == (elsewhere,)


@pytest.mark.parametrize(
    ("specifications", "sections", "shown"),
    [
        (specs(), listed("One"), "S9, 'One': neither a rule nor a reason covers it."),
        (
            specs(rule("A-1", "Ones")),
            listed("One", excluded="Why."),
            "The rule A-1 names S9, 'Ones': it is not listed.",
        ),
        (specs(rule("A-1", "One")), listed("One", states=False), "'One': it is marked as stating nothing."),
        (specs(rule("A-1", "One")), listed("One", excluded="Why."), "S9, 'One' is excluded, and A-1 covers it."),
        (specs(rule("A-1", "One")), listed("One", "One"), "S9 lists 'One' more than once."),
        (specs(rule("A-1", "One")), {**listed("One"), "S7": []}, "S7 has sections and is not a document."),
        (specs(), {}, "S9 has no sections."),
        (
            specs(rule("A-1", "One"), cases=(case("A-1", source=RuleSource("Two", "S9")),)),
            listed("One"),
            "The case first of one-to-one names S9, 'Two': it is not listed.",
        ),
        (
            specs(rule("A-1", "One"), excluded=(Exclusion("The colour", "Why.", "S9", "Two"),)),
            listed("One"),
            "one-to-one, excluded 'The colour', names S9, 'Two': it is not listed.",
        ),
    ],
)
def test_a_mistake_in_the_sections_is_reported(specifications, sections, shown):
    (found, *more) = section_mistakes(specifications, sections)
    assert shown in found
    assert more == []


def report(operation: str = "one-to-one", rule: str = "A-1", name: str = "first") -> Report:
    return Report(LINK, "What.", Caught(operation, rule, name))


@pytest.mark.parametrize(
    ("specifications", "reports", "shown"),
    [
        (specs(rule("A-1")), [report("no-to-one")], "no operation no-to-one."),
        (specs(rule("A-1")), [report(rule="A-2")], "one-to-one has no rule A-2."),
        (specs(rule("A-1")), [report()], "one-to-one has no case first."),
        (specs(rule("A-1"), rule("A-2"), cases=(case("A-2"),)), [report()], "the case first is not tagged with A-1."),
        (specs(rule("A-1"), cases=(case("A-1"),)), [report()], "neither in the threads of A-1 nor the source of fir"),
        (specs(), [Report(LINK, "What.", excluded="Why.")] * 2, f"{LINK} is listed more than once."),
    ],
)
def test_a_mistake_in_the_reports_is_reported(specifications, reports, shown):
    (found,) = report_mistakes(specifications, [ReportedKind("K9", "A kind", tuple(reports))])
    assert shown in found


@pytest.mark.parametrize(
    "specifications",
    [
        specs(rule("A-1", threads=(LINK,)), cases=(case("A-1"),)),
        specs(rule("A-1"), cases=(case("A-1", source=RuleSource("Report", link=LINK)),)),
    ],
    ids=["thread", "source"],
)
def test_a_link_is_with_the_rule_or_with_the_case(specifications):
    assert report_mistakes(specifications, [ReportedKind("K9", "A kind", (report(),))]) == []


def test_records_are_read_from_the_folder_that_is_chosen(tmp_path, monkeypatch):
    folder = tmp_path / "specs"
    (folder / "sections").mkdir(parents=True)
    (folder / "sources.yaml").write_text("sources: []\n", "utf-8")
    monkeypatch.setenv("CONFORMANCE_SPECS", str(folder))
    assert load_reported() == ()
    schema = (SPECS / "sections.schema.json").read_text("utf-8")
    (folder / "sections.schema.json").write_text(schema, "utf-8")
    path = folder / "sections" / "S9.yaml"
    path.write_text(
        "document: S9\nsections:\n  - {section: One, heading: 1. One}\n  - {section: Two, states: nothing}\n", "utf-8"
    )
    assert load_sections() == {"S9": (DocumentSection("One", "1. One"), DocumentSection("Two", "Two", False))}
    path.write_text("document: S8\nsections: [{section: One}]\n", "utf-8")
    with pytest.raises(UsageError, match=r"sections/S9.yaml: document is 'S8'. In this file it is 'S9'."):
        load_sections()
    path.write_text("document: S9\nsections: [{section: One, states: nothing, excluded: Why.}]\n", "utf-8")
    with pytest.raises(UsageError, match=r"sections/S9.yaml, /sections/0"):
        load_sections()
