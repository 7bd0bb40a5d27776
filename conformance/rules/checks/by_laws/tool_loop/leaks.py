"""LOOP-8: what is nobody's business in a request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.base.values import JSON, packed
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop, requests_at
from conformance.rules.checks.findings import OK, Failure, Findings, brief

Place = tuple[str | int, ...]

# Keys, the environment and conversations hold marked texts, so that the origin of each is known.
CANARY = re.compile("canary-[a-z0-9]+(?:-[a-z0-9]+)*")
_BEGINNING = b"canary-"


def nothing_leaked(view: ToolLoop) -> Findings:
    """No request holds a marked text that its own conversation does not."""
    if view.unfit or not view.requests:
        return None
    own = {mark for _place, text in _texts(view.given, ()) for mark in CANARY.findall(text)}
    for asked in view.requests:
        if _BEGINNING not in (packed(asked.body) or _BEGINNING):
            continue  # nearly always; this is quicker than a walk
        for place, text in _texts(asked.body, ()):
            foreign = sorted(set(CANARY.findall(text)) - own)
            if foreign:
                message = (
                    f"request {asked.number + 1} holds {foreign[0]}, which is not of this conversation: {brief(text)}"
                )
                return (Failure("leak", requests_at(asked.number, *place), message),)
    return OK


def _texts(value: JSON, place: Place) -> Iterator[tuple[Place, str]]:
    """Yield every text of a value, keys too, with its place. Values are as deep as JSON is read."""
    waiting: list[tuple[Place, JSON]] = [(place, value)]
    while waiting:
        at, inner = waiting.pop()
        if isinstance(inner, str):
            yield at, inner
        elif isinstance(inner, dict):
            for key, member in inner.items():
                yield at, key
                waiting.append(((*at, key), member))
        elif isinstance(inner, list):
            waiting += [((*at, index), member) for index, member in enumerate(inner)]
