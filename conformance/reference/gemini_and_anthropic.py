"""Answers between Gemini and Anthropic, whole and in streams: each becomes an answer of Responses first."""

from typing import Any

from conformance.reference.anthropic_events import anthropic_stream_to_responses_stream
from conformance.reference.anthropic_response import Unfinished, anthropic_response_to_responses_response
from conformance.reference.errors import with_checked_choices
from conformance.reference.gemini_events import gemini_stream_to_responses_stream
from conformance.reference.gemini_response import gemini_response_to_responses_response
from conformance.reference.members import Object
from conformance.reference.to_anthropic_response import FailedAnswer as FailedMessage
from conformance.reference.to_anthropic_response import (
    responses_response_to_anthropic_response,
    responses_stream_to_anthropic_stream,
)
from conformance.reference.to_gemini_response import (
    FailedAnswer,
    Reasoning,
    responses_response_to_gemini_response,
    responses_stream_to_gemini_stream,
)


@with_checked_choices
def gemini_response_to_anthropic_response(
    response: Any, *, reasoning: Reasoning = "omit", failed_answer: FailedMessage = "raise"
) -> Object:
    """The Anthropic message that says what a response of Gemini says, its blocks in the order of the parts.

    Thoughts are left out, or have no signature. Signatures of calls are beside them, as Google's endpoint for Chat has
    them. What has no place is logged. AnswerError for what is no response, and for one that failed or did not end;
    with `report` a failure gives Anthropic's error object instead.
    """
    thoughts = "omit" if reasoning == "omit" else "summary"
    made = gemini_response_to_responses_response({"response": response}, reasoning=thoughts, failed_answer="failed")
    return responses_response_to_anthropic_response(made, reasoning=reasoning, failed_answer=failed_answer)


@with_checked_choices
def gemini_stream_to_anthropic_stream(
    responses: Any, *, reasoning: Reasoning = "omit", failed_answer: FailedMessage = "raise"
) -> list[Object]:
    """The events of an Anthropic stream that say what the responses of a Gemini stream say.

    AnswerError for what is no stream, and for one that failed or was cut; with `report` it ends with an error event.
    """
    thoughts = "omit" if reasoning == "omit" else "summary"
    made = gemini_stream_to_responses_stream({"events": responses}, reasoning=thoughts, failed_answer="failed")
    return responses_stream_to_anthropic_stream(made, reasoning=reasoning, failed_answer=failed_answer)


@with_checked_choices
def anthropic_response_to_gemini_response(
    response: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    unfinished: Unfinished = "report",
) -> Object:
    """The response of Gemini that says what an Anthropic message says, its parts in the order of the blocks.

    Thoughts are left out, or have no signature. What has no place is logged. AnswerError for what is no message, and
    for one that failed or did not end; with `failed` a failure gives Google's error object instead.
    """
    thoughts = "omit" if reasoning == "omit" else "summary"
    made = anthropic_response_to_responses_response(
        {"response": response}, reasoning=thoughts, failed_answer="failed", unfinished=unfinished
    )
    return responses_response_to_gemini_response(made, reasoning=reasoning, failed_answer=failed_answer)


@with_checked_choices
def anthropic_stream_to_gemini_stream(
    events: Any,
    *,
    reasoning: Reasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    unfinished: Unfinished = "report",
) -> list[Object]:
    """The responses of Gemini that say what the events of an Anthropic stream say.

    AnswerError for what is no stream, and for one that failed or was cut; with `failed` it ends with Google's error
    object instead.
    """
    thoughts = "omit" if reasoning == "omit" else "summary"
    made = anthropic_stream_to_responses_stream(
        {"events": events}, reasoning=thoughts, failed_answer="failed", unfinished=unfinished
    )
    return responses_stream_to_gemini_stream(made, reasoning=reasoning, failed_answer=failed_answer)
