"""Answers of Anthropic Messages, whole and in events: values of the model are drawn, and their format writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from conformance.base.values import JSON, copy_of
from conformance.formats.anthropic.words import CITED, FORMAT
from conformance.formats.exchanges import WRITERS, events_of
from conformance.formats.model.answer import ASKS, LENGTH, Answer, AnswerFailure, End
from conformance.formats.model.conversation import CALLED, MODEL, RETURNED, Hosted, Text, Turn
from conformance.formats.model.fact import Other
from conformance.formats.neighbours import CALL, TEXT
from conformance.inputs.arguments import Fault, Object, arguments_text, deep_arguments, deep_item
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.events import pieces
from conformance.inputs.host_blocks import step_of, with_members, with_members_in_events
from conformance.inputs.material import TOOL_NAMES, fresh, table
from conformance.inputs.model_answers import SEEN_THOUGHT, Habits, facts_of, make_call, stories_of
from conformance.inputs.model_answers import make_answer as drawn_answer
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import WIDTHS

_WHOLE, _STREAM = "anthropic-response", "anthropic-stream"

SEARCH: Final[Object] = {
    "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "weather"},
}  # fmt: skip


def hosted(value: Object, stage: str) -> Hosted:
    """A step of a tool of the host. stage: whether it calls or returns."""
    return Hosted(format=FORMAT, word=str(value["type"]), value=dict(value), stage=stage)


def _step(choices: Choices, number: int) -> tuple[Hosted, Hosted]:
    called, returned = step_of(choices, f"srvtoolu_{number}")
    return hosted(called, CALLED), hosted(returned, RETURNED)


_HABITS: Final = Habits(
    stories=stories_of(FORMAT),
    ids=DealtOptions((*["toolu_{}b"] * 5, "call_{}", "t{}", "toolu_bdrk_{}_" + "c" * 26)),
    models=DealtOptions(("claude-sonnet-4-5-20250929", "claude-opus-5", "claude-haiku-4-5")),
    tiers=DealtOptions((None, None, None, "standard", "priority", "batch")),
    at_window=End(kind=LENGTH, word="model_context_window_exceeded"),
    step=_step,
    beside_pages=(Other(format=FORMAT, word="encrypted_index", value="Eo8BCioIAhgB", place=("encrypted_index",)),),
)
make_answer = partial(drawn_answer, habits=_HABITS)
# What servers add and no converter has a place for.
_RARE = table(*[{}] * 4, {"container": None}, {"stop_details": None}, {"context_management": {"applied_edits": []}})
_NO_ANSWERS: tuple[JSON, ...] = (
    None, 7, "text", True, [], {}, {"content": None}, {"content": "text"}, {"content": {}}, {"type": "message"},
    {"content": [None], "role": "assistant"}, {"content": [{"type": "tool_use"}]}, {"type": "error", "error": None},
)  # fmt: skip
_NO_STREAMS: tuple[JSON, ...] = (
    None, 7, "text", {}, True, [None], ["data: {}"], [[]], [{"type": "content_block_stop"}],
)  # fmt: skip


def make_response(choices: Choices) -> JSON:
    """A message as the API sends it."""
    return response_of(choices, make_answer(choices))


def response_of(choices: Choices, answer: Answer) -> JSON:
    """An answer as the API sends it."""
    written: Any = WRITERS[_WHOLE](answer)
    for block in written.get("content") or ():
        _write_titles(block.get("citations") or ())
    return copy_of(with_members(choices, {"stop_sequence": None, **written, **fresh(choices, _RARE)}))


def _write_titles(citations: Iterable[Object]) -> None:
    """Say of each citation that its source has no title, as the API does: the member is in all 154 recorded ones."""
    for citation in citations:
        if citation.get("type") in CITED:
            citation.setdefault(CITED[citation["type"]].members["title"], None)


_FAULTS: dict[str, Fault] = {
    "no id": lambda _choices, block: block.pop("id"),
    "empty id": lambda _choices, block: block.update(id=""),
    "no name": lambda _choices, block: block.pop("name"),
    "input as a text": lambda choices, block: block.update(input=arguments_text(choices)),
    "null input": lambda _choices, block: block.update(input=None),
    "input that is no object": lambda _choices, block: block.update(input=["a"]),
}
_OTHER_FAULTS = ("a null block", "no stop_reason", "another stop_reason", "an unknown block", "no usage")
_NAMES_OF_FAULTS = DealtOptions((*_FAULTS, *_OTHER_FAULTS))


def make_malformed_response(choices: Choices) -> tuple[str, JSON]:
    """A message with one fault, and the fault's name."""
    response: Any = make_response(choices)
    name = choices.pick(_NAMES_OF_FAULTS)
    block: Object = {"type": "tool_use", "id": "toolu_30", "name": choices.pick(TOOL_NAMES), "input": {"a": 1}}
    if name in _FAULTS:
        _FAULTS[name](choices, block)
        response["content"].insert(0, block)
        response["stop_reason"] = "tool_use"
    elif name == "a null block":
        response["content"].append(None)
    elif name == "an unknown block":
        response["content"].append({"type": "a_block_of_next_year", "value": 1})
    elif name == "no usage":
        del response["usage"]
    else:
        response["stop_reason"] = "a_reason_of_next_year" if name == "another stop_reason" else None
    return name, response


