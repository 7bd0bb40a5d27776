"""The banks in several processes."""

from __future__ import annotations

from conformance.contracts import load_specifications
from conformance.engine.parallel import cores
from conformance.reference import mcp_tool_to_chat_tool
from conformance.selftest.banks import Banks
from conformance.selftest.banks.bank import MCP_TOOL
from conformance.selftest.model import Mutant, Sound
from conformance.selftest.parallel import run_banks


def test_every_subject_runs_with_every_seed_and_progress_is_reported() -> None:
    mutant = Mutant("reference", MCP_TOOL, mcp_tool_to_chat_tool, ("MCP-1",))
    banks = Banks(mutants=(mutant,), sounds=(Sound("reference", MCP_TOOL, mcp_tool_to_chat_tool),))
    progress: list[tuple[int, int]] = []
    found = run_banks(load_specifications(), banks, (1, 2), 1, 2, lambda done, total: progress.append((done, total)))
    ((ran, runs),) = found.mutants
    assert (ran, [run.seed for run in runs], [run.missed for run in runs]) == (mutant, [1, 2], [("MCP-1",)] * 2)
    assert [run.seed for _sound, own in found.sounds for run in own] == [1, 2]
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1
