"""How judged trials become counts, evidence and a verdict of each rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.base.observation import GIVEN_UP, Fault, Outcome
from conformance.rules.checks.findings import Failure
from conformance.running.engine.collect import LOCATED, Collector, not_asked
from conformance.running.engine.context import Context
from conformance.running.engine.judge import Judgement
from conformance.running.engine.kept_failures import CASES_SHOWN, EXAMPLES_SHOWN
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned
from conformance.running.engine.result import RuleResult
from tests.running.engine.building import SINGLE, case_of, context_of, contract_of, planned_item

CASE = case_of(SINGLE, "default-in-items")
NONE = frozenset[str]()
_ANSWERED = Judgement(frozenset({"MCP-1"}), NONE, ())


def tool(number: int) -> Any:
    """A real input, larger for a larger number."""
    return {"name": "a" * (number + 1), "inputSchema": {"type": "object"}}


def failed(*failures: tuple[str, Failure]) -> Judgement:
    return Judgement(frozenset(rule for rule, _failure in failures), NONE, failures)


def take(context: Context, given: Any, judgement: Judgement, *, of_case: bool = False, case: str = CASE.id) -> None:
    trial = context.judges[SINGLE].trial(given, Outcome(output=1))
    context.take(Planned(SINGLE, given, replace(CASE, id=case) if of_case else None), trial, judgement)


def concluded(context: Context) -> dict[str, RuleResult]:
    context.collector.conclude(context.judges)
    return {entry.rule.id: entry for entry in context.collector._result.rules}


def test_a_rule_that_was_reached_without_a_failure_passes() -> None:
    context = context_of(SINGLE)
    take(context, tool(1), Judgement(frozenset({"MCP-1"}), NONE, ()), of_case=True)
    take(context, tool(2), Judgement(frozenset({"MCP-1"}), NONE, ()))
    entry = concluded(context)["MCP-1"]
    assert (entry.verdict, entry.cases_run, entry.examples_run) == ("pass", 1, 1)


def test_a_rule_that_nothing_reached_does_not_apply_or_was_not_run() -> None:
    context = context_of(SINGLE)
    context.collector.expect(SINGLE, "named", ["MCP-2"])
    entries = concluded(context)
    assert (entries["MCP-1"].verdict, entries["MCP-2"].verdict) == ("not-applicable", "not-run")


@pytest.mark.parametrize(
    ("judgement", "verdict"),
    [(_ANSWERED, "not-applicable"), (_ANSWERED._replace(failed_call=Failure("error", "/output", "no")), "not-run")],
    ids=["answered", "failed"],
)
def test_a_rule_that_is_not_about_what_a_case_became_does_not_apply(judgement: Judgement, verdict: str) -> None:
    context = context_of(SINGLE)
    context.collector.expect(SINGLE, CASE.id, ["MCP-2"])
    trial = context.judges[SINGLE].trial(tool(1), Outcome(output=1))
    context.take(Planned(SINGLE, tool(1), CASE, reach=frozenset({"MCP-2"})), trial, judgement)
    assert concluded(context)["MCP-2"].verdict == verdict


@pytest.mark.parametrize(
    ("broken", "verdict", "reason"),
    [
        ("MCP-8", "not-applicable", "nothing that this subject returns is what the rule is about"),
        ("MCP-1", "not-run", f"the result of the case {CASE.id}, which should have reached it, breaks MCP-1"),
    ],
    ids=["SHOULD", "MUST"],
)
def test_a_result_that_only_advice_objects_to_shows_what_it_is_about(broken: str, verdict: str, reason: str) -> None:
    context = context_of(SINGLE)
    context.collector.expect(SINGLE, CASE.id, ["MCP-2"])
    judgement = failed((broken, Failure("kind", "/output", "message")))
    trial = context.judges[SINGLE].trial(tool(1), Outcome(output=1))
    context.take(Planned(SINGLE, tool(1), CASE, reach=frozenset({"MCP-2"})), trial, judgement)
    entry = concluded(context)["MCP-2"]
    assert (entry.verdict, entry.reason) == (verdict, reason)


def test_what_cannot_be_observed_is_no_pass() -> None:
    context = context_of(SINGLE)
    take(context, tool(1), Judgement(frozenset({"MCP-4"}), frozenset({"MCP-4"}), ()))
    context.collector.decide(SINGLE, "MCP-1", "not-observable", "hidden")
    entries = concluded(context)
    assert entries["MCP-4"].verdict == "not-observable"
    assert (entries["MCP-1"].verdict, entries["MCP-1"].reason) == ("not-observable", "hidden")


def test_a_failure_decides_over_what_was_decided_before() -> None:
    context = context_of(SINGLE)
    context.collector.decide(SINGLE, "MCP-1", "not-observable", "hidden")
    take(context, tool(1), failed(("MCP-1", Failure("kind", "/output", "message"))))
    assert concluded(context)["MCP-1"].verdict == "fail"


def test_the_smallest_example_of_each_kind_is_shown() -> None:
    context = context_of(SINGLE)
    kinds = [f"kind {number}" for number in range(EXAMPLES_SHOWN + 3)]
    for kind in kinds:
        for given in ([1, 2, 3], [1], [1, 2]):
            take(context, given, failed(("MCP-1", Failure(kind, "/output", "message"))))
    evidence = concluded(context)["MCP-1"].evidence
    assert [(shown.kind, shown.input) for shown in evidence] == [(kind, [1]) for kind in kinds]


def test_further_words_for_one_cause_are_shown_while_there_is_room() -> None:
    context = context_of(SINGLE)
    for said in "abcdefgh":
        take(context, tool(1), failed(("MCP-1", Failure("usual", "/output/type", f"wanted {said}"))))
    take(context, tool(1), failed(("MCP-1", Failure("rare", "/output/type", "wanted z"))))
    evidence = concluded(context)["MCP-1"].evidence
    assert [shown.kind for shown in evidence] == ["usual", "rare"] + ["usual"] * (EXAMPLES_SHOWN - 2)


def test_each_cause_has_a_case_that_shows_it_however_many_there_are() -> None:
    context = context_of(SINGLE)
    names = [f"member{letter}" for letter in "abcdefghijklmnop"]
    for name in names:
        failure = failed(("API-1", Failure("unknown", f"/output/{name}", "the API knows no such member")))
        take(context, tool(1), failure, of_case=True, case=f"case-{name}")
    assert len(names) > CASES_SHOWN
    assert {shown.at for shown in concluded(context)["API-1"].evidence} == {f"/output/{name}" for name in names}


def test_a_cause_that_comes_late_is_counted() -> None:
    context = context_of(SINGLE)
    for number in range(LOCATED + 1):
        take(context, tool(number), failed(("MCP-1", Failure("usual", "/output", "message"))))
    take(context, tool(1), failed(("MCP-1", Failure("rare", "/output", "message"))))
    assert {objection.kind for objection in concluded(context)["MCP-1"].objections} == {"usual", "rare"}


def test_a_defect_that_a_real_case_shows_needs_no_example() -> None:
    context = context_of(SINGLE)
    for defect, of_case in (("one", True), ("one", False), ("two", False)):
        take(context, tool(1), failed(("MCP-1", Failure(defect, "/output", "message"))), of_case=of_case)
    evidence = concluded(context)["MCP-1"].evidence
    assert [(shown.kind, shown.case is not None) for shown in evidence] == [("one", True), ("two", False)]


def test_each_defect_is_shown_before_a_second_case_of_any() -> None:
    context = context_of(SINGLE)
    for number in range(CASES_SHOWN + 5):
        failure = failed(("MCP-1", Failure("usual", "/output", "message")))
        take(context, tool(number), failure, of_case=True, case=f"case-{number}")
    take(context, tool(99), failed(("MCP-1", Failure("rare", "/output", "message"))), of_case=True, case="rare")
    evidence = concluded(context)["MCP-1"].evidence
    assert [shown.kind for shown in evidence] == ["usual", "rare"] + ["usual"] * (CASES_SHOWN - 2)


def test_values_in_a_message_make_no_other_defect_but_keywords_do() -> None:
    context = context_of(SINGLE)
    for message in ('"pattern" is lost; wanted "a"', '"pattern" is lost; wanted "b"', '"minimum" is lost; wanted 1'):
        take(context, tool(1), failed(("MCP-1", Failure("lost", "/output", message))))
    evidence = concluded(context)["MCP-1"].evidence
    assert [shown.message for shown in evidence] == ['"pattern" is lost; wanted "a"', '"minimum" is lost; wanted 1']


def test_failing_cases_are_counted_beyond_those_that_are_shown() -> None:
    context = context_of(SINGLE)
    for number in range(CASES_SHOWN + 1):
        failure = failed(("MCP-1", Failure("kind", "/output", "message")))
        take(context, tool(number), failure, of_case=True, case=f"case-{number}")
    entry = concluded(context)["MCP-1"]
    assert len(entry.evidence) == CASES_SHOWN
    assert entry.reason == f"{CASES_SHOWN + 1} cases fail; the evidence of {CASES_SHOWN} is kept"


def test_advice_lowers_the_level_and_names_the_set_under_which_it_counts() -> None:
    context = context_of(SINGLE)
    take(
        context,
        tool(1),
        failed(("API-5", Failure("kind", "/output", "message", yields_to="MCP-3", overruled=True))),
        of_case=True,
    )
    entry = concluded(context)["API-5"]
    assert (entry.verdict, entry.level) == ("fail", "SHOULD")
    assert entry.reason is not None and entry.reason.endswith("--requirements safe")


def test_a_requirement_set_gives_the_levels() -> None:
    options = Options(required={(SINGLE, "MCP-1"): "SHOULD"}, requirements="own")
    context = context_of(SINGLE, options=options)
    take(context, tool(1), Judgement(frozenset({"MCP-1"}), NONE, ()))
    entries = concluded(context)
    assert (entries["MCP-1"].level, entries["MCP-1"].reason) == ("SHOULD", "SHOULD in own")
    assert entries["MCP-2"].level == "SHOULD"


def test_an_illegal_answer_fails_the_rule_of_its_choice() -> None:
    context = context_of(SINGLE)
    choice = contract_of(SINGLE).choices[0]
    context.collector.illegal_answer(contract_of(SINGLE), choice, "perhaps")
    (evidence,) = concluded(context)[choice.rule].evidence
    assert "perhaps; legal answers: " in evidence.message


@pytest.mark.parametrize("judged", [True, False])
def test_an_item_is_closed_by_a_verdict_and_stays_open_without_an_outcome(judged: bool) -> None:
    context = context_of(SINGLE)
    outcome = Outcome(output=1) if judged else Outcome(fault=Fault(GIVEN_UP, "too late"))
    planned = Planned(SINGLE, 1).with_item(planned_item(context, SINGLE, "a"))
    trial = context.judges[SINGLE].trial(1, outcome)
    context.take(planned, trial, Judgement(NONE, NONE, ()))
    assert (not_asked(trial) is None) is context.ledger.is_complete is judged
    assert context.ledger.totals().open == ({} if judged else {"too late": 1})


def test_failing_examples_are_kept_but_no_advice_and_none_that_hang() -> None:
    context = context_of(SINGLE)
    take(context, tool(1), failed(("MCP-1", Failure("kind", "", ""))))
    take(context, tool(2), failed(("MCP-2", Failure("fault-hang", "", ""))))
    take(context, tool(3), failed(("API-5", Failure("kind", "", "", yields_to="MCP-3", overruled=True))))
    collector: Collector = context.collector
    assert list(collector.failing_examples()) == [(SINGLE, tool(1))]
    assert collector.has_failed(SINGLE, "MCP-1") and not collector.has_failed(SINGLE, "API-5")


def test_the_cases_that_reach_a_rule_are_marked_with_what_they_show() -> None:
    context = context_of(SINGLE)
    wrong = Failure("kind", "/output", "message")
    take(context, tool(1), failed(("MCP-1", wrong)), of_case=True, case="bad")
    take(context, tool(2), Judgement(frozenset({"MCP-1"}), NONE, ()), of_case=True, case="good")
    take(context, tool(3), failed(("MCP-1", wrong._replace(advice="it may"))), of_case=True, case="advised")
    take(context, tool(4), failed(("MCP-1", wrong)))
    entries = concluded(context)
    assert entries["MCP-1"].cases == {"bad": "fail", "good": "pass", "advised": "advice"}
    assert entries["MCP-2"].cases == {}


def test_a_dropped_failure_is_no_failure_of_a_case() -> None:
    context = context_of(SINGLE)
    take(context, tool(1), failed(("MCP-1", Failure("kind", "/output", "message"))), of_case=True, case="bad")
    context.collector.drop(SINGLE, "MCP-1")
    assert concluded(context)["MCP-1"].cases == {"bad": "pass"}