def _large() -> list[tuple[str, JSON]]:
    wide = [(f"wide-{width}", [_plain(number, {"number": number}) for number in range(width)]) for width in WIDTHS]
    return [
        ("deep-input", message_of([_plain(0, json.loads(deep_arguments()))])),
        ("deep-extra", {**message_of([_plain(0, {})]), "extra": deep_item()}),
        *((name, message_of(blocks)) for name, blocks in wide),
    ]


def _plain(number: int, given: JSON) -> Object:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "search", "input": given}


def message_of(blocks: list[Object]) -> Object:
    """A message with some blocks that ends with its calls."""
    around: Object = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-5"}
    usage: JSON = {"input_tokens": 1, "output_tokens": 1}
    return {**around, "content": blocks, "stop_reason": "tool_use", "stop_sequence": None, "usage": usage}


# Streams.

_STREAM_ENDS = weighted({"finished": 10, "broken off": 2, "error": 2})
# What a stream has last that ends early, and the step of a story that has such a piece.
_GROWING = {"text_delta": TEXT, "thinking_delta": SEEN_THOUGHT, "input_json_delta": CALL}
_LAST = ("message_start", "content_block_start", *_GROWING, "content_block_stop")
_LAST_OF = {"broken off": DealtOptions(_LAST), "error": DealtOptions(_LAST)}
_ENDING = ("message_delta", "message_stop")


class Ending(NamedTuple):
    """How a stream ends, and the type of its last event or delta where it ends early."""

    how: str
    last: str


_PINGS = weighted({"none": 2, "first": 3, "anywhere": 1})
# Which counts come at the end, and in which of the deltas of the message the stop_reason is: the API sends one or more.
_LATE_COUNTS = weighted({
    ("all", "the only one"): 2, ("all", "the first"): 1, ("output", "the only one"): 1, ("output", "the last"): 1,
    ("others at first", "the only one"): 2,
})  # fmt: skip
_ERRORS = DealtOptions((
    AnswerFailure(kind="overloaded_error", message="Overloaded"),
    AnswerFailure(kind="api_error", message="Internal server error"),
))  # fmt: skip


def make_stream(choices: Choices) -> JSON:
    """The events of a message as the API sends them; they may break off, or end with an error."""
    answer, ending = make_streamed(choices)
    return stream_of(choices, answer, ending)


def make_streamed(choices: Choices) -> tuple[Answer, Ending]:
    """An answer that is streamed, with what its stream has last, and how that ends."""
    end = choices.pick(_STREAM_ENDS)
    if end not in _LAST_OF:
        return make_answer(choices), Ending(end, "")
    lost, last = choices.apart(), choices.pick(_LAST_OF[end])
    answer = make_answer(lost)
    (candidate,) = answer.candidates
    # A block too of which a stream has the beginning, or the end, last.
    facts = facts_of(lost, _HABITS, _GROWING.get(last, TEXT), 90) if last != _LAST[0] else []
    turns = tuple(replace(turn, says=(*turn.says, *facts)) for turn in candidate.turns)
    return replace(answer, candidates=(replace(candidate, turns=turns),)), Ending(end, last)


def stream_of(choices: Choices, answer: Answer, ending: Ending) -> JSON:
    """The events of an answer as the API sends them; they may break off, or end with an error."""
    end, last = ending
    dealt = choices if end == "finished" else choices.apart()
    written: Any = WRITERS[_STREAM](answer)
    _write_titles([element["delta"]["citation"] for element in written if "citation" in element.get("delta", {})])
    events = [piece for event in written for piece in _pieces(dealt, event)]
    events = _count_later(dealt, events)
    if end != "finished":
        begun = [number for number, event in enumerate(events) if event["type"] not in _ENDING]
        lasts = [
            number for number in begun if last in (events[number]["type"], events[number].get("delta", {}).get("type"))
        ]
        events = events[: choices.pick((lasts or begun)[:98]) + 1]
    events = with_members_in_events(choices, events, is_whole=end == "finished")
    if end == "error":
        events += WRITERS[_STREAM](Answer(failure=choices.pick(_ERRORS)))
    return copy_of(_with_pings(choices, events))


def _pieces(choices: Choices, event: Any) -> list[Any]:
    """An event; a delta of a text in several."""
    delta = event.get("delta", {}) if event["type"] == "content_block_delta" else {}
    member = next((name for name in ("text", "thinking", "partial_json") if name in delta), None)
    if member is None:
        return [event]
    whole = delta[member]
    if member == "partial_json":
        whole = "" if whole == "{}" and choices.one_in(2) else whole
        found = pieces(choices, member, whole)
        found = ["", *found] if choices.one_in(2) else found
    else:
        found = pieces(choices, member, whole)
    return [{**event, "delta": {**delta, member: piece}} for piece in found]


