from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

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


def test_a_suite_for_each_operation_and_a_case_for_each_rule(report: Build, rule: Build) -> None:
    mcp = "mcp-tool-to-chat-tool"
    reported = report(rule(id="TR-1"), rule(id="MCP-1", operation=mcp, title="The chat form"), rule(id="TR-4"))
    first, second = suites(reported)
    assert (first.name, second.name) == ("chat-tools-to-responses-tools", mcp)
    assert [case.name for case in first] == ["TR-1 A boolean strict is kept", "TR-4 A boolean strict is kept"]
    assert [(case.classname, case.name) for case in second] == [(f"conformance.{mcp}", "MCP-1 The chat form")]


@pytest.mark.parametrize(
    ("level", "verdict", "outcome", "message"),
    [
        ("MUST", "fail", Failure, "at output[0].strict: strict is false, the source says true"),
        ("SHOULD", "fail", Skipped, "SHOULD: at output[0].strict: strict is false, the source says true"),
        ("MUST", "unexpected-pass", Failure, "the reason"),
        ("SHOULD", "unexpected-pass", Failure, "the reason"),
        ("MUST", "not-run", Error, "the reason"),
        ("SHOULD", "not-run", Skipped, "not-run: the reason"),
        ("MUST", "not-applicable", Skipped, "not-applicable: the reason"),
        ("SHOULD", "not-observable", Skipped, "not-observable: the reason"),
        ("MUST", "expected-failure", Skipped, "expected-failure: the reason"),
    ],
)
def test_the_outcome_of_each_verdict(
    report: Build, rule: Build, evidence: Build, level: str, verdict: str, outcome: Any, message: str
) -> None:
    pieces = [evidence()] if verdict in ("fail", "expected-failure") else []
    case = only_case(report(rule(level=level, verdict=verdict, reason="the reason", evidence=pieces)))
    (result,) = case.result
    assert type(result) is outcome
    assert (result.message, result.type) == (message, verdict)


def test_a_pass_has_no_outcome(report: Build, rule: Build) -> None:
    assert only_case(report(rule())).result == []


def test_evidence_is_the_text_of_a_failure(report: Build, rule: Build, evidence: Build) -> None:
    (failure,) = only_case(report(rule(verdict="fail", evidence=[evidence()]))).result
    for line in (
        "at output[0].strict: strict is false, the source says true",
        "at: /output/0/strict",
        "input: [",
        "expected: [",
        '    "strict": true',
        "actual: [",
        '    "strict": false',
        "reproduce: conformance certify acme --rule TR-4 --case flat-basic",
    ):
        assert line in failure.text.splitlines(), line


def test_evidence_can_be_read_in_the_file_itself(report: Build, rule: Build, evidence: Build) -> None:
    document = render(report(rule(verdict="fail", evidence=[evidence(message="a < b & 'c'")]))).decode()
    assert "&lt; b &amp; 'c'\nat: /output/0/strict\n" in document
    assert '    "strict": true\n' in document


def test_a_failure_names_its_defects(report: Build, rule: Build, evidence: Build) -> None:
    failing = rule(verdict="fail", evidence=[evidence(message="x" * 500)])
    case = only_case(report(failing, defects=[make_defect(1), make_defect(3)]))
    assert case.result[0].message.endswith("… (221 more characters) [D1, D3]")


def test_evidence_of_a_should_rule_is_output(report: Build, rule: Build, evidence: Build) -> None:
    case = only_case(report(rule(level="SHOULD", verdict="fail", evidence=[evidence()])))
    assert "at: /output/0/strict" in case.system_out


def test_an_error_replaces_the_output(report: Build, rule: Build, evidence: Build) -> None:
    crash = {"kind": "exit", "type": None, "message": "exit status 3", "log": ["the last line"]}
    piece = evidence(actual=None, error=crash)
    (failure,) = only_case(report(rule(verdict="fail", evidence=[piece]))).result
    assert "actual: no output: exit: exit status 3\n  log: the last line\n" in failure.text


