"""Which requests of a conversation an API refuses, and in which words: the one judgement of all scripted APIs."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from conformance.apis import oracles
from conformance.apis.emulator import wording
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.bodies import CHAT, EMULATED, RESPONSES
from conformance.apis.emulator.gemini import GEMINI, without_parts
from conformance.apis.emulator.stored import Stored
from conformance.apis.emulator.wording import ApiError
from conformance.apis.oracles import OPENAI, ApiRefusal
from conformance.apis.oracles.finding import google_error
from conformance.base.strict_json import parse_json
from conformance.base.values import JSON

SCHEMA = "schema"  # the rule of what a pinned schema refuses; any other rule is one that no schema states
_KINDS = {api: f"{api}-request" for api in EMULATED}
_ENTRIES: Final = {CHAT: "messages", RESPONSES: "input", ANTHROPIC: "messages", GEMINI: "contents"}
BODY_BYTES = 16 << 20  # of one request
MANY = 20  # entries of a request; a longer one is cut off before its mistakes are explained
_SCHEMAS: Final = {"parameters": "input_schema"}  # of a tool, in the name that Anthropic's API has for it
_DECLARED: Final = {"parameters": "parametersJsonSchema"}  # and Gemini's
# How a definition is offered to each API, and what a request has to say besides.
_PLAIN_TOOLS: Final[Mapping[str, Callable[[dict[str, JSON]], JSON]]] = {
    CHAT: lambda tool: {"type": "function", "function": tool},
    RESPONSES: lambda tool: {"type": "function", **tool},
    ANTHROPIC: lambda tool: {_SCHEMAS.get(key, key): value for key, value in tool.items()},
    GEMINI: lambda tool: {"functionDeclarations": [_declaration(tool)]},
}
_NEEDS: Final[Mapping[str, dict[str, JSON]]] = {ANTHROPIC: {"max_tokens": 1}}
_SYSTEM: Final = ("system", "developer")
# Members of requests that say what messages say.
_OF_MESSAGES: Final = (["messages"], ["input"], ["system"], ["contents"], ["systemInstruction"], ["system_instruction"])
_HELLO: JSON = [{"role": "user", "content": "Hello."}]
_HELLO_IN_PARTS: JSON = [{"role": "user", "parts": [{"text": "Hello."}]}]


class ConversationStart:
    """What a conversation starts from. What the API refuses of that itself is not charged to the sender.

    tools: definitions `{name, description?, parameters, strict?}`. messages: Chat messages.
    """

    def __init__(self, api: str, tools: Sequence[dict[str, JSON]], messages: Sequence[JSON]) -> None:
        self._api = api
        self._tools = tools
        self._messages = messages

    def brings(self, refusal: ApiRefusal, request: dict[str, JSON]) -> bool:
        """Whether the API would refuse the same of what was given, in its plainest form."""
        path = refusal.at.split("/")[1:]
        if path[:1] == ["tools"]:
            return not self._refused_tools.isdisjoint(_likenesses(refusal, request["tools"]))
        return path[:1] in _OF_MESSAGES and self._messages_refused

    @cached_property
    def _refused_tools(self) -> frozenset[tuple[JSON, ...]]:
        if not self._tools:
            return frozenset()
        tools = [_PLAIN_TOOLS[self._api](tool) for tool in self._tools]
        key = _ENTRIES[self._api]
        hello = _HELLO_IN_PARTS if self._api == GEMINI else _HELLO
        request = {"model": "a-model", **_NEEDS.get(self._api, {}), key: hello, "tools": tools}
        refusals = oracles.refusals_of(_KINDS[self._api], request)
        return frozenset(likeness for refusal in refusals for likeness in _likenesses(refusal, tools))

    @cached_property
    def _messages_refused(self) -> bool:
        if not oracles.accepts(_KINDS[CHAT], {"model": "a-model", "messages": list(self._messages)}):
            return True
        written = _WRITTEN.get(self._api)
        return written is not None and not oracles.accepts(_KINDS[self._api], written(self._messages))


def _apart(messages: Sequence[JSON]) -> tuple[list[JSON], Sequence[JSON]]:
    """Return the texts of the first messages, which are the system's, and the other messages."""
    late = next((at for at, message in enumerate(messages) if message.get("role") not in _SYSTEM), len(messages))
    return [part for message in messages[:late] for part in _text_parts(message.get("content"))], messages[late:]


