"""chat-request-to-anthropic-request and responses-request-to-anthropic-request."""

import re
from collections.abc import Iterator
from typing import Any, Literal

from conformance.reference.anthropic_blocks import TARGET, RefusalHistory, blocks_of, refusal_blocks
from conformance.reference.anthropic_tools import tool_of
from conformance.reference.anthropic_turns import BadId, LateSystem, MalformedArguments, TurnChoices, Turns
from conformance.reference.chat_request import RequestError, UnsupportedMembers
from conformance.reference.compiled_schemas import compile_schema, compile_tools
from conformance.reference.errors import LOG, kind_of, with_checked_choices
from conformance.reference.members import (
    Object,
    given_in,
    list_in,
    lose,
    lose_rest,
    object_in,
    refuse_or_lose,
)
from conformance.reference.responses_request import ELSEWHERE, refuse_what_is_kept, with_names_in_chat
from conformance.reference.responses_tools import additional_tools, names_of, with_names

TemperatureAbove1 = Literal["cap", "refuse"]

LEAST_MAX_TOKENS = 4096  # the most that all models take
_MODES = {"auto": "auto", "required": "any", "none": "none"}
_TIERS = {"auto": "auto", "default": "standard_only"}
_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_SAMPLING = ("temperature", "top_p")
# Models that take no sampling, and those that take one of its members at most.
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_NO_SAMPLING = re.compile(r"claude-(opus-4-[7-9]|(opus|sonnet|haiku)-[5-9]|fable|mythos)")
_ONE_SAMPLING = re.compile(r"claude-(opus-4-1|(opus|sonnet|haiku)-4-5)(?!\d)")
# Members that become something, or that ask for what Anthropic does in any case.
_READ = {
    "model", "messages", "input", "instructions", "tools", "functions", "tool_choice", "parallel_tool_calls", "stop",
    "function_call", "max_tokens", "max_completion_tokens", "max_output_tokens", "temperature", "top_p", "stream",
    "stream_options",
    "reasoning_effort", "reasoning", "response_format", "text", "user", "safety_identifier", "service_tier",
    *ELSEWHERE,
}  # fmt: skip
# Values of other members that ask for nothing.
_IDLE: dict[str, tuple[Any, ...]] = {
    "n": (1,), "frequency_penalty": (0,), "presence_penalty": (0,), "logprobs": (False,), "top_logprobs": (0,),
    "modalities": (["text"],), "store": (False,), "verbosity": ("medium",), "truncation": ("disabled",),
    "background": (False,),
}  # fmt: skip
_CALLS = {"function": "arguments", "custom": "input"}
_ITEMS = {"function_call": "function", "custom_tool_call": "custom"}
_OUTPUTS = ("function_call_output", "custom_tool_call_output")


