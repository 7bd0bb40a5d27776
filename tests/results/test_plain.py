from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from conformance.apis.input_validity import MALFORMED, REAL, Reason, Standing
from conformance.apis.oracles import AZURE
from conformance.base.observation import Description, Fault, Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.results.evidence_text import json_line
from conformance.results.plain import Plain, evidence_lines, failure_lines, header, result_lines, verdict_line
from conformance.rules.contracts import Rule, RuleSource
from conformance.running.engine import Evidence, ExpectedFailure, Finished, RuleResult, RunResult, Started
from conformance.running.engine.ledger import Kind, LedgerItem
from tests.running.engine.certifying import finish

HOSTILE = "\x1b[31mred\x07\nacme conforms\r\u202e\ud800"
SHOWN = "\\x1b[31mred\\x07\\nacme conforms\\r\\u202e\\ud800"


def make_evidence(**changes) -> Evidence:
    return replace(
        Evidence(
            kind="wrong",
            case="a-case",
            input={"a": 1},
            outcome=Outcome(output={"b": 2}),
            expected={"b": 1},
            at="/output/b",
            message="wanted 1, got 2",
            reproduce="conformance certify acme --case a-case",
        ),
        **changes,
    )


def make_rule(name: str, verdict: str, level: str = "MUST", operation: str = "one-to-one", **changes) -> RuleResult:
    rule = Rule(
        id=name,
        level=level,
        origin="document",
        title=f"Title of {name}",
        text="Text.",
        why="Why.",
        sources=(RuleSource("One", "S9"),),
        check="a-check",
    )
    entry = RuleResult(operation, rule)
    entry.verdict = verdict
    for key, value in changes.items():
        setattr(entry, key, value)
    return entry


def make_run(*rules: RuleResult, **changes) -> RunResult:
    subject = Description(
        name="acme", version="1.2", language="python 3.11", adapter="process", operations=("one-to-one",), choices={}
    )
    run = RunResult(subject, seed=7, max_examples=5, requirements="every MUST", specs_digest="sha256:", started="")
    finish(run)
    run.seconds, run.rules = 1.25, list(rules)
    for key, value in changes.items():
        setattr(run, key, value)
    return run


@pytest.mark.parametrize(
    ("rules", "changes", "line"),
    [
        ([("A-1", "pass")], {}, "acme conforms: 1 MUST rule passes, 0 fail (seed 7, 1.2 s)"),
        (
            [("A-1", "pass")],
            {"profile": AZURE},
            "acme conforms: 1 MUST rule passes, 0 fail (host azure, seed 7, 1.2 s)",
        ),
        ([("A-1", "pass"), ("A-2", "fail")], {}, "acme does not conform: 1 MUST rule passes, 1 fail (seed 7, 1.2 s)"),
        (
            [("A-1", "not-run"), ("A-2", "pass")],
            {},
            "acme does not conform: 1 MUST rule passes, 0 fail, 1 not run (seed",
        ),
        (
            [("A-1", "pass"), ("A-2", "expected-failure")],
            {},
            "acme conforms but for expected failures: 1 MUST rule passes, 0 fail, 1 fail as expected (seed",
        ),
        ([("A-1", "pass")], {"interrupted": True}, "acme incomplete: 1 MUST rule passes, 0 fail (seed"),
        (
            [("A-1", "pass"), ("A-2", "expected-failure"), ("A-3", "unexpected-pass")],
            {"unmatched": (ExpectedFailure("o", "r", "w"),)},
            "acme does not conform: 1 MUST rule passes, 0 fail, 1 fail as expected, 2 expected failures to delete (",
        ),
    ],
)
def test_the_verdict_is_one_line(rules, changes, line):
    assert verdict_line(make_run(*(make_rule(*rule) for rule in rules), **changes)).startswith(line)


def test_the_header_names_the_subject_whatever_it_stated():
    assert header(make_run().subject) == "Subject: acme (1.2, python 3.11, reached as process)"
    odd = Description(name=HOSTILE, version=5, language=None, adapter="process", operations=(), choices={})  # type: ignore[arg-type]
    assert header(odd) == f"Subject: {SHOWN} (reached as process)"


