"""The directions of the board: what stands between two formats, as the operations that do a part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a direction. operations: those that do it; the first that a converter offers is judged."""

    name: str
    operations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDirection:
    """From one format to another. key: two letters, of the source and the target, which addresses of the page have.

    short: in a word, for badges and tables.
    """

    key: str
    short: str
    parts: tuple[Part, ...]


# By letter: the name for choosing, and the short one.
SOURCES: Final = {
    "a": ("Anthropic Messages (Claude Code)", "Anthropic"),
    "c": ("OpenAI Chat Completions", "Chat"),
    "r": ("OpenAI Responses (Codex)", "Responses"),
    "g": ("Gemini generateContent", "Gemini"),
    "m": ("MCP tools and results", "MCP"),
    "t": ("a tool registry", "registry"),
}
TARGETS: Final = {
    "c": ("OpenAI Chat Completions", "Chat"),
    "a": ("Anthropic Messages", "Anthropic"),
    "r": ("OpenAI Responses", "Responses"),
    "g": ("Gemini generateContent", "Gemini"),
    "p": ("my code, with parsed tool calls", "parsed calls"),
}
_FORMATS: Final = {"a": "anthropic", "c": "chat", "r": "responses", "g": "gemini"}
_RESULTS: Final = {
    "a": "anthropic-tool-result",
    "c": "tool-message",
    "r": "function-call-output",
    "g": "gemini-function-response",
}


def _part(name: str, *operations: str) -> Part:
    return Part(name=name, operations=operations)


def _direction(source: str, target: str, *parts: Part) -> BoardDirection:
    return BoardDirection(key=source + target, short=f"{SOURCES[source][1]}→{TARGETS[target][1]}", parts=parts)


def _between(source: str, target: str) -> BoardDirection:
    """Return what a client of one API needs to talk to a model of another: the answers come back."""
    client, model = _FORMATS[source], _FORMATS[target]
    return _direction(
        source,
        target,
        _part("Request", f"{client}-request-to-{model}-request"),
        _part("Answer", f"{model}-response-to-{client}-response"),
        _part("Stream", f"{model}-stream-to-{client}-stream"),
    )


def _of_mcp(target: str) -> BoardDirection:
    tools = [f"mcp-tools-to-{_FORMATS[target]}-tools", *(["mcp-tool-to-chat-tool"] if target == "c" else [])]
    return _direction("m", target, _part("Tools", *tools), _part("Results", f"mcp-result-to-{_RESULTS[target]}"))


def _to_calls(source: str) -> BoardDirection:
    answer = "responses-output" if source == "r" else f"{_FORMATS[source]}-response"
    stream = f"{_FORMATS[source]}-stream-to-tool-calls"
    return _direction(source, "p", _part("Answer", f"{answer}-to-tool-calls"), _part("Stream", stream))


DIRECTIONS: Final = (
    *(_between(source, target) for source in _FORMATS for target in _FORMATS if source != target),
    *(_of_mcp(target) for target in ("c", "r", "a", "g")),
    *(_to_calls(source) for source in _FORMATS),
    _direction(
        "t", "c", _part("Request", "registry-request-to-chat-request"), _part("Tools", "registry-tools-to-chat-tools")
    ),
)
# By direction: what does less than a part of it, or something beside it.
PIECES: Final[dict[str, tuple[Part, ...]]] = {
    "cr": (
        _part("Messages only", "chat-messages-to-responses-input"),
        _part("Tools only", "chat-tools-to-responses-tools"),
        _part("Items of an answer only", "responses-output-to-chat-message"),
    ),
    "rc": (
        _part("Input only", "responses-input-to-chat-messages"),
        _part("Tools only", "responses-tools-to-chat-tools"),
    ),
    "mc": (
        _part("A whole loop of calls and results", "tool-loop"),
        _part("One definition for several providers", "tool-definition-to-provider-tool"),
    ),
}
SHOWN: Final = tuple(
    dict.fromkeys(
        operation
        for part in (
            *(part for direction in DIRECTIONS for part in direction.parts),
            *(p for own in PIECES.values() for p in own),
        )
        for operation in part.operations
    )
)
