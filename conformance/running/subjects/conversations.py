"""What a driver is asked to lead: a planned input as one conversation, with the tools that an MCP server serves."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.bodies import CHAT, RESPONSES, completed
from conformance.apis.emulator.gemini import GEMINI
from conformance.base.files import write_whole
from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON
from conformance.formats.exchanges import ANSWERS
from conformance.formats.model.conversation import Call
from conformance.formats.model.talk import RESULT
from conformance.formats.operations import between
from conformance.formats.requests import read_conversation
from conformance.formats.shared import written_arguments

LOOP = "tool-loop"
TOOLS_OF = {api: between("mcp-tools", f"{api}-tools") for api in ("chat", "responses", "anthropic", "gemini")}
RESULT_OF = {
    "chat": between("mcp-result", "tool-message"),
    "responses": between("mcp-result", "function-call-output"),
    "anthropic": between("mcp-result", "anthropic-tool-result"),
    "gemini": between("mcp-named-result", "gemini-function-response"),
}
LOOPS_OF = ("chat", "responses")  # the APIs by which every driver that follows up calls is judged as a loop
MODEL = "gpt-test"
TOOL = "search"  # the one whose result a conversation is about

# Marks that no request may contain: they are in places that are not for the model.
KEY = "sk-canary-key-of-nobody"
CANARY = "canary-environment"
_TALK = "canary-talk-"

# What the MCP server says of the tool of a probe, which a driver that runs the tools by itself does not.
_SERVED = "sunny, says its server"
PROBED: Mapping[str, JSON] = {"get_weather": {"content": [{"type": "text", "text": _SERVED}]}}

_numbers = count(1)


class DriverConversation(NamedTuple):
    """One conversation. line: what the driver reads. script: the API's answers. served: the MCP server's file.

    contents: by tool, the whole answer of the MCP server to `tools/call`, where it is no value of `results`.
    """

    line: dict[str, JSON]
    script: Sequence[JSON]
    served: str
    contents: Mapping[str, JSON] = {}


def conversation_of(operation: str, input: JSON, api: str, served: str) -> DriverConversation:
    """Return the conversation that shows what a subject makes of a planned input.

    api: the one that the driver is to use. served: the file that the MCP server is to read.
    """
    contents: dict[str, JSON] = {}
    if operation == LOOP:
        tools = [_mcp_tool(definition) for definition in input["tools"]]
        parts = {name: input[name] for name in ("model", "messages", "results", "max_rounds")}
        script: Sequence[JSON] = input["script"]
    elif operation in RESULT_OF.values():
        name = input.get("name", TOOL)  # which a Gemini result says; the id of its call may be missing
        tools, contents = [{"name": name, "description": "Searches.", "inputSchema": _NOTHING}], {name: input["result"]}
        script = [_calling(api, input.get("tool_call_id"), name), "I have seen the result."]
        said = f"What do you find? ({_TALK}{next(_numbers)})"
        parts = {"model": MODEL, "messages": [{"role": "user", "content": said}], "results": {}, "max_rounds": 3}
    else:
        tools, script = input, ["I have seen my tools."]
        said = f"Which tools do you have? ({_TALK}{next(_numbers)})"
        parts = {"model": MODEL, "messages": [{"role": "user", "content": said}], "results": {}, "max_rounds": 3}
    server = [sys.executable, "-m", "conformance.mcp_demo", "--tools", served]
    return DriverConversation({"api": api, **parts, "tools": tools, "mcp_server": server}, script, served, contents)


def api_of(operation: str) -> str:
    """Return the API whose requests show an operation that is not LOOP."""
    return next(api for api in TOOLS_OF if operation in (TOOLS_OF[api], RESULT_OF[api]))


def write_served(conversation: DriverConversation) -> None:
    """Write the file that the MCP server of a conversation reads, whole: one that stayed may be reading it."""
    served = {name: conversation.line[name] for name in ("tools", "results")} | {"contents": conversation.contents}
    write_whole(conversation.served, json.dumps(served).encode(), lasting=False)


def probe(api: str) -> dict[str, JSON]:
    """Return a loop that shows which API is called, and whether a call is followed up."""
    return {
        "api": api,
        "model": MODEL,
        "messages": [{"role": "user", "content": "What is the weather in Paris?"}],
        "tools": [{"name": "get_weather", "description": "Tells the weather.", "parameters": _NOTHING}],
        "results": {"get_weather": "sunny"},
        "max_rounds": 3,
        "script": [_calling(api, "call_1", "get_weather"), "It is sunny in Paris."],
    }


def result_sent(api: str, body: JSON) -> JSON:
    """Return what a request says of the result of a tool, its last entry where it says nothing; ABSENT without one."""
    entries = body.get(_ENTRIES[api]) if isinstance(body, dict) else None
    entries = entries if isinstance(entries, list) else []
    if api == GEMINI:
        held = [entry.get("parts") for entry in entries if isinstance(entry, dict)]
        parts = [part for parts in held if isinstance(parts, list) for part in parts if isinstance(part, dict)]
        found = [part for part in parts if "functionResponse" in part]
        return next(reversed(found or parts), ABSENT)
    if api == ANTHROPIC:
        held = [entry.get("content") for entry in entries if isinstance(entry, dict)]
        entries = [block for content in held if isinstance(content, list) for block in content]
    key, value = _RESULTS[api]
    results = [entry for entry in entries if isinstance(entry, dict) and entry.get(key) == value]
    return next(reversed(results or entries), ABSENT)


def failed_conversion(api: str, given: JSON, sent: JSON) -> str | None:
    """Return the error that a request has in the place of a result; None where it has the result.

    given: the input, whose `result` the server gave. Loops answer the model with an error where they cannot convert a
    result. Anthropic's API alone has a mark by which such an answer is known.
    """
    if api != ANTHROPIC or not isinstance(sent, dict) or sent.get("is_error") is not True:
        return None
    said = " ".join(_texts(sent.get("content")))
    result = given.get("result") if isinstance(given, dict) else None
    if isinstance(result, dict) and result.get("isError"):
        # Of a tool that failed the error has what it said, unless that could not be converted.
        own = result.get("content")
        return None if not said or not own or any(text in said for text in _texts(own)) else said
    return said


def _texts(content: JSON) -> list[str]:
    blocks = content if isinstance(content, list) else [{"text": content}]
    return [
        block["text"]
        for block in blocks
        if isinstance(block, dict) and isinstance(block.get("text"), str) and block["text"]
    ]


_ENTRIES = {CHAT: "messages", RESPONSES: "input", ANTHROPIC: "messages", GEMINI: "contents"}
# What an entry of another API that says the result of a tool has.
_RESULTS = {CHAT: ("role", "tool"), RESPONSES: ("type", "function_call_output"), ANTHROPIC: ("type", "tool_result")}


def takes_results(bodies: Sequence[JSON]) -> bool:
    """Whether the requests of a probe show that a driver calls the tools of the MCP server, by the names they have."""
    first, *others = map(json.dumps, bodies)
    return '"get_weather"' in first and any(_SERVED in other for other in others)


def calls_answered(api: str, script: Sequence[JSON], seen: Sequence[JSON]) -> list[JSON]:
    """Return the calls that have a result in a request, in the order they were made: so much shows of what was run."""
    said = [list(_results(api, element["body"])) for element in seen]
    answered = {identity for results in said for identity, _name in results if identity is not None}
    # Of results without an id, as many calls of their name are answered as the longest request has.
    names = Counter[JSON]()
    for results in said:
        names |= Counter(name for identity, name in results if identity is None)
    given = sorted({element["answer"] for element in seen if element["answer"] is not None})
    found = []
    for call in (call for number in given for call in _calls(api, script[number], number)):
        if call["id"] in answered:
            found.append(call)
        elif names[call["name"]]:
            names[call["name"]] -= 1
            found.append(call)
    return found


_NOTHING: JSON = {"type": "object", "properties": {}}


def _calling(api: str, identity: str | None, name: str) -> JSON:
    """Return an answer of the API that calls a tool without arguments. identity: None for a Gemini call without one."""
    if api == GEMINI:
        return [{"functionCall": {"name": name, "args": {}, **({} if identity is None else {"id": identity})}}]
    call = {"name": name, "arguments": "{}"}
    if api == CHAT:
        return {"tool_calls": [{"id": identity, "type": "function", "function": call}]}
    if api == ANTHROPIC:
        return [{"type": "tool_use", "id": identity, "name": name, "input": {}}]
    return [{"type": "function_call", "call_id": identity, **call}]


def _mcp_tool(definition: JSON) -> JSON:
    tool = {name: definition[name] for name in ("name", "description") if name in definition}
    return {**tool, "inputSchema": definition["parameters"]}


def _results(api: str, body: JSON) -> Iterator[tuple[str | None, JSON]]:
    """Yield the ids of the results of a request, and the names that they say."""
    talk = read_conversation(api, body).talk
    for item in talk.of_kind(RESULT) if talk is not None else ():
        yield (item.id if isinstance(item.id, str) else None), getattr(item.fact, "name", None)


def _calls(api: str, entry: JSON, number: int) -> Iterator[dict[str, JSON]]:
    """Yield the calls of one answer, as a loop lists them."""
    answer = ANSWERS[f"{api}-response"](completed(api, entry, number)).answer
    for turn in answer.candidates[0].turns if answer is not None and answer.candidates else ():
        for utterance in turn.says:
            if isinstance(utterance, Call):
                yield {
                    "id": utterance.id,
                    "name": utterance.name,
                    "arguments": _value_of_text(written_arguments(utterance)),
                }


def _value_of_text(text: JSON) -> JSON:
    if isinstance(text, dict):
        return text
    if not isinstance(text, str) or not text.strip():
        return {}
    value = json_or_absent(text)
    return value if isinstance(value, dict) else None