def test_a_failing_must_comes_first_and_a_should_is_set_apart():
    evidence = [make_evidence(case=f"case-{number}", input="x" * number) for number in (3, 1, 2)]
    should = make_rule("A-1", "fail", "SHOULD", evidence=list(evidence))
    must = make_rule("A-2", "fail", evidence=list(evidence), reason="3 cases fail")
    lines = result_lines(make_run(should, must, make_rule("A-3", "pass", cases_run=4, examples_run=2)))
    assert lines[0].startswith("Sets: safe: ")
    assert lines[2] == "FAIL A-2 (MUST) one-to-one: Title of A-2"
    assert lines[3] == "  3 cases fail"
    divide = lines.index("SHOULD rules that fail (advisory):")
    assert lines[divide + 1] == "  fail A-1 (SHOULD) one-to-one: Title of A-1"
    assert [line for line in lines[:divide] if line.startswith("  case")] == [
        "  case case-3: wanted 1, got 2",
        "  case case-1: wanted 1, got 2",
    ]
    assert [line.strip() for line in lines[divide:] if "case case-" in line] == ["case case-3: wanted 1, got 2"]
    assert "    and 2 more" in lines[divide:]
    assert lines[-2] == "one-to-one: MUST 1 pass, 1 fail; SHOULD 1 fail (4 cases, 2 examples)"


def test_every_rule_that_fails_is_counted_whichever_is_charged():
    charged = make_rule("A-1", "fail", also_breaks=("A-2",), reason="also breaks A-2")
    run = make_run(charged, make_rule("A-2", "fail", charged_to=("A-1",)))
    lines = result_lines(run)
    assert "0 MUST rules pass, 2 fail (" in verdict_line(run)
    first = lines.index("FAIL A-1 (MUST) one-to-one: Title of A-1")
    assert lines[first + 1] == "  also breaks A-2"
    assert "FAIL A-2 (MUST) one-to-one: Title of A-2" in lines


def test_evidence_shows_what_came_and_how_to_repeat_it():
    assert evidence_lines(make_evidence()) == [
        "  case a-case: wanted 1, got 2",
        "    at        /output/b",
        '    input     {"a": 1}',
        '    expected  {"b": 1}',
        '    actual    {"b": 2}',
        "    repeat    conformance certify acme --case a-case",
    ]


def test_evidence_says_why_its_input_is_not_real():
    reason = Reason(at="/a", message="not a text", rule="schema")
    reported = evidence_lines(make_evidence(standing=Standing(kind=MALFORMED, reasons=(reason,))))
    assert "    standing  malformed: /a: not a text" in reported
    assert len(evidence_lines(make_evidence(standing=Standing(kind=REAL)))) == len(reported) - 1


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [
        (Outcome(refusal=Refusal("no", "ValueError")), ["    error     no (ValueError)"]),
        (Outcome(refusal=Refusal("no")), ["    error     no"]),
        (
            Outcome(fault=Fault("exit", "it died", ("one", "two", "three", "four"))),
            ["    exit      it died", "    log       two", "    log       three", "    log       four"],
        ),
        (Outcome(not_json="a set"), ["    not-json  a set"]),
    ],
)
def test_evidence_without_an_output_shows_why(outcome, lines):
    reported = evidence_lines(make_evidence(case=None, outcome=outcome, expected=ABSENT))
    assert reported[0].startswith("  example: ")
    assert reported[3:-1] == lines


def test_nothing_a_subject_says_leaves_its_line():
    outcome = Outcome(
        output={HOSTILE: HOSTILE}, refusal=Refusal(HOSTILE, HOSTILE), fault=Fault("exit", HOSTILE, (HOSTILE,))
    )
    evidence = make_evidence(
        case=None, input=[HOSTILE], outcome=outcome, at=HOSTILE, message=HOSTILE, reproduce=HOSTILE
    )
    run = make_run(
        make_rule("A-1", "fail", reason=HOSTILE, evidence=[evidence]),
        make_rule("A-2", "not-run", reason=HOSTILE),
        choices={"one-to-one": {"absent": (HOSTILE, "stated")}},
        unmatched=(ExpectedFailure(HOSTILE, HOSTILE, HOSTILE),),
    )
    run.subject = replace(run.subject, name=HOSTILE, version=HOSTILE, language=HOSTILE)
    lines = [header(run.subject), *result_lines(run), verdict_line(run)]
    assert sum(SHOWN in line for line in lines) >= 8
    assert all(line.isprintable() for line in lines)


def test_values_are_cut_and_never_too_deep():
    assert json_line("x" * 400) == f'"{"x" * 159}… (242 more characters)'
    deep: list = []
    for _level in range(5_000):
        deep = [deep]
    assert json_line(deep) == "(nested too deeply to be shown)"
    assert failure_lines(make_rule("A-1", "fail", evidence=[make_evidence(input=deep)]))[3].endswith('to be written)"')


