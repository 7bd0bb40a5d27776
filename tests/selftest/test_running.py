"""One run of a mutant or a sound variant of the banks."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import mcp_tool_to_chat_tool as reference
from conformance.running.engine import Options
from tests.few_cases import few_specifications
from tests.suite.selftest.banks.bank import MCP_TOOL
from tests.suite.selftest.model import Died, Mutant, Sound
from tests.suite.selftest.running import certify_functions, functions_of, run_mutant, run_sound


def keeps_defaults(tool: Any) -> Any:
    result = reference(tool)
    return result | {"function": result["function"] | {"parameters": tool["inputSchema"]}}


@pytest.mark.expensive("runs banks")
def test_a_mutant_is_convicted_by_the_rules_that_it_names() -> None:
    mutant = Mutant("keeps_defaults", MCP_TOOL, keeps_defaults, ("MCP-2", "MCP-1"), innocent=("MCP-2a", "MCP-9"))
    run = run_mutant(few_specifications(), mutant, 1, 1)
    assert (run.convicted, run.missed) == (("MCP-2",), ("MCP-1",))
    assert [rule.rule for rule in run.accused] == ["MCP-2a"]
    assert run.seconds is not None
    assert not run.good


def test_a_defect_that_only_the_mutants_own_input_shows_is_noted() -> None:
    def forgets_one_name(tool: Any) -> Any:
        result = reference(tool)
        if tool["name"] == "only_here":
            del result["function"]["name"]
        return result

    tool = {"name": "only_here", "inputSchema": {"type": "object"}}
    mutant = Mutant("forgets_one_name", MCP_TOOL, forgets_one_name, ("MCP-1",), inputs=(tool,))
    run = run_mutant(few_specifications(), mutant, 1, 1)
    assert (run.convicted, run.own_inputs) == (("MCP-1",), True)


def test_a_process_that_a_mutant_ends_is_a_fault_of_that_input() -> None:
    def dies(tool: Any) -> Any:
        if not isinstance(tool, dict):
            raise Died("no tool")
        return reference(tool)

    run = run_mutant(few_specifications(), Mutant("dies", MCP_TOOL, dies, ("ALL-7",), mortal=True), 1, 1)
    assert run.convicted == ("ALL-7",)


def test_a_sound_variant_is_certified_and_its_answers_are_found() -> None:
    run = run_sound(
        few_specifications(), Sound("reference", MCP_TOOL, reference, answers=(("unsafe-names", "keep"),)), 1, 1
    )
    assert (run.good, run.accused, run.misread) == (True, (), {})
    other = run_sound(
        few_specifications(), Sound("refuses", MCP_TOOL, reference, answers=(("unsafe-names", "refuse"),)), 1, 1
    )
    assert (other.good, other.certified) == (False, True)
    assert other.misread == {"unsafe-names": ("refuse", "keep")}


def test_a_sound_variant_that_breaks_a_rule_is_accused() -> None:
    run = run_sound(few_specifications(), Sound("unsound", MCP_TOOL, keeps_defaults), 1, 1)
    assert not run.certified
    assert "MCP-2" in [rule.rule for rule in run.accused]


def test_a_list_form_brings_its_single_form_and_further_operations() -> None:
    mutant = Mutant("many", "mcp-tools-to-chat-tools", list, ("MCP-5",), single=reference, others={"tool-loop": len})
    functions = functions_of(few_specifications(), mutant)
    assert functions == {"mcp-tools-to-chat-tools": list, MCP_TOOL: reference, "tool-loop": len}


def test_functions_are_certified_in_this_process() -> None:
    result = certify_functions(
        few_specifications(), {MCP_TOOL: reference}, Options(operations=(MCP_TOOL,), max_examples=1)
    )
    assert result.conforms
