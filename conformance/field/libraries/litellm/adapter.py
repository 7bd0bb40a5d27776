"""litellm's converters. What MCP's own model refuses is an error, as it is for litellm's callers.

transform_mcp_tool_to_openai_tool; LiteLLMResponsesTransformationHandler, which bridges a Chat request to the Responses API, with
its private _convert_tools_to_responses_format; LiteLLMCompletionResponsesConfig, which does the opposite; and completion: for whole
requests, responses and streams of the Responses API with the model `openai/responses/...`, which uses that bridge; for streams of
Chat Completions with stream_chunk_builder; and responses, for whole Responses requests to Chat, and for what Chat answers; completion
again, with the model `anthropic/...`, for what is asked of Anthropic and what it answers; and anthropic.messages.create, for
Anthropic's requests where Chat Completions answers; completion with the model `gemini/...`, for what is asked of Gemini and what it
answers; and of litellm.google_genai agenerate_content and agenerate_content_stream, as its proxy calls them, for Gemini's requests
where Chat Completions answers. An HTTP client answers in the place of the API.

litellm takes several seconds to import: use `--start-timeout 60` on a slow machine.
"""

# Served in an environment of the library's own, on Python 3.8 or newer: no annotations to check here.
# mypy: ignore-errors

import json
import os

# Without it litellm asks the network for a price list while it is imported.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

from importlib.metadata import version as _version

import litellm
from litellm import completion, responses, stream_chunk_builder
from litellm.completion_extras.litellm_responses_transformation.transformation import (
    LiteLLMResponsesTransformationHandler,
)
from litellm.experimental_mcp_client.tools import transform_mcp_tool_to_openai_tool
from litellm.google_genai import agenerate_content, agenerate_content_stream
from litellm.llms.custom_httpx.http_handler import HTTPHandler
from litellm.responses.litellm_completion_transformation.transformation import LiteLLMCompletionResponsesConfig
from mcp.types import Tool
from openai import OpenAI

import httpx  # litellm's own client

try:
    import httpx2 as httpx_of_openai  # of openai 3
except ImportError:
    httpx_of_openai = httpx

name = "litellm"
version = _version("litellm")

# It offers a custom tool as a function with an argument of its own.
choices = {
    "chat-response-to-responses-response": {"custom-calls": "own"},
    "chat-stream-to-responses-stream": {"custom-calls": "own"},
}

litellm.suppress_debug_info = True  # it prints words of help where a call fails
# Anthropic's requests go to Chat Completions, which the operations name, and not to the Responses API.
litellm.use_chat_completions_url_for_anthropic_messages = True

_handler = LiteLLMResponsesTransformationHandler()
_HELLO = [{"role": "user", "content": "Hello."}]
# litellm refuses by the model's name; it is allowed to send what newer models take.
_NEWER = ["prompt_cache_retention", "reasoning_effort", "verbosity", "web_search_options"]


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


def _bridged(request, seen, answer):
    """What `completion` returns for a Chat request where the Responses API answers; `seen` gets what is asked of it."""

    def api(asked):
        seen.append(json.loads(asked.content))
        return answer

    client = HTTPHandler(client=httpx.Client(transport=httpx.MockTransport(api)))
    where = {"base_url": "http://localhost/v1", "api_key": "unused", "max_retries": 0, "client": client}
    return completion(**{**request, "model": "openai/responses/" + request["model"]}, **where, allowed_openai_params=_NEWER)


def chat_request_to_responses_request(request):
    """The request that reaches the API, whatever becomes of its answer: 400, since others are asked for again."""
    seen = []
    try:
        _bridged(request, seen, httpx.Response(400, json={"error": {"message": "seen"}}))
    except Exception:
        if not seen:
            raise
    return seen[0]


def responses_response_to_chat_response(response):
    return _bridged({"model": "gpt-4o", "messages": _HELLO}, [], httpx.Response(200, json=response)).model_dump()


def responses_stream_to_chat_stream(events):
    text = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    asked = {"model": "gpt-4o", "messages": _HELLO, "stream": True, "stream_options": {"include_usage": True}}
    return [chunk.model_dump() for chunk in _bridged(asked, [], answer)]


def responses_tools_to_chat_tools(tools):
    return LiteLLMCompletionResponsesConfig.transform_responses_api_tools_to_chat_completion_tools(tools)[0]


def responses_input_to_chat_messages(given):
    request = dict(given) if isinstance(given, dict) else {"input": given}
    convert = LiteLLMCompletionResponsesConfig.transform_responses_api_request_to_chat_completion_request
    return convert("gpt-4o", request.pop("input"), request, "openai")["messages"]


def _asked_of_chat(request, http_client):
    """What `responses` returns for a Responses request where Chat Completions answers."""
    client = OpenAI(api_key="unused", base_url="http://localhost/v1", max_retries=0, http_client=http_client)
    where = {"api_key": "unused", "client": client, "use_chat_completions_api": True}
    return responses(**{**request, "model": "openai/" + request["model"]}, **where, allowed_openai_params=_NEWER)


