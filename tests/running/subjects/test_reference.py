"""The reference converters as a subject."""

from __future__ import annotations

import pytest

from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.reference import ReferenceConfig, ReferenceFunctions

OPERATIONS = ("chat-tools-to-responses-tools", "mcp-tool-to-chat-tool")


def test_the_reference_runs_inside_this_process() -> None:
    subject = ReferenceConfig(operations=OPERATIONS).open()
    assert isinstance(subject, InProcessSubject)
    description = subject.describe()
    assert (description.name, description.adapter, description.exact_numbers) == ("reference", "reference", True)
    assert description.operations == OPERATIONS


def test_an_operation_without_a_reference_converter_is_not_offered() -> None:
    functions = ReferenceFunctions((*OPERATIONS, "unheard-of"))
    assert tuple(functions) == OPERATIONS
    with pytest.raises(KeyError):
        functions["unheard-of"]


def test_a_function_is_the_one_of_the_reference() -> None:
    from conformance.reference import mcp_tool_to_chat_tool

    assert ReferenceFunctions(OPERATIONS)["mcp-tool-to-chat-tool"] is mcp_tool_to_chat_tool
