"""The standing of a conversation with tools: its messages, its tools, and the answers of the scripted API."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.bodies import CHAT, EMULATED, RESPONSES, completed, refusal_of
from conformance.apis.emulator.gemini import GEMINI
from conformance.apis.input_validity.answers import chat_response, responses_response
from conformance.apis.input_validity.anthropic import anthropic_response
from conformance.apis.input_validity.conversations import messages
from conformance.apis.input_validity.gemini_answers import gemini_response
from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.rules import Path, as_list, as_object, required_text, unique
from conformance.apis.input_validity.tools import definition
from conformance.base.values import JSON
from conformance.formats.anthropic import read as anthropic
from conformance.formats.chat import read as chat
from conformance.formats.gemini import read as gemini
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Call
from conformance.formats.responses import read as responses

_JUDGES: Mapping[str, Callable[[JSON], Iterator[Reason]]] = {
    CHAT: chat_response,
    RESPONSES: responses_response,
    ANTHROPIC: anthropic_response,
    GEMINI: gemini_response,
}
_READERS: Mapping[str, Callable[[JSON], Answer]] = {
    CHAT: chat.read_answer,
    RESPONSES: responses.read_answer,
    ANTHROPIC: anthropic.read_answer,
    GEMINI: gemini.read_answer,
}
# Where the completed body has what a list is.
_PREFIXES: Mapping[str, str] = {
    RESPONSES: "/output",
    ANTHROPIC: "/content",
    GEMINI: "/candidates/0/content/parts",
}
_MEMBERS = frozenset({"api", "model", "messages", "tools", "results", "max_rounds", "script", "base_url"})


def loop(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not a conversation with tools and the script of its API."""
    if not isinstance(value, dict):
        yield reason("type", "not an object")
        return
    api = value.get("api")
    if api not in EMULATED:
        yield reason("api", f"the api is not one of {', '.join(EMULATED)}", "api")
    yield from required_text(value.get("model"), "model", "model")
    rounds = value.get("max_rounds")
    if type(rounds) is not int or rounds < 1:
        yield reason("rounds", "max_rounds is not a positive integer", "max_rounds")
    for key in value.keys() - _MEMBERS:
        yield reason("schema", f"unknown member {key!r}", key)
    yield from below(("messages",), messages(value.get("messages"), complete=True))
    names = yield from _tools(value.get("tools"))
    if not isinstance(value.get("results"), dict):
        yield reason("type", "not an object with a result for each tool", "results")
    if not isinstance(value.get("script"), list):
        yield reason("type", "not a list of answers", "script")
    elif api in EMULATED:
        for index, answer in enumerate(value["script"]):
            yield from below(("script", index), _answer(api, answer, index, names))


def _tools(tools: JSON) -> Generator[Reason, None, list[JSON]]:
    """Yield why a list is not one of tool definitions; return their names."""
    if not isinstance(tools, list):
        yield reason("type", "not a list of tools", "tools")
    for index, tool in enumerate(as_list(tools)):
        yield from below(("tools", index), definition(tool))
    names = [as_object(tool).get("name") for tool in as_list(tools)]
    yield from unique(((name, ("tools", i, "name")) for i, name in enumerate(names)), "tool name")
    return names


def _answer(api: str, answer: JSON, number: int, names: list[JSON]) -> Iterator[Reason]:
    """Yield what is wrong with an answer of the script."""
    if refusal_of(answer) is not None:
        return
    body = completed(api, answer, number, "gpt-5")
    if body is None:
        yield reason("script", "neither an answer of this API nor an error")
        return
    found = chain(_JUDGES[api](body), _unknown_tools(api, body, names))
    for finding in found:
        yield replace(finding, at=finding.at.removeprefix(_completed_prefix(api, answer)))


def _completed_prefix(api: str, answer: JSON) -> str:
    """Return where the completed body contains what an answer in its short form is."""
    if api == CHAT:
        return "" if "choices" in answer else "/choices/0/message"
    return "" if isinstance(answer, dict) else _PREFIXES[api]


def _unknown_tools(api: str, body: JSON, names: list[JSON]) -> Iterator[Reason]:
    for at, call in _calls(api, body):
        if call.name not in names:
            yield reason("script-tool", f"the call of {call.name!r} names no tool of this conversation", *at, "name")


def _calls(api: str, body: JSON) -> Iterator[tuple[Path, Call]]:
    """Yield the calls of an answer, each with the path of what is called."""
    for turn in (turn for candidate in _READERS[api](body).candidates for turn in candidate.turns):
        if api == CHAT:
            yield from (((*call.at[0], call.kind), call) for call in chat.listed_calls(turn))
        else:
            yield from ((call.at[0], call) for call in turn.says if isinstance(call, Call))
