"""Converters that destroy their input: five of each operation, and each of them fails the set `safe`.

The result is constant, nothing arrives, the last entry wins, ids are swapped, texts are replaced. They are made of the
reference; where one makes no sense for an operation, the nearest equivalent is here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from conformance import reference
from conformance.formats.exchanges import events_of
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.tool_loop_steps import Loop, Object
from tests.suite.selftest.model import Convert, Mutant
from tests.suite.selftest.mutators.tools import of_declarations

OTHER = "Text."
SCHEMA: Object = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "A city."}},
    "required": ["city"],
}
CALL: Object = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "get_weather",
    "arguments": '{"city":"Rome"}',
}
SAID: Object = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed"}
TEXT: Object = {"type": "output_text", "text": "Hi", "annotations": []}
OUTPUT: list[Object] = [SAID | {"content": [TEXT]}, CALL | {"status": "completed"}]
RESPONSE = {"id": "resp_1", "object": "response", "model": "gpt-5", "status": "completed", "output": OUTPUT}
CHAT_CALL = {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": '{"city":"Rome"}'}}
MESSAGES = [
    {"role": "user", "content": "Hi"},
    {"role": "assistant", "content": None, "tool_calls": [CHAT_CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "Rainy."},
]
CHAT_TOOL: Object = {
    "type": "function",
    "function": {"name": "get_weather", "description": "Weather of a city.", "parameters": SCHEMA},
}
MCP_TOOL = {"name": "get_weather", "description": "Weather of a city.", "inputSchema": SCHEMA}
REGISTRY_TOOL = {"type": "function", **CHAT_TOOL["function"]}
CHAT_ANSWER = {"choices": [{"index": 0, "message": MESSAGES[1], "finish_reason": "tool_calls"}]}
MESSAGE = {
    "type": "message",
    "role": "assistant",
    "content": [{"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Rome"}}],
    "stop_reason": "tool_use",
}
GEMINI: Object = {
    "candidates": [
        {
            "content": {
                "role": "model",
                "parts": [{"functionCall": {"name": "get_weather", "args": {"city": "Rome"}}}],
            },
            "finishReason": "STOP",
        }
    ]
}
CHAT_CHUNKS = [{"choices": [{"index": 0, "delta": {"content": "Hello."}, "finish_reason": "stop"}]}]

Change = Callable[[Any], Any]


def changed(convert: Convert, change: Change) -> Convert:
    """Make a converter whose result is changed afterwards."""
    return lambda given: change(convert(given))


def constant(convert: Convert, sample: Any) -> Convert:
    """Make a converter that gives every input what one sample becomes."""
    return lambda _given: convert(copy.deepcopy(sample))


def replaced(value: Any, *keys: str) -> Any:
    """Replace each text under some keys, at any depth."""
    if isinstance(value, dict):
        return {
            key: OTHER if key in keys and isinstance(member, str) and member else replaced(member, *keys)
            for key, member in value.items()
        }
    return [replaced(member, *keys) for member in value] if isinstance(value, list) else value


def rotated(holders: Iterable[Any], key: str) -> None:
    """Give each object the value that the next one has under a key."""
    holders = [holder for holder in holders if isinstance(holder, dict) and key in holder]
    values = [holder[key] for holder in holders]
    for holder, value in zip(holders, values[1:] + values[:1], strict=True):
        holder[key] = value


def swapped(holders: Callable[[Any], Iterable[Any]], key: str) -> Change:
    """Make a change that rotates the values of a key among some objects of a result."""

    def change(result: Any) -> Any:
        rotated(holders(result), key)
        return result

    return change


def under(key: str, change: Change) -> Change:
    """Make a change of what an object holds under a key, where it has that key."""
    return lambda result: result | {key: change(result[key])} if isinstance(result, dict) and key in result else result


def last(entries: Any) -> Any:
    """Return the last entry of a list alone."""
    return entries[-1:] if isinstance(entries, list) else entries


def bodies(tools: Any) -> list[Any]:
    """Return the objects that hold the names of tools."""
    return [tool.get("function", tool) for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []


def calls_of(result: Any) -> list[Any]:
    """Return the tool calls of a message or of a parsed result."""
    return (result.get("tool_calls") or []) if isinstance(result, dict) else []


def five(operation: str, convert: Convert, sample: Any, empty: Change, **changes: Change) -> list[Mutant]:
    """Return the five destructive converters of an operation. changes: of its results: last, ids and texts."""
    bank = Bank(operation)
    for name, function in {
        "constant": constant(convert, sample),
        "drops_everything": changed(convert, empty),
        "last_entry_wins": changed(convert, changes["last"]),
        "ids_swapped": changed(convert, changes["ids"]),
        "texts_replaced": changed(convert, changes["texts"]),
    }.items():
        bank.add(f"destroys_by_{name}", function, sets=("safe",))
    return bank


def tools(operation: str, convert: Convert, sample: Any) -> list[Mutant]:
    """Return those of a list of tools."""
    return five(
        operation,
        convert,
        sample,
        lambda _result: [],
        last=last,
        ids=swapped(bodies, "name"),
        texts=lambda result: replaced(result, "description"),
    )


def last_property(schema: Any) -> Any:
    """Leave one property in a schema."""
    if not isinstance(schema, dict) or not isinstance(schema.get("properties"), dict):
        return schema
    left = dict(list(schema["properties"].items())[-1:])
    return schema | {"properties": left, "required": [name for name in schema.get("required", ()) if name in left]}


def properties_swapped(schema: Any) -> Any:
    """Give each property the schema of the next one."""
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        names, values = list(schema["properties"]), list(schema["properties"].values())
        return schema | {"properties": dict(zip(names, values[1:] + values[:1], strict=True))}
    return schema


def of_schema(change: Change) -> Change:
    """Make a change of the schema of one tool, wherever the API has it."""

    def of_tool(tool: Any) -> Any:
        for key in ("parameters", "input_schema", "parametersJsonSchema"):
            tool = under(key, change)(tool)
        return under("function", of_tool)(tool)

    return of_tool


def tool(operation: str, convert: Convert, sample: Any) -> list[Mutant]:
    """Return those of a single tool: its properties are the entries, their names the ids."""
    return five(
        operation,
        convert,
        sample,
        of_schema(lambda _schema: {"type": "object", "properties": {}}),
        last=of_schema(last_property),
        ids=of_schema(properties_swapped),
        texts=lambda result: replaced(result, "description"),
    )


def parsed(operation: str, convert: Convert, sample: Any) -> list[Mutant]:
    """Return those of a parsed answer."""
    return five(
        operation,
        convert,
        sample,
        lambda result: result | {"content": "", "tool_calls": [], "finish_reason": None},
        last=under("tool_calls", last),
        ids=swapped(calls_of, "id"),
        texts=lambda result: replaced(result, "content"),
    )


def _last_texts(message: Any) -> Any:
    content = message["content"]
    return under("tool_calls", last)(message | {"content": content[-3:] if isinstance(content, str) else content})


def _calls_of_items(result: Any) -> list[Any]:
    return [item for item in result["input"] if isinstance(item, dict) and item.get("type") == "function_call"]


def _answers(messages: Any) -> list[Any]:
    return [message for message in messages if message.get("role") == "tool"]


class AnswersWithoutAsking(Loop):
    """The result is constant, and no API is asked."""

    def rounds(self) -> Any:
        return self.output("Done.")


class AnswersNothing(Loop):
    """The answer and the calls are dropped."""

    def output(self, text: Any) -> Any:
        return {"answer": "", "calls": []}


class RunsTheLastCall(Loop):
    """Of parallel calls only the last one is run."""

    def calls(self, body: Object) -> list[Object]:
        return super().calls(body)[-1:]


class SwapsResults(Loop):
    """Each result goes to the next call."""

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        results = [self.execute(call) for call in calls]
        for call, result in zip(calls, results[1:] + results[:1], strict=True):
            self.add_result(call, result)


class ReplacesResults(Loop):
    """Every result has another text."""

    def written(self, value: Any) -> str:
        return OTHER


def loops() -> list[Mutant]:
    """Return those of the tool loop."""
    bank = Bank("tool-loop")
    for loop in (AnswersWithoutAsking, AnswersNothing, RunsTheLastCall, SwapsResults, ReplacesResults):
        bank.add(loop.__name__, loop.run, sets=("safe",), note=loop.__doc__, examples=8)
    return bank


def mcp_result(operation: str, convert: Convert, holder: str, identity: str) -> list[Mutant]:
    """Return those of the result of an MCP tool: its lines or parts are the entries."""

    def shorter(made: Any) -> Any:
        content = made[holder]
        return made | {holder: last(content) if isinstance(content, list) else content.split("\n")[-1]}

    return five(
        operation,
        convert,
        {"result": {"content": [{"type": "text", "text": "Hi"}]}, "tool_call_id": "call_1"},
        lambda made: made | {holder: ""},
        last=shorter,
        ids=lambda made: made | {identity: made[identity][::-1]},
        texts=lambda made: replaced(made, holder, "text"),
    )


BANKS = (
    mcp_result("mcp-result-to-tool-message", reference.mcp_result_to_tool_message, "content", "tool_call_id"),
    mcp_result("mcp-result-to-function-call-output", reference.mcp_result_to_function_call_output, "output", "call_id"),
    mcp_result(
        "mcp-result-to-anthropic-tool-result", reference.mcp_result_to_anthropic_tool_result, "content", "tool_use_id"
    ),
    five(
        "mcp-result-to-gemini-function-response",
        reference.mcp_result_to_gemini_function_response,
        {"name": "search", "result": {"content": [{"type": "text", "text": OTHER}]}},
        under("functionResponse", under("response", lambda _response: {"output": ""})),
        last=under(
            "functionResponse",
            under("response", lambda response: {key: str(value)[-9:] for key, value in response.items()}),
        ),
        ids=under("functionResponse", under("name", lambda name: name[::-1])),
        texts=lambda made: replaced(made, "output", "error"),
    ),
    tools("chat-tools-to-responses-tools", reference.chat_tools_to_responses_tools, [CHAT_TOOL]),
    tools("responses-tools-to-chat-tools", reference.responses_tools_to_chat_tools, [REGISTRY_TOOL]),
    tools("registry-tools-to-chat-tools", reference.registry_tools_to_chat_tools, [REGISTRY_TOOL]),
    five(
        "registry-request-to-chat-request",
        reference.registry_request_to_chat_request,
        {"model": "gpt-4o", "messages": MESSAGES[:1], "tools": [REGISTRY_TOOL]},
        lambda request: {"model": request["model"], "messages": []},
        last=under("tools", last),
        ids=swapped(lambda request: bodies(request.get("tools")), "name"),
        texts=lambda request: replaced(request, "description", "content"),
    ),
    five(
        "chat-request-to-responses-request",
        reference.chat_request_to_responses_request,
        {"model": "gpt-4o", "messages": MESSAGES, "tools": [CHAT_TOOL]},
        lambda request: {"model": request["model"], "input": []},
        last=under("input", last),
        ids=swapped(_calls_of_items, "call_id"),
        texts=lambda request: replaced(request, "description", "text", "arguments", "output"),
    ),
    five(
        "responses-request-to-chat-request",
        reference.responses_request_to_chat_request,
        {"model": "gpt-4o", "input": "Hello", "tools": [REGISTRY_TOOL]},
        lambda request: {"model": request["model"], "messages": []},
        last=under("messages", last),
        ids=swapped(lambda request: bodies(request.get("tools")), "name"),
        texts=lambda request: replaced(request, "description", "content", "arguments"),
    ),
    tool("mcp-tool-to-chat-tool", reference.mcp_tool_to_chat_tool, MCP_TOOL),
    tools("mcp-tools-to-chat-tools", reference.mcp_tools_to_chat_tools, [MCP_TOOL]),
    tools("mcp-tools-to-responses-tools", reference.mcp_tools_to_responses_tools, [MCP_TOOL]),
    tools("mcp-tools-to-anthropic-tools", reference.mcp_tools_to_anthropic_tools, [MCP_TOOL]),
    five(
        "mcp-tools-to-gemini-tools",
        reference.mcp_tools_to_gemini_tools,
        [MCP_TOOL],
        lambda _result: [],
        last=of_declarations(last),
        ids=of_declarations(swapped(bodies, "name")),
        texts=lambda result: replaced(result, "description"),
    ),
    tool(
        "tool-definition-to-provider-tool",
        reference.tool_definition_to_provider_tool,
        {"provider": "openai-chat", "definition": CHAT_TOOL["function"]},
    ),
    parsed("responses-output-to-tool-calls", reference.responses_output_to_tool_calls, RESPONSE),
    parsed(
        "responses-stream-to-tool-calls",
        reference.responses_stream_to_tool_calls,
        [{"type": "response.completed", "sequence_number": 0, "response": RESPONSE}],
    ),
    parsed("anthropic-response-to-tool-calls", reference.anthropic_response_to_tool_calls, MESSAGE),
    parsed(
        "anthropic-stream-to-tool-calls",
        reference.anthropic_stream_to_tool_calls,
        events_of("anthropic-stream", MESSAGE),
    ),
    parsed("gemini-response-to-tool-calls", reference.gemini_response_to_tool_calls, GEMINI),
    parsed("gemini-stream-to-tool-calls", reference.gemini_stream_to_tool_calls, events_of("gemini-stream", GEMINI)),
    parsed("chat-response-to-tool-calls", reference.chat_response_to_tool_calls, CHAT_ANSWER),
    parsed("chat-stream-to-tool-calls", reference.chat_stream_to_tool_calls, CHAT_CHUNKS),
    five(
        "chat-messages-to-responses-input",
        reference.chat_messages_to_responses_input,
        MESSAGES,
        lambda _result: {"input": []},
        last=under("input", last),
        ids=swapped(_calls_of_items, "call_id"),
        texts=lambda result: replaced(result, "text", "output", "instructions"),
    ),
    five(
        "responses-output-to-chat-message",
        reference.responses_output_to_chat_message,
        OUTPUT,
        lambda _message: {"role": "assistant", "content": None},
        last=_last_texts,
        ids=swapped(calls_of, "id"),
        texts=lambda message: replaced(message, "content", "refusal"),
    ),
    five(
        "responses-input-to-chat-messages",
        reference.responses_input_to_chat_messages,
        [{"role": "user", "content": "Hi"}, CALL, {"type": "function_call_output", "call_id": "call_1", "output": "x"}],
        lambda _messages: [],
        last=last,
        ids=swapped(_answers, "tool_call_id"),
        texts=lambda messages: replaced(messages, "content", "text"),
    ),
    loops(),
)
