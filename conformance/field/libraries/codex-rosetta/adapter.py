"""CodexRosetta's conversions: RequestConverter.convert, which its proxy calls for each Responses request.

With the context that it returns, its proxy calls ResponseConverter.convert for an answer, and StreamConverter for the lines of a
stream: process_chunk, flush_buffer and finalize.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

from codex_rosetta.converters.request_converter import RequestConverter
from codex_rosetta.converters.response_converter import ResponseConverter
from codex_rosetta.converters.stream_converter import StreamConverter

name = "codex-rosetta"
version = _version("codex-rosetta")


async def responses_request_to_chat_request(request):
    converted, _context = await RequestConverter().convert(request)
    return converted


async def _context(given, bodies):
    """What the converter of requests notes: of a request for the model that answers, where none is given."""
    asked = given.get("request") or {"model": next((one["model"] for one in bodies if one.get("model")), "gpt-4o"), "input": "Hello."}
    _converted, context = await RequestConverter().convert(asked)
    return context


async def chat_response_to_responses_response(given):
    return ResponseConverter().convert(given["response"], await _context(given, [given["response"]]))


async def chat_stream_to_responses_stream(given):
    """A stream that breaks off has no [DONE]."""
    chunks = given["chunks"]
    converter = StreamConverter(await _context(given, chunks))
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"] * ends
    events = [event for line in lines async for _type, event in converter.process_chunk(line)]
    events += [event async for _type, event in converter.flush_buffer()]
    return events + [event async for _type, event in converter.finalize()]


async def responses_input_to_chat_messages(given):
    body = {"model": "gpt-4o", **(given if isinstance(given, dict) else {"input": given})}
    return (await responses_request_to_chat_request(body))["messages"]


async def responses_tools_to_chat_tools(tools):
    converted = await responses_request_to_chat_request({"model": "gpt-4o", "input": "Hello.", "tools": tools})
    return converted.get("tools", [])
