"""ccproxy-api's converters between the formats of its proxy: the table of get_converter_map, which its routes use.

ccproxy.services.adapters.simple_converters has them, for dictionaries.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from ccproxy.core.constants import FORMAT_ANTHROPIC_MESSAGES as ANTHROPIC
from ccproxy.core.constants import FORMAT_OPENAI_CHAT as CHAT
from ccproxy.core.constants import FORMAT_OPENAI_RESPONSES as RESPONSES
from ccproxy.services.adapters.simple_converters import get_converter_map

name = "ccproxy-api"
version = _version("ccproxy-api")

_MAP = get_converter_map()


async def _streamed(asked, answering, events):
    async def each():
        for event in events:
            yield event

    return [event async for event in _MAP[asked, answering]["stream"](each())]


async def chat_request_to_anthropic_request(request):
    return await _MAP[CHAT, ANTHROPIC]["request"](request)


async def anthropic_request_to_chat_request(request):
    return await _MAP[ANTHROPIC, CHAT]["request"](request)


async def responses_request_to_anthropic_request(request):
    return await _MAP[RESPONSES, ANTHROPIC]["request"](request)


async def anthropic_request_to_responses_request(request):
    return await _MAP[ANTHROPIC, RESPONSES]["request"](request)


async def responses_request_to_chat_request(request):
    return await _MAP[RESPONSES, CHAT]["request"](request)


async def chat_request_to_responses_request(request):
    return await _MAP[CHAT, RESPONSES]["request"](request)


async def anthropic_response_to_chat_response(response):
    return await _MAP[CHAT, ANTHROPIC]["response"](response)


async def chat_response_to_anthropic_response(response):
    return await _MAP[ANTHROPIC, CHAT]["response"](response)


async def anthropic_stream_to_chat_stream(events):
    return await _streamed(CHAT, ANTHROPIC, events)


async def chat_stream_to_anthropic_stream(chunks):
    return await _streamed(ANTHROPIC, CHAT, chunks)
