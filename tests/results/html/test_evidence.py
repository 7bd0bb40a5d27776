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


def test_evidence_says_everything_it_knows(report: Build, rule: Build, evidence: Build) -> None:
    crash = {"kind": "exit", "type": None, "message": "exit status 3", "log": ["first line", "last line"]}
    page = shown(
        report,
        rule,
        evidence(
            actual=None,
            error=crash,
            diagnostics=[{"level": "warning", "message": "odd tool"}],
            recording="chat.yaml, 3",
            yields_to="TR-9",
        ),
    )
    (article,) = page.inside["article"]
    assert article.strip().startswith("strict is false, the source says true")
    for text in (
        "flat-basic",
        "/output/0/strict",
        "exit status 3",
        "first line\nlast line",
        "warning: odd tool",
        "recorded in chat.yaml, 3",
        "advice: TR-9 asks for the opposite",
    ):
        assert text in article
    assert "conformance certify acme --rule TR-4 --case flat-basic" in page.inside["code"]
    assert page.inside["figcaption"] == ["Input", "Expected", "Actual"]
    assert "The subject exited." in page.inside["figure"][2]


def test_diagnostics_that_are_not_observable_are_not_called_none(report: Build, rule: Build, evidence: Build) -> None:
    def stated(diagnostics: list[Any] | None) -> str:
        return shown(report, rule, evidence(diagnostics=diagnostics)).inside["article"][0]

    assert "The subject reported none." in stated([])
    assert "Diagnostics" not in stated(None)


def test_lines_that_differ_are_marked_and_the_pointer_names_one(report: Build, rule: Build, evidence: Build) -> None:
    piece = evidence(
        expected=[{"type": "function", "name": "a", "strict": True}],
        actual=[{"type": "function", "name": "b", "strict": False}],
    )
    page = shown(report, rule, piece)
    assert page.inside["del"] == ['    "name": "a",', '    "strict": true']
    assert page.inside["ins"] == ['    "name": "b",', '    "strict": false']
    assert [attrs.get("class") for tag in ("del", "ins") for attrs in page.all(tag)] == [None, "at", None, "at"]


def test_without_an_expected_output_the_pointer_is_marked(report: Build, rule: Build, evidence: Build) -> None:
    page = shown(report, rule, evidence(expected=None))
    assert page.inside["mark"] == ['    "strict": false']
    assert "No single output is named" in page.inside["figure"][1]


def test_what_a_tool_loop_sent_is_shown_and_the_meant_request_is_open(
    report: Build, rule: Build, evidence: Build
) -> None:
    requests = [
        {"path": "/v1/chat/completions", "body": {"messages": [{"role": "user"}]}, "answer": 0},
        {"path": "/v1/<b>", "body": {"messages": [{"role": "tool", "content": "x"}]}, "answer": None},
    ]
    page = shown(report, rule, evidence(requests=requests, at="/requests/1/body/messages/0/content"))
    assert [" ".join(text.split()) for text in page.inside["summary"] if "answered by" in text] == [
        "1. /v1/chat/completions, answered by answer 1 of the script",
        "2. /v1/<b>, answered by no answer of the script",
    ]
    assert ["open" in attrs for attrs in page.all("details")[1:3]] == [False, True]
    assert page.inside["mark"] == ['      "content": "x"']


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
