"""The OpenAI Agents SDK's converters. What MCP's own model refuses is an error, as it is for the SDK's callers.

agents.mcp.MCPUtil.to_function_tool makes the SDK's own tools. From these the models make what is sent:
agents.models.chatcmpl_converter.Converter.tool_to_openai and agents.models.openai_responses.Converter.convert_tools.
Converter.items_to_messages makes the messages of a Chat request. OpenAIChatCompletionsModel.stream_response makes the events of
a Responses stream of the chunks of a Chat one; the last of them has the response. MCPUtil.invoke_mcp_tool makes of a server's
result what agents.items.ItemHelpers.tool_call_output_item writes into the input.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import asyncio
import json
from importlib.metadata import version as _version

from agents import ModelSettings, ModelTracing, RunContextWrapper, set_tracing_disabled
from agents.items import ItemHelpers
from agents.mcp import MCPServerStdio, MCPUtil
from agents.models.chatcmpl_converter import Converter as _Chat
from agents.models.openai_chatcompletions import OpenAIChatCompletionsModel
from agents.models.openai_responses import Converter as _Responses
from mcp.types import CallToolResult, Tool
from openai import AsyncOpenAI
from openai.types.responses import ResponseFunctionToolCall

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

name = "openai-agents"
version = _version("openai-agents")

# To Chat Completions it offers no custom tools, so that no backend calls one.
choices = {"chat-stream-to-responses-stream": {"custom-calls": "own"}}

set_tracing_disabled(True)

# It is never connected: only calling a tool would do that.
_server = MCPServerStdio({"command": "unused"})


def mcp_tool_to_chat_tool(tool):
    return _Chat.tool_to_openai(MCPUtil.to_function_tool(Tool.model_validate(tool), _server, False))


def mcp_tools_to_responses_tools(tools):
    own = [MCPUtil.to_function_tool(Tool.model_validate(tool), _server, False) for tool in tools]
    return _Responses.convert_tools(own, []).tools


def responses_input_to_chat_messages(given):
    """The instructions go in front, as OpenAIChatCompletionsModel puts them there."""
    request = given if isinstance(given, dict) else {"input": given}
    messages = _Chat.items_to_messages(request["input"], model="gpt-4o")
    if request.get("instructions"):
        messages.insert(0, {"content": request["instructions"], "role": "system"})
    return messages


def _answering(chunks):
    """An HTTP client of the OpenAI package that gets these chunks for an answer. A stream that breaks off has no [DONE]."""
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    headers = {"content-type": "text/event-stream"}
    answer = httpx.MockTransport(lambda _request: httpx.Response(200, headers=headers, content=text.encode()))
    return httpx.AsyncClient(transport=answer)


async def _events(chunks, name="gpt-4o"):
    """Nothing is sent. At the API's own address the SDK demands a finish_reason of a stream."""
    client = AsyncOpenAI(api_key="unused", base_url="https://api.openai.com/v1", max_retries=0, http_client=_answering(chunks))
    model, settings = OpenAIChatCompletionsModel(name, client), ModelSettings(include_usage=True)
    nothing = {"previous_response_id": None, "conversation_id": None, "prompt": None}
    stream = model.stream_response(None, "Hi", settings, [], None, [], ModelTracing.DISABLED, **nothing)
    return [event async for event in stream]


async def chat_stream_to_responses_stream(given):
    """The SDK takes its own tools, and not the request of another client: the model that answers is asked."""
    model = next((one["model"] for one in given["chunks"] if one.get("model")), "gpt-4o")
    return [event.model_dump(mode="json") for event in await _events(given["chunks"], model)]


def chat_stream_to_tool_calls(chunks):
    """The response of the SDK's last event. It is done if that event says that the response is completed."""
    last = asyncio.run(_events(chunks))[-1]
    items, details, usage = last.response.output, last.response.incomplete_details, last.response.usage
    calls = [{"id": item.call_id, "type": "function", "name": item.name, "arguments_raw": item.arguments}
             for item in items if item.type == "function_call"]  # fmt: skip
    parts = [part for item in items if item.type == "message" for part in item.content]
    content = "".join(part.text for part in parts if part.type == "output_text")
    refusal = "".join(part.refusal for part in parts if part.type == "refusal") or None
    finish = "tool_calls" if calls else details.reason if details else "stop"
    said = {"content": content, "refusal": refusal, "tool_calls": calls, "finish_reason": finish}
    return {**said, "usage": usage.model_dump() if usage else None, "done": last.type == "response.completed"}


class _Answers(MCPServerStdio):
    """A server whose tool gives a result."""

    async def call_tool(self, *_arguments, **_further):
        return self.answer


async def mcp_result_to_function_call_output(given):
    server = _Answers({"command": "unused"})
    server.answer = CallToolResult.model_validate(given["result"])
    tool = Tool(name="search", inputSchema={"type": "object"}, input_schema={"type": "object"})
    output = await MCPUtil.invoke_mcp_tool(server, tool, RunContextWrapper(None), "{}")
    call = ResponseFunctionToolCall(type="function_call", call_id=given["tool_call_id"], name="search", arguments="{}")
    return json.loads(json.dumps(ItemHelpers.tool_call_output_item(call, output)))


async def mcp_result_to_tool_message(given):
    """As OpenAIChatCompletionsModel sends it."""
    call = {"type": "function_call", "call_id": given["tool_call_id"], "name": "search", "arguments": "{}"}
    return _Chat.items_to_messages([call, await mcp_result_to_function_call_output(given)], model="gpt-4o")[-1]
