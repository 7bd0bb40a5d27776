from __future__ import annotations

import pytest

from conformance.base.observation import Description
from conformance.rules.contracts import Rule
from conformance.running.engine import ExpectedEntry, ExpectedFailure, RuleResult, RunResult
from conformance.running.engine.expected import (
    expected_verdicts,
    failure_of,
    outlived,
    spelled_out,
    unknown_causes,
    unmatched,
)
from conformance.running.engine.result import VERDICTS
from tests.running.engine.certifying import finish

ENTRY = ExpectedEntry(operations=("one-to-one",), rules=("A-1",), reason="known")
KNOWN = {("one-to-one", "A-1"), ("one-to-one", "A-2")}


def make_run(*verdicts: tuple[str, str, str]) -> RunResult:
    """A finished run of rules, each given as (id, level, verdict)."""
    subject = Description(
        name="acme", version=None, language=None, adapter="process", operations=("one-to-one",), choices={}
    )
    run = RunResult(subject, seed=1, max_examples=0, requirements="every MUST", specs_digest="sha256:", started="")
    finish(run)
    for name, level, verdict in verdicts:
        result = RuleResult(
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
        result.verdict = verdict
        run.rules.append(result)
    return run


def entry(*rules: str, operations: tuple[str, ...] = ("one-to-one",)) -> ExpectedEntry:
    return ExpectedEntry(operations=operations, rules=rules, reason="known")


def names(run: RunResult, *expected: ExpectedEntry) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The names that can go, of each entry that has some."""
    return [(entry.operations, entry.rules) for entry in outlived(run, expected, KNOWN)]


def test_a_failure_is_excused_with_its_reason():
    run = make_run(("A-1", "MUST", "fail"), ("A-2", "MUST", "fail"))
    changed = expected_verdicts(run, [ENTRY])
    assert changed == {("one-to-one", "A-1"): ("expected-failure", "known")}
    assert [rule.verdict for rule in run.rules] == ["fail", "fail"]  # the run itself is not touched


def test_a_pass_is_unexpected():
    run = make_run(("A-1", "MUST", "pass"))
    changed = expected_verdicts(run, [ENTRY], outlived(run, [ENTRY], KNOWN - {("one-to-one", "A-2")}))
    assert changed == {("one-to-one", "A-1"): ("unexpected-pass", "nothing fails now; delete the entry (known)")}


def test_several_entries_with_one_reason_are_deleted_in_one_sentence():
    run, both = make_run(("A-1", "MUST", "pass"), ("A-2", "MUST", "pass")), [entry("A-1"), entry("A-2")]
    changed = expected_verdicts(run, both, outlived(run, both, KNOWN))
    assert set(changed.values()) == {("unexpected-pass", "nothing fails now; delete the entries (known)")}


@pytest.mark.parametrize("verdict", sorted(set(VERDICTS) - {"fail", "pass"}))
def test_nothing_but_a_failure_is_excused(verdict):
    run = make_run(("A-1", "MUST", verdict))
    assert expected_verdicts(run, [ENTRY], outlived(run, [ENTRY], KNOWN)) == {}


def test_an_entry_of_another_operation_changes_nothing():
    other = entry("A-1", operations=("many-to-many",))
    assert expected_verdicts(make_run(("A-1", "MUST", "fail")), [other]) == {}


@pytest.mark.parametrize("operation", ["*", "one-*", "one-to-on[e]"])
def test_a_glob_covers_every_operation_that_it_matches(operation):
    changed = expected_verdicts(make_run(("A-1", "MUST", "fail")), [entry("A-1", operations=(operation,))])
    assert changed == {("one-to-one", "A-1"): ("expected-failure", "known")}


def test_of_several_rules_the_one_that_passes_can_go():
    run, both = make_run(("A-1", "MUST", "fail"), ("A-2", "MUST", "pass")), entry("A-1", "A-2")
    assert names(run, both) == [((), ("A-2",))]
    changed = expected_verdicts(run, [both], outlived(run, [both], KNOWN))
    assert changed["one-to-one", "A-2"] == ("unexpected-pass", "nothing fails now; delete A-2 from the entry (known)")


def test_an_entry_under_which_nothing_fails_can_go_as_a_whole():
    run = make_run(("A-1", "MUST", "pass"), ("A-2", "MUST", "not-applicable"))
    assert names(run, entry("A-1", "A-2")) == [(("one-to-one",), ("A-1", "A-2"))]


@pytest.mark.parametrize("verdict", ["not-run", "not-observable"])
def test_what_was_not_decided_keeps_its_entry(verdict):
    run = make_run(("A-1", "MUST", "pass"), ("A-2", "MUST", verdict))
    assert names(run, entry("A-1", "A-2")) == [((), ("A-1",))]


def test_a_rule_outside_of_the_run_keeps_its_entry():
    assert names(make_run(("A-1", "MUST", "pass")), entry("A-2")) == []


def test_an_operation_that_only_passes_can_go_from_an_entry_of_several():
    run = make_run(("A-1", "MUST", "fail"))
    passing = make_run(("A-1", "MUST", "pass")).rules[0]
    passing.operation = "many-to-many"
    run.rules.append(passing)
    pair = entry("A-1", operations=("one-to-one", "many-to-many"))
    (gone,) = outlived(run, [pair], {*KNOWN, ("many-to-many", "A-1")})
    assert (gone.operations, gone.rules) == (("many-to-many",), ())
    assert failure_of(gone, [pair]) == ExpectedFailure("many-to-many", "A-1", "known")


def with_causes(run: RunResult, **causes: tuple[str, ...]) -> RunResult:
    """The run, with causes of its rules by the last letter of their ids."""
    for rule in run.rules:
        rule.causes = causes.get(f"A{rule.rule.id[-1]}", ())
    return run


def of(*causes: str, rules: tuple[str, ...] = ("A-1",)) -> ExpectedEntry:
    return ExpectedEntry(operations=("one-to-one",), rules=rules, reason=f"known: {causes[0]}", causes=causes)


def test_a_rule_that_fails_for_another_cause_too_is_not_excused():
    run = with_causes(make_run(("A-1", "MUST", "fail")), A1=("lost at title", "added at type"))
    assert expected_verdicts(run, [of("added at type")]) == {}
    assert unknown_causes(run.rules[0], [of("added at type")]) == {"lost at title"}
    both = [of("added at type"), of("lost at *")]
    assert expected_verdicts(run, both) == {
        ("one-to-one", "A-1"): ("expected-failure", "known: added at type; known: lost at *")
    }
    assert expected_verdicts(run, [ENTRY])["one-to-one", "A-1"][0] == "expected-failure"  # an entry of an older form


def test_an_entry_can_go_although_its_rule_fails_for_other_causes():
    run = with_causes(make_run(("A-1", "MUST", "fail")), A1=("added",))
    entries = [of("added"), of("lost")]
    (gone,) = outlived(run, entries, KNOWN - {("one-to-one", "A-2")})
    assert (gone.entry, gone.rules, gone.passing) == (1, ("A-1",), (("one-to-one", "A-1"),))
    changed = expected_verdicts(run, entries, [gone])
    assert changed["one-to-one", "A-1"] == ("unexpected-pass", "nothing fails now; delete the entry (known: lost)")
    # A rule that also fails for a cause that nobody expects fails.
    assert expected_verdicts(run, [entries[1]], outlived(run, [entries[1]], KNOWN - {("one-to-one", "A-2")})) == {}


def test_a_cause_of_an_entry_that_has_others_can_go_and_changes_no_verdict():
    run = with_causes(make_run(("A-1", "MUST", "fail")), A1=("added",))
    (gone,) = outlived(run, [of("added", "lost")], KNOWN - {("one-to-one", "A-2")})
    assert (gone.operations, gone.rules, gone.passing, gone.causes) == ((), (), (), ("lost",))
    assert expected_verdicts(run, [of("added", "lost")], [gone])["one-to-one", "A-1"][0] == "expected-failure"
    # An entry of which nothing applies in this run stays as it is, and so does one whose rule was not judged.
    unreached = make_run(("A-1", "MUST", "not-applicable"))
    assert outlived(unreached, [of("added", "lost")], KNOWN - {("one-to-one", "A-2")}) == ()
    run.rules.append(make_run(("A-2", "MUST", "not-run")).rules[0])
    assert outlived(run, [of("added", "lost", rules=("A-1", "A-2"))], KNOWN) == ()


def test_an_entry_that_names_no_rule_is_reported():
    gone = entry("A-9")
    (found,) = unmatched([ENTRY, gone], KNOWN)
    assert failure_of(found, [ENTRY, gone]) == ExpectedFailure("one-to-one", "A-9", "known")


def test_a_name_of_an_entry_that_the_subject_does_not_have_is_reported_alone():
    pair = entry("A-1", operations=("one-to-one", "many-to-many"))
    (found,) = unmatched([pair], KNOWN)
    assert failure_of(found, [pair]) == ExpectedFailure("many-to-many", "A-1", "known")


def test_a_certificate_names_each_failure_that_an_entry_excuses():
    run = make_run(("A-1", "MUST", "expected-failure"), ("A-2", "MUST", "pass"))
    found = spelled_out(run, [entry("A-1", "A-2", operations=("*",))])
    assert found == (ExpectedFailure("one-to-one", "A-1", "known"),)
    (named,) = spelled_out(run, [of("added", "lost")])
    assert named.as_data() == {
        "operation": "one-to-one", "rule": "A-1", "reason": "known: added", "cause": ["added", "lost"],
    }  # fmt: skip


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
    run.unmatched = (ExpectedFailure("one-to-one", "A-9", "known"),)
    assert not run.conforms
    run.unmatched, run.interrupted = (), True
    assert not run.conforms


def test_a_run_that_judged_nothing_does_not_conform():
    assert not make_run(("A-1", "MUST", "not-applicable")).conforms
    assert not make_run().conforms
