"""any-llm's converters of tools, and its reading of streams.

The tools of a Responses request are made by any_llm.tools.prepare_tools and the private any_llm.tools._flatten_responses_tool,
as AnyLLM.aresponses calls them. Anthropic's and Google's tools are made by the private _convert_tool_spec of each provider.
What the GWDG's service takes is what the openai provider sends. any_llm.utils.streaming.aaccumulate_chunks joins the chunks
that AnyLLM.acompletion gives.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import asyncio
import json
from importlib.metadata import version as _version

from any_llm import AnyLLM
from any_llm.constants import LLMProvider
from any_llm.providers.anthropic.utils import _convert_tool_spec as _for_anthropic
from any_llm.providers.gemini.utils import _convert_tool_spec as _for_google
from any_llm.tools import _flatten_responses_tool, prepare_tools

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

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
    return await aaccumulate_chunks(await provider.acompletion("gpt-4o", [{"role": "user", "content": "Hi"}], stream=True))


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
