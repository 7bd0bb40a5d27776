"""Chat conversations: turns with parallel calls and their results, several rounds, and all that a message may hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from conformance.generate.choices import Choices, Table, weighted
from conformance.generate.material import DATA, TOOL_NAMES, fresh, table, text
from conformance.generate.operations import MESSAGES, Inputs
from conformance.generate.shapes import LEVELS, WIDTHS
from conformance.values import JSON

Message: TypeAlias = dict[str, JSON]

_DETAILS = weighted({"": 4, "low": 1, "high": 1, "auto": 1})
_URLS = (
    "https://example.org/cat.png", "data:image/png;base64,iVBORw0KGgo=", "https://example.org/a.png?x=1&y=%20#z",
)  # fmt: skip
_ARGUMENTS = (
    '{"location":"NYC"}', "{}", '{"location": "Zürich", "unit": "metric"}', '{"id": 9007199254740993, "ratio": 1.0}',
    '{"q":"日本語 🙂"}', '{ "b" : 1,\n "a" : [ ] }', "", '{"path": "C:\\\\temp", "quote": "\\"x\\""}',
    '{"cut": "of', '{"cache_control":{"type":"ephemeral"},"key":"a"}', '{"text":"\\u00e9"}', "null",
)  # fmt: skip
_RESULTS = (
    '{"temperature": 72, "condition": "sunny"}', "4", "", "done", "Größe: 3 m\r\n", "日本語 🙂", "null", "[]",
    '{"error": "not found"}', " padded ", 'He said "no".', "\\n is no line end",
)  # fmt: skip
_REFUSALS = ("I cannot help with that.", "Das geht nicht, größtenteils.", "拒否します")
_FILES = table(
    {"file_id": "file-abc123"},
    {"filename": "Größe.pdf", "file_data": "data:application/pdf;base64,JVBERi0="},
    {"file_id": "file-1", "filename": "notes.txt"},
)
_AUDIO = table({"data": "UklGRg==", "format": "wav"}, {"data": "SUQz", "format": "mp3"})
_UNKNOWN = table(
    {"type": "video_url", "video_url": {"url": "https://example.org/a.mp4"}},
    {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"},
    {"type": "x_location", "lat": 47.5, "lon": 1.0, "text": "not a text part"},
)
# Messages and parts that nothing says how to convert.
_NO_MESSAGES = table(
    None, 7, "text", [], True, {}, {"role": None, "content": "a"}, {"content": "a"},
    {"role": "critic", "content": "a"}, {"role": "user"}, {"role": "user", "content": None},
    {"role": "user", "content": 7}, {"role": "user", "content": []}, {"role": "system", "content": {"text": "a"}},
    {"role": "user", "content": [None]}, {"role": "user", "content": ["a"]},
    {"role": "user", "content": [{"text": "a"}]}, {"role": "user", "content": [{"type": "text"}]},
    {"role": "user", "content": [{"type": "image_url", "image_url": "https://example.org/cat.png"}]},
    {"role": "user", "content": [{"type": "image_url"}]}, {"role": "assistant", "content": 5},
    {"role": "assistant", "content": None, "tool_calls": "search"}, {"role": "assistant", "tool_calls": [None]},
    {"role": "assistant", "tool_calls": [{"id": "call_x", "type": "function"}]},
    {"role": "assistant", "tool_calls": [{"id": "call_x", "type": "function", "function": {"arguments": "{}"}}]},
    {"role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "search", "arguments": "{}"}}]},
    {"role": "assistant", "tool_calls": [{"id": "call_x", "type": "function",
                                          "function": {"name": "search", "arguments": {"q": 1}}}]},
    {"role": "tool", "content": "4"}, {"role": "tool", "tool_call_id": None, "content": "4"},
    {"role": "tool", "tool_call_id": "call_x"}, {"role": "tool", "tool_call_id": "call_x", "content": []},
    {"role": "tool", "tool_call_id": 5, "content": "4"}, {"role": "function", "name": "search", "content": "4"},
    {"role": "assistant", "content": None, "function_call": {"name": "search", "arguments": "{}"}},
)  # fmt: skip

_NO_LISTS: tuple[JSON, ...] = (
    None, 7, "text", {}, True, {"role": "user", "content": "Hello"}, [None], [[]], [7], ["text"], [{}],
)  # fmt: skip

_ROUNDS = weighted({1: 5, 2: 3, 3: 1})
_TURNS = Table((0, 1, 1, 1, 2))
_BROKEN = Table((2, 2, 3))
_REFUSED = Table(("field", "field beside text", "part"))
_BESIDE_CALLS = Table(("null", "null", "text", "text", "absent", "empty"))
_PARALLEL = weighted({1: 4, 2: 4, 3: 2})


class _Conversation:
    """One conversation while it is made. spice: which unusual things it has."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.messages: list[JSON] = []
        self.spice = {name for names, dealt in _SPICES.items() if choices.pick(dealt) for name in names}
        self.calls = 0

    def has(self, spice: str, number: int = 2) -> bool:
        """Whether this place gets something unusual that the conversation has."""
        return spice in self.spice and self.choices.one_in(number)

    def cached(self, number: int) -> Message:
        """A cache_control, once in `number` places of a conversation that has any; otherwise nothing."""
        return {"cache_control": {"type": "ephemeral"}} if self.has("cached", number) else {}

    def say(self) -> str:
        """A text; an empty one only where the conversation has some."""
        said = text(self.choices)
        if "empty" in self.spice:
            return "" if self.choices.one_in(5) else said
        return said or "Hello"

    def add(self, message: Message) -> None:
        """Add a message, sometimes with a cache_control or a name."""
        message |= self.cached(3)
        if message["role"] == "user" and self.has("named"):
            message["name"] = "alice"
        self.messages.append(message)

    def text_part(self) -> JSON:
        part: JSON = {"type": "text", "text": self.say()}
        return part | self.cached(3)

    def image(self) -> JSON:
        image: JSON = {"url": self.choices.pick(_URLS)}
        detail = self.choices.pick(_DETAILS)
        if detail:
            image["detail"] = detail
        part: JSON = {"type": "image_url", "image_url": image}
        return part | self.cached(3)

    def content(self, *others: Callable[[], JSON]) -> JSON:
        """A text, or a list of texts and what `others` make."""
        if not self.choices.one_in(2) and not others:
            return self.say()
        parts = [self.text_part() for _ in range(self.choices.pick((1, 1, 2, 3)))]
        for make in others:
            parts.insert(self.choices.pick(range(len(parts) + 1)), make())
        return parts

    def identity(self) -> str:
        """The id of a call: a new one, or where ids are reused the first one again."""
        self.calls += 1
        if "reused" in self.spice:
            return "call_1"
        if "long" in self.spice:
            return f"call_{self.calls}_" + "a" * (57 if self.calls < 10 else 56)
        return f"call_{self.calls}"


