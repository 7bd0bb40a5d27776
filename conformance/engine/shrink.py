"""Makes a failing input small: a greedy reduction of the JSON that asks the subject again at each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from conformance.values import JSON, packed

Path = tuple[str | int, ...]

# Steps are asked in batches, so that a subject behind a pipe is asked in a pipeline.
BATCH = 24


def shrink(
    value: JSON,
    still_fails: Callable[[Sequence[JSON]], int | None],
    *,
    max_asked: int = 1500,
    batch_size: int = BATCH,
) -> JSON:
    """Return a smaller input that fails in the same way.

    still_fails: takes candidates and returns the position of the first that fails in the same way (and is
    valid input where the original was), or None. Deterministic: the same input gives the same result, whatever the
    batch_size: how many candidates are asked at once. One by one asks the fewest.
    """
    asked = 0
    best = value
    progress = True
    while progress and asked < max_asked:
        progress = False
        batch: list[JSON] = []
        seen = {packed(best)}
        for candidate in _candidates(best):
            data = packed(candidate)
            if data in seen:
                continue
            seen.add(data)
            batch.append(candidate)
            if len(batch) == batch_size:
                asked += len(batch)
                hit = still_fails(batch)
                if hit is not None:
                    best, progress = batch[hit], True
                    break
                batch = []
                if asked >= max_asked:
                    break
        else:
            if batch:
                asked += len(batch)
                hit = still_fails(batch)
                if hit is not None:
                    best, progress = batch[hit], True
    return best


def _candidates(value: JSON) -> Iterator[JSON]:
    """Yield smaller variants, the boldest first: large parts gone, members gone, members hoisted, scalars plain."""
    places = list(_places(value))
    if isinstance(value, list) and len(value) > 2:
        half = len(value) // 2
        yield value[half:]
        yield value[:half]
    for path, _member in places:
        if path:
            yield _removed(value, path)
    for path, member in places:
        children: list[JSON] = []
        if isinstance(member, dict):
            children = [child for child in member.values() if isinstance(child, dict)]
            children += [g for c in member.values() if isinstance(c, dict) for g in c.values() if isinstance(g, dict)]
            children += [g for c in member.values() if isinstance(c, list) for g in c if isinstance(g, dict)]
        elif isinstance(member, list):
            children = [child for child in member if isinstance(child, list)]
        for child in children:
            yield _replaced(value, path, child)
    for path, member in places:
        properties = member.get("properties") if isinstance(member, dict) else None
        if isinstance(properties, dict) and len(properties) == 1 and "items" not in member:
            # A property inside a property says no more than a property inside an array, with one name less.
            (inner,) = properties.values()
            kept = {key: value for key, value in member.items() if key != "properties"}
            yield _replaced(value, path, {**kept, "items": inner})
    for path, member in places:
        for simpler in _simpler(member):
            yield _replaced(value, path, simpler)
    for path, _member in places:
        if path and isinstance(path[-1], str) and len(path[-1]) > 1:
            yield _renamed(value, path)


def _places(value: JSON, path: Path = ()) -> Iterator[tuple[Path, JSON]]:
    level: list[tuple[Path, JSON]] = [(path, value)]
    while level:
        yield from level
        level = [
            ((*place, key), member)
            for place, holder in level
            for key, member in (
                holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
            )
        ]


def _simpler(value: JSON) -> Iterator[JSON]:
    if isinstance(value, str):
        if len(value) > 1:
            yield "a"
            yield value[: len(value) // 2]
        elif value not in ("", "a"):
            yield "a"
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if value not in (0, 1):
            yield 0
            yield value // 10 if isinstance(value, int) else 1.0
    elif isinstance(value, dict) and value:
        yield {}
        yield True
    elif isinstance(value, list) and value:
        yield []
    if value != 0 or isinstance(value, bool | float):
        yield 0  # the plainest value of all, so that different beginnings have the same end


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


def _renamed(value: JSON, path: Path) -> JSON:
    """Give a key the shortest name that is free beside it; where the key is a keyword, judging refuses it."""
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        if not rest:
            free = next((letter for letter in "abcdefghij" if letter not in value), None)
            if free is None:
                return value
            return {free if name == key else name: member for name, member in value.items()}
        return {name: _renamed(member, rest) if name == key else member for name, member in value.items()}
    return [_renamed(member, rest) if index == key else member for index, member in enumerate(value)]
