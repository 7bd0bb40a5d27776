"""Responses requests: an input, tools, and every other member that a request may have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from conformance.base.values import JSON
from conformance.formats.members import RESPONSES
from conformance.inputs import request_members as shared
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.crowds import Crowds, crowds_of
from conformance.inputs.flat_tools import INPUTS as TOOLS
from conformance.inputs.flat_tools import make_malformed_responses_tools, make_responses_tools
from conformance.inputs.items import INPUTS as INPUT
from conformance.inputs.items import make_input, make_malformed_input
from conformance.inputs.material import EDGES, fresh, table
from conformance.inputs.models import by_reasoning, is_for_reasoning, make_model
from conformance.inputs.operations import Inputs
from conformance.inputs.request_members import Fault, Request, member, without

_LOGPROBS, _THOUGHTS = "message.output_text.logprobs", "reasoning.encrypted_content"


def _text(schema: JSON, verbosity: str = "", **fields: JSON) -> JSON:
    format_ = {"type": "json_schema", "name": "colour", "schema": schema, **fields}
    return {"format": format_, **({"verbosity": verbosity} if verbosity else {})}


# The values of each member. A null stands for a member that asks for nothing.
_MEMBERS: dict[str, DealtOptions[JSON]] = {
    **shared.SHARED,
    "prompt_cache_options": table(
        {"mode": "explicit"}, {"mode": "implicit", "ttl": "30m"}, {"ttl": "12h"}, {},
        {"mode": "implicit", "comparison_response_id": "resp_1"}, {"comparison_response_id": None},
        {"prewarm": True}, {"prewarm": False}, None,
    ),
    "service_tier": table("auto", "default", "flex", "scale", "priority", "fast", "ultrafast", None),
    "max_output_tokens": table(800, 16, 2**53 + 1, None),
    "reasoning": table(
        {"effort": "none"}, {"effort": "minimal", "summary": None}, {"effort": "low", "summary": "auto"},
        {"effort": "medium", "context": "auto"}, {"effort": "high", "summary": "concise"}, {"effort": "xhigh"},
        {"effort": "max", "mode": "standard"}, {"effort": None, "summary": "detailed"},
        {"generate_summary": "auto", "context": "current_turn"}, {"generate_summary": "concise"},
        {"generate_summary": "detailed", "mode": "pro"}, {"generate_summary": None, "context": "all_turns"},
        {"context": None}, {}, None,
    ),
    "text": table(
        {"format": {"type": "text"}}, {"verbosity": "low"}, {"verbosity": "medium"}, {"verbosity": "high"},
        {"verbosity": None}, {"format": {"type": "json_object"}}, _text(shared.OPEN, "low", strict=False),
        _text(shared.CLOSED, strict=True), _text(shared.OPEN, strict=None), _text(shared.CLOSED, "high"),
        *(_text(shared.OPEN, description=text, strict=False) for text in EDGES), {},
    ),
    "include": table(
        [_LOGPROBS], [_THOUGHTS], [_LOGPROBS, "file_search_call.results"],
        ["web_search_call.results", "web_search_call.action.sources", "message.input_image.image_url"],
        ["computer_call_output.output.image_url", "code_interpreter_call.outputs"], [], None,
    ),
    "top_logprobs": table(0, 3, 20, None),
    "background": table(True, False, None),
    "truncation": table("auto", "disabled", None),
    "max_tool_calls": table(3, 2**53 + 1, None),
    "context_management": table(
        [{"type": "compaction", "compact_threshold": 2000}], [],
        [{"type": "compaction"}, {"type": "compaction", "compact_threshold": None}], None,
    ),
    "background_options": table(
        {"completion_window": "soonest", "continuation_id": "c_1"}, {"completion_window": "2h"},
        {"completion_window": "8h"}, {}, None,
    ),
    "image": table(
        {"context_compression": "auto"}, {"context_compression": "enabled"}, {"context_compression": "disabled"}, {},
        None,
    ),
    "access_programs": table(
        {"cyber": "standard"}, {"cyber": "daybreak_blue"}, {"cyber": "daybreak_red"}, {}, None,
    ),
    "client_metadata": table({"app": "größer"}, None),
    "previous_response_id": table("resp_1", None),
    "conversation": table("conv_1", {"id": "conv_1"}, None),
    "prompt": table({"id": "pmpt_1"}, {"id": "pmpt_1", "version": "2", "variables": {"city": "Bonn"}}, None),
}  # fmt: skip
_ELSEWHERE = DealtOptions(("previous_response_id", "conversation", "prompt"))
_ALONE = DealtOptions((
    "background", "truncation", "max_tool_calls", "context_management", "background_options", "image",
    "access_programs", "client_metadata",
))  # fmt: skip
_OFTEN = ("text", "reasoning")
_HAS_OFTEN = weighted({True: 2, False: 1})
_COMMON = by_reasoning(name for name in _MEMBERS if name not in (*_ALONE, *_ELSEWHERE, *_OFTEN))
_IS_CROWDED = weighted({False: 2, True: 1})
_HOW_MANY = weighted({2: 3, 3: 4, 4: 3, 1: 1, 6: 2})
_HAS_ALONE = weighted({False: 1, True: 1})
_HAS_ELSEWHERE = weighted({False: 12, True: 1})
_HAS_TOOLS = weighted({True: 4, False: 1})
_CHOICES = weighted({"named": 13, "allowed": 6, "none": 1, "auto": 1, "required": 1, "hosted": 10, None: 1})
_OF_CROWDS = DealtOptions(("hosted", "named"))
# Tools that the API or the client runs, each with its choice.
_HOSTED = table(
    {"type": "file_search", "vector_store_ids": ["vs_1"]},
    {"type": "image_generation"},
    {"type": "code_interpreter", "container": {"type": "auto"}},
    {"type": "web_search_preview"},
    *[{"type": "mcp", "server_label": "notes", "server_url": "https://example.org/mcp"}] * 3,  # chosen in three ways
    {"type": "shell"},
    {"type": "apply_patch"},
    {"type": "computer"},
    {"type": "mcp", "server_label": "dates", "server_url": "https://example.org/mcp"},
)
_OF_SERVER: DealtOptions[Request] = DealtOptions(
    ({"name": "look"}, {}, {"name": None})
)  # the tool of a server that is chosen
_STREAM_OPTIONS = table({"include_obfuscation": False}, {"include_obfuscation": True}, {}, None)


@cache
def _crowds() -> Crowds:
    own = {
        "stream_options": _STREAM_OPTIONS, "tools": table(shared.CHOOSES, [], None),
        "instructions": table("Be kind.", "", None),
    }  # fmt: skip
    return crowds_of(RESPONSES, {**_MEMBERS, **shared.OF_CROWDS, **own}, {})


def make_request(choices: Choices) -> Request:
    """A Responses request."""
    given = _input(make_input(choices))
    members = _crowded(choices) if choices.pick(_IS_CROWDED) else _some(choices)
    text = members.get("text") or {}
    asked = (members.get("reasoning") or {}).get("effort"), text.get("verbosity")
    request: Request = {"model": make_model(choices, *asked), **given, **members}
    if is_for_reasoning(*asked) and request.get("include"):
        request["include"] = [name for name in request["include"] if name != _LOGPROBS] or [_THOUGHTS]
    if text.get("format") == {"type": "json_object"}:
        said = {"role": "user", "content": "Answer in JSON."}
        given = request["input"]
        request["input"] = [*given, said] if isinstance(given, list) else "Answer in JSON."
    return request


def _crowded(choices: Choices) -> Request:
    """As many members as may be together."""
    members = _crowds().make(choices)
    if members.get("tools") == shared.CHOOSES:
        members["tools"] = make_responses_tools(choices)
        if members.get("tool_choice") == shared.CHOOSES:
            _choose(choices, members, choices.pick(_OF_CROWDS))
    return members


def _some(choices: Choices) -> Request:
    """A few members."""
    crowds = _crowds()
    members: Request = {name: crowds.value(choices, name) for name in _OFTEN if choices.pick(_HAS_OFTEN)}
    asked = (members.get("reasoning") or {}).get("effort"), (members.get("text") or {}).get("verbosity")
    names = {choices.pick(_COMMON[is_for_reasoning(*asked)]) for _ in range(choices.pick(_HOW_MANY))}
    if choices.pick(_HAS_ALONE):
        names |= {choices.pick(_ALONE) for _ in range(choices.pick((1, 1, 2)))}
    if choices.pick(_HAS_ELSEWHERE):
        names.add(choices.pick(_ELSEWHERE))
    members |= {name: crowds.value(choices, name) for name in _MEMBERS if name in names}
    if choices.pick(_HAS_TOOLS):
        members |= {"tools": make_responses_tools(choices), "parallel_tool_calls": choices.pick(shared.PARALLEL)}
        _choose(choices, members, choices.pick(_CHOICES))
    shared.add_stream(choices, members, _STREAM_OPTIONS)
    return members


def _input(given: JSON) -> Request:
    return dict(given) if isinstance(given, dict) else {"input": given}


def _choose(choices: Choices, request: Request, choice: str | None) -> None:
    """Let a request choose among its tools. choice: how; none of them where there is nothing to choose from."""
    tools = request["tools"]
    if choice == "named":
        kind, name = choices.pick(shared.CHOSEN)
        tools[:] = [tool for tool in tools if tool.get("name") != name]
        fields = {"strict": False, "parameters": {"type": "object", "properties": {}}} if kind == "function" else {}
        tools.append({"type": kind, "name": name, "description": "The one.", **fields})
        request["tool_choice"] = {"type": kind, "name": name}
    elif choice == "allowed":
        named = [
            {"type": tool["type"], "name": tool["name"]} for tool in tools if tool["type"] in ("function", "custom")
        ]
        if named:
            mode = choices.pick(shared.MODES)
            request["tool_choice"] = {
                "type": "allowed_tools",
                "mode": mode,
                "tools": named[: choices.pick(shared.ALLOWED)],
            }
    elif choice == "hosted":
        tool = fresh(choices, _HOSTED)
        tools.append(tool)
        chosen: Request = {"type": tool["type"]}
        if "server_label" in tool:
            chosen |= {"server_label": tool["server_label"], **choices.pick(_OF_SERVER)}
        request["tool_choice"] = chosen
    else:
        request["tool_choice"] = choice


# Faults of members, by name.
_FAULTS: dict[str, Fault] = {
    "no model": without("model"),
    "no input": without("input"),
    "an input that is none": member("input", None, {"role": "user", "content": "Hello"}, 7),
    "tools that are no list": member("tools", {}, "get_weather", 7),
    "a member that no API knows": member("x_vendor", 1, {"a": 1}, "text"),
    "a temperature that is no number": member("temperature", "hot", [], True),
    "a limit that is no number": member("max_output_tokens", "many", {}),
    "a format that is none": member("text", "json", {"format": {"type": "yaml"}}, {"format": {"type": "json_schema"}}),
    "an effort that no API knows": member("reasoning", {"effort": "gigantic"}, 7),
    "a choice that is none": member("tool_choice", "maybe", {"name": "search"}, 7),
}  # fmt: skip
_FAULT_NAMES = shared.fault_names(_FAULTS, "input")


def _malformed_input(choices: Choices) -> tuple[str, Request]:
    fault, given = make_malformed_input(choices)
    return fault, _input(given)


def _malformed_tools(choices: Choices) -> tuple[str, Request]:
    fault, tools = make_malformed_responses_tools(choices)
    return fault, {"tools": tools}


def make_malformed_request(choices: Choices) -> tuple[str, JSON]:
    """A Responses request with one fault, in its input, its tools or another member, and the fault's name."""
    request: Request = {"model": "gpt-4o", "input": [{"role": "user", "content": "Hello"}]}
    parts = {"input": _malformed_input, "tools": _malformed_tools}
    return shared.make_malformed(choices, _FAULT_NAMES, _FAULTS, request, parts, make_responses_tools)


_NO_REQUESTS: tuple[JSON, ...] = (
    None, 7, "text", [], True, {}, {"model": "gpt-4o"}, [{"role": "user", "content": "Hello"}], {"input": "Hello"},
)  # fmt: skip


def _deep_and_wide() -> Sequence[tuple[str, JSON]]:
    """Return requests with the deep and wide input and tools of the two operations."""
    bodies = [(name, _input(given)) for name, given in INPUT["responses-input"].deep_and_wide()]
    plain: Request = {"model": "gpt-4o", "input": "Hello"}
    return shared.deep_and_wide(plain, TOOLS["responses-tools"].deep_and_wide(), bodies)


INPUTS = {"responses-request": Inputs(make_request, lambda: _NO_REQUESTS, _deep_and_wide, make_malformed_request)}
