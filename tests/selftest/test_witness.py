"""The few inputs that convict a planted defect, and what makes them stale."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.reference import mcp_tool_to_chat_tool as reference
from tests.few_cases import few_specifications
from tests.suite.selftest.banks.bank import MCP_TOOL, remembering
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.witness import CASES, EVERYTHING, Value, Witness, find_witness, run_on, why_stale

SPECIFICATIONS = few_specifications()
CASE = "property-default-alone"


def keeps_defaults(tool: Any) -> Any:
    result = reference(tool)
    return result | {"function": result["function"] | {"parameters": tool["inputSchema"]}}


def loses_long_names(tool: Any) -> Any:
    result = reference(tool)
    if len(result["function"]["name"]) > 20 and "$ref" in str(tool):
        result["function"]["name"] = result["function"]["name"][:20]
    return result


KEEPS_DEFAULTS = Mutant("keeps_defaults", MCP_TOOL, keeps_defaults, ("MCP-2",), innocent=("MCP-9",))
REMEMBERS = Mutant(
    "remembers",
    MCP_TOOL,
    reference,
    ("ALL-2",),
    anew=remembering(reference, lambda tool: tool.get("name") if isinstance(tool, dict) else None),
)


def test_one_case_convicts_what_many_do() -> None:
    witness = find_witness(SPECIFICATIONS, KEEPS_DEFAULTS)
    assert witness is not None
    assert (len(witness.cases), witness.inputs, witness.whole) == (1, (), None)
    assert run_on(SPECIFICATIONS, KEEPS_DEFAULTS, witness).convicted == ("MCP-2",)


@pytest.mark.expensive("runs banks")
def test_what_a_converter_remembers_is_shown_by_inputs_that_are_asked_again() -> None:
    witness = find_witness(SPECIFICATIONS, REMEMBERS)
    assert witness is not None
    assert witness.cases == ()
    assert witness.inputs
    assert run_on(SPECIFICATIONS, REMEMBERS, witness).convicted == ("ALL-2",)


def test_what_no_case_shows_is_shown_by_a_generated_input() -> None:
    mutant = Mutant("loses_long_names", MCP_TOOL, loses_long_names, ("MCP-1",), examples=100)
    witness = find_witness(SPECIFICATIONS, mutant)
    assert witness is not None
    assert str(witness).startswith("generated ")
    assert why_stale(SPECIFICATIONS, mutant, witness) is None


def test_a_defect_in_time_needs_a_whole_self_test() -> None:
    assert find_witness(SPECIFICATIONS, replace(KEEPS_DEFAULTS, timed=True)) == Witness(whole=EVERYTHING)


def test_a_converter_that_no_rule_convicts_has_none() -> None:
    assert find_witness(SPECIFICATIONS, Mutant("sound", MCP_TOOL, reference, ("MCP-2",), examples=1)) is None


@pytest.mark.parametrize(
    "witness", [Witness(cases=(CASE,)), Witness(inputs=(f"case {CASE}",)), Witness(whole=CASES)], ids=str
)
def test_a_witness_holds_while_it_convicts(witness: Witness) -> None:
    assert why_stale(SPECIFICATIONS, KEEPS_DEFAULTS, witness) is None


@pytest.mark.parametrize(
    ("mutant", "witness", "why"),
    [
        (KEEPS_DEFAULTS, Witness(cases=("no-such-case",)), "there is no case no-such-case"),
        (KEEPS_DEFAULTS, Witness(inputs=("case no-such-case",)), "there is no input 'case no-such-case'"),
        (KEEPS_DEFAULTS, Witness(inputs=("wrong shape 9999",)), "there is no input 'wrong shape 9999'"),
        (KEEPS_DEFAULTS, Witness(inputs=("fixed 9999",)), "there is no input 'fixed 9999'"),
        (
            KEEPS_DEFAULTS,
            Witness(inputs=(Value(value={"name": "f", "inputSchema": {"type": "object", "properties": {}}}),)),
            "MCP-2 did not convict it with a value of its own",
        ),
        (replace(KEEPS_DEFAULTS, sets=("robust",)), Witness(cases=(CASE,)), f"it did not fail robust with case {CASE}"),
        (
            replace(KEEPS_DEFAULTS, rules=(), innocent=("MCP-2",)),
            Witness(cases=(CASE,)),
            f"MCP-2, which it does not break, failed with case {CASE}: ",
        ),
    ],
)
def test_a_witness_is_stale_if_it_no_longer_convicts(mutant: Mutant, witness: Witness, why: str) -> None:
    assert (why_stale(SPECIFICATIONS, mutant, witness) or "").startswith(why)
