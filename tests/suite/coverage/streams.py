"""The situations of streams: how a response is split, ordered, carried and ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, pairwise

from conformance.base.values import JSON
from conformance.formats.responses.read import FUNCTION_CALL
from conformance.formats.responses.stream import DELTAS, PARTS
from tests.suite.coverage.classes import ARGUMENTS, TEXT, Classes

_PIECES: dict[str, Callable[[list[str]], bool]] = {
    "one piece": lambda pieces: len(pieces) == 1,
    "several pieces": lambda pieces: len(pieces) > 1,
    "an empty piece": lambda pieces: "" in pieces,
    "a piece of one character": lambda pieces: any(len(piece) == 1 for piece in pieces),
    "a blank at the end of a piece": lambda pieces: any(piece[-1:] == " " and piece.strip() for piece in pieces[:-1]),
    "a blank at the start of a piece": lambda pieces: any(piece[:1] == " " and piece.strip() for piece in pieces[1:]),
    "a line end at the end of a piece": lambda pieces: any(
        piece[-1:] == "\n" and piece.strip() for piece in pieces[:-1]
    ),
    "a blank piece": lambda pieces: any(piece and not piece.strip() for piece in pieces),
    "more than 50 pieces": lambda pieces: len(pieces) > 50,
}
_CUTS: dict[str, Callable[[str, str], bool]] = {
    "split inside a number": lambda left, right: left[-1:].isdigit() and right[:1].isdigit(),
    "split inside a word": lambda left, right: left[-1:].isalpha() and right[:1].isalpha(),
    "split after a backslash": lambda left, right: re.search(r"(?<!\\)(\\\\)*\\$", left) is not None,
    "split inside an escape": lambda left, right: re.search(r"\\u[0-9a-f]{0,3}$", left) is not None,
    "split inside an escaped surrogate pair": lambda left, right: (
        re.search(r"\\ud[89ab][0-9a-f]{2}$", left) is not None and right.startswith("\\")
    ),
    "split between surrogates": lambda left, right: "\ud800" <= left[-1:] <= "\udbff",
    "split before an escaped line end": lambda left, right: right[:2] == "\\n" and left[-1:] != "\\",
    "split after an escaped line end": lambda left, right: re.search(r"(?<!\\)(\\\\)*\\n$", left) is not None,
    "split behind a blank inside a string": lambda left, right: left[-1:] == " " and _is_in_string(left),
    "split before a combining mark": lambda left, right: "\u0300" <= right[:1] <= "\u036f",
    "split inside CRLF": lambda left, right: left.endswith("\r") and right.startswith("\n"),
}


def _is_in_string(text: str) -> bool:
    """Whether the beginning of a JSON text ends inside a string."""
    return re.sub(r"\\.", "", text, flags=re.DOTALL).count('"') % 2 == 1


_TEXTS = {
    "arguments": "response.function_call_arguments",
    "text": "response.output_text",
    "refusal": "response.refusal",
}
_THOUGHTS = {"reasoning": "response.reasoning_text", "summary": "response.reasoning_summary_text"}
# Of whole texts. A refusal of one letter or of a number is none that a model gives.
_CLASSES: Mapping[str, Classes] = {
    "text": TEXT,
    "arguments": ARGUMENTS,
    "refusal": {name: fits for name, fits in TEXT.items() if name not in ("one character", "a number")},
    "reasoning": TEXT,
    "summary": TEXT,
}
# Cuts that a text of the kind cannot have: CRLF is escaped in arguments, and no text has JSON's escapes.
_OF_ARGUMENTS = (
    "split after a backslash", "split inside an escape", "split inside an escaped surrogate pair",
    "split before an escaped line end", "split after an escaped line end", "split behind a blank inside a string",
)  # fmt: skip
_OF_WORDS = ("split before a combining mark", "split inside CRLF")
_LINE_END = "a line end at the end of a piece"  # arguments have none between their tokens, as models write them
_ENDS = ("completed", "incomplete", "failed")
_CARRIERS = ("delta", "done", "item-done", "completed")


def _names_of(carriers: tuple[str, ...]) -> str:
    return f"carried by {' and '.join(carriers)}"


def _subsets() -> Iterator[tuple[str, ...]]:
    for number in range(1, 2 ** len(_CARRIERS)):
        yield tuple(carrier for bit, carrier in enumerate(_CARRIERS) if number & 1 << bit)


# Rows that count on streams of any standing.
CARRIERS = frozenset(
    [f"events: {_names_of(subset)}" for subset in _subsets()]
    + [f"events: {name}" for name in ("named by item_id alone", "named by output_index alone", "items not added")]
    + ["events: an event of no type that is known"]
)


def rows_of_pieces(texts: Iterable[str]) -> Iterator[str]:
    """Yield the rows of texts that come in pieces."""
    for text in texts:
        yield from (f"{text}: {name}" for name in _PIECES if (name, text) != (_LINE_END, "arguments"))
        cuts = [cut for cut in _CUTS if cut not in (_OF_WORDS if text == "arguments" else _OF_ARGUMENTS)]
        yield from (f"{text}: {name}" for name in cuts)


def marks_of_pieces(pieces: list[str]) -> Iterator[str]:
    """Yield what the pieces of one text show."""
    yield from (name for name, fits in _PIECES.items() if fits(pieces))
    for number, right in enumerate(pieces[1:], start=1):
        left = "".join(pieces[:number])
        yield from (name for name, fits in _CUTS.items() if left and right and fits(left, right))


def rows() -> Iterator[str]:
    """Yield the rows of a stream's situations."""
    yield from rows_of_pieces(_TEXTS)
    yield from (f"{text}: {name}" for text, classes in _CLASSES.items() for name in classes)
    yield from (f"events: {name}" for name in _SITUATIONS)
    yield from (f"events: ends with {end}" for end in (*_ENDS, "error", "error in an object"))
    yield from (f"events: breaks off after {kind}" for kind in _BREAKS)
    yield from (f"events: fails after {kind}" for kind in _FAILS_AFTER)
    yield from (
        f"events: {_between(element, other)}" for element in _GROWING for other in _GROWING if _are_real(element, other)
    )
    yield from (f"items: {kind} before {other}" for kind in _KINDS for other in _KINDS)
    yield from (f"items: {name}" for name in ("no item", "one item", "several items"))
    yield from sorted(CARRIERS)


