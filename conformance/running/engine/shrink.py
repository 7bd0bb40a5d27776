"""Makes a failing input small and plain: a greedy reduction of the JSON that asks the subject again at each step.

The result should fit into a bug report, so every step stays in the input's domain: members are removed, nothing is put
where a client would not put it, keywords and words such as `type` are never changed, JSON text stays the text of the
same type, and what replaces a value is what people write there. Whoever asks decides whether an input is still one that
a client sends.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON, packed
from conformance.formats.json_schema import KEYWORDS, ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from conformance.running.engine.counted_positions import COUNTED, beginnings, renumbered
from conformance.running.engine.joined_deltas import joined

Path = tuple[str | int, ...]
Edit = Callable[[], JSON]

# Steps are asked in batches, so that a subject behind a pipe is asked in a pipeline.
BATCH = 24
LOOKED_AT = 5_000_000  # bytes of candidates that are made, whether they may be asked or not

# By key, what a text is replaced by. Equal texts are replaced together, so that a call keeps its result.
_TEXTS = ("Hi", "Hello", "Good morning", "Thanks")
_PLAUSIBLE = {
    **dict.fromkeys(("name", "toolName"), ("get_weather", "get_time", "search")),
    **dict.fromkeys(("content", "delta", "instructions", "output", "refusal", "text"), _TEXTS),
    **dict.fromkeys(("description", "title"), ("The city.", "The day.", "The unit.")),
    **dict.fromkeys(("file_url", "image_url", "url"), ("https://example.org/a.png", "https://example.org/b.png")),
    "filename": ("a.pdf", "b.pdf"),
    "model": ("gpt-4o",),
}
_VALUES = ("Paris", "Rome", "Oslo")
_NAMES = ("city", "day", "unit", "limit")
_DATA = frozenset({"arguments", "const", "default", "enum", "examples", "input"})
_ROOTS = frozenset({"inputSchema", "input_schema", "parameters", "schema"})
_PLAIN_SCHEMA = {"type": "string"}
_PREFIX = re.compile(r"[A-Za-z]+[_-]")  # of an id
_JSON_TEXTS = (("arguments",), ("delta",), ("input",), ("output",))
_LONG = 8  # characters from which a text is halved


def shrink(
    value: JSON,
    still_fails: Callable[[Sequence[JSON]], int | None],
    *,
    is_worth: Callable[[JSON], bool] = lambda _candidate: True,
    max_asked: int = 1500,
    batch_size: int = BATCH,
    enough: int = 0,
) -> JSON:
    """Return a smaller input that fails in the same way.

    still_fails: takes candidates and returns the position of the first that fails in the same way, or None. is_worth:
    whether a candidate may be asked, such as one that is valid input where the original was. Deterministic: the same
    input gives the same result, whatever the batch_size: how many candidates are asked at once. One by one asks the
    fewest. enough: bytes of an input that is small enough.
    """
    best, asked, looked_at, start, size, changed = value, 0, 0, 0, 1, False
    seen = {packed(value)}
    begins = beginnings(value)
    is_without_gaps = packed(renumbered(value, begins)) == packed(value)
    while asked < max_asked and looked_at < LOOKED_AT and not 0 < len(packed(best) or b"") <= enough:
        edits = list(islice(_edits(best), start, start + size))
        if not edits:
            if not changed:
                break
            start, changed = 0, False
            continue
        fresh = {}  # candidates by position
        for position, edit in enumerate(edits):
            candidate = renumbered(edit(), begins) if is_without_gaps else edit()
            data = packed(candidate)
            if data not in seen:
                seen.add(data)
                looked_at += len(data or b"")
                if is_worth(candidate):
                    fresh[position] = candidate
        asked += len(fresh)
        hit = still_fails(list(fresh.values())) if fresh else None
        if hit is None:
            start, size = start + len(edits), min(2 * size, batch_size)
        else:
            # What follows the change is next: a new beginning after each change would ask for most parts many times.
            position = list(fresh)[hit]
            best, start, size, changed = fresh[position], start + position, 1, True
    return best


def _edits(value: JSON, *, is_data: bool = False) -> Iterator[Edit]:
    """Yield smaller variants, the boldest first. is_data: whether the whole value is free data, as arguments are."""
    places = list(_places(value))
    for path, member in places:
        if isinstance(member, list):
            yield from _halves(value, path, member)
    yield from _without_ids(value, places)
    yield from _without_indexes(value)
    yield from (partial(_as_it_is, made) for made in joined(value))
    yield from _without_members(value, places)
    for path, member in places:
        if isinstance(member, dict):
            yield from _halves(value, path, member)
    only = {(*path, 0) for path, member in places if path and isinstance(member, list) and len(member) == 1}
    for path, _member in places:
        if path and path not in only:  # a list that holds nothing is seldom what people write; it may go itself
            yield partial(_removed, value, path)
    for path, member in places:
        for inner in _hoisted(path, member, is_data=is_data or _is_data(path[:-1])):
            yield partial(_replaced, value, path, inner)
    for path, member in places:
        text = _json_text(path, member)
        for edit in _edits(text, is_data=True) if text is not None else ():
            yield partial(_rewritten, value, path, text, edit)
    yield from _plain_texts(value, places, is_data=is_data)
    for path, member in places:
        if isinstance(member, int | float) and not isinstance(member, bool) and member not in (0, 1):
            if not path or path[-1] not in COUNTED:
                yield partial(_replaced, value, path, 1)
    yield from _plain_names(value, places)


def _as_it_is(value: JSON) -> JSON:
    return value


def _places(value: JSON) -> Iterator[tuple[Path, JSON]]:
    """Yield every member of a value with its path, level by level."""
    level: list[tuple[Path, JSON]] = [((), value)]
    while level:
        yield from level
        level = [
            ((*place, key), member)
            for place, holder in level
            for key, member in (
                holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
            )
        ]


def _halves(value: JSON, path: Path, member: JSON) -> Iterator[Edit]:
    """Yield a long list or object with half of its members."""
    if isinstance(member, dict | list) and len(member) > 3:
        entries = list(member.items()) if isinstance(member, dict) else member
        middle = len(entries) // 2
        for half in (entries[middle:], entries[:middle]):
            kept: JSON = dict(half) if isinstance(member, dict) else half
            yield partial(_replaced, value, path, kept)


def _without_ids(value: JSON, places: Sequence[tuple[Path, JSON]]) -> Iterator[Edit]:
    """Yield the value without the entries of lists that hold an id: a call goes together with its result."""
    holders: dict[str, list[Path]] = {}
    for path, member in places:
        if isinstance(member, str) and path and str(path[-1]).endswith("id"):
            entry = next((path[: i + 1] for i in range(len(path) - 1, -1, -1) if isinstance(path[i], int)), None)
            if entry is not None:
                holders.setdefault(member, []).append(entry)
    for paths in holders.values():
        if len(set(paths)) > 1:
            yield partial(_all_removed, value, paths)


def _without_indexes(value: JSON) -> Iterator[Edit]:
    """Yield a stream without the events of a block: those that have its index."""
    for path, member in ((), value), *(value.items() if isinstance(value, dict) else ()):
        of_index: dict[int, list[Path]] = {}
        for place, event in enumerate(member if isinstance(member, list) else ()):
            index = event.get("index") if isinstance(event, dict) else None
            if type(index) is int:
                of_index.setdefault(index, []).append((*((path,) if isinstance(path, str) else ()), place))
        for paths in of_index.values() if len(of_index) > 1 else ():
            yield partial(_all_removed, value, paths)


def _without_members(value: JSON, places: Sequence[tuple[Path, JSON]]) -> Iterator[Edit]:
    """Yield the value without a member that several entries of a list have in the same place, the largest first."""
    alike: dict[tuple[str, ...], list[Path]] = {}
    sizes: Counter[tuple[str, ...]] = Counter()
    for path, member in places:
        if path and isinstance(path[-1], str):
            shape = tuple("*" if isinstance(step, int) else step for step in path)
            alike.setdefault(shape, []).append(path)
            sizes[shape] += len(packed(member) or b"")
    for shape, _size in sizes.most_common():
        if len(alike[shape]) > 1:
            yield partial(_all_removed, value, alike[shape])


def _all_removed(value: JSON, paths: Iterable[Path]) -> JSON:
    """Remove some entries of lists. The last ones go first, so that the other paths stay true."""
    for path in sorted(set(paths), key=_order, reverse=True):
        value = _removed(value, path)
    return value


def _order(path: Path) -> list[tuple[bool, str | int]]:
    return [(isinstance(key, str), key) for key in path]


def _hoisted(path: Path, member: JSON, *, is_data: bool) -> Iterator[JSON]:
    """Yield what may stand in the place of a schema: the schemas in it, and the plainest; data inside data likewise."""
    if is_data:
        yield from member.values() if isinstance(member, dict) else member if isinstance(member, list) else ()
    elif _is_schema(path) and isinstance(member, dict):
        yield from (inner for place, inner in _places_to(member, 2) if _is_schema((*path, *place)))
        if path[-1] not in _ROOTS and member != _PLAIN_SCHEMA:
            yield _PLAIN_SCHEMA


def _places_to(value: JSON, depth: int) -> Iterator[tuple[Path, JSON]]:
    return ((path, member) for path, member in _places(value) if 0 < len(path) <= depth and isinstance(member, dict))


def _is_schema(path: Path) -> bool:
    """Whether a schema stands at a path."""
    if not path:
        return False
    holder = path[-2] if len(path) > 1 else None
    if isinstance(path[-1], int):
        return holder in SCHEMA_LIST
    return holder in SCHEMA_MAP or (path[-1] in ONE_SCHEMA | _ROOTS)


def _is_data(path: Path) -> bool:
    """Whether what lies below a path is free data; the `input` of a request is none."""
    return any(key in _DATA for key in path[1:])


def _json_text(path: Path, text: JSON) -> JSON:
    """Return the object or list that a text holds as JSON; None if it holds none."""
    if not isinstance(text, str) or path[-1:] not in _JSON_TEXTS or text[:1] not in "{[":
        return None
    held = json_or_absent(text)
    return held if isinstance(held, dict | list) and held else None


def _rewritten(value: JSON, path: Path, before: JSON, edit: Edit) -> JSON:
    """Edit a JSON text. What would be of another type stays as it was."""
    after = edit()
    text = json.dumps(after if type(after) is type(before) else before, ensure_ascii=False)
    return _replaced(value, path, text)


def _plain_texts(value: JSON, places: Sequence[tuple[Path, JSON]], *, is_data: bool) -> Iterator[Edit]:
    """Yield the value with all texts of one kind that are equal replaced by a plausible one, or by their half."""
    texts: dict[tuple[tuple[str, ...], str], list[Path]] = {}
    for path, member in places:
        if isinstance(member, str) and member and _json_text(path, member) is None:
            choice = _VALUES if is_data or _is_data(path[:-1]) else _plausible(path, member)
            if choice and member not in choice:
                texts.setdefault((choice, member), []).append(path)
    used = {member for _path, member in places if isinstance(member, str)}
    for (choice, text), paths in texts.items():
        better = [text for text in choice if text not in used][:1]
        if len(text) > _LONG and choice in (_TEXTS, _VALUES):
            better += [text[: len(text) // 2], text[len(text) // 2 :]]
        for name in better:
            yield partial(_all_replaced, value, paths, name)


def _plausible(path: Path, text: str) -> tuple[str, ...]:
    """Return what may replace a text at a path; nothing for words of the format."""
    key = next((key for key in reversed(path) if isinstance(key, str)), None)
    if key is None or key in _DATA:
        return _VALUES
    if key == "id" or key.endswith("_id"):
        prefix = _PREFIX.match(text)
        return tuple(f"{prefix[0] if prefix else 'call_'}{number}" for number in range(1, 10))
    return _PLAUSIBLE.get(key, ())


def _all_replaced(value: JSON, paths: Iterable[Path], new: JSON) -> JSON:
    for path in paths:
        value = _replaced(value, path, new)
    return value


def _plain_names(value: JSON, places: Sequence[tuple[Path, JSON]]) -> Iterator[Edit]:
    """Yield the value with a property or a definition renamed, also where `required` and `$ref` name it."""
    for path, member in places:
        if not (path and path[-1] in SCHEMA_MAP - {"patternProperties"} and isinstance(member, dict)):
            continue
        free = next((name for name in _NAMES if name not in member), None)
        for name in member:
            if free is not None and name not in _NAMES and name not in KEYWORDS:
                yield partial(_value_with_member_name, value, path, name, free)


def _value_with_member_name(value: JSON, path: Path, name: str, new: str) -> JSON:
    holder = _at(value, path[:-1])
    members = {new if key == name else key: member for key, member in holder[path[-1]].items()}
    required = holder.get("required")
    changed = {**holder, path[-1]: members}
    if path[-1] == "properties" and isinstance(required, list):
        changed["required"] = [new if element == name else element for element in required]
    return _pointed_anew(_replaced(value, path[:-1], changed), f"/{path[-1]}/{name}", f"/{path[-1]}/{new}")


def _pointed_anew(value: JSON, old: str, new: str) -> JSON:
    """Change the references that end in a pointer."""
    for path, member in list(_places(value)):
        if path and path[-1] == "$ref" and isinstance(member, str) and member.endswith(old):
            value = _replaced(value, path, member.removesuffix(old) + new)
    return value


def _at(value: JSON, path: Path) -> JSON:
    for key in path:
        value = value[key]
    return value


def _removed(value: JSON, path: Path) -> JSON:
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        if not rest:
            return {name: member for name, member in value.items() if name != key}
        return {name: _removed(member, rest) if name == key else member for name, member in value.items()}
    if not rest:
        return [member for index, member in enumerate(value) if index != key]
    return [_removed(member, rest) if index == key else member for index, member in enumerate(value)]


def _replaced(value: JSON, path: Path, new: JSON) -> JSON:
    if not path:
        return new
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {name: _replaced(member, rest, new) if name == key else member for name, member in value.items()}
    return [_replaced(member, rest, new) if index == key else member for index, member in enumerate(value)]
