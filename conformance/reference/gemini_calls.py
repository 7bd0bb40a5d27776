"""gemini-response-to-tool-calls and gemini-stream-to-tool-calls."""

from typing import Any

from conformance.reference.chat_streams import chat_stream_to_tool_calls
from conformance.reference.errors import ToolError, with_checked_choices
from conformance.reference.gemini_events import read_responses
from conformance.reference.gemini_response import Chunks, failure_of, why_not_whole
from conformance.reference.responses_response import AnswerError
from conformance.reference.schema import copy_json
from conformance.reference.tool_calls import Arguments, FailedResponse, Parsed, failed

ErrorEvent = FailedResponse


@with_checked_choices
def gemini_response_to_tool_calls(
    response: Any, *, failed_response: FailedResponse = "report", arguments: Arguments = "decoded"
) -> Parsed:
    """The text and the tool calls of a Gemini response: of its first candidate, in order.

    Gives the form of `chat_response_to_tool_calls`, with the response's own usage. A call without an id gets one. An
    answer that was cut, or a request that was blocked, is never complete. One that failed gives no calls, or raises
    ToolError. ToolError also for what is no response.
    """
    chunks = Chunks("omit", "the result")
    try:
        failure = failure_of(response) or why_not_whole(response, chunks)
    except AnswerError as error:
        raise ToolError(str(error)) from None
    if failure is not None:
        return _with_usage(failed({}, failure, "failed", failed_response), chunks)
    parsed = chat_stream_to_tool_calls(chunks.made, arguments=arguments)
    del parsed["done"]
    return _with_usage(parsed, chunks)


@with_checked_choices
def gemini_stream_to_tool_calls(
    responses: Any, *, error_event: ErrorEvent = "report", arguments: Arguments = "decoded"
) -> Parsed:
    """The text and the tool calls of the responses of a Gemini stream, and whether it is `done`.

    Without a finishReason it is not done and has no calls. An error gives no calls, or raises ToolError, as
    `chat_stream_to_tool_calls` does. ToolError also for what is no list of responses.
    """
    chunks = Chunks("omit", "the result")
    try:
        failure, _is_whole = read_responses(responses, chunks)
    except AnswerError as error:
        raise ToolError(str(error)) from None
    bodies = [*chunks.made, *([{"error": failure}] if failure is not None else [])]
    return _with_usage(chat_stream_to_tool_calls(bodies, error_event=error_event, arguments=arguments), chunks)


def _with_usage(parsed: Parsed, chunks: Chunks) -> Parsed:
    return parsed | ({"usage": copy_json(chunks.usage)} if chunks.usage else {})
