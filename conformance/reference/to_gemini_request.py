"""chat-request-to-gemini-request, anthropic-request-to-gemini-request and responses-request-to-gemini-request."""

import re
from typing import Any, Literal

from conformance.reference.anthropic_blocks import RefusalHistory
from conformance.reference.anthropic_messages import HistoryChoices, MessageTarget, Thinking
from conformance.reference.anthropic_request import chat_request_of
from conformance.reference.anthropic_turns import MalformedArguments
from conformance.reference.chat_request import RequestError, UnsupportedMembers
from conformance.reference.errors import LOG, kind_of, with_checked_choices
from conformance.reference.google_schema import Dropped, google_schema
from conformance.reference.members import NOTHING, Object, given_in, list_in, lose, lose_rest, object_in, refuse_or_lose
from conformance.reference.responses_request import responses_request_to_chat_request, with_names_in_chat
from conformance.reference.to_gemini_contents import (
    TARGET,
    ContentChoices,
    ContentsWriter,
    ImageUrl,
    LateSystem,
)

SchemaDialect = Literal["json", "openapi"]

_NAMES = {
    "temperature": "temperature", "top_p": "topP", "seed": "seed", "n": "candidateCount",
    "logprobs": "responseLogprobs", "top_logprobs": "logprobs",
    "presence_penalty": "presencePenalty", "frequency_penalty": "frequencyPenalty",
}  # fmt: skip
_MODES = {"auto": "AUTO", "none": "NONE", "required": "ANY"}
_TIERS = {"default": "standard", "flex": "flex", "priority": "priority"}
_LEVELS = {"minimal": "MINIMAL", "low": "LOW", "medium": "MEDIUM", "high": "HIGH", "xhigh": "XHIGH"}
_BUDGETED = re.compile(r"(models/)?gemini-2")  # models that take a number of tokens to think, and no level
_BUDGETS = {"minimal": 1024, "low": 1024, "medium": 8192, "high": 24576}
_NAMES_OF_USERS = ("user", "safety_identifier")  # who asks changes no answer
# Members that become something, or that ask for what Gemini does in any case. Its API has two of them in the address.
_READ = {
    *_NAMES, *_NAMES_OF_USERS, "model", "stream", "messages", "tools", "functions", "tool_choice", "function_call",
    "parallel_tool_calls", "stop", "max_tokens", "max_completion_tokens", "stream_options", "reasoning_effort",
    "response_format", "modalities", "metadata", "store", "service_tier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options",
}  # fmt: skip
_TEXTS = ("input_text", "output_text", "text")
# Calls of Responses: what holds them in Chat Completions, and the member of what they are called with.
_ITEMS = {"function_call": ("function", "arguments"), "custom_tool_call": ("custom", "input")}
_OUTPUTS = ("function_call_output", "custom_tool_call_output")
# Values that ask for what Gemini does in any case.
_IDLE: dict[str, tuple[Any, ...]] = {
    "verbosity": ("medium",), "n": (1,), "logprobs": (False,), "presence_penalty": (0,), "frequency_penalty": (0,),
    "modalities": (["text"],),
}  # fmt: skip


