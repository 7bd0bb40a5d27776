"""How reports word a defect."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.results.defects import defects_of, effect, paragraph, sets_broken, verdicts
from tests.results.building import make_defect, make_evidence, make_report, make_rule

OPERATION = "chat-tools-to-responses-tools"
JUDGED = {"choice": "strict-when-absent", "answer": "false", "found": "probed", "instead": ["omit"]}


def report_of(*found: dict[str, Any], **evidence: Any) -> dict[str, Any]:
    rule = make_rule(verdict="fail", evidence=[make_evidence(**evidence)])
    return make_report(rule, defects=list(found))


def test_a_paragraph_has_what_the_converter_does_and_how_to_repeat_it() -> None:
    defect = make_defect(also_breaks=[{"operation": OPERATION, "rule": "API-3"}])
    (one,) = defects_of(report_of(defect))
    lines = paragraph(one, "conformance repeat D1")
    assert lines[0] == "D1 breaks safe and documents: TR-4 at output[0].strict: strict is false, the source says true"
    assert lines[1] == f"    breaks    TR-4 of {OPERATION} (3 inputs); also API-3"
    assert lines[2] == "    at        /output/0/strict in case flat-basic"
    assert [line.split()[0] for line in lines[2:]] == ["at", "input", "expected", "actual", "repeat"]
    assert lines[-1] == "    repeat    conformance repeat D1"
    assert paragraph(one, None)[-1] == "    repeat    conformance certify acme --rule TR-4 --case flat-basic"


def test_the_choice_that_decides_has_a_line_of_its_own() -> None:
    (defect,) = defects_of(report_of(make_defect(), judged_with=[JUDGED]))
    lines = paragraph(defect, None)
    wanted = "with strict-when-absent=false (probed); override with --choice strict-when-absent=omit"
    assert lines[-2] == f"    judged    {wanted}"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"sets": ["safe"]}, "breaks safe"),
        ({"sets": ["safe", "documents", "robust"]}, "breaks safe, documents and robust"),
        ({"sets": ["robust"], "decides": False}, "breaks robust (not what decides this run)"),
        ({"sets": [], "decides": False}, "is advisory"),
        ({"sets": []}, "breaks the run"),
    ],
)
def test_an_effect_names_the_sets(changes: dict[str, Any], said: str) -> None:
    assert effect(defects_of(report_of(make_defect(**changes)))[0]) == said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "safe, documents"),
        ({"sets": ["robust"], "decides": False}, "robust (not what decides this run)"),
        ({"sets": [], "decides": False}, "advisory"),
        ({"sets": []}, "the run"),
    ],
)
def test_a_row_says_whether_a_defect_decides(changes: dict[str, Any], said: str) -> None:
    assert sets_broken(defects_of(report_of(make_defect(**changes)))[0]) == said


def test_a_verdict_has_its_scope_and_its_defects() -> None:
    totals = {"planned": 14, "judged": 2, "excused": {}, "open": {}}
    report = report_of(make_defect(), make_defect(2, sets=["robust"]))
    report["ledger"] = {"items": totals, "operations": totals, "by_operation": {}}
    assert list(verdicts(report)) == [
        "safe: conforms, 2 rules (2 of 14 operations)",
        "documents: 1 of 3 rules fails, 1 defect (2 of 14 operations)",
        "robust: not judged (2 of 14 operations)",
    ]


def test_a_run_of_single_rules_says_nothing_of_the_sets_that_have_none_of_them() -> None:
    said = list(verdicts(report_of(make_defect()), narrowed=True))
    assert [line.partition(":")[0] for line in said] == ["safe", "documents"]


def test_an_answer_that_a_set_does_not_accept_is_named() -> None:
    report = report_of()
    report["sets"][1]["failed"] = [{"operation": OPERATION, "rule": "TR-5", "answer": "names=drop"}]
    assert f"  documents does not accept names=drop (TR-5 of {OPERATION})" in list(verdicts(report))


def test_a_report_of_an_earlier_version_has_no_defects() -> None:
    assert defects_of(make_report(make_rule(verdict="fail", evidence=[make_evidence()]))) == []


def test_a_failure_that_breaks_another_set_has_a_line_of_its_own() -> None:
    other = {"operation": OPERATION, "rule": "TR-4", "evidence": 1}
    first = make_defect()
    report = report_of(
        first | {"headlines": {"safe": first["shown"], "documents": other}, "also_at": ["$defs", "then"]}
    )
    report["rules"][0]["evidence"].append(make_evidence(message="strict was added", at="/output/1/strict", case=None))
    (defect,) = defects_of(report)
    assert [(headline.sets, headline.message) for headline in defect.every_headline] == [
        (("safe",), "strict is false, the source says true"),
        (("documents",), "strict was added"),
    ]
    lines = paragraph(defect, None)
    assert lines[0] == "D1 breaks safe and documents: TR-4 at output[0].strict: strict is false, the source says true"
    assert lines[1] == "    and       breaks documents: strict was added (TR-4; /output/1/strict in example)"
    assert lines[3:5] == ["    at        /output/0/strict in case flat-basic", "    also at   $defs, then"]


def test_a_rule_that_objects_in_the_same_words_to_the_same_place_has_none() -> None:
    other = {"operation": OPERATION, "rule": "TR-4", "evidence": 1}
    first = make_defect()
    report = report_of(first | {"headlines": {"safe": first["shown"], "documents": other}})
    report["rules"][0]["evidence"].append(make_evidence())
    assert defects_of(report)[0].further_headlines == ()
