"""What the API sends in some recordings and not in others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from conformance.apis.recordings.model import Interaction
from conformance.base.values import ABSENT, JSON

# Below these are a user's or a model's own names: what a request said, which the API repeats, and arguments.
_OF_OTHERS: Final = frozenset(
    {"metadata", "tools", "schema", "variables", "arguments", "args", "input", "headers", "logit_bias", "bytes"}
)
# Members whose values are words of the API.
_WORDS: Final = frozenset(
    {
        "type",
        "object",
        "status",
        "finish_reason",
        "stop_reason",
        "reason",
        "role",
        "phase",
        "incomplete",
        "finishReason",
        "blockReason",
        "modality",
    }
)
_KINDS: Final = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenValue:
    """Something that the API sends. what: "response" or "event", with its API. at: where in it, by types and not by
    positions. value: the type of the value, or the word. count: of how many values. file, number: where it is first.
    """

    what: str
    at: str
    value: str
    count: int
    file: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingsComparison:
    """Two folders of recordings. new: what only the later ones have. gone: what only the earlier ones have."""

    earlier: str
    new: tuple[SeenValue, ...]
    gone: tuple[SeenValue, ...]


def compare(earlier: str, before: Iterable[Interaction], after: Iterable[Interaction]) -> RecordingsComparison:
    """Compare what the API sent. earlier: the folder of `before`. Below something new nothing more is named."""
    entry, other = _seen(before), _seen(after)
    return RecordingsComparison(earlier=earlier, new=_missing(other, entry), gone=_missing(entry, other))


def _missing(
    held: dict[tuple[str, str, str], SeenValue], other: dict[tuple[str, str, str], SeenValue]
) -> tuple[SeenValue, ...]:
    """Return what one has and the other has not: of what is below something missing nothing more is said."""
    missing = [key for key in held if key not in other]
    places = {(what, at) for what, at, _value in other}
    whole = {(what, at) for what, at, _value in missing if (what, at) not in places}
    return tuple(held[key] for key in missing if not any((key[0], above) in whole for above in _above(key[1])))


def _above(at: str) -> Iterator[str]:
    """Yield the places above a place, each with and without the type that is named there."""
    steps = at.split("/")
    for count in range(1, len(steps)):
        above = "/".join(steps[:count])
        yield above
    yield from (at[:place] for place, char in enumerate(at) if char == ":")


def _seen(interactions: Iterable[Interaction]) -> dict[tuple[str, str, str], SeenValue]:
    found: dict[tuple[str, str, str], SeenValue] = {}
    for interaction in interactions:
        for what, sent in _sent(interaction):
            for at, value in set(_places(sent, "")):
                known = found.get((what, at, value))
                found[what, at, value] = SeenValue(
                    what=what,
                    at=at,
                    value=value,
                    count=1 if known is None else known.count + 1,
                    file=interaction.file if known is None else known.file,
                    number=interaction.number if known is None else known.number,
                )
    return dict(sorted(found.items()))


def _sent(interaction: Interaction) -> Iterator[tuple[str, JSON]]:
    """Yield what the API sent: a response or an error, or each event of a stream."""
    api = interaction.api.capitalize()
    if interaction.events is not None:
        yield from ((f"{api} event", event) for event in interaction.events)
    elif interaction.answer is not ABSENT:
        yield f"{api} {'response' if interaction.succeeded else 'error'}", interaction.answer


def _places(value: JSON, at: str) -> Iterator[tuple[str, str]]:
    """Yield each place in a value with the type, or the word, that is there."""
    if isinstance(value, dict):
        kind = value.get("type")
        at = f"{at}:{kind}" if isinstance(kind, str) else at
        yield at, "object"
        for name, member in value.items():
            below = f"{at}/{name}"
            if name in _WORDS and isinstance(member, str):
                yield below, member
            elif name in _OF_OTHERS:
                yield below, _kind(member)
            else:
                yield from _places(member, below)
    elif isinstance(value, list):
        yield at, "array"
        for member in value:
            yield from _places(member, f"{at}/*")
    else:
        yield at, _kind(value)


def _kind(value: JSON) -> str:
    return "null" if value is None else _KINDS[type(value)]
