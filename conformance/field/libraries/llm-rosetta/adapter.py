"""LLM-Rosetta's conversions between the Chat, the Responses, Anthropic's and Gemini's API.

Requests, answers and streams go through ConversionPipeline, as its gateway sends them; what is in its `warnings` is logged
here, because its callers can read it. The private _inject_stream_flags of the gateway says in a Chat request that it streams.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import logging
from importlib.metadata import version as _version

from llm_rosetta import ConversionPipeline
from llm_rosetta.gateway.proxy import _inject_stream_flags
from llm_rosetta.gateway.transport.sse_format import build_stream_error_events, extract_upstream_error_message, is_upstream_error_chunk

name = "llm-rosetta"
version = _version("llm-rosetta")

CHAT, RESPONSES, ANTHROPIC, GEMINI = "openai_chat", "openai_responses", "anthropic", "google"
_HELLO = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello."}]}


def _convert_request(source, target, request):
    pipeline = ConversionPipeline(source, target)
    converted = pipeline.convert_request(request)
    for warning in pipeline.warnings:
        logging.getLogger(name).warning("%s", warning)
    return converted


def _answered(**more):
    """A pipeline whose Chat client has asked the Responses API."""
    pipeline = ConversionPipeline(CHAT, RESPONSES)
    pipeline.convert_request({**_HELLO, **more})
    return pipeline


def _answered_by_chat(given, bodies, *, stream):
    """A pipeline whose Responses client has asked a Chat API: for the model that answers, where no request is given."""
    pipeline = ConversionPipeline(RESPONSES, CHAT)
    asked = given.get("request") or {"model": next((one["model"] for one in bodies if one.get("model")), "gpt-4o"), "input": "Hello."}
    pipeline.convert_request({**asked, "stream": stream})
    return pipeline


def chat_request_to_responses_request(request):
    return _convert_request(CHAT, RESPONSES, request)


def responses_request_to_chat_request(request):
    return _convert_request(RESPONSES, CHAT, request)


def responses_response_to_chat_response(response):
    return _answered().convert_response(response)


def responses_stream_to_chat_stream(events):
    process = _answered(stream=True, stream_options={"include_usage": True}).create_stream_processor().process_chunk
    return [chunk for event in events for chunk in process(event)]


def chat_response_to_responses_response(given):
    return _answered_by_chat(given, [given["response"]], stream=False).convert_response(given["response"])


def chat_stream_to_responses_stream(given):
    process = _answered_by_chat(given, given["chunks"], stream=True).create_stream_processor().process_chunk
    return [event for chunk in given["chunks"] for event in process(chunk)]


def chat_messages_to_responses_input(messages):
    request = chat_request_to_responses_request({"model": "gpt-4o", "messages": messages})
    return {key: request[key] for key in ("input", "instructions") if key in request}


def responses_input_to_chat_messages(given):
    request = given if isinstance(given, dict) else {"input": given}
    return responses_request_to_chat_request({"model": "gpt-4o", **request})["messages"]


def chat_tools_to_responses_tools(tools):
    return chat_request_to_responses_request({**_HELLO, "tools": tools}).get("tools", [])


def responses_tools_to_chat_tools(tools):
    return responses_request_to_chat_request({"model": "gpt-4o", "input": "Hello.", "tools": tools}).get("tools", [])


def responses_output_to_chat_message(given):
    body = given if isinstance(given, dict) else {"output": given}
    whole = {"id": "resp_1", "object": "response", "model": "gpt-4o", "status": "completed", "created_at": 1, **body}
    return responses_response_to_chat_response(whole)["choices"][0]["message"]


def chat_request_to_anthropic_request(request):
    return _convert_request(CHAT, ANTHROPIC, request)


def anthropic_request_to_chat_request(request):
    return _convert_request(ANTHROPIC, CHAT, request)


def anthropic_request_to_responses_request(request):
    return _convert_request(ANTHROPIC, RESPONSES, request)


def _between(client, host, asked):
    """A pipeline whose client of one API has asked a host of another."""
    pipeline = ConversionPipeline(client, host)
    pipeline.convert_request(asked)
    return pipeline


def _process(client, pipeline, chunks):
    """What the gateway sends of a stream: an error of the host ends it, in the words of the client's API."""
    process, sent = pipeline.create_stream_processor().process_chunk, []
    for chunk in chunks:
        if is_upstream_error_chunk(chunk):
            return sent + build_stream_error_events(client, extract_upstream_error_message(chunk))
        sent += process(chunk)
    return sent


_STREAMED = {"stream": True, "stream_options": {"include_usage": True}}
_HELLO_TO_CLAUDE = {**_HELLO, "max_tokens": 1024}


def anthropic_response_to_chat_response(response):
    return _between(CHAT, ANTHROPIC, _HELLO).convert_response(response)


def anthropic_stream_to_chat_stream(events):
    return _process(CHAT, _between(CHAT, ANTHROPIC, {**_HELLO, **_STREAMED}), events)


def anthropic_response_to_responses_response(given):
    asked = given.get("request") or {"model": given["response"].get("model", "gpt-4o"), "input": "Hello."}
    return _between(RESPONSES, ANTHROPIC, asked).convert_response(given["response"])


def anthropic_stream_to_responses_stream(given):
    asked = given.get("request") or {"model": "gpt-4o", "input": "Hello."}
    return _process(RESPONSES, _between(RESPONSES, ANTHROPIC, {**asked, "stream": True}), given["events"])


def chat_response_to_anthropic_response(response):
    return _between(ANTHROPIC, CHAT, _HELLO_TO_CLAUDE).convert_response(response)


def chat_stream_to_anthropic_stream(chunks):
    return _process(ANTHROPIC, _between(ANTHROPIC, CHAT, {**_HELLO_TO_CLAUDE, "stream": True}), chunks)


def responses_response_to_anthropic_response(response):
    return _between(ANTHROPIC, RESPONSES, _HELLO_TO_CLAUDE).convert_response(response)


def responses_stream_to_anthropic_stream(events):
    return _process(ANTHROPIC, _between(ANTHROPIC, RESPONSES, {**_HELLO_TO_CLAUDE, "stream": True}), events)


_HELLO_TO_GEMINI = {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Hello."}]}]}


def chat_request_to_gemini_request(request):
    return _convert_request(CHAT, GEMINI, request)


def gemini_request_to_chat_request(request):
    """Whether it streams is in the address: the gateway says it in the body."""
    return _inject_stream_flags(CHAT, _convert_request(GEMINI, CHAT, request), stream=request.get("stream") or False)


def gemini_response_to_chat_response(response):
    return _between(CHAT, GEMINI, _HELLO).convert_response(response)


def gemini_stream_to_chat_stream(responses):
    return _process(CHAT, _between(CHAT, GEMINI, {**_HELLO, **_STREAMED}), responses)


def chat_response_to_gemini_response(response):
    return _between(GEMINI, CHAT, _HELLO_TO_GEMINI).convert_response(response)


def chat_stream_to_gemini_stream(chunks):
    return _process(GEMINI, _between(GEMINI, CHAT, _HELLO_TO_GEMINI), chunks)
