"""The verdicts of requirement sets: as data, and in one line."""

from __future__ import annotations

from conformance.results.requirement_sets import sets_document, sets_line, sets_line_of, sets_of
from conformance.running.engine.sets import SetFailure, SetVerdict
from tests.results.building import make_report

FAILED = (SetFailure("one-to-one", "A-1"), SetFailure("one-to-one", "A-2", "absent=drop"))
VERDICTS = [
    SetVerdict(name="safe", verdict="conforms", rules=61, failed=()),
    SetVerdict(name="documents", verdict="fails", rules=96, failed=FAILED),
    SetVerdict(name="robust", verdict="fails", rules=14, failed=FAILED[:1]),
    SetVerdict(name="all", verdict="fails", rules=120, failed=FAILED),
]


def test_a_line_has_each_set_and_the_operations() -> None:
    line = "safe: conforms (61 rules) · documents: 2 of 96 fail · robust: 1 of 14 fails · 3 of 14 operations"
    assert sets_line(VERDICTS, {}, (3, 14)) == line


def test_a_set_that_is_not_decided_says_why() -> None:
    assert sets_line([SetVerdict(name="safe", verdict="not-judged", rules=0, failed=())], {}) == "safe: not judged"
    assert sets_line([SetVerdict(name="safe", verdict="incomplete", rules=3, failed=())], {}) == "safe: incomplete"


def test_a_rule_that_passes_unexpectedly_or_was_not_run_does_not_fail() -> None:
    failed = tuple(SetFailure("one-to-one", f"A-{number}") for number in range(1, 5))
    rules = {("one-to-one", "A-2"): "unexpected-pass", ("one-to-one", "A-3"): "unexpected-pass"}
    one = SetVerdict(name="safe", verdict="fails", rules=9, failed=failed[1:3])
    assert sets_line([one], rules) == "safe: 0 of 9 fail, 2 expected failures to delete"
    every = SetVerdict(name="safe", verdict="fails", rules=9, failed=failed)
    rules |= {("one-to-one", "A-4"): "not-run"}
    assert sets_line([every], rules) == "safe: 1 of 9 fails, 1 not run, 2 expected failures to delete"


def test_a_report_gives_its_verdicts_back() -> None:
    assert sets_of(make_report(sets=sets_document(VERDICTS))) == VERDICTS


def test_the_line_of_a_report_without_a_ledger_names_no_operations() -> None:
    assert sets_line_of(make_report()) == "safe: conforms (2 rules) · documents: 1 of 3 fails · robust: not judged"
