"""The laws about chains: the end of a chain is judged, and a chain that breaks is charged where it broke."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance import reference
from conformance.engine.chain_laws import ChainLaws
from conformance.engine.context import Context
from conformance.engine.plan import Planned
from conformance.observation import Outcome
from tests.engine.building import FLAT, LIST, context_of, planned_item, subject_of
from tests.engine.certifying import specifications

NESTED = "chat-tools-to-responses-tools"
TOOLS = [{"name": "a", "description": "Does it.", "inputSchema": {"type": "object", "properties": {}}}]
STEPS: dict[str, Callable[[Any], Any]] = {
    FLAT: reference.mcp_tools_to_responses_tools,
    LIST: reference.mcp_tools_to_chat_tools,
    NESTED: reference.chat_tools_to_responses_tools,
}


def refusing(_tools: Any) -> Any:
    raise ValueError("no")


def other_description(tools: Any) -> Any:
    return [{**tool, "description": "Other."} for tool in reference.chat_tools_to_responses_tools(tools)]


def judged(functions: dict[str, Callable[[Any], Any]], *operations: str) -> Context:
    """Take one trial of the law's operation through its chain. operations: of the run, all by default."""
    context = context_of(*(operations or STEPS))
    laws = ChainLaws(context, specifications().contracts.values(), "narrowed by the user")
    item = planned_item(context, FLAT, "a")
    laws.plan([item])
    trial = context.judges[FLAT].trial(TOOLS, Outcome(output=STEPS[FLAT](TOOLS)))
    planned = Planned(FLAT, TOOLS).with_item(item)
    context.take(planned, trial, context.judges[FLAT].judge(trial))
    laws.hold(planned, trial)
    laws.judge(subject_of(functions))
    return context


@pytest.mark.parametrize(
    ("functions", "rules"),
    [
        (STEPS, set()),
        ({**STEPS, NESTED: other_description}, {(FLAT, "LAW-1")}),
        ({**STEPS, LIST: refusing}, {(LIST, "CONV-1")}),
        ({**STEPS, NESTED: refusing}, {(NESTED, "CONV-1")}),
    ],
    ids=["agrees", "differs", "breaks-first", "breaks-last"],
)
def test_a_chain_is_charged_where_it_differs_or_breaks(
    functions: dict[str, Callable[[Any], Any]], rules: set[tuple[str, str]]
) -> None:
    context = judged(functions)
    charged = {(FLAT, "LAW-1"), (LIST, "CONV-1"), (NESTED, "CONV-1"), (FLAT, "CONV-1")}
    assert {key for key in charged if context.collector.has_failed(*key)} == rules
    assert context.ledger.is_complete


def test_a_subject_without_a_step_has_no_chain() -> None:
    context = judged({FLAT: STEPS[FLAT], LIST: STEPS[LIST]}, FLAT, LIST)
    assert context.ledger.totals().planned == 1


def test_an_excuse_is_one_of_the_chain_too() -> None:
    context = context_of(*STEPS)
    laws = ChainLaws(context, specifications().contracts.values(), "narrowed by the user")
    item = planned_item(context, FLAT, "a")
    laws.plan([item])
    laws.excuse(item, "narrowed")
    assert context.ledger.totals().excused == {"narrowed": 2}
