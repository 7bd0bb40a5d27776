"""Which rules turned between two reports, and which of that is a regression."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from conformance.results.compare.comparison import ReportComparison, compare
from conformance.running.engine.result import VERDICTS

Built = dict[str, Any]
Build = Callable[..., Built]

# What makes a MUST rule a regression: what stands against conformity now and did not, and what passed and is unseen.
REGRESSIONS = {
    *product(("pass", "unexpected-pass", "not-applicable", "not-observable"), ("fail", "not-run")),
    *product(("pass", "unexpected-pass"), ("not-observable", "not-applicable")),
}


def ids(turned: Any) -> list[str]:
    return [rule.rule["id"] for rule in turned]


def listed(comparison: ReportComparison) -> list[str]:
    """The names of the lists that have the only rule."""
    lists = {"failing", "lost", "passing", "other", "added", "removed"}
    return [name for name in sorted(lists) if getattr(comparison, name)]


@pytest.mark.parametrize(("before", "now"), list(product(VERDICTS, VERDICTS)))
def test_each_change_of_verdict(report: Build, rule: Build, before: str, now: str) -> None:
    comparison = compare(report(rule(verdict=before)), report(rule(verdict=now)))
    assert bool(comparison.regressions) is ((before, now) in REGRESSIONS)
    assert len(listed(comparison)) == (before != now)  # each change is reported once
    if comparison.regressions:
        assert listed(comparison) in (["failing"], ["lost"])


@pytest.mark.parametrize(("before", "now"), sorted(REGRESSIONS))
def test_a_should_is_never_a_regression(report: Build, rule: Build, before: str, now: str) -> None:
    comparison = compare(report(rule(verdict=before, level="SHOULD")), report(rule(verdict=now, level="SHOULD")))
    assert comparison.regressions == ()
    assert len(listed(comparison)) == 1


def test_what_fails_in_both_is_counted_and_no_regression(report: Build, rule: Build, evidence: Build) -> None:
    reported = report(rule(verdict="fail", evidence=[evidence()]), rule(id="TR-5"))
    comparison = compare(reported, reported)
    assert (comparison.still_failing, comparison.same, listed(comparison)) == (1, 1, [])
    assert comparison.evidence == comparison.redefined == comparison.answers == comparison.notes == ()


@pytest.mark.parametrize("before", ["fail", "expected-failure"])
def test_a_further_cause_of_a_rule_is_a_regression_on_the_same_inputs(report: Build, rule: Build, before: str) -> None:
    def made(verdict: str, *causes: str, level: str = "MUST", **run: Any) -> Built:
        return report(rule(verdict=verdict, level=level, **({"causes": list(causes)} if causes else {})), run=run)

    old = made(before, "lost at title", "added")
    comparison = compare(old, made("fail", "added", "lost at type"))
    (found,) = comparison.regressions
    assert (found.why, listed(comparison)) == ("it fails for a further cause: lost at type", ["failing"])
    assert comparison.regressed
    for same in (
        made("fail", "added"),
        made("expected-failure", "added", "lost at type"),
        made("fail", "added", "lost at type", level="SHOULD"),
        made("fail", "added", "lost at type", seed=8),  # other inputs may show what was there before
        made("fail", "added", "lost at type", max_examples=500),
        made("fail"),
    ):
        assert compare(old, same).regressions == ()
    assert compare(made(before), made("fail", "added")).regressions == ()  # of an earlier version


def test_a_new_rule_of_the_suite_is_distinguished(report: Build, rule: Build) -> None:
    comparison = compare(report(rule()), report(rule(), rule(id="NEW-1", verdict="fail")))
    assert (ids(comparison.added), comparison.failing, comparison.regressions) == (["NEW-1"], (), ())
    assert comparison.offered == ()


def test_a_rule_that_only_another_suite_has_was_removed(report: Build, rule: Build) -> None:
    other = {"version": "0.2.0", "specs_digest": "sha256:" + "00" * 32}
    comparison = compare(report(rule(), rule(id="OLD-1")), report(rule(), suite=other))
    assert (ids(comparison.removed), comparison.lost, comparison.regressions) == (["OLD-1"], (), ())
    assert any(note.startswith("the specifications differ") for note in comparison.notes)


def test_a_rule_that_the_same_suite_no_longer_judges_is_lost(report: Build, rule: Build) -> None:
    comparison = compare(report(rule(), rule(id="TR-5"), rule(id="TR-6", verdict="fail")), report(rule()))
    assert (ids(comparison.lost), ids(comparison.regressions)) == (["TR-5", "TR-6"], ["TR-5"])


def test_an_operation_that_is_gone_is_lost_whatever_the_suite(report: Build, rule: Build) -> None:
    other = {"version": "0.2.0", "specs_digest": "sha256:" + "00" * 32}
    gone = rule(operation="tool-loop")
    comparison = compare(report(rule(), gone), report(rule(), suite=other))
    assert ids(comparison.regressions) == ["TR-4"]
    assert "does not have the operation tool-loop" in comparison.regressions[0].why


def test_an_operation_that_is_new_is_no_regression(report: Build, rule: Build) -> None:
    comparison = compare(report(rule()), report(rule(), rule(operation="tool-loop", verdict="fail")))
    assert (comparison.offered, comparison.regressions) == (("tool-loop",), ())


def test_a_narrowed_run_is_compared_by_what_it_judged(report: Build, rule: Build) -> None:
    old = report(rule(), rule(id="TR-5"), rule(operation="tool-loop"))
    new = report(rule(verdict="fail"), rule(id="TR-5", verdict="not-applicable", cases_run=0, examples_run=0))
    comparison = compare(old, new, narrowed=True)
    assert (ids(comparison.regressions), comparison.lost, comparison.removed) == (["TR-4"], (), ())


def test_changed_rules_of_the_suite(report: Build, rule: Build) -> None:
    now = rule(level="SHOULD", title="Another title", reason="not demanded by api")
    reported = {(change.what, change.before, change.now) for change in compare(report(rule()), report(now)).redefined}
    assert reported == {
        ("level", "MUST", "SHOULD (not demanded by api)"),
        ("title", "A boolean strict is kept", "Another title"),
    }


def test_changed_evidence_of_what_fails_in_both(report: Build, rule: Build, evidence: Build) -> None:
    def failing(*pieces: Built) -> Built:
        return report(rule(verdict="fail", evidence=list(pieces)))

    old = failing(evidence(case="a"), evidence(case="b", actual=[1]), evidence(case="c"), evidence(case=None))
    new = failing(
        evidence(case="b", actual=[True]),
        evidence(case="c", message="another message"),
        evidence(case="d"),
        evidence(kind="example", case=None, message="another example"),
    )
    (reported,) = compare(old, new).evidence
    assert (reported.came, reported.went) == (("d",), ("a",))
    same = "strict is false, the source says true"
    assert reported.changed == (("b", same, same), ("c", same, "another message"), (None, same, "another example"))


def test_changed_choices(report: Build, rule: Build) -> None:
    def choosing(**answers: str) -> Built:
        reported = {name: {"answer": answer, "found": "probed"} for name, answer in answers.items()}
        return report(rule(), choices={"tool-loop": reported})

    (first, second) = compare(choosing(strict="false", old="x"), choosing(strict="null")).answers
    assert (first.choice, first.before, first.now) == ("strict", "false", "null")
    assert (second.choice, second.before, second.now) == ("old", "x", None)


def test_what_else_differs_is_noted(report: Build, rule: Build) -> None:
    other = {"name": "other", "version": None, "language": "go", "adapter": "http"}
    run = {"seed": 2, "max_examples": 5, "requirements": "api", "complete": False, "faults": 3}
    notes = "\n".join(compare(report(rule()), report(rule(), subject=other, run=run)).notes)
    for reported in (
        "two subjects",
        "language",
        "way to reach",
        "requirements",
        "examples",
        "seed",
        "incomplete",
        "died",
    ):
        assert reported in notes
    later = {"name": "acme-converter", "version": "1.3.0", "language": None, "adapter": "process"}
    assert compare(report(rule()), report(rule(), subject=later)).notes == ("the subject's version: 1.2.3, now 1.3.0",)


def test_a_failure_that_only_examples_show_says_so(report: Build, rule: Build, evidence: Build) -> None:
    piece = evidence(kind="example", case=None)
    (reported,) = compare(report(rule()), report(rule(verdict="fail", evidence=[piece]))).failing
    assert reported.why == "only generated examples show it"


def test_a_rule_that_examples_alone_reached_may_be_reached_no_more(report: Build, rule: Build) -> None:
    before = rule(cases_run=0, examples_run=3)
    assert compare(report(before), report(rule(verdict="not-applicable"))).regressions == ()


def test_a_rule_that_no_longer_applies_under_another_answer_is_no_regression(report: Build, rule: Build) -> None:
    def choosing(answer: str, verdict: str) -> Built:
        made = report(rule(verdict=verdict))
        operation = made["rules"][0]["operation"]
        return made | {"choices": {operation: {"on-invalid": {"answer": answer, "found": "probed"}}}}

    assert compare(choosing("raise", "pass"), choosing("filter", "not-applicable")).regressions == ()
    assert len(compare(choosing("raise", "pass"), choosing("raise", "not-applicable")).regressions) == 1


def test_a_report_that_judges_less_shows_nothing(report: Build, rule: Build) -> None:
    whole = report(rule())
    cut = whole | {"run": whole["run"] | {"complete": False}}
    part = whole | {"run": whole["run"] | {"partial": ["rule A-1 alone"]}}
    assert compare(whole, cut).narrower == ("the new run is incomplete",)
    assert compare(whole, part).narrower == ("the new run was one in part: rule A-1 alone",)
    for old, new in ((whole, cut), (whole, part)):
        assert compare(old, new).regressed and not compare(new, old).regressed and not compare(new, new).regressed
        assert not compare(old, new, narrowed=True).regressed
