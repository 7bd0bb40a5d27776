"""A conversation with tools, to its end (document S3, its three phases together)."""

from __future__ import annotations

import copy
import http.client
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from conformance.reference.anthropic_loop import AnthropicTalk, Result
from conformance.reference.gemini_loop import GeminiTalk
from conformance.reference.provider_tools import tool_definition_to_provider_tool
from conformance.reference.responses_input import ToolTurns, chat_messages_to_responses_input
from conformance.reference.tool_calls import chat_response_to_tool_calls, responses_output_to_tool_calls

JSON = Any
Object = dict[str, Any]
Client = Callable[[Object], Object]

CHAT, RESPONSES, ANTHROPIC, GEMINI = "chat", "responses", "anthropic", "gemini"
_ROUTES = {
    CHAT: "/chat/completions",
    RESPONSES: "/responses",
    ANTHROPIC: "/messages",
    GEMINI: "/models/{model}:generateContent",
}
_TALKS: dict[str, type[AnthropicTalk] | type[GeminiTalk]] = {ANTHROPIC: AnthropicTalk, GEMINI: GeminiTalk}
_HEADERS = {"Content-Type": "application/json", "anthropic-version": "2023-06-01"}
_SECONDS = 60.0


class LoopError(RuntimeError):
    """A loop that ends without an answer: the API refused a request, or the model never stops calling."""


def tool_loop(input: JSON, *, tool_turns: ToolTurns = "items") -> Object:
    """Run the loop that an input of the operation describes; return `{answer, calls}`.

    input: `{base_url, api, model, messages, tools, results, max_rounds}`. A result is a tool's value, or
    `{"error": text}` for a tool that fails. Raises ValueError for an input of another shape, LoopError as below.
    """
    given = _checked_input(input)
    with _Connection(given["base_url"], _route(given["api"])) as client:
        return run_tool_loop(
            client,
            {name: _fixed(value) for name, value in given["results"].items()},
            api=given["api"],
            model=given["model"],
            messages=given["messages"],
            tools=given["tools"],
            max_rounds=given["max_rounds"],
            tool_turns=tool_turns,
        )


def run_tool_loop(
    client: Client,
    registry: Mapping[str, Callable[[Object], JSON]],
    *,
    api: str,
    model: str,
    messages: Sequence[Object],
    tools: Sequence[Object],
    max_rounds: int,
    tool_turns: ToolTurns = "items",
) -> Object:
    """Ask, run the calls of the answer, ask again with their results, until an answer has no calls.

    client: sends the body of one request and returns the body of its answer; one to Gemini has the model beside the
    rest, for its address. registry: the function of each tool, called with the decoded arguments; the model gets the
    message of what it raises. messages: Chat messages.
    tools: definitions `{name, description, parameters, strict?}`. max_rounds: the most answers with calls.
    Returns `{answer: text, calls: [{id, name, arguments}]}`; the arguments of a call are null where they could not
    be read. Raises LoopError when an answer after `max_rounds` rounds still calls, ValueError for messages and tools
    that do not convert, and what the client raises.
    """
    _route(api)
    made: list[Object] = []
    talk: AnthropicTalk | GeminiTalk | _LoopConversation
    talk = (
        _TALKS[api](model, messages, tools)
        if api in _TALKS
        else _LoopConversation(api, model, messages, tools, tool_turns)
    )
    for rounds in range(max_rounds + 1):
        body = client(talk.request())
        said = talk.read(body)
        calls = said["tool_calls"]
        if not calls and not talk.is_paused(body):
            return {"answer": said["content"], "calls": made}
        if rounds == max_rounds:
            break
        made += [{key: call[key] for key in ("id", "name", "arguments")} for call in calls]
        talk.add(body, [(call, *_run(registry, call)) for call in calls])
    raise LoopError(f"the model still calls tools after {max_rounds} rounds (max_rounds)")


