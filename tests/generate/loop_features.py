"""What a conversation with tools and its API's answers can hold, each thing by a name, and which of them one holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.generate.conversation_features import arguments_of
from tests.generate.schema_features import numbers_of, texts_of

APIS = ("responses", "chat")
RESULTS = ("a text", "an empty text", "a number", "true", "false", "null", "a list", "an empty list", "an object", "{}")

WANTED = {
    *(f"{api}: {count} rounds" for api in APIS for count in (0, 1, 2, 3)),
    *(f"{api}: {count} calls at once" for api in APIS for count in (1, 2, 3)),
    *(f"{api}: {thing}" for api in APIS for thing in ("text beside calls", "an unknown tool", "malformed arguments")),
    *(f"{api}: {thing}" for api in APIS for thing in ("a tool that fails", "no end", "an id that comes again")),
    *(f"{api}: {thing}" for api in APIS for thing in ("an answer as text", "an empty answer", "a failing request")),
    *(f"{api}: {thing}" for api in APIS for thing in ("one tool twice at once", "only just enough rounds")),
    *("5 calls at once", "the same call twice at once", "an unknown and a known tool at once"),
    "a tool twice in several rounds",
    *("malformed and sound arguments at once", "reasoning before calls", "answer as items", "several messages before"),
    *(f"result {result}" for result in RESULTS),
    *("result 1.0", "result negative number", "result integer beyond 2**53", "result with the key error"),
    "result like JSON",
    *(f"arguments {given}" for given in ("{}", "empty", "blank", "malformed", "no object", "not ASCII", "spaced")),
    *("arguments as an object", "a system message", "content as a list", "strict true", "strict false", "no strict"),
    *("no properties", "a default", "tool named constructor", "HTTP 400", "HTTP 500"),
    *(f"{count} tools" for count in (1, 2, 3)),
    *("not ASCII", "beyond the first plane", "quote", "control character", "line end", "U+2028"),
}  # fmt: skip


def seen(loop: dict[str, Any]) -> Iterator[str]:
    """Yield what a loop holds."""
    yield from texts_of(json.dumps(loop, ensure_ascii=False))
    api, script = loop["api"], loop["script"]
    yield f"{len(loop['tools'])} tools"
    yield from _of_messages(loop["messages"])
    for tool in loop["tools"]:
        yield from _of_tool(tool)
    for result in loop["results"].values():
        yield from _of_result(api, result)
    rounds = [calls for answer in script if (calls := list(_calls(answer)))]
    failing = [answer for answer in script if isinstance(answer, dict) and "http" in answer]
    for answer in failing:
        yield f"{api}: a failing request"
        yield f"HTTP {answer['http']}"
    yield from _of_end(api, loop, script, rounds)
    for answer in script:
        yield from _of_answer(api, answer)
    for calls in rounds:
        yield from _of_calls(api, calls, [tool["name"] for tool in loop["tools"]])
    ids = [call["id"] for calls in rounds for call in calls]
    if len(set(ids)) < len(ids):
        yield f"{api}: an id that comes again"
    named = [{call["name"] for call in calls} for calls in rounds]
    if any(one & other for one in named for other in named if one is not other):
        yield "a tool twice in several rounds"


def _of_messages(messages: list[Any]) -> Iterator[str]:
    if messages[0]["role"] == "system":
        yield "a system message"
    if len(messages) > 2:
        yield "several messages before"
    if isinstance(messages[-1]["content"], list):
        yield "content as a list"


def _of_tool(tool: dict[str, Any]) -> Iterator[str]:
    yield f"strict {json.dumps(tool['strict'])}" if "strict" in tool else "no strict"
    if "properties" not in tool.get("parameters", {}):
        yield "no properties"
    if '"default"' in json.dumps(tool.get("parameters", {})):
        yield "a default"
    yield f"tool named {tool['name']}"


def _of_result(api: str, result: Any) -> Iterator[str]:
    if isinstance(result, dict) and result.keys() == {"error"}:
        yield f"{api}: a tool that fails"
        return
    if isinstance(result, str):
        yield "result a text" if result else "result an empty text"
        yield from ["result like JSON"] if result[:1] == "{" and result[-1:] == "}" else []
    elif isinstance(result, bool) or result is None:
        yield f"result {json.dumps(result)}"
    elif isinstance(result, int | float):
        yield "result a number"
        yield from (f"result {name}" for name in numbers_of(result))
    elif isinstance(result, list):
        yield "result a list" if result else "result an empty list"
    else:
        yield "result an object" if result else "result {}"
        yield from ["result with the key error"] if "error" in result else []


def _calls(answer: Any) -> Iterator[dict[str, Any]]:
    if isinstance(answer, dict):
        for call in answer.get("tool_calls", ()):
            yield {"id": call["id"], **call["function"]}
    elif isinstance(answer, list):
        for item in answer:
            if isinstance(item, dict) and item.get("type") == "function_call":
                yield {"id": item["call_id"], "name": item["name"], "arguments": item["arguments"]}


def _of_end(api: str, loop: dict[str, Any], script: list[Any], rounds: list[Any]) -> Iterator[str]:
    if list(_calls(script[-1])):
        yield f"{api}: no end"
        return
    yield f"{api}: {len(rounds)} rounds"
    if loop["max_rounds"] == len(rounds):
        yield f"{api}: only just enough rounds"
    last = script[-1]
    text = last if isinstance(last, str) else last[-1]["content"][0]["text"]
    yield f"{api}: an answer as text" if isinstance(last, str) else "answer as items"
    if text == "":
        yield f"{api}: an empty answer"


def _of_answer(api: str, answer: Any) -> Iterator[str]:
    if not list(_calls(answer)):
        return
    if isinstance(answer, dict) and answer["content"]:
        yield f"{api}: text beside calls"
    elif isinstance(answer, list):
        if any(isinstance(item, str) for item in answer):
            yield f"{api}: text beside calls"
        if any(isinstance(item, dict) and item["type"] == "reasoning" for item in answer):
            yield "reasoning before calls"


def _of_calls(api: str, calls: list[dict[str, Any]], known: list[str]) -> Iterator[str]:
    yield f"{len(calls)} calls at once"
    yield f"{api}: {len(calls)} calls at once"
    names = [call["name"] for call in calls]
    if len(set(names)) < len(names):
        yield f"{api}: one tool twice at once"
    if len({json.dumps((call["name"], call["arguments"])) for call in calls}) < len(calls):
        yield "the same call twice at once"
    unknown = [name for name in names if name not in known]
    if unknown:
        yield f"{api}: an unknown tool"
        yield from ["an unknown and a known tool at once"] if len(unknown) < len(names) else []
    broken = 0
    for call in calls:
        if isinstance(call["arguments"], dict):
            yield "arguments as an object"
            continue
        found = set(arguments_of(call["arguments"]))
        yield from found
        broken += bool(found & {"arguments malformed", "arguments no object"})
    if broken:
        yield f"{api}: malformed arguments"
        yield from ["malformed and sound arguments at once"] if broken < len(calls) else []