def _once_in(number: int) -> Table[bool]:
    return weighted({False: number - 1, True: 1})


# How seldom a conversation has each of these, and some of them together.
_SPICES = {
    ("cached",): _once_in(8), ("named",): _once_in(10), ("empty",): _once_in(5), ("system",): _once_in(3),
    ("late-system",): _once_in(5), ("developer",): _once_in(8), ("images",): _once_in(4), ("files",): _once_in(9),
    ("audio",): _once_in(5), ("unknown",): _once_in(10), ("refusal",): _once_in(6), ("inline",): _once_in(6),
    ("reused",): _once_in(8), ("long",): _once_in(10), ("lists",): _once_in(4), ("media",): _once_in(8),
    ("orphan",): _once_in(12), ("no-calls",): _once_in(8), ("broken",): _once_in(6), ("twins",): _once_in(7),
    ("short",): _once_in(16), ("cached", "inline", "lists"): _once_in(8), ("reused", "inline"): _once_in(8),
    ("cached", "system", "images", "files", "unknown"): _once_in(7), ("cached", "lists", "media"): _once_in(16),
}  # fmt: skip


def make_conversation(choices: Choices) -> list[JSON]:
    """A list of Chat messages."""
    made = _Conversation(choices)
    for role in ("system", "developer"):
        if role in made.spice:
            for _ in range(choices.pick((1, 1, 2))):
                made.add({"role": role, "content": made.content()})
    if "orphan" in made.spice:
        made.add({"role": "tool", "tool_call_id": "call_before", "content": choices.pick(_RESULTS)})
    for round_ in range(max(choices.pick(_ROUNDS), 2 if "reused" in made.spice else 1)):
        _ask(made)
        if "short" in made.spice:
            break
        if round_ and "late-system" in made.spice:
            made.add({"role": choices.pick(("system", "developer")), "content": made.content()})
        for _ in range(choices.pick(_TURNS)):
            if made.has("inline", 1 if "reused" in made.spice else 2):
                _inline_turn(made)
            else:
                _tool_turn(made)
        if not choices.one_in(4):
            _answer(made)
    for _ in range(choices.pick(_BROKEN) if "broken" in made.spice else 0):
        made.messages.insert(choices.pick(range(len(made.messages) + 1)), fresh(choices, _NO_MESSAGES))
    return made.messages


def _ask(made: _Conversation) -> None:
    others: list[Callable[[], JSON]] = []
    if made.has("images"):
        others += [made.image] * made.choices.pick((1, 2))
    if made.has("files"):
        others.append(lambda: {"type": "file", "file": fresh(made.choices, _FILES)} | made.cached(2))
    if made.has("audio"):
        others.append(lambda: {"type": "input_audio", "input_audio": fresh(made.choices, _AUDIO)})
    if made.has("unknown"):
        others.append(lambda: fresh(made.choices, _UNKNOWN) | made.cached(2))
    silent = not others and made.has("empty", 3)
    made.add({"role": "user", "content": "" if silent else made.content(*others)})