def responses_request_to_chat_request(request):
    """The request that reaches the API."""
    seen = []

    def api(asked):
        seen.append(json.loads(asked.content))
        # A request that failed otherwise is sent again, a second later.
        return httpx_of_openai.Response(400, json={"error": {"message": "seen"}})

    try:
        _asked_of_chat(request, httpx_of_openai.Client(transport=httpx_of_openai.MockTransport(api)))
    except Exception:
        if not seen:
            raise
    return seen[0]


def _answering(chunks):
    """An HTTP client of the OpenAI package that gets these chunks for an answer. A stream that breaks off has no [DONE]."""
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    headers = {"content-type": "text/event-stream"}
    answer = httpx_of_openai.MockTransport(lambda _request: httpx_of_openai.Response(200, headers=headers, content=text.encode()))
    return httpx_of_openai.Client(transport=answer)


def _asked(given, bodies):
    """The request that is answered: for the model that answers, where none is given."""
    return given.get("request") or {"model": next((one["model"] for one in bodies if one.get("model")), "gpt-4o"), "input": "Hello."}


def chat_response_to_responses_response(given):
    """Of a response that is an error, the API's answer has the status of one. What is null is left out, as litellm's proxy does."""
    status = 400 if "choices" not in given["response"] and "error" in given["response"] else 200
    answer = httpx_of_openai.MockTransport(lambda _request: httpx_of_openai.Response(status, json=given["response"]))
    asked = {**_asked(given, [given["response"]]), "stream": False}
    return _asked_of_chat(asked, httpx_of_openai.Client(transport=answer)).model_dump(mode="json", exclude_none=True)


def chat_stream_to_responses_stream(given):
    asked = {**_asked(given, given["chunks"]), "stream": True}
    events = _asked_of_chat(asked, _answering(given["chunks"]))
    return [event.model_dump(mode="json", exclude_none=True) for event in events]


def chat_stream_to_tool_calls(chunks):
    """The chunks that litellm makes of a stream's, joined to a response. A response with a finish_reason is done."""
    client = OpenAI(api_key="unused", base_url="http://localhost/v1", max_retries=0, http_client=_answering(chunks))
    asked = {"model": "openai/gpt-4o", "messages": _HELLO, "client": client}
    built = stream_chunk_builder(list(completion(**asked, stream=True, stream_options={"include_usage": True})))
    choice, usage = built.choices[0], built.usage.model_dump(exclude_none=True)
    return {**_parsed(choice.message), "finish_reason": choice.finish_reason, "usage": usage, "done": bool(choice.finish_reason)}


def _parsed(message):
    """A custom tool's call is left out: a parsed result has none."""
    functions = [call for call in message.tool_calls or [] if getattr(call, "function", None)]
    calls = [{"id": call.id, "type": call.type, "name": call.function.name, "arguments_raw": call.function.arguments}
             for call in functions]  # fmt: skip
    return {"content": message.content or "", "refusal": getattr(message, "refusal", None), "tool_calls": calls}


def _asked_of_anthropic(request, seen, answer):
    """What `completion` returns for a Chat request where Anthropic answers; `seen` gets what is asked of it."""

    def api(asked):
        seen.append(json.loads(asked.content))
        return answer

    client = HTTPHandler(client=httpx.Client(transport=httpx.MockTransport(api)))
    where = {"base_url": "http://localhost", "api_key": "unused", "max_retries": 0, "client": client}
    return completion(**{**request, "model": "anthropic/" + request["model"]}, **where)


def chat_request_to_anthropic_request(request):
    """The request that reaches the API."""
    seen = []
    try:
        _asked_of_anthropic(request, seen, httpx.Response(400, json={"error": {"message": "seen"}}))
    except Exception:
        if not seen:
            raise
    return seen[0]


def anthropic_response_to_chat_response(response):
    status = 400 if response.get("type") == "error" else 200
    asked = {"model": response.get("model") or "claude-opus-5", "messages": _HELLO}
    answer = _asked_of_anthropic(asked, [], httpx.Response(status, json=response))
    return answer.model_dump(mode="json", exclude_none=True)


def anthropic_stream_to_chat_stream(events):
    text = "".join(f"event: {event.get('type')}\ndata: {json.dumps(event)}\n\n" for event in events)
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    model = next((event["message"].get("model") for event in events if event.get("type") == "message_start"), None)
    asked = {"model": model or "claude-opus-5", "messages": _HELLO, "stream": True, "stream_options": {"include_usage": True}}
    return [chunk.model_dump(mode="json", exclude_none=True) for chunk in _asked_of_anthropic(asked, [], answer)]


def _messages_asked_of_chat(request, api, provider="openai"):
    """What `anthropic.messages.create` returns for an Anthropic request where Chat Completions answers."""
    http_client = httpx_of_openai.Client(transport=httpx_of_openai.MockTransport(api))
    client = OpenAI(api_key="unused", base_url="http://localhost/v1", max_retries=0, http_client=http_client)
    where = {"api_key": "unused", "client": client, "base_url": "http://localhost/v1"}
    asked = {**request, "model": f"{provider}/{request['model']}"}
    return litellm.anthropic.messages.create(**asked, **where, allowed_openai_params=[*_NEWER, "user"])


