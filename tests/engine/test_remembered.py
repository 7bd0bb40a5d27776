"""A verdict that is remembered is the one that judging in full gives, and is taken for the very same outcome only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.checks.findings import Failure
from conformance.contracts import load_specifications
from conformance.engine import Options, RunResult, certify, settled
from conformance.engine.ask import ask_all
from conformance.engine.choices import find_choices
from conformance.engine.judge import Judge, Judgement
from conformance.engine.plan import Planned, plan_cases
from conformance.engine.remembered import MOST_KEPT, Memory, _key_of_trial, judged
from conformance.observation import Description, Fault, Outcome
from conformance.reference import mcp_tool_to_chat_tool
from conformance.reports.document import document
from conformance.subjects.in_process import InProcessSubject
from conformance.subjects.resolve import ReferenceFunctions

SPECIFICATIONS = load_specifications()
OPERATION = "mcp-tool-to-chat-tool"
CONTRACT = SPECIFICATIONS.contracts[OPERATION]
# What a subject that talks to an API does shows in its requests too: nothing of it is kept.
OPERATIONS = tuple(name for name in SPECIFICATIONS.contracts if name != "tool-loop")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "tool-conformance"
    settled._known.clear()


def kept_verdicts(cache: Path) -> list[Path]:
    return sorted(cache.glob("judged-*.json"))


def a_judge(operation: str = OPERATION, digest: str = SPECIFICATIONS.digest, **choices: str) -> Judge:
    contract = SPECIFICATIONS.contracts[operation]
    return Judge(contract, contract.rules, contract.defaults() | choices, True, digest)


def a_subject(functions: Any = None) -> InProcessSubject:
    described = Description("reference", None, None, "reference", OPERATIONS, {}, True)
    return InProcessSubject(functions or ReferenceFunctions(OPERATIONS), described, watch=True)


def run(functions: Any = None, **options: Any) -> RunResult:
    chosen = Options(operations=(OPERATION,), max_examples=0, seed=1, **{"remember": True, **options})
    return certify(SPECIFICATIONS, a_subject(functions), chosen)


def told(result: RunResult) -> object:
    whole = document(result)
    del whole["run"]
    return whole


@pytest.mark.parametrize("operation", OPERATIONS)
def test_remembered_verdicts_equal_full_ones(operation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = a_judge(operation)
    planned = plan_cases(judge.contract, judge, Options(), [operation])
    # As if nothing had been settled beforehand, so that every case goes through the memory.
    asked = [
        (one.case, trial._replace(settled=False))
        for one, trial in ask_all(a_subject(), planned, {operation: judge}, [operation])
    ]
    memory = Memory(operation, judge.digest)
    full = [judged(judge, memory, trial, case, None) for case, trial in asked]
    assert full == [judge.judge(trial, case) for case, trial in asked]
    memory.write()
    again = Memory(operation, judge.digest)
    monkeypatch.setattr(Judge, "judge", None)
    assert [judged(judge, again, trial, case, None) for case, trial in asked] == full


def test_a_second_run_says_the_same_and_loads_no_check(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run()
    assert len(kept_verdicts(cache)) == 1

    def no_check(operation: str) -> None:
        raise AssertionError(f"the checks of {operation} were loaded")

    monkeypatch.setattr("conformance.engine.judge.family", no_check)
    monkeypatch.setattr("conformance.engine.choices.family", no_check)
    assert told(run()) == told(first)


def test_another_outcome_is_judged(cache: Path) -> None:
    assert run().conforms
    before = kept_verdicts(cache)[0].read_bytes()

    def says_nothing_of_it(tool: Any) -> Any:
        try:
            return mcp_tool_to_chat_tool(tool)
        except ValueError:
            return None

    result = run({OPERATION: says_nothing_of_it})
    assert not result.conforms
    # What failed is not kept, nor anything else of a run that found a fault.
    assert kept_verdicts(cache)[0].read_bytes() == before


def test_an_argument_that_was_changed_is_another_outcome(cache: Path) -> None:
    assert run().conforms

    def changes_what_it_refuses(tool: Any) -> Any:
        try:
            return mcp_tool_to_chat_tool(tool)
        except ValueError:
            if isinstance(tool, dict):
                tool["seen"] = True
            raise

    failed = {entry.rule.id for entry in run({OPERATION: changes_what_it_refuses}).rules if entry.verdict == "fail"}
    assert "MCP-4" in failed


@pytest.mark.parametrize("options", [{"remember": False}, {"cases": (CONTRACT.cases[0].id,)}])
def test_nothing_is_kept_where_it_must_not(options: dict[str, Any], cache: Path) -> None:
    run(**options)
    assert not kept_verdicts(cache)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1', "null", "[" * 100_000])
def test_a_damaged_copy_is_as_good_as_none(text: str, cache: Path) -> None:
    first = run()
    (kept,) = kept_verdicts(cache)
    kept.write_text(text)
    assert told(run()) == told(first)
    assert kept.stat().st_size > 1_000


def test_a_damaged_entry_is_judged_again(cache: Path) -> None:
    memory = Memory(OPERATION, "d")
    planned, trial = refused()
    judge = a_judge()
    right = judged(judge, memory, trial, planned.case, planned.settled)
    ((key, _verdict),) = memory._kept.items()
    memory._kept[key] = ["MCP-1"]
    assert judged(judge, memory, trial, planned.case, planned.settled) == right
    assert right == judge.judge(trial, planned.case, planned.settled)


def refused() -> tuple[Planned, Any]:
    """A case that must fail, and the trial in which it does."""
    judge = a_judge()
    planned = plan_cases(CONTRACT, judge, Options(), [OPERATION])
    for one, trial in ask_all(a_subject(), planned, {OPERATION: judge}, [OPERATION]):
        if trial.outcome.refusal is not None and one.case is not None:
            return one, trial
    raise AssertionError("no case is refused")


def test_what_a_verdict_rests_on_tells_apart() -> None:
    planned, trial = refused()
    outcome = trial.outcome
    others = [
        trial._replace(outcome=outcome._replace(refusal=outcome.refusal._replace(message="no"))),
        trial._replace(outcome=outcome._replace(refusal=outcome.refusal._replace(type="KeyError"))),
        trial._replace(outcome=outcome._replace(diagnostics=({"message": "left out"},))),
        trial._replace(outcome=outcome._replace(shares=True)),
        trial._replace(outcome=outcome._replace(input_after=[1])),
        trial._replace(again=outcome._replace(refusal=None, output=[])),
        trial._replace(singles=(outcome._replace(refusal=None, output=[]),)),
        trial._replace(single_form=(outcome,)),
        trial._replace(input={**trial.input, "x-more": 1}),
        trial._replace(exact_numbers=False),
    ]
    judges = [a_judge(), a_judge(**{"unsafe-names": "rename"}), a_judge(**{"missing-properties": "add"})]
    assert planned.case is not None
    keys = [_key_of_trial(judges[0], one, planned.case) for one in (trial, *others)]
    keys += [_key_of_trial(judge, trial, planned.case) for judge in judges[1:]]
    keys.append(_key_of_trial(judges[0], trial, planned.case._replace(id="another")))
    assert None not in keys
    assert len(set(keys)) == len(keys)


def test_faults_are_judged_each_time() -> None:
    memory = Memory(OPERATION, "d")
    planned, trial = refused()
    broken = trial._replace(outcome=Outcome(fault=Fault("exit", "it went away")))
    judgement = judged(a_judge(), memory, broken, planned.case, planned.settled)
    assert judgement.failures
    assert not memory._kept


def test_advice_is_kept_with_its_words() -> None:
    memory = Memory(OPERATION, "d")

    class Advising(Judge):
        def judge(self, *_arguments: Any) -> Judgement:
            advice = Failure("kind", "/output", "what was wanted", CONTRACT.rules[0].id)
            return Judgement(frozenset({"A-1", "A-2"}), frozenset({"A-2"}), (("A-1", advice),))

    planned, trial = refused()
    judge = Advising(CONTRACT, CONTRACT.rules, CONTRACT.defaults())
    first = judged(judge, memory, trial, planned.case, None)
    memory.write()
    del Advising.judge  # from here on the judge would say something else
    assert judged(judge, Memory(OPERATION, "d"), trial, planned.case, None) == first


def test_a_memory_stays_small(cache: Path) -> None:
    memory = Memory(OPERATION, "d")
    for number in range(MOST_KEPT + 10):
        memory.keep(str(number), number)
    memory.write()
    again = Memory(OPERATION, "d")
    assert len(again._kept) == MOST_KEPT
    assert again.recall(str(MOST_KEPT + 9)) == MOST_KEPT + 9


def test_other_specifications_are_another_memory(cache: Path) -> None:
    for digest in ("d", "e"):
        memory = Memory(OPERATION, digest)
        memory.keep("key", digest)
        memory.write()
    assert len(kept_verdicts(cache)) == 2


def test_choices_are_read_from_the_same_answers_once(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(OPERATION, "d")
    found = find_choices(CONTRACT, a_subject(), {}, True, memory)
    assert {how for _answer, how in found.values()} == {"probed"}
    monkeypatch.setattr("conformance.engine.choices.family", None)
    assert find_choices(CONTRACT, a_subject(), {}, True, memory) == found
