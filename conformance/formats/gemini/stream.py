"""Folds the responses of a Gemini stream into an answer, and writes an answer as responses. No fold raises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.chat.chunks import with_piece
from conformance.formats.chat.stream import pieces
from conformance.formats.cursor import ObjectCursor, Pen
from conformance.formats.folding import Fold, folded_once
from conformance.formats.gemini.partial import is_open, join, without_pieces
from conformance.formats.gemini.read import read_answer
from conformance.formats.gemini.words import FORMAT
from conformance.formats.gemini.write import write_answer
from conformance.formats.model import growth
from conformance.formats.model.answer import Answer
from conformance.formats.model.fact import Path
from conformance.formats.model.growth import StreamState

_PIECE: Final = {"text", "thought", "thoughtSignature"}
_LISTS: Final = {"chosenCandidates", "topCandidates"}  # of logprobsResult: each response has those of its own tokens


@folded_once
def read_stream(events: list[JSON]) -> StreamState:
    """Fold responses into an answer: pieces of one text, or of one call, are joined; else the last value counts."""
    fold = _Fold()
    for number, event in enumerate(events):
        fold.take(number, event)
    return fold.growth()


class _Fold(Fold):
    """What the responses until now make. candidates: of the answer, as JSON."""

    def __init__(self) -> None:
        super().__init__()
        self.candidates: list[dict[str, Any]] = []
        self.where[()] = [()]
        self.number = 0

    def take(self, number: int, event: JSON) -> None:
        """Add one response."""
        self.number = number
        if not isinstance(event, dict):
            self._leave(event, (number,))
            return
        for name, value in event.items():
            at = (number, name)
            if name != "candidates":
                self._put(self.body, (), name, value, at)
            elif isinstance(value, list):
                for position, piece in enumerate(value):
                    self._take_candidate(piece, (*at, position))
            else:
                self._leave(value, at)
        if isinstance(event.get("error"), dict):
            self.step(self.number, growth.BROKE)

    def growth(self) -> StreamState:
        """Return all of it."""
        candidates = [without_pieces(candidate) for candidate in self.candidates]
        body = {**self.body, "candidates": candidates} if candidates else self.body
        answer = read_answer(body)
        whole = (
            all("finishReason" in candidate for candidate in self.candidates)
            if self.candidates
            else answer.blocked is not None
        )
        ended = growth.FAILED if answer.failure else growth.WHOLE if whole else growth.CUT
        return self.grown(answer, ended)

    def _leave(self, value: JSON, at: Path) -> None:
        if value is not None:
            self.others.append(ObjectCursor(value, at, FORMAT).other("response"))

    def _put(self, holder: dict[str, Any], key: Path, name: str, value: JSON, at: Path) -> None:
        """Put a member into a place: the last value counts, and null is none."""
        if value is not None:
            holder[name] = value
            self.where.setdefault((*key, name), []).append(at)

    def _close(self, key: Path) -> None:
        """Close what is open of a candidate."""
        for path in [entry for entry in self.open if entry[: len(key)] == key]:
            self.step(self.number, growth.CLOSED, path)

    def _take_candidate(self, piece: JSON, at: Path) -> None:
        if not isinstance(piece, dict):
            self._leave(piece, at)
            return
        whole, key = self._candidate(piece, at)
        for name, value in piece.items():
            source = (*at, name)
            if name == "content":
                self._take_content(whole, (*key, name), value, source)
            elif isinstance(value, dict):
                self._merge(whole, (*key, name), value, source)
            else:
                self._put(whole, key, name, value, source)
        if piece.get("finishReason") is not None:
            self._close(key)
            self.step(self.number, growth.ENDED, key)

    def _candidate(self, piece: dict[str, Any], at: Path) -> tuple[dict[str, Any], Path]:
        """Return the candidate of the same index, which is 0 where it is not said."""
        wanted = piece.get("index", 0)
        for position, candidate in enumerate(self.candidates):
            if candidate.get("index", 0) == wanted:
                return candidate, ("candidates", position)
        self.candidates.append({})
        key = ("candidates", len(self.candidates) - 1)
        self.where[key] = [at]
        return self.candidates[-1], key

    def _merge(self, whole: dict[str, Any], key: Path, value: dict[str, Any], at: Path) -> None:
        """Put an object into a place member by member; its lists of tokens go on."""
        name = str(key[-1])
        before = whole.get(name)
        whole[name] = inner = dict(before) if isinstance(before, dict) else {}
        self.where.setdefault(key, []).append(at)
        for member, held in value.items():
            if member in _LISTS and isinstance(held, list) and isinstance(inner.get(member, []), list):
                self._extend(inner, (*key, member), held, (*at, member))
            else:
                self._put(inner, key, member, held, (*at, member))

    def _extend(self, holder: dict[str, Any], key: Path, entries: list[JSON], at: Path) -> None:
        before = holder.get(str(key[-1]), [])
        self.where.setdefault(key, []).append(at)
        for number in range(len(entries)):
            self.where[(*key, len(before) + number)] = [(*at, number)]
        holder[str(key[-1])] = [*before, *entries]

    def _take_content(self, whole: dict[str, Any], key: Path, value: JSON, at: Path) -> None:
        if not isinstance(value, dict):
            self._leave(value, at)
            return
        content = whole.setdefault("content", {})
        self.where.setdefault(key, []).append(at)
        for name, member in value.items():
            if name != "parts":
                self._put(content, key, name, member, (*at, name))
            elif isinstance(member, list):
                parts = content.setdefault("parts", [])
                for number, part in enumerate(member):
                    self._take_part(parts, (*key, "parts"), part, (*at, "parts", number))
            else:
                self._leave(member, (*at, name))

    def _take_part(self, parts: list[JSON], key: Path, part: JSON, at: Path) -> None:
        last = parts[-1] if parts else None
        path = (*key, len(parts) - 1)
        if isinstance(last, dict) and isinstance(part, dict) and _continues(last, part):
            parts[-1] = {**last, **part, "text": with_piece(last["text"], part["text"])}
            self._note(path, part, at)
            self.step(self.number, growth.GREW, (*path, "text"), len(part["text"]))
        elif isinstance(last, dict) and is_open(last) and join(last, part):
            self._note_call(path, part, at)
            self.where.setdefault((*path, "functionCall", "args"), [(*at, "functionCall")])  # a call without arguments
            self.step(self.number, growth.GREW, (*path, "functionCall"))
        else:
            self._add(parts, key, part, at)

    def _note(self, key: Path, members: dict[str, JSON], at: Path) -> None:
        for name in members:
            self.where.setdefault((*key, name), []).append((*at, name))

    def _note_call(self, key: Path, part: dict[str, JSON], at: Path) -> None:
        """Note where the members of a call are from, as they may come in pieces: those of its arguments above all."""
        call = part.get("functionCall")
        for name in call if isinstance(call, dict) else ():
            for member in ("partialArgs", "args") if name == "partialArgs" else (name,):
                self.where.setdefault((*key, "functionCall", member), []).append((*at, "functionCall", name))

    def _add(self, parts: list[JSON], key: Path, part: JSON, at: Path) -> None:
        self._close(key[:2])
        path = (*key, len(parts))
        is_object = isinstance(part, dict)
        parts.append(dict(part) if is_object else part)
        self.where[path] = [at]
        self._note(path, part if is_object else {}, at)
        self._note_call(path, part if is_object else {}, at)
        self.step(self.number, growth.OPENED, path)
        if not is_object or not ("text" in part or is_open(part)):
            self.step(self.number, growth.CLOSED, path)


def _continues(last: dict[str, JSON], part: dict[str, JSON]) -> bool:
    """Whether a piece is of the text before it: both are thoughts or neither is, and no text follows a signed one."""
    if not all(set(entry) <= _PIECE and isinstance(entry.get("text"), str) for entry in (last, part)):
        return False
    return bool(last.get("thought") == part.get("thought") and not ("thoughtSignature" in last and part["text"]))


def write_responses(answer: Answer, *, size: int | None = None) -> list[JSON]:
    """Write the responses of an answer: one for each piece of a text and for each other part, then one with the rest.

    An answer without an end breaks off, or ends with its error. size: characters of a piece; None: a text is one.
    """
    written = write_answer(replace(answer, failure=None) if answer.candidates else answer, Pen(FORMAT))
    body: dict[str, Any] = written if isinstance(written, dict) else {}
    candidates = body.pop("candidates", None) or []
    usage = {name: body.pop(name) for name in ("usageMetadata",) if name in body}
    made = [{"candidates": [piece], **body} for candidate in candidates for piece in _pieces_of(candidate, size)]
    if made:
        made[-1] |= usage
    elif "error" not in body:
        made.append({**body, **usage})
    failure = write_answer(Answer(failure=answer.failure), Pen(FORMAT)) if answer.failure is not None else None
    return [*made, *([failure] if failure is not None else [])]


def _pieces_of(candidate: dict[str, Any], size: int | None) -> Iterator[dict[str, JSON]]:
    """Yield what the responses say of one candidate. The last one says how it ended, with an empty text."""
    content, rest = candidate.get("content"), {name: value for name, value in candidate.items() if name != "content"}
    held: dict[str, Any] = content if isinstance(content, dict) else {}
    parts = held.get("parts") if isinstance(held.get("parts"), list) else None
    index = {"index": candidate["index"]} if "index" in candidate else {}
    for part in parts or ():
        for piece in _pieces_of_part(part, size):
            yield {"content": {**held, "parts": [piece]}, **index}
    if rest.keys() - {"index"} or not parts:
        end = {} if content is None else {"content": {**held, "parts": [{"text": ""}]} if parts else content}
        yield {**end, **rest}


def _pieces_of_part(part: JSON, size: int | None) -> Iterator[JSON]:
    """Yield a part, or the pieces of its text, of which the last has what is beside it."""
    if not isinstance(part, dict) or not isinstance(part.get("text"), str) or not set(part) <= _PIECE:
        yield part
        return
    *begun, last = pieces(part["text"], size)
    thought = {"thought": part["thought"]} if "thought" in part else {}
    yield from ({"text": piece, **thought} for piece in begun)
    yield {**part, "text": last}