def anthropic_request_to_chat_request(request):
    """The request that reaches the API. Thoughts are asked of OpenAI by the Responses API, so that another host is asked here."""
    thinks = isinstance(request.get("thinking"), dict) and request["thinking"].get("type") == "enabled"
    seen = []

    def api(asked):
        seen.append(json.loads(asked.content))
        return httpx_of_openai.Response(400, json={"error": {"message": "seen"}})

    try:
        _messages_asked_of_chat(request, api, "lm_studio" if thinks else "openai")
    except Exception:
        if not seen:
            raise
    return seen[0]


def _hello_to(bodies, **more):
    """An Anthropic request, for the model that answers."""
    model = next((one["model"] for one in bodies if one.get("model")), "gpt-4o")
    return {"model": model, "max_tokens": 1024, "messages": _HELLO, **more}


def chat_response_to_anthropic_response(response):
    """Of a response that is an error, the API's answer has the status of one."""
    status = 400 if "choices" not in response and "error" in response else 200
    return _messages_asked_of_chat(_hello_to([response]), lambda _request: httpx_of_openai.Response(status, json=response))


def chat_stream_to_anthropic_stream(chunks):
    """The events that litellm writes, without the lines around them. A stream that breaks off has no [DONE]."""
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    answer = httpx_of_openai.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    frames = _messages_asked_of_chat(_hello_to(chunks, stream=True), lambda _request: answer)
    return [json.loads(line[5:]) for frame in frames for line in frame.decode().splitlines() if line.startswith("data:")]


def _asked_of_gemini(request, seen, answer):
    """What `completion` returns for a Chat request where Gemini answers; `seen` gets what is asked of it."""

    def api(asked):
        seen.append(json.loads(asked.content))
        return answer

    client = HTTPHandler(client=httpx.Client(transport=httpx.MockTransport(api)))
    where = {"api_key": "unused", "max_retries": 0, "client": client}
    return completion(**{**request, "model": "gemini/" + request["model"]}, **where)


def chat_request_to_gemini_request(request):
    """The request that reaches the API."""
    seen = []
    try:
        _asked_of_gemini(request, seen, httpx.Response(400, json={"error": {"message": "seen"}}))
    except Exception:
        if not seen:
            raise
    return seen[0]


def gemini_response_to_chat_response(response):
    """Of a response that is an error, the API's answer has the status of one."""
    asked = {"model": response.get("modelVersion") or "gemini-2.5-flash", "messages": _HELLO}
    answer = httpx.Response(400 if "error" in response else 200, json=response)
    return _asked_of_gemini(asked, [], answer).model_dump(mode="json", exclude_none=True)


def gemini_stream_to_chat_stream(responses):
    text = "".join(f"data: {json.dumps(response)}\n\n" for response in responses)
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    model = next((one["modelVersion"] for one in responses if one.get("modelVersion")), "gemini-2.5-flash")
    asked = {"model": model, "messages": _HELLO, "stream": True, "stream_options": {"include_usage": True}}
    return [chunk.model_dump(mode="json", exclude_none=True) for chunk in _asked_of_gemini(asked, [], answer)]


async def _generated(call, request, api):
    """What a function of litellm.google_genai returns for a Gemini request where Chat Completions answers, and all of a stream."""
    litellm.in_memory_llm_clients_cache.flush_cache()  # it keeps the clients of earlier calls
    litellm.aclient_session = httpx_of_openai.AsyncClient(transport=httpx_of_openai.MockTransport(api))
    where = {"api_key": "unused", "api_base": "http://localhost/v1", "max_retries": 0}
    answer = await call(**{**request, "model": "openai/" + request.get("model", "gpt-4o")}, **where)
    return [event async for event in answer] if hasattr(answer, "__aiter__") else answer


async def gemini_request_to_chat_request(request):
    """The request that reaches the API."""
    seen, streams = [], request.get("stream")

    def api(asked):
        seen.append(json.loads(asked.content))
        return httpx_of_openai.Response(400, json={"error": {"message": "seen"}})

    try:
        await _generated(agenerate_content_stream if streams else agenerate_content, request, api)
    except Exception:
        if not seen:
            raise
    return seen[0]


def _hello_to_gemini(bodies):
    """A Gemini request, for the model that answers."""
    model = next((one["model"] for one in bodies if one.get("model")), "gpt-4o")
    return {"model": model, "contents": [{"role": "user", "parts": [{"text": "Hello."}]}]}


async def chat_response_to_gemini_response(response):
    """Of a response that is an error, the API's answer has the status of one."""
    answer = httpx_of_openai.Response(400 if "choices" not in response and "error" in response else 200, json=response)
    return await _generated(agenerate_content, _hello_to_gemini([response]), lambda _request: answer)


async def chat_stream_to_gemini_stream(chunks):
    """The responses that litellm writes, without the lines around them. A stream that breaks off has no [DONE]."""
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    answer = httpx_of_openai.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    frames = await _generated(agenerate_content_stream, _hello_to_gemini(chunks), lambda _request: answer)
    return [json.loads(line[5:]) for frame in frames for line in frame.decode().splitlines() if line.startswith("data:")]
