"""anthropic-stream-to-chat-stream and anthropic-stream-to-responses-stream."""

from typing import Any

from conformance.reference.anthropic_response import (
    ENDS,
    ChatReasoning,
    Chunks,
    EndError,
    FailedAnswer,
    Unfinished,
    failure_of,
    problem,
)
from conformance.reference.chat_chunks import StreamUsage, with_tail
from conformance.reference.errors import LOG, kind_of, with_checked_choices
from conformance.reference.members import Object, lose_rest
from conformance.reference.responses_events import FailedAnswer as FailedStream
from conformance.reference.responses_events import chat_stream_to_responses_stream
from conformance.reference.responses_output import Reasoning
from conformance.reference.responses_response import AnswerError, UsageWhenAbsent, parts_of


@with_checked_choices
def anthropic_stream_to_chat_stream(
    events: Any,
    *,
    reasoning: ChatReasoning = "omit",
    failed_answer: FailedAnswer = "raise",
    unfinished: Unfinished = "report",
    stream_usage: StreamUsage = "write",
) -> list[Object]:
    """The chunks that say what the events of an Anthropic stream say; joined, they are the Chat answer of its message.

    A stream without message_stop has no finish_reason. AnswerError for what is no list of events, and for a stream that
    failed; with `report` it ends with an object that has an `error`.
    """
    chunks = Chunks(reasoning, unfinished, "a Chat stream")
    failure, is_whole = read_events(events, chunks)
    if failure is not None:
        if failed_answer == "raise":
            raise AnswerError(f"events: {failure['message']}")
        return [*chunks.made, {"error": failure}]
    return with_tail(chunks.made, chunks.tail(), stream_usage) if is_whole else chunks.made


@with_checked_choices
def anthropic_stream_to_responses_stream(
    exchange: Any,
    *,
    reasoning: Reasoning = "summary",
    failed_answer: FailedStream = "raise",
    unfinished: Unfinished = "report",
    usage_when_absent: UsageWhenAbsent = "null",
) -> list[Object]:
    """The events of a Responses stream that say what those of an Anthropic stream say.

    exchange: `{request?, events}`; the request is the client's Responses request. AnswerError for what is no stream,
    and for one that failed or was cut; with `failed` or `error-event` it ends with that event instead.
    """
    request, events = parts_of(exchange, "events")
    chunks = Chunks("omit" if reasoning == "omit" else "dialect", unfinished, "a Responses stream")
    failure, is_whole = read_events(events, chunks)
    if not is_whole and failure is None:
        failure = problem("the stream ends without message_stop")
    if failure is not None and failed_answer == "raise":
        raise AnswerError(f"events: {failure['message']}")
    bodies = [*(chunks.made or [chunks.first()]), chunks.tail() if failure is None else {"error": failure}]
    return chat_stream_to_responses_stream(
        {"request": request, "chunks": bodies},
        reasoning=reasoning,
        failed_answer=failed_answer,
        usage_when_absent=usage_when_absent,
    )


def read_events(events: Any, chunks: Chunks) -> tuple[Object | None, bool]:
    """Read events. Returned are the error that ended them, and whether message_stop did."""
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise AnswerError(f"{kind_of(events)} is no list of events")
    reader = EventReader(chunks)
    for position, event in enumerate(events):
        reader.take(event, f"events[{position}]")
        if reader.is_ended:
            break
    return reader.failure, reader.is_ended and reader.failure is None


class EventReader:
    """Reads one event after the other into chunks.

    is_ended: whether an event ended the stream, behind which none is read. failure: the error that ended it.
    """

    def __init__(self, chunks: Chunks) -> None:
        self.is_ended = False
        self.failure: Object | None = None
        self._chunks = chunks
        self._end: Object = {}
        self._end_at = "events"

    def take(self, event: Object, at: str) -> None:
        """Take the next event. at: its path."""
        chunks, kind = self._chunks, event.get("type")
        index = event["index"] if isinstance(event.get("index"), int) else None
        message, delta = event.get("message"), event.get("delta")
        if kind == "error":
            self.failure, self.is_ended = failure_of(event), True
        elif kind == "message_stop":
            self.is_ended = True
            try:
                chunks.end(self._end, f"{self._end_at}.")
            except EndError as error:
                self.failure = problem(str(error))
        elif kind == "message_start" and isinstance(message, dict):
            chunks.begin(message, f"{at}.message")
            # A call that code of the host makes when it goes on is in the message that starts, with its end.
            content = message.get("content")
            for place, block in enumerate(content if isinstance(content, list) else ()):
                chunks.start(place, block, f"{at}.message.content[{place}]")
                chunks.stop(place)
            self._end = {key: message[key] for key in ENDS if message.get(key) is not None}
            self._end_at = f"{at}.message"
        elif kind == "message_delta" and isinstance(delta, dict):
            # One or more of them say how it ended: what a later one leaves null is as it was said before.
            self._end |= {key: value for key, value in delta.items() if value is not None}
            self._end_at = f"{at}.delta"
            chunks.count(event.get("usage"))
            lose_rest(event, {"type", "delta", "usage"}, at, chunks.target)
            lose_rest(delta, set(ENDS), self._end_at, chunks.target)
        elif kind == "content_block_start":
            chunks.start(index, event.get("content_block"), f"{at}.content_block")
        elif kind == "content_block_delta":
            chunks.grow(index, delta, f"{at}.delta")
        elif kind == "content_block_stop":
            chunks.stop(index)
        elif kind != "ping":
            LOG.warning("%s: an event of type %s is unknown; left out", at, kind)