@with_checked_choices
def chat_request_to_anthropic_request(
    request: Any,
    *,
    max_tokens_absent: int = LEAST_MAX_TOKENS,
    late_system: LateSystem = "user-text",
    malformed_arguments: MalformedArguments = "refuse",
    bad_id: BadId = "map",
    refusal_history: RefusalHistory = "text",
    temperature_above_1: TemperatureAbove1 = "cap",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The Anthropic request for a Chat request.

    Messages of one role that follow each other are one message; the results of calls are right behind them, and first.
    What has no place is logged as a warning that names its path; under `unsupported_members="refuse"` members and tools
    without one raise RequestError. So does what is no request, and what a choice refuses; ToolError for no tool.
    max_tokens_absent: the limit where the request has none. The result shares nothing with the input.
    """
    given = _read(request, "messages", unsupported_members)
    turns = Turns(TurnChoices(late_system, malformed_arguments, bad_id, refusal_history))
    for position, message in enumerate(given["messages"]):
        _take_message(message, f"messages[{position}]", turns)
    tools = [(f"tools[{position}]", tool) for position, tool in enumerate(list_in(given, "tools"))]
    functions = [(f"functions[{at}]", {"function": element}) for at, element in enumerate(list_in(given, "functions"))]
    format_, place = given.get("response_format"), "response_format"
    if isinstance(format_, dict) and isinstance(format_.get("json_schema"), dict):
        format_, place = {"type": format_.get("type"), **format_["json_schema"]}, "response_format.json_schema"
    limit = given.get("max_completion_tokens", given.get("max_tokens", max_tokens_absent))
    made = _settings(given, turns.made(), limit, temperature_above_1)
    _add_effort(given.get("reasoning_effort"), "reasoning_effort", made)
    _add_format(format_, place, made)
    _add_tools(
        [(place, *_name_and_definition(tool, place)) for place, tool in (*tools, *functions)],
        given,
        made,
        unsupported_members,
    )
    return made


@with_checked_choices
def responses_request_to_anthropic_request(
    request: Any,
    *,
    max_tokens_absent: int = LEAST_MAX_TOKENS,
    late_system: LateSystem = "user-text",
    malformed_arguments: MalformedArguments = "refuse",
    bad_id: BadId = "map",
    refusal_history: RefusalHistory = "text",
    temperature_above_1: TemperatureAbove1 = "cap",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The Anthropic request for a Responses request, as chat_request_to_anthropic_request makes it of a Chat request.

    RequestError also for a request that continues what the API keeps.
    """
    if isinstance(request, dict) and isinstance(request.get("input"), str):
        request = request | {"input": [{"role": "user", "content": request["input"]}]}
    given = _read(request, "input", unsupported_members)
    refuse_what_is_kept(given, TARGET)
    turns = Turns(TurnChoices(late_system, malformed_arguments, bad_id, refusal_history))
    turns.instruct(blocks_of(given.get("instructions"), "instructions", refusal_history), "instructions")
    for position, item in enumerate(with_names_in_chat(given)):
        _take_item(item, f"input[{position}]", turns)
    limit = given.get("max_output_tokens", max_tokens_absent)
    made = _settings(given, turns.made(), limit, temperature_above_1)
    reasoning, text = object_in(given, "reasoning"), object_in(given, "text")
    lose_rest(reasoning, {"effort"}, "reasoning", TARGET)
    lose_rest(text, {"format"}, "text", TARGET, ("medium",))
    _add_effort(reasoning.get("effort"), "reasoning.effort", made)
    _add_format(text.get("format"), "text.format", made)
    _add_tools(list(_flat(given)), given, made, unsupported_members)
    return made


def _read(request: Any, member: str, unsupported_members: UnsupportedMembers) -> Object:
    """A copy of a request, without what is null. member: that which holds the conversation."""
    given = given_in(request)
    if not isinstance(given.get(member), list):
        raise RequestError(f"{member} is {kind_of(given.get(member))}, not a list")
    for name, value in given.items():
        if name not in _READ and value not in ("", {}, [], *_IDLE.get(name, ())):
            refuse_or_lose(name, "it", TARGET, unsupported_members)
    return given


def _take_message(message: Any, place: str, turns: Turns) -> None:
    if not isinstance(message, dict):
        raise RequestError(f"{place} is {kind_of(message)}, not an object")
    role = message.get("role")
    blocks = blocks_of(message.get("content"), f"{place}.content", turns.choices.refusal_history)
    read = {"role", "content"}
    if role in ("system", "developer"):
        turns.instruct(blocks, place)
    elif role == "user":
        turns.say("user", blocks)
    elif role == "assistant":
        read |= {"refusal", "tool_calls"}
        refusal = refusal_blocks(message.get("refusal"), f"{place}.refusal", turns.choices.refusal_history)
        turns.say("assistant", blocks + refusal)
        for position, call in enumerate(list_in(message, "tool_calls")):
            _take_call(call, f"{place}.tool_calls[{position}]", turns)
    elif role == "tool":
        read |= {"tool_call_id", "is_error"}  # the latter is written by the half that reads Gemini's requests
        turns.result(message.get("tool_call_id"), blocks, place, has_failed=message.get("is_error") is True)
    elif role == "function":
        LOG.warning("%s: %s has no place for the result of a call without an id; left out", place, TARGET)
        return
    else:
        raise RequestError(f"{place}: role {role!r:.40} is unknown")
    lose_rest(message, read, place, TARGET)


def _take_call(call: Any, place: str, turns: Turns) -> None:
    kind = str(call.get("type") or "function") if isinstance(call, dict) else ""
    body = call.get(kind) if kind in _CALLS else None
    if not isinstance(body, dict):
        raise RequestError(f"{place} is no call of a function or a custom tool")
    take = turns.call if kind == "function" else turns.custom_call
    take(call.get("id"), body.get("name"), body.get(_CALLS[kind]), place)


def _take_item(item: Any, place: str, turns: Turns) -> None:
    if not isinstance(item, dict):
        raise RequestError(f"{place} is {kind_of(item)}, not an object")
    kind, role = str(item.get("type") or "message"), item.get("role")
    read = {"type", "id", "status"}
    if kind == "message":
        blocks = blocks_of(item.get("content"), f"{place}.content", turns.choices.refusal_history)
        if role in ("system", "developer"):
            turns.instruct(blocks, place)
        elif role in ("user", "assistant"):
            turns.say(role, blocks)
        else:
            raise RequestError(f"{place}: role {role!r:.40} is unknown")
        lose_rest(item, read | {"role", "content"}, place, TARGET)
    elif kind in _ITEMS:
        member = _CALLS[_ITEMS[kind]]
        take = turns.call if member == "arguments" else turns.custom_call
        take(item.get("call_id"), item.get("name"), item.get(member), place)
        lose_rest(item, read | {"call_id", "name", member}, place, TARGET)
    elif kind in _OUTPUTS:
        blocks = blocks_of(item.get("output"), f"{place}.output", turns.choices.refusal_history)
        turns.result(item.get("call_id"), blocks, place)
        lose_rest(item, read | {"call_id", "output"}, place, TARGET)
    elif kind != "additional_tools":
        LOG.warning("%s: %s has no place for %s; left out", place, TARGET, kind)


def _settings(given: Object, turns: Object, limit: Any, temperature_above_1: TemperatureAbove1) -> Object:
    """The request with what needs no more than another name."""
    made: Object = {"model": given["model"]} if "model" in given else {}
    if not {"max_completion_tokens", "max_tokens", "max_output_tokens"} & given.keys():
        LOG.warning("max_tokens: %s needs a limit; it is %s", TARGET, limit)
    made |= {"max_tokens": limit} | turns
    made |= {key: given[key] for key in (*_SAMPLING, "stream") if key in given}
    if isinstance(made.get("temperature"), int | float) and made["temperature"] > 1:
        if temperature_above_1 == "refuse":
            raise RequestError(f"temperature is {made['temperature']}: {TARGET} takes none above 1")
        LOG.warning("temperature is lowered from %s to 1, the most that Anthropic takes", made["temperature"])
        made["temperature"] = 1
    leave_out_sampling(made)
    stops = [given["stop"]] if isinstance(given.get("stop"), str) else list_in(given, "stop")
    if kept := [stop for stop in stops if isinstance(stop, str) and stop.strip()]:
        made["stop_sequences"] = kept
    for position, stop in enumerate(stops):
        lose(f"stop[{position}]", stop if stop not in kept else None, TARGET)
    _add_user(given, made)
    if str(given.get("service_tier")) in _TIERS:
        made["service_tier"] = _TIERS[given["service_tier"]]
    else:
        lose("service_tier", given.get("service_tier"), TARGET)
    return made


def _add_user(given: Object, made: Object) -> None:
    """Add who is asking: the first name that is no e-mail address, which Anthropic refuses."""
    named = [name for name in ("user", "safety_identifier") if name in given]
    kept = next((name for name in named if not _EMAIL.fullmatch(str(given[name]))), None)
    if kept is not None:
        made["metadata"] = {"user_id": given[kept]}
    for name in named:
        lose(name, given[name] if name != kept else None, TARGET)


def leave_out_sampling(made: Object) -> None:
    """Leave out what the model does not take: all of it, or the second of two."""
    model, asked = str(made.get("model")), [key for key in (*_SAMPLING, "top_k") if key in made]
    for key in asked if _NO_SAMPLING.match(model) else asked[1:] if _ONE_SAMPLING.match(model) else ():
        LOG.warning("%s: the model %s does not take it; left out", key, model)
        del made[key]


def _add_effort(effort: Any, place: str, made: Object) -> None:
    if effort == "none":
        made["thinking"] = {"type": "disabled"}
    elif effort == "minimal":
        LOG.warning("%s: %s has no effort minimal; it is low", place, TARGET)
        made["output_config"] = {"effort": "low"}
    elif effort in _EFFORTS:
        made["output_config"] = {"effort": effort}
    else:
        lose(place, effort, TARGET)


def _add_format(format_: Any, place: str, made: Object) -> None:
    kind = format_.get("type") if isinstance(format_, dict) else None
    if kind != "json_schema" or not isinstance(format_.get("schema"), dict):
        lose(place, format_ if kind != "text" else None, TARGET)
        return
    lose_rest(format_, {"type", "schema"}, place, TARGET, (True,))  # it is strict in any case
    compile_schema(format_["schema"], place)
    made.setdefault("output_config", {})["format"] = {"type": "json_schema", "schema": format_["schema"]}


def _add_tools(
    tools: list[tuple[str, Any, Any]], given: Object, made: Object, unsupported_members: UnsupportedMembers
) -> None:
    """Add tools, and which of them to call. tools: place, name, and flat tool of each."""
    made_tools: list[Object] = []
    places: list[str] = []
    for place, name, tool in tools:
        kind = tool.get("type", "function") if isinstance(tool, dict) else None
        if kind == "function":
            made_tools.append(tool_of(name, tool.get("description"), tool.get("parameters"), place))
            if isinstance(tool.get("strict"), bool):
                made_tools[-1]["strict"] = tool["strict"]
            places.append(place)
            read = {"type", "name", "description", "parameters", "strict"}
            lose_rest(tool, read, place, TARGET, (False, ["direct"]))
        else:
            refuse_or_lose(place, f"the tool {kind}", TARGET, unsupported_members)
    choice = given.get("tool_choice", given.get("function_call"))
    if not made_tools:
        lose("tool_choice", choice if choice not in ("auto", "none") else None, TARGET)
        return
    format_ = made.get("output_config", {}).get("format", {}).get("schema")
    compile_tools(list(zip(places, made_tools, strict=True)), format_)
    made["tools"] = made_tools
    chosen = _choice(choice, [tool["name"] for tool in made_tools])
    if given.get("parallel_tool_calls") is False and (chosen or {}).get("type") != "none":
        chosen = (chosen or {"type": "auto"}) | {"disable_parallel_tool_use": True}
    if chosen:
        made["tool_choice"] = chosen


def _choice(choice: Any, names: list[str]) -> Object | None:
    if isinstance(choice, str) and choice in _MODES:
        return {"type": _MODES[choice]}
    held = choice if isinstance(choice, dict) else {}
    inner = held.get(str(held.get("type")))
    body = inner if isinstance(inner, dict) else held
    if body.get("name") in names:
        return {"type": "tool", "name": body["name"]}
    lose("tool_choice", choice, TARGET)
    return {"type": _MODES[body["mode"]]} if str(body.get("mode")) in _MODES else None


def _name_and_definition(tool: Any, place: str) -> tuple[Any, Any]:
    """The name and the flat form of a Chat tool."""
    inner = tool.get("function") if isinstance(tool, dict) else None
    if not isinstance(inner, dict):
        return None, tool
    lose_rest(tool, {"type", "function"}, place, TARGET)
    return inner.get("name"), inner


def _flat(given: Object) -> Iterator[tuple[str, Any, Any]]:
    """The tools of a Responses request. Those of a namespace have names as Chat has them."""
    tools = [*list_in(given, "tools"), *additional_tools(given["input"])]
    taken = names_of(tools)
    for position, tool in enumerate(tools):
        yield from ((f"tools[{position}]", name, other_name) for name, other_name in with_names(tool, taken))
