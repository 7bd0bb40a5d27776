"""Chat conversations: turns with parallel calls and their results, several rounds, and all that a message may hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from conformance.base.values import JSON, copy_of
from conformance.formats.chat.calls import calling, calls_member, function_call, old_call_member
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import DATA, PARTICIPANTS, TOOL_NAMES, fresh, table, text
from conformance.inputs.media import LARGE_PNG, MP3, PDF, PNG, WAV
from conformance.inputs.message_extras import with_extras
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import LEVELS, MANY, WIDTHS

Message: TypeAlias = dict[str, JSON]

_DETAILS = weighted({"": 4, "low": 1, "high": 1, "auto": 1})
_URLS = (
    "https://example.org/cat.png", f"data:image/png;base64,{PNG}", "https://example.org/a.png?x=1&y=%20#z",
)  # fmt: skip
_ARGUMENTS = DealtOptions((
    '{"location":"NYC"}', "{}", "", '{"location": "Zürich", "unit": "metric"}',
    '{"id": 9007199254740993, "ratio": 1.0}', '{"q":"日本語 🙂"}', '{ "b" : 1,\n "a" : [ ] }',
    '{"path": "C:\\\\temp", "quote": "\\"x\\""}',
    '{"cache_control":{"type":"ephemeral"},"key":"a"}', '{"text":"\\u00e9 \\ud83d\\ude42"}',
    '{"none":null,"no":false,"yes":true,"zero":0,"text":"","list":[1],"object":{}}',
    '{"big":123456789012345678901234567890,"low":-0.0,"limit":1.5E-9}', '{"__proto__":{"type":"$ref"},"":[]}',
    '{"data":"{\\"a\\":1}","said":"None"}',
))  # fmt: skip
_ODD_ARGUMENTS = DealtOptions(("[]", '{"cut": "of', "null"))
_RESULTS = (
    '{"temperature": 72, "condition": "sunny"}', "4", "", "done", "Größe: 3 m\r\n", "日本語 🙂", "null", "[]",
    '{"error": "not found"}', " padded ", 'He said "no".', "\\n is no line end",
)  # fmt: skip
_REFUSALS = ("I cannot help with that.", "Das geht nicht, größtenteils.", "拒否します")
_FILES = table(
    {"file_id": "file-abc123"},
    {"filename": "Größe.pdf", "file_data": f"data:application/pdf;base64,{PDF}"},
    {"file_id": "file-1", "filename": "notes.txt"},
)
_AUDIO = table({"data": WAV, "format": "wav"}, {"data": MP3, "format": "mp3"})
_UNKNOWN = table(
    {"type": "video_url", "video_url": {"url": "https://example.org/a.mp4"}},
    {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"},
    {"type": "x_location", "lat": 47.5, "lon": 1.0, "text": "not a text part"},
)
# Broken messages, by what is wrong with them.
_BROKEN_CALLS = (
    "search", [None], [{"id": "call_x", "type": "function"}],
    [{"id": "call_x", "type": "function", "function": {"arguments": "{}"}}],
    [{"type": "function", "function": {"name": "search", "arguments": "{}"}}],
    [{"id": "call_x", "type": "function", "function": {"name": "search", "arguments": {"q": 1}}}],
)  # fmt: skip
_BROKEN = {
    "no message at all": table(None, 7, "text", [], True),
    "no role": table({}, {"role": None, "content": "a"}, {"content": "a"}),
    "an unknown role": table({"role": "critic", "content": "a"}),
    "no content": table({"role": "user"}, {"role": "tool", "tool_call_id": "call_x"}),
    "null content": table({"role": "user", "content": None}),
    "content that is no text and no list": table(
        {"role": "user", "content": 7}, {"role": "system", "content": {"text": "a"}},
        {"role": "assistant", "content": 5},
    ),
    "an empty list as content": table({"role": "user", "content": []}),
    "a part that is none": table(
        *({"role": "user", "content": [part]} for part in (None, "a", {"text": "a"}))
    ),
    "a part without its content": table(
        {"role": "user", "content": [{"type": "text"}]},
        {"role": "user", "content": [{"type": "image_url", "image_url": "https://example.org/cat.png"}]},
        {"role": "user", "content": [{"type": "image_url"}]},
    ),
    "a broken call": table(*({"role": "assistant", **calls_member(calls)} for calls in _BROKEN_CALLS)),
    "a call without its result": table(calling([function_call("call_x", "search", "{}")])),
    "a result without an id": table(
        {"role": "tool", "content": "4"}, {"role": "tool", "tool_call_id": None, "content": "4"},
        {"role": "tool", "tool_call_id": 5, "content": "4"},
    ),
}  # fmt: skip
_DEPRECATED = table([
    {"role": "assistant", "content": None, **old_call_member({"name": "search", "arguments": "{}"})},
    {"role": "function", "name": "search", "content": "4"},
])  # fmt: skip

_NO_LISTS: tuple[JSON, ...] = (
    None, 7, "text", {}, True, {"role": "user", "content": "Hello"}, [None], [[]], [7], ["text"], [{}],
)  # fmt: skip

_ROUNDS = weighted({1: 6, 2: 2})
_TURNS = DealtOptions((0, 1, 1, 1, 2))
_REFUSED = DealtOptions(("field", "field beside text", "part"))
_BESIDE_CALLS = DealtOptions(("null", "null", "text", "text", "absent", "empty", "refusal"))
_PARALLEL = weighted({1: 4, 2: 4, 3: 2})


class _ConversationBuilder:
    """One conversation while it is made. spice: which unusual things it has."""

    def __init__(self, choices: Choices, more: tuple[str, ...] = ()) -> None:
        """more: further spices, of which some make faults."""
        self.choices = choices
        self.messages: list[JSON] = []
        self.spice = {name for names, dealt in _SPICES.items() if choices.pick(dealt) for name in names} | {*more}
        self.calls = 0
        self.faulty: set[str] = set()

    def has(self, spice: str, number: int = 2) -> bool:
        """Whether this place gets something unusual that the conversation has."""
        found = spice in self.spice and self.choices.one_in(number)
        if found and spice in _FAULTY:
            self.faulty.add(spice)
        return found

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
        message |= self.cached(2)
        if message["role"] == "user" and self.has("named"):
            message["name"] = self.choices.pick(PARTICIPANTS)
        self.messages.append(message)

    def text_part(self) -> JSON:
        part: JSON = {"type": "text", "text": self.say()}
        return part | self.cached(2)

    def image(self) -> JSON:
        image: JSON = {"url": self.choices.pick(_URLS)}
        detail = self.choices.pick(_DETAILS)
        if detail:
            image["detail"] = detail
        part: JSON = {"type": "image_url", "image_url": image}
        return part | self.cached(2)

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
            return f"call_{self.calls}_".ljust(40, "a")  # as long as Chat Completions takes it
        return f"call_{self.calls}"


def _once_in(number: int) -> DealtOptions[bool]:
    return weighted({False: number - 1, True: 1})


# How seldom a conversation has each of these, and some of them together.
_SPICES = {
    ("named",): _once_in(5), ("empty",): _once_in(5), ("system",): _once_in(3), ("late-system",): _once_in(5),
    ("developer",): _once_in(6), ("images",): _once_in(4), ("files",): _once_in(7), ("audio",): _once_in(5),
    ("refusal",): _once_in(5), ("reused",): _once_in(8), ("long",): _once_in(10), ("lists",): _once_in(3),
    ("orphan",): _once_in(12), ("no-calls",): _once_in(8), ("twins",): _once_in(6), ("short",): _once_in(14),
    ("system", "images", "files"): _once_in(9), ("deprecated",): _once_in(14),
}  # fmt: skip
# Each fault: the spices that make it, and those that give it places. A broken message has none.
_FAULTS: dict[str, tuple[str, ...]] = {
    "cache_control": ("cached", "system", "images", "files", "lists"),
    "cache_control in inline calls": ("cached", "inline", "lists"),
    "cache_control on a part of an unknown type": ("cached", "unknown"),
    "inline calls": ("inline",),
    "inline calls of one id": ("reused", "inline"),
    "a part of an unknown type": ("unknown",),
    "an image in a result": ("media", "lists"),
    "an image of the assistant": ("assistant-image",),
    "an empty list of calls": ("empty-calls",),
    "arguments that are no object": ("odd",),
    **dict.fromkeys(_BROKEN, ()),
}
_FAULTY = frozenset({"cached", "inline", "unknown", "media", "assistant-image", "empty-calls", "odd"})
_FAULT_NAMES = weighted(
    dict.fromkeys(_FAULTS, 1)
    | {"cache_control": 6, "cache_control in inline calls": 4, "cache_control on a part of an unknown type": 2}
    | {
        "inline calls": 3,
        "a part of an unknown type": 3,
        "arguments that are no object": 3,
        "a broken call": 2,
        "inline calls of one id": 3,
        "an image in a result": 2,
    }
)


def make_conversation(choices: Choices) -> list[JSON]:
    """A list of Chat messages."""
    made = _conversation(choices, ())
    return with_extras(choices, made.messages, made.calls + 1) if len(made.messages) > 1 else made.messages


def make_malformed_conversation(choices: Choices) -> tuple[str, JSON]:
    """A list of Chat messages with one fault, in one or more places, and the fault's name."""
    fault = choices.pick(_FAULT_NAMES)
    made = _conversation(choices, _FAULTS[fault])
    while made.faulty != _FAULTY.intersection(_FAULTS[fault]):
        made = _conversation(choices, _FAULTS[fault])
    if fault in _BROKEN:
        # Not between calls and their results, which would be another fault.
        places = [number for number, message in enumerate(made.messages) if message["role"] == "user"]
        made.messages.insert(choices.pick(places), fresh(choices, _BROKEN[fault]))
    return fault, made.messages


