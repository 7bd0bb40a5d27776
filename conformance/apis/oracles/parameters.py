"""What the OpenAI APIs refuse in the parameters of a request, beside its tools and its conversation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.function_schemas import broken_by
from conformance.apis.oracles.held import value_at
from conformance.apis.oracles.table import ApiRule, BrokenApiRule, rule
from conformance.apis.oracles.tools import CHAT, RESPONSES, broken_name
from conformance.base.values import JSON

# Where each API has the name and the schema of its answer's format.
_CHAT_FORMAT: Path = ("response_format", "json_schema")
_RESPONSES_FORMAT: Path = ("text", "format")
_NEEDS_NO_INPUT = ("input", "prompt", "previous_response_id", "conversation")
# Hosted tools that tool_choice names by the type that the tool has. Others have types with dates.
_HOSTED = frozenset({"image_generation", "code_interpreter", "file_search"})


def broken_chat_parameters(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    """Yield what the parameters of a Chat Completions request break."""
    yield from _of_the_model(request)
    yield from _of_a_model_that_reasons(request, ("reasoning_effort",), ("verbosity",), rule("chat-effort-for-model"))
    if request.get("tools") is None:
        for key in ("tool_choice", "parallel_tool_calls"):
            if request.get(key) is not None:
                yield BrokenApiRule("needs-tools", (key,), {"key": key})
    elif (name := _unknown_choice(request, _nested_names)) is not None:
        yield BrokenApiRule("chat-tool-choice", ("tool_choice",), {"name": name})
    yield from _broken_numbers(request, CHAT)
    yield from _broken_texts(request)
    if all(request.get(key) is not None for key in ("max_tokens", "max_completion_tokens")):
        yield BrokenApiRule("limits-both", ("max_tokens",))
    stop, most = request.get("stop"), rule("stop-count").limit("*")
    if isinstance(stop, list) and len(stop) > most:
        yield BrokenApiRule("stop-count", ("stop",), {"most": most, "count": len(stop)})
    if request.get("stream_options") is not None and not request.get("stream"):
        yield BrokenApiRule("stream-options", ("stream_options",))
    format_ = request.get("response_format")
    if isinstance(format_, dict):
        if format_.get("type") == "json_object" and not _mentions_json(request.get("messages")):
            yield BrokenApiRule("chat-json-word", ("messages",))
        # The API blames the whole format for its schema, and has no code for it.
        yield from _broken_format(format_.get("json_schema"), _CHAT_FORMAT, param="response_format", code=None)


def broken_responses_parameters(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    """Yield what the parameters of a Responses request break."""
    for key, moved in rule("moved-parameter").limit("*").items():
        if key in request:
            yield BrokenApiRule("moved-parameter", (key,), {"moved": moved})
    if all(request.get(key) is None for key in _NEEDS_NO_INPUT):
        yield BrokenApiRule("input-missing", ("input",))
    if all(request.get(key) is not None for key in ("previous_response_id", "conversation")):
        yield BrokenApiRule("conversation-twice", ("conversation",), param="")
    places = ("reasoning", "effort"), ("text", "verbosity")
    yield from _of_a_model_that_reasons(request, *places, rule("responses-effort-for-model"))
    yield from _broken_numbers(request, RESPONSES)
    yield from _broken_texts(request)
    if (name := _unknown_choice(request, _flat_names)) is not None:
        yield BrokenApiRule("tool-choice-unknown", ("tool_choice",), {"name": name})
    for index, tool in _tools(request):
        if tool.get("type") == "mcp" and tool.get("server_url") is None and tool.get("connector_id") is None:
            yield BrokenApiRule("mcp-server-missing", ("tools", index))
    text = request.get("text")
    format_ = text.get("format") if isinstance(text, dict) else None
    if isinstance(format_, dict):
        said = [request.get("input"), request.get("instructions")]
        if format_.get("type") == "json_object" and not _mentions_json(said):
            yield BrokenApiRule("responses-json-word", ("input",))
        code = "invalid_json_schema"
        yield from _broken_format(format_, _RESPONSES_FORMAT, param="text.format.schema", code=code)


def _of_the_model(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    """Yield the parameters that the request's model does not take."""
    model = request.get("model")
    if not isinstance(model, str):
        return
    for element in rule("unsupported-parameter").limit("*"):
        if re.match(element["models"], model):
            for key, instead in element["parameters"].items():
                if request.get(key) not in (None, []):
                    yield BrokenApiRule("unsupported-parameter", (key,), {"instead": instead})
    if request.get("web_search_options") is not None and re.match(rule("search-options-for-model").limit("*"), model):
        yield BrokenApiRule("search-options-for-model", ("web_search_options",))
    has_functions = any(tool.get("type") == "function" for _index, tool in _tools(request))
    has_effort = request.get("reasoning_effort") not in (None, "none")
    if has_functions and has_effort and re.match(rule("effort-with-tools").limit("*"), model):
        yield BrokenApiRule("effort-with-tools", ("reasoning_effort",), {"model": model})


