"""The banks in several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.base.values import JSON
from conformance.reference import mcp_tool_to_chat_tool
from conformance.rules.contracts import load_specifications
from conformance.running.engine.parallel import cores
from tests.suite.selftest.banks import Banks
from tests.suite.selftest.banks.bank import MCP_TOOL
from tests.suite.selftest.model import Convert, Mutant, Sound
from tests.suite.selftest.parallel import run_banks


@pytest.mark.expensive("runs a bank with two seeds")
def test_every_subject_runs_with_every_seed_and_progress_is_reported() -> None:
    mutant = Mutant("reference", MCP_TOOL, mcp_tool_to_chat_tool, ("MCP-1",))
    banks = Banks(mutants=(mutant,), sounds=(Sound("reference", MCP_TOOL, mcp_tool_to_chat_tool),))
    progress: list[tuple[int, int]] = []
    found = run_banks(load_specifications(), banks, (1, 2), 1, 2, lambda done, total: progress.append((done, total)))
    ((ran, runs),) = found.mutants
    assert (ran, [run.seed for run in runs], [run.missed for run in runs]) == (mutant, [1, 2], [("MCP-1",)] * 2)
    assert [run.seed for _sound, own in found.sounds for run in own] == [1, 2]
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.expensive("runs two banks with one and with three seeds")
def test_what_the_cases_convict_runs_with_the_first_seed_and_what_they_do_not_with_each(tmp_path: Path) -> None:
    def counts(place: Path, convert: Convert) -> Convert:
        def converts(value: JSON) -> JSON:
            with place.open("a") as file:
                file.write(".")
            return convert(value)

        return converts

    def calls(convert: Convert, rule: str, seeds: tuple[int, ...]) -> int:
        place = tmp_path / "-".join((rule, *map(str, seeds)))
        mutant = Mutant("m", MCP_TOOL, counts(place, convert), (rule,))
        found = run_banks(load_specifications(), Banks(mutants=(mutant,), sounds=()), seeds, 5, 1)
        ((_mutant, runs),) = found.mutants
        assert [run.seed for run in runs] == list(seeds)
        return place.stat().st_size

    def keeps_defaults(value: JSON) -> JSON:
        return {"type": "function", "function": {"name": value["name"], "parameters": value["inputSchema"]}}

    # Once more than with one seed: the run on the cases alone.
    assert calls(keeps_defaults, "MCP-2", (1, 2, 3)) < 2 * calls(keeps_defaults, "MCP-2", (1,))
    assert calls(mcp_tool_to_chat_tool, "MCP-1", (1, 2, 3)) > 2 * calls(mcp_tool_to_chat_tool, "MCP-1", (1,))


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1