def _conversation(choices: Choices, more: tuple[str, ...]) -> _ConversationBuilder:
    made = _ConversationBuilder(choices, more)
    if "orphan" in made.spice:
        made.add({"role": "tool", "tool_call_id": "call_before", "content": choices.pick(_RESULTS)})
    for role in ("system", "developer"):
        if role in made.spice:
            for _ in range(choices.pick((1, 1, 2))):
                made.add({"role": role, "content": made.content()})
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
        if made.has("deprecated", 1):
            made.messages += fresh(choices, _DEPRECATED)
        if not choices.one_in(4):
            _answer(made)
    return made


def _ask(made: _ConversationBuilder) -> None:
    others: list[Callable[[], JSON]] = []
    if made.has("images"):
        others += [made.image] * made.choices.pick((1, 2))
    if made.has("files"):
        others.append(lambda: {"type": "file", "file": fresh(made.choices, _FILES)} | made.cached(2))
    if made.has("audio"):
        others.append(lambda: {"type": "input_audio", "input_audio": fresh(made.choices, _AUDIO)})
    if made.has("unknown"):
        others.append(lambda: fresh(made.choices, _UNKNOWN) | made.cached(1))
    silent = not others and made.has("empty", 3)
    made.add({"role": "user", "content": "" if silent else made.content(*others)})