def _as_anthropic(messages: Sequence[JSON]) -> JSON:
    """Return Chat messages of texts as Anthropic's request has them."""
    apart, others = _apart(messages)
    said = [{"role": message.get("role"), "content": message.get("content")} for message in others]
    return {"model": "a-model", **_NEEDS[ANTHROPIC], **({"system": apart} if apart else {}), "messages": said}


def _as_gemini(messages: Sequence[JSON]) -> JSON:
    """Return Chat messages of texts as Gemini's request has them."""
    apart, others = _apart(messages)
    contents = [
        {
            "role": "model" if message.get("role") == "assistant" else "user",
            "parts": [{"text": part.get("text")} for part in _text_parts(message.get("content"))],
        }
        for message in others
    ]
    system = {"systemInstruction": {"parts": [{"text": part.get("text")} for part in apart]}} if apart else {}
    return {"model": "a-model", **system, "contents": contents}


# How messages are written where the API has another form for them than Chat Completions.
_WRITTEN: Final[Mapping[str, Callable[[Sequence[JSON]], JSON]]] = {ANTHROPIC: _as_anthropic, GEMINI: _as_gemini}


def _declaration(tool: dict[str, JSON]) -> JSON:
    return {_DECLARED.get(key, key): value for key, value in tool.items() if key != "strict"}


def _text_parts(content: JSON) -> list[JSON]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content or []


def _likenesses(refusal: ApiRefusal, tools: JSON) -> Iterator[tuple[JSON, ...]]:
    """Yield what two refusals of one tool may have in common: its name, or its parameters under another name.

    With the rule, and where a schema speaks, the place.
    """
    _tools, *path = refusal.at.split("/")[1:]
    if not path:
        yield (refusal.rule,)
        return
    tool, inner = tools[int(path[0])], path[1:]
    holder = tool.get("function", tool) if isinstance(tool, dict) else {}
    if inner[:1] in (["functionDeclarations"], ["function_declarations"]) and len(inner) > 1:
        holder, inner = tool[inner[0]][int(inner[1])], inner[2:]
    place = inner if refusal.rule == SCHEMA else ()
    schema = next((name for pair in _SCHEMAS.items() for name in pair if name in path), None)
    for key in ("name", schema) if schema is not None else ("name",):
        own = holder.get(key) if isinstance(holder, dict) else None
        yield key, json.dumps(own, sort_keys=True), refusal.rule, *place


class Verdict(NamedTuple):
    """What is said to a request. answered: whether it gets its answer all the same, as a form that a document asks for.

    at: JSON pointer into the request.
    """

    error: ApiError
    at: str
    answered: bool = False

    def noted(self) -> dict[str, str]:
        """Return it as the notes of a request have it."""
        return {"rule": self.error.rule, "message": self.error.body["error"]["message"], "at": self.at}


