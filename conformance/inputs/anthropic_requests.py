"""Requests of Anthropic Messages: values of the model are drawn, and their format writes them."""

from __future__ import annotations

from typing import Any, Final

from conformance.base.values import JSON, copy_of
from conformance.formats.model.conversation import CALLED, HOSTED, RETURNED, SYSTEM, TEXT, Conversation, Turn
from conformance.formats.model.request import (
    AUTO,
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
from conformance.inputs.anthropic_answers import SEARCH, hosted
from conformance.inputs.arguments import Object, deep_item
from conformance.inputs.choices import Choices, DealtOptions
from conformance.inputs.material import fresh, table
from conformance.inputs.model_requests import BEGIN, STORIES, Story, make_choice, make_tools
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import LEVELS, WIDTHS

_NAME, _FORMAT = "anthropic-request", "anthropic"
_SYSTEMS = DealtOptions((None, None, "text", "text", "blocks", "two"))
_IDS = DealtOptions((*["toolu_{}b"] * 5, "call_{}", "t{}"))
_FOUND: Final[Object] = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
_STEP = hosted(SEARCH, CALLED), hosted(_FOUND, RETURNED)
_WEB_SEARCH = Tool(kind=HOSTED, word="web_search_20250305", host=_FORMAT, name="web_search")
_CLOSED = table(
    {"type": "object", "properties": {}, "additionalProperties": False},
    {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"], "additionalProperties": False},
)  # fmt: skip
_MODELS = DealtOptions(("claude-sonnet-4-0", "claude-3-7-sonnet-latest", "claude-haiku-4-5"))
_NEW_MODEL = "claude-opus-5"  # takes messages of the system, and no sampling
_SETTINGS: Final[tuple[tuple[str, tuple[bytes, ...]], ...]] = (
    ("stop", table(None, None, ["END"], ["a", "b"], [], ["\n1", "2", "3", "4", "5"])),
    ("stream", table(None, None, True, False)),
    ("user", table(None, None, None, "user-1", "größer 1")),
    ("tier", table(None, None, None, "auto", "standard_only")),
    ("container", table(None, None, None, None, None, "container_1")),
)  # fmt: skip
_SAMPLING: Final = DealtOptions(
    (
        None,
        None,
        ("temperature", 1),
        ("temperature", 0),
        ("temperature", 1.0),
        ("temperature", 1e-05),
        ("top_p", 0.9),
        ("top_k", 5),
    )
)
_THINKING = DealtOptions((None, None, None, None, "disabled", "enabled"))
_LIMITS = DealtOptions((9000, 4096, 64000))
_FAULTS = DealtOptions((
    "messages that are none", "a role of nobody", "content that is a number", "a call without an id",
    "a result of no call", "a limit that is a text", "input that is a text", "a block of no type",
))  # fmt: skip
_NO_REQUESTS: Final[tuple[JSON, ...]] = (
    None, True, 0, "text", [], {}, {"model": "m"}, {"messages": 7}, {"messages": "text"}, {"messages": [7]},
    [{"role": "user", "content": "q"}], {"messages": [{"role": "user"}]}, {"messages": [{"content": "q"}]},
)  # fmt: skip


def make_request(choices: Choices) -> JSON:
    """A request as a client sends it."""
    story, kinds = Story(choices, _IDS, _STEP), choices.pick(STORIES)
    for what in kinds:
        story.say(what)
    is_new, is_begun = "late" in kinds, BEGIN in kinds
    system = choices.pick(_SYSTEMS)
    if system is not None:
        texts = [story.text(SYSTEM) for _ in range(2 if system == "two" else 1)]
        form = TEXT if system == "text" else "parts"
        story.turns.insert(0, Turn(speaker=SYSTEM, is_apart=True, form=form, says=tuple(texts)))
    tools = make_tools(choices, story.names, _WEB_SEARCH)
    choice, is_one_by_one = make_choice(choices, tools)
    settings = [Setting(name="model", value=_NEW_MODEL if is_new else choices.pick(_MODELS))]
    settings.append(Setting(name="limit", value=choices.pick(_LIMITS)))
    settings += [
        Setting(name=name, value=value) for name, own in _SETTINGS if (value := fresh(choices, own)) is not None
    ]
    is_forced = choice is not None and choice.mode == REQUIRED
    thinking = choices.pick(_THINKING)
    if thinking == "enabled" and not (is_new or is_forced or is_begun or story.names):
        settings += [Setting(name="thinking", value=thinking), Setting(name="thinking_budget", value=2048)]
    elif not is_new:
        settings += [Setting(name="thinking", value="disabled")] if thinking == "disabled" else []
        sampling = choices.pick(_SAMPLING)
        settings += [Setting(name=sampling[0], value=sampling[1])] if sampling else []
    if is_one_by_one:
        choice = choice or ToolChoice(mode=AUTO)
        settings.append(Setting(name="parallel", value=False))
    has_format = choices.one_in(6) and not is_begun
    format_ = AnswerFormat(kind=SCHEMA, schema=Schema(value=fresh(choices, _CLOSED))) if has_format else None
    conversation = Conversation(turns=tuple(story.turns))
    request = Request(
        conversation=conversation, tools=tools or None, choice=choice, settings=tuple(settings), format=format_
    )
    return copy_of(REQUESTS[_NAME].write(request))


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
    rounds = [element for number in range(max(WIDTHS) // 2) for element in round_(number, {"n": number})]
    wide = [(f"wide-{width}", request([asked, asked, *rounds[: width - 2]])) for width in WIDTHS]
    return [
        ("deep-input", request([asked, *round_(0, deep)])),
        ("deep-schema", request([asked], tools=[tool])),
        ("deep-list", request([asked, *round_(0, {"list": deep_item()})])),
        *wide,
    ]


INPUTS = {_NAME: Inputs(make_request, lambda: _NO_REQUESTS, _large, make_malformed_request)}