def _count_later(choices: Choices, events: list[Any]) -> list[Any]:
    """The events that count as the API does: little at first, and all of it, or the output alone, at the end."""
    how, of_reason = choices.pick(_LATE_COUNTS)
    made = []
    for event in events:
        if event["type"] == "message_start":
            # The events share the counts of their message, which hold at the end.
            little = {"output_tokens": 1} | ({"input_tokens": 1} if how == "others at first" else {})
            event = {**event, "message": {**event["message"], "usage": event["message"]["usage"] | little}}
        elif event["type"] == "message_delta":
            usage = {name: count for name, count in event["usage"].items() if name != "service_tier"}
            kept = ("output_tokens", "output_tokens_details") if how == "output" else tuple(usage)
            event["usage"] = {name: count for name, count in usage.items() if name in kept}
            made += _before(event, of_reason)
            event = _without_reason(event) if of_reason == "the first" else event
        made.append(event)
    return made


def _before(last: Object, of_reason: str) -> list[Object]:
    """The delta of the message that comes before the last one, where there is one: it counts less."""
    first = {**last, "usage": {"output_tokens": 1}}
    return {"the only one": [], "the first": [first], "the last": [_without_reason(first)]}[of_reason]


def _without_reason(event: Object) -> Object:
    return {**event, "delta": dict.fromkeys(event["delta"])}


def _with_pings(choices: Choices, events: list[Any]) -> JSON:
    """The events with a ping, which may be anywhere but in front of the first one and behind the last one."""
    how = choices.pick(_PINGS)
    if how == "none" or len(events) < 2:
        return events
    place = 1 if how == "first" else choices.pick(range(1, min(len(events), 90)))
    return [*events[:place], {"type": "ping"}, *events[place:]]


_STREAM_FAULTS = DealtOptions((
    "no start", "a block that is not started", "a block that does not stop", "a piece behind its block",
    "an index again", "no stop_reason", "input that is cut off", "input that is no object",
))  # fmt: skip


def make_malformed_stream(choices: Choices) -> tuple[str, JSON]:
    """A stream with one fault, and the fault's name."""
    name = choices.pick(_STREAM_FAULTS)
    answer = make_answer(choices)
    called = replace(answer, candidates=(replace(answer.candidates[0], end=End(kind=ASKS), turns=_calling(choices)),))
    events: Any = WRITERS[_STREAM](called)
    places = [place for place, event in enumerate(events) if event["type"].startswith("content_block")]
    starts, stops = ([p for p in places if events[p]["type"].endswith(word)] for word in ("_start", "_stop"))
    if name == "no start":
        del events[0]
    elif name == "a block that is not started":
        del events[starts[-1]]
    elif name == "a block that does not stop":
        del events[stops[-1]]
    elif name == "a piece behind its block":
        events.insert(stops[0] + 1, {**events[starts[0] + 1]})
    elif name == "an index again":
        for event in events[starts[-1] : stops[-1] + 1]:
            event["index"] = 0
    elif name == "no stop_reason":
        events = [event for event in events if event["type"] != "message_delta"]
    else:
        piece = '{"a": 1' if name == "input that is cut off" else "[1]"
        events[stops[-1] - 1]["delta"] = {"type": "input_json_delta", "partial_json": piece}
    return name, copy_of(events)


def _calling(choices: Choices) -> tuple[Turn, ...]:
    says = (Text(value="Let me see."), make_call(choices, _HABITS, 30))
    return (Turn(speaker=MODEL, says=says),)


def _large_streams() -> list[tuple[str, JSON]]:
    def stream(blocks: list[Object], **more: JSON) -> list[JSON]:
        whole = message_of([]) | more
        around = {"type": "message_start", "message": {**whole, "stop_reason": None}}
        delta = {"stop_reason": "tool_use", "stop_sequence": None}
        inner = events_of(_STREAM, message_of(blocks))[1:-2]
        end = {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 1}}
        return [around, *inner, end, {"type": "message_stop"}]

    wide = [(f"wide-{width}", [_plain(number, {"number": number}) for number in range(width // 3)]) for width in WIDTHS]
    return [
        ("many-levels-of-input", stream([_plain(0, json.loads(deep_arguments()))])),
        ("deep-extra", stream([_plain(0, {})], extra=deep_item())),
        *((name, stream(blocks)) for name, blocks in wide),
    ]


INPUTS = {
    _WHOLE: Inputs(make_response, lambda: _NO_ANSWERS, _large, make_malformed_response),
    _STREAM: Inputs(make_stream, lambda: _NO_STREAMS, _large_streams, make_malformed_stream),
}
