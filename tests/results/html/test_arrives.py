"""The table of what arrives, on the page."""

from __future__ import annotations

from conformance.results.document import document
from conformance.results.html import render
from conformance.results.html.arrives import MOST_DEFECTS, arriving
from conformance.running.engine.fates import Fates
from tests.results.test_arrives import IMAGES, TEXT, report_of
from tests.results.test_brief import run_with


def test_what_is_lost_comes_first_and_what_arrives_follows() -> None:
    shown = arriving(report_of(one_to_one={"text": TEXT, "images": IMAGES}), [])
    assert [
        (arrive["name"], arrive["percent"], arrive["kept"], arrive["said"], arrive["tone"])
        for arrive in shown["arrives"]
    ] == [
        ("images", 40, "2 of 5", "3 lost in silence", "bad"),
        ("text", 100, "10 of 10", "1 left out with a report", "good"),
    ]
    assert shown["arrives_gone"] == 1


def test_a_content_leads_to_its_defects_that_the_page_has() -> None:
    run = run_with(3)
    rules = tuple(entry.rule.id for entry in run.rules)
    run.arrivals = {run.rules[0].operation: {"images": Fates(lost=3, rules=rules)}}
    report = document(run)
    (row,) = arriving(report, ["D1", "D3"])["arrives"]
    assert (row["defects"], row["more"]) == ([("D1", True), ("D2", False), ("D3", True)], 0)
    page = render(report)
    assert page.index("What arrives</h2>") < page.index('id="defects"')
    for text in ("D1", "D2", "D3"):
        assert f'<a href="#{text}">{text}</a>' in page.split("</section>")[0]


def test_a_content_with_many_defects_names_the_first_ones() -> None:
    run = run_with(MOST_DEFECTS + 2)
    rules = tuple(entry.rule.id for entry in run.rules)
    run.arrivals = {run.rules[0].operation: {"images": Fates(lost=3, rules=rules)}}
    (row,) = arriving(document(run), [])["arrives"]
    assert (len(row["defects"]), row["more"]) == (MOST_DEFECTS, 2)


def test_the_table_is_open_where_something_is_lost_alone() -> None:
    lost, whole = (render(report_of(one_to_one={"images": element})) for element in (IMAGES, TEXT))
    assert '<details class="more" open>\n<summary>1 content: 1 not whole</summary>' in lost
    assert '<details class="more">\n<summary>1 content: all whole</summary>' in whole


def test_a_report_of_an_earlier_version_has_no_table() -> None:
    assert 'id="arrives"' not in render(report_of())
