"""chat-request-to-responses-request: a Chat Completions request to a Responses request."""

from dataclasses import dataclass
from typing import Any, Literal

from conformance.reference.chat_tools import chat_tools_to_responses_tools
from conformance.reference.errors import LOG, check_choices, kind_of
from conformance.reference.responses_input import chat_messages_to_responses_input
from conformance.reference.schema import copy_json

Request = dict[str, Any]
StoreWhenAbsent = Literal["write", "omit"]
UnsupportedMembers = Literal["report", "refuse"]
SmallLimits = Literal["raise", "refuse"]

LOGPROBS = "message.output_text.logprobs"  # the `include` value of Responses for Chat's `logprobs`
FEWEST_TOKENS = 16  # Responses takes no smaller limit

# Members of the same name and the same values in both APIs.
_SAME = (
    "temperature", "top_p", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options", "moderation", "parallel_tool_calls", "stream", "metadata", "service_tier",
)  # fmt: skip
# Members that Responses has no counterpart of, each with the values that ask for nothing.
_UNSUPPORTED: dict[str, tuple[Any, ...]] = {
    "stop": ([], ""), "logit_bias": ({},), "frequency_penalty": (0,), "presence_penalty": (0,), "seed": (), "audio": (),
    "prediction": (), "n": (1,), "modalities": (["text"],),
}  # fmt: skip
# Members that become something under another name or in another place.
_KNOWN = frozenset({
    *_SAME, *_UNSUPPORTED, "model", "messages", "tools", "functions", "tool_choice", "function_call", "max_tokens",
    "max_completion_tokens", "reasoning_effort", "verbosity", "response_format", "logprobs", "top_logprobs",
    "stream_options", "web_search_options", "store",
})  # fmt: skip


