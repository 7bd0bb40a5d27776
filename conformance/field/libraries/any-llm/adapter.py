"""any-llm's converters of tools, and its reading of streams.

The tools of a Responses request are made by any_llm.tools.prepare_tools and the private any_llm.tools._flatten_responses_tool,
as AnyLLM.aresponses calls them. Anthropic's and Google's tools are made by the private _convert_tool_spec of each provider.
What the GWDG's service takes is what the openai provider sends. any_llm.utils.streaming.aaccumulate_chunks joins the chunks
that AnyLLM.acompletion gives.

AnyLLM.acompletion with the provider `anthropic`, for what is asked of Anthropic and what it answers; AnyLLM.amessages with the
provider `openai`, for Anthropic's requests where Chat Completions answers, and where the Responses API does: it is asked where
tools and thinking are, and here for every request that is to be one of Responses; AnyLLM.acompletion with the provider
`gemini`, for what is asked of Gemini and what it answers. An HTTP client answers in the place of the API.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import asyncio
import json
from importlib.metadata import version as _version
from unittest.mock import patch

from any_llm import AnyLLM
from any_llm.constants import LLMProvider
from any_llm.providers.anthropic.utils import _convert_tool_spec as _for_anthropic
from any_llm.providers.gemini.utils import _convert_tool_spec as _for_google
from any_llm.tools import _flatten_responses_tool, prepare_tools
from google.genai.types import HttpOptions

import httpx as httpx_of_anthropic

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

try:
    from any_llm.providers.openai.base import messages_needs_responses
except ImportError:
    messages_needs_responses = None

try:
    from any_llm.utils.streaming import aaccumulate_chunks
except ImportError:
    aaccumulate_chunks = None

name = "any-llm"
version = _version("any-llm-sdk")


def chat_tools_to_responses_tools(tools):
    return [_flatten_responses_tool(tool) for tool in prepare_tools(tools)]


def tool_definition_to_provider_tool(given):
    provider, tools = given["provider"], [{"type": "function", "function": given["definition"]}]
    if provider in ("openai-chat", "gwdg"):
        return prepare_tools(tools)[0]
    if provider == "openai-responses":
        return _flatten_responses_tool(prepare_tools(tools)[0])
    if provider == "anthropic":
        return _for_anthropic(prepare_tools(tools))[0]
    if provider == "google":
        (tool,) = _for_google(prepare_tools(tools), "gemini")
        return tool.function_declarations[0].model_dump(mode="json", by_alias=True, exclude_none=True)
    return LLMProvider.from_string(provider)


def _answering(chunks):
    """An HTTP client of the OpenAI package that gets these chunks for an answer. A stream that breaks off has no [DONE]."""
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    headers = {"content-type": "text/event-stream"}
    answer = httpx.MockTransport(lambda _request: httpx.Response(200, headers=headers, content=text.encode()))
    return httpx.AsyncClient(transport=answer)


async def _joined(chunks):
    """Nothing is sent."""
    provider = AnyLLM.create("openai", api_key="unused", max_retries=0, http_client=_answering(chunks))
    return await aaccumulate_chunks(
        await provider.acompletion("gpt-4o", [{"role": "user", "content": "Hi"}], stream=True)
    )


def chat_stream_to_tool_calls(chunks):
    """The completion that any-llm makes of the stream. It refuses one that has not ended."""
    whole = asyncio.run(_joined(chunks))
    usage = whole.usage and whole.usage.model_dump(exclude_none=True)
    if not whole.choices:
        return {"content": "", "tool_calls": [], "finish_reason": None, "usage": usage, "done": False}
    choice = whole.choices[0]
    calls = [
        {"id": call.id, "type": "function", "name": call.function.name, "arguments_raw": call.function.arguments}
        for call in choice.message.tool_calls or ()
    ]
    said = {"content": choice.message.content or "", "refusal": choice.message.refusal, "tool_calls": calls}
    return {**said, "usage": usage, "finish_reason": choice.finish_reason, "done": True}


if aaccumulate_chunks is None:
    del chat_stream_to_tool_calls  # which older versions do not have


def _sse(events):
    return "".join(f"event: {event.get('type')}\ndata: {json.dumps(event)}\n\n" for event in events).encode()


def _answer(of, body):
    """What an API answers: a stream of events, an answer, or an error with its status. `of` is the HTTP client's package."""
    if isinstance(body, list):
        return of.Response(200, headers={"content-type": "text/event-stream"}, content=_sse(body))
    return of.Response(400 if "error" in body and not {"choices", "output"} & body.keys() else 200, json=body)


def _provider(kind, of, body, seen):
    """A provider whose API answers with a body; `seen` gets what is asked of it."""

    def api(asked):
        seen.append(json.loads(asked.content))
        return _answer(of, body) if body is not None else of.Response(400, json={"error": {"message": "seen"}})

    client = of.AsyncClient(transport=of.MockTransport(api))
    return AnyLLM.create(kind, api_key="unused", api_base="http://localhost/v1", max_retries=0, http_client=client)


async def _all_of(answer):
    return [event.model_dump(mode="json", exclude_none=True) async for event in answer]


async def _answered(call):
    """An answer, or all of a stream: any-llm asks for one when it is read."""
    answer = await call
    return [event async for event in answer] if hasattr(answer, "__aiter__") else answer