_KINDS = ("message", FUNCTION_CALL, "reasoning", "another item")
_HOSTED = ("mcp_call", "code_interpreter_call")  # what the API runs itself; that something of it grows, _SITUATIONS say
# The stems of the events of texts that grow, by what grows.
_GROWING = {stem.removeprefix("response."): stem for stem, delta in DELTAS.items() if delta.item not in _HOSTED}
_CALLS = ("function_call_arguments", "custom_tool_call_input")
_FAILS_AFTER = ("response.created", *(f"{stem}.delta" for stem in _GROWING.values()))
_BREAKS = (
    "response.created", "response.in_progress", "response.output_text.annotation.added",
    *(f"{stem}.{verb}" for stem in ("response.output_item", *PARTS) for verb in ("added", "done")),
    *(f"{stem}.{verb}" for stem in _GROWING.values() for verb in ("delta", "done")),
)  # fmt: skip


def marks(stream: JSON) -> Iterator[str]:
    """Yield the rows of its situations that a stream covers."""
    given = stream if isinstance(stream, list) else []
    events = [event for event in given if isinstance(event, dict) and isinstance(event.get("type"), str)]
    if not events:
        return
    for text, stem in (_TEXTS | _THOUGHTS).items():
        for pieces in _pieces(events, f"{stem}.delta"):
            yield from (f"{text}: {name}" for name in marks_of_pieces(pieces) if text in _TEXTS)
            whole = _whole(pieces)
            yield from (f"{text}: {name}" for name, fits in _CLASSES.get(text, {}).items() if fits(whole))
    yield from (f"events: {name}" for name, fits in _SITUATIONS.items() if fits(events))
    yield from _end(events)
    yield from (f"events: {_between(turn, other)}" for turn, other in _turns(events))
    items = [_kind(event["item"]) for event in events if event["type"] == "response.output_item.added"]
    yield from (f"items: {element} before {other}" for element, other in pairwise(items))
    yield f"items: {('no item', 'one item', 'several items')[min(len(items), 2)]}"
    yield from (f"events: {name}" for name in _representation(events))


def _whole(pieces: list[str]) -> str:
    """Return the text that pieces make; a letter may be cut between its surrogates."""
    return "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _pieces(events: list[JSON], kind: str) -> Iterator[list[str]]:
    """Yield the pieces of each text."""
    texts: dict[tuple[JSON, ...], list[str]] = {}
    for event in events:
        if event["type"] == kind and isinstance(event.get("delta"), str):
            key = tuple(event.get(name) for name in ("item_id", "output_index", "content_index"))
            texts.setdefault(key, []).append(event["delta"])
    yield from texts.values()


def _kind(item: JSON) -> str:
    kind = item.get("type") if isinstance(item, dict) else None
    return kind if kind in _KINDS else "another item"


def _are_real(*kinds: str) -> bool:
    """Whether an answer has texts of these kinds: one that refuses does so once, and calls nothing."""
    return "refusal" not in kinds or (set(kinds).isdisjoint(_CALLS) and len(set(kinds)) == len(kinds))


