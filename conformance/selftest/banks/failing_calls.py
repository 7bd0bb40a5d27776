"""Converters that fail on inputs which must convert, for a reason that no rule is about."""

from __future__ import annotations

import json
from typing import Any

from conformance import reference
from conformance.selftest.banks.bank import Bank
from conformance.selftest.model import Convert

OPERATIONS = {
    "chat-tools-to-responses-tools": reference.chat_tools_to_responses_tools,
    "responses-tools-to-chat-tools": reference.responses_tools_to_chat_tools,
    "mcp-tool-to-chat-tool": reference.mcp_tool_to_chat_tool,
    "mcp-tools-to-chat-tools": reference.mcp_tools_to_chat_tools,
    "mcp-tools-to-responses-tools": reference.mcp_tools_to_responses_tools,
    "registry-tools-to-chat-tools": reference.registry_tools_to_chat_tools,
    "registry-request-to-chat-request": reference.registry_request_to_chat_request,
    "tool-definition-to-provider-tool": reference.tool_definition_to_provider_tool,
    "chat-messages-to-responses-input": reference.chat_messages_to_responses_input,
    "responses-output-to-chat-message": reference.responses_output_to_chat_message,
    "responses-input-to-chat-messages": reference.responses_input_to_chat_messages,
    "responses-output-to-tool-calls": reference.responses_output_to_tool_calls,
    "responses-stream-to-tool-calls": reference.responses_stream_to_tool_calls,
    "chat-response-to-tool-calls": reference.chat_response_to_tool_calls,
    "chat-request-to-responses-request": reference.chat_request_to_responses_request,
    "chat-stream-to-tool-calls": reference.chat_stream_to_tool_calls,
    "mcp-result-to-tool-message": reference.mcp_result_to_tool_message,
    "mcp-result-to-function-call-output": reference.mcp_result_to_function_call_output,
}


def fails_by_size(convert: Convert) -> Convert:
    """Make a converter that fails on every input whose JSON has an odd number of characters."""

    def converted(given: Any) -> Any:
        if given and len(json.dumps(given)) % 2:
            raise MemoryError("no room for an odd number of characters")
        return convert(given)

    return converted


def _bank(operation: str, convert: Any) -> Bank:
    bank = Bank(operation)
    bank.add("fails_by_size", fails_by_size(convert), "CONV-1")
    return bank


BANKS = tuple(_bank(operation, convert) for operation, convert in OPERATIONS.items())