class _LoopConversation:
    """What was said so far, as Chat messages, and how it is asked of one of OpenAI's APIs."""

    def __init__(
        self, api: str, model: str, messages: Sequence[Object], tools: Sequence[Object], tool_turns: ToolTurns
    ) -> None:
        self._api, self._model, self._tool_turns = api, model, tool_turns
        self._history: list[Object] = list(messages)
        self._tools = [
            tool_definition_to_provider_tool({"provider": f"openai-{api}", "definition": tool}) for tool in tools
        ]

    def request(self) -> Object:
        """The body of the next request."""
        body: Object = {"model": self._model}
        if self._api == CHAT:
            body["messages"] = list(self._history)
        else:
            body |= chat_messages_to_responses_input(self._history, tool_turns=self._tool_turns)
        return body | {"tools": self._tools} if self._tools else body

    def read(self, body: Object) -> Object:
        """What an answer says."""
        return _READERS[self._api](body)

    def is_paused(self, _body: Object) -> bool:
        """These APIs do not pause."""
        return False

    def add(self, body: Object, results: Sequence[Result]) -> None:
        """Take an answer in, and behind it the results of its calls."""
        said = self.read(body)
        calls = [_call(call) for call, _text, _failed in results]
        self._history.append({"role": "assistant", "content": said["content"] or None, "tool_calls": calls})
        for call, text, _failed in results:
            self._history.append({"role": "tool", "tool_call_id": call["id"], "content": text})


def _route(api: str) -> str:
    if api not in _ROUTES:
        raise ValueError(f"api is {api!r}; the known ones are {', '.join(_ROUTES)}")
    return _ROUTES[api]


def _read_response(body: Object) -> Object:
    return responses_output_to_tool_calls(body, failed_response="raise")


_READERS: dict[str, Callable[[JSON], Object]] = {CHAT: chat_response_to_tool_calls, RESPONSES: _read_response}


def _call(call: Object) -> Object:
    """A parsed call as a Chat message holds it: its arguments as text again, malformed ones as they came."""
    text = call["arguments_raw"] if call["arguments"] is None else json.dumps(call["arguments"], ensure_ascii=False)
    return {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": text}}


def _run(registry: Mapping[str, Callable[[Object], JSON]], call: Object) -> tuple[str, bool]:
    """Run one call; return the result for the model, and whether it failed. Raises nothing that a tool raises."""
    name, arguments = call["name"], call["arguments"]
    if arguments is None:
        return _error(f"the arguments are no JSON object: {call['arguments_raw'][:200]}")
    if name not in registry:
        return _error(f"there is no tool {name!r}; there are: {', '.join(registry) or 'none'}")
    try:
        value = registry[name](copy.deepcopy(arguments))
    except Exception as error:
        return _error(str(error) or type(error).__name__)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), False


def _error(message: str) -> tuple[str, bool]:
    return json.dumps({"error": message}, ensure_ascii=False), True


def _fixed(value: JSON) -> Callable[[Object], JSON]:
    """A tool whose every result is known."""
    if isinstance(value, dict) and value.keys() == {"error"}:

        def fails(_arguments: Object) -> JSON:
            raise LoopError(str(value["error"]))

        return fails
    return lambda _arguments: value


_KINDS: dict[str, type] = {
    "base_url": str, "api": str, "model": str, "messages": list, "tools": list, "results": dict, "max_rounds": int,
}  # fmt: skip


def _checked_input(input: JSON) -> Object:
    """Return an input that has the operation's shape. Raises ValueError."""
    if not isinstance(input, dict):
        raise ValueError("the input is no object")
    for key, kind in _KINDS.items():
        if not isinstance(input.get(key), kind) or isinstance(input[key], bool):
            raise ValueError(f"{key} is missing, or no {kind.__name__}")
    return input


class _Connection:
    """A client of one route: one connection, kept open while the loop runs."""

    def __init__(self, base_url: str, route: str) -> None:
        parts = urlsplit(base_url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.netloc, timeout=_SECONDS)
        self._path = parts.path.rstrip("/") + route
        self._names_model = "{model}" in route

    def __call__(self, body: Object) -> Object:
        """Send a body; return the answer's. Raises LoopError for an answer that is an error, OSError for none."""
        path = self._path
        if self._names_model:
            path = path.format(model=quote(body["model"].removeprefix("models/"), safe="/:@"))
            body = {name: value for name, value in body.items() if name != "model"}
        self._connection.request("POST", path, json.dumps(body).encode(), _HEADERS)
        answer = self._connection.getresponse()
        said = json.loads(answer.read())
        if answer.status != 200:
            raise LoopError(f"the API answers {answer.status}: {said.get('error', {}).get('message')}")
        return dict(said)

    def __enter__(self) -> _Connection:
        return self

    def __exit__(self, *_error: object) -> None:
        self._connection.close()
