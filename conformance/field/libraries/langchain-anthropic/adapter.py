"""LangChain's converters toward Anthropic's API. What MCP's own model refuses is an error, as it is for langchain's callers.

convert_mcp_tool_to_langchain_tool and ChatAnthropic.bind_tools; the private ChatAnthropic._get_request_payload; and
ChatAnthropic.invoke and stream, with an HTTP client that answers in the API's place. The chunks of a stream are added as
its documentation says.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version
from types import SimpleNamespace

from anthropic import Anthropic
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import AIMessage
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool
from mcp.types import CallToolResult, Tool

try:
    import httpx2 as httpx  # of anthropic 2
except ImportError:
    import httpx

name = "langchain-anthropic"
version = "langchain-anthropic {}, langchain-core {}, langchain-mcp-adapters {}".format(
    _version("langchain-anthropic"), _version("langchain-core"), _version("langchain-mcp-adapters")
)

_OPTIONS = {"model": "claude-sonnet-4-5", "max_tokens": 1024, "api_key": "unused", "max_retries": 0}
_chat = ChatAnthropic(**_OPTIONS)

# A connection is demanded, and used only where the tool is called, which never happens here.
_CONNECTION = {"transport": "stdio", "command": "unused", "args": []}


def mcp_tools_to_anthropic_tools(tools):
    """From MCP's models of tools to langchain's own tools, and from these to what is sent to the API."""
    own = [convert_mcp_tool_to_langchain_tool(None, Tool.model_validate(tool), connection=_CONNECTION) for tool in tools]
    return _chat.bind_tools(own).kwargs["tools"]


async def _answered(given):
    """The call and what langchain's tool returns for it, where the server gives a result."""

    result = CallToolResult.model_validate(given["result"])

    async def call_tool(*_arguments, **_further):
        return result

    call = {"type": "tool_call", "id": given["tool_call_id"], "name": "search", "args": {}}
    tool = Tool(name="search", inputSchema={"type": "object", "properties": {}})
    own = convert_mcp_tool_to_langchain_tool(SimpleNamespace(call_tool=call_tool), tool)
    return [AIMessage("", tool_calls=[call]), await own.ainvoke(call)]


async def mcp_result_to_anthropic_tool_result(given):
    sent = _chat._get_request_payload(await _answered(given))["messages"]
    return next(block for block in sent[-1]["content"] if block["type"] == "tool_result")


def _answering(text, kind, status=200):
    """A model whose HTTP client answers in the place of the API."""
    headers = {"content-type": kind}
    answer = httpx.MockTransport(lambda _request: httpx.Response(status, headers=headers, content=text.encode()))
    chat = ChatAnthropic(**_OPTIONS)
    chat.__dict__["_client"] = Anthropic(api_key="unused", max_retries=0, http_client=httpx.Client(transport=answer))
    return chat


def _parsed(made):
    """The text, the calls and the end of langchain's message. Calls that it could not decode are its invalid ones."""
    calls = [_call(call, arguments=call["args"]) for call in made.tool_calls]
    calls += [_call(call, arguments=None, arguments_raw=call["args"]) for call in made.invalid_tool_calls]
    ended = made.response_metadata.get("stop_reason")
    finish = "tool_calls" if ended == "tool_use" else ended  # the API's own word for the same
    return {"content": str(made.text), "tool_calls": calls, "finish_reason": finish}


def _call(call, **arguments):
    return {"id": call["id"], "type": "function", "name": call["name"], **arguments}


def anthropic_response_to_tool_calls(response):
    status = 400 if response.get("type") == "error" else 200
    made = _answering(json.dumps(response), "application/json", status).invoke("Hi")
    return {**_parsed(made), "usage": made.response_metadata.get("usage")}


def anthropic_stream_to_tool_calls(events):
    """The sum of langchain's chunks."""
    text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    first, *others = _answering(text, "text/event-stream").stream("Hi")
    whole = first + others if others else first  # all at once: one by one, the time grows with the square
    return {**_parsed(whole), "done": whole.response_metadata.get("stop_reason") is not None}
