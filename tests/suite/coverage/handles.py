"""Classes of what an input refers to things by: ids of calls, names of tools, addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from urllib.parse import urlsplit

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON
from conformance.formats.handles import handles_of
from conformance.inputs.handles import (
    ANY_CHARACTERS,
    LENGTHS,
    LIKE_JSON,
    LONG_URL,
    LONGEST,
    LONGEST_NAME,
    ONE_LETTER,
    PUNCTUATED,
    WITHIN,
)

_CLASSES: Mapping[str, Callable[[Sequence[str]], bool]] = {
    LIKE_JSON: lambda held: any(json_or_absent(element) is not ABSENT for element in held),
    WITHIN: lambda held: any(permutation in other for permutation, other in permutations(held, 2)),
    ONE_LETTER: lambda held: any(len(element) == 1 and element.isalpha() for element in held),
}
_URLS: Mapping[str, Callable[[str], bool]] = {
    "more than 4,096 characters": lambda url: len(url) > LONG_URL,
    "a query": lambda url: "&" in urlsplit(url).query,
    "a fragment": lambda url: urlsplit(url).fragment != "",
    "a percent escape": lambda url: "%" in urlsplit(url).path,
    "a port": lambda url: urlsplit(url).port is not None,
    "a host that is not ASCII": lambda url: not urlsplit(url).netloc.isascii(),
    "a path that is not ASCII": lambda url: not urlsplit(url).path.isascii(),
    "capitals in the scheme": lambda url: url.startswith("HTTPS"),
}


def rows(source: str) -> Iterator[str]:
    """Yield the rows of a source format; none for one whose ids and names are not dealt."""
    if source not in LENGTHS:
        return
    yield from (f"{what}: {name}" for what in ("ids", "names") for name in _CLASSES)
    yield from [f"ids: {LONGEST}"] if LENGTHS[source] is not None else []
    yield f"names: {LONGEST}"
    yield from [f"ids: {PUNCTUATED}"] if source in ANY_CHARACTERS else []
    yield from (f"urls: {name}" for name in _URLS)


def marks(source: str, given: JSON) -> Iterator[str]:
    """Yield the rows that an input covers. source: its format, or that of its answer."""
    if source not in LENGTHS:
        return
    held = handles_of(given)
    for what, all_, length in (("ids", held.ids, LENGTHS[source]), ("names", held.names, LONGEST_NAME)):
        yield from (f"{what}: {name}" for name, fits in _CLASSES.items() if fits(all_))
        if any(len(element) == length for element in all_):
            yield f"{what}: {LONGEST}"
    if any(set(":. ") <= set(id_) for id_ in held.ids):
        yield f"ids: {PUNCTUATED}"
    yield from (f"urls: {name}" for name, fits in _URLS.items() if any(map(fits, held.urls)))
