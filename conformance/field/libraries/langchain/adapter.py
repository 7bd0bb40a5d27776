"""langchain's converters. What MCP's own model refuses is an error, as it is for langchain's callers.

convert_mcp_tool_to_langchain_tool and convert_to_openai_tool; convert_to_messages; and of langchain_openai.chat_models.base the
private _construct_responses_api_payload, _construct_lc_result_from_responses_api and ChatOpenAI._get_request_payload; and
ChatOpenAI.stream, whose chunks are added as its documentation says.
"""

# Served in an environment of the library's own, on Python 3.8 or newer: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version
from types import SimpleNamespace

from langchain_core.messages import AIMessage, convert_to_messages
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool
from langchain_openai import ChatOpenAI
from langchain_openai.chat_models.base import (
    _construct_lc_result_from_responses_api,
    _construct_responses_api_payload,
)
from mcp.types import CallToolResult, Tool
from openai.types.responses import Response

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

name = "langchain"
version = "langchain-mcp-adapters {}, langchain-core {}, langchain-openai {}".format(
    _version("langchain-mcp-adapters"), _version("langchain-core"), _version("langchain-openai")
)

_chat = ChatOpenAI(model="gpt-4o", api_key="unused")

# A connection is demanded, and used only where the tool is called, which never happens here.
_CONNECTION = {"transport": "stdio", "command": "unused", "args": []}


def mcp_tool_to_chat_tool(tool):
    """From MCP's model of a tool to langchain's own tool, and from that to what is sent to the API."""
    own = convert_mcp_tool_to_langchain_tool(None, Tool.model_validate(tool), connection=_CONNECTION)
    return convert_to_openai_tool(own)


async def _answered(given):
    """The call and what langchain's tool returns for it, where the server gives a result."""

    result = CallToolResult.model_validate(given["result"])

    async def call_tool(*_arguments, **_further):
        return result

    call = {"type": "tool_call", "id": given["tool_call_id"], "name": "search", "args": {}}
    tool = Tool(name="search", inputSchema={"type": "object", "properties": {}})
    own = convert_mcp_tool_to_langchain_tool(SimpleNamespace(call_tool=call_tool), tool)
    return [AIMessage("", tool_calls=[call]), await own.ainvoke(call)]


async def mcp_result_to_tool_message(given):
    return _chat._get_request_payload(await _answered(given))["messages"][-1]


async def mcp_result_to_function_call_output(given):
    return _construct_responses_api_payload(await _answered(given), {})["input"][-1]


def chat_tools_to_responses_tools(tools):
    """The list in the payload of a Responses request; an empty list leaves no key there."""
    return _construct_responses_api_payload([], {"tools": tools}).get("tools", [])


def chat_messages_to_responses_input(messages):
    return _construct_responses_api_payload(convert_to_messages(messages), {})["input"]


def chat_request_to_responses_request(request):
    """The payload of a request to the Responses API, from what Chat Completions would have been sent."""
    payload = {key: value for key, value in request.items() if key != "messages"}
    return _construct_responses_api_payload(convert_to_messages(request["messages"]), payload)


def responses_output_to_chat_message(given):
    """From a response to langchain's message, and from that to what the next Chat request says."""
    body = given if isinstance(given, dict) else {"id": "resp_1", "object": "response", "model": "gpt-4o", "output": given}
    (generation,) = _construct_lc_result_from_responses_api(Response.construct(**body)).generations
    return _chat._get_request_payload([generation.message])["messages"][0]


def _answering(chunks):
    """An HTTP client of the OpenAI package that gets these chunks for an answer. A stream that breaks off has no [DONE]."""
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    headers = {"content-type": "text/event-stream"}
    answer = httpx.MockTransport(lambda _request: httpx.Response(200, headers=headers, content=text.encode()))
    return httpx.Client(transport=answer)


def chat_stream_to_tool_calls(chunks):
    """The sum of langchain's chunks. Calls that it could not decode are its invalid ones."""
    chat = ChatOpenAI(model="gpt-4o", api_key="unused", base_url="http://localhost/v1", max_retries=0, stream_usage=True,
                      http_client=_answering(chunks))  # fmt: skip
    first, *others = chat.stream("Hi")
    whole = first + others if others else first  # all at once: one by one, the time grows with the square
    calls = [_call(call, arguments=call["args"]) for call in whole.tool_calls]
    calls += [_call(call, arguments=None, arguments_raw=call["args"]) for call in whole.invalid_tool_calls]
    finish, refusal = whole.response_metadata.get("finish_reason"), whole.additional_kwargs.get("refusal")
    said = {"content": whole.content, "refusal": refusal, "usage": whole.usage_metadata}
    return {**said, "tool_calls": calls, "finish_reason": finish, "done": finish is not None}


def _call(call, **arguments):
    return {"id": call["id"], "type": "function", "name": call["name"], **arguments}