def _sent(call, seen):
    """The request that reaches the API, whatever becomes of its answer."""
    try:
        asyncio.run(_answered(call))
    except Exception:
        if not seen:
            raise
    return seen[0]


def chat_request_to_anthropic_request(request):
    seen = []
    return _sent(_provider("anthropic", httpx_of_anthropic, None, seen).acompletion(**{"timeout": 60, **request}), seen)


_HELLO = [{"role": "user", "content": "Hello."}]


def anthropic_response_to_chat_response(response):
    provider = _provider("anthropic", httpx_of_anthropic, response, [])
    asked = provider.acompletion(response.get("model") or "claude-opus-5", _HELLO, max_tokens=1024)
    return asyncio.run(asked).model_dump(mode="json", exclude_none=True)


def anthropic_stream_to_chat_stream(events):
    provider = _provider("anthropic", httpx_of_anthropic, events, [])
    model = next((event["message"].get("model") for event in events if event.get("type") == "message_start"), None)

    async def streamed():
        return await _all_of(await provider.acompletion(model or "claude-opus-5", _HELLO, max_tokens=1024, stream=True))

    return asyncio.run(streamed())


def _named(request):
    """The arguments of `amessages`, which has a request's `output_config` as `output_format`."""
    form = {"output_format": request["output_config"]} if "output_config" in request else {}
    return {**{key: value for key, value in request.items() if key != "output_config"}, **form}


def anthropic_request_to_chat_request(request):
    """OpenAI gets tools with thinking by the Responses API, so that another host is asked then."""
    seen = []
    thinks = isinstance(request.get("thinking"), dict) and request["thinking"].get("type") == "enabled"
    provider = _provider("vllm" if thinks and request.get("tools") else "openai", httpx, None, seen)
    return _sent(provider.amessages(**_named(request)), seen)


def anthropic_request_to_responses_request(request):
    seen = []
    with patch("any_llm.providers.openai.base.messages_needs_responses", lambda _params: True):
        return _sent(_provider("openai", httpx, None, seen).amessages(**_named(request)), seen)


async def _events(answer):
    return [event.model_dump(mode="json") async for event in answer]


def _hello_to(bodies, **more):
    """An Anthropic request, for the model that answers."""
    model = next((one["model"] for one in bodies if one.get("model")), "gpt-4o")
    return {"model": model, "max_tokens": 1024, "messages": _HELLO, **more}


# With tools and thinking, OpenAI is asked by the Responses API.
_BY_RESPONSES = {
    "tools": [{"name": "search", "input_schema": {"type": "object", "properties": {}}}],
    "thinking": {"type": "enabled", "budget_tokens": 1024},
}


def chat_response_to_anthropic_response(response):
    asked = _provider("openai", httpx, response, []).amessages(**_hello_to([response]))
    return asyncio.run(asked).model_dump(mode="json")


def responses_response_to_anthropic_response(response):
    asked = _provider("openai", httpx, response, []).amessages(**_hello_to([response], **_BY_RESPONSES))
    return asyncio.run(asked).model_dump(mode="json")


def chat_stream_to_anthropic_stream(chunks):
    """Nothing is sent. A stream that breaks off has no [DONE]."""
    provider = AnyLLM.create("openai", api_key="unused", max_retries=0, http_client=_answering(chunks))

    async def streamed():
        return await _events(await provider.amessages(**_hello_to(chunks, stream=True)))

    return asyncio.run(streamed())


def responses_stream_to_anthropic_stream(events):
    provider = _provider("openai", httpx, events, [])
    bodies = [event["response"] for event in events if isinstance(event.get("response"), dict)]

    async def streamed():
        return await _events(await provider.amessages(**_hello_to(bodies, **_BY_RESPONSES, stream=True)))

    return asyncio.run(streamed())


def _gemini(body, seen):
    """A provider whose API answers with a body: a list of responses is a stream of them."""

    def api(asked):
        seen.append(json.loads(asked.content))
        if isinstance(body, list):
            text = "".join(f"data: {json.dumps(response)}\n\n" for response in body)
            return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
        return httpx.Response(400 if "error" in body else 200, json=body)

    client = httpx.AsyncClient(transport=httpx.MockTransport(api))
    return AnyLLM.create("gemini", api_key="unused", max_retries=0, http_options=HttpOptions(httpx_async_client=client))


def chat_request_to_gemini_request(request):
    seen = []
    return _sent(_gemini({"error": {"code": 400, "message": "seen", "status": "X"}}, seen).acompletion(**{"timeout": 60, **request}), seen)


def gemini_response_to_chat_response(response):
    asked = _gemini(response, []).acompletion(response.get("modelVersion") or "gemini-2.5-flash", _HELLO)
    return asyncio.run(asked).model_dump(mode="json", exclude_none=True)


def gemini_stream_to_chat_stream(responses):
    model = next((one["modelVersion"] for one in responses if one.get("modelVersion")), "gemini-2.5-flash")

    async def streamed():
        return await _all_of(await _gemini(responses, []).acompletion(model, _HELLO, stream=True))

    return asyncio.run(streamed())


if messages_needs_responses is None:
    del anthropic_request_to_responses_request  # which older versions do not have
    del responses_response_to_anthropic_response, responses_stream_to_anthropic_stream
