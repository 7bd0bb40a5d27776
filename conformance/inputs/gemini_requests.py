"""Requests of Gemini's generateContent: values of the model are drawn, and their format writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import JSON, copy_of
from conformance.formats.gemini.words import FORMAT
from conformance.formats.model.conversation import (
    AUDIO,
    CALLED,
    DOCUMENT,
    HOSTED,
    RETURNED,
    SYSTEM,
    VIDEO,
    Call,
    Conversation,
    Hosted,
    Media,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other, facts_in
from conformance.formats.model.request import (
    CHECKED,
    OBJECT,
    OPENAPI,
    REQUIRED,
    SCHEMA,
    AnswerFormat,
    Request,
    Schema,
    Setting,
    Tool,
    ToolChoice,
)
from conformance.formats.whole_requests import REQUESTS
from conformance.inputs.arguments import Object, deep_item
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import fresh, table
from conformance.inputs.model_requests import STORIES, Story, make_choice, make_tools
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import LEVELS, WIDTHS

_NAME = "gemini-request"
_IDS = DealtOptions((*["call_{}b"] * 3, "{}zq8f2k", "toolu_{}"))
# Which of a request's calls and results have ids: hosts that are older have none.
_WITH_IDS = DealtOptions(("all", "all", "none", "none", "calls"))
_SYSTEMS = DealtOptions((None, None, "one", "one", "two"))
_KEYS = DealtOptions(("output", "result", "output", "content", "result"))
_OBJECTS = table(
    {"temperature": 4, "unit": "c"}, {"output": {"a": [1, 2]}}, {"result": 17}, {}, {"result": "4", "took": 0.5},
    {"items": [{"id": 12345678901234567890}]},
)  # fmt: skip
_IS_OBJECT = weighted({False: 4, True: 1})
_SPELLED = weighted({"camel": 5, "snake": 1})
_IN_URLS = weighted(
    {False: 3, True: 1}
)  # whether data are in base64's alphabet of URLs, as Google's clients write them
_CODE: Final[Object] = {"executableCode": {"language": "PYTHON", "code": "print(2 + 2)"}}
_RAN: Final[Object] = {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "4"}}
_PDF = Media(kind=DOCUMENT, media_type="application/pdf", data="JVBERi0xLjQK", is_inline=True)
_SEARCH = Tool(kind=HOSTED, word="googleSearch", host=FORMAT, others=(
    Other(format=FORMAT, word="googleSearch", value={}, place=("googleSearch",)),
))  # fmt: skip
_SCHEMAS = table(
    {"type": "OBJECT", "properties": {"location": {"type": "STRING", "description": "City"}}, "required": ["location"]},
    {"type": "object", "properties": {"n": {"type": "integer", "nullable": True, "minimum": 0},
                                      "unit": {"type": "string", "format": "enum", "enum": ["c", "f"]}}},
    {"type": "OBJECT", "properties": {"a": {"anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]},
                                      "list": {"type": "ARRAY", "items": {"type": "STRING"}, "minItems": "1"}},
     "propertyOrdering": ["list", "a"]},
)  # fmt: skip
_DIALECTS = DealtOptions((OPENAPI, "", "", OPENAPI))
# Of a medium: what is in its place now and then.
_FILM = Media(kind=VIDEO, media_type="video/mp4", url="https://www.youtube.com/watch?v=a", is_inline=True)
_FILMS = DealtOptions((_FILM, replace(_FILM, url=None, data="AAAAGGZ0eXBtcDQy")))
_WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA=="
_SOUND = Media(kind=AUDIO, media_type="audio/wav", data=_WAV, is_inline=True)
_AS_FILM = weighted({False: 6, True: 1})
_AS_SOUND = weighted({False: 4, True: 1})
_FORMATS = table(
    None, None, None, None, None, None, [],
    ["", {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"], "additionalProperties": False}],
    [OPENAPI, {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]}],
)  # fmt: skip
_MODELS = DealtOptions(("gemini-2.5-flash", "gemini-2.5-pro", "models/gemini-2.0-flash", None))
_LIMITS = DealtOptions((None, 4096, 9000, None, 64))
_SETTINGS: Final[tuple[tuple[str, tuple[bytes, ...]], ...]] = (
    ("stop", table(None, None, ["END"], ["a", "b"], [], ["\n1", "2", "3", "4", "5"])),
    ("stream", table(None, None, True, False)),
    ("temperature", table(None, None, 1, 0, 0.7, 1e-05, 2)),
    ("top_p", table(None, None, 0.9)),
    ("top_k", table(None, None, None, 5)),
    ("seed", table(None, None, 7)),
    ("presence_penalty", table(None, None, None, 0.5)),
    ("frequency_penalty", table(None, None, None, -0.5)),
    ("count", table(None, None, None, 1, 2)),
    ("metadata", table(None, None, None, {"team": "a"})),
    ("tier", table(None, None, None, "flex", "standard")),
    ("safety", table(None, None, None, [], [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}])),
    ("modalities", table(None, None, None, ["text"], ["text", "image"])),
    ("held", table(None, None, None, None, None, "cachedContents/a")),
    ("store", table(None, None, None, None, None, False, True)),
    ("media_detail", table(None, None, None, None, None, "MEDIA_RESOLUTION_LOW")),
    ("speech", table(None, None, None, None, None, None, {"languageCode": "en-US"})),
)  # fmt: skip
_LOGPROBS = DealtOptions((None, None, None, False, True, 3))
_THINKING: DealtOptions[Mapping[str, Any] | None] = DealtOptions((
    None, None, None, {"thinking_budget": 2048}, {"thinking_budget": 0}, {"effort": "high"}, {"effort": "low"},
    {"thoughts": True, "thinking_budget": -1}, {"thoughts": False},
))  # fmt: skip
_MODES = DealtOptions(("", "", "", CHECKED, "some"))
_FAULTS = DealtOptions((
    "contents that are none", "a role of nobody", "parts that are a number", "a call without a name",
    "a result of no call", "a limit that is a text", "arguments that are a text", "a part of no data",
    "a response that is a list",
))  # fmt: skip
_NO_REQUESTS: Final[tuple[JSON, ...]] = (
    None, True, 0, "text", [], {}, {"model": "m"}, {"contents": 7}, {"contents": "text"}, {"contents": [7]},
    [{"role": "user", "parts": [{"text": "q"}]}], {"contents": [{"role": "user"}]},
    {"messages": [{"role": "user", "content": "q"}]},
)  # fmt: skip
# Members whose values are the client's own.
_OPAQUE = frozenset({"args", "response", "parametersJsonSchema", "responseJsonSchema", "properties", "labels"})


def make_request(choices: Choices) -> JSON:
    """A request as a client sends it, in either spelling."""
    story, kinds = Story(choices, _IDS, _STEP), choices.pick(STORIES)
    for what in kinds:
        story.say(what if what != "late" else "ask")
    system = choices.pick(_SYSTEMS)
    texts = [story.text(SYSTEM) for _ in range({None: 0, "one": 1, "two": 2}[system])]
    apart = Turn(speaker=SYSTEM, is_apart=True, says=tuple(texts)) if texts else None
    turns = [*([apart] if apart else []), *_as_clients_write(choices, story.turns)]
    tools = tuple(_declared(choices, tool) for tool in make_tools(choices, story.names, _SEARCH))
    choice = _choice(choices, tools)
    names = [name for name, own in _SETTINGS]
    settings = {name: fresh(choices, own) for name, own in _SETTINGS}
    thinking: Mapping[str, Any] | None = choices.pick(_THINKING)
    settings |= {"model": choices.pick(_MODELS), "limit": choices.pick(_LIMITS), **(thinking or {})}
    likely = choices.pick(_LOGPROBS)
    settings |= {"logprobs": bool(likely) if likely is not None else None}
    settings |= {"likeliest": likely} if likely and not isinstance(likely, bool) else {}
    order = ("model", "limit", *names, *settings)
    request = Request(
        conversation=Conversation(turns=tuple(turns)), tools=tools or None, choice=choice, format=_format(choices),
        settings=tuple(Setting(name=name, value=settings[name]) for name in dict.fromkeys(order)
                       if settings[name] is not None),
    )  # fmt: skip
    made = copy_of(REQUESTS[_NAME].write(request))
    return _snake(made) if choices.pick(_SPELLED) == "snake" else made


_STEP = (
    Hosted(format=FORMAT, word=next(iter(_CODE)), value=_CODE, stage=CALLED),
    Hosted(format=FORMAT, word=next(iter(_RAN)), value=_RAN, stage=RETURNED),
)


def _as_clients_write(choices: Choices, turns: list[Turn]) -> list[Turn]:
    """Turns as a client of Gemini writes them: results name their functions, and not all have ids."""
    names = {fact.id: fact.name for fact in facts_in(tuple(turns)) if isinstance(fact, Call)}
    ids = choices.pick(_WITH_IDS)

    def written(fact: Utterance | Other) -> Utterance | Other:
        if isinstance(fact, Call):
            return replace(fact, name=_lettered(fact.name), id=None if ids == "none" else fact.id)
        if isinstance(fact, Result):
            made = _result(choices, replace(fact, name=_lettered(names.get(fact.id))))
            return replace(made, id=fact.id if ids == "all" else None)
        if isinstance(fact, Media):
            return choices.pick(_FILMS) if choices.pick(_AS_FILM) else _medium(fact)
        return fact

    said = [tuple(map(written, turn.says)) for turn in turns]
    if choices.pick(_IN_URLS):
        said = [tuple(map(_for_urls, says)) for says in said]
    return [replace(turn, says=says) for turn, says in zip(turns, said, strict=True)]


def _result(choices: Choices, result: Result) -> Result:
    """A result as a client gives it: an object with its text, or another object, and media beside it."""
    texts = [said.value for said in result.content if isinstance(said, Text)]
    media = tuple(
        _SOUND if choices.pick(_AS_SOUND) else _medium(said) for said in result.content if isinstance(said, Media)
    )
    key = "error" if result.failed else choices.pick(_KEYS)
    is_object = not result.failed and choices.pick(_IS_OBJECT)
    value = fresh(choices, _OBJECTS) if is_object else {key: "".join(texts)}
    return replace(result, structured=value, content=media, form="parts" if media else "", failed=None)


def _medium(medium: Media) -> Media:
    """A medium that a part holds: of an address the type is said too."""
    if medium.text is not None or medium.parts or medium.kind == "search":
        return replace(_PDF, name=medium.name)
    plain = replace(medium, about=None, cited=None)
    type_ = medium.media_type or ("application/pdf" if medium.kind == DOCUMENT else "image/png")
    return replace(plain, media_type=type_)


def _for_urls(fact: Utterance | Other) -> Utterance | Other:
    """A medium, or a result with media, whose data are in the alphabet of URLs."""
    if isinstance(fact, Result):
        return replace(fact, content=tuple(map(_for_urls, fact.content)))
    if not isinstance(fact, Media) or fact.data is None:
        return fact
    return replace(fact, data=fact.data.translate(str.maketrans("+/", "-_")))


def _lettered(name: str | None) -> str:
    """A name that begins with a letter or an underscore, as the API demands."""
    return f"{name}" if re.match("[a-zA-Z_]", f"{name}") else f"_{name}"


def _declared(choices: Choices, tool: Tool) -> Tool:
    if tool.kind == HOSTED:
        return tool
    tool = replace(tool, name=_lettered(tool.name))
    schema = tool.schema
    if choices.pick(_DIALECTS) == OPENAPI:
        schema = Schema(value=fresh(choices, _SCHEMAS), dialect=OPENAPI)
    return replace(tool, strict=None, schema=schema)


def _choice(choices: Choices, tools: tuple[Tool, ...]) -> ToolChoice | None:
    functions = tuple(tool for tool in tools if tool.kind != HOSTED)
    choice, _is_one_by_one = make_choice(choices, functions)
    mode = choices.pick(_MODES) if functions else ""
    if mode == CHECKED:
        return ToolChoice(mode=CHECKED)
    if mode == "some" and len(functions) > 1:
        return ToolChoice(mode=REQUIRED, names=tuple(("function", str(tool.name)) for tool in functions[:2]))
    return replace(choice, names=choice.names or None) if choice is not None else None


def _format(choices: Choices) -> AnswerFormat | None:
    held: Any = fresh(choices, _FORMATS)
    if held is None:
        return None
    if not held:
        return AnswerFormat(kind=OBJECT)
    dialect = {"dialect": held[0]} if held[0] else {}
    return AnswerFormat(kind=SCHEMA, schema=Schema(value=held[1], **dialect))


def _snake(value: JSON) -> JSON:
    """The members of a request in snake_case."""
    if isinstance(value, list):
        return [_snake(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    return {re.sub(r"([A-Z])", lambda found: "_" + found[1].lower(), key): member if key in _OPAQUE else _snake(member)
            for key, member in value.items()}  # fmt: skip


def make_malformed_request(choices: Choices) -> tuple[str, JSON]:
    """A request with one fault, and the fault's name."""
    given: Any = make_request(choices)
    name = choices.pick(_FAULTS)
    contents = given["contents"]
    if name == "contents that are none":
        given["contents"] = []
    elif name == "a role of nobody":
        contents[0]["role"] = "nobody"
    elif name == "parts that are a number":
        contents[0]["parts"] = 7
    elif name == "a limit that is a text":
        given["generationConfig"] = {"maxOutputTokens": "many"}
        given.pop("generation_config", None)
    elif name == "a part of no data":
        contents[0]["parts"] = [{"thought": True}]
    elif name == "a result of no call":
        contents[0]["parts"] = [{"functionResponse": {"name": "f", "response": {"output": "r"}}}]
    else:
        call: Object = {"name": "f", "args": {}}
        result: Object = {"name": "f", "response": {"output": "r"}}
        if name == "a call without a name":
            del call["name"]
        elif name == "arguments that are a text":
            call["args"] = "{}"
        else:
            result["response"] = [1]
        given["contents"] = [
            {"role": "user", "parts": [{"text": "q"}]}, {"role": "model", "parts": [{"functionCall": call}]},
            {"role": "user", "parts": [{"functionResponse": result}]},
        ]  # fmt: skip
    return name, given


