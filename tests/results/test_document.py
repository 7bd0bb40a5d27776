from __future__ import annotations

import json
from dataclasses import replace

import pytest

from conformance import __version__
from conformance.apis.input_validity import MALFORMED, REAL, Reason, Standing
from conformance.base.errors import SpecificationError
from conformance.base.observation import Description, Fault, Outcome, Refusal
from conformance.base.redact import Redactor
from conformance.base.values import ABSENT
from conformance.results.document import document, to_json
from conformance.rules.contracts import Rule, RuleSource
from conformance.rules.losses.account import FieldLoss, Losses, Made
from conformance.running.engine import Evidence, ExpectedFailure, RuleResult, RunResult
from conformance.running.engine.ledger import Kind, LedgerItem, operation_item
from conformance.running.engine.redacted import redact_result
from tests.running.engine.certifying import finish


def make_run(*evidence: Evidence, **subject) -> RunResult:
    reported = {"name": "acme", "version": "1", "language": None, "adapter": "process", "operations": (), "choices": {}}
    run = RunResult(
        Description(**{**reported, **subject}),
        seed=7,
        max_examples=5,
        requirements="every MUST",
        specs_digest="sha256:" + "0" * 64,
        started="2025-11-21T21:55:03Z",
    )
    sources = (RuleSource("One", "S9"), RuleSource("A thread", link="https://example.com/1"))
    entry = RuleResult(
        "one-to-one",
        Rule(
            id="A-1",
            level="MUST",
            origin="field",
            title="Title",
            text="Text.",
            why="Why.",
            sources=sources,
            check="a-check",
        ),
    )
    entry.verdict, entry.evidence, entry.cases_run = "fail" if evidence else "pass", list(evidence), 3
    finish(run)
    run.rules = [entry]
    run.choices = {"one-to-one": {"absent": ("keep", "probed")}}
    return run


def make_evidence(outcome: Outcome, **changes) -> Evidence:
    return replace(
        Evidence(
            kind="wrong",
            case=None,
            input=1,
            outcome=outcome,
            expected=ABSENT,
            at="/output",
            message="wrong",
            reproduce="conformance certify",
        ),
        **changes,
    )


