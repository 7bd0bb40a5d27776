"""Streams of the Responses API: the events of one answer."""

from __future__ import annotations

from conformance.generate import events
from conformance.generate.answers import (
    CALL_FAULTS,
    ENDS,
    ERRORS,
    IN_PROGRESS,
    ITEMS,
    KINDS_OF_INCOMPLETE,
    ONE_CALL,
    answer_items,
    cut_short,
    output_items,
    plain_call,
    plain_response,
    response_of,
    with_call,
)
from conformance.generate.arguments import Object, deep_arguments, deep_item, fault_names
from conformance.generate.choices import Choices, weighted
from conformance.generate.item_extras import STREAMED, STREAMED_ANSWERS, outputs
from conformance.generate.material import fresh
from conformance.generate.operations import Inputs
from conformance.generate.shapes import WIDTHS
from conformance.values import JSON

# Refusals more often: each text comes in one way of splitting it.
_KINDS_OF_STREAMS = weighted({"several": 24, "refusal": 11, "calls": 1, "reasoning": 1})
_IS_CUT_OFF = weighted({False: 2, True: 1})
_NO_STREAMS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], ["data: {}"], [[]])
_NULL_AMONG_PIECES: JSON = [
    {"type": "response.output_item.added", "output_index": 0, "item": ONE_CALL | {"arguments": ""}},
    {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": None},
    {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": '{"q":1}'},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1, "content_index": 0, "delta": None},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1, "content_index": 0, "delta": "Done."},
    {"type": "response.completed", "response": {"status": "completed", "output": []}},
]


def make_stream(choices: Choices) -> JSON:
    """The events of one response, as the API sends them."""
    is_cut_off = choices.pick(_IS_CUT_OFF)
    if is_cut_off:  # it could lose what is dealt, and its end
        end, output = "completed", outputs(choices, output_items(choices, ITEMS), 100, (STREAMED_ANSWERS,))
    else:
        end = choices.pick(events.ENDS)
        kinds = KINDS_OF_INCOMPLETE if end == "incomplete" else _KINDS_OF_STREAMS
        output = answer_items(choices, kinds, (STREAMED_ANSWERS, STREAMED, STREAMED))
    if end == "incomplete":
        output = cut_short(choices, output)
    for number, item in enumerate(output):
        item["id"] = item.get("id") or f"fc_{number}s"  # events name the item
    status = end if end in ("completed", "incomplete", "failed") else "completed"
    stream = events.make_events(choices, response_of(choices, output, status), end, fresh(choices, ERRORS))
    return events.cut_off(choices, stream) if is_cut_off else stream


# Without two, so that the forty malformed streams of a default run have all of them.
_RARE = ("arguments beyond a double", "arguments that are no object")
_FAULTS_OF_STREAMS = fault_names(
    {name: None for name in (*CALL_FAULTS, "no item id") if name not in _RARE}, events.MANNERS, events_about_nothing=2
)


def make_malformed_stream(choices: Choices) -> tuple[str, JSON]:
    """A stream with one fault, or in one way in which servers differ from the API, and its name."""
    output, call = with_call(choices)
    name, end = choices.pick(_FAULTS_OF_STREAMS), choices.pick(ENDS)
    if name == IN_PROGRESS:
        end = "completed"
    for number, item in enumerate(output):
        item.setdefault("id", f"fc_{number}s")
    response = response_of(choices, output, end)
    if name in CALL_FAULTS:
        CALL_FAULTS[name](choices, call)
    elif name == "no item id":
        del call["id"]
    manner = events.MANNERS.get(name, events.Manner())
    # Which events carry what shows in a stream that ends.
    end = "completed" if name in events.MANNERS else end
    return name, events.make_events(choices, response | _ended(end), end, {}, manner)


def _ended(end: str) -> Object:
    return {"status": end, "error": None, "incomplete_details": None} if end == "completed" else {}


def _large_streams() -> list[tuple[str, JSON]]:
    def wide(width: int) -> list[JSON]:
        calls = [plain_call(number) for number in range(width // 5)]
        stream = [event for index, call in enumerate(calls) for event in events.plain_call(call, index)]
        return [*stream, {"type": "response.completed", "response": plain_response(calls)}]

    deep = plain_call(0) | {"arguments": deep_arguments()}
    ended = {"type": "response.completed", "response": plain_response([deep_item(), deep])}
    return [("deep-item", [ended]), *((f"wide-{width}", wide(width)) for width in WIDTHS)]


INPUTS = {
    "responses-stream": Inputs(
        make_stream, lambda: (*_NO_STREAMS, _NULL_AMONG_PIECES), _large_streams, make_malformed_stream
    )
}
