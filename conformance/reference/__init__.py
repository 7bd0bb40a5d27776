"""The reference converters: what the contracts ask for, as pure functions of the standard library alone.

Every choice of a contract is a keyword argument; its default is the answer the reference gives. Each module is
imported when one of its names is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conformance.reference.anthropic_calls import anthropic_response_to_tool_calls, anthropic_stream_to_tool_calls
    from conformance.reference.anthropic_events import (
        anthropic_stream_to_chat_stream,
        anthropic_stream_to_responses_stream,
    )
    from conformance.reference.anthropic_request import (
        anthropic_request_to_chat_request,
        anthropic_request_to_responses_request,
    )
    from conformance.reference.anthropic_response import (
        anthropic_response_to_chat_response,
        anthropic_response_to_responses_response,
    )
    from conformance.reference.anthropic_tools import mcp_tools_to_anthropic_tools
    from conformance.reference.chat_chunks import responses_stream_to_chat_stream
    from conformance.reference.chat_message import OutputError, responses_output_to_chat_message
    from conformance.reference.chat_messages import ItemError, responses_input_to_chat_messages
    from conformance.reference.chat_request import RequestError, chat_request_to_responses_request
    from conformance.reference.chat_response import ResponseError, responses_response_to_chat_response
    from conformance.reference.chat_streams import chat_stream_to_tool_calls
    from conformance.reference.chat_tools import chat_tools_to_responses_tools
    from conformance.reference.errors import ToolError
    from conformance.reference.flat_mcp_tools import mcp_tools_to_responses_tools
    from conformance.reference.gemini_and_anthropic import (
        anthropic_response_to_gemini_response,
        anthropic_stream_to_gemini_stream,
        gemini_response_to_anthropic_response,
        gemini_stream_to_anthropic_stream,
    )
    from conformance.reference.gemini_calls import gemini_response_to_tool_calls, gemini_stream_to_tool_calls
    from conformance.reference.gemini_events import gemini_stream_to_chat_stream, gemini_stream_to_responses_stream
    from conformance.reference.gemini_request import (
        gemini_request_to_anthropic_request,
        gemini_request_to_chat_request,
        gemini_request_to_responses_request,
    )
    from conformance.reference.gemini_response import (
        gemini_response_to_chat_response,
        gemini_response_to_responses_response,
    )
    from conformance.reference.gemini_tools import mcp_tools_to_gemini_tools
    from conformance.reference.loop import LoopError, run_tool_loop, tool_loop
    from conformance.reference.mcp_results import (
        ResultError,
        mcp_result_to_anthropic_tool_result,
        mcp_result_to_function_call_output,
        mcp_result_to_gemini_function_response,
        mcp_result_to_tool_message,
    )
    from conformance.reference.mcp_tools import mcp_tool_to_chat_tool, mcp_tools_to_chat_tools
    from conformance.reference.provider_tools import tool_definition_to_provider_tool
    from conformance.reference.registry_tools import registry_request_to_chat_request, registry_tools_to_chat_tools
    from conformance.reference.responses_events import chat_stream_to_responses_stream
    from conformance.reference.responses_input import MessageError, chat_messages_to_responses_input
    from conformance.reference.responses_request import responses_request_to_chat_request
    from conformance.reference.responses_response import AnswerError, chat_response_to_responses_response
    from conformance.reference.responses_tools import responses_tools_to_chat_tools
    from conformance.reference.sse import events_of_sse
    from conformance.reference.streams import responses_stream_to_tool_calls
    from conformance.reference.to_anthropic_request import (
        chat_request_to_anthropic_request,
        responses_request_to_anthropic_request,
    )
    from conformance.reference.to_anthropic_response import (
        chat_response_to_anthropic_response,
        chat_stream_to_anthropic_stream,
        responses_response_to_anthropic_response,
        responses_stream_to_anthropic_stream,
    )
    from conformance.reference.to_gemini_request import (
        anthropic_request_to_gemini_request,
        chat_request_to_gemini_request,
        responses_request_to_gemini_request,
    )
    from conformance.reference.to_gemini_response import (
        chat_response_to_gemini_response,
        chat_stream_to_gemini_stream,
        responses_response_to_gemini_response,
        responses_stream_to_gemini_stream,
    )
    from conformance.reference.tool_calls import chat_response_to_tool_calls, responses_output_to_tool_calls

__all__ = [
    "AnswerError",
    "ItemError",
    "LoopError",
    "MessageError",
    "OutputError",
    "RequestError",
    "ResponseError",
    "ResultError",
    "ToolError",
    "anthropic_request_to_chat_request",
    "anthropic_request_to_gemini_request",
    "anthropic_request_to_responses_request",
    "anthropic_response_to_chat_response",
    "anthropic_response_to_gemini_response",
    "anthropic_response_to_responses_response",
    "anthropic_response_to_tool_calls",
    "anthropic_stream_to_chat_stream",
    "anthropic_stream_to_gemini_stream",
    "anthropic_stream_to_responses_stream",
    "anthropic_stream_to_tool_calls",
    "chat_messages_to_responses_input",
    "chat_request_to_anthropic_request",
    "chat_request_to_gemini_request",
    "chat_request_to_responses_request",
    "chat_response_to_anthropic_response",
    "chat_response_to_gemini_response",
    "chat_response_to_responses_response",
    "chat_response_to_tool_calls",
    "chat_stream_to_anthropic_stream",
    "chat_stream_to_gemini_stream",
    "chat_stream_to_responses_stream",
    "chat_stream_to_tool_calls",
    "chat_tools_to_responses_tools",
    "events_of_sse",
    "gemini_request_to_anthropic_request",
    "gemini_request_to_chat_request",
    "gemini_request_to_responses_request",
    "gemini_response_to_anthropic_response",
    "gemini_response_to_chat_response",
    "gemini_response_to_responses_response",
    "gemini_response_to_tool_calls",
    "gemini_stream_to_anthropic_stream",
    "gemini_stream_to_chat_stream",
    "gemini_stream_to_responses_stream",
    "gemini_stream_to_tool_calls",
    "mcp_result_to_anthropic_tool_result",
    "mcp_result_to_function_call_output",
    "mcp_result_to_gemini_function_response",
    "mcp_result_to_tool_message",
    "mcp_tool_to_chat_tool",
    "mcp_tools_to_anthropic_tools",
    "mcp_tools_to_chat_tools",
    "mcp_tools_to_gemini_tools",
    "mcp_tools_to_responses_tools",
    "registry_request_to_chat_request",
    "registry_tools_to_chat_tools",
    "responses_input_to_chat_messages",
    "responses_output_to_chat_message",
    "responses_output_to_tool_calls",
    "responses_request_to_anthropic_request",
    "responses_request_to_chat_request",
    "responses_request_to_gemini_request",
    "responses_response_to_anthropic_response",
    "responses_response_to_chat_response",
    "responses_response_to_gemini_response",
    "responses_stream_to_anthropic_stream",
    "responses_stream_to_chat_stream",
    "responses_stream_to_gemini_stream",
    "responses_stream_to_tool_calls",
    "responses_tools_to_chat_tools",
    "run_tool_loop",
    "tool_definition_to_provider_tool",
    "tool_loop",
]

_MODULES = {
    "AnswerError": "responses_response",
    "ItemError": "chat_messages",
    "LoopError": "loop",
    "MessageError": "responses_input",
    "OutputError": "chat_message",
    "RequestError": "chat_request",
    "ResponseError": "chat_response",
    "ResultError": "mcp_results",
    "ToolError": "errors",
    "anthropic_request_to_chat_request": "anthropic_request",
    "anthropic_request_to_gemini_request": "to_gemini_request",
    "anthropic_request_to_responses_request": "anthropic_request",
    "anthropic_response_to_chat_response": "anthropic_response",
    "anthropic_response_to_gemini_response": "gemini_and_anthropic",
    "anthropic_response_to_responses_response": "anthropic_response",
    "anthropic_response_to_tool_calls": "anthropic_calls",
    "anthropic_stream_to_chat_stream": "anthropic_events",
    "anthropic_stream_to_gemini_stream": "gemini_and_anthropic",
    "anthropic_stream_to_responses_stream": "anthropic_events",
    "anthropic_stream_to_tool_calls": "anthropic_calls",
    "chat_messages_to_responses_input": "responses_input",
    "chat_request_to_anthropic_request": "to_anthropic_request",
    "chat_request_to_gemini_request": "to_gemini_request",
    "chat_request_to_responses_request": "chat_request",
    "chat_response_to_anthropic_response": "to_anthropic_response",
    "chat_response_to_gemini_response": "to_gemini_response",
    "chat_response_to_responses_response": "responses_response",
    "chat_response_to_tool_calls": "tool_calls",
    "chat_stream_to_anthropic_stream": "to_anthropic_response",
    "chat_stream_to_gemini_stream": "to_gemini_response",
    "chat_stream_to_responses_stream": "responses_events",
    "chat_stream_to_tool_calls": "chat_streams",
    "chat_tools_to_responses_tools": "chat_tools",
    "events_of_sse": "sse",
    "gemini_request_to_anthropic_request": "gemini_request",
    "gemini_request_to_chat_request": "gemini_request",
    "gemini_request_to_responses_request": "gemini_request",
    "gemini_response_to_anthropic_response": "gemini_and_anthropic",
    "gemini_response_to_chat_response": "gemini_response",
    "gemini_response_to_responses_response": "gemini_response",
    "gemini_response_to_tool_calls": "gemini_calls",
    "gemini_stream_to_anthropic_stream": "gemini_and_anthropic",
    "gemini_stream_to_chat_stream": "gemini_events",
    "gemini_stream_to_responses_stream": "gemini_events",
    "gemini_stream_to_tool_calls": "gemini_calls",
    "mcp_result_to_anthropic_tool_result": "mcp_results",
    "mcp_result_to_function_call_output": "mcp_results",
    "mcp_result_to_gemini_function_response": "mcp_results",
    "mcp_result_to_tool_message": "mcp_results",
    "mcp_tool_to_chat_tool": "mcp_tools",
    "mcp_tools_to_anthropic_tools": "anthropic_tools",
    "mcp_tools_to_chat_tools": "mcp_tools",
    "mcp_tools_to_gemini_tools": "gemini_tools",
    "mcp_tools_to_responses_tools": "flat_mcp_tools",
    "registry_request_to_chat_request": "registry_tools",
    "registry_tools_to_chat_tools": "registry_tools",
    "responses_input_to_chat_messages": "chat_messages",
    "responses_output_to_chat_message": "chat_message",
    "responses_output_to_tool_calls": "tool_calls",
    "responses_request_to_anthropic_request": "to_anthropic_request",
    "responses_request_to_chat_request": "responses_request",
    "responses_request_to_gemini_request": "to_gemini_request",
    "responses_response_to_anthropic_response": "to_anthropic_response",
    "responses_response_to_chat_response": "chat_response",
    "responses_response_to_gemini_response": "to_gemini_response",
    "responses_stream_to_anthropic_stream": "to_anthropic_response",
    "responses_stream_to_chat_stream": "chat_chunks",
    "responses_stream_to_gemini_stream": "to_gemini_response",
    "responses_stream_to_tool_calls": "streams",
    "responses_tools_to_chat_tools": "responses_tools",
    "run_tool_loop": "loop",
    "tool_definition_to_provider_tool": "provider_tools",
    "tool_loop": "loop",
}


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
