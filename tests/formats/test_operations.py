"""What is declared of operations."""

from __future__ import annotations

import pytest

from conformance import reference
from conformance.formats.operations import (
    between,
    declared,
    is_scripted,
    of_source,
    operations,
    operations_from,
    source_format,
)
from conformance.rules.contracts import load_specifications


def test_every_contract_has_a_declaration_and_a_reference_and_no_other_has() -> None:
    assert list(operations()) == sorted(load_specifications().contracts)
    assert all(hasattr(reference, name.replace("-", "_")) for name in operations())


def test_an_operation_is_found_by_its_formats() -> None:
    assert between("mcp-tools", "chat-tools") == "mcp-tools-to-chat-tools"
    assert operations_from("responses-response") == (
        "responses-output-to-tool-calls",
        "responses-response-to-anthropic-response",
        "responses-response-to-chat-response",
        "responses-response-to-gemini-response",
    )
    with pytest.raises(KeyError, match="chat-tools to chat-tools"):
        between("chat-tools", "chat-tools")


def test_no_two_operations_convert_the_same() -> None:
    pairs = [(operation.source, operation.target) for operation in operations().values()]
    assert len(set(pairs)) == len(pairs)


def test_tables_are_asked_by_format_and_not_by_the_beginning_of_a_name() -> None:
    assert of_source({"responses-response": 1, "responses-output": 2}, "responses-output-to-tool-calls") == 1
    assert of_source({"chat-tools": 1}, "chat-tools-to-nothing") is None
    assert (declared("chat-tools-to-nothing"), source_format("chat-tools-to-nothing")) == (None, "")
    assert not is_scripted("chat-tools-to-nothing")