def _answer(made: _ConversationBuilder) -> None:
    message: Message = {"role": "assistant", "content": made.content()}
    if made.has("refusal"):
        refusal = made.choices.pick(_REFUSALS)
        kind = made.choices.pick(_REFUSED)
        if kind == "part":
            message["content"] = [{"type": "refusal", "refusal": refusal}]
        else:
            message |= {"content": message["content"] if kind == "field beside text" else None, "refusal": refusal}
    elif made.has("no-calls"):
        message |= calls_member(None)
    elif made.has("empty-calls"):
        message |= calls_member([])
    elif made.has("assistant-image"):
        message["content"] = made.content(made.image)
    made.add(message)


def _tool_turn(made: _ConversationBuilder) -> None:
    """One turn of the assistant with parallel calls, and their results in any order."""
    choices = made.choices
    calls = []
    results: list[Message] = []
    for _ in range(1 if "reused" in made.spice else choices.pick(_PARALLEL)):
        identity = made.identity()
        function = {"name": choices.pick(TOOL_NAMES), "arguments": choices.pick(_ARGUMENTS)}
        if made.has("odd"):
            function["arguments"] = choices.pick(_ODD_ARGUMENTS)
        call: JSON = {"id": identity, "type": "function", "function": function}
        calls.append(call | made.cached(2))
        results.insert(choices.pick(range(len(results) + 1)),
                       {"role": "tool", "tool_call_id": identity, "content": _result(made)})  # fmt: skip
    if made.has("twins") and "reused" not in made.spice:
        identity = made.identity()
        calls.append({"id": identity, "type": "function", "function": dict(calls[0]["function"])})
        results.append({"role": "tool", "tool_call_id": identity, "content": _result(made)})
    beside = choices.pick(_BESIDE_CALLS)
    message: Message = {"role": "assistant"}
    if beside != "absent":
        message["content"] = made.content() if beside == "text" else "" if beside == "empty" else None
    if beside == "refusal":
        message["refusal"] = choices.pick(_REFUSALS)
    made.add(message | calls_member(calls))
    for result in results:
        made.add(result)