class Acceptance:
    """The API's side of one conversation, or of several: what it takes, and what it keeps of what it said.

    given: None where all that is refused is the sender's. profile: of the host whose API it is. lenient: whether every
    object gets its answer, because the conversation only finds out what a client covers.
    """

    def __init__(self, given: ConversationStart | None = None, profile: str = OPENAI, *, lenient: bool = False) -> None:
        self._profile = profile
        self._lenient = lenient
        self._given = given
        self._stored = Stored()
        self._own_types: set[str] = set()  # of blocks and parts that no schema of Anthropic's API and Gemini's has

    def refusal(self, api: str, request: JSON) -> Verdict | None:
        """Return how the API refuses a request; None for one that it takes."""
        verdict = self._judged(api, request)
        if verdict is not None and self._lenient:
            return verdict._replace(answered=isinstance(request, dict))
        if verdict is None or self._given is None or api != RESPONSES:
            return verdict
        as_items = _parts_as_items(request)
        answered = as_items is not request and self._judged(api, as_items) is None
        return verdict._replace(answered=answered)

    def keep(self, api: str, request: dict[str, Any], body: dict[str, Any], own_type: str | None = None) -> None:
        """Keep an answer, so that later requests may go on from it. own_type: that no schema of items or blocks has."""
        if api in (ANTHROPIC, GEMINI) and own_type is not None:
            self._own_types.add(own_type)
        if api == RESPONSES and isinstance(request.get("input"), str | list) and isinstance(body.get("output"), list):
            self._stored.keep(request, body, own_type)

    def whole(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return a Responses request that is taken, with all of the conversation that it goes on from as its input."""
        whole = self._stored.whole(request)
        return whole if isinstance(whole, dict) else request

    def _judged(self, api: str, request: JSON) -> Verdict | None:
        if api == CHAT:
            return self._first(api, request)
        if api == ANTHROPIC:
            return self._first(api, without_blocks(request, self._own_types) if self._own_types else request)
        if api == GEMINI:
            return _named_in_address(request) or self._first(api, without_parts(request, self._own_types))
        readable = self._stored.readable(request)
        verdict = self._first(api, readable)
        if verdict is not None or not isinstance(readable, dict):
            return verdict
        # Calls of an earlier response are answered here, or nowhere: the whole conversation is looked at.
        whole = self._stored.whole(readable)
        if isinstance(whole, ApiError):
            return Verdict(whole, "")
        return None if whole is None else self._first(api, whole)

    def _first(self, api: str, request: JSON) -> Verdict | None:
        """Return the first refusal that the conversation does not bring along."""
        shortened = _up_to_first_mistake(api, request)
        for candidate in (request,) if shortened is None else (shortened, request):
            for refusal in oracles.refusals_of(_KINDS[api], candidate, self._profile):
                if candidate is not request and refusal.rule != SCHEMA:
                    continue  # it may come of what was cut off
                if self._given is None or not self._given.brings(refusal, request):
                    return Verdict(ApiError(refusal.status, refusal.body(), refusal.rule), refusal.at)
        return None


def _named_in_address(request: JSON) -> Verdict | None:
    """Refuse what a Gemini request says in its address alone; oracles take it beside the rest."""
    if not isinstance(request, dict) or "stream" not in request:
        return None
    message = 'Invalid JSON payload received. Unknown name "stream": Cannot find field.'
    return Verdict(ApiError(400, google_error(400, message), SCHEMA), "/stream")


def without_blocks(request: JSON, types: Collection[str]) -> JSON:
    """Return a request without the blocks of some types in its messages."""
    messages = request.get("messages") if isinstance(request, dict) else None
    if not isinstance(messages, list):
        return request
    return {**request, "messages": [_without(message, types) for message in messages]}


def _without(message: JSON, types: Collection[str]) -> JSON:
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return message
    return {
        **message,
        "content": [part for part in content if not (isinstance(part, dict) and part.get("type") in types)],
    }


def read_body(content_type: str | None, data: bytes) -> tuple[JSON, ApiError | None]:
    """Return what the body of a request says, and how the API refuses it before it looks at that; None if it does not.

    A body that is no JSON is its text.
    """
    is_json = content_type is None or content_type.partition(";")[0].strip().lower() == "application/json"
    refused = None if is_json else wording.no_content_type(str(content_type))
    try:
        return parse_json(data), refused
    except (ValueError, RecursionError):
        return data.decode("utf-8", "replace"), refused or wording.no_json()


def _up_to_first_mistake(api: str, request: JSON) -> JSON:
    """Return a long request cut off after its first entry that the schema refuses; None where there is no such entry.

    The oracle takes a minute to explain a thousand mistakes, and the API reports only the first.
    """
    key = _ENTRIES[api]
    entries = request.get(key) if isinstance(request, dict) else None
    if not isinstance(entries, list) or len(entries) <= MANY or oracles.fits_schema(_KINDS[api], request):
        return None
    lengths = range(1, len(entries) + 1)
    length = bisect_left(lengths, 1, key=lambda n: not oracles.fits_schema(_KINDS[api], {**request, key: entries[:n]}))
    return {**request, key: entries[: length + 1]}


def _parts_as_items(request: JSON) -> JSON:
    """Return a request with the parts that only documents know, calls and results, as the items that the API has."""
    given = request.get("input") if isinstance(request, dict) else None
    if not isinstance(given, list):
        return request
    items = [item for entry in given for item in _items_of(entry)]
    return request if items == given else {**request, "input": items}


def _items_of(entry: JSON) -> Iterator[JSON]:
    content = entry.get("content") if isinstance(entry, dict) else None
    parts = content if isinstance(content, list) else []
    exchanged = [part for part in parts if isinstance(part, dict) and part.get("type") in ("tool_use", "tool_result")]
    if not exchanged:
        yield entry
        return
    left = [part for part in parts if part not in exchanged]
    if left:
        yield {**entry, "content": left}
    for part in exchanged:
        if part["type"] == "tool_use":
            call = {"call_id": part.get("id"), "name": part.get("name"), "arguments": json.dumps(part.get("input"))}
            yield {"type": "function_call", **call}
        else:
            content = part.get("content")
            output = content if isinstance(content, str) else json.dumps(content)
            yield {"type": "function_call_output", "call_id": part.get("tool_use_id"), "output": output}
