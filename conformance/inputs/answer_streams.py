"""Streams of the Responses API: the events of one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from conformance.apis.emulator.stream import responses_events
from conformance.base.values import JSON
from conformance.formats.responses.calls import is_function_call
from conformance.inputs import events
from conformance.inputs.answers import (
    CALL_FAULTS,
    ENDS,
    ERRORS,
    IN_PROGRESS,
    ITEMS,
    KINDS_OF_INCOMPLETE,
    ONE_CALL,
    answer_items,
    cut_short,
    function_call,
    output_items,
    plain_call,
    plain_response,
    response_of,
    with_call,
)
from conformance.inputs.arguments import Object, deep_arguments, deep_item, fault_names
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.item_extras import REFUSED_IN_PIECES, STREAMED, STREAMED_ANSWERS, outputs
from conformance.inputs.material import edges, fresh, text
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import WIDTHS

# Refusals more often: each text comes in one way of splitting it.
_KINDS_OF_STREAMS = weighted({"several": 24, "refusal": 26, "calls": 1, "reasoning": 1})
# Of what is streamed: one that ends, one whose items grow by turns, one that breaks off, one that fails within an item.
_MANNERS = weighted({"whole": 19, "by turns": 8, "cut off": 24, "failed": 9})
_NO_STREAMS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], ["data: {}"], [[]])
_NULL_AMONG_PIECES: JSON = [
    {"type": "response.output_item.added", "output_index": 0, "item": ONE_CALL | {"arguments": ""}},
    {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": None},
    {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": '{"q":1}'},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1, "content_index": 0, "delta": None},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1, "content_index": 0, "delta": "Done."},
    {"type": "response.completed", "response": {"status": "completed", "output": []}},
]


_INPUTS, _HAS_NOTES = edges(1), weighted({True: 3, False: 1})
_OF_THOUGHTS = {"content": edges(1), "summary": edges(1)}
# By the stem of the events of a text that grows, an item that has one. number: of which no other one is.
GROWING: Mapping[str, Callable[[Choices, int], Object]] = {
    "response.output_text": lambda choices, number: _message(number, _text_stream(choices)),
    "response.refusal": lambda choices, number: choices.pick(REFUSED_IN_PIECES)(number)[0],
    "response.reasoning_text": lambda choices, number: _thoughts(choices, number, "content", "reasoning_text"),
    "response.reasoning_summary_text": lambda choices, number: _thoughts(choices, number, "summary", "summary_text"),
    "response.function_call_arguments": lambda choices, number: function_call(choices, number) | {"id": f"fc_{number}"},
    "response.custom_tool_call_input": lambda choices, number: _custom_call(number, text(choices, _INPUTS)),
}
_REFUSAL, _CALLS = "response.refusal", ("response.function_call_arguments", "response.custom_tool_call_input")
# What grows by turns: all of them, one twice. An answer that refuses does so once, and calls nothing.
_TURNS = DealtOptions(stem for stem in GROWING if stem != _REFUSAL)
_BESIDE_A_REFUSAL = tuple(stem for stem in GROWING if stem not in _CALLS)
_REFUSES = weighted({False: 5, True: 1})
# After which event a stream breaks off, each with the text that grows before it.
_PARTS = {
    "response.content_part": ("response.output_text", "response.refusal", "response.reasoning_text"),
    "response.reasoning_summary_part": ("response.reasoning_summary_text",),
}
_CUTS: DealtOptions[tuple[str, str]] = DealtOptions((
    ("response.created", ""), *[("response.in_progress", "")] * 3,
    *((f"{stem}.{verb}", stem) for stem in GROWING for verb in ("delta", "done")),
    *((f"{part}.{verb}", stems[0]) for part, stems in _PARTS.items() for verb in ("added", "done")),
    *((f"response.output_item.{verb}", "response.function_call_arguments") for verb in ("added", "done")),
    *[("response.output_text.annotation.added", "response.output_text")] * 2,
))  # fmt: skip
_FAILS_AFTER = DealtOptions((("response.created", ""), *((f"{stem}.delta", stem) for stem in GROWING)))
_NOTE: Object = {"type": "url_citation", "url": "https://example.org/", "start_index": 0, "end_index": 1, "title": "A"}


def _text_stream(choices: Choices) -> Object:
    return {
        "type": "output_text",
        "text": text(choices),
        "annotations": [dict(_NOTE)] if choices.pick(_HAS_NOTES) else [],
    }


def _message(number: int, part: Object) -> Object:
    return {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": [part]}


def _thoughts(choices: Choices, number: int, member: str, type_: str) -> Object:
    thought = {"type": type_, "text": text(choices, _OF_THOUGHTS[member])}
    return {"type": "reasoning", "id": f"rs_{number}", "summary": [], member: [thought]}


def _custom_call(number: int, given: str) -> Object:
    call = {"type": "custom_tool_call", "id": f"ctc_{number}", "call_id": f"call_{number}c", "status": "completed"}
    return call | {"name": "write_sql", "input": given}


def make_stream(choices: Choices) -> JSON:
    """The events of one response, as the API sends them."""
    how = choices.pick(_MANNERS)
    if how == "whole":
        end = choices.pick(events.ENDS)
        kinds = KINDS_OF_INCOMPLETE if end == "incomplete" else _KINDS_OF_STREAMS
        output = answer_items(choices, kinds, (STREAMED_ANSWERS, STREAMED, STREAMED), refused=REFUSED_IN_PIECES)
        if end == "incomplete":
            output = cut_short(choices, output)
        return _events(choices, output, end)
    if how == "by turns":
        stems = _BESIDE_A_REFUSAL if choices.pick(_REFUSES) else (*_TURNS, choices.pick(_TURNS))
        output = [GROWING[stem](choices, number) for number, stem in enumerate(stems)]
        if _REFUSAL not in stems:
            output = outputs(choices, output, 100, (STREAMED, STREAMED))
        return _events(choices, output, "completed", events.BY_TURNS)
    after, stem = choices.pick(_CUTS if how == "cut off" else _FAILS_AFTER)
    lost = choices.apart()
    output = outputs(lost, output_items(lost, ITEMS), 100, (STREAMED_ANSWERS,))
    if stem == _REFUSAL:
        output = []
    if stem:
        output.insert(choices.pick(range(len(output) + 1)), GROWING[stem](lost, 200))
    if how == "failed":
        return _events(lost, output, choices.pick(events.ERROR_ENDS), ends_after=after)
    return events.cut_after(choices, _events(lost, output, "completed")[:-1], after)


def _events(
    choices: Choices,
    output: list[JSON],
    end: str,
    manner: events.Manner = events.AS_THE_API,
    ends_after: str | None = None,
) -> list[JSON]:
    for number, item in enumerate(output):
        item["id"] = item.get("id") or f"fc_{number}s"  # events name the item
        if is_function_call(item):
            item.setdefault("status", "completed")
    response = response_of(choices, output, end if end in ("completed", "incomplete", "failed") else "completed")
    return list(events.make_events(choices, response, end, fresh(choices, ERRORS), manner, ends_after))


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
    def stream(items: list[Object]) -> list[JSON]:
        return responses_events(plain_response(items))

    deep = plain_call(0) | {"arguments": deep_arguments()}
    wide = [(f"wide-{width}", stream([plain_call(number) for number in range(width // 6)])) for width in WIDTHS]
    return [("deep-item", stream([deep_item(), deep])), *wide]


INPUTS = {
    "responses-stream": Inputs(
        make_stream, lambda: (*_NO_STREAMS, _NULL_AMONG_PIECES), _large_streams, make_malformed_stream
    )
}
