from __future__ import annotations

import pytest

from conformance.contracts import Rule
from conformance.engine import ExpectedFailure, RuleResult, RunResult
from conformance.engine.expected import expected_verdicts, unmatched
from conformance.engine.result import VERDICTS
from conformance.observation import Description
from tests.engine.certifying import finish

ENTRY = ExpectedFailure("one-to-one", "A-1", "known")


def make_run(*verdicts: tuple[str, str, str]) -> RunResult:
    """A finished run of rules, each given as (id, level, verdict)."""
    subject = Description(
        name="acme", version=None, language=None, adapter="process", operations=("one-to-one",), choices={}
    )
    run = RunResult(subject, seed=1, max_examples=0, requirements="every MUST", specs_digest="sha256:", started="")
    finish(run)
    for name, level, verdict in verdicts:
        entry = RuleResult(
            "one-to-one",
            Rule(
                id=name,
                level=level,
                origin="document",
                title="Title",
                text="Text",
                why="Why",
                sources=(),
                check="check",
            ),
        )
        entry.verdict = verdict
        run.rules.append(entry)
    return run


def test_a_failure_is_excused_with_its_reason():
    run = make_run(("A-1", "MUST", "fail"), ("A-2", "MUST", "fail"))
    changed = expected_verdicts(run, [ENTRY], whole=True)
    assert changed == {("one-to-one", "A-1"): ("expected-failure", "known")}
    assert [entry.verdict for entry in run.rules] == ["fail", "fail"]  # the run itself is not touched


def test_a_pass_is_unexpected():
    changed = expected_verdicts(make_run(("A-1", "MUST", "pass")), [ENTRY], whole=True)
    assert changed == {("one-to-one", "A-1"): ("unexpected-pass", "it passes now; delete its entry (known)")}


def test_a_pass_of_a_part_proves_nothing():
    assert expected_verdicts(make_run(("A-1", "MUST", "pass")), [ENTRY], whole=False) == {}


@pytest.mark.parametrize("verdict", sorted(set(VERDICTS) - {"fail", "pass"}))
def test_nothing_but_a_failure_is_excused(verdict):
    assert expected_verdicts(make_run(("A-1", "MUST", verdict)), [ENTRY], whole=True) == {}


def test_an_entry_of_another_operation_changes_nothing():
    other = ENTRY._replace(operation="many-to-many")
    assert expected_verdicts(make_run(("A-1", "MUST", "fail")), [other], whole=True) == {}


def test_an_entry_that_names_no_rule_is_reported():
    gone = ENTRY._replace(rule="A-9")
    assert unmatched([ENTRY, gone], {("one-to-one", "A-1")}) == (gone,)


@pytest.mark.parametrize(
    ("verdict", "level", "conforms"),
    [
        ("pass", "MUST", True),
        ("expected-failure", "MUST", True),
        ("not-applicable", "MUST", True),
        ("not-observable", "MUST", True),
        ("fail", "MUST", False),
        ("not-run", "MUST", False),
        ("unexpected-pass", "MUST", False),
        ("fail", "SHOULD", True),
        ("not-run", "SHOULD", True),
        ("unexpected-pass", "SHOULD", False),
    ],
)
def test_which_verdicts_let_a_subject_conform(verdict, level, conforms):
    assert make_run(("A-0", "MUST", "pass"), ("A-1", level, verdict)).conforms is conforms


def test_an_entry_without_a_rule_or_a_part_of_a_run_does_not_conform():
    run = make_run(("A-1", "MUST", "pass"))
    run.unmatched = (ENTRY,)
    assert not run.conforms
    run.unmatched, run.interrupted = (), True
    assert not run.conforms


def test_a_run_that_judged_nothing_does_not_conform():
    assert not make_run(("A-1", "MUST", "not-applicable")).conforms
    assert not make_run().conforms