def _large() -> list[tuple[str, JSON]]:
    def request(contents: list[JSON], **more: JSON) -> JSON:
        return {"model": "gemini-2.5-flash", "contents": contents, **more}

    def round_(number: int, given: JSON) -> list[JSON]:
        call = {"functionCall": {"id": f"call_{number}", "name": "f", "args": given}}
        result = {"functionResponse": {"id": f"call_{number}", "name": "f", "response": {"output": f"result {number}"}}}
        return [{"role": "model", "parts": [call]}, {"role": "user", "parts": [result]}]

    deep: JSON = {"leaf": 1}
    schema: JSON = {"type": "string"}
    for _ in range(LEVELS):
        deep, schema = {"a": deep}, {"type": "object", "properties": {"a": schema}}
    asked: JSON = {"role": "user", "parts": [{"text": "q"}]}
    tools = [{"functionDeclarations": [{"name": "f", "description": "d", "parametersJsonSchema": schema}]}]
    # Two contents of the user at first: cut off after an even number, it ends with a result.
    rounds = [content for number in range(max(WIDTHS) // 2) for content in round_(number, {"n": number})]
    wide = [(f"wide-{width}", request([asked, asked, *rounds[: width - 2]])) for width in WIDTHS]
    return [
        ("deep-input", request([asked, *round_(0, deep)])),
        ("deep-schema", request([asked], tools=tools)),
        ("deep-list", request([asked, *round_(0, {"list": deep_item()})])),
        *wide,
    ]


INPUTS = {_NAME: Inputs(make_request, lambda: _NO_REQUESTS, _large, make_malformed_request)}
