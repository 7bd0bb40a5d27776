"""anthropic-request-to-chat-request and anthropic-request-to-responses-request."""

import hashlib
from typing import Any, Literal

from conformance.reference.anthropic_messages import (
    CHAT,
    RESPONSES,
    HistoryChoices,
    MessagesReader,
    MessageTarget,
    ResultMedia,
    Thinking,
    ToolError,
)
from conformance.reference.chat_request import (
    FEWEST_TOKENS,
    RequestError,
    UnsupportedMembers,
    chat_request_to_responses_request,
)
from conformance.reference.errors import LOG, kind_of, with_checked_choices
from conformance.reference.members import (
    NOTHING,
    Object,
    given_in,
    list_in,
    lose,
    lose_rest,
    object_in,
    refuse_or_lose,
)
from conformance.reference.schema import add_missing_properties
from conformance.reference.strict_schema import objects_in

ThinkingBudget = Literal["report", "effort"]
GEMINI = "a Gemini request"  # which takes a budget of thinking tokens, and top_k
SmallLimits = Literal["raise", "refuse"]

_MOST_STOPS = 4  # of Chat Completions
_LONGEST_USER = 64  # characters, in both targets
_FORMAT_NAME = "answer"  # OpenAI wants one, and uses it for nothing
# The effort that a budget of thinking tokens is nearest to: the last one that the budget reaches.
_BUDGETS = ((0, "low"), (4096, "medium"), (16384, "high"))
_MODES = {"auto": "auto", "any": "required", "none": "none"}
_SAME = ("temperature", "top_p")
# Members that become something, in each target.
_READ = {
    "model", "messages", "system", "max_tokens", "stream", "tools", "tool_choice", "thinking", "output_config",
    "output_format", "metadata", "stop_sequences", *_SAME,
}  # fmt: skip
# Members that neither target has, each with the values that ask for nothing.
_UNSUPPORTED: dict[str, tuple[Any, ...]] = {"service_tier": ("auto",), "speed": ("standard",)}


@with_checked_choices
def anthropic_request_to_chat_request(
    request: Any,
    *,
    thinking: Thinking = "report",
    tool_error: ToolError = "prefix",
    result_media: ResultMedia = "user-message",
    thinking_budget: ThinkingBudget = "report",
    unsupported_members: UnsupportedMembers = "report",
) -> Object:
    """The Chat request for an Anthropic request.

    The results in a message become tool messages, before the rest of it; a failed one says so as `tool_error` says.
    What has no place is logged as a warning that names its path; under `unsupported_members="refuse"` members and
    hosted tools without one raise RequestError, but for marks of caches, which change no answer. So does what is no
    request. The result shares nothing with the input.
    """
    history = HistoryChoices(thinking, tool_error, result_media)
    made = chat_request_of(request, CHAT, history, thinking_budget, unsupported_members)
    if "max_tokens" in made:
        made["max_completion_tokens"] = made.pop("max_tokens")
    if made.get("stream"):
        made["stream_options"] = {"include_usage": True}  # Anthropic's streams have it in any case
    stops = made.get("stop", [])
    if len(stops) > _MOST_STOPS:
        refuse_or_lose("stop_sequences", f"more than {_MOST_STOPS} stop sequences", CHAT.name, unsupported_members)
        made["stop"] = stops[:_MOST_STOPS]
    return made


@with_checked_choices
def anthropic_request_to_responses_request(
    request: Any,
    *,
    tool_error: ToolError = "prefix",
    thinking_budget: ThinkingBudget = "report",
    unsupported_members: UnsupportedMembers = "report",
    small_limits: SmallLimits = "raise",
) -> Object:
    """The Responses request for an Anthropic request, as anthropic_request_to_chat_request makes a Chat request.

    The output of a call holds images and files too, and texts stay behind the calls that they follow.
    """
    history = HistoryChoices("report", tool_error, "refuse")
    made = chat_request_of(request, RESPONSES, history, thinking_budget, unsupported_members)
    if made.pop("stop", None):
        refuse_or_lose("stop_sequences", "stop sequences", RESPONSES.name, unsupported_members)
    return chat_request_to_responses_request(with_limit(made, "max_tokens", small_limits, "max_tokens"))


def with_limit(made: Object, name: str, small_limits: SmallLimits, place: str) -> Object:
    """A Chat request whose limit of tokens is none that Responses refuses. name: of the limit; place: in the source."""
    limit = made.get(name)
    if not isinstance(limit, int) or limit >= FEWEST_TOKENS:
        return made
    if small_limits == "refuse":
        raise RequestError(f"{place} is {limit}: a Responses request takes no limit below {FEWEST_TOKENS}")
    LOG.warning("%s is raised from %s to %s, the least that Responses takes", place, limit, FEWEST_TOKENS)
    return made | {name: FEWEST_TOKENS}


def chat_request_of(
    request: Any,
    target: MessageTarget,
    history: HistoryChoices,
    budget: ThinkingBudget,
    unsupported: UnsupportedMembers,
) -> Object:
    """A Chat request, with `max_tokens`, any number of stops, and messages that hold what the target can."""
    given = given_in(request)
    made: Object = {"model": given["model"]} if "model" in given else {}
    made["messages"] = MessagesReader(target, history).messages(given)
    made |= {key: given[key] for key in (*_SAME, "max_tokens", "stream") if key in given}
    if stops := list_in(given, "stop_sequences"):
        made["stop"] = stops
    _add_tools(given, made, unsupported, target)
    _add_output(given, made, target)
    if target.name != GEMINI:
        _add_thinking(given, made, budget, target)
    metadata = object_in(given, "metadata")
    if "user_id" in metadata:
        made["user"] = _user(metadata["user_id"], target)
    lose_rest(metadata, {"user_id"}, "metadata", target.name)
    for name, value in given.items():
        if (
            name in _READ
            or (name == "top_k" and target.name == GEMINI)
            or _asks_nothing(value)
            or value in _UNSUPPORTED.get(name, ())
        ):
            continue
        if name == "cache_control":
            lose(name, value, target.name)
        else:
            refuse_or_lose(name, "it", target.name, unsupported)
    return made


