"""gemini-request-to-chat-request, gemini-request-to-anthropic-request and gemini-request-to-responses-request."""

from typing import Any

from conformance.reference.anthropic_blocks import TARGET
from conformance.reference.anthropic_messages import (
    CHAT,
    RESPONSES,
    HistoryChoices,
    MessageTarget,
    ResultMedia,
    Thinking,
    ToolError,
)
from conformance.reference.anthropic_request import SmallLimits, ThinkingBudget, with_limit
from conformance.reference.anthropic_turns import BadId
from conformance.reference.chat_request import RequestError, UnsupportedMembers, chat_request_to_responses_request
from conformance.reference.errors import LOG, with_checked_choices
from conformance.reference.gemini_contents import ContentsReader
from conformance.reference.gemini_words import in_camel_case, json_schema
from conformance.reference.members import NOTHING, Object, given_in, list_in, lose, object_in, refuse_or_lose
from conformance.reference.schema import add_missing_properties
from conformance.reference.to_anthropic_request import (
    LEAST_MAX_TOKENS,
    TemperatureAbove1,
    chat_request_to_anthropic_request,
    leave_out_sampling,
)

_ANTHROPIC = MessageTarget(TARGET, holds_more=True, marks_failures=True)
_LEAST_BUDGET = 1024  # of Anthropic's tokens to think
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
_BESIDE = {"store", "labels", "serviceTier"}
# Members of the configuration that Anthropic lacks, and values with which members ask for nothing.
_LACKED = {"seed", "presencePenalty", "frequencyPenalty", "candidateCount", "responseLogprobs", "logprobs"}
_IDLE: dict[str, tuple[Any, ...]] = {
    "responseModalities": (["TEXT"], ["text"]), "presencePenalty": (0,), "frequencyPenalty": (0,),
    "candidateCount": (1,), "responseLogprobs": (False,), "logprobs": (0,), "store": (False,),
}  # fmt: skip


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
    made = _chat_request_of(given, CHAT, HistoryChoices(thinking, tool_error, result_media), unsupported_members)
    stops = made.get("stop", [])
    if len(stops) > _MOST_STOPS:
        place = "generationConfig.stopSequences"
        refuse_or_lose(place, f"more than {_MOST_STOPS} stop sequences", CHAT.name, unsupported_members)
        made["stop"] = stops[:_MOST_STOPS]
    _add_thinking(given, made, thinking_budget, CHAT)
    return made


@with_checked_choices
def gemini_request_to_responses_request(
    request: Any,
    *,
    tool_error: ToolError = "prefix",
    thinking_budget: ThinkingBudget = "report",
    unsupported_members: UnsupportedMembers = "report",
    small_limits: SmallLimits = "raise",
) -> Object:
    """The Responses request for a Gemini request, as gemini_request_to_chat_request makes a Chat request.

    The output of a call holds images and files too, and texts stay behind the calls that they follow.
    """
    given = in_camel_case(given_in(request))
    made = _chat_request_of(given, RESPONSES, HistoryChoices("report", tool_error, "refuse"), unsupported_members)
    made.pop("stream_options", None)
    if made.pop("stop", None):
        refuse_or_lose("generationConfig.stopSequences", "stop sequences", RESPONSES.name, unsupported_members)
    _add_thinking(given, made, thinking_budget, RESPONSES)
    place = "generationConfig.maxOutputTokens"
    likely = {name: made[name] for name in ("top_logprobs",) if made.get(name)}
    return chat_request_to_responses_request(with_limit(made, "max_completion_tokens", small_limits, place)) | likely


