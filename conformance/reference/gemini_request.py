"""gemini-request-to-chat-request."""

from typing import Any

from conformance.reference.anthropic_messages import HistoryChoices, ResultMedia, Thinking, ToolError
from conformance.reference.anthropic_request import ThinkingBudget
from conformance.reference.chat_request import RequestError, UnsupportedMembers
from conformance.reference.errors import LOG, with_checked_choices
from conformance.reference.gemini_contents import ContentsReader
from conformance.reference.gemini_words import in_camel_case, json_schema
from conformance.reference.members import NOTHING, Object, given_in, list_in, lose, object_in, refuse_or_lose
from conformance.reference.schema import add_missing_properties

_CHAT = "a Chat request"
_MOST_STOPS = 4
_FORMAT_NAME = "answer"  # OpenAI wants one, and uses it for nothing
_BUDGETS = ((-1, "low"), (0, "none"), (1, "low"), (4096, "medium"), (16384, "high"))
_MODES = {"AUTO": "auto", "ANY": "required", "NONE": "none", "VALIDATED": "auto"}
_LEVELS = ("minimal", "low", "medium", "high", "xhigh")
_TIERS = ("flex", "priority")
# Members of the configuration that have another name, and those that become something else.
_NAMES = {
    "maxOutputTokens": "max_completion_tokens", "temperature": "temperature", "topP": "top_p", "seed": "seed",
    "presencePenalty": "presence_penalty", "frequencyPenalty": "frequency_penalty", "candidateCount": "n",
    "responseLogprobs": "logprobs", "logprobs": "top_logprobs",
}  # fmt: skip
_READ = {*_NAMES, "stopSequences", "responseMimeType", "responseSchema", "responseJsonSchema", "thinkingConfig"}
_TOP = {"model", "contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "stream", "store",
        "labels", "serviceTier"}  # fmt: skip
_IDLE: dict[str, tuple[Any, ...]] = {"responseModalities": (["TEXT"], ["text"])}