def _user(given: Any, target: MessageTarget) -> Any:
    """The id of a user; of one that is too long a digest, which is another one for each user."""
    if not isinstance(given, str) or len(given) <= _LONGEST_USER:
        return given
    LOG.warning("metadata.user_id: %s takes at most %d characters; it is a digest", target.name, _LONGEST_USER)
    return hashlib.sha256(given.encode("utf-8", "surrogatepass")).hexdigest()


def _asks_nothing(value: Any) -> bool:
    """Whether a member is empty, or an object whose members all are."""
    return value in NOTHING or (isinstance(value, dict) and all(element in NOTHING for element in value.values()))


def _add_tools(given: Object, made: Object, unsupported: UnsupportedMembers, target: MessageTarget) -> None:
    made_tools = []
    for position, tool in enumerate(list_in(given, "tools")):
        if not isinstance(tool, dict):
            raise RequestError(f"tools[{position}] is {kind_of(tool)}, not an object")
        if tool.get("type") in (None, "custom"):
            made_tools.append(_tool(tool, f"tools[{position}]", target))
        else:
            refuse_or_lose(f"tools[{position}]", f"the tool {tool['type']}", target.name, unsupported)
    choice = object_in(given, "tool_choice")
    if made_tools:
        made["tools"] = made_tools
        names = [tool["function"]["name"] for tool in made_tools]
        if str(choice.get("type")) in _MODES:
            made["tool_choice"] = _MODES[choice["type"]]
        elif choice.get("name") in names:
            made["tool_choice"] = {"type": "function", "function": {"name": choice["name"]}}
        else:
            lose("tool_choice", choice, target.name)
        if choice.get("disable_parallel_tool_use") is True:
            made["parallel_tool_calls"] = False
        lose_rest(choice, {"type", "name", "disable_parallel_tool_use"}, "tool_choice", target.name)
    elif choice.get("type") not in ("auto", "none"):
        lose("tool_choice", choice, target.name)


def _tool(tool: Object, place: str, target: MessageTarget) -> Object:
    name, schema = tool.get("name"), tool.get("input_schema")
    if not isinstance(name, str) or not isinstance(schema, dict):
        raise RequestError(f"{place}: a tool has a name and an input_schema")
    lose_rest(tool, {"type", "name", "description", "input_schema", "strict"}, place, target.name, (False, ["direct"]))
    function: Object = {"name": name}
    if isinstance(tool.get("description"), str):
        function["description"] = tool["description"]
    add_missing_properties(schema)
    if isinstance(tool.get("strict"), bool):
        function["strict"] = tool["strict"] and _may_be_strict(schema, f"{place}.strict", target)
    return {"type": "function", "function": function | {"parameters": schema}}


def _may_be_strict(schema: Object, place: str, target: MessageTarget) -> bool:
    """Whether OpenAI takes a schema as strict: its objects are closed, and require all that they have."""
    for node in objects_in(schema):
        properties, required = node.get("properties"), node.get("required")
        names = list(properties) if isinstance(properties, dict) else []
        is_whole = all(name in required for name in names) if isinstance(required, list) else not names
        if node.get("additionalProperties") is not False or not is_whole:
            LOG.warning("%s: %s takes strict where all is required and closed; left out", place, target.name)
            return False
    return True


def _add_output(given: Object, made: Object, target: MessageTarget) -> None:
    """Add the effort and the format of the answer."""
    config = {"format": given.get("output_format")} | object_in(given, "output_config")
    if "effort" in config:
        made["reasoning_effort"] = config["effort"]
    format_ = config["format"]
    if isinstance(format_, dict) and format_.get("type") == "json_schema" and isinstance(format_.get("schema"), dict):
        schema = format_["schema"]
        strict = _may_be_strict(schema, "output_config.format", target)
        inner = {"name": _FORMAT_NAME, "strict": strict, "schema": schema}
        made["response_format"] = {"type": "json_schema", "json_schema": inner}
        lose_rest(format_, {"type", "schema"}, "output_config.format", target.name)
    else:
        lose("output_config.format", format_, target.name)
    lose_rest(config, {"effort", "format"}, "output_config", target.name)


def _add_thinking(given: Object, made: Object, how: ThinkingBudget, target: MessageTarget) -> None:
    """Add the effort that a budget is nearest to, unless the request names one."""
    thinking = object_in(given, "thinking")
    budget = thinking.get("budget_tokens")
    if isinstance(budget, int) and how == "effort" and "reasoning_effort" not in made:
        made["reasoning_effort"] = [word for least, word in _BUDGETS if budget >= least][-1]
        LOG.warning("thinking.budget_tokens: %s takes an effort only: %s", target.name, made["reasoning_effort"])
        thinking = {key: value for key, value in thinking.items() if key not in ("type", "budget_tokens")}
    lose_rest(thinking, set(), "thinking", target.name, ("disabled",))