def _between(text: str, other: str) -> str:
    return f"{other} between pieces of {text}"


def _turns(events: list[JSON]) -> set[tuple[str, str]]:
    """Return the kinds of each two texts of which a piece of the second comes between two of the first."""
    places: dict[tuple[JSON, ...], list[int]] = {}
    stems = {f"{stem}.delta": kind for kind, stem in _GROWING.items()}
    for number, event in enumerate(events):
        kind = stems.get(event["type"])
        if kind is not None:
            of = tuple(event.get(name) for name in ("item_id", "output_index", "content_index", "summary_index"))
            places.setdefault((kind, *of), []).append(number)
    return {
        (str(name[0]), str(other[0]))
        for name, at in places.items()
        for other, its in places.items()
        if name != other and any(at[0] < place < at[-1] for place in its)
    }


def _end(events: list[JSON]) -> Iterator[str]:
    last = events[-1]
    kind = last["type"].removeprefix("response.")
    if kind == "error":
        yield f"events: ends with error{' in an object' if isinstance(last.get('error'), dict) else ''}"
    elif kind in _ENDS:
        yield f"events: ends with {kind}"
    else:
        yield f"events: breaks off after {last['type']}"
    if kind in ("error", "failed") and len(events) > 1:
        yield f"events: fails after {events[-2]['type']}"


def _indexes(events: list[JSON]) -> list[int]:
    """Return the items that events are about, without repetition in a row."""
    about = [event["output_index"] for event in events if isinstance(event.get("output_index"), int)]
    return [index for index, _group in groupby(about)]


def _mixed(indexes: list[int]) -> bool:
    return len(set(indexes)) < len(indexes)


_SITUATIONS: dict[str, Callable[[list[JSON]], bool]] = {
    "items one after another": lambda events: len(_indexes(events)) > 1 and not _mixed(_indexes(events)),
    "items mixed": lambda events: _mixed(_indexes(events)),
    "numbered": lambda events: "sequence_number" in events[0],
    "not numbered": lambda events: "sequence_number" not in events[0],
    "a keepalive": lambda events: any(event["type"] == "keepalive" for event in events),
    "queued first": lambda events: any(event["type"] == "response.queued" for event in events),
    "an annotation": lambda events: any(event["type"] == "response.output_text.annotation.added" for event in events),
    "a hosted tool's event": lambda events: any("_call." in event["type"] for event in events),
    "a reasoning event": lambda events: any("reasoning" in event["type"] for event in events),
    "what the request said in each response": lambda events: "truncation" in _begun(events),
    "nothing that the request said": lambda events: "response" in events[0] and "truncation" not in _begun(events),
    "noise in the deltas": lambda events: any("obfuscation" in event for event in events),
    "log probabilities of the pieces": lambda events: any(
        event["type"] == "response.output_text.delta" and event.get("logprobs") for event in events
    ),
    "a text of a phase": lambda events: any(
        isinstance(event.get("item"), dict) and event["item"].get("phase") for event in events
    ),
    "two calls of one tool": lambda events: len(set(_names(events))) < len(_names(events)),
}


def _begun(events: list[JSON]) -> JSON:
    """Return the response of the first event; an empty one where it has none."""
    response = events[0].get("response")
    return response if isinstance(response, dict) else {}


def _names(events: list[JSON]) -> list[str]:
    added = [event["item"] for event in events if event["type"] == "response.output_item.added"]
    return [item["name"] for item in added if _kind(item) == FUNCTION_CALL and isinstance(item.get("name"), str)]


def _representation(events: list[JSON]) -> Iterator[str]:
    """Yield how a stream that ends carries its calls, and how its events name them."""
    kinds = {event["type"] for event in events}
    calls = [event for event in events if event["type"].startswith("response.function_call_arguments.")]
    if events[-1]["type"] in ("response.completed", "response.incomplete"):
        output = events[-1]["response"].get("output") or []
        items = [event["item"] for event in events if event["type"] == "response.output_item.done"]
        carriers = (
            "response.function_call_arguments.delta" in kinds,
            "response.function_call_arguments.done" in kinds,
            any(_kind(item) == FUNCTION_CALL for item in items),
            any(_kind(item) == FUNCTION_CALL for item in output),
        )
        if any(carriers):
            yield _names_of(tuple(name for name, has in zip(_CARRIERS, carriers, strict=True) if has))
    for key, other in (("item_id", "output_index"), ("output_index", "item_id")):
        if calls and all(key in event and other not in event for event in calls):
            yield f"named by {key} alone"
    if calls and "response.output_item.added" not in kinds:
        yield "items not added"
    if any(not kind.startswith(("response.", "error", "keepalive")) for kind in kinds):
        yield "an event of no type that is known"
