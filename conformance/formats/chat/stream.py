"""Folds the chunks of a Chat stream into an answer of the model, and writes an answer as chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.chat.chunks import CallsOfChoice, said_of_all, with_piece
from conformance.formats.chat.read import CALLS, FORMAT, HELD, read_answer
from conformance.formats.chat.write import write_answer
from conformance.formats.cursor import Pen, unread
from conformance.formats.facts import word
from conformance.formats.folding import Fold, folded_once
from conformance.formats.model.answer import Answer
from conformance.formats.model.fact import Path
from conformance.formats.model.growth import (
    BROKE,
    CLOSED,
    COUNTED,
    CUT,
    ENDED,
    FAILED,
    GREW,
    OPENED,
    WHOLE,
    StreamState,
)

Object = dict[str, Any]
MARK: Final = "[DONE]"
_GROWING: Final = {"content", "refusal", "reasoning", "reasoning_content", "arguments", "input", "data", "transcript"}
_ONCE: Final = {"id", "type", "name"}  # of a call: the first that says something stays
_REPEATED: Final = {"created": "created", "model": "model", "service_tier": "tier"}  # hosts may stamp each chunk
_PASSED: Final = {"choices", "object", "obfuscation"}
_OF_ENDS: Final = {"choices", "usage", "error"}  # of a whole answer: what not every chunk has
_DEEPEST: Final = 2  # objects within a delta that grow: a function within a call


@folded_once
def read_stream(events: Sequence[JSON]) -> StreamState:
    """Fold chunks into an answer. What no finish_reason ended is still open at the end."""
    fold = _Fold()
    for number, event in enumerate(events if isinstance(events, list | tuple) else ()):
        if isinstance(event, dict):
            fold.take(number, event)
        elif event == MARK:
            fold.is_marked = True
        else:
            fold.pass_over(event, (number,))
    return fold.growth()


class _Fold(Fold):
    """What the chunks have made so far. In paths, choices and calls have their index until the end."""

    def __init__(self) -> None:
        super().__init__()
        self.body["object"] = "chat.completion"
        self.choices: dict[int, Object] = {}
        self.calls: dict[int, dict[int, Object]] = {}  # of each choice
        self.where |= {("object",): [], ("choices",): []}
        self.known: dict[int, CallsOfChoice] = {}
        self.replaced: list[JSON] = []
        self.is_broken = self.is_marked = False

    def pass_over(self, value: JSON, at: Path) -> None:
        """Note what is no piece of an answer."""
        if value is not None:
            self.others.append(unread(value, at, FORMAT))

    def objects(self, values: JSON, at: Path) -> Iterator[tuple[Path, Object]]:
        """Yield the objects of a list, with their places."""
        if not isinstance(values, list):
            self.pass_over(values, at)
            return
        for position, value in enumerate(values):
            if isinstance(value, dict):
                yield (*at, position), value
            else:
                self.pass_over(value, (*at, position))

    def take(self, number: int, chunk: Object) -> None:
        """Add a chunk."""
        for name, value in said_of_all(chunk, self.body).items():
            if name in _PASSED:
                continue
            self.body[name] = value
            self.where.setdefault((name,), []).append((number, name))
            if name in _REPEATED:
                self.say_again(_REPEATED[name], value)
            if name == "error" and value:
                self.is_broken = True
                self.step(number, BROKE)
            elif name == "usage":
                self.step(number, COUNTED)
        for at, piece in self.objects(chunk.get("choices"), (number, "choices")):
            self.take_choice(number, at, piece)

    def take_choice(self, number: int, at: Path, piece: Object) -> None:
        """Add what a chunk says of one choice."""
        index = 0 if piece.get("index") is None else piece["index"]
        if not isinstance(index, int) or isinstance(index, bool):
            self.pass_over(piece, at)
            return
        key, whole = ("choices", index), self.choices.setdefault(index, {"index": index, "message": {}})
        self.where.setdefault((*key, "index"), []).append((*at, "index"))
        delta = piece.get("delta")
        if isinstance(delta, dict):
            rest = {name: value for name, value in delta.items() if name != "tool_calls"}
            self.add(number, (*key, "message"), (*at, "delta"), whole["message"], rest)
            for place, entry in self.objects(delta.get("tool_calls"), (*at, "delta", "tool_calls")):
                self.take_call(number, index, place, entry)
        else:
            self.pass_over(delta, (*at, "delta"))
        for name, value in piece.items():
            if name in ("delta", "index") or value is None:
                continue
            if name == "logprobs" and isinstance(value, dict):
                self.add(number, (*key, name), (*at, name), whole.setdefault(name, {}), value)
            elif name in ("message", "logprobs"):
                self.pass_over(value, (*at, name))
            else:
                whole[name] = value
                self.where[(*key, name)] = [(*at, name)]
        if piece.get("finish_reason"):
            self.end(number, key)

    def take_call(self, number: int, index: int, at: Path, piece: Object) -> None:
        """Add a piece of a call. index: of its choice."""
        call = self.known.setdefault(index, CallsOfChoice()).of(piece)
        calls = self.calls.setdefault(index, {})
        path: Path = ("choices", index, "message", "tool_calls", call)
        if call not in calls:
            calls[call] = {}
            self.step(number, OPENED, path)
        self.where.setdefault(path, []).append(at)
        self.add(number, path, at, calls[call], {name: value for name, value in piece.items() if name != "index"})

    def add(self, number: int, key: Path, at: Path, whole: Object, pieces: Object, depth: int = 0) -> None:
        """Add pieces to what is whole: texts grow, lists are joined, of other values the last one counts."""
        is_call = "tool_calls" in key
        for name, value in pieces.items():
            path, place, old = (*key, name), (*at, name), whole.get(name)
            if isinstance(value, dict) and depth < _DEEPEST:
                self.where.setdefault(path, []).append(place)
                inner = whole[name] = old if isinstance(old, dict) else {}
                self.add(number, path, place, inner, value, depth + 1)
                continue
            if value is None and (old is not None or name != "content"):
                continue
            if isinstance(value, str) and name in _GROWING:
                whole[name] = with_piece(old if isinstance(old, str) else "", value)
                self.step(number, GREW if path in self.open or is_call or not value else OPENED, path, len(value))
            elif isinstance(value, list):
                earlier = old if isinstance(old, list) else []
                whole[name] = [*earlier, *value]
                for entry in range(len(value)):
                    self.where[(*path, len(earlier) + entry)] = [(*place, entry)]
            elif not (is_call and name in _ONCE and old):
                if depth and not is_call and old not in (None, value):
                    self.replaced.append(old)
                whole[name] = value
            self.where.setdefault(path, []).append(place)

    def end(self, number: int, key: Path) -> None:
        """End a choice: nothing of it is open any more."""
        for path in [entry for entry in self.open if entry[:2] == key]:
            self.step(number, CLOSED, path)
        self.step(number, ENDED, key)

    def growth(self) -> StreamState:
        """Return all of the stream."""
        choices = [self.choices[index] for index in sorted(self.choices)]
        for index, calls in self.calls.items():
            self.choices[index]["message"]["tool_calls"] = [calls[call] for call in sorted(calls)]
        is_whole = bool(choices) and all(choice.get("finish_reason") for choice in choices)
        answer = read_answer({**self.body, "choices": choices})
        ended = FAILED if self.is_broken else WHOLE if is_whole else CUT
        replaced = tuple(self.replaced)
        return self.grown(answer, ended, self.placed, replaced=replaced, is_marked=self.is_marked)

    def placed(self, key: Path) -> Path:
        """Return a path with the places of its choice and its call instead of their indexes."""
        if len(key) < 2 or key[0] != "choices" or not isinstance(key[1], int):
            return key
        placed = (key[0], sorted(self.choices).index(key[1]), *key[2:4])
        if key[3:4] != ("tool_calls",) or len(key) < 5 or not isinstance(key[4], int):
            return (*placed, *key[4:])
        return (*placed, sorted(self.calls[key[1]]).index(key[4]), *key[5:])


def write_chunks(answer: Answer, *, size: int | None = None) -> list[JSON]:
    """Write the chunks of an answer: texts in pieces, calls after them, then each finish, then usage or an error.

    size: characters of a piece; None: each text is one piece.
    """
    written = write_answer(answer, Pen(FORMAT))
    body: Object = written if isinstance(written, dict) else {}
    head = {name: value for name, value in body.items() if name not in _OF_ENDS} | {"object": "chat.completion.chunk"}
    chunks = [
        {**head, "choices": [piece]} for choice in body.get("choices") or () for piece in _pieces_of(choice, size)
    ]
    last: Object = {name: body[name] for name in ("usage", "error") if body.get(name) is not None}
    return [*chunks, {**head, "choices": [], **last}] if last else chunks


def _pieces_of(choice: Object, size: int | None) -> Iterator[Object]:
    """Yield what chunks say of one choice."""
    own = {"index": choice["index"]} if "index" in choice else {}
    rest = {name: value for name, value in choice.items() if name not in ("index", "message", "logprobs")}
    message = choice.get("message", {})
    deltas = [*_deltas(message, size), *_calls_of(message, size)]
    tokens = {"logprobs": choice["logprobs"]} if "logprobs" in choice else {}
    for delta in deltas:
        yield {**own, "delta": delta, **tokens, "finish_reason": None}
        tokens = {}
    yield {**own, "delta": {}, **tokens, "finish_reason": None, **rest}


def _deltas(message: Object, size: int | None) -> Iterator[Object]:
    """Yield the deltas of all but the calls: the first one has what does not grow."""
    grow = {name: value for name, value in message.items() if name in _GROWING and isinstance(value, str)}
    yield {name: value for name, value in message.items() if name not in grow and name != "tool_calls"}
    for name, text in grow.items():
        yield from ({name: piece} for piece in pieces(text, size))


def _calls_of(message: Object, size: int | None) -> Iterator[Object]:
    for index, call in enumerate(message.get("tool_calls") or ()):
        if not isinstance(call, dict):
            yield {"tool_calls": [call]}
            continue
        kind = word(call) or ""
        inner, member = call.get(kind), HELD.get(kind, "")
        text = inner.get(member) if isinstance(inner, dict) else None
        if not isinstance(inner, dict) or not isinstance(text, str):
            yield {"tool_calls": [{"index": index, **call}]}
            continue
        yield {"tool_calls": [{"index": index, **call, kind: {**inner, member: ""}}]}
        for piece in pieces(text, size):
            yield {"tool_calls": [{"index": index, kind: {member: piece}}]}


def as_delta(message: Object) -> Object:
    """Return a whole message as one delta: each call has its index."""
    calls = [{"index": place, **call} for place, call in enumerate(message.get(CALLS) or ())]
    return message | ({CALLS: calls} if calls else {})


def pieces(text: str, size: int | None) -> list[str]:
    """Return a text in pieces of a size; an empty text is one piece."""
    step = size or len(text) or 1
    return [text[at : at + step] for at in range(0, len(text), step)] or [""]
