"""Semantic Kernel's converters of MCP tools. What MCP's own model refuses is an error, as it is for its callers.

semantic_kernel.connectors.mcp.MCPStdioPlugin.load_tools makes functions of a server's tools, and Kernel.add_plugin takes them.
kernel_function_metadata_to_function_call_format, and the same for responses, of
semantic_kernel.connectors.ai.function_calling_utils make of these what is sent. OpenAIChatCompletion.get_chat_message_contents
and OpenAIResponsesAgent.get_response call the function that the model asks for, and send what it gives in a second request.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

from mcp.types import CallToolResult, ListToolsResult, Tool
from openai import AsyncOpenAI
from semantic_kernel import Kernel
from semantic_kernel.agents import OpenAIResponsesAgent
from semantic_kernel.connectors.ai import FunctionChoiceBehavior
from semantic_kernel.connectors.ai.function_calling_utils import (
    kernel_function_metadata_to_function_call_format,
    kernel_function_metadata_to_response_function_call_format,
)
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion, OpenAIChatPromptExecutionSettings
from semantic_kernel.connectors.mcp import MCPStdioPlugin
from semantic_kernel.contents import ChatHistory

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

name = "semantic-kernel"
version = _version("semantic-kernel")
choices = {
    "mcp-tools-to-chat-tools": {"names": "prefix:mcp-"},
    "mcp-tools-to-responses-tools": {"names": "prefix:mcp-"},
}


class _Session:
    """An MCP session whose server has the given tools."""

    def __init__(self, tools):
        self._listed = ListToolsResult(tools=[Tool.model_validate(tool) for tool in tools])

    async def list_tools(self):
        return self._listed

    async def call_tool(self, *_arguments, **_further):
        return self.answer


async def _functions(tools):
    plugin = MCPStdioPlugin("mcp", "unused", session=_Session(tools))
    await plugin.load_tools()
    kernel = Kernel()
    kernel.add_plugin(plugin)
    remote = {name for name, (kind, _remote) in plugin._mcp_registered_names.items()}
    return [one for one in kernel.get_full_list_of_function_metadata() if one.name in remote]


async def mcp_tools_to_chat_tools(tools):
    return [kernel_function_metadata_to_function_call_format(one) for one in await _functions(tools)]


async def mcp_tools_to_responses_tools(tools):
    return [kernel_function_metadata_to_response_function_call_format(one) for one in await _functions(tools)]


def _answering(bodies, requests):
    """A client that gets these bodies for answers, and keeps the requests."""

    def answer(request):
        requests.append(json.loads(request.content))
        return httpx.Response(200, json=bodies[len(requests) - 1])

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    return AsyncOpenAI(api_key="unused", max_retries=0, http_client=client)


async def _kernel(result):
    """A kernel with the one tool of a server, which gives this result."""
    session, kernel = _Session([{"name": "search", "inputSchema": {"type": "object"}}]), Kernel()
    session.answer = CallToolResult.model_validate(result)
    plugin = MCPStdioPlugin("mcp", "unused", session=session)
    await plugin.load_tools()
    kernel.add_plugin(plugin)
    return kernel


async def mcp_result_to_tool_message(given):
    call = {"id": given["tool_call_id"], "type": "function", "function": {"name": "mcp-search", "arguments": "{}"}}
    said = [{"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "assistant", "content": "Done."}]
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-4o"}
    bodies = [{**head, "choices": [{"index": 0, "message": one, "finish_reason": "stop"}]} for one in said]
    requests, history, settings = [], ChatHistory(), OpenAIChatPromptExecutionSettings()
    history.add_user_message("Hi")
    settings.function_choice_behavior = FunctionChoiceBehavior.Auto()
    service = OpenAIChatCompletion("gpt-4o", async_client=_answering(bodies, requests))
    await service.get_chat_message_contents(history, settings, kernel=await _kernel(given["result"]))
    return requests[1]["messages"][-1]


async def mcp_result_to_function_call_output(given):
    call = {"type": "function_call", "id": "fc_1", "call_id": given["tool_call_id"], "name": "mcp-search"}
    text = {"type": "output_text", "text": "Done.", "annotations": []}
    items = [
        {**call, "arguments": "{}", "status": "completed"},
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]},
    ]
    head = {"object": "response", "created_at": 1, "model": "gpt-4o", "status": "completed"}
    head = {**head, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    bodies = [{**head, "id": f"resp_{item['id']}", "output": [item]} for item in items]
    requests, kernel = [], await _kernel(given["result"])
    agent = OpenAIResponsesAgent(ai_model_id="gpt-4o", client=_answering(bodies, requests), kernel=kernel, name="agent")
    await agent.get_response("Hi")
    return requests[1]["input"][-1]
