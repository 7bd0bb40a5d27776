"""chat-stream-to-responses-stream: the chunks of a Chat Completions stream as the events of a Responses stream."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, check_choices, kind_of
from conformance.reference.responses_output import (
    TEXT_OF,
    CustomCalls,
    GrowingText,
    Object,
    Output,
    OutputCall,
    OutputItem,
    Reasoning,
    TextAfterCall,
    TextDelta,
)
from conformance.reference.responses_response import (
    AnswerError,
    ChatAnswerParts,
    ResponseEnd,
    UsageWhenAbsent,
    first_index,
    parts_of,
)
from conformance.reference.schema import copy_json

FailedAnswer = Literal["raise", "failed", "error-event"]
InterleavedCalls = Literal["hold", "overlap"]

_PIECES = {
    "output_text": "response.output_text",
    "refusal": "response.refusal",
    "summary_text": "response.reasoning_summary_text",
    "reasoning_text": "response.reasoning_text",
    "function_call": "response.function_call_arguments",
    "custom_tool_call": "response.custom_tool_call_input",
}


class _Choices(NamedTuple):
    reasoning: Reasoning
    failed_answer: FailedAnswer
    text_after_call: TextAfterCall
    interleaved_calls: InterleavedCalls
    custom_calls: CustomCalls
    usage_when_absent: UsageWhenAbsent


class _Step(NamedTuple):
    """An event without its number. at: the number of the delta that it is due to."""

    at: int
    event: Object


def chat_stream_to_responses_stream(
    exchange: Any,
    *,
    reasoning: Reasoning = "summary",
    failed_answer: FailedAnswer = "raise",
    text_after_call: TextAfterCall = "new-item",
    interleaved_calls: InterleavedCalls = "hold",
    custom_calls: CustomCalls = "both",
    usage_when_absent: UsageWhenAbsent = "null",
) -> list[Object]:
    """The events that say what the chunks of a Chat stream say, in the order of a Responses stream.

    exchange: `{request?, chunks}`; the request is the client's Responses request, the chunks come without `[DONE]`.
    The last event holds the response that chat_response_to_responses_response makes of the joined chunks; where texts
    or thoughts come after a call, or thoughts after a text, they are items of their own there. AnswerError for what is
    no stream, and for one that failed or was cut; with `failed` or `error-event` it ends with that event instead.
    """
    choices = _Choices(reasoning, failed_answer, text_after_call, interleaved_calls, custom_calls, usage_when_absent)
    check_choices(choices)
    request, chunks = parts_of(exchange, "chunks")
    answer = answer_of(request, chunks, Output(request, reasoning, text_after_call, custom_calls))
    end = answer.end("the stream")
    if end.error is not None and choices.failed_answer == "raise":
        raise AnswerError(f"{end.place}: {end.error['message']}")
    return _events(answer, end, choices)


def answer_of(request: Object, chunks: Any, output: Output) -> ChatAnswerParts:
    """The answer that chunks make, up to an error. AnswerError for what is no list."""
    if not isinstance(chunks, list):
        raise AnswerError(f"chunks is {kind_of(chunks)}, not a list")
    answer = ChatAnswerParts(request, first_index(chunks), output)
    for position, chunk in enumerate(chunks):
        place = f"chunks[{position}]"
        if not isinstance(chunk, dict):
            LOG.warning("%s is %s, not an object; left out", place, kind_of(chunk))
            continue
        answer.take(chunk, place, "delta")
        if answer.failed:
            break
    return answer


def _events(answer: ChatAnswerParts, end: ResponseEnd, choices: _Choices) -> list[Object]:
    items, output = answer.items(end)
    head = answer.head()
    steps: list[Object] = [{"type": f"response.{name}", "response": head} for name in ("created", "in_progress")]
    for run in _runs(items, choices.interleaved_calls):
        steps += _open_together([items[index] for index in run], [output[index] for index in run], run)
    if end.error is not None and choices.failed_answer == "error-event":
        steps.append({"type": "error"} | end.error)
    else:
        response = answer.response(end, output, choices.usage_when_absent)
        steps.append({"type": f"response.{end.status}", "response": response})
    return [{**copy_json(event), "sequence_number": number} for number, event in enumerate(steps)]


def _runs(items: Sequence[OutputItem | OutputCall], interleaved_calls: InterleavedCalls) -> list[list[int]]:
    """The places of items that are open at the same time."""
    runs: list[list[int]] = []
    for index, item in enumerate(items):
        beside = index and isinstance(item, OutputCall) and isinstance(items[index - 1], OutputCall)
        if beside and interleaved_calls == "overlap":
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _open_together(items: list[OutputItem | OutputCall], made: list[Object], places: list[int]) -> list[Object]:
    """The events of items that are open at the same time, in the order in which their pieces came."""
    story: list[_Step] = []
    begun = 0
    for item, whole, place in zip(items, made, places, strict=True):
        begun = max([begun, *(piece.at for part in item.parts for piece in part.pieces[:1])])
        # Items open in the order of the output. The steps of each stay in their order.
        story += (_Step(max(step.at, begun), step.event) for step in story_of(item, whole, place))
    return [step.event for step in (sorted(story, key=lambda step: step.at) if len(items) > 1 else story)]


def story_of(item: OutputItem | OutputCall, made: Object, index: int) -> Iterator[_Step]:
    """The events of one item. made: the item when it is done; index: its place in the output."""
    last = max([piece.at for part in item.parts for piece in part.pieces], default=0)
    at: Object = {"item_id": made["id"], "output_index": index}
    yield _Step(0, {"type": "response.output_item.added", "output_index": index, "item": _begun(made)})
    if isinstance(item, OutputCall):
        yield from _growing(item.payload, at, last)
    else:
        lists = [made.get(name, []) for name in ("content", "summary")]
        for number, (part, whole) in enumerate(
            zip(item.parts, [part for list_ in lists for part in list_], strict=True)
        ):
            yield from _of_part(part, whole, at, number, last)
    yield _Step(last, {"type": "response.output_item.done", "output_index": index, "item": made})


def _begun(made: Object) -> Object:
    """An item before anything is known of its texts."""
    empty: Object = {"content": [], "summary": [], "arguments": "", "input": ""}
    state = {"status": "in_progress"} if "status" in made else {}
    return made | {key: value for key, value in empty.items() if key in made} | state


def place_of(part: GrowingText) -> str:
    """The member of events that has the number of a part in its item."""
    return "summary_index" if part.kind == "summary_text" else "content_index"


def _of_part(part: GrowingText, whole: Object, at: Object, number: int, last: int) -> Iterator[_Step]:
    """The events of one part. whole: the part when it is done; number: its place in the item."""
    place = place_of(part)
    kind = "reasoning_summary_part" if place == "summary_index" else "content_part"
    at = at | {place: number}
    begun: Object = {key: "" if key == TEXT_OF[part.kind] else [] for key in whole if key != "type"}
    yield _Step(0, {"type": f"response.{kind}.added", **at, "part": {"type": part.kind} | begun})
    yield from _growing(part, at, last)
    yield _Step(last, {"type": f"response.{kind}.done", **at, "part": whole})


def delta_of(part: GrowingText, piece: TextDelta, at: Object) -> Object:
    """The event of a piece. at: the places of its item and its part."""
    logprobs = {"logprobs": piece.logprobs} if part.kind == "output_text" else {}
    return {"type": f"{_PIECES[part.kind]}.delta", **at, "delta": piece.text, **logprobs}


def _growing(part: GrowingText, at: Object, last: int) -> Iterator[_Step]:
    """The events of a text, from its first piece to its end."""
    stem = _PIECES[part.kind]
    is_text = part.kind == "output_text"
    for piece in part.pieces:
        yield _Step(piece.at, delta_of(part, piece, at))
    for number, note in enumerate(part.annotations):
        added = {"annotation_index": number, "annotation": note}
        yield _Step(last, {"type": f"{stem}.annotation.added", **at, **added})
    logprobs = {"logprobs": part.made()["logprobs"]} if is_text else {}
    yield _Step(last, {"type": f"{stem}.done", **at, TEXT_OF[part.kind]: part.text, **logprobs})