def _answer(made: _Conversation) -> None:
    message: Message = {"role": "assistant", "content": made.content()}
    if made.has("refusal"):
        refusal = made.choices.pick(_REFUSALS)
        kind = made.choices.pick(_REFUSED)
        if kind == "part":
            message["content"] = [{"type": "refusal", "refusal": refusal}]
        else:
            message |= {"content": message["content"] if kind == "field beside text" else None, "refusal": refusal}
    elif made.has("no-calls"):
        message["tool_calls"] = None if made.choices.one_in(2) else []
    elif made.has("images", 6):
        message["content"] = made.content(made.image)
    made.add(message)


def _tool_turn(made: _Conversation) -> None:
    """One turn of the assistant with parallel calls, and their results in any order."""
    choices = made.choices
    calls = []
    results: list[Message] = []
    for _ in range(1 if "reused" in made.spice else choices.pick(_PARALLEL)):
        identity = made.identity()
        function = {"name": choices.pick(TOOL_NAMES), "arguments": choices.pick(_ARGUMENTS)}
        call: JSON = {"id": identity, "type": "function", "function": function}
        calls.append(call | made.cached(3))
        results.insert(choices.pick(range(len(results) + 1)),
                       {"role": "tool", "tool_call_id": identity, "content": _result(made)})  # fmt: skip
    if made.has("twins") and "reused" not in made.spice:
        identity = made.identity()
        calls.append({"id": identity, "type": "function", "function": dict(calls[0]["function"])})
        results.append({"role": "tool", "tool_call_id": identity, "content": _result(made)})
    beside = choices.pick(_BESIDE_CALLS)
    message: Message = {"role": "assistant"}
    if beside != "absent":
        message["content"] = {"null": None, "empty": ""}.get(beside) if beside != "text" else made.content()
    made.add(message | {"tool_calls": calls})
    for result in results:
        made.add(result)


def _result(made: _Conversation) -> JSON:
    if not made.has("lists") and not made.has("media"):
        return made.choices.pick(_RESULTS)
    parts = [made.text_part() for _ in range(made.choices.pick((1, 2, 3)))]
    if "media" in made.spice:
        parts.insert(made.choices.pick(range(len(parts) + 1)), made.image())
    return parts


def _inline_turn(made: _Conversation) -> None:
    """Calls as tool_use parts of the assistant, results as tool_result parts of the user."""
    choices = made.choices
    uses: list[JSON] = [made.text_part()] if choices.one_in(2) else []
    results: list[JSON] = []
    for _ in range(1 if "reused" in made.spice else choices.pick((1, 1, 2))):
        identity = made.identity()
        given = {"value": fresh(choices, DATA)} | made.cached(2)
        use = {"type": "tool_use", "id": identity, "name": choices.pick(TOOL_NAMES), "input": given}
        uses.append(use | made.cached(2))
        content: JSON = choices.pick(_RESULTS)
        if choices.one_in(2):
            content = [made.text_part() for _ in range(choices.pick((1, 2)))]
        part = {"type": "tool_result", "tool_use_id": identity, "content": content}
        results.append(part | made.cached(2))
    made.add({"role": "assistant", "content": uses})
    made.add({"role": "user", "content": [*results, made.text_part()] if choices.one_in(3) else results})


def _deep(*, in_lists: bool) -> JSON:
    value: JSON = "the bottom"
    for level in range(LEVELS):
        value = [value] if in_lists and level % 2 else {"value": value}
    return {"value": value, "note": "deep " * 300}


def _deep_and_wide() -> Sequence[tuple[str, JSON]]:
    """Return conversations with an inline call of 100 levels, and with 100 and 1,000 messages."""
    shapes: list[tuple[str, JSON]] = []
    for name, in_lists in (("deep-objects", False), ("deep-objects-and-lists", True)):
        use = {"type": "tool_use", "id": "call_1", "name": "deep", "input": _deep(in_lists=in_lists)}
        answer = {"type": "tool_result", "tool_use_id": "call_1", "content": "done"}
        messages = [("user", "Go deep."), ("assistant", [use]), ("user", [answer])]
        shapes.append((name, [{"role": role, "content": content} for role, content in messages]))
    return shapes + [(f"wide-{width}", _wide(width)) for width in WIDTHS]


def _wide(count: int) -> list[JSON]:
    messages: list[JSON] = []
    for number in range(count // 4):
        call = {"id": f"call_{number}", "type": "function", "function": {"name": "count", "arguments": f"[{number}]"}}
        messages += [
            {"role": "user", "content": f"And {number}?"},
            {"role": "assistant", "content": f"I count to {number}.", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"call_{number}", "content": f"{number}"},
            {"role": "assistant", "content": f"It is {number}."},
        ]
    return messages


INPUTS = {MESSAGES: Inputs(make_conversation, lambda: _NO_LISTS, _deep_and_wide)}
