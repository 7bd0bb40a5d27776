"""Chat requests: a conversation, tools, and every other member that a request may have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import dropwhile

from conformance.base.values import JSON
from conformance.formats.chat.calls import old_call_member
from conformance.formats.members import CHAT
from conformance.inputs import request_members as shared
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.conversations import INPUTS as CONVERSATIONS
from conformance.inputs.conversations import make_conversation, make_malformed_conversation
from conformance.inputs.crowds import Crowds, crowds_of
from conformance.inputs.material import FEW_EDGES, fresh, table
from conformance.inputs.models import by_reasoning, is_for_reasoning, make_model
from conformance.inputs.operations import Inputs
from conformance.inputs.request_members import Fault, Request, member, without
from conformance.inputs.tools import INPUTS as TOOLS
from conformance.inputs.tools import make_chat_tools, make_malformed_chat_tools

_NAMED = {"name": "colour"}
_JSON_OBJECT: JSON = {"type": "json_object"}


def _format(**fields: JSON) -> JSON:
    return {"type": "json_schema", "json_schema": _NAMED | fields}


# The values of each member. A null is a member that asks for nothing.
_MEMBERS: dict[str, DealtOptions[JSON]] = {
    **shared.SHARED,
    "max_tokens": table(800, 16, 15, 1, 2**53 + 1, None),
    "max_completion_tokens": table(800, 16, 4, 2**53 + 1, None),
    "reasoning_effort": table("max", "xhigh", "high", "medium", "low", "minimal", "none", None),
    "verbosity": table("low", "medium", "high", None),
    "response_format": table(
        {"type": "text"}, _format(schema=shared.OPEN), _format(schema=shared.OPEN, strict=None),
        _format(schema=shared.OPEN, strict=False), _format(schema=shared.CLOSED, strict=True),
        _format(schema=shared.CLOSED, description="A colour.\n"), _JSON_OBJECT,
        _format(), *(_format(schema=shared.OPEN, description=text) for text in FEW_EDGES), None,
    ),
    "logprobs": table(True, False, None, True),
    "web_search_options": table(
        {}, {"search_context_size": "low"}, {"search_context_size": "medium", "user_location": None},
        {"search_context_size": "high", "user_location": {"type": "approximate", "approximate": {"city": "Bonn"}}},
        {"user_location": {"type": "approximate", "approximate": {
            "city": "Zürich", "country": "CH", "region": "ZH", "timezone": "Europe/Zurich"}}},
        {"user_location": {"type": "approximate", "approximate": {}}}, None,
    ),
    "stop": table("END", ["."], ["a", "\n\n", " ", "END" * 400], [], "", None),
    "logit_bias": table({"50256": -100}, {"50256": 100, "0": 0}, {}, None),
    "frequency_penalty": table(-2, 2, 0, None),
    "presence_penalty": table(-2, 2, 0, None),
    "seed": table(7, 0, -1, 2**53 + 1, None),
    "audio": table({"voice": "alloy", "format": "wav"}, {"voice": {"id": "voice_1"}, "format": "mp3"}, None),
    "prediction": table(
        {"type": "content", "content": "Hello."}, {"type": "content", "content": [{"type": "text", "text": "Hi."}]},
        None,
    ),
    "n": table(1, 4, None),
    "modalities": table(["text"], ["text", "audio"], [], None),
}  # fmt: skip
# Members that are only beside another one that asks for something.
_NEEDS = {"stream_options": "stream", "tool_choice": "tools", "parallel_tool_calls": "tools"}
_HAS_FORMAT = weighted({False: 1, True: 1})
# How often a member is there, among the members of the same kind.
_ALONE = (
    "stop", "logit_bias", "frequency_penalty", "presence_penalty", "seed", "audio", "prediction", "n", "modalities",
)  # fmt: skip
_OF_REASONING = ("reasoning_effort", "verbosity")
_COMMON = by_reasoning([
    *(name for name in _MEMBERS if name not in (*_ALONE, *_OF_REASONING, "response_format")), "web_search_options",
])  # fmt: skip
_RARE = by_reasoning(_ALONE)
_HAS_REASONING = {name: weighted({False: 2, True: 1}) for name in _OF_REASONING}
_HOW_MANY = weighted({3: 4, 2: 2, 4: 4, 1: 1, 6: 3, 8: 1})
_HAS_ALONE = weighted({False: 1, True: 5})
_HAS_TOOLS = weighted({"tools": 6, "no": 3, "functions": 2})
_CHOICES = weighted({"named": 6, "allowed": 3, "none": 1, "auto": 1, "required": 1, None: 1})
_FUNCTION_CHOICES = DealtOptions(("none", "auto", "named", None))
_STREAM_OPTIONS = table(
    {"include_usage": True}, {"include_obfuscation": False}, {"include_obfuscation": True, "include_usage": False}, {},
    None,
)  # fmt: skip
_TOP = table(0, 3, 20, None)
_HAS_TOP = weighted({True: 4, False: 1})
_IS_CROWDED = weighted({False: 11, True: 7})  # each plan comes once in a run


@cache
def _crowds() -> Crowds:
    return crowds_of(
        CHAT, {**_MEMBERS, "stream_options": _STREAM_OPTIONS, "top_logprobs": _TOP, **shared.OF_CROWDS}, _NEEDS
    )


def make_request(choices: Choices) -> Request:
    """A Chat request."""
    messages = _whole(make_conversation(choices))
    members = _crowded(choices) if choices.pick(_IS_CROWDED) else _some(choices)
    model = make_model(choices, *(members.get(name) for name in _OF_REASONING))
    request: Request = {"model": model, "messages": messages, **members}
    if request.get("response_format") == _JSON_OBJECT:
        request["messages"].append({"role": "user", "content": "Answer in JSON."})
    return request


def _crowded(choices: Choices) -> Request:
    """As many members as may be together."""
    members = _crowds().make(choices)
    if "stream_options" in members:
        members["stream"] = True
    if members.get("tool_choice") or members.get("parallel_tool_calls") is not None or members.get("tools"):
        members["tools"] = make_chat_tools(choices)
        if members.get("tool_choice") == shared.CHOOSES:
            _choose(choices, members, "named")
    return members


def _some(choices: Choices) -> Request:
    """A few members."""
    crowds = _crowds()
    members: Request = {
        name: crowds.value(choices, name) for name in _OF_REASONING if choices.pick(_HAS_REASONING[name])
    }
    reasons = is_for_reasoning(*(members.get(name) for name in _OF_REASONING))
    names = {choices.pick(_COMMON[reasons]) for _ in range(choices.pick(_HOW_MANY))}
    if choices.pick(_HAS_ALONE):
        names |= {choices.pick(_RARE[reasons]) for _ in range(choices.pick((1, 1, 2)))}
    if choices.pick(_HAS_FORMAT):
        names.add("response_format")
    if "max_completion_tokens" in names:  # the API takes one limit
        names.discard("max_tokens")
    members |= {name: crowds.value(choices, name) for name in _MEMBERS if name in names}
    _add_tools(choices, members)
    shared.add_stream(choices, members, _STREAM_OPTIONS)
    if members.get("logprobs") is True and choices.pick(_HAS_TOP):
        members["top_logprobs"] = fresh(choices, _TOP)
    return members


def _whole(messages: list[JSON]) -> list[JSON]:
    """Return a conversation without the results at its start whose calls are not in it."""
    return list(dropwhile(lambda message: message["role"] == "tool", messages))


def _add_tools(choices: Choices, request: Request) -> None:
    kind = choices.pick(_HAS_TOOLS)
    if kind == "no":
        return
    tools = make_chat_tools(choices)
    if kind == "functions":
        # The older form has three fields.
        functions = [
            {
                key: value
                for key, value in tool["function"].items()
                if key in ("name", "description", "parameters") and value
            }
            for tool in tools
            if "function" in tool
        ]
        if functions:
            request["functions"] = functions
            _add_function_call(choices, request)
        return
    request["tools"] = tools
    if (parallel := choices.pick(shared.PARALLEL)) is not None:
        request["parallel_tool_calls"] = parallel
    _choose(choices, request, choices.pick(_CHOICES))


def _choose(choices: Choices, request: Request, choice: str | None) -> None:
    """Let a request choose among its tools. choice: how; none of them where there is nothing to choose from."""
    tools = request["tools"]
    if choice == "named":
        kind, name = choices.pick(shared.CHOSEN)
        tools[:] = [tool for tool in tools if name not in (tool.get(tool["type"]) or {}).values()]
        tools.append({"type": kind, kind: {"name": name, "description": "The one."}})
        request["tool_choice"] = _choice_of(tools[-1])
        return
    named = [_choice_of(tool) for tool in tools if _choice_of(tool) is not None]
    if choice == "allowed" and named:
        allowed: JSON = {"mode": choices.pick(shared.MODES), "tools": named[: choices.pick(shared.ALLOWED)]}
        request["tool_choice"] = {"type": "allowed_tools", "allowed_tools": allowed}
    elif choice not in ("allowed", None):
        request["tool_choice"] = choice


def _add_function_call(choices: Choices, request: Request) -> None:
    choice = choices.pick(_FUNCTION_CHOICES)
    if choice is not None:
        request |= old_call_member({"name": request["functions"][0]["name"]} if choice == "named" else choice)


def _choice_of(tool: JSON) -> JSON:
    """Return the choice of a tool by its name; None for one without."""
    held = tool.get(tool["type"])
    name = held.get("name") if isinstance(held, dict) else None
    return {"type": tool["type"], tool["type"]: {"name": name}} if isinstance(name, str) and name else None


# Faults of members, by name.
_FAULTS: dict[str, Fault] = {
    "no model": without("model"),
    "no messages": without("messages"),
    "messages that are no list": member("messages", None, "Hello", {"role": "user", "content": "Hello"}, 7),
    "an empty list of tools": member("tools", []),
    "tools that are no list": member("tools", {}, "get_weather", 7),
    "a member that no API knows": member("x_vendor", 1, {"a": 1}, "text"),
    "a temperature that is no number": member("temperature", "hot", [], True),
    "a temperature beyond the limit": member("temperature", 7, -1),
    "a limit that is no number": member("max_completion_tokens", "many", {}),
    "a format that is none": member("response_format", "json", {"type": "yaml"}, {"type": "json_schema"}, []),
    "a choice that is none": member("tool_choice", "maybe", {"type": "function"}, {"function": {"name": "search"}}, 7),
    "an effort that no API knows": member("reasoning_effort", "gigantic", 7),
    "options of a stream that is none": member("stream_options", {"include_usage": True}),
}  # fmt: skip
_FAULT_NAMES = shared.fault_names(_FAULTS, "messages")


def _malformed_messages(choices: Choices) -> tuple[str, Request]:
    fault, messages = make_malformed_conversation(choices)
    return fault, {"messages": messages}


def _malformed_tools(choices: Choices) -> tuple[str, Request]:
    fault, tools = make_malformed_chat_tools(choices)
    return fault, {"tools": tools}


def make_malformed_request(choices: Choices) -> tuple[str, JSON]:
    """A Chat request with one fault, in its messages, its tools or another member, and the fault's name."""
    request: Request = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}
    parts = {"messages": _malformed_messages, "tools": _malformed_tools}
    return shared.make_malformed(choices, _FAULT_NAMES, _FAULTS, request, parts, make_chat_tools)


_NO_REQUESTS: tuple[JSON, ...] = (
    None, 7, "text", [], True, {}, {"model": "gpt-4o"}, [{"role": "user", "content": "Hello"}], {"messages": "Hello"},
)  # fmt: skip


def _deep_and_wide() -> Sequence[tuple[str, JSON]]:
    """Return requests with the deep and wide messages and tools of the two operations."""
    plain: Request = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}
    bodies = [(name, {"messages": messages}) for name, messages in CONVERSATIONS["chat-messages"].deep_and_wide()]
    return shared.deep_and_wide(plain, TOOLS["chat-tools"].deep_and_wide(), bodies)


INPUTS = {"chat-request": Inputs(make_request, lambda: _NO_REQUESTS, _deep_and_wide, make_malformed_request)}