def _result(made: _ConversationBuilder) -> JSON:
    has_image = made.has("media")
    if not has_image and not made.has("lists"):
        return made.choices.pick(_RESULTS)
    parts = [made.text_part() for _ in range(made.choices.pick((1, 2, 3)))]
    if has_image:
        parts.insert(made.choices.pick(range(len(parts) + 1)), made.image())
    return parts


def _inline_turn(made: _ConversationBuilder) -> None:
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
        results.append(part | made.cached(1))
    made.add({"role": "assistant", "content": uses})
    made.add({"role": "user", "content": [*results, made.text_part()] if choices.one_in(3) else results})


def _deep(*, in_lists: bool) -> JSON:
    value: JSON = "the bottom"
    for level in range(LEVELS):
        value = [value] if in_lists and level % 2 else {"value": value}
    return {"value": value, "note": "deep " * 300}


_MOST_CALLS = 128  # of a message: Chat refuses more


def _deep_and_wide() -> Sequence[tuple[str, JSON]]:
    """Return conversations with an inline call of 100 levels, and with 100 and 1,000 messages."""
    shapes: list[tuple[str, JSON]] = []
    for name, in_lists in (("deep-objects", False), ("deep-objects-and-lists", True)):
        use = {"type": "tool_use", "id": "call_1", "name": "deep", "input": _deep(in_lists=in_lists)}
        answer = {"type": "tool_result", "tool_use_id": "call_1", "content": "done"}
        messages = [("user", "Go deep."), ("assistant", [use]), ("user", [answer])]
        shapes.append((name, [{"role": role, "content": content} for role, content in messages]))
    return [*shapes, ("many-parts-and-calls", _many()), *((f"wide-{width}", _wide(width)) for width in WIDTHS)]


def _many() -> list[JSON]:
    """Messages with more parts and calls than a list has that is written by hand, and with a large image."""
    parts: list[JSON] = [{"type": "text", "text": f"Number {number}."} for number in range(MANY)]
    calls: list[JSON] = [
        {"id": f"call_{number}", "type": "function", "function": {"name": "count", "arguments": "{}"}}
        for number in range(_MOST_CALLS)
    ]
    results = [{"role": "tool", "tool_call_id": call["id"], "content": "1"} for call in calls]
    image: JSON = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{LARGE_PNG}"}}
    return [
        {"role": "user", "content": [*parts, image]},
        {"role": "assistant", "content": copy_of(parts), **calls_member(calls)},
        *results,
    ]


def _wide(count: int) -> list[JSON]:
    messages: list[JSON] = []
    for number in range(count // 4):
        call = {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": "count", "arguments": f'{{"number":{number}}}'},
        }
        messages += [
            {"role": "user", "content": f"And {number}?"},
            {"role": "assistant", "content": f"I count to {number}.", **calls_member([call])},
            {"role": "tool", "tool_call_id": f"call_{number}", "content": f"{number}"},
            {"role": "assistant", "content": f"It is {number}."},
        ]
    return messages


INPUTS = {"chat-messages": Inputs(make_conversation, lambda: _NO_LISTS, _deep_and_wide, make_malformed_conversation)}
