"""LLM-Rosetta's conversions between the Chat and the Responses API.

Requests, answers and streams go through ConversionPipeline, as its gateway sends them; what is in its `warnings` is logged
here, because its callers can read it.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import logging
from importlib.metadata import version as _version

from llm_rosetta import ConversionPipeline

name = "llm-rosetta"
version = _version("llm-rosetta")

CHAT, RESPONSES = "openai_chat", "openai_responses"
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
