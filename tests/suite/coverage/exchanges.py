"""The situations of exchanges: what a request says of the tools that are called, and what only some backends answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from conformance.base.values import JSON
from conformance.formats.chat.chunks import joined
from conformance.formats.chat.namespaces import is_joined
from conformance.formats.chat.read import CALLS, THOUGHTS
from conformance.formats.exchange_parts import EXCHANGES, REQUEST
from conformance.formats.exchanges import ANSWERS, host_of
from conformance.formats.model.conversation import Call
from conformance.rules.laws.sides import said_of

Message = dict[str, JSON]


def rows(source: str) -> Iterator[str]:
    """Yield the rows of the situations of an exchange. source: the format of its answer."""
    yield from (f"request: {name}" for name in _OF_REQUESTS)
    is_of_chat = host_of(source) == "chat"
    yield from (f"called: {name}" for name in _CALLED if is_of_chat or name != _AS_CUSTOM)
    yield from (f"message: {name}" for name in _OF_MESSAGES if is_of_chat)
    if source == "chat-stream":
        yield from (f"deltas: {name}" for name in _OF_DELTAS)


def marks(source: str, exchange: JSON) -> Iterator[str]:
    """Yield the rows of its situations that an exchange covers."""
    request = exchange.get(REQUEST) if isinstance(exchange, dict) else None
    if not isinstance(exchange, dict) or not isinstance(request, dict | None):
        return
    yield from (f"request: {name}" for name, fits in _OF_REQUESTS.items() if fits(request))
    tools = [tool for tool in _list((request or {}).get("tools")) if isinstance(tool, dict)]
    if host_of(source) != "chat":
        for call in _calls(source, exchange):
            yield from (f"called: {how}" for how in _declared(tools, call.kind, str(call.name)))
        return
    is_stream = source == "chat-stream"
    answer = joined(_list(exchange.get("chunks"))) if is_stream else exchange.get("response")
    message = _first(answer)
    yield from (f"message: {name}" for name, fits in _OF_MESSAGES.items() if fits(message))
    for kind, name in _called(message):
        yield from (f"called: {how}" for how in _declared(tools, kind, name))
    if is_stream:
        deltas = [_delta(chunk) for chunk in _list(exchange.get("chunks")) if isinstance(chunk, dict)]
        yield from (f"deltas: {name}" for name, fits in _OF_DELTAS.items() if fits(deltas))


def _list(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def _first(answer: JSON) -> Message:
    """Return the message of the first choice; nothing for an answer that failed."""
    choices = _list(answer.get("choices")) if isinstance(answer, dict) else []
    message = choices[0].get("message") if choices and isinstance(choices[0], dict) else None
    return message if isinstance(message, dict) else {}


def _delta(chunk: Message) -> Message:
    """Return what a chunk has of the first choice."""
    deltas = (
        element.get("delta")
        for element in _list(chunk.get("choices"))
        if isinstance(element, dict) and element.get("index", 0) == 0
    )
    return next((delta for delta in deltas if isinstance(delta, dict)), {"role": None})


def _calls(source: str, exchange: JSON) -> Iterator[Call]:
    """Yield the calls of an answer, by the reader of its format. source: the format."""
    key = next(key for format, key in EXCHANGES.values() if format == source)
    answer = ANSWERS[source](exchange.get(key)).answer
    for candidate in answer.candidates if answer is not None else ():
        yield from said_of(candidate, Call)


def _called(message: Message) -> Iterator[tuple[str, str]]:
    for call in _list(message.get(CALLS)):
        for kind in ("function", "custom"):
            inner = call.get(kind) if isinstance(call, dict) else None
            if isinstance(inner, dict):
                yield kind, str(inner.get("name"))


_AS_CUSTOM = "a custom tool as one"
_CALLED = (
    "a function", _AS_CUSTOM, "a custom tool as a function", "a function in a namespace",
    "a function whose short name another one has",
)  # fmt: skip


def _declared(tools: list[JSON], kind: str, name: str) -> Iterator[str]:
    """Yield how a request declares what is called."""
    plain = {tool.get("name"): tool.get("type") for tool in tools}
    if name in plain:
        as_ = _AS_CUSTOM if kind == "custom" else "a custom tool as a function"
        yield as_ if plain[name] == "custom" else "a function"
    for space in tools:
        for inner in _list(space.get("tools")) if space.get("type") == "namespace" else ():
            if is_joined(name, space.get("name"), inner.get("name")):
                yield "a function in a namespace"
                yield from ["a function whose short name another one has"] * (inner.get("name") in plain)


_OF_REQUESTS: dict[str, Callable[[JSON], bool]] = {
    "none": lambda request: request is None,
    "without tools": lambda request: request is not None and not request.get("tools"),
    "with tools": lambda request: bool(request and request.get("tools")),
}
_OF_MESSAGES: dict[str, Callable[[Message], bool]] = {
    "reasoning_content": lambda message: bool(message.get("reasoning_content")),
    "reasoning": lambda message: bool(message.get("reasoning")),
    "thoughts alone": lambda message: _thinks(message) and not any(
        message.get(key) for key in ("content", "refusal", CALLS)
    ),
    "thoughts and text": lambda message: _thinks(message) and bool(message.get("content")),
    "thoughts and calls": lambda message: _thinks(message) and bool(message.get(CALLS)),
    "text and a refusal": lambda message: bool(message.get("content") and message.get("refusal")),
    "an empty text and a refusal": lambda message: bool(message.get("content") == "" and message.get("refusal")),
    "text and calls": lambda message: bool(message.get("content") and message.get(CALLS)),
}  # fmt: skip
_OF_DELTAS: dict[str, Callable[[list[Message]], bool]] = {
    "nothing": lambda deltas: {} in deltas[:-1],
    "thoughts beside an empty text": lambda deltas: any(
        _thinks(delta) and delta.get("content") == "" for delta in deltas
    ),
    "text after a call": lambda deltas: _places(deltas, "content")[-1:] > _places(deltas, CALLS)[-1:] > [],
    "text between calls": lambda deltas: any(
        _places(deltas, CALLS)[0] < at < _places(deltas, CALLS)[-1]
        for at in _places(deltas, "content")
        if _places(deltas, CALLS)
    ),
}


def _thinks(message: Message) -> bool:
    return any(message.get(key) for key in THOUGHTS)


def _places(deltas: list[Message], key: str) -> list[int]:
    return [number for number, delta in enumerate(deltas) if delta.get(key)]