def _of_a_model_that_reasons(
    request: dict[str, JSON], effort: Path, verbosity: Path, about_effort: ApiRule
) -> Iterator[BrokenApiRule]:
    """Yield what only models that reason take. effort, verbosity: their places."""
    model = request.get("model")
    if not isinstance(model, str):
        return
    if isinstance(value_at(request, effort), str) and re.match(about_effort.limit("*"), model):
        yield BrokenApiRule(about_effort.id, effort)
    said = value_at(request, verbosity)
    if isinstance(said, str) and said != "medium" and re.match(rule("verbosity-for-model").limit("*"), model):
        yield BrokenApiRule("verbosity-for-model", verbosity, {"got": said})


def _broken_numbers(request: dict[str, JSON], api: str) -> Iterator[BrokenApiRule]:
    for key, (kind, least, most) in rule("number-range").limit(api).items():
        value = request.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        fields = {"kind": kind, "got": json.dumps(value)}
        if least is not None and value < least:
            below = {"side": "below minimum", "sign": ">=", "limit": least}
            yield BrokenApiRule("number-range", (key,), fields | below, code=f"{kind}_below_min_value")
        if most is not None and value > most:
            above = {"side": "above maximum", "sign": "<=", "limit": most}
            yield BrokenApiRule("number-range", (key,), fields | above, code=f"{kind}_above_max_value")


def _broken_texts(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    """Yield the texts that name somebody or something to the host and are too long for that."""
    for key, most in rule("user-length").limit("*").items():
        value = request.get(key)
        if isinstance(value, str) and len(value) > most:
            yield BrokenApiRule("user-length", (key,), {"most": most, "length": len(value)})


def _broken_format(format_: JSON, at: Path, *, param: str, code: str | None) -> Iterator[BrokenApiRule]:
    if not isinstance(format_, dict):
        return
    yield from broken_name(format_.get("name"), (*at, "name"), CHAT)
    if format_.get("strict") is True:
        owner = f"response_format '{format_.get('name')}'"
        for broken in broken_by(format_.get("schema"), strict=True, at=(*at, "schema"), owner=owner):
            yield broken._replace(param=param, code=code)


def _mentions_json(said: JSON) -> bool:
    return "json" in json.dumps(said, ensure_ascii=False).lower()


def _tools(request: dict[str, JSON]) -> Iterator[tuple[int, dict[str, Any]]]:
    tools = request.get("tools")
    for index, tool in enumerate(tools if isinstance(tools, list) else ()):
        if isinstance(tool, dict):
            yield index, tool


def _nested_names(tool: Mapping[str, JSON]) -> JSON:
    held = tool.get(str(tool.get("type")))
    return held.get("name") if isinstance(held, dict) else None


def _flat_names(tool: Mapping[str, JSON]) -> JSON:
    return tool.get("type") if tool.get("type") in _HOSTED else tool.get("name")


def _unknown_choice(request: dict[str, JSON], name_of: Callable[[Mapping[str, JSON]], JSON]) -> str | None:
    """Return the name that tool_choice has and no tool; None where it names none or one that is there."""
    choice = request.get("tool_choice")
    if not isinstance(choice, dict) or choice.get("type") not in ("function", "custom", *_HOSTED):
        return None
    name = name_of(choice)
    known = [name_of(tool) for _index, tool in _tools(request) if tool.get("type") == choice["type"]]
    return name if isinstance(name, str) and name not in known else None
