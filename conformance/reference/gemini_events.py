"""gemini-stream-to-chat-stream."""

from typing import Any

from conformance.reference.anthropic_response import ChatReasoning, EndError, FailedAnswer, problem
from conformance.reference.chat_chunks import StreamUsage, with_tail
from conformance.reference.errors import kind_of, with_checked_choices
from conformance.reference.gemini_response import Chunks, failure_of
from conformance.reference.members import Object
from conformance.reference.responses_response import AnswerError


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


def read_responses(responses: Any, chunks: Chunks) -> tuple[Object | None, bool]:
    """Read responses. Returned are the error that ended them, and whether a finishReason did."""
    if not isinstance(responses, list) or not all(isinstance(response, dict) for response in responses):
        raise AnswerError(f"{kind_of(responses)} is no list of responses")
    for position, response in enumerate(responses):
        failure = failure_of(response)
        if failure is not None:
            return failure, False
        chunks.take(response, f"responses[{position}].")
    if not chunks.is_ended and not chunks.is_blocked:
        return None, False
    try:
        chunks.end()
    except EndError as error:
        return problem(str(error)), False
    return None, True
