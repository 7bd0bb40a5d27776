"""Converters of MCP results with a reported bug."""

from __future__ import annotations

from typing import Any

from conformance.reference import mcp_result_to_tool_message
from tests.suite.selftest.banks import all_banks
from tests.suite.selftest.model import Convert

MESSAGE, OUTPUT = "mcp-result-to-tool-message", "mcp-result-to-function-call-output"


def mutant(name: str, operation: str = MESSAGE) -> Convert:
    """A mutant by its name."""
    (found,) = (mutant for mutant in all_banks().mutants if (mutant.operation, mutant.name) == (operation, name))
    return found.function


def general_error(given: Any) -> Any:
    """Every failed call is the same to the model."""
    made = mcp_result_to_tool_message(given)
    failed = given["result"].get("isError") is True
    return made | {"content": "-32603: Unexpected response type"} if failed else made


BUGS: dict[str, Convert] = {
    "aaif-goose/goose/issues/6189": general_error,
    "Gitlawb/zero/issues/823": mutant("texts_only", OUTPUT),
    "anthropics/claude-code/issues/54737": mutant("structured_for_all", OUTPUT),
    "modelcontextprotocol/go-sdk/issues/1236": mutant("numbers_as_doubles"),
}
