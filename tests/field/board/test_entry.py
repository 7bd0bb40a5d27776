"""What the board reads of a report: facts, causes, and what does not count."""

from __future__ import annotations

import pytest

from conformance.field.board.entry import BoardExcuse
from tests.field.board.building import REQUEST, failing_of, make_entry, make_known, make_report, make_script
from tests.field.pages.building import make_defect

KEPT = {"text": "a", "tools": "a"}
LOST = {"text": "a", "tools": "l"}


def test_a_part_has_its_situations_its_subjects_and_a_share() -> None:
    part = make_entry(facts={REQUEST: [KEPT, KEPT, KEPT, LOST]})["parts"][REQUEST]
    assert part["of"] == 4
    assert part["subjects"] == {"text": {"a": 4}, "tools": {"a": 3, "l": 1}}
    assert part["score"] == 0.875
    assert part["error"] > 0


def test_a_cause_has_its_rule_its_subject_and_a_situation_that_shows_it() -> None:
    entry = make_entry(facts={REQUEST: [LOST, LOST, KEPT]})
    (cause,) = entry["parts"][REQUEST]["causes"]
    assert (cause["fate"], cause["rule"], cause["subjects"]) == ("l", failing_of(REQUEST, "tools", "l"), ["tools"])
    assert len(cause["situations"]) == 2 and cause["case"] == cause["situations"][0]
    assert (cause["message"], cause["actual"]) == ("it did not arrive", '{"a": 1}')


@pytest.mark.parametrize(("fate", "rule"), [("r", "API-1"), ("b", "CONV-1")])
def test_what_keeps_all_of_a_situation_back_is_one_cause_of_all_its_subjects(fate: str, rule: str) -> None:
    gone = {"text": fate, "tools": fate}
    part = make_entry(facts={REQUEST: [KEPT, KEPT, gone, gone]})["parts"][REQUEST]
    (cause,) = part["causes"]
    assert cause["subjects"] == ["text", "tools"]
    assert cause["rule"] == failing_of(REQUEST, "text", fate) and (fate == "r" or cause["rule"] == rule)


def test_a_part_in_which_nothing_came_through_is_not_measured() -> None:
    entry = make_entry(facts={REQUEST: [{"text": "b", "tools": "b"}] * 5})
    assert entry["parts"][REQUEST] == {"of": 5, "score": None, "error": 0, "subjects": {}, "causes": []}


@pytest.mark.parametrize("disputed", [False, True])
def test_what_is_by_design_or_disputed_does_not_count_and_is_still_shown(disputed: bool) -> None:
    excuse = BoardExcuse(REQUEST, failing_of(REQUEST, "tools", "l"), "not arrive", "its README says so", disputed)
    entry = make_entry(facts={REQUEST: [KEPT, KEPT, KEPT, LOST]}, known=make_known(excuses=(excuse,)))
    part = entry["parts"][REQUEST]
    assert part["subjects"]["tools"] == {"a": 3, "d": 1}
    assert part["score"] == 1
    (cause,) = part["causes"]
    assert cause["disputed" if disputed else "design"] == "its README says so"
    assert ("design" in cause) != disputed


@pytest.mark.parametrize(
    "excuse",
    [
        BoardExcuse(REQUEST, failing_of(REQUEST, "tools", "l"), "other words", "x"),
        BoardExcuse(REQUEST, "API-1", None, "x"),
        BoardExcuse("mcp-result-to-tool-message", failing_of(REQUEST, "tools", "l"), None, "x"),
    ],
)
def test_an_excuse_is_for_its_operation_rule_and_words_alone(excuse: BoardExcuse) -> None:
    entry = make_entry(facts={REQUEST: [KEPT, KEPT, KEPT, LOST]}, known=make_known(excuses=(excuse,)))
    assert entry["parts"][REQUEST]["subjects"]["tools"] == {"a": 3, "l": 1}


def test_the_words_of_an_excuse_may_be_in_the_error() -> None:
    gone = {"text": "b", "tools": "b"}
    report = make_report({REQUEST: [KEPT, KEPT, gone]}, error={"message": "set drop_params"}, actual=None)
    excuse = BoardExcuse(REQUEST, "CONV-1", "drop_params", "the error says so")
    entry = make_entry(report=report, known=make_known(excuses=(excuse,)))
    (cause,) = entry["parts"][REQUEST]["causes"]
    assert (cause["error"], cause["design"]) == ("set drop_params", "the error says so")


@pytest.mark.parametrize(("other", "counted"), [("it did not arrive", 0), ("another thing", 2)])
def test_a_case_without_evidence_is_excused_if_all_that_is_shown_of_its_rule_is(other: str, counted: int) -> None:
    report = make_report({REQUEST: [KEPT, LOST, LOST, LOST]})
    (shown,) = (rule["evidence"] for rule in report["rules"] if rule["evidence"])
    shown.pop()
    shown[0]["message"] = other
    excuse = BoardExcuse(REQUEST, failing_of(REQUEST, "tools", "l"), "not arrive", "its README says so")
    part = make_entry(report=report, known=make_known(excuses=(excuse,)))["parts"][REQUEST]
    assert part["subjects"]["tools"].get("l", 0) == counted


def test_a_long_output_is_shown_in_part() -> None:
    report = make_report({REQUEST: [KEPT, LOST]}, actual={"a": "x" * 9_000})
    (cause,) = make_entry(report=report)["parts"][REQUEST]["causes"]
    assert len(cause["actual"]) < 1_000


def test_messages_of_other_kinds_are_counted() -> None:
    report = make_report({REQUEST: [LOST, LOST, LOST]})
    shown = [entry for rule in report["rules"] for entry in rule["evidence"]]
    shown[0]["message"] = "another thing"
    (cause,) = make_entry(report=report)["parts"][REQUEST]["causes"]
    assert (cause["message"], cause["other"]) == ("it did not arrive", 1)


def test_without_evidence_a_cause_has_the_title_of_its_rule() -> None:
    report = make_report({REQUEST: [KEPT, LOST]})
    for rule in report["rules"]:
        rule["evidence"] = []
    (cause,) = make_entry(report=report)["parts"][REQUEST]["causes"]
    assert "case" not in cause and len(cause["message"]) > 10


def test_the_script_of_a_part_is_that_of_its_published_defects() -> None:
    entry = make_entry(defects=[make_script(REQUEST)])
    assert entry["parts"][REQUEST]["script"]["after"] == "print(json.dumps(convert(given), indent=1))\n"
    assert all("script" not in part for name, part in entry["parts"].items() if name != REQUEST)


def test_a_script_that_fits_one_input_alone_is_kept_with_its_rule() -> None:
    defect = make_defect("ASK-2", REQUEST, script="print(1)\n")
    script = make_entry(defects=[defect])["parts"][REQUEST]["script"]
    assert script == {"language": "python", "rule": "ASK-2", "whole": "print(1)\n"}
    long = make_defect("ASK-2", REQUEST, script="print(1)\n" * 1_000)
    assert "script" not in make_entry(defects=[long])["parts"][REQUEST]
