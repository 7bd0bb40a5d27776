from __future__ import annotations

from collections.abc import Callable
from typing import Any

from junitparser import JUnitXml, TestCase, TestSuite

from conformance.results.junit import render
from tests.results.building import make_defect

Built = dict[str, Any]
Build = Callable[..., Built]


def suites(report: Built) -> list[TestSuite]:
    return list(JUnitXml.fromstring(render(report)))


def only_case(report: Built) -> TestCase:
    (suite,) = suites(report)
    (case,) = suite
    return case


def test_a_failure_names_its_defects(report: Build, rule: Build, evidence: Build) -> None:
    failing = rule(verdict="fail", evidence=[evidence(message="x" * 500)])
    case = only_case(report(failing, defects=[make_defect(1), make_defect(3)]))
    assert case.result[0].message.endswith("… (221 more characters) [D1, D3]")


def test_much_evidence_is_cut_and_counted(report: Build, rule: Build, evidence: Build) -> None:
    pieces = [evidence(input=list(range(5_000)), message="x" * 9_000) for _ in range(40)]
    (failure,) = only_case(report(rule(verdict="fail", evidence=pieces))).result
    assert len(failure.text) < 40_000
    assert "4,942 more lines in report.json" in failure.text
    assert failure.text.endswith("35 more in report.json")
    assert len(failure.message) < 400


def test_a_run_without_any_work_has_times_too(report: Build, rule: Build) -> None:
    (suite,) = suites(report(rule(verdict="not-run", cases_run=0, examples_run=0)))
    assert suite.time == 0


def test_characters_that_xml_forbids_become_escapes(hostile_report: Built) -> None:
    document = render(hostile_report)
    text = document.decode("utf-8")
    assert [char for char in text if not char.isprintable() and char != "\n"] == []
    (suite,) = JUnitXml.fromstring(document)
    cases = list(suite)
    assert len(cases) == len(hostile_report["rules"])
    for case in cases:
        assert "\\x1b[31m" in case.name
        assert "\\ud800 \\ufffe \\x00\\x9b ]]>" in case.name
        assert "<script>alert(1)</script>" in case.name


def test_a_report_without_rules_is_a_document(report: Build) -> None:
    assert suites(report()) == []
