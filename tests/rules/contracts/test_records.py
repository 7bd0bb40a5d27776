"""Sections of documents, and reported bugs."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts.records import DocumentSection, load_reported, load_sections

SECTIONS = "document: S9\nsections:\n  - {section: One, heading: The first}\n  - {section: Two, states: nothing}\n"


def test_sections_are_loaded_by_document(specs: Path) -> None:
    assert load_sections() == {}
    (specs / "sections").mkdir()
    (specs / "sections" / "S9.yaml").write_text(SECTIONS, "utf-8")
    assert load_sections() == {"S9": (DocumentSection("One", "The first"), DocumentSection("Two", "Two", states=False))}


def test_a_file_is_named_after_its_document(specs: Path) -> None:
    (specs / "sections").mkdir()
    (specs / "sections" / "S8.yaml").write_text(SECTIONS, "utf-8")
    with pytest.raises(UsageError, match=r"sections/S8.yaml: document is 'S9'"):
        load_sections()


def test_a_section_is_covered_by_its_name_and_by_a_part_of_it() -> None:
    section = DocumentSection("Rules", "Rules")
    assert [section.covered_by(name) for name in ("Rules", "Rules: 2", "Rule", "Rules 2")] == [True, True, False, False]


def test_the_suites_reports_are_caught_or_excluded() -> None:
    reports = [report for kind in load_reported() for report in kind.reports]
    assert reports
    assert all((report.caught is None) != (report.excluded is None) for report in reports)
