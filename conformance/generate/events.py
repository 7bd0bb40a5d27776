"""The events of a streamed response: any carriers, any order that keeps each item's own, no-ops, any end."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from conformance.generate.choices import LIMIT, Choices, Table, weighted
from conformance.generate.material import fresh, table
from conformance.values import JSON

Event: TypeAlias = dict[str, JSON]

ENDS = weighted({"completed": 60, "cut": 18, "incomplete": 8, "failed": 4, "error": 4})

DELTA, DONE, ITEM, COMPLETED = "delta", "done", "item-done", "completed"
CARRIERS = (DELTA, DONE, ITEM, COMPLETED)
# Every set of carriers that is not empty, for calls and for texts; all of them, as the API sends it, more often.
_SETS = tuple(
    frozenset(carrier for bit, carrier in enumerate(CARRIERS) if number & 1 << bit) for number in range(1, 16)
)
_CARRIERS_OF_CALLS = weighted(dict.fromkeys(_SETS, 2) | {frozenset(CARRIERS): 4})
_CARRIERS_OF_TEXTS = Table(_SETS)
_CARRIED = weighted({"each its own way": 8, "all in every way": 2, "all by deltas": 2})
_KEYS = weighted({("item_id", "output_index"): 10, ("item_id",): 2, ("output_index",): 2})

_CUTS = weighted(
    {"anywhere": 4, "response.function_call_arguments.delta": 3, "response.function_call_arguments.done": 3}
    | {"response.output_text.delta": 3, "response.created": 1}
)
_ERRORS_AT_THE_TOP = Table((True, False))

# Events that say nothing of text and function calls. What they hold must not get into either.
_NOTHING = table(
    {"type": "response.in_progress", "response": {"id": "resp_1", "status": "in_progress", "output": []}},
    {"type": "response.queued", "response": {"id": "resp_1", "status": "queued", "output": []}},
    {"type": "ping"},
    {"type": "keepalive", "sequence_number": 7},
    {"type": "response.reasoning_summary_text.delta", "item_id": "rs_x", "output_index": 90, "delta": "Thinking."},
    {"type": "response.reasoning_text.delta", "item_id": "rs_x", "output_index": 90, "delta": "Thinking."},
    {"type": "response.reasoning_summary_part.added", "item_id": "rs_x", "part": {"type": "summary_text", "text": ""}},
    {"type": "response.mcp_call_arguments.delta", "item_id": "mcp_x", "output_index": 91, "delta": '{"a":1}'},
    {"type": "response.mcp_call_arguments.done", "item_id": "mcp_x", "output_index": 91, "arguments": '{"a":1}'},
    {"type": "response.custom_tool_call_input.delta", "item_id": "ctc_x", "output_index": 92, "delta": "SELECT 1"},
    {"type": "response.code_interpreter_call_code.delta", "item_id": "ci_x", "output_index": 93, "delta": "1+1"},
    {"type": "response.web_search_call.searching", "item_id": "ws_x", "output_index": 94},
    {"type": "response.audio.transcript.delta", "delta": "spoken"},
    {"type": "an.event.of.next.year", "delta": "text", "arguments": "{}", "item": {"type": "function_call"}},
)


class _Manner(NamedTuple):
    """How a stream represents its items. keys: what events name an item by. numbered: whether they count."""

    keys: tuple[str, ...]
    numbered: bool


def make_events(choices: Choices, response: JSON, end: str, error: JSON) -> list[Event]:
    """The events of a response that ends in one of ENDS. error: what an error event says."""
    output = response["output"]
    manner = _Manner(choices.pick(_KEYS), choices.one_in(4))
    silent = [item for item in output if not _has_events(item, manner)]
    carriers = _carriers(choices, output, dealt=end == "completed" and not silent)
    if silent:
        # Only the response contains these; if it lacked others too, the order of both would be unknown.
        carriers = [carried | {COMPLETED} for carried in carriers]
    lacking = any(COMPLETED not in one for one in carriers)
    stories = []
    for index, (item, carried) in enumerate(zip(output, carriers, strict=True)):
        if not any(item is one for one in silent):
            # If the response contains only some of the items, the place of each one must be announced.
            announced = lacking or not choices.one_in(8)
            stories.append(_story(choices, item, index, carried, manner, announced))
    only_deltas = all(carried == {DELTA} for carried in carriers)
    stream = _interleaved(choices, stories) if only_deltas or not choices.one_in(3) else _in_turn(stories)
    stream = [{"type": "response.created", "response": {"id": response["id"], "status": "in_progress"}}, *stream]
    for _ in range(choices.pick((0, 0, 1, 2, 4))):
        place = choices.pick(range(min(len(stream), 99) + 1))
        stream.insert(place, fresh(choices, _NOTHING))
    if manner.numbered:
        stream = [event | {"sequence_number": number} for number, event in enumerate(stream)]
    if end == "cut":
        return _cut(choices, stream)
    if end == "error":
        at_the_top = choices.pick(_ERRORS_AT_THE_TOP)
        return [*stream, {"type": "error", **error, "param": None} if at_the_top else {"type": "error", "error": error}]
    held = [item for item, carried in zip(output, carriers, strict=True) if COMPLETED in carried or end == "failed"]
    return [*stream, {"type": f"response.{end}", "response": response | {"output": held, "status": end}}]


def _carriers(choices: Choices, output: list[JSON], *, dealt: bool) -> list[frozenset[str]]:
    """Which events carry each item. dealt: whether the stream shows it to its end, so that none should be missing."""
    way = choices.pick(_CARRIED)
    if way != "each its own way":
        return [frozenset(CARRIERS if way == "all in every way" else (DELTA,))] * len(output)
    if not dealt:
        return [choices.pick(_SETS) for _ in output]
    tables = {"function_call": _CARRIERS_OF_CALLS, "message": _CARRIERS_OF_TEXTS}
    return [choices.pick(tables.get(item["type"], _SETS)) for item in output]


def _cut(choices: Choices, stream: list[Event]) -> list[Event]:
    """The beginning of a stream, often one that ends in the middle of something."""
    ends: list[int] = []
    for _ in range(3):  # not every stream has every place
        place = choices.pick(_CUTS)
        ends = [number for number, event in enumerate(stream[:LIMIT]) if place in (event["type"], "anywhere")]
        if ends:
            break
    return stream[: choices.pick(ends or range(min(len(stream), LIMIT))) + 1]


def plain_call(call: JSON, index: int) -> list[Event]:
    """The five events that tell of one call as the API does."""
    where = {"item_id": call["id"], "output_index": index}
    arguments = call["arguments"]
    added = {"status": "in_progress", "arguments": ""}
    return [
        {"type": "response.output_item.added", "output_index": index, "item": call | added},
        {"type": "response.function_call_arguments.delta", **where, "delta": arguments[:4]},
        {"type": "response.function_call_arguments.delta", **where, "delta": arguments[4:]},
        {"type": "response.function_call_arguments.done", **where, "arguments": arguments},
        {"type": "response.output_item.done", "output_index": index, "item": call},
    ]


def _has_events(item: JSON, manner: _Manner) -> bool:
    """Whether events can tell of an item: it has an id, and arguments or text that are no object."""
    if item["type"] == "function_call" and not isinstance(item.get("arguments"), str):
        return False
    if item["type"] == "message" and not item["content"]:
        return False
    return isinstance(item.get("id"), str) or ("output_index" in manner.keys and isinstance(item.get("call_id"), str))


def _story(
    choices: Choices, item: JSON, index: int, carried: frozenset[str], manner: _Manner, announced: bool
) -> list[Event]:
    """The events about one item, in their order."""
    where = {key: value for key, value in (("item_id", item.get("id")), ("output_index", index)) if key in manner.keys}
    place = {key: value for key, value in where.items() if key == "output_index"}
    where = {key: value for key, value in where.items() if value is not None}
    parts = _parts_of(item)
    stream: list[Event] = []
    if announced or not carried & {ITEM, COMPLETED}:
        stream.append({"type": "response.output_item.added", **place, "item": _begun(item)})
    for number, (kind, key, whole) in enumerate(parts):
        at = where if kind == "function_call_arguments" else where | {"content_index": number}
        if kind == "output_text" and choices.one_in(2):
            part = {"type": "output_text", "text": "", "annotations": []}
            stream.append({"type": "response.content_part.added", **at, "part": part})
        if DELTA in carried:
            stream += [{"type": f"response.{kind}.delta", **at, "delta": piece} for piece in _pieces(choices, whole)]
        if kind == "output_text" and choices.one_in(8):
            note = {
                "type": "url_citation",
                "url": "https://example.org/",
                "start_index": 0,
                "end_index": 1,
                "title": "A",
            }
            stream.append({"type": "response.output_text.annotation.added", **at, "annotation": note})
        if DONE in carried:
            stream.append({"type": f"response.{kind}.done", **at, key: whole})
    if ITEM in carried or (not parts and announced):
        stream.append({"type": "response.output_item.done", **place, "item": _copy(item)})
    return stream


def _parts_of(item: JSON) -> list[tuple[str, str, str]]:
    """What of an item is streamed: the kind of its events, the key of the whole, and the whole."""
    if item["type"] == "function_call":
        return [("function_call_arguments", "arguments", item["arguments"])]
    if item["type"] != "message":
        return []
    return [
        ("refusal", "refusal", part["refusal"]) if part["type"] == "refusal" else ("output_text", "text", part["text"])
        for part in item["content"]
    ]


def _begun(item: JSON) -> JSON:
    """An item as it is announced: nothing of it has come yet."""
    begun = _copy(item)
    if "arguments" in begun and item["type"] == "function_call":
        begun["arguments"] = ""
    if "content" in begun:
        begun["content"] = []
    return begun | {"status": "in_progress"}


def _pieces(choices: Choices, whole: str) -> list[str]:
    """A text in one to five pieces, some of them empty."""
    cuts = sorted(choices.pick(range(min(len(whole), 98) + 1)) for _ in range(choices.pick((0, 1, 2, 2, 4))))
    return [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]


def _in_turn(stories: list[list[Event]]) -> list[Event]:
    """One story after the other."""
    return [event for story in stories for event in story]


def _interleaved(choices: Choices, stories: list[list[Event]]) -> list[Event]:
    """All stories mixed; each keeps its order, and so do their beginnings."""
    stream: list[Event] = []
    left = [list(story) for story in stories if story]
    started = 0
    while any(left):
        open_stories = [story for story in left[:started] if story]
        if started < len(left) and (not open_stories or choices.one_in(3)):
            started += 1
            open_stories = [left[started - 1]]
        stream.append(choices.pick(open_stories).pop(0))
    return stream


def _copy(value: JSON) -> JSON:
    """A copy that shares nothing: an event must not hold what the response holds."""
    if isinstance(value, dict):
        return {key: _copy(member) for key, member in value.items()}
    return [_copy(member) for member in value] if isinstance(value, list) else value
