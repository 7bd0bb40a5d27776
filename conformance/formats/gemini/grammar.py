"""The grammar of a stream of Gemini: a list of whole responses, each with what is new.

    RESPONSE+ of one responseId, until each candidate that was begun has its finishReason

Behind its finishReason a candidate says nothing more; counts and what the host found may still come. A request that was
blocked has a promptFeedback with its reason, and no candidate. An `error` ends a stream. A call is whole in one part;
only where the client asked for it do its arguments come in pieces, one after the other. There is no mark of the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from conformance.base.values import JSON
from conformance.base.wording import brief, but_got
from conformance.formats.gemini.partial import is_open
from conformance.formats.model.fact import Path
from conformance.formats.model.reading import GrammarError

KINDS: Final = ("event", "head", "no-end", "after-end", "not-opened", "not-closed")  # what breaks it


def disorder_of(events: JSON) -> tuple[GrammarError, ...]:
    """Return what breaks the grammar: of each kind the first place, in the order of the responses."""
    first: dict[str, GrammarError] = {}
    for error in _Grammar().judged(events if isinstance(events, list) else []):
        first.setdefault(error.kind, error)
    return tuple(first.values())


class _Grammar:
    """What is known while the responses of one stream are read. begun: by index of a candidate, where it ended."""

    def __init__(self) -> None:
        self._id: str | None = None
        self._begun: dict[Any, int | None] = {}
        self._calling: set[Any] = set()  # candidates whose last call is not whole yet
        self._failed: int | None = None
        self._is_blocked = False

    def judged(self, events: list[JSON]) -> Iterator[GrammarError]:
        """Yield what is out of order."""
        for place, event in enumerate(events):
            if not isinstance(event, dict):
                yield GrammarError("event", (place,), f"wanted a response, {but_got(event)}")
            elif self._failed is not None:
                yield GrammarError("after-end", (place,), f"a response follows the error in response {self._failed}")
            else:
                yield from self._of_response(place, event)
        ended = [end is not None for end in self._begun.values()] or [self._is_blocked]
        if self._failed is None and not all(ended):
            yield GrammarError("no-end", (), f"no finishReason ends the stream of {len(events)} responses")
        elif self._failed is None and self._calling:
            yield GrammarError("not-closed", (), "the stream ends, and the arguments of a call go on")

    def _of_response(self, place: int, event: dict[str, JSON]) -> Iterator[GrammarError]:
        id_ = event.get("responseId")
        if isinstance(id_, str):
            if self._id is not None and id_ != self._id:
                message = f"the responses of a stream have one responseId: wanted {brief(self._id)}, {but_got(id_)}"
                yield GrammarError("head", (place, "responseId"), message)
            self._id = id_
        if isinstance(event.get("error"), dict):
            self._failed = place
        feedback, candidates = event.get("promptFeedback"), event.get("candidates")
        self._is_blocked = self._is_blocked or (isinstance(feedback, dict) and bool(feedback.get("blockReason")))
        for number, candidate in enumerate(candidates if isinstance(candidates, list) else ()):
            if isinstance(candidate, dict):
                yield from self._of_candidate((place, "candidates", number), candidate)

    def _of_candidate(self, at: Path, candidate: dict[str, JSON]) -> Iterator[GrammarError]:
        index = candidate.get("index") or 0
        index = index if isinstance(index, int) else 0
        content, ended = candidate.get("content"), self._begun.get(index)
        parts = content.get("parts") if isinstance(content, dict) else None
        says = parts if isinstance(parts, list) else []
        if ended is not None and (says or candidate.get("finishReason") is not None):
            message = f"candidate {index} goes on, and response {ended} says why it ended"
            yield GrammarError("after-end", at, message)
        for number, part in enumerate(says):
            yield from self._of_part((*at, "content", "parts", number), part, index)
        finished = candidate.get("finishReason") is not None
        self._begun[index] = int(at[0]) if finished and ended is None else ended

    def _of_part(self, at: Path, part: JSON, index: int) -> Iterator[GrammarError]:
        call = part.get("functionCall") if isinstance(part, dict) else None
        if not isinstance(call, dict):
            return
        if "name" not in call and ("partialArgs" in call or "willContinue" in call) and index not in self._calling:
            yield GrammarError("not-opened", at, "a piece of a call, and no call is open")
        elif call.get("name") and index in self._calling:
            yield GrammarError("not-closed", at, "a call begins, and the arguments of the one before go on")
        self._calling.discard(index)
        if is_open(part):
            self._calling.add(index)