@with_checked_choices
def chat_request_to_gemini_request(
    request: Any,
    *,
    late_system: LateSystem = "user-text",
    malformed_arguments: MalformedArguments = "refuse",
    refusal_history: RefusalHistory = "text",
    thinking: Thinking = "report",
    image_url: ImageUrl = "file",
    schema: SchemaDialect = "json",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The body of a Gemini request for a Chat request; model and stream belong into its address.

    Messages of one role that follow each other are one content; the results of calls are right behind them, in one
    content, in the order of the calls. What has no place is logged as a warning that names its path; under
    `unsupported_members="refuse"` members and tools without one raise RequestError. So does what is no request, and
    what a choice refuses. The result shares nothing with the input.
    """
    given = given_in(request)
    if not isinstance(given.get("messages"), list):
        raise RequestError(f"messages is {kind_of(given.get('messages'))}, not a list")
    for name in _NAMES_OF_USERS:
        lose(name, given.get(name), TARGET)
    for name, value in given.items():
        if name not in _READ and value not in NOTHING and value not in _IDLE.get(name, ()):
            refuse_or_lose(name, "it", TARGET, unsupported_members)
    choices = ContentChoices(late_system, malformed_arguments, refusal_history, thinking, image_url)
    writer = ContentsWriter(choices, given.get("model"))
    for position, message in enumerate(given["messages"]):
        writer.take(message, f"messages[{position}]")
    made = writer.made()
    _add_tools(given, made, schema, unsupported_members)
    config = _configuration(given)
    _add_format(given.get("response_format"), config, schema)
    if config:
        made["generationConfig"] = config
    _add_beside(given, made)
    return made


@with_checked_choices
def anthropic_request_to_gemini_request(
    request: Any,
    *,
    late_system: LateSystem = "user-text",
    image_url: ImageUrl = "file",
    schema: SchemaDialect = "json",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The body of a Gemini request for an Anthropic request, as chat_request_to_gemini_request makes it of a Chat one.

    A result that failed says so, and holds images and files too; texts stay behind the calls that they follow.
    """
    given = given_in(request)
    target = MessageTarget(TARGET, holds_more=True, marks_failures=True)
    history = HistoryChoices("report", "report", "refuse")
    asked = chat_request_of(given, target, history, "report", unsupported_members)
    thinking = object_in(given, "thinking")
    made = chat_request_to_gemini_request(
        asked,
        late_system=late_system,
        image_url=image_url,
        schema=schema,
        unsupported_members=unsupported_members,
    )
    config: Object = {"topK": given["top_k"]} if "top_k" in given else {}
    kind, budget = thinking.get("type"), thinking.get("budget_tokens")
    if "reasoning_effort" not in asked and (kind == "disabled" or isinstance(budget, int)):
        config["thinkingConfig"] = {"thinkingBudget": 0 if kind == "disabled" else budget}
        lose_rest(thinking, {"type", "budget_tokens"}, "thinking", TARGET)
    else:
        lose_rest(thinking, set(), "thinking", TARGET, ("disabled",))
    return made | ({"generationConfig": made.get("generationConfig", {}) | config} if config else {})


@with_checked_choices
def responses_request_to_gemini_request(
    request: Any,
    *,
    late_system: LateSystem = "user-text",
    malformed_arguments: MalformedArguments = "refuse",
    refusal_history: RefusalHistory = "text",
    image_url: ImageUrl = "file",
    schema: SchemaDialect = "json",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The body of a Gemini request for a Responses request, as chat_request_to_gemini_request makes it of a Chat one.

    The result of a call holds images and files too. RequestError also for a request that continues what the API keeps.
    """
    given = given_in(request)
    if isinstance(given.get("input"), str):
        given["input"] = [{"role": "user", "content": given["input"]}]
    if not isinstance(given.get("input"), list):
        raise RequestError(f"input is {kind_of(given.get('input'))}, not a list")
    messages: list[Object] = [{"role": "system", "content": given["instructions"]}] if given.get("instructions") else []
    messages += [made for at, item in enumerate(with_names_in_chat(given)) for made in _message(item, f"input[{at}]")]
    # What is beside the conversation goes the way of Chat, whose results hold no media.
    more = [item for item in given["input"] if isinstance(item, dict) and item.get("type") == "additional_tools"]
    # Labels are not for what is stored alone.
    beside: Object = {name: given.pop(name) for name in ("metadata", "store") if name in given}
    asked: Object = {key: value for key, value in given.items() if key != "instructions"}
    asked |= {"model": str(given.get("model") or ""), "input": [*more, {"role": "user", "content": "-"}]}
    asked = responses_request_to_chat_request(asked, unsupported_members=unsupported_members)
    asked |= {"messages": messages, **beside}
    return chat_request_to_gemini_request(
        asked,
        late_system=late_system,
        malformed_arguments=malformed_arguments,
        refusal_history=refusal_history,
        image_url=image_url,
        schema=schema,
        unsupported_members=unsupported_members,
    )


def _message(item: Any, place: str) -> list[Object]:
    """The message of Chat Completions for an item, or none."""
    if not isinstance(item, dict):
        raise RequestError(f"{place} is {kind_of(item)}, not an object")
    kind, read = str(item.get("type") or "message"), {"type", "id", "status", "call_id"}
    if kind == "message":
        lose_rest(item, read | {"role", "content"}, place, TARGET)
        return [{"role": item.get("role"), "content": _content(item.get("content"))}]
    if kind in _ITEMS:
        holder, member = _ITEMS[kind]
        lose_rest(item, read | {"name", member}, place, TARGET)
        call = {"id": item.get("call_id"), "type": holder, holder: {"name": item.get("name"), member: item.get(member)}}
        return [{"role": "assistant", "content": None, "tool_calls": [call]}]
    if kind in _OUTPUTS:
        lose_rest(item, read | {"output"}, place, TARGET)
        return [{"role": "tool", "tool_call_id": item.get("call_id"), "content": _content(item.get("output"))}]
    if kind != "additional_tools":
        LOG.warning("%s: %s has no place for %s; left out", place, TARGET, kind)
    return []


def _content(content: Any) -> Any:
    """A content whose parts have the form of Chat Completions; what is none stays as it is."""
    return (
        [_part(part) if isinstance(part, dict) else part for part in content] if isinstance(content, list) else content
    )


def _part(part: Object) -> Object:
    kind = part.get("type")
    if kind in _TEXTS:
        return {"type": "text", "text": part.get("text")}
    if kind == "input_image":
        return {"type": "image_url", "image_url": {"url": part.get("image_url"), "detail": part.get("detail")}}
    if kind == "input_file":
        return {"type": "file", "file": {key: value for key, value in part.items() if key != "type"}}
    return part


def _configuration(given: Object) -> Object:
    """What has another name and place, and no other meaning."""
    made = {name: given[key] for key, name in _NAMES.items() if key in given and given[key] not in _IDLE.get(key, ())}
    limit = given.get("max_completion_tokens", given.get("max_tokens"))
    made |= {"maxOutputTokens": limit} if limit is not None else {}
    stops = [given["stop"]] if isinstance(given.get("stop"), str) else list_in(given, "stop")
    if kept := [stop for stop in stops if stop]:
        made["stopSequences"] = kept
    modalities = list_in(given, "modalities")
    if modalities and modalities not in _IDLE["modalities"]:
        made["responseModalities"] = [str(word).upper() for word in modalities]
    effort = given.get("reasoning_effort")
    if effort == "none":
        made["thinkingConfig"] = {"thinkingBudget": 0}
    elif effort is not None and _BUDGETED.match(str(given.get("model"))):
        made["thinkingConfig"] = {"thinkingBudget": _BUDGETS.get(str(effort), max(_BUDGETS.values()))}
    elif effort is not None:
        if str(effort) not in _LEVELS:
            LOG.warning("reasoning_effort: %s has no effort %s; it is xhigh", TARGET, effort)
        made["thinkingConfig"] = {"thinkingLevel": _LEVELS.get(str(effort), "XHIGH")}
    return made


def _add_beside(given: Object, made: Object) -> None:
    if given.get("metadata"):
        made["labels"] = given["metadata"]
    if given.get("store"):
        made["store"] = True
    tier = given.get("service_tier")
    if str(tier) in _TIERS:
        made["serviceTier"] = _TIERS[str(tier)]
    else:
        lose("service_tier", tier if tier != "auto" else None, TARGET)


def _add_format(format_: Any, config: Object, dialect: SchemaDialect) -> None:
    kind = format_.get("type") if isinstance(format_, dict) else None
    if kind == "json_object":
        config["responseMimeType"] = "application/json"
    elif kind == "json_schema" and isinstance(format_.get("json_schema"), dict):
        inner, place = format_["json_schema"], "response_format.json_schema"
        lose_rest(inner, {"name", "schema", "strict"}, place, TARGET)
        config["responseMimeType"] = "application/json"
        if isinstance(inner.get("schema"), dict):
            word = "responseJsonSchema" if dialect == "json" else "responseSchema"
            config[word] = _schema(inner["schema"], dialect, f"{place}.schema")
    elif kind != "text":
        lose("response_format", format_, TARGET)


def _schema(schema: Object, dialect: SchemaDialect, place: str) -> Object:
    """A schema, as it is or in the dialect of OpenAPI."""
    if dialect == "json":
        return schema
    dropped: list[Dropped] = []
    made = google_schema(schema, dropped)
    for each in dropped:
        LOG.warning("%s: %s is left out", place, each)
    return made


def _add_tools(given: Object, made: Object, dialect: SchemaDialect, unsupported: UnsupportedMembers) -> None:
    """Add tools, and which of them to call."""
    declarations: list[Object] = []
    tools = [(f"tools[{position}]", tool) for position, tool in enumerate(list_in(given, "tools"))]
    tools += [(f"functions[{at}]", {"function": element}) for at, element in enumerate(list_in(given, "functions"))]
    for place, tool in tools:
        kind = tool.get("type", "function") if isinstance(tool, dict) else None
        if kind != "function":
            refuse_or_lose(place, f"the tool {kind}", TARGET, unsupported)
            continue
        lose_rest(tool, {"type", "function"}, place, TARGET)
        declarations.append(_declaration(tool.get("function"), dialect, f"{place}.function"))
    choice = given.get("tool_choice", given.get("function_call"))
    if not declarations:
        lose("tool_choice", choice if choice not in ("auto", "none") else None, TARGET)
        return
    made["tools"] = [{"functionDeclarations": declarations}]
    if given.get("parallel_tool_calls") is False and choice != "none":
        refuse_or_lose("parallel_tool_calls", "one call at a time", TARGET, unsupported)
    if calling := _calling(choice, [declaration["name"] for declaration in declarations]):
        made["toolConfig"] = {"functionCallingConfig": calling}


def _declaration(function: Any, dialect: SchemaDialect, place: str) -> Object:
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(name, str):
        raise RequestError(f"{place}: a function has a name")
    lose_rest(function, {"name", "description", "parameters"}, place, TARGET, (False,))
    made: Object = {"name": name}
    if isinstance(function.get("description"), str):
        made["description"] = function["description"]
    parameters = function.get("parameters")
    if isinstance(parameters, dict):
        word = "parametersJsonSchema" if dialect == "json" else "parameters"
        schema = _schema(parameters, dialect, f"{place}.parameters")
        # In the dialect of OpenAPI an object without properties is refused, or was; none says the same.
        made |= {word: schema} if dialect == "json" or schema.get("properties") else {}
    elif parameters is not None:
        raise RequestError(f"{place}: the parameters of {name!r:.40} are no object")
    return made


def _calling(choice: Any, names: list[str]) -> Object | None:
    """Which tools the model may call, or must."""
    if isinstance(choice, str) and choice in _MODES:
        return {"mode": _MODES[choice]}
    held = choice if isinstance(choice, dict) else {}
    body = held.get(str(held.get("type")), held)
    if not isinstance(body, dict):
        return None
    if body.get("name") in names:
        return {"mode": "ANY", "allowedFunctionNames": [body["name"]]}
    tools = body["tools"] if isinstance(body.get("tools"), list) else []
    allowed = [tool.get("function") for tool in tools if isinstance(tool, dict)]
    chosen = [each["name"] for each in allowed if isinstance(each, dict) and each.get("name") in names]
    if not chosen:
        lose("tool_choice", choice, TARGET)
        return None
    # Names are taken beside ANY, and beside the mode that checks calls.
    return {"mode": "ANY" if body.get("mode") == "required" else "VALIDATED", "allowedFunctionNames": chosen}
