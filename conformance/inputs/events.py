"""The events of a streamed response: any carriers, any order that keeps each item's own, no-ops, any end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, zip_longest
from typing import NamedTuple, TypeAlias

from conformance.base.values import JSON, copy_of
from conformance.formats.responses.calls import call_item, is_function_call
from conformance.inputs.choices import LIMIT, Choices, DealtOptions, weighted
from conformance.inputs.hosted_events import hosted_events
from conformance.inputs.material import fresh, table
from conformance.inputs.media import WAV

Event: TypeAlias = dict[str, JSON]

ENDS = weighted({"completed": 36, "incomplete": 12, "failed": 3, "error": 5})
ERROR_ENDS = DealtOptions(("failed", "error"))

DELTA, DONE, ITEM, COMPLETED = "delta", "done", "item-done", "completed"
CARRIERS = (DELTA, DONE, ITEM, COMPLETED)
ALL = frozenset(CARRIERS)


class Manner(NamedTuple):
    """How a stream represents its items; the defaults are the API's way.

    carriers: which events carry arguments and text. keys: what events name an item by. announced: whether items are
    added before their other events. noise: whether events that say nothing are among them. by_turns: whether each text
    and call grows between the pieces of all others.
    """

    carriers: frozenset[str] = ALL
    keys: tuple[str, ...] = ("item_id", "output_index")
    announced: bool = True
    noise: bool = False
    by_turns: bool = False


AS_THE_API, BY_TURNS = Manner(), Manner(by_turns=True)
# Ways in which servers differ from the API, each by its name.
MANNERS = {
    f"carried by {' and '.join(carrier for carrier in CARRIERS if carrier in carriers)}": Manner(carriers=carriers)
    for carriers in (
        frozenset(carrier for bit, carrier in enumerate(CARRIERS) if number & 1 << bit) for number in range(1, 15)
    )
} | {
    "events name items by item_id alone": Manner(keys=("item_id",)),
    "events name items by output_index alone": Manner(keys=("output_index",)),
    "only deltas, by item_id alone": Manner(carriers=frozenset({DELTA}), keys=("item_id",)),
    "only deltas, by output_index alone": Manner(carriers=frozenset({DELTA}), keys=("output_index",)),
    "no item is added": Manner(announced=False),
    "events about nothing": Manner(noise=True),
}
# Events that belong to no item.
_ASIDE = table(
    {"type": "keepalive"}, {"type": "response.audio.delta", "delta": WAV, "sequence_number": 0},
    {"type": "response.audio.done", "sequence_number": 0},
    {"type": "response.audio.transcript.delta", "delta": "spoken", "sequence_number": 0},
    {"type": "response.audio.transcript.done", "sequence_number": 0},
)  # fmt: skip
_HAS_TOKENS, _HAS_NOISE = weighted({False: 7, True: 1}), DealtOptions((False, True))
_ERRORS_AT_THE_TOP = DealtOptions((True, False))

# Events that say nothing of text and function calls. What they hold must not get into either.
_NOTHING = table(
    {"type": "ping"},
    {"type": "response.reasoning_summary_text.delta", "item_id": "rs_x", "output_index": 90, "delta": "Thinking."},
    {"type": "response.reasoning_text.delta", "item_id": "rs_x", "output_index": 90, "delta": "Thinking."},
    {"type": "response.reasoning_summary_part.added", "item_id": "rs_x", "part": {"type": "summary_text", "text": ""}},
    {"type": "response.mcp_call_arguments.delta", "item_id": "mcp_x", "output_index": 91, "delta": '{"a":1}'},
    {"type": "response.mcp_call_arguments.done", "item_id": "mcp_x", "output_index": 91, "arguments": '{"a":1}'},
    {"type": "response.custom_tool_call_input.delta", "item_id": "ctc_x", "output_index": 92, "delta": "SELECT 1"},
    {"type": "response.code_interpreter_call_code.delta", "item_id": "ci_x", "output_index": 93, "delta": "1+1"},
    {"type": "response.web_search_call.searching", "item_id": "ws_x", "output_index": 94},
    {"type": "response.audio.transcript.delta", "delta": "spoken"},
    {"type": "an.event.of.next.year", "delta": "text", "arguments": "{}", "item": call_item()},
)


def make_events(
    choices: Choices, response: JSON, end: str, error: JSON, manner: Manner = AS_THE_API, ends_after: str | None = None
) -> list[Event]:
    """The events of a response that ends in one of ENDS.

    error: what an error event says. ends_after: the last event before the end; "" for any; None where all items come.
    """
    output = response["output"]
    stories = [_story(choices, item, index, manner) for index, item in enumerate(output) if _has_events(item, manner)]
    if manner.by_turns:
        stream = _by_turns(stories)
    elif manner.carriers == {DELTA} or choices.one_in(4):
        stream = _interleaved(choices, stories)
    else:
        stream = _in_turn(stories)
    stream = [*_start(choices, response), *stream]
    if ends_after is not None:
        stream, output = cut_after(choices, stream, ends_after), []
    elif choices.one_in(3):
        stream.insert(choices.pick(range(1, min(len(stream), 99) + 1)), fresh(choices, _ASIDE))
    for _ in range(6 if manner.noise else 0):
        place = choices.pick(range(min(len(stream), 99) + 1))
        stream.insert(place, fresh(choices, _NOTHING))
    if end == "error":
        at_the_top = choices.pick(_ERRORS_AT_THE_TOP)
        stream.append({"type": "error", **error, "param": None} if at_the_top else {"type": "error", "error": error})
    else:
        held = output if COMPLETED in manner.carriers or end == "failed" else []
        stream.append({"type": f"response.{end}", "response": response | {"output": held, "status": end}})
    if choices.pick(_HAS_NOISE):
        stream = [event | {"obfuscation": "kQ7xZ2w"} if event["type"].endswith(".delta") else event for event in stream]
    if choices.one_in(4):
        return stream
    return [event | {"sequence_number": number} for number, event in enumerate(stream)]


def _start(choices: Choices, response: JSON) -> list[Event]:
    begun = {key: copy_of(value) for key, value in response.items() if key != "usage"}
    begun |= dict.fromkeys(key for key in ("usage", "completed_at") if "background" in response)
    begun |= {"output": [], "error": None, "incomplete_details": None}
    kinds = {"created": "in_progress"}
    if choices.one_in(6):
        kinds = {"created": "queued", "queued": "queued"}
    if not choices.one_in(4):
        kinds["in_progress"] = "in_progress"
    return [
        {"type": f"response.{kind}", "response": copy_of(begun) | {"status": status}} for kind, status in kinds.items()
    ]


def cut_after(choices: Choices, stream: list[Event], kind: str) -> list[Event]:
    """The beginning of a stream, whose last event is of a kind; any beginning for "", or where there is none."""
    places = range(min(len(stream), LIMIT))
    lasts = [number for number in places if stream[number]["type"] == kind] or places
    return stream[: choices.pick(lasts) + 1]


def _has_events(item: JSON, manner: Manner) -> bool:
    """Whether events can be about an item: it can be named, and its arguments are a text."""
    if is_function_call(item) and not isinstance(item.get("arguments"), str):
        return False
    return isinstance(item.get("id"), str) or "output_index" in manner.keys


def _story(choices: Choices, item: JSON, index: int, manner: Manner) -> list[Event]:
    """The events about one item, in their order."""
    carriers = manner.carriers
    where = {key: value for key, value in (("item_id", item.get("id")), ("output_index", index)) if key in manner.keys}
    place = {key: value for key, value in where.items() if key == "output_index"}
    where = {key: value for key, value in where.items() if value is not None}
    parts = _parts_of(item)
    stream: list[Event] = []
    if manner.announced:
        stream.append({"type": "response.output_item.added", **place, "item": _begun(item)})
    for number, (kind, key, whole) in enumerate(parts):
        at = where if kind == "function_call_arguments" else where | {"content_index": number}
        more: Event = {"logprobs": []} if kind == "output_text" else {}
        part = item["content"][number] if "content" in item else None
        if part is not None and carriers == ALL:
            stream.append({"type": "response.content_part.added", **at, "part": copy_of(part) | {key: ""}})
        if DELTA in carriers:
            cut = pieces(choices, kind, whole, 1 if manner.by_turns else 0)
            tokens = _tokens_of(choices, kind, cut, manner)
            if any(tokens) and part is not None:
                every: list[JSON] = [token for each in tokens for token in each]
                part["logprobs"], more["logprobs"] = copy_of(every), copy_of(every)
            for piece, each in zip(cut, tokens, strict=True):
                own = {"logprobs": each} if more else {}
                stream.append({"type": f"response.{kind}.delta", **at, "delta": piece, **own})
        for place_of_note, note in enumerate(part.get("annotations", ()) if part is not None else ()):
            fields = {**at, "annotation_index": place_of_note, "annotation": copy_of(note)}
            stream.append({"type": "response.output_text.annotation.added", **fields})
        if DONE in carriers:
            stream.append({"type": f"response.{kind}.done", **at, key: whole, **more})
        if part is not None and carriers == ALL:
            stream.append({"type": "response.content_part.done", **at, "part": copy_of(part)})
    if manner in (AS_THE_API, BY_TURNS):
        stream += hosted_events(choices, item, index)
    if ITEM in carriers or (not parts and manner.announced):
        stream.append({"type": "response.output_item.done", **place, "item": copy_of(item)})
    return stream


def _tokens_of(choices: Choices, kind: str, cut: list[str], manner: Manner) -> list[list[Event]]:
    """Return of each piece of a text its tokens, one or none; none of a text without log probabilities."""
    if kind != "output_text" or manner not in (AS_THE_API, BY_TURNS) or not choices.pick(_HAS_TOKENS):
        return [[] for _piece in cut]
    if any("\ud800" <= sign <= "\udfff" for piece in cut for sign in piece):
        return [[] for _piece in cut]  # a token of half a character has bytes that are no text
    return [
        [{"token": piece, "bytes": list(piece.encode()), "logprob": -0.25, "top_logprobs": []}] if piece else []
        for piece in cut
    ]


def _parts_of(item: JSON) -> list[tuple[str, str, str]]:
    """What of an item is streamed: the kind of its events, the key of the whole, and the whole."""
    if is_function_call(item):
        return [("function_call_arguments", "arguments", item["arguments"])]
    if item["type"] != "message":
        return []
    return [
        ("refusal", "refusal", part["refusal"]) if part["type"] == "refusal" else ("output_text", "text", part["text"])
        for part in item["content"]
    ]


def _begun(item: JSON) -> JSON:
    """An item as it is announced: nothing of it has come yet."""
    begun = copy_of(item)
    for key, nothing in _COMES_LATER.get(item["type"], {}).items():
        if isinstance(begun.get(key), type(nothing)):
            begun[key] = nothing
    if "content" in begun:
        begun["content"] = []
    return begun if item["type"] in _WHOLE else begun | {"status": "in_progress"}


# By the type of an item, the members that events bring, and what they are before.
_COMES_LATER: dict[str, dict[str, str]] = {
    "function_call": {"arguments": ""},
    "mcp_call": {"arguments": ""},
    "custom_tool_call": {"input": ""},
    "code_interpreter_call": {"code": ""},
}

# Items that are announced when they are complete.
_WHOLE = ("program_output", "apply_patch_call_output")


def pieces(choices: Choices, kind: str, whole: str, least: int = 0) -> list[str]:
    """A text in one to five pieces, some of them empty; one with many marks, or a very long one, in many.

    kind: of texts that are cut in each way. least: how many cuts it has at least.
    """
    marks = sorted(_marks(whole))
    if len(marks) >= _MANY_MARKS:
        cuts = [0, *marks, len(whole)]
        parts = [whole[start:end] for start, end in pairwise(cuts)]
        return [half for part in parts for half in _surrogates(part)]
    if len(whole) > _VERY_LONG or (len(whole) > _MOST_PIECES and choices.pick(_ways_of_cutting(kind).is_in_many)):
        return [*whole[:_MOST_PIECES], "", whole[_MOST_PIECES:]]
    count = max(choices.pick(_ways_of_cutting(kind).counts), least)
    cuts = sorted(choices.pick(range(min(len(whole), 98) + 1)) for _ in range(count))
    return [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]


_MANY_MARKS, _MOST_PIECES, _VERY_LONG = 4, 55, 1000


class _Cuts(NamedTuple):
    """How texts are cut: how often, and whether a long one is cut into many pieces."""

    counts: DealtOptions[int]
    is_in_many: DealtOptions[bool]


@cache
def _ways_of_cutting(_kind: str) -> _Cuts:
    """Return the tables of a kind of texts, which no other kind has."""
    return _Cuts(DealtOptions((0, 0, 1, 2, 2, 4)), DealtOptions((False, True)))


# A blank is the end of a piece before a word, and else the beginning of one; an escaped line end is one of its own.
_MARKS = re.compile(
    r"(?<= )(?=[a-z])|\\u|\\n|\\|[a-z](?=[a-z]{3})|[0-9](?=[0-9]{3})|\r(?=\n)|\n| (?=[^a-z\s])|.(?=[\u0300-\u036f])",
    re.DOTALL,
)


def _marks(text: str) -> set[int]:
    """Where a text must not be read before its next piece has come: inside escapes, words, numbers, characters.

    Where a piece begins or ends with what programs strip too: a blank, a line end.
    """
    if not re.search(r"\\[un]|\r\n", text):
        return set()
    found = list(re.finditer(_MARKS, text))
    marks = {match.end() for match in found if match.group() != " "}
    marks |= {match.start() for match in found if match.group() in (" ", "\\n")}
    escaped = {match.start() + 4 for match in re.finditer(r"\\u[0-9a-f]{4}", text)}
    pairs = {match.end() for match in re.finditer(r"\\ud[89ab][0-9a-f]{2}(?=\\ud)", text)}
    return {mark for mark in marks | escaped | pairs if 0 < mark < len(text)}


def _surrogates(piece: str) -> Iterator[str]:
    """Yield a piece in parts that end between the two surrogates of a character."""
    whole = piece.encode("utf-16-le", "surrogatepass")
    begin = 0
    for end in range(2, len(whole), 2):
        if 0xD8 <= whole[end - 1] <= 0xDB:
            yield whole[begin:end].decode("utf-16-le", "surrogatepass")
            begin = end
    yield whole[begin:].decode("utf-16-le", "surrogatepass")


def _in_turn(stories: list[list[Event]]) -> list[Event]:
    """One story after the other."""
    return [event for story in stories for event in story]


def _by_turns(stories: list[list[Event]]) -> list[Event]:
    """All stories begun, then a piece of each in turn, then their ends."""
    begins, growing, ends = [], [], []
    for story in stories:
        grows = [number for number, event in enumerate(story) if event["type"].endswith(".delta")] or [len(story)]
        begins += story[: grows[0]]
        growing.append(story[grows[0] : grows[-1] + 1])
        ends += story[grows[-1] + 1 :]
    turns = (event for turn in zip_longest(*growing) for event in turn if event is not None)
    return [*begins, *turns, *ends]


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
