"""litellm's converters. What MCP's own model refuses is an error, as it is for litellm's callers.

transform_mcp_tool_to_openai_tool; LiteLLMResponsesTransformationHandler, which bridges a Chat request to the Responses API, with
transform_request and its private _convert_tools_to_responses_format; LiteLLMCompletionResponsesConfig, which does the opposite;
and completion with stream_chunk_builder, which makes a response of the chunks of a stream.

litellm takes several seconds to import: use `--start-timeout 60` on a slow machine.
"""

# Served in an environment of the library's own, on Python 3.8 or newer: no annotations to check here.
# mypy: ignore-errors

import json
import os

# Without it litellm asks the network for a price list while it is imported.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

from importlib.metadata import version as _version
from types import SimpleNamespace

from litellm import completion, stream_chunk_builder
from litellm.completion_extras.litellm_responses_transformation.transformation import (
    LiteLLMResponsesTransformationHandler,
)
from litellm.experimental_mcp_client.tools import transform_mcp_tool_to_openai_tool
from litellm.responses.litellm_completion_transformation.transformation import LiteLLMCompletionResponsesConfig
from litellm.types.llms.openai import ResponsesAPIOptionalRequestParams
from mcp.types import Tool
from openai import OpenAI

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

name = "litellm"
version = _version("litellm")

_handler = LiteLLMResponsesTransformationHandler()
# The members of a request to the Responses API that litellm sends.
_SENT = {"model", "input", *ResponsesAPIOptionalRequestParams.__annotations__}


def mcp_tool_to_chat_tool(tool):
    """litellm takes MCP's model of a tool, which refuses a tool that MCP does not allow."""
    return transform_mcp_tool_to_openai_tool(Tool.model_validate(tool))


def chat_tools_to_responses_tools(tools):
    """The list that litellm puts into a Responses request when a Chat request is bridged to it."""
    return _handler._convert_tools_to_responses_format(tools)


def chat_messages_to_responses_input(messages):
    """The first system message becomes the instructions."""
    items, instructions = _handler.convert_chat_completion_messages_to_responses_api(messages)
    return {"input": items, **({"instructions": instructions} if instructions else {})}


def chat_request_to_responses_request(request):
    """What litellm.responses would be called with, as far as it is sent: its own objects beside that are left out."""
    params = {key: value for key, value in request.items() if key not in ("model", "messages")}
    made = _handler.transform_request(request["model"], request["messages"], params, {}, {}, SimpleNamespace())
    return {key: value for key, value in made.items() if key in _SENT}


def responses_input_to_chat_messages(given):
    request = dict(given) if isinstance(given, dict) else {"input": given}
    convert = LiteLLMCompletionResponsesConfig.transform_responses_api_request_to_chat_completion_request
    return convert("gpt-4o", request.pop("input"), request, "openai")["messages"]


def _answering(chunks):
    """An HTTP client of the OpenAI package that gets these chunks for an answer."""
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    headers = {"content-type": "text/event-stream"}
    answer = httpx.MockTransport(lambda _request: httpx.Response(200, headers=headers, content=text.encode()))
    return httpx.Client(transport=answer)


def chat_stream_to_tool_calls(chunks):
    """The chunks that litellm makes of a stream's, joined to a response. A response with a finish_reason is done."""
    client = OpenAI(api_key="unused", base_url="http://localhost/v1", max_retries=0, http_client=_answering(chunks))
    asked = {"model": "openai/gpt-4o", "messages": [{"role": "user", "content": "Hi"}], "client": client}
    built = stream_chunk_builder(list(completion(**asked, stream=True, stream_options={"include_usage": True})))
    choice, usage = built.choices[0], built.usage.model_dump(exclude_none=True)
    return {**_parsed(choice.message), "finish_reason": choice.finish_reason, "usage": usage, "done": bool(choice.finish_reason)}


def _parsed(message):
    """A custom tool's call is left out: a parsed result has none."""
    functions = [call for call in message.tool_calls or [] if getattr(call, "function", None)]
    calls = [{"id": call.id, "type": call.type, "name": call.function.name, "arguments_raw": call.function.arguments}
             for call in functions]  # fmt: skip
    return {"content": message.content or "", "refusal": getattr(message, "refusal", None), "tool_calls": calls}
