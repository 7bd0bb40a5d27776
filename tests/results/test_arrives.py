"""The table of what arrives, in a report and on a terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest

from conformance.results import junit, markdown, run_sarif
from conformance.results.arrives import (
    arrives_document,
    arrives_lines,
    defects_by_content,
    in_line,
    incomplete,
    percents,
    rows_of,
)
from conformance.results.document import document
from conformance.results.plain import Plain, detailed_lines, result_lines
from conformance.results.schema import violation
from conformance.rules.contracts.contents import CONTENTS
from conformance.running.engine import Finished
from conformance.running.engine.fates import Fates
from tests.results.test_plain import make_run

IMAGES = Fates(arrives=2, lost=3, rules=("A-2",))
TEXT = Fates(arrives=9, reported=1)


def report_of(**tables: dict[str, Fates]) -> dict[str, Any]:
    run = make_run()
    run.specs_digest = "sha256:" + "0" * 64
    run.arrivals = {name.replace("_", "-"): table for name, table in tables.items()}
    return document(run)


def test_a_report_has_the_facts_of_each_operation() -> None:
    report = report_of(one_to_one={"text": TEXT, "images": IMAGES})
    assert violation(report) is None
    none = dict.fromkeys(("reported", "lost", "changed", "refused", "breaks"), 0)
    assert report["arrives"]["one-to-one"] == {
        "text": none | {"facts": 10, "arrives": 9, "reported": 1},
        "images": none | {"facts": 5, "arrives": 2, "lost": 3, "rules": ["A-2"]},
    }


def test_a_run_without_facts_has_no_table() -> None:
    report = report_of(one_to_one={})
    assert "arrives" not in report
    assert (arrives_document(make_run()), rows_of(report), arrives_lines(report), percents(report)) == ({}, [], [], {})


def test_the_schema_refuses_a_content_that_there_is_not() -> None:
    report = report_of(one_to_one={"images": IMAGES})
    report["arrives"]["one-to-one"]["colours"] = report["arrives"]["one-to-one"].pop("images")
    assert violation(report) is not None
    assert rows_of(report) == []


def test_the_schema_lists_the_contents() -> None:
    assert violation(report_of(one_to_one=dict.fromkeys(CONTENTS, TEXT))) is None


def test_the_table_of_a_report_is_that_of_its_operations_together() -> None:
    report = report_of(one_to_one={"images": IMAGES}, many_to_many={"images": Fates(arrives=5), "text": TEXT})
    assert [(row.content, row.fates.facts, row.fates.percent) for row in rows_of(report)] == [
        ("text", 10, 100),
        ("images", 10, 70),
    ]
    assert rows_of(report)[1].keys == {("one-to-one", "A-2")}
    assert percents(report) == {"text": 100, "images": 70}


def test_a_terminal_shows_what_is_lost_the_worst_first() -> None:
    calls = Fates(arrives=1, reported=1, changed=1, refused=1, breaks=2)
    assert arrives_lines(report_of(one_to_one={"images": IMAGES, "calls": calls, "text": TEXT})) == [
        "What arrives, by content of the worked cases:",
        "  tool calls   33 %  2 of 6: 1 left out with a report, 1 changed in silence, 1 refused by the API, "
        "2 where the conversion fails",
        "  images       40 %  2 of 5: 3 lost in silence",
        "  The other content arrives whole.",
    ]
    lines = arrives_lines(report_of(one_to_one={"images": IMAGES, "files": TEXT, "text": TEXT}))
    assert lines[-1] == "  The other 2 contents arrive whole."


def test_a_terminal_says_nothing_where_everything_arrives() -> None:
    assert arrives_lines(report_of(one_to_one=dict.fromkeys(CONTENTS, TEXT))) == []


def test_a_terminal_never_takes_more_than_sixteen_lines() -> None:
    lines = arrives_lines(report_of(one_to_one=dict.fromkeys(CONTENTS, IMAGES)))
    assert len(lines) == 16
    assert lines[-1] == "  and 2 more contents, which the report has."


def test_that_drops_are_reported_is_no_drop() -> None:
    rows = rows_of(report_of(one_to_one={"reported": Fates(reported=4, lost=1), "text": Fates(reported=4, lost=1)}))
    assert [row.said for row in rows] == ["4 left out with a report, 1 lost in silence", "1 lost in silence"]


def test_the_worst_content_comes_first() -> None:
    rows = rows_of(report_of(one_to_one={"text": Fates(arrives=9, lost=1), "images": IMAGES, "files": TEXT}))
    assert [row.content for row in incomplete(rows)] == ["images", "text"]


@pytest.mark.parametrize("member", ["rules", "also_breaks"])
def test_a_content_has_the_defects_that_break_its_rules(member: str) -> None:
    report = report_of(one_to_one={"images": IMAGES})
    key, other = {"operation": "one-to-one", "rule": "A-2"}, {"operation": "many-to-many", "rule": "A-2"}
    empty: dict[str, Any] = {"rules": [], "also_breaks": []}
    report["defects"] = [empty | {"id": "D1", member: [other]}, empty | {"id": "D2", member: [other, key]}]
    assert defects_by_content(report, rows_of(report)) == {"images": ["D2"]}


def test_the_table_is_at_the_top_whatever_else_is_printed() -> None:
    run = make_run()
    run.arrivals = {"one-to-one": {"images": IMAGES}}
    for lines in (detailed_lines(run), result_lines(run)):
        assert lines[1] == "  images   40 %  2 of 5: 3 lost in silence"
        assert lines[2] == ""


def test_a_quiet_run_shows_the_verdict_alone() -> None:
    run = make_run()
    run.arrivals = {"one-to-one": {"images": IMAGES}}
    shown: dict[bool, str] = {}
    for quiet in (True, False):
        stream = io.StringIO()
        plain = Plain(stream, quiet=quiet)
        plain(Finished(run))
        plain.end(run, {})
        shown[quiet] = stream.getvalue()
    assert "What arrives" not in shown[True]
    assert shown[False].startswith("What arrives, by content of the worked cases:\n")


@pytest.mark.parametrize(
    ("shares", "line"),
    [
        ({}, ""),
        ({"text": 100}, "all contents"),
        ({"text": 100, "images": 40, "files": 0}, "files 0 %, images 40 %"),
        ({"colours": 3}, "colours 3 %"),
    ],
)
def test_the_shares_are_a_line(shares: dict[str, int], line: str) -> None:
    assert in_line(shares) == line


def test_the_formats_that_other_programs_read_have_the_shares() -> None:
    report = report_of(one_to_one={"images": IMAGES, "text": TEXT})
    of_a_rule = {"operation": "one-to-one", "id": "A-2", "verdict": "pass", "level": "MUST", "title": "t"}
    of_a_rule |= {"origin": "documents", "evidence": [], "cases_run": 1, "examples_run": 0}
    page = junit.render(report | {"rules": [of_a_rule]})
    assert b'<property name="arrives" value="images 40 %" />' in page
    (run,) = run_sarif.render(report, {}, {}, {}, "setup.py")["runs"]
    assert run["properties"]["arrives"] == {"text": 100, "images": 40}


def test_markdown_has_a_row_for_each_content_that_does_not_all_arrive() -> None:
    page = markdown.render(report_of(one_to_one={"images": IMAGES, "text": TEXT}))
    assert "### What arrives" in page
    assert "| images | 40 % | 2 of 5 | 3 lost in silence |" in page
    assert "| text |" not in page
    assert "What arrives" not in markdown.render(report_of(one_to_one={"text": TEXT}))
