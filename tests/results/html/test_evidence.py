from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.results.html import render
from tests.results.pages import Page

Built = dict[str, Any]
Build = Callable[..., Built]


def shown(report: Build, rule: Build, piece: Built) -> Page:
    """The page of a report with one failure."""
    return Page(render(report(rule(verdict="fail", evidence=[piece]))))


def test_many_requests_are_cut_but_for_the_meant_one(report: Build, rule: Build, evidence: Build) -> None:
    requests = [{"path": f"/{n}", "body": n, "answer": n} for n in range(40)]
    page = shown(report, rule, evidence(requests=requests, at="/requests/30/body"))
    numbers = [text.split(".")[0] for text in page.inside["summary"] if ". /" in text]
    assert numbers == [str(n) for n in range(1, 13)] + ["31"]


def test_a_long_value_is_cut_around_its_first_difference(report: Build, rule: Build, evidence: Build) -> None:
    numbers = list(range(1_000))
    page = shown(
        report, rule, evidence(input=numbers, expected=numbers, actual=[*numbers[:700], "?", *numbers[700:]], at="")
    )
    assert page.inside["ins"] == ['  "?",']
    views = {label: [] for label in ("Input", "Expected", "Actual")}
    for attrs, view in zip(page.all("pre"), page.inside["pre"], strict=True):
        views[attrs["data-label"]].append(view.splitlines())
    assert views["Input"][0][:2] == ["[", "  0,"]
    assert [len(view) for view in views["Input"]] == [24, 376]
    # What is seen at first begins just before the difference; the rest is folded.
    (before, expected, _after), (_before, actual, _rest) = views["Expected"], views["Actual"]
    assert len(before) == 37
    assert (expected[:3], actual[:3]) == (["  697,", "  698,", "  699,"], ["  697,", "  698,", '  699,  "?",  700,'])
    assert "37 lines above" in page.inside["summary"]
    assert "602 lines below are left out; report.json has them all." in page.inside["p"]
    assert "661 lines above are left out; report.json has them all." in page.inside["p"]


def test_boxes_begin_at_the_failing_place_and_not_at_a_difference_before_it(
    report: Build, rule: Build, evidence: Build
) -> None:
    expected, actual = ([head, *range(1_000), index] for head, index in (("a", "one"), ("b", "none")))
    page = shown(report, rule, evidence(expected=expected, actual=actual, at="/output/1001"))
    assert (page.inside["del"], page.inside["ins"]) == (['  "one"'], ['  "none"'])


def test_texts_that_differ_only_beyond_what_is_shown_are_marked(report: Build, rule: Build, evidence: Build) -> None:
    page = shown(report, rule, evidence(expected="x" * 5_000 + "y", actual="x" * 5_000 + "z"))
    assert [len(page.inside[tag]) for tag in ("del", "ins")] == [1, 1]
    assert "3,003 more characters" in page.inside["del"][0]


def test_deep_and_long_values_stay_small(report: Build, rule: Build, evidence: Build) -> None:
    deep: Any = "x" * 1_000_000
    for _ in range(3_000):
        deep = {"properties": deep}
    stated = rule(verdict="fail", evidence=[evidence(input=deep, expected=deep, actual=[deep])])
    page = render(report() | {"rules": [stated]})
    assert len(page) < 300_000
    assert "lines below are left out" in page


def test_a_short_value_is_seen_whole(report: Build, rule: Build, evidence: Build) -> None:
    numbers = list(range(20))
    page = shown(report, rule, evidence(input=numbers, expected=numbers, actual=[*numbers[:18], "?"], at=""))
    assert len(page.inside["pre"]) == 3
    assert [view[0] for view in page.inside["pre"]] == ["[", "[", "["]


def test_a_fold_says_how_many_of_its_lines_are_marked(report: Build, rule: Build, evidence: Build) -> None:
    numbers = list(range(100))
    page = shown(report, rule, evidence(expected=numbers, actual=["?", *numbers[1:90], "?", *numbers[91:]], at=""))
    assert "78 lines, 1 of them marked, below" in page.inside["summary"]