def written(run: RunResult) -> dict:
    return json.loads(to_json(document(run)), parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


def test_the_standing_of_an_input_is_reported_with_at_most_three_reasons():
    reasons = tuple(Reason(at=f"/{number}", message="wrong", rule="schema") for number in range(5))
    real, malformed = Standing(kind=REAL), Standing(kind=MALFORMED, reasons=reasons)
    run = make_run(*(make_evidence(Outcome(output=1), standing=element) for element in (real, malformed, None)))
    reported = [shown.get("standing") for shown in written(run)["rules"][0]["evidence"]]
    assert reported[0] == {"kind": "real"}
    assert reported[1]["reasons"] == [{"at": f"/{number}", "message": "wrong", "rule": "schema"} for number in range(3)]
    assert reported[2] is None


def test_the_fault_of_a_generated_input_is_reported():
    run = make_run(make_evidence(Outcome(output=1), mutation="no name"), make_evidence(Outcome(output=1)))
    assert [shown.get("mutation") for shown in written(run)["rules"][0]["evidence"]] == ["no name", None]


def test_a_run_is_reported_in_the_format_of_the_schema():
    reported = written(make_run())
    assert reported["suite"]["version"] == __version__
    assert reported["summary"]["conforms"] is True
    assert reported["summary"]["MUST"]["pass"] == 1
    assert reported["choices"] == {"one-to-one": {"absent": {"answer": "keep", "found": "probed"}}}
    (rule,) = reported["rules"]
    assert (rule["source"], rule["verdict"], rule["cases_run"]) == ("S9, One; A thread", "pass", 3)
    assert "unmatched_expected_failures" not in reported


def test_a_charge_and_what_it_also_breaks_are_reported():
    run = make_run()
    run.rules[0].also_breaks, run.rules[0].charged_to = ("A-2",), ("A-3",)
    (rule,) = written(run)["rules"]
    assert (rule["also_breaks"], rule["charged_to"]) == (["A-2"], ["A-3"])


def test_the_ledger_is_counted_by_operation_and_kind():
    run = make_run()
    run.ledger.plan([operation_item("one-to-one"), LedgerItem(operation="one-to-one", kind=Kind.CHAIN, name="a")])
    run.ledger.judge(operation_item("one-to-one"))
    run.ledger.explain(LedgerItem(operation="one-to-one", kind=Kind.CHAIN, name="a"), "not asked")
    reported = written(run)
    assert reported["ledger"]["items"] == {
        "planned": 2,
        "judged": 1,
        "set_aside": {},
        "excused": {},
        "open": {"not asked": 1},
    }
    assert reported["ledger"]["operations"] == {"planned": 1, "judged": 1, "set_aside": {}, "excused": {}, "open": {}}
    assert reported["ledger"]["by_operation"]["one-to-one"].keys() == {"case", "chain"}
    assert reported["run"]["complete"] is False and reported["summary"]["conforms"] is False


def test_a_case_and_an_example_are_distinguished():
    run = make_run(
        make_evidence(Outcome(output=1)), make_evidence(Outcome(output=1), case="a-case", expected={"b": None})
    )
    example, case = written(run)["rules"][0]["evidence"]
    assert (example["kind"], example["case"], example["expected"]) == ("example", None, None)
    assert (case["kind"], case["case"], case["expected"]) == ("case", "a-case", {"b": None})


@pytest.mark.parametrize(
    ("outcome", "error"),
    [
        (Outcome(output=[1]), None),
        (Outcome(refusal=Refusal("no", "ValueError")), {"kind": "error", "type": "ValueError", "message": "no"}),
        (Outcome(not_json="a set"), {"kind": "not-json", "message": "a set"}),
        (Outcome(fault=Fault("exit", "gone", ("x",))), {"kind": "exit", "message": "gone", "log": ["x"]}),
        (Outcome(fault=Fault("hang", "silent")), {"kind": "hang", "message": "silent", "log": []}),
    ],
)
def test_the_outcome_of_a_call(outcome, error):
    (evidence,) = written(make_run(make_evidence(outcome)))["rules"][0]["evidence"]
    assert evidence["error"] == error
    assert evidence["actual"] == ([1] if error is None else None)


def test_diagnostics_are_objects_or_not_observable():
    run = make_run(
        make_evidence(Outcome(output=1)), make_evidence(Outcome(output=1, diagnostics=({"level": "info"}, "text", 5)))
    )
    without, given = written(run)["rules"][0]["evidence"]
    assert without["diagnostics"] is None
    assert given["diagnostics"] == [{"level": "info"}, {"message": "text"}, {"message": "5"}]


def test_what_the_api_of_a_tool_loop_was_sent_is_reported():
    deep: list = []
    for _level in range(5_000):
        deep = [deep]
    seen = {"path": "/v1/responses", "body": {"input": [10**400, float("inf")]}, "answer": None}
    requests = (seen, {"path": "/v1", "body": deep, "answer": 0})
    run = make_run(make_evidence(Outcome(output=1, requests=requests)), make_evidence(Outcome(output=1, requests=())))
    sent, not_sent = written(run)["rules"][0]["evidence"]
    assert sent["requests"] == [
        {"path": "/v1/responses", "body": {"input": [10**400, "(Infinity)"]}, "answer": None},
        {"path": "/v1", "body": "(nested too deeply to be written)", "answer": 0},
    ]
    assert "requests" not in not_sent


def test_keys_do_not_stay_in_what_the_api_was_sent():
    secret = "not-for-anybody"
    seen = {"path": "/v1", "body": {"messages": [f"it is {secret}"]}, "answer": 0}
    run = make_run(make_evidence(Outcome(output=1, requests=(seen,))))
    redact_result(run, Redactor([secret]))
    assert secret not in json.dumps(document(run))


def test_what_is_no_version_is_not_reported_as_one():
    reported = written(make_run(version=5, language=["x"]))
    assert (reported["subject"]["version"], reported["subject"]["language"]) == (None, None)


def test_what_no_file_can_hold_is_reported_in_words():
    deep: list = []
    for _level in range(5_000):
        deep = [deep]
    outcome = Outcome(output={"a": float("inf"), "b": "\ud800", "c": 10**400})
    (evidence,) = written(make_run(make_evidence(outcome, input=deep)))["rules"][0]["evidence"]
    assert evidence["actual"] == {"a": "(Infinity)", "b": "\ud800", "c": 10**400}
    assert evidence["input"] == "(nested too deeply to be written)"


def test_entries_that_match_no_rule_are_reported():
    run = make_run()
    run.unmatched = (ExpectedFailure("one-to-one", "A-9", "old"),)
    reported = written(run)
    assert reported["unmatched_expected_failures"] == [{"operation": "one-to-one", "rule": "A-9", "reason": "old"}]
    assert reported["summary"]["conforms"] is False


def test_losses_are_reported_where_there_are_any():
    run = make_run()
    assert "losses" not in written(run)
    none = dict.fromkeys(("kept", "renamed", "changed", "dropped", "empty"), 0) | {"became": {}, "went": {}, "came": {}}
    fields = (
        FieldLoss(field="name", **{**none, "kept": 2, "became": {"function.name": 2}}),
        FieldLoss(field="schema", **{**none, "changed": 1, "became": {"schema": 1}, "went": {"default": 1}}),
        FieldLoss(field="title", **{**none, "dropped": 2, "empty": 1}),
    )
    run.losses = {"one-to-one": Losses(2, fields, (Made("type", 2, ('"function"',)),), ())}
    numbers = {"kept": 0, "renamed": 0, "changed": 0, "dropped": 0, "became": {}}
    assert written(run)["losses"] == {
        "one-to-one": {
            "inputs": 2,
            "fields": [
                numbers | {"field": "name", "kept": 2, "became": {"function.name": 2}},
                numbers | {"field": "schema", "changed": 1, "became": {"schema": 1}, "went": {"default": 1}},
                numbers | {"field": "title", "dropped": 2, "empty": 1},
            ],
            "defaulted": [{"field": "type", "number": 2, "values": ['"function"']}],
            "invented": [],
        }
    }


def test_a_report_that_breaks_its_schema_is_our_fault():
    reported = document(make_run())
    reported["rules"][0]["verdict"] = "perhaps"
    with pytest.raises(SpecificationError, match="breaks its own schema: at rules/0/verdict"):
        to_json(reported)
