"""The Agent Development Kit's model of Chat Completions: what it makes of Gemini's contents, and of Chat's answers.

google.adk.models.lite_llm.LiteLlm.generate_content_async takes an LlmRequest, which holds the contents and the
configuration of google-genai, and gives LlmResponses: the content, the end and the usage of Gemini, which here get their
places in a response of its API. Of a stream those are given that are not partial: an agent keeps these alone. litellm sends
what LiteLlm asks it for; an HTTP client answers in the place of the API.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import os

# Without it litellm asks the network for a price list while it is imported.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

from importlib.metadata import version as _version

import litellm
from google.adk.models.lite_llm import LiteLlm
from google.adk.models.llm_request import LlmRequest
from google.genai.types import Content, GenerateContentConfig
from openai import AsyncOpenAI

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

name = "google-adk"
version = _version("google-adk")

litellm.suppress_debug_info = True  # it prints words of help where a call fails

_HELLO = {"contents": [{"role": "user", "parts": [{"text": "Hello."}]}]}
# The members of a configuration that a request has beside its contents.
_BESIDE = {"systemInstruction", "system_instruction", "tools", "toolConfig", "tool_config", "safetySettings", "safety_settings",
           "cachedContent", "cached_content", "labels", "serviceTier", "service_tier"}  # fmt: skip


def _own(request):
    """A request in ADK's model, which has the members of `generationConfig` and those beside it in one configuration."""
    config = request.get("generationConfig") or request.get("generation_config") or {}
    config = {**config, **{key: value for key, value in request.items() if key in _BESIDE}}
    contents = [Content.model_validate(content) for content in request["contents"]]
    return LlmRequest(contents=contents, config=GenerateContentConfig.model_validate(config))


async def _generated(request, api, *, model="gpt-4o", stream=False):
    """The responses that LiteLlm gives of a request."""
    client = httpx.AsyncClient(transport=httpx.MockTransport(api))
    client = AsyncOpenAI(api_key="unused", base_url="http://localhost/v1", max_retries=0, http_client=client)
    asked = LiteLlm(model=f"openai/{model}", client=client, api_key="unused", api_base="http://localhost/v1")
    return [response async for response in asked.generate_content_async(_own(request), stream)]


async def gemini_request_to_chat_request(request):
    """The request that reaches the API."""
    seen = []

    def api(asked):
        seen.append(json.loads(asked.content))
        return httpx.Response(400, json={"error": {"message": "seen"}})

    try:
        await _generated(request, api, model=request.get("model") or "gpt-4o", stream=request.get("stream") or False)
    except Exception:
        if not seen:
            raise
    return seen[0]


def _response(own):
    """An LlmResponse as a response of Gemini's API."""
    held = own.model_dump(mode="json", by_alias=True, exclude_none=True)
    candidate = {key: held.pop(key) for key in ("content", "finishReason", "groundingMetadata") if key in held}
    return {"candidates": [candidate], **held}


def _model_of(bodies):
    return next((one["model"] for one in bodies if one.get("model")), "gpt-4o")


async def chat_response_to_gemini_response(response):
    """Of a response that is an error, the API's answer has the status of one."""
    answer = httpx.Response(400 if "choices" not in response and "error" in response else 200, json=response)
    (own,) = await _generated(_HELLO, lambda _asked: answer, model=_model_of([response]))
    return _response(own)


async def chat_stream_to_gemini_stream(chunks):
    """A stream that breaks off has no [DONE]."""
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    responses = await _generated(_HELLO, lambda _asked: answer, model=_model_of(chunks), stream=True)
    return [_response(own) for own in responses if not own.partial]
