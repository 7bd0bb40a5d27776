"""What evidence holds of a failure, and how a reader reproduces it."""

from __future__ import annotations

from conformance.apis.input_validity import MALFORMED, REAL, Standing
from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.findings import Failure
from conformance.running.engine.evidence import (
    BEGINNING,
    LARGEST_OUTPUT,
    NOT_AS_DESCRIBED,
    FailedTrial,
    copied,
    evidence_of,
)
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned
from tests.running.engine.building import SINGLE, case_of, judge_of

OPTIONS = Options(reproduce="conformance certify acme", evidence_folder="evidence", again="--seed 5")
WRONG = Failure("wrong", "/output", "message")


def failed(failure: Failure = WRONG, case: str | None = None, output: object = 1) -> FailedTrial:
    own = case_of(SINGLE, case) if case else None
    given = own.input if own else {"name": "a"}
    return FailedTrial(Planned(SINGLE, given, own), judge_of(SINGLE).trial(given, Outcome(output=output)), failure)


def test_a_case_is_reproduced_by_its_id() -> None:
    evidence = evidence_of(failed(case="default-in-items"), "MCP-2", judge_of(SINGLE), OPTIONS)
    assert evidence.reproduce == (f"conformance certify acme --operation {SINGLE} --rule MCP-2 --case default-in-items")
    assert evidence.expected == case_of(SINGLE, "default-in-items").expectations[0].output


def test_an_example_is_reproduced_from_a_file_of_its_own() -> None:
    first, second = (evidence_of(failed(), "MCP-2", judge_of(SINGLE), OPTIONS, number) for number in (0, 1))
    assert (first.input_file, second.input_file) == (f"{SINGLE}.MCP-2.json", f"{SINGLE}.MCP-2.2.json")
    assert second.reproduce.endswith(f"--input evidence/{SINGLE}.MCP-2.2.json")


def test_what_only_the_whole_run_shows_is_reproduced_by_its_seed() -> None:
    for element in (failed(WRONG._replace(kind=NOT_AS_DESCRIBED)), failed()):
        options = OPTIONS if element.failure is not WRONG else Options(evidence_folder=None, again="--seed 5")
        evidence = evidence_of(element, "MCP-2", judge_of(SINGLE), options)
        assert (evidence.input_file, evidence.reproduce.endswith("--rule MCP-2 --seed 5")) == (None, True)


def test_advice_names_its_rule_and_no_expected_output() -> None:
    evidence = evidence_of(
        failed(WRONG._replace(yields_to="MCP-9", overruled=True), "default-in-items"),
        "API-5",
        judge_of(SINGLE),
        OPTIONS,
    )
    assert (evidence.yields_to, evidence.expected) == ("MCP-9", ABSENT)
    assert evidence_of(failed(), "MCP-2", None, OPTIONS).expected is ABSENT


def test_the_standing_of_the_input_is_evidence() -> None:
    real, malformed = (
        evidence_of(failed(case=case), "MCP-2", judge_of(SINGLE), OPTIONS).standing
        for case in ("default-in-items", None)
    )
    assert real == Standing(kind=REAL)
    assert malformed is not None
    assert (malformed.kind, malformed.reasons[0].rule) == (MALFORMED, "schema")


def test_the_fault_of_a_generated_input_is_evidence() -> None:
    one = failed()
    one.planned.mutation = "no name"
    assert evidence_of(one, "MCP-2", judge_of(SINGLE), OPTIONS).mutation == "no name"


def test_a_request_to_a_service_has_no_standing() -> None:
    request = Planned("http-service", {"method": "GET"})
    one = failed()._replace(planned=request)
    assert evidence_of(one, "HTTP-1", None, OPTIONS).standing is None


def test_a_copy_shares_nothing_with_the_output() -> None:
    output = {"a": [1]}
    size, trial = copied(failed(output=output).trial)
    output["a"].append(2)
    assert (trial.outcome.output, size > 0) == ({"a": [1]}, True)


def test_of_a_large_output_the_beginning_is_held() -> None:
    size, trial = copied(failed(output="x" * LARGEST_OUTPUT).trial)
    assert (size, len(trial.outcome.output) < 2 * BEGINNING) == (BEGINNING, True)
    assert copied(failed(output="x" * 3 * BEGINNING).trial, left=0)[0] == BEGINNING


def test_an_output_that_is_right_is_not_shown_beside_itself() -> None:
    own = case_of(SINGLE, "default-in-items")
    right = own.expectations[0].output
    assert evidence_of(failed(case=own.id, output=right), "MCP-2", judge_of(SINGLE), OPTIONS).expected is ABSENT
