"""Parsing tool calls out of a Chat Completions stream: chunks, or server-sent-event text."""

from typing import Any

from conformance.reference.errors import LOG, ToolError, kind_of, with_checked_choices
from conformance.reference.sse import events_of_sse
from conformance.reference.tool_calls import (
    Arguments,
    FailedResponse,
    Item,
    Parsed,
    chat_response_to_tool_calls,
    failed,
)

ErrorEvent = FailedResponse


class _Call:
    """What the pieces so far say of one call."""

    __slots__ = ("arguments", "holder", "id", "input", "name", "type")

    def __init__(self) -> None:
        self.id: Any = None
        self.type: Any = None
        self.holder = "function"
        self.name: Any = None
        self.arguments: Any = None
        self.input: Any = None

    def take(self, piece: Item) -> None:
        self.id = self.id or _either(piece.get("id"), self.id)
        self.type = self.type or _either(piece.get("type"), self.type)
        for holder in ("function", "custom"):
            inner = piece.get(holder)
            if isinstance(inner, dict) and inner:  # some gateways put an empty one beside the other
                self.holder = holder
                self.name = self.name or _either(inner.get("name"), self.name)
                self.arguments = _longer(self.arguments, inner.get("arguments"))
                self.input = _longer(self.input, inner.get("input"))

    def entry(self) -> Item:
        """The call as a whole response has it."""
        key, said = ("input", self.input) if self.holder == "custom" else ("arguments", self.arguments)
        inner = {"name": self.name, key: _whole_characters(said or self.input or self.arguments)}
        return {"id": self.id, "type": self.type, self.holder: inner}


def _whole_characters(text: Any) -> Any:
    """The halves of a character that two pieces have, as one."""
    return (
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        if isinstance(text, str)
        else text
    )


class _Choice:
    """What the chunks so far say of one choice."""

    __slots__ = ("calls", "content", "finish", "latest", "refusal")

    def __init__(self) -> None:
        self.calls: dict[int, _Call] = {}
        self.latest: int | None = None
        self.content = self.refusal = ""
        self.finish: Any = None

    def take(self, choice: Item) -> None:
        delta = choice.get("delta")
        if isinstance(delta, dict):
            self.content += _text(delta.get("content"))
            self.refusal += _text(delta.get("refusal"))
            for piece in delta.get("tool_calls") or () if isinstance(delta.get("tool_calls"), list) else ():
                if isinstance(piece, dict):
                    self.latest = self._place(piece)
                    self.calls.setdefault(self.latest, _Call()).take(piece)
        self.finish = choice.get("finish_reason") or self.finish

    def _place(self, piece: Item) -> int:
        """The call that a piece belongs to: by its index, without one by its id, without both the latest one."""
        index, own = piece.get("index"), piece.get("id")
        if isinstance(index, int) and not isinstance(index, bool):
            return index
        further = max(self.calls, default=-1) + 1
        if own:
            return next((place for place, call in self.calls.items() if call.id == own), further)
        inner = piece.get("function") or piece.get("custom")
        begins = isinstance(inner, dict) and inner.get("name")
        return further if begins or self.latest is None else self.latest

    def whole(self) -> Item:
        """The choice as a response without streaming has it."""
        calls = [self.calls[place].entry() for place in sorted(self.calls)]
        message = {"role": "assistant", "content": self.content or None, "refusal": self.refusal or None}
        return {"index": 0, "message": message | {"tool_calls": calls}, "finish_reason": self.finish}


@with_checked_choices
def chat_stream_to_tool_calls(
    chunks: Any, *, error_event: ErrorEvent = "report", arguments: Arguments = "decoded"
) -> Parsed:
    """The text and the tool calls of a Chat Completions stream, and whether it is `done`.

    chunks: the chunk objects in order, or the stream's server-sent-event text as str or bytes. The result is what
    `chat_response_to_tool_calls` gives for the same response, with `done`. Without a finish_reason it is not done and
    has no calls. A chunk with an `error` gives no calls and that error; under `"raise"` it raises ToolError.
    ToolError also for what is no list of chunks. arguments: as there.
    """
    if isinstance(chunks, str | bytes):
        chunks = events_of_sse(chunks)
    if not isinstance(chunks, list):
        raise ToolError(f"chunks is {kind_of(chunks)}, not a list")
    choices: dict[int, _Choice] = {}
    usage = error = None
    for position, chunk in enumerate(chunks):
        if not isinstance(chunk, dict):
            LOG.warning("chunks[%d] is %s, not an object; left out", position, kind_of(chunk))
            continue
        error = error or chunk.get("error")
        usage = usage if chunk.get("usage") is None else chunk["usage"]
        for choice in chunk.get("choices") or () if isinstance(chunk.get("choices"), list) else ():
            if isinstance(choice, dict):
                index = choice.get("index")
                choices.setdefault(index if isinstance(index, int) else 0, _Choice()).take(choice)
    first = choices[min(choices)] if choices else _Choice()
    whole, done = first.whole(), bool(first.finish)
    if error:
        text = {"type": "message", "content": [{"type": "output_text", "text": first.content}]}
        details = error if isinstance(error, dict) else {"message": str(error)}
        return failed({"output": [text], "usage": usage}, details, "error", error_event) | {"done": done}
    if not done:
        whole["message"]["tool_calls"] = []
    response = {"choices": [whole], "usage": usage}
    return chat_response_to_tool_calls(response, arguments=arguments) | {"done": done}


def _either(value: Any, otherwise: Any) -> Any:
    return otherwise if value is None else value


def _longer(text: Any, piece: Any) -> Any:
    """A text with its next piece. What is no text stays as it is."""
    if isinstance(text, str) and isinstance(piece, str):
        return text + piece
    return text if piece is None else piece


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