def test_what_was_not_judged_is_explained_in_a_line_each():
    run = make_run(
        make_rule("A-1", "not-run", reason="it died"),
        make_rule("A-2", "not-run", reason="it died"),
        make_rule("A-1", "not-run", operation="many-to-many", reason="it died"),
        make_rule("A-3", "not-observable", reason="it does not show"),
        make_rule("A-4", "expected-failure", reason="known"),
        make_rule("A-5", "unexpected-pass", "SHOULD", reason="nothing fails now; delete the entry (old)"),
        faults=1,
        unmatched=(ExpectedFailure("one-to-one", "A-9", "old"),),
    )
    assert result_lines(run)[-7:-1] == [
        "Not run: A-1, A-2 of one-to-one; A-1 of many-to-many: it died.",
        "Not observable: A-3 of one-to-one: it does not show.",
        "Fails as expected: A-4 of one-to-one: known.",
        "Expected to fail: A-5 of one-to-one: nothing fails now; delete the entry (old), or give --update-expected.",
        "Expected to fail: A-9 of one-to-one: no such rule of this subject; delete this entry, or give "
        "--update-expected.",
        "The subject gave no usable answer once; no single input showed it when it was asked again.",
    ]


def test_choices_stand_under_their_operation():
    run = make_run(make_rule("A-1", "pass"), choices={"one-to-one": {"a": ("keep", "probed"), "b": ("x", "stated")}})
    assert result_lines(run)[-3:-1] == [
        "one-to-one: MUST 1 pass (0 cases, 0 examples)",
        "  choices: a keep, b x (stated)",
    ]


@pytest.mark.parametrize("verbose", [0, 1, 2])
def test_a_conforming_run_is_two_lines_and_with_details_it_begins_with_its_subject(verbose):
    stream = io.StringIO()
    listener, run = Plain(stream, verbose=verbose), make_run(make_rule("A-1", "pass"))
    listener(Started(run.subject, ("one-to-one",), 3))
    listener(Finished(run))
    listener.end(run, {"json": "reports/report.json", "html": "reports/report.html"})
    lines = stream.getvalue().splitlines()
    assert (lines[0] == header(run.subject)) == (verbose > 0)
    assert (len(lines) == 2) == (verbose == 0)
    assert lines[-2:] == [verdict_line(run), "Reports: reports/report.json, reports/report.html"]


def test_quiet_writes_the_verdict_alone():
    stream = io.StringIO()
    listener, run = Plain(stream, quiet=True), make_run(make_rule("A-1", "pass"))
    listener(Started(run.subject, ("one-to-one",), 3))
    listener(Finished(run))
    listener.end(run, {"json": "reports/report.json"})
    assert stream.getvalue() == verdict_line(run) + "\n"


class _Breaking(io.StringIO):
    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


def test_a_reader_that_went_away_is_passed_over():
    run = make_run(make_rule("A-1", "pass"))
    listener = Plain(_Breaking(BrokenPipeError()))
    listener(Finished(run))
    assert listener.end(run, {}) is None


def test_a_disk_that_is_full_is_reported_at_the_end_only():
    run = make_run(make_rule("A-1", "pass"))
    listener = Plain(_Breaking(OSError(28, "No space left on device")))
    listener(Finished(run))
    with pytest.raises(OSError, match="No space left"):
        listener.end(run, {})


def test_a_shown_value_is_json():
    assert json.loads(json_line({"a": [1, 1.0, None, "é"]})) == {"a": [1, 1.0, None, "é"]}


def test_the_ledger_is_counted_with_every_reason():
    run = make_run(make_rule("A-1", "pass"))
    for name in ("b", "c", "d"):
        run.ledger.plan([LedgerItem(operation="one-to-one", kind=Kind.EXAMPLE, name=name)])
    run.ledger.excuse(LedgerItem(operation="one-to-one", kind=Kind.EXAMPLE, name="b"), "narrowed by the user")
    run.ledger.explain(LedgerItem(operation="one-to-one", kind=Kind.EXAMPLE, name="c"), "not asked: \x1b[31mlost")
    assert result_lines(run)[-4:] == [
        "Inputs: 4 planned, 1 judged, 1 left out, 0 set aside; 0 of 0 operations.",
        "  left out: narrowed by the user (1)",
        "Not judged: 1 input: not asked: \\x1b[31mlost.",
        "Not judged: 1 input: no verdict was reached.",
    ]
    assert verdict_line(run).startswith("acme incomplete")


def test_long_values_are_shown_where_they_differ():
    outcome = Outcome(output={"text": "x" * 500 + "b"})
    lines = evidence_lines(make_evidence(expected={"text": "x" * 500 + "a"}, outcome=outcome))
    expected, actual = (line.split(maxsplit=1)[1] for line in lines if line.startswith(("    expected", "    actual")))
    assert expected.startswith("...") and expected != actual
