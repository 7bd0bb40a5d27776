"""gemini-stream-to-chat-stream and gemini-stream-to-responses-stream."""

from typing import Any

from conformance.reference.anthropic_response import ChatReasoning, EndError, FailedAnswer, problem
from conformance.reference.chat_chunks import StreamUsage, with_tail
from conformance.reference.errors import kind_of, with_checked_choices
from conformance.reference.gemini_response import Chunks, failure_of
from conformance.reference.members import Object
from conformance.reference.responses_events import FailedAnswer as FailedStream
from conformance.reference.responses_events import chat_stream_to_responses_stream
from conformance.reference.responses_output import Reasoning
from conformance.reference.responses_response import AnswerError, UsageWhenAbsent, parts_of


@with_checked_choices
def gemini_stream_to_chat_stream(
    responses: Any,
    *,
    reasoning: ChatReasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    stream_usage: StreamUsage = "write",
) -> list[Object]:
    """The chunks that say what the responses of a Gemini stream say; joined, they are the Chat answer of all of it.

    A stream without a finishReason has no finish_reason. AnswerError for what is no list of responses, and for a stream
    that failed; with `report` it ends with an object that has an `error`.
    """
    chunks = Chunks(reasoning, "a Chat stream")
    failure, is_whole = read_responses(responses, chunks)
    if failure is not None:
        if failed_answer == "raise":
            raise AnswerError(f"responses: {failure['message']}")
        return [*chunks.made, {"error": failure}]
    return with_tail(chunks.made, chunks.tail(), stream_usage) if is_whole else chunks.made


@with_checked_choices
def gemini_stream_to_responses_stream(
    exchange: Any,
    *,
    reasoning: Reasoning = "summary",
    failed_answer: FailedStream = "raise",
    usage_when_absent: UsageWhenAbsent = "null",
) -> list[Object]:
    """The events of a Responses stream that say what the responses of a Gemini stream say.

    exchange: `{request?, events}`; the request is the client's Responses request, the events are Gemini's responses.
    AnswerError for what is no stream, and for one that failed or was cut; with `failed` or `error-event` it ends with
    that event instead.
    """
    request, responses = parts_of(exchange, "events")
    chunks = Chunks("omit" if reasoning == "omit" else "dialect", "a Responses stream")
    failure, is_whole = read_responses(responses, chunks, "events")
    if not is_whole and failure is None:
        failure = problem("the stream ends without a finishReason")
    if failure is not None and failed_answer == "raise":
        raise AnswerError(f"events: {failure['message']}")
    begun = chunks.made or [chunks.head("chat.completion.chunk") | {"choices": []}]
    return chat_stream_to_responses_stream(
        {"request": request, "chunks": [*begun, chunks.tail() if failure is None else {"error": failure}]},
        reasoning=reasoning,
        failed_answer=failed_answer,
        usage_when_absent=usage_when_absent,
    )


def read_responses(responses: Any, chunks: Chunks, at: str = "responses") -> tuple[Object | None, bool]:
    """Read responses. at: where they are. Returned are the error that ended them, and whether a finishReason did."""
    if not isinstance(responses, list) or not all(isinstance(response, dict) for response in responses):
        raise AnswerError(f"{kind_of(responses)} is no list of responses")
    for position, response in enumerate(responses):
        failure = failure_of(response)
        if failure is not None:
            return failure, False
        chunks.take(response, f"{at}[{position}].")
    if not chunks.is_ended and not chunks.is_blocked:
        return None, False
    try:
        chunks.end()
    except EndError as error:
        return problem(str(error)), False
    return None, True