def test_much_evidence_is_cut_and_counted(report: Build, rule: Build, evidence: Build) -> None:
    pieces = [evidence(input=list(range(5_000)), message="x" * 9_000) for _ in range(40)]
    (failure,) = only_case(report(rule(verdict="fail", evidence=pieces))).result
    assert len(failure.text) < 40_000
    assert "4,942 more lines in report.json" in failure.text
    assert failure.text.endswith("35 more in report.json")
    assert len(failure.message) < 400


def test_counts_and_times_add_up(report: Build, rule: Build) -> None:
    reported = report(
        rule(verdict="fail"),
        rule(verdict="not-run"),
        rule(verdict="not-applicable"),
        rule(level="SHOULD", verdict="fail"),
        rule(operation="mcp-tool-to-chat-tool"),
    )
    root = JUnitXml.fromstring(render(reported))
    first, second = root
    assert (first.tests, first.failures, first.errors, first.skipped) == (4, 1, 1, 2)
    assert (second.tests, second.failures, second.errors, second.skipped) == (1, 0, 0, 0)
    assert (root.tests, root.failures, root.errors, root.skipped) == (5, 1, 1, 2)
    assert root.time == 4.25
    assert first.time + second.time == pytest.approx(4.25, abs=0.002)
    assert first.timestamp == "2025-11-21T21:55:03Z"


def test_a_run_without_any_work_has_times_too(report: Build, rule: Build) -> None:
    (suite,) = suites(report(rule(verdict="not-run", cases_run=0, examples_run=0)))
    assert suite.time == 0


def test_properties_identify_the_run(report: Build, rule: Build) -> None:
    (suite,) = suites(report(rule()))
    properties = {property_.name: property_.value for property_ in suite.properties()}  # type: ignore[no-untyped-call]
    assert properties["subject"] == "acme-converter"
    assert properties["seed"] == "20251121"
    assert properties["requirements"] == "every MUST"
    assert properties["suite.version"] == "0.1.0"
    assert properties["suite.specs_digest"] == "sha256:" + "4f" * 32


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


def test_expected_failures_that_match_no_rule_are_failures(report: Build, rule: Build) -> None:
    stale = {"operation": "tool-loop", "rule": "NO-1", "reason": "long gone"}
    root = JUnitXml.fromstring(render(report(rule(), unmatched_expected_failures=[stale])))
    _rules, suite = root
    (case,) = suite
    (failure,) = case.result
    assert (suite.name, case.name, case.classname) == (
        "expected failures",
        "NO-1 of tool-loop",
        "conformance.expected-failures",
    )
    assert "no such rule of this subject; delete this entry" in failure.message
    assert failure.text == failure.message  # some systems show the text alone
    assert (root.tests, root.failures, suite.failures) == (2, 1, 1)


def test_each_failure_has_a_text(report: Build, rule: Build) -> None:
    for verdict in ("unexpected-pass", "not-run"):
        (outcome,) = only_case(report(rule(verdict=verdict, reason="the reason"))).result
        assert outcome.text == "the reason"


def test_the_times_of_the_cases_are_those_of_their_suite(report: Build, rule: Build) -> None:
    (suite,) = suites(report(rule(), rule(id="TR-5", cases_run=0, examples_run=0), rule(id="TR-6", cases_run=124)))
    assert [case.time for case in suite] == pytest.approx([1.417, 0, 2.833], abs=0.002)
    assert sum(case.time for case in suite) == pytest.approx(suite.time, abs=0.002)


def test_a_rule_has_the_time_of_its_check(report: Build, rule: Build) -> None:
    times = {"chat-tools-to-responses-tools": {"A": 0.25}}
    (suite,) = JUnitXml.fromstring(render(report(rule(id="A"), rule(id="B"), run={"check_seconds": times})))
    first, second = suite
    assert (first.time, second.time) == pytest.approx((0.25, 2.125), abs=0.002)
    assert suite.time == 4.25
