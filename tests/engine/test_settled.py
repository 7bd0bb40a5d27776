"""What is settled beforehand must never differ from what judging in full says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.contracts import Case, Contract, Expectation, load_specifications
from conformance.engine import settled as settled_module
from conformance.engine.ask import ask_all
from conformance.engine.judge import Judge
from conformance.engine.options import Options
from conformance.engine.plan import Planned, plan_cases
from conformance.engine.scripted import scripted
from conformance.engine.settled import settle, settle_all
from conformance.errors import SpecificationError
from conformance.observation import Description
from conformance.subjects.in_process import InProcessSubject
from conformance.subjects.resolve import ReferenceFunctions

SPECIFICATIONS = load_specifications()
OPERATIONS = tuple(SPECIFICATIONS.contracts)


def judge_of(contract: Contract) -> Judge:
    return Judge(contract, contract.rules, contract.defaults(), True, SPECIFICATIONS.digest)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("watch", [True, False])
def test_settled_verdicts_equal_full_ones(operation: str, watch: bool) -> None:
    contract = SPECIFICATIONS.contracts[operation]
    judge = judge_of(contract)
    functions = ReferenceFunctions(OPERATIONS)
    description = Description("reference", None, None, "reference", OPERATIONS, {}, True)
    subject = scripted(InProcessSubject(functions, description, watch=watch), [operation])
    planned = plan_cases(contract, judge, Options(), [operation])
    compared = 0
    for one, trial in ask_all(subject, planned, {operation: judge}, [operation]):
        if one.settled is None or not trial.settled:
            continue
        quick = judge.judge(trial, one.case, one.settled)
        full = judge.judge(trial._replace(settled=False), one.case, None)
        assert quick == full, one.case.id if one.case else None
        compared += 1
    subject.close()
    assert compared > 20


def test_what_was_kept_equals_what_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    contract = SPECIFICATIONS.contracts["chat-tools-to-responses-tools"]
    judge = judge_of(contract)
    for _ in range(2):
        monkeypatch.setattr(settled_module, "_known", {})
        assert settle_all(judge, contract.cases) == settle(judge, contract.cases)
    assert len(list((tmp_path / "tool-conformance").iterdir())) == 1


@pytest.mark.parametrize(
    "damage", [lambda kept: kept[:100], lambda kept: b"", lambda kept: kept.replace(b"a", b"b", 1)]
)
def test_a_damaged_copy_is_judged_again(
    damage: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(settled_module, "_known", {})
    judge = judge_of(SPECIFICATIONS.contracts["mcp-tool-to-chat-tool"])
    first = settle_all(judge, judge.contract.cases)
    (kept,) = (tmp_path / "tool-conformance").iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    monkeypatch.setattr(settled_module, "_known", {})
    assert settle_all(judge, judge.contract.cases) == first


def test_what_a_part_of_the_cases_left_is_not_taken_for_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run over the wire asks a part of the cases, and one rule of either kind of run is the same rule."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    whole = SPECIFICATIONS.contracts["mcp-tool-to-chat-tool"]
    for contract in (whole._replace(cases=whole.cases[:5]), whole):
        monkeypatch.setattr(settled_module, "_known", {})
        judge = judge_of(contract)
        assert settle_all(judge, contract.cases) == settle(judge, contract.cases)


def test_a_case_against_its_own_rule_is_the_suites_fault() -> None:
    contract = SPECIFICATIONS.contracts["mcp-tool-to-chat-tool"]
    tool = {
        "name": "a",
        "description": "a",
        "inputSchema": {"type": "object", "properties": {"b": {"default": 1}}},
    }
    kept = {"type": "function", "function": {"name": "a", "description": "a", "parameters": tool["inputSchema"]}}
    wrong = Case("keeps-a-default", ("MCP-3",), "wrong on purpose", tool, (Expectation({}, output=kept),))
    with pytest.raises(SpecificationError, match=r"keeps-a-default.*MCP-2") as caught:
        judge_of(contract).settle(wrong)
    assert caught.value.status == 3


def test_planned_inputs_know_their_bytes() -> None:
    planned = Planned("mcp-tool-to-chat-tool", {"name": "a"})
    before = planned.before()
    planned.input["name"] = "b"
    assert planned.before() != before