@with_checked_choices
def gemini_request_to_chat_request(
    request: Any,
    *,
    thinking: Thinking = "report",
    tool_error: ToolError = "prefix",
    result_media: ResultMedia = "user-message",
    thinking_budget: ThinkingBudget = "report",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The Chat request for a Gemini request, in either spelling; its model may be beside its body.

    The results in a content become tool messages, before the rest of it. Calls without an id get one. What has no place
    is logged as a warning that names its path; under `unsupported_members="refuse"` members and hosted tools without
    one raise RequestError. So does what is no request. The result shares nothing with the input.
    """
    given = in_camel_case(given_in(request))
    made: Object = {"model": given["model"]} if "model" in given else {}
    made["messages"] = ContentsReader(HistoryChoices(thinking, tool_error, result_media)).messages(given)
    config = object_in(given, "generationConfig")
    made |= {name: config[key] for key, name in _NAMES.items() if key in config}
    _add_stops(config, made, unsupported_members)
    _add_tools(given, made, unsupported_members)
    _add_format(config, made, unsupported_members)
    _add_thinking(object_in(config, "thinkingConfig"), made, thinking_budget)
    if given.get("stream"):
        made |= {"stream": True, "stream_options": {"include_usage": True}}  # Gemini's streams have it in any case
    _add_beside(given, made)
    for holder, read, place in ((given, _TOP, ""), (config, _READ, "generationConfig.")):
        for name, value in holder.items():
            if name not in read and value not in NOTHING and value not in _IDLE.get(name, ()):
                refuse_or_lose(f"{place}{name}", "it", _CHAT, unsupported_members)
    return made


def _add_stops(config: Object, made: Object, unsupported: UnsupportedMembers) -> None:
    stops = list_in(config, "stopSequences")
    if len(stops) > _MOST_STOPS:
        place = "generationConfig.stopSequences"
        refuse_or_lose(place, f"more than {_MOST_STOPS} stop sequences", _CHAT, unsupported)
    if stops:
        made["stop"] = stops[:_MOST_STOPS]


def _add_beside(given: Object, made: Object) -> None:
    if labels := object_in(given, "labels"):
        made["metadata"] = labels
    if "store" in given:
        made["store"] = given["store"]
    tier = str(given.get("serviceTier", "")).lower()
    if tier in _TIERS:
        made["service_tier"] = tier
    else:
        lose("serviceTier", tier, _CHAT)


def _add_tools(given: Object, made: Object, unsupported: UnsupportedMembers) -> None:
    tools = []
    held = given.get("tools")
    for position, tool in enumerate([held] if isinstance(held, dict) else list_in(given, "tools")):
        if not isinstance(tool, dict):
            raise RequestError(f"tools[{position}] is no object")
        for name, value in tool.items():
            if name != "functionDeclarations":
                refuse_or_lose(f"tools[{position}].{name}", f"the tool {name}", _CHAT, unsupported)
                continue
            for number, declaration in enumerate(value if isinstance(value, list) else ()):
                tools.append(_tool(declaration, f"tools[{position}].functionDeclarations[{number}]"))
    config = object_in(given, "toolConfig")
    calling = object_in(config, "functionCallingConfig")
    for name, value in config.items():
        if name != "functionCallingConfig":
            lose(f"toolConfig.{name}", value, _CHAT)
    mode = str(calling.get("mode", "AUTO")).upper()
    if tools:
        made["tools"] = tools
        _add_choice(mode, list_in(calling, "allowedFunctionNames"), "mode" in calling, made)
    elif mode in ("ANY", "VALIDATED"):
        lose("toolConfig.functionCallingConfig", calling, _CHAT)


def _add_choice(mode: str, allowed: list[Any], is_said: bool, made: Object) -> None:
    if mode not in _MODES:
        lose("toolConfig.functionCallingConfig.mode", mode, _CHAT)
        return
    if mode == "VALIDATED":
        LOG.warning("toolConfig.functionCallingConfig.mode: %s has no place for VALIDATED; the model chooses", _CHAT)
    names = [tool["function"]["name"] for tool in made["tools"]]
    chosen = [name for name in allowed if name in names]
    if len(chosen) == 1 and mode == "ANY":
        made["tool_choice"] = {"type": "function", "function": {"name": chosen[0]}}
    elif chosen:
        listed = [{"type": "function", "function": {"name": name}} for name in chosen]
        held = {"mode": _MODES[mode], "tools": listed}
        made["tool_choice"] = {"type": "allowed_tools", "allowed_tools": held}
    elif is_said:
        made["tool_choice"] = _MODES[mode]


def _tool(declaration: Any, place: str) -> Object:
    name = declaration.get("name") if isinstance(declaration, dict) else None
    if not isinstance(name, str):
        raise RequestError(f"{place}: a function has a name")
    own = declaration.get("parametersJsonSchema")
    schema = json_schema(declaration.get("parameters")) if own is None else own
    if schema is None:
        schema = {"type": "object", "properties": {}}
    if not isinstance(schema, dict):
        raise RequestError(f"{place}: the schema of {name!r:.40} is no object")
    read = {"name", "description", "parameters", "parametersJsonSchema"}
    for key, value in declaration.items():
        if key not in read:
            lose(f"{place}.{key}", value, _CHAT)
    add_missing_properties(schema)
    function: Object = {"name": name}
    if isinstance(declaration.get("description"), str):
        function["description"] = declaration["description"]
    return {"type": "function", "function": function | {"parameters": schema}}


def _add_format(config: Object, made: Object, unsupported: UnsupportedMembers) -> None:
    type_, own = config.get("responseMimeType"), config.get("responseJsonSchema")
    schema = json_schema(config.get("responseSchema")) if own is None else own
    if type_ == "application/json" or (schema is not None and type_ is None):
        inner = {"name": _FORMAT_NAME, "schema": schema}
        is_schema = isinstance(schema, dict)
        made["response_format"] = (
            {"type": "json_schema", "json_schema": inner} if is_schema else {"type": "json_object"}
        )
    elif type_ not in (None, "text/plain"):
        refuse_or_lose("generationConfig.responseMimeType", str(type_), _CHAT, unsupported)


def _add_thinking(config: Object, made: Object, how: ThinkingBudget) -> None:
    """Add the effort of a level, or the one that a budget is nearest to."""
    level, budget = str(config.get("thinkingLevel", "")).lower(), config.get("thinkingBudget")
    place = "generationConfig.thinkingConfig"
    if level in _LEVELS:
        made["reasoning_effort"] = level
    elif isinstance(budget, int) and how == "effort":
        made["reasoning_effort"] = [word for least, word in _BUDGETS if budget >= least or least < 0][-1]
        LOG.warning("%s.thinkingBudget: %s takes an effort only: %s", place, _CHAT, made["reasoning_effort"])
        budget = None
    for name, value in config.items():
        if value is not False and not (name == "thinkingLevel" and level in _LEVELS):
            if name != "thinkingBudget" or budget is not None:
                LOG.warning("%s.%s: %s has no place for it; left out", place, name, _CHAT)
