"""A restarted subject is asked the inputs of the run again, the last ones first."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from conformance.base.observation import Fault, Outcome
from conformance.reference import ToolError, mcp_tool_to_chat_tool
from conformance.running.engine.context import Context
from conformance.running.engine.plan import Planned
from conformance.running.engine.repetitions import MOST, Repetitions
from tests.running.engine.building import SINGLE, context_of, planned_item, subject_of
from tests.suite.selftest.banks.bank import remembering as remembering_by

TOOLS = [{"name": name, "description": name, "inputSchema": {"type": "object"}} for name in "abc"]


def remembering() -> dict[str, Callable[[Any], Any]]:
    """A converter that gives every tool the description of the first one it sees."""
    first: list[str] = []

    def convert(tool: Any) -> Any:
        first.append(tool["description"])
        return mcp_tool_to_chat_tool({**tool, "description": first[0]})

    return {SINGLE: convert}


def held(context: Context, convert: Callable[[Any], Any]) -> Repetitions:
    repetitions = Repetitions(context)
    for tool in TOOLS:
        planned = Planned(SINGLE, tool).with_item(planned_item(context, SINGLE, tool["name"]))
        repetitions.hold(planned, context.judges[SINGLE].trial(tool, Outcome(output=convert(tool))))
    return repetitions


def failing(context: Context) -> set[str]:
    return {rule for rule in ("ALL-2", "MCP-1") if context.collector.has_failed(SINGLE, rule)}


def test_a_result_that_depends_on_earlier_inputs_breaks_the_rule_about_repetition_alone() -> None:
    context = context_of(SINGLE)
    held(context, remembering()[SINGLE]).judge(subject_of(remembering(), again=remembering))
    assert failing(context) == {"ALL-2"}
    assert context.ledger.is_complete


def test_a_converter_without_memory_breaks_nothing() -> None:
    context = context_of(SINGLE)
    function = {SINGLE: mcp_tool_to_chat_tool}
    held(context, mcp_tool_to_chat_tool).judge(subject_of(function, again=lambda: function))
    assert failing(context) == set()


def closing() -> dict[str, Callable[[Any], Any]]:
    """A converter that closes every schema after the first closed one."""
    seen: list[Any] = []

    def convert(tool: Any) -> Any:
        seen.extend([tool] if "additionalProperties" in tool["inputSchema"] else [])
        schema = {**tool["inputSchema"], **({"additionalProperties": False} if seen else {})}
        return mcp_tool_to_chat_tool({**tool, "inputSchema": schema})

    return {SINGLE: convert}


def test_what_was_converted_last_does_not_hide_what_an_input_before_all_others_changed() -> None:
    context = context_of(SINGLE)
    closed = {"name": "c", "description": "c", "inputSchema": {"type": "object", "additionalProperties": False}}
    convert = closing()[SINGLE]
    convert(closed)  # a probe
    repetitions = Repetitions(context)
    case = next(case for case in context.judges[SINGLE].contract.cases if case.id == "required-order")
    for planned in (Planned(SINGLE, case.input, case), Planned(SINGLE, TOOLS[0]), Planned(SINGLE, closed)):
        trial = context.judges[SINGLE].trial(planned.input, Outcome(output=convert(planned.input)))
        repetitions.hold(planned.with_item(planned_item(context, SINGLE, planned.input["name"])), trial)
    repetitions.judge(subject_of(closing(), again=closing))
    assert failing(context) == {"ALL-2"}


def cases_held(context: Context, convert: Callable[[Any], Any]) -> Repetitions:
    """Hold the trials of some worked cases."""
    repetitions = Repetitions(context)
    for case in context.judges[SINGLE].contract.cases[:40]:
        try:
            outcome = Outcome(output=convert(case.input))
        except ToolError:
            continue
        planned = Planned(SINGLE, case.input, case).with_item(planned_item(context, SINGLE, case.id))
        repetitions.hold(planned, context.judges[SINGLE].trial(case.input, outcome))
    return repetitions


def test_a_result_that_is_remembered_in_lower_case_shows_after_a_twin() -> None:
    def anew() -> dict[str, Callable[[Any], Any]]:
        return {SINGLE: remembering_by(mcp_tool_to_chat_tool, lambda tool: json.dumps(tool).lower())()}

    context = context_of(SINGLE)
    cases_held(context, mcp_tool_to_chat_tool).judge(subject_of(anew(), again=anew))
    assert failing(context) == {"ALL-2"}


def test_a_twin_is_a_copy_that_a_converter_may_change() -> None:
    def convert(tool: Any) -> Any:
        result = mcp_tool_to_chat_tool(tool)
        tool.clear()
        return result

    context = context_of(SINGLE)
    repetitions = cases_held(context, mcp_tool_to_chat_tool)
    before = copy.deepcopy(repetitions.inputs(SINGLE))
    repetitions.judge(subject_of({SINGLE: convert}, again=lambda: {SINGLE: convert}))
    assert repetitions.inputs(SINGLE) == before
    assert failing(context) == set()


def test_an_input_that_is_refused_when_it_comes_twice_breaks_the_rule_about_repetition() -> None:
    def anew() -> dict[str, Callable[[Any], Any]]:
        last: list[Any] = []

        def convert(tool: Any) -> Any:
            if last == [tool]:
                raise ToolError("again")
            last[:] = [copy.deepcopy(tool)]
            return mcp_tool_to_chat_tool(tool)

        return {SINGLE: convert}

    context = context_of(SINGLE)
    cases_held(context, mcp_tool_to_chat_tool).judge(subject_of(anew(), again=anew))
    assert failing(context) == {"ALL-2"}


def test_nothing_is_planned_for_a_subject_that_cannot_be_restarted() -> None:
    context = context_of(SINGLE)
    held(context, mcp_tool_to_chat_tool).judge(subject_of({SINGLE: mcp_tool_to_chat_tool}))
    assert context.ledger.totals().planned == len(TOOLS)


def test_large_shapes_faults_and_more_than_enough_trials_are_not_held() -> None:
    context = context_of(SINGLE)
    repetitions = Repetitions(context)
    trial = context.judges[SINGLE].trial(TOOLS[0], Outcome(output={}))
    item = planned_item(context, SINGLE, "a")
    repetitions.hold(Planned(SINGLE, TOOLS[0], shape=True).with_item(item), trial)
    repetitions.hold(Planned(SINGLE, TOOLS[0]), trial)
    fault = context.judges[SINGLE].trial(TOOLS[0], Outcome(fault=Fault("hang", "it hung")))
    repetitions.hold(Planned(SINGLE, TOOLS[0]).with_item(item), fault)
    for _number in range(MOST + 1):
        repetitions.hold(Planned(SINGLE, TOOLS[0]).with_item(item), trial)
    assert len(repetitions._trials[SINGLE]) == MOST
