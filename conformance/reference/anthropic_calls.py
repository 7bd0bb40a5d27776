"""anthropic-response-to-tool-calls and anthropic-stream-to-tool-calls."""

from typing import Any

from conformance.reference.anthropic_events import read_events
from conformance.reference.anthropic_response import Chunks, failure_of, read_message
from conformance.reference.chat_streams import chat_stream_to_tool_calls
from conformance.reference.errors import ToolError, with_checked_choices
from conformance.reference.responses_response import AnswerError
from conformance.reference.schema import copy_json
from conformance.reference.sse import events_of_sse
from conformance.reference.tool_calls import Arguments, FailedResponse, Parsed, failed

ErrorEvent = FailedResponse


@with_checked_choices
def anthropic_response_to_tool_calls(
    response: Any, *, failed_response: FailedResponse = "report", arguments: Arguments = "decoded"
) -> Parsed:
    """The text and the tool calls of an Anthropic message: its tool_use blocks, in order.

    Gives the form of `chat_response_to_tool_calls`, with the message's own usage. An answer that was cut is never
    complete. A failed one gives no calls, or raises ToolError. ToolError also for what is no message.
    """
    failure = failure_of(response)
    if failure is not None:
        return failed({}, failure, "failed", failed_response)
    chunks = Chunks("omit", "report", "the result")
    try:
        read_message(response, chunks)
    except AnswerError as error:
        raise ToolError(str(error)) from None
    parsed = chat_stream_to_tool_calls(chunks.made, arguments=arguments)
    del parsed["done"]
    return parsed | ({"usage": copy_json(chunks.usage)} if chunks.usage else {})


@with_checked_choices
def anthropic_stream_to_tool_calls(
    events: Any, *, error_event: ErrorEvent = "report", arguments: Arguments = "decoded"
) -> Parsed:
    """The text and the tool calls of an Anthropic stream, and whether it is `done`.

    events: the event objects in order, or the stream's server-sent-event text as str or bytes. Without message_stop it
    is not done and has no calls. An error event gives no calls, or raises ToolError, as `chat_stream_to_tool_calls`
    does. ToolError also for what is no list of events.
    """
    chunks = Chunks("omit", "report", "the result")
    try:
        failure, _is_whole = read_events(events_of_sse(events) if isinstance(events, str | bytes) else events, chunks)
    except AnswerError as error:
        raise ToolError(str(error)) from None
    bodies = [*chunks.made, *([{"error": failure}] if failure is not None else [])]
    parsed = chat_stream_to_tool_calls(bodies, error_event=error_event, arguments=arguments)
    return parsed | ({"usage": copy_json(chunks.usage)} if chunks.usage else {})
