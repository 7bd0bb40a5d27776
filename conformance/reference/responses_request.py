"""responses-request-to-chat-request: a Responses request to a Chat Completions request."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from conformance.reference.chat_messages import responses_input_to_chat_messages
from conformance.reference.chat_request import LOGPROBS, RequestError, UnsupportedMembers
from conformance.reference.errors import LOG, check_choices, kind_of
from conformance.reference.members import given_in
from conformance.reference.responses_tools import additional_tools, names_in_chat, responses_tools_to_chat_tools

Request = dict[str, Any]
LimitName = Literal["max-completion-tokens", "max-tokens"]

# Members of the same name and the same values in both APIs.
_SAME = (
    "temperature", "top_p", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention", "moderation",
    "stream", "store",
)  # fmt: skip
# Members whose meaning lies with the API: a conversation without them is another one.
ELSEWHERE = ("previous_response_id", "conversation", "prompt")
# Members that Chat Completions has no counterpart of, each with the values that ask for nothing.
_UNSUPPORTED: dict[str, tuple[Any, ...]] = {
    "background": (False,), "truncation": ("disabled",), "max_tool_calls": (), "context_management": ([],),
    "background_options": ({},), "image": ({},), "access_programs": ({},),
}  # fmt: skip
_OF_REASONING = ("summary", "generate_summary", "context", "mode")
# Models that reason: Chat Completions refuses max_tokens for them.
_REASONS = re.compile(r"gpt-5|o\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choices:
    limit_name: LimitName
    unsupported_members: UnsupportedMembers


def responses_request_to_chat_request(
    request: Any,
    *,
    limit_name: LimitName = "max-completion-tokens",
    unsupported_members: UnsupportedMembers = "report",
) -> Request:
    """The Chat request for a Responses request.

    Input and tools become what responses_input_to_chat_messages and responses_tools_to_chat_tools make of them. Models
    that reason get max_completion_tokens, whatever limit_name is. What has no place in a Chat request is logged as a
    warning that names it, or raises RequestError. Raises RequestError for what is no request, for one without a model
    or an input, and for one that continues what the API keeps; what the two converters raise is raised here too. The
    result shares nothing with the input.
    """
    choices = check_choices(_Choices(limit_name=limit_name, unsupported_members=unsupported_members))
    given = given_in(request)
    refuse_what_is_kept(given, "a Chat request")
    for name, kinds in (("model", str), ("input", str | list)):
        if not isinstance(given.get(name), kinds):
            raise RequestError(f"{name} is {kind_of(given.get(name))}: a Chat request needs it")
    result: Request = {"model": given["model"]}
    parts = {key: given[key] for key in ("instructions",) if key in given} | {"input": with_names_in_chat(given)}
    result["messages"] = responses_input_to_chat_messages(parts)
    result |= {key: given[key] for key in _SAME if key in given}
    _add_tools(given, result)
    if "max_output_tokens" in given:
        name = "max_completion_tokens" if _REASONS.match(given["model"]) else limit_name.replace("-", "_")
        result[name] = given["max_output_tokens"]
    _add_flat(given, result)
    _add_logprobs(given, result)
    _add_of_other_values(given, result)
    _leave_out(given, choices)
    return result


def refuse_what_is_kept(given: Request, target: str) -> None:
    """Refuse a request that continues what the API keeps."""
    for name in ELSEWHERE:
        if name in given:
            raise RequestError(f"{name} refers to what the Responses API keeps: {target} holds it all")


def with_names_in_chat(given: Request) -> Any:
    """The input, in which calls of tools in namespaces have the names under which these are offered to Chat."""
    names = {
        (tool["namespace"], tool["name"]): name for name, tool in names_in_chat(given).items() if "namespace" in tool
    }
    if not names or not isinstance(given["input"], list):
        return given["input"]
    return [_item_with_names(item, names) for item in given["input"]]


def _item_with_names(item: Any, names: dict[tuple[str, str], str]) -> Any:
    if _of(item, "type") not in ("function_call", "custom_tool_call"):
        return item
    space, name = item.get("namespace"), item.get("name")
    if not isinstance(space, str) or not isinstance(name, str) or (space, name) not in names:
        return item
    return {key: value for key, value in item.items() if key != "namespace"} | {"name": names[space, name]}


def _add_tools(given: Request, result: Request) -> None:
    """Add tools, and what Chat Completions takes beside them only."""
    sources = given.get("tools", [])
    if isinstance(sources, list):
        sources = [*sources, *additional_tools(given["input"])]
    # Chat Completions searches with the models of that name alone, and refuses the options for others.
    if isinstance(sources, list) and "search" in given["model"]:
        searches = [source for source in sources if str(_of(source, "type")).startswith("web_search")]
        sources = [source for source in sources if source not in searches]
        if searches:
            result["web_search_options"] = _search_options(searches[0])
    tools = responses_tools_to_chat_tools(sources, strict_when_absent="omit")
    if tools:
        result["tools"] = tools
    choice = given.get("tool_choice")
    if choice is not None:
        made = _choice(choice, {tool[tool["type"]].get("name"): tool["type"] for tool in tools})
        if made is not None and tools:
            result["tool_choice"] = made
        elif choice not in ("auto", "none"):
            LOG.warning("tool_choice has no tool to choose in a Chat request: %r; left out", choice)
    if "parallel_tool_calls" in given and tools:
        result["parallel_tool_calls"] = given["parallel_tool_calls"]
    elif given.get("parallel_tool_calls") is False and given.get("tools"):
        LOG.warning("parallel_tool_calls goes with the tools; left out")


def _search_options(tool: Request) -> Request:
    options: Request = {}
    for key, value in tool.items():
        if key == "search_context_size" and value is not None:
            options[key] = value
        elif key == "user_location" and isinstance(value, dict):
            inner = {name: value for name, value in value.items() if name != "type" and value is not None}
            options[key] = {"type": "approximate", "approximate": inner}
        elif key != "type" and value is not None:
            LOG.warning("tools: %s of web_search has no place in web_search_options; left out", key)
    return options


def _choice(choice: Any, known: dict[Any, str]) -> Any:
    """The nested choice; None where it names no tool that is left."""
    if isinstance(choice, str):
        return choice if known else None
    kind = _of(choice, "type")
    if kind == "allowed_tools":
        entries = choice.get("tools") if isinstance(choice.get("tools"), list) else []
        wanted = [_name_of(entry) for entry in entries]
        if lost := [_name_of(entry) or _of(entry, "type") for entry in entries if _name_of(entry) not in known]:
            LOG.warning("tool_choice: allowed_tools names no tool of the Chat request: %s; left out", lost)
        nested = [{"type": known[name], known[name]: {"name": name}} for name in wanted if name in known]
        allowed = {"mode": choice.get("mode"), "tools": nested}
        return {"type": "allowed_tools", "allowed_tools": allowed} if nested else None
    name = _name_of(choice)
    return (
        {"type": known[name], known[name]: {"name": name}} if kind in ("function", "custom") and name in known else None
    )


def _name_of(value: Any) -> str | None:
    name = _of(value, "name")
    return name if isinstance(name, str) else None


def _of(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _add_flat(given: Request, result: Request) -> None:
    """Add what Responses has below another member: effort, verbosity and format."""
    reasoning, text = given.get("reasoning"), given.get("text")
    if isinstance(reasoning, dict):
        if reasoning.get("effort") is not None:
            result["reasoning_effort"] = reasoning["effort"]
        for name in _OF_REASONING:
            if reasoning.get(name) is not None:
                LOG.warning("reasoning.%s has no counterpart in a Chat request; left out", name)
    if not isinstance(text, dict):
        return
    if text.get("verbosity") is not None:
        result["verbosity"] = text["verbosity"]
    format_ = text.get("format")
    if isinstance(format_, dict) and format_.get("type") == "json_schema":
        inner = {key: value for key, value in format_.items() if key != "type" and value is not None}
        result["response_format"] = {"type": "json_schema", "json_schema": inner}
    elif isinstance(format_, dict) and format_.get("type") != "text":
        result["response_format"] = format_


def _add_logprobs(given: Request, result: Request) -> None:
    include = given.get("include")
    asked = include if isinstance(include, list) else []
    if LOGPROBS in asked or given.get("top_logprobs"):
        result["logprobs"] = True
        if "top_logprobs" in given:
            result["top_logprobs"] = given["top_logprobs"]
    for value in asked:
        if value != LOGPROBS:
            LOG.warning("include: %s has no counterpart in a Chat request; left out", value)
    options = given.get("stream_options")
    if isinstance(options, dict) and options.get("include_obfuscation") is not None:
        result["stream_options"] = {"include_obfuscation": options["include_obfuscation"]}


def _add_of_other_values(given: Request, result: Request) -> None:
    """Add members of which Chat Completions takes fewer values, or takes them beside others only."""
    tier = given.get("service_tier")
    if tier == "ultrafast":
        LOG.warning("service_tier %s is unknown to Chat Completions; left out", tier)
    elif tier is not None:
        result["service_tier"] = tier
    cache = given.get("prompt_cache_options")
    if isinstance(cache, dict):
        if cache.get("prewarm") is True:
            raise RequestError("prompt_cache_options.prewarm asks for no answer: a Chat request cannot")
        kept = {key: value for key, value in cache.items() if key not in ("prewarm", "comparison_response_id")}
        if cache.get("comparison_response_id") is not None:
            LOG.warning("prompt_cache_options.comparison_response_id names a response; left out")
        if kept.get("ttl") == "12h":
            LOG.warning("prompt_cache_options.ttl of 12h is unknown to Chat Completions; left out")
            del kept["ttl"]
        if kept:
            result["prompt_cache_options"] = kept
    if given.get("metadata"):
        if given.get("store") is False:
            LOG.warning("metadata is for what is stored, and store is false; left out")
        else:
            result |= {"metadata": given["metadata"], "store": True}


def _leave_out(given: Request, choices: _Choices) -> None:
    """Report or refuse what has no counterpart."""
    left = [name for name, idle in _UNSUPPORTED.items() if name in given and given[name] not in idle]
    if left and choices.unsupported_members == "refuse":
        raise RequestError(f"a Chat request has no {', no '.join(left)}")
    for name in left:
        LOG.warning("%s has no counterpart in a Chat request; left out", name)
