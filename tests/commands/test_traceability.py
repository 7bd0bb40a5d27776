"""conformance rules --traceability: sections, their rules, what a run emitted for them, and the reported bugs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from conformance.commands import counted_runs as command
from conformance.commands.traceability import document_lines, reported_lines
from conformance.results.document import document
from conformance.rules.contracts.model import Exclusion, SourceDocument
from conformance.rules.contracts.records import (
    Caught,
    DocumentSection,
    Report,
    ReportedKind,
    load_reported,
    load_sections,
)
from conformance.rules.contracts.traceability import Cover, ReachedCount, TracedDocument, TracedSection
from conformance.running.engine import RunResult
from conformance.running.run import certify

SPECS = Path(__file__).parents[2] / "specs"
FEW = ("--max-examples", "1")
DOCUMENT = SourceDocument(key="S9", title="A document", version="1.0", sha256="0" * 64, summary="What it is.")
TRACED = TracedDocument(
    DOCUMENT,
    (
        TracedSection(
            DocumentSection("One", "One"), (Cover("A-1", ReachedCount(12, 3, "a: b")), Cover("A-2", ReachedCount())), ()
        ),
        TracedSection(DocumentSection("A longer name", "One"), (Cover("A-2", ReachedCount()),), ()),
        TracedSection(DocumentSection("Two", "Two"), (), (Exclusion("Two", "It is " + "long " * 20, "S9", "Two"),)),
        TracedSection(DocumentSection("Three", "Three"), (), ()),
    ),
    (Exclusion("The colour", "It cannot be seen.", "S9"),),
)
CAUGHT = Report("https://example.org/1", "It broke.", Caught("one-to-one", "A-1", "first"))
LEFT = Report("https://example.org/2", "It broke again.", excluded="It cannot be seen.")


@pytest.fixture(scope="module")
def counted(run_in, tmp_path_factory):
    """What the command prints of a small run of the reference, and the result of that run."""
    results: list[RunResult] = []

    def kept(*arguments: Any) -> RunResult:
        results.append(certify(*arguments))
        return results[-1]

    with patch.object(command, "certify", kept):
        done = run_in(tmp_path_factory.mktemp("listed"), "rules", "--traceability", *FEW)
    return done, results[0]


@pytest.fixture
def listed(counted):
    return counted[0]


@pytest.mark.expensive("runs all operations, and those with a rule about another answer once more")
def test_every_section_that_states_something_has_a_rule_that_the_run_reached_or_a_reason(listed):
    assert (listed.status, listed.err) == (0, "")
    assert listed.out.startswith("Counted in a run of reference ")
    pages = re.split(r"^(?=S\d  )", listed.out, flags=re.MULTILINE)[1:]
    for page, (_key, sections) in zip(pages, load_sections().items(), strict=True):
        rows = [re.split(" {2,}", line.strip()) for line in page.splitlines()]
        reached = {row[0] for row in rows if len(row) > 3 and row[2:4] != ["0", "0"]}
        excluded = {row[0] for row in rows if len(row) == 3 and row[1] == "excluded"}
        assert {section.name for section in sections if section.states} - reached - excluded == set()


@pytest.mark.expensive("runs all operations, and those with a rule about another answer once more")
def test_the_numbers_are_those_of_a_run(counted, run, here):
    listed, result = counted
    (here / "report.json").write_text(json.dumps(document(result)), "utf-8")
    again = run("rules", "--traceability", "--report", "report.json")
    assert (again.status, again.err) == (0, "")
    assert listed.out.splitlines()[0].endswith(" (seed 0, 1 examples an operation)")
    assert again.out.splitlines()[0].startswith("Counted in report.json: a run of reference ")
    # A report is of one run. What the reference reaches under another answer only is counted in a run of its own.
    assert re.search(r" ERR-5 +[1-9]\d* +\d+  where on-invalid: raise$", listed.out, re.MULTILINE)
    pairs = zip(listed.out.splitlines()[1:], again.out.splitlines()[1:], strict=True)
    different = [pair for pair, other in pairs if pair != other]
    assert [line for line in different if "  where " not in line and " sections: " not in line] == []


def test_the_numbers_of_a_report_are_those_that_it_holds(run, here):
    given = ("--operation", "chat-tools-to-responses-tools", "--max-examples", "3", "--report-dir", "reports")
    run("certify", "reference", *given)
    rules = json.loads((here / "reports" / "report.json").read_text("utf-8"))["rules"]
    (entry,) = (rule for rule in rules if rule["id"] == "TR-2")
    assert entry["cases_run"] > entry["examples_run"] > 0
    listed = run("rules", "--traceability", "--report", "reports/report.json")
    line = f"TR-2: Preserve Type Field +TR-2 +{entry['cases_run']} +{entry['examples_run']}$"
    assert re.search(line, listed.out, re.MULTILINE)


def test_a_report_of_other_specifications_is_reported(run, here, keeps_defaults):
    run("certify", *keeps_defaults, "--max-examples", "0", "--json", "report.json", "--junit", "junit.xml")
    report = json.loads((here / "report.json").read_text("utf-8"))
    report["suite"]["specs_digest"] = "sha256:" + "0" * 64
    (here / "report.json").write_text(json.dumps(report), "utf-8")
    done = run("rules", "--traceability", "--report", "report.json")
    assert done.out.splitlines()[0].endswith(", made with other specifications than these")
    assert re.search(r"^  \d+ sections: (\d+) covered .* \1 not reached by this run$", done.out, re.MULTILINE)


@pytest.mark.expensive("runs all operations, and those with a rule about another answer once more")
def test_the_reported_bugs_are_counted_and_those_left_out_have_a_reason(listed):
    reports = [report for kind in load_reported() for report in kind.reports]
    caught = sum(report.caught is not None for report in reports)
    section = listed.out.partition("\nReported bugs\n")[2]
    assert section.splitlines()[-1] == (
        f"  all {len(reports)} reports: {caught} caught by a case, {len(reports) - caught} excluded"
    )
    for report in reports:
        line = f"excluded  {report.link}  {report.what} {report.excluded}"
        assert (line in section) == (report.caught is None)


def test_a_section_that_nothing_covers_is_a_mistake(run, here):
    shutil.copytree(SPECS, here / "specs")
    with (here / "specs" / "sections" / "S0.yaml").open("a") as file:
        file.write("  - section: A new one\n")
    (here / "report.json").write_text(
        json.dumps(
            {
                "rules": [],
                "subject": {"name": "acme", "version": None},
                "run": {"seed": 1, "max_examples": 2},
                "suite": {"specs_digest": ""},
            }
        ),
        "utf-8",
    )
    done = run("rules", "--traceability", "--report", "report.json", CONFORMANCE_SPECS="specs")
    assert done.status == 2
    assert "S0, 'A new one': neither a rule nor a reason covers it." in done.err
    assert "with neither rule nor reason" in done.out


def test_a_pipe_gets_a_whole_line_for_each_rule():
    assert document_lines(TRACED, None) == [
        "S9  A document (1.0)",
        "  SECTION        RULE      CASES  EXAMPLES",
        "  One            A-1          12         3  where a: b",
        "  One            A-2           0         0",
        "  A longer name  A-2           0         0",
        "  Two            excluded  It is " + "long " * 20,
        "  Three          nothing       0         0",
        "                 excluded  The colour: It cannot be seen.",
        "  4 sections: 2 covered by 2 rules, 1 excluded, 1 not reached by this run, 1 with neither rule nor reason",
    ]


def test_a_terminal_gets_a_section_once_and_no_line_that_is_too_long():
    lines = document_lines(TRACED, 60)
    assert lines[3] == "                 A-2           0         0"
    assert lines[5:7] == [
        "  Two            excluded  It is long long long long long",
        "                           long long long long long long",
    ]


def test_reports_are_listed_by_kind():
    kinds = [ReportedKind("K1", "Tools", (CAUGHT, LEFT)), ReportedKind("K2", "Others", ())]
    assert reported_lines(kinds, None) == [
        "Reported bugs",
        "  K1  Tools, 2 reports: 1 caught by a case, 1 excluded",
        "      excluded  https://example.org/2  It broke again. It cannot be seen.",
        "  K2  Others, 0 reports: 0 caught by a case, 0 excluded",
        "  all 2 reports: 1 caught by a case, 1 excluded",
    ]
    assert max(map(len, reported_lines(kinds, 50))) <= 50
