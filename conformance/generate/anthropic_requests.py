"""Requests of Anthropic Messages: values of the model are drawn, and their format writes them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from conformance.formats.whole_requests import REQUESTS
from conformance.generate.anthropic_answers import SEARCH, hosted
from conformance.generate.arguments import Object, arguments_text, deep_item
from conformance.generate.choices import Choices, Table, weighted
from conformance.generate.material import TOOL_NAMES, edges, fresh, in_other_case, table, text
from conformance.generate.operations import Inputs
from conformance.generate.shapes import LEVELS, WIDTHS
from conformance.model.conversation import (
    CALLED,
    DOCUMENT,
    HOSTED,
    IMAGE,
    MODEL,
    RETURNED,
    SYSTEM,
    TEXT,
    USER,
    Arguments,
    Call,
    Conversation,
    Media,
    Reasoning,
    Result,
    Said,
    Text,
    Turn,
)
from conformance.model.fact import Other
from conformance.model.request import (
    AUTO,
    NONE,
    REQUIRED,
    SCHEMA,
    AnswerFormat,
    Choice,
    Request,
    Schema,
    Setting,
    Tool,
)
from conformance.strict_json import json_or_absent
from conformance.values import JSON, copy_of

_NAME, _FORMAT = "anthropic-request", "anthropic"
# What is said behind each other; what the user says after calls begins with their results.
_STORIES = weighted({
    ("ask",): 6, ("ask", "ask"): 1, ("ask", "answer", "ask"): 5, ("ask", "call", "result"): 5,
    ("ask", "calls", "results"): 5, ("ask", "call", "result and text"): 4, ("ask", "calls", "results and media"): 3,
    ("ask", "thought call", "result"): 2, ("ask", "thought", "ask"): 2, ("ask", "hosted", "ask"): 2,
    ("ask", "call", "result", "answer", "ask", "call", "result", "answer", "ask"): 2, ("documents",): 3, ("media",): 3,
    ("ask", "late", "answer", "ask"): 1, ("ask", "call", "call", "results"): 1, ("ask", "text behind", "result"): 1,
})  # fmt: skip
_TEXTS = edges(3, empty=False)
_RESULTS = Table((*edges(2, empty=False), ""))
_SYSTEMS = Table((None, None, "text", "text", "blocks", "two"))
_IDS = Table((*["toolu_{}b"] * 5, "call_{}", "t{}"))
_NAMES = Table(TOOL_NAMES)
_FAILED = Table((None, None, False, True))
_TWINS = weighted({"nothing": 4, "its name": 2, "all but its id": 1, "all but case": 1})
_PNG, _PDF = "iVBORw0KGgo=", "JVBERi0xLjQK"
_IMAGES = Table((
    Media(kind=IMAGE, media_type="image/png", data=_PNG, is_inline=True),
    Media(kind=IMAGE, url="https://example.org/a.png"), Media(kind=IMAGE, url="https://example.org/b.png?c=1&d=2"),
))  # fmt: skip
_FILES = Table((
    Media(kind=DOCUMENT, media_type="text/plain", text="The report says: rain.", is_inline=True),
    Media(kind=DOCUMENT, media_type="text/plain", text="Two\nlines.", is_inline=True, name="Notes", about="Of Monday."),
    Media(kind=DOCUMENT, media_type="application/pdf", data=_PDF, is_inline=True),
    Media(kind=DOCUMENT, media_type="application/pdf", data=_PDF, is_inline=True, name="report.pdf", cited=True),
    Media(kind=DOCUMENT, url="https://example.org/report.pdf"),
    Media(kind=DOCUMENT, is_inline=True, parts=(Text(value="A chapter."), Text(value="Another one."))),
    Media(kind="search", url="https://example.org/found", name="Found", is_inline=True,
          parts=(Text(value="It rains."),)),
))  # fmt: skip
_FOUND: Final[Object] = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
_SCHEMAS = table(
    {"type": "object", "properties": {}}, {"type": "object"},
    {"type": "object", "properties": {"location": {"type": "string", "description": "City"}}, "required": ["location"]},
    {"type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "default": 10},
                                      "unit": {"enum": ["c", "f"]}}},
    {"type": "object", "properties": {"node": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": {
        "type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}}},
    {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
     "additionalProperties": False, "required": ["a"]},
)  # fmt: skip
_DESCRIPTIONS = Table((None, "Looks it up.", "Looks it up.", "", 'Says "no".\nAt once.', "größe 🙂"))
_TOOLS = Table((0, 0, 1, 1, 2, 3))
# How tools are chosen, and whether one call at most is asked for.
_CHOICES = Table((
    *[(mode, one) for mode in (None, AUTO, REQUIRED, "one") for one in (False, False, True)], *[(NONE, False)] * 2,
))  # fmt: skip
_CLOSED = table(
    {"type": "object", "properties": {}, "additionalProperties": False},
    {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"], "additionalProperties": False},
)  # fmt: skip
_MODELS = Table(("claude-sonnet-4-0", "claude-3-7-sonnet-latest", "claude-haiku-4-5"))
_NEW_MODEL = "claude-opus-5"  # takes messages of the system, and no sampling
_SETTINGS: Final[tuple[tuple[str, tuple[bytes, ...]], ...]] = (
    ("stop", table(None, None, ["END"], ["a", "b"], [], ["\n1", "2", "3", "4", "5"])),
    ("stream", table(None, None, True, False)),
    ("user", table(None, None, None, "user-1")),
    ("tier", table(None, None, None, "auto", "standard_only")),
    ("container", table(None, None, None, None, None, "container_1")),
)  # fmt: skip
_SAMPLING: Final = Table(
    (None, None, ("temperature", 1), ("temperature", 0), ("temperature", 0.7), ("top_p", 0.9), ("top_k", 5))
)
_THINKING = Table((None, None, None, None, "disabled", "enabled"))
_LIMITS = Table((9000, 4096, 64000))
_FAULTS = Table((
    "messages that are none", "a role of nobody", "content that is a number", "a call without an id",
    "a result of no call", "a limit that is a text", "input that is a text", "a block of no type",
))  # fmt: skip
_NO_REQUESTS: Final[tuple[JSON, ...]] = (
    None, True, 0, "text", [], {}, {"model": "m"}, {"messages": 7}, {"messages": "text"}, {"messages": [7]},
    [{"role": "user", "content": "q"}], {"messages": [{"role": "user"}]}, {"messages": [{"content": "q"}]},
)  # fmt: skip


class _Story:
    """The turns of one request while they are drawn."""

    def __init__(self, choices: Choices) -> None:
        self.choices, self.turns, self.names = choices, list[Turn](), list[str]()
        self.open: list[Call] = []
        self.number = 0

    def text(self) -> Text:
        said = text(self.choices, _TEXTS)
        return Text(value=said if said.strip() else "Go on.")

    def call(self) -> Call:
        self.number += 1
        value = json_or_absent(arguments_text(self.choices))
        made = Call(
            id=self.choices.pick(_IDS).format(self.number), name=self.choices.pick(_NAMES),
            arguments=Arguments(value=value if isinstance(value, dict) else {}),
        )  # fmt: skip
        twin = self.choices.pick(_TWINS) if self.open else "nothing"
        if twin != "nothing":
            first = self.open[0]
            name = in_other_case(str(first.name)) if twin == "all but case" else first.name
            made = replace(made, name=name, arguments=first.arguments if twin != "its name" else made.arguments)
        self.open.append(made)
        self.names.append(str(made.name))
        return made

    def results(self, *, media: bool = False) -> list[Result]:
        made = [self._result(one, media=media and one is self.open[-1]) for one in self.open]
        self.open.clear()
        return made

    def _result(self, call: Call, *, media: bool) -> Result:
        failed = None if media else self.choices.pick(_FAILED)
        said = Text(value=text(self.choices, _RESULTS))
        if media:
            shown = self.choices.pick(_IMAGES)
            return Result(id=call.id, form="parts", content=(said, shown) if said.value.strip() else (shown,))
        if not said.value.strip():
            return Result(id=call.id, failed=None if failed else failed)
        if self.choices.one_in(3):
            return Result(id=call.id, form="parts", failed=failed, content=(said, Text(value="And more.")))
        return Result(id=call.id, form=TEXT, failed=failed, content=(said,))

    def say(self, what: str) -> None:
        """Add what a word of a story means."""
        if what == "ask":
            plain = self.choices.one_in(2)
            says = (self.text(),) if plain or self.choices.one_in(2) else (self.text(), self.text())
            self.add(USER, *says, form=TEXT if plain else "parts")
        elif what == "answer":
            self.add(MODEL, self.text(), form=TEXT)
        elif what == "late":
            self.add(SYSTEM, Text(value="Be brief from here on."), form=TEXT)
        elif what in ("call", "calls"):
            before = (self.text(),) if self.choices.one_in(2) else ()
            self.add(MODEL, *before, *(self.call() for _ in range(1 if what == "call" else 2)))
        elif what == "text behind":
            self.add(MODEL, self.call(), Text(value="One moment."))
        elif what.startswith("result"):
            media = what.endswith("media")
            self.add(USER, *self.results(media=media), *((self.text(),) if what.endswith("text") else ()))
        elif what.startswith("thought"):
            seen = Reasoning(content=(Text(value="The user asks for the weather."),), seal="EqQBCkYIBBgCKkDK")
            self.add(MODEL, seen, self.call() if what.endswith("call") else self.text())
        elif what == "hosted":
            self.add(MODEL, hosted(SEARCH, CALLED), hosted(_FOUND, RETURNED), self.text())
        else:
            media_ = self.choices.pick(_FILES if what == "documents" else _IMAGES)
            self.add(USER, media_, self.text())

    def add(self, speaker: str, *says: Said | Other, form: str = "parts") -> None:
        self.turns.append(Turn(speaker=speaker, says=says, form=form))


def make_request(choices: Choices) -> JSON:
    """A request as a client sends it."""
    story, kinds = _Story(choices), choices.pick(_STORIES)
    for what in kinds:
        story.say(what)
    is_new = "late" in kinds
    system = choices.pick(_SYSTEMS)
    if system is not None:
        texts = [story.text() for _ in range(2 if system == "two" else 1)]
        form = TEXT if system == "text" else "parts"
        story.turns.insert(0, Turn(speaker=SYSTEM, is_apart=True, form=form, says=tuple(texts)))
    tools = _tools(choices, story.names)
    choice, is_one_by_one = _choice(choices, tools)
    settings = [Setting(name="model", value=_NEW_MODEL if is_new else choices.pick(_MODELS))]
    settings.append(Setting(name="limit", value=choices.pick(_LIMITS)))
    settings += [
        Setting(name=name, value=value) for name, own in _SETTINGS if (value := fresh(choices, own)) is not None
    ]
    is_forced = choice is not None and choice.mode == REQUIRED
    thinking = choices.pick(_THINKING)
    if thinking == "enabled" and not is_new and not is_forced and not story.names:
        settings += [Setting(name="thinking", value=thinking), Setting(name="thinking_budget", value=2048)]
    elif not is_new:
        settings += [Setting(name="thinking", value="disabled")] if thinking == "disabled" else []
        sampling = choices.pick(_SAMPLING)
        settings += [Setting(name=sampling[0], value=sampling[1])] if sampling else []
    if is_one_by_one:
        choice = choice or Choice(mode=AUTO)
        settings.append(Setting(name="parallel", value=False))
    format_ = AnswerFormat(kind=SCHEMA, schema=Schema(value=fresh(choices, _CLOSED))) if choices.one_in(6) else None
    conversation = Conversation(turns=tuple(story.turns))
    request = Request(
        conversation=conversation, tools=tools or None, choice=choice, settings=tuple(settings), format=format_
    )
    return copy_of(REQUESTS[_NAME].write(request))


def _tools(choices: Choices, called: list[str]) -> tuple[Tool, ...]:
    names = list(dict.fromkeys([*called, *(choices.pick(_NAMES) for _ in range(choices.pick(_TOOLS)))]))
    made = [_tool(choices, name) for name in names]
    if made and choices.one_in(5):
        made.append(Tool(kind=HOSTED, word="web_search_20250305", host=_FORMAT, name="web_search"))
    return tuple(made)


def _tool(choices: Choices, name: str) -> Tool:
    schema = fresh(choices, _SCHEMAS)
    strict = True if choices.one_in(8) and isinstance(schema, dict) and "required" in schema else None
    strict = strict if isinstance(schema, dict) and schema.get("additionalProperties") is False else None
    return Tool(name=name, description=choices.pick(_DESCRIPTIONS), schema=Schema(value=schema), strict=strict)


def _choice(choices: Choices, tools: tuple[Tool, ...]) -> tuple[Choice | None, bool]:
    """How tools are chosen, and whether one call at most is asked for."""
    mode, is_one_by_one = choices.pick(_CHOICES) if tools else (None, False)
    if mode is None:
        return None, is_one_by_one
    names = (("function", str(tools[0].name)),) if mode == "one" else ()
    return Choice(mode=REQUIRED if mode == "one" else mode, names=names), is_one_by_one


def make_malformed_request(choices: Choices) -> tuple[str, JSON]:
    """A request with one fault, and the fault's name."""
    given: Any = make_request(choices)
    name = choices.pick(_FAULTS)
    messages = given["messages"]
    if name == "messages that are none":
        given["messages"] = []
    elif name == "a role of nobody":
        messages[0]["role"] = "nobody"
    elif name == "content that is a number":
        messages[0]["content"] = 7
    elif name == "a limit that is a text":
        given["max_tokens"] = "9"
    elif name == "a block of no type":
        messages[0]["content"] = [{"text": "q"}]
    elif name == "a result of no call":
        messages[0]["content"] = [{"type": "tool_result", "tool_use_id": "toolu_0", "content": "r"}]
    else:
        call = {"type": "tool_use", "id": "toolu_9", "name": "f", "input": {}}
        call = (
            {**call, "input": "{}"} if name == "input that is a text" else {k: v for k, v in call.items() if k != "id"}
        )
        result = {"type": "tool_result", "tool_use_id": "toolu_9", "content": "r"}
        given["messages"] = [
            {"role": "user", "content": "q"}, {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
        ]  # fmt: skip
    return name, given


def _large() -> list[tuple[str, JSON]]:
    def request(messages: list[JSON], **more: JSON) -> JSON:
        return {"model": "claude-sonnet-4-0", "max_tokens": 9000, "messages": messages, **more}

    def round_(number: int, given: JSON) -> list[JSON]:
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "f", "input": given}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": f"result {number}"}
        return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]

    deep: JSON = {"leaf": 1}
    schema: JSON = {"type": "string"}
    for _ in range(LEVELS):
        deep, schema = {"a": deep}, {"type": "object", "properties": {"a": schema}}
    asked: JSON = {"role": "user", "content": "q"}
    tool = {"name": "f", "description": "d", "input_schema": schema}
    # Two messages of the user at first: cut off after an even number, it ends with a result.
    rounds = [one for number in range(max(WIDTHS) // 2) for one in round_(number, {"n": number})]
    wide = [(f"wide-{width}", request([asked, asked, *rounds[: width - 2]])) for width in WIDTHS]
    return [
        ("deep-input", request([asked, *round_(0, deep)])),
        ("deep-schema", request([asked], tools=[tool])),
        ("deep-list", request([asked, *round_(0, {"list": deep_item()})])),
        *wide,
    ]


INPUTS = {_NAME: Inputs(make_request, lambda: _NO_REQUESTS, _large, make_malformed_request)}