@with_checked_choices
def gemini_request_to_anthropic_request(
    request: Any,
    *,
    max_tokens_absent: int = LEAST_MAX_TOKENS,
    bad_id: BadId = "map",
    temperature_above_1: TemperatureAbove1 = "cap",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The Anthropic request for a Gemini request, as gemini_request_to_chat_request makes a Chat request.

    A result that failed is marked, and holds images and files too; texts stay behind the calls that they follow. A
    budget of tokens to think is kept where the rest of the request allows one.
    """
    given = in_camel_case(given_in(request))
    config = object_in(given, "generationConfig")
    history = HistoryChoices("report", "report", "refuse")
    made = _chat_request_of(given, _ANTHROPIC, history, unsupported_members)
    made.pop("stream_options", None)
    _offer_what_is_allowed(made)
    thinking = object_in(config, "thinkingConfig")
    budget, level = thinking.get("thinkingBudget"), str(thinking.get("thinkingLevel", "")).lower()
    if level in _LEVELS or budget == 0:
        made["reasoning_effort"] = level if level in _LEVELS else "none"
    made = chat_request_to_anthropic_request(
        made,
        max_tokens_absent=max_tokens_absent,
        bad_id=bad_id,
        temperature_above_1=temperature_above_1,
        unsupported_members=unsupported_members,
    )
    if "topK" in config:
        made["top_k"] = config["topK"]
        leave_out_sampling(made)
    place = "generationConfig.thinkingConfig"
    if isinstance(budget, int) and _may_think(budget, made):
        made["thinking"] = {"type": "enabled", "budget_tokens": budget}
    elif budget != 0:
        lose(f"{place}.thinkingBudget", budget, TARGET)
    for name, value in thinking.items():
        if name != "thinkingBudget" and not (name == "thinkingLevel" and level in _LEVELS):
            lose(f"{place}.{name}", value or None, TARGET)
    return made


def _offer_what_is_allowed(made: Object) -> None:
    """In the place of a choice among some tools, which Anthropic lacks, leave the others out."""
    choice = made.get("tool_choice")
    if isinstance(choice, dict) and choice["type"] == "allowed_tools":
        names = [tool["function"]["name"] for tool in choice["allowed_tools"]["tools"]]
        place = "toolConfig.functionCallingConfig.allowedFunctionNames"
        LOG.warning("%s: %s has no place for it; the other tools are left out", place, TARGET)
        made["tools"] = [tool for tool in made["tools"] if tool["function"]["name"] in names]
        made["tool_choice"] = choice["allowed_tools"]["mode"]


def _may_think(budget: int, made: Object) -> bool:
    """Whether the API takes a budget of tokens to think beside the rest of a request."""
    is_forced = made.get("tool_choice", {}).get("type") in ("any", "tool")
    fits = _LEAST_BUDGET <= budget < made["max_tokens"]
    last = made["messages"][-1]
    # An answer that goes on must begin with a thought, of which there is none with a signature.
    goes_on = last["role"] == "assistant" or any(
        block["type"] == "tool_result" for block in last["content"] if isinstance(block, dict)
    )
    return fits and not is_forced and not goes_on and not {"temperature", "top_p", "top_k", "thinking"} & made.keys()


def _chat_request_of(
    given: Object, target: MessageTarget, history: HistoryChoices, unsupported: UnsupportedMembers
) -> Object:
    """A Chat request, with any number of stops and without an effort, and messages that hold what the target can."""
    made: Object = {"model": given["model"]} if "model" in given else {}
    is_anthropic = target is _ANTHROPIC
    made["messages"] = ContentsReader(history, target).messages(given)
    config = object_in(given, "generationConfig")
    read, top = ((_READ | {"topK"}) - _LACKED, _TOP - _BESIDE) if is_anthropic else (_READ, _TOP)
    made |= {name: config[key] for key, name in _NAMES.items() if key in config and key in read}
    if stops := list_in(config, "stopSequences"):
        made["stop"] = stops
    _add_tools(given, made, unsupported, target)
    _add_format(config, made, unsupported, target)
    if given.get("stream"):
        made |= {"stream": True, "stream_options": {"include_usage": True}}  # Gemini's streams have it in any case
    if not is_anthropic:
        _add_beside(given, made, target)
    for holder, known, place in ((given, top, ""), (config, read, "generationConfig.")):
        for name, value in holder.items():
            if name not in known and value not in NOTHING and value not in _IDLE.get(name, ()):
                refuse_or_lose(f"{place}{name}", "it", target.name, unsupported)
    return made


def _add_beside(given: Object, made: Object, target: MessageTarget) -> None:
    if labels := object_in(given, "labels"):
        made["metadata"] = labels
    if "store" in given:
        made["store"] = given["store"]
    tier = str(given.get("serviceTier", "")).lower()
    if tier in _TIERS:
        made["service_tier"] = tier
    else:
        lose("serviceTier", tier, target.name)


def _add_tools(given: Object, made: Object, unsupported: UnsupportedMembers, target: MessageTarget) -> None:
    tools = []
    held = given.get("tools")
    for position, tool in enumerate([held] if isinstance(held, dict) else list_in(given, "tools")):
        if not isinstance(tool, dict):
            raise RequestError(f"tools[{position}] is no object")
        for name, value in tool.items():
            if name != "functionDeclarations":
                refuse_or_lose(f"tools[{position}].{name}", f"the tool {name}", target.name, unsupported)
                continue
            for number, declaration in enumerate(value if isinstance(value, list) else ()):
                tools.append(_tool(declaration, f"tools[{position}].functionDeclarations[{number}]", target))
    config = object_in(given, "toolConfig")
    calling = object_in(config, "functionCallingConfig")
    for name, value in config.items():
        if name != "functionCallingConfig":
            lose(f"toolConfig.{name}", value, target.name)
    mode = str(calling.get("mode", "AUTO")).upper()
    if tools:
        made["tools"] = tools
        _add_choice(mode, list_in(calling, "allowedFunctionNames"), "mode" in calling, made, target)
    elif mode in ("ANY", "VALIDATED"):
        lose("toolConfig.functionCallingConfig", calling, target.name)


def _add_choice(mode: str, allowed: list[Any], is_said: bool, made: Object, target: MessageTarget) -> None:
    if mode not in _MODES:
        lose("toolConfig.functionCallingConfig.mode", mode, target.name)
        return
    if mode == "VALIDATED":
        LOG.warning(
            "toolConfig.functionCallingConfig.mode: %s has no place for VALIDATED; the model chooses", target.name
        )
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


def _tool(declaration: Any, place: str, target: MessageTarget) -> Object:
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
            lose(f"{place}.{key}", value, target.name)
    add_missing_properties(schema)
    function: Object = {"name": name}
    if isinstance(declaration.get("description"), str):
        function["description"] = declaration["description"]
    return {"type": "function", "function": function | {"parameters": schema}}


def _add_format(config: Object, made: Object, unsupported: UnsupportedMembers, target: MessageTarget) -> None:
    type_, own = config.get("responseMimeType"), config.get("responseJsonSchema")
    schema = json_schema(config.get("responseSchema")) if own is None else own
    if type_ == "application/json" or (schema is not None and type_ is None):
        inner = {"name": _FORMAT_NAME, "schema": schema}
        is_schema = isinstance(schema, dict)
        made["response_format"] = (
            {"type": "json_schema", "json_schema": inner} if is_schema else {"type": "json_object"}
        )
    elif type_ not in (None, "text/plain"):
        refuse_or_lose("generationConfig.responseMimeType", str(type_), target.name, unsupported)


def _add_thinking(given: Object, made: Object, how: ThinkingBudget, target: MessageTarget) -> None:
    """Add the effort of a level, or the one that a budget is nearest to."""
    config = object_in(object_in(given, "generationConfig"), "thinkingConfig")
    level, budget = str(config.get("thinkingLevel", "")).lower(), config.get("thinkingBudget")
    place = "generationConfig.thinkingConfig"
    if level in _LEVELS:
        made["reasoning_effort"] = level
    elif isinstance(budget, int) and how == "effort":
        made["reasoning_effort"] = [word for least, word in _BUDGETS if budget >= least or least < 0][-1]
        LOG.warning("%s.thinkingBudget: %s takes an effort only: %s", place, target.name, made["reasoning_effort"])
        budget = None
    for name, value in config.items():
        if value is not False and not (name == "thinkingLevel" and level in _LEVELS):
            if name != "thinkingBudget" or budget is not None:
                LOG.warning("%s.%s: %s has no place for it; left out", place, name, target.name)