class RequestError(ValueError):
    """A request that does not convert. The message names the member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choices:
    store_when_absent: StoreWhenAbsent
    unsupported_members: UnsupportedMembers
    small_limits: SmallLimits


def chat_request_to_responses_request(
    request: Any,
    *,
    store_when_absent: StoreWhenAbsent = "write",
    unsupported_members: UnsupportedMembers = "report",
    small_limits: SmallLimits = "raise",
) -> Request:
    """The Responses request for a Chat request.

    Messages and tools become what chat_messages_to_responses_input and chat_tools_to_responses_tools make of them. What
    has no place in a Responses request is logged as a warning that names it, or raises RequestError. Raises
    RequestError for what is no request; what the two converters raise is raised here too. The result shares nothing
    with the input.
    """
    choices = _Choices(
        store_when_absent=store_when_absent, unsupported_members=unsupported_members, small_limits=small_limits
    )
    check_choices(choices)
    if not isinstance(request, dict):
        raise RequestError(f"the request is {kind_of(request)}, not an object")
    if not isinstance(request.get("messages"), list):
        raise RequestError(f"messages is {kind_of(request.get('messages'))}, not a list")
    given = {key: copy_json(value) for key, value in request.items() if value is not None}
    result: Request = {"model": given["model"]} if "model" in given else {}
    result |= chat_messages_to_responses_input(given["messages"])
    result |= {key: given[key] for key in _SAME if key in given}
    if tools := _tools(given):
        result["tools"] = tools
    _add_choice(given, tools, result)
    _add_limit(given, choices, result)
    _add_nested(given, result)
    _add_logprobs(given, result)
    if "store" in given or choices.store_when_absent == "write":
        result["store"] = given.get("store", False)
    else:
        LOG.warning("store is absent: Responses stores what it answers, Chat Completions does not")
    _leave_out(given, choices)
    return result


def _tools(given: Request) -> list[Any]:
    """The tools, then the legacy functions, then the web search."""
    tools = [] if "tools" not in given else _converted(given["tools"])
    functions = given.get("functions")
    if isinstance(functions, list):
        tools += _converted([{"type": "function", "function": function} for function in functions])
    options = given.get("web_search_options")
    if isinstance(options, dict):
        search = {key: value for key, value in options.items() if key != "user_location" and value is not None}
        location = options.get("user_location")
        if isinstance(location, dict):
            inner = location.get("approximate")
            search["user_location"] = {"type": "approximate", **(inner if isinstance(inner, dict) else {})}
        tools.append({"type": "web_search", **search})
    return tools


def _converted(tools: Any) -> list[Any]:
    """Flat tools. Both APIs take a function without a description, which the document on tools rejects."""
    if not isinstance(tools, list):
        raise RequestError(f"tools is {kind_of(tools)}, not a list")
    flat: list[Any] = []
    for tool in tools:
        function = tool.get("function") if isinstance(tool, dict) else None
        if isinstance(function, dict) and function.get("description") in (None, ""):
            made = chat_tools_to_responses_tools([{**tool, "function": {**function, "description": "-"}}])
            flat += [{key: value for key, value in entry.items() if key != "description"} for entry in made]
        else:
            flat += chat_tools_to_responses_tools([tool])
    return flat


def _add_choice(given: Request, tools: list[Any], result: Request) -> None:
    """Add tool_choice, which may name only tools of the request."""
    name = "tool_choice" if "tool_choice" in given else "function_call"
    choice = given.get(name)
    if choice is None:
        return
    if isinstance(choice, str):
        result["tool_choice"] = choice
        return
    if not isinstance(choice, dict):
        raise RequestError(f"{name} is {kind_of(choice)}, not an object or a string")
    known = {tool.get("name"): tool["type"] for tool in tools if tool.get("name")}
    if choice.get("type") == "allowed_tools":
        allowed = choice["allowed_tools"] if isinstance(choice.get("allowed_tools"), dict) else {}
        wanted = [_chosen_name(entry) for entry in allowed["tools"]] if isinstance(allowed.get("tools"), list) else []
        if lost := [tool for tool in wanted if tool not in known]:
            LOG.warning("%s: allowed_tools names no tool of the request: %s; left out", name, lost)
        entries = [{"type": known[tool], "name": tool} for tool in wanted if tool in known]
        if entries:
            result["tool_choice"] = {"type": "allowed_tools", "mode": allowed.get("mode"), "tools": entries}
        return
    chosen = _chosen_name(choice)
    if chosen in known:
        result["tool_choice"] = {"type": known[chosen], "name": chosen}
    else:
        LOG.warning("%s names no tool of the request: %r; left out", name, chosen)


def _chosen_name(choice: Any) -> str | None:
    """The name in a choice, or an entry of allowed_tools: below its type, or beside it."""
    held = choice.get(str(choice.get("type"))) if isinstance(choice, dict) else None
    name = held.get("name") if isinstance(held, dict) else choice.get("name") if isinstance(choice, dict) else None
    return name if isinstance(name, str) else None


def _add_limit(given: Request, choices: _Choices, result: Request) -> None:
    name = "max_completion_tokens" if "max_completion_tokens" in given else "max_tokens"
    limit = given.get(name)
    if limit is None:
        return
    if isinstance(limit, int) and limit < FEWEST_TOKENS:
        if choices.small_limits == "refuse":
            raise RequestError(f"{name} is {limit}: a Responses request takes no limit below {FEWEST_TOKENS}")
        LOG.warning("%s is raised from %s to %s, the least that Responses takes", name, limit, FEWEST_TOKENS)
        limit = FEWEST_TOKENS
    result["max_output_tokens"] = limit


def _add_nested(given: Request, result: Request) -> None:
    """Add what Responses has below another member: effort, verbosity and format."""
    if "reasoning_effort" in given:
        result["reasoning"] = {"effort": given["reasoning_effort"]}
    text: Request = {}
    format_ = given.get("response_format")
    if isinstance(format_, dict) and format_.get("type") != "text":
        text["format"] = _format(format_)
    if "verbosity" in given:
        text["verbosity"] = given["verbosity"]
    if text:
        result["text"] = text


def _format(format_: Request) -> Request:
    inner = format_.get("json_schema")
    if format_.get("type") != "json_schema" or not isinstance(inner, dict):
        return format_
    fields = {key: value for key, value in inner.items() if value is not None}
    if "schema" not in fields:
        LOG.warning("response_format: json_schema has no schema, which Responses requires; any object is accepted")
    return {"type": "json_schema", "schema": {"type": "object"}, "strict": False, **fields}


def _add_logprobs(given: Request, result: Request) -> None:
    if given.get("logprobs") is True:
        result["include"] = [LOGPROBS]
        if "top_logprobs" in given:
            result["top_logprobs"] = given["top_logprobs"]
    options = given.get("stream_options")
    if isinstance(options, dict) and options.get("include_obfuscation") is not None:
        result["stream_options"] = {"include_obfuscation": options["include_obfuscation"]}


def _leave_out(given: Request, choices: _Choices) -> None:
    """Report or refuse what has no counterpart."""
    left = [name for name, idle in _UNSUPPORTED.items() if name in given and given[name] not in idle]
    if left and choices.unsupported_members == "refuse":
        raise RequestError(f"a Responses request has no {', no '.join(left)}")
    for name in (*left, *(name for name in given if name not in _KNOWN)):
        LOG.warning("%s has no counterpart in a Responses request; left out", name)
