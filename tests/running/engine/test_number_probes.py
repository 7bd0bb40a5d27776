"""Whether a transport keeps numbers is known only from numbers that arrive."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from conformance.base.observation import ConversionRequest, Outcome
from conformance.base.values import loose_numbers
from conformance.reference import mcp_tool_to_chat_tool, responses_output_to_tool_calls
from conformance.rules.contracts import NUMBERS, Contract, load_specifications
from conformance.running.engine.number_probes import exact_numbers, keeps_numbers
from conformance.running.engine.port import Port
from conformance.running.subjects.base import SubjectWrapper
from tests.running.engine.building import SINGLE, contract_of, described, subject_of

CONTRACT = contract_of(SINGLE)
MESSAGES, OUTPUT = "chat-messages-to-responses-input", "responses-output-to-tool-calls"


def lossy(tool: Any) -> Any:
    return loose_numbers(mcp_tool_to_chat_tool(loose_numbers(tool)))


def moving(tool: Any) -> Any:
    """Writes the schema into the description, number by number, as a converter into another schema language does."""
    description = " ".join(str(loose_numbers(value)) for value in tool["inputSchema"].values())
    return {"type": "function", "function": {"name": tool["name"], "description": description, "parameters": {}}}


def test_a_transport_that_loses_numbers_is_found_out() -> None:
    unknown = replace(described(SINGLE), exact_numbers=None)
    assert exact_numbers(unknown, CONTRACT, subject_of({SINGLE: mcp_tool_to_chat_tool}))
    assert not exact_numbers(unknown, CONTRACT, subject_of({SINGLE: lossy}))
    assert exact_numbers(described(SINGLE), CONTRACT, subject_of({SINGLE: lossy}))  # as it states


def test_numbers_that_do_not_arrive_prove_nothing() -> None:
    assert not keeps_numbers(CONTRACT, subject_of({SINGLE: moving}))
    assert not keeps_numbers(CONTRACT, subject_of({SINGLE: lambda _tool: None}))


def test_one_kind_of_number_does_not_prove_the_other() -> None:
    def without_doubles(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without_doubles(value) for key, value in value.items() if not isinstance(value, float)}
        if isinstance(value, list):
            return [without_doubles(element) for element in value if not isinstance(element, float)]
        return value

    assert not keeps_numbers(CONTRACT, subject_of({SINGLE: lambda tool: without_doubles(mcp_tool_to_chat_tool(tool))}))


def test_numbers_may_arrive_anywhere() -> None:
    def elsewhere(tool: Any) -> Any:
        return {"function": {"name": tool["name"], "description": json.dumps(tool["inputSchema"])}}

    assert keeps_numbers(CONTRACT, subject_of({SINGLE: elsewhere}))


def test_a_text_that_is_copied_proves_nothing_about_the_numbers_in_it() -> None:
    def copied(messages: Any) -> Any:
        calls = [call["function"] for message in messages for call in message.get("tool_calls", ())]
        return {"input": [{"type": "function_call", **call} for call in calls]}

    assert keeps_numbers(contract_of(OUTPUT), subject_of({OUTPUT: responses_output_to_tool_calls}))
    assert not keeps_numbers(contract_of(MESSAGES), subject_of({MESSAGES: copied}))


class Showing(SubjectWrapper):
    """Shows its argument as it was read, and gives no number back."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        super().__init__(subject_of({}))
        self._read = read

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        for request in requests:
            yield request, Outcome(output=None, input_after=self._read(request.input))


CONTRACTS = load_specifications().contracts.values()


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.operation)
def test_what_the_argument_shows_is_found_out_for_every_operation(contract: Contract) -> None:
    assert keeps_numbers(contract, Port(Showing(lambda given: given))) is bool(contract.asking(NUMBERS))
    assert not keeps_numbers(contract, Port(Showing(loose_numbers)))


class Conversing(SubjectWrapper):
    """Answers loops as a driver does: a result arrives as the text that the MCP server wrote, a tool as it was read."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        super().__init__(subject_of({}))
        self._read = read

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        for request in requests:
            given = request.input
            messages = [{"role": "tool", "content": json.dumps(value)} for value in given["results"].values()]
            body = {"messages": messages, "tools": self._read(given["tools"])}
            yield request, Outcome(output={"answer": "Done.", "calls": given["script"]}, requests=(body,))


def test_a_number_that_a_request_shows_rounded_is_a_loss_of_the_transport() -> None:
    loop = contract_of("tool-loop")
    assert keeps_numbers(loop, Port(Conversing(lambda tools: tools)))
    assert not keeps_numbers(loop, Port(Conversing(loose_numbers)))
