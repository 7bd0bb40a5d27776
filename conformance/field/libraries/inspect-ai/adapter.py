"""Inspect's conversions between the messages of its own and those of the APIs.

messages_from_openai, messages_to_openai and their kin of the Responses API convert conversations; model_output_from_openai and its kin
take what a model answers. All are functions of inspect_ai.model.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

from inspect_ai.model import (
    messages_from_openai,
    messages_from_openai_responses,
    messages_to_openai,
    messages_to_openai_responses,
    model_output_from_anthropic,
    model_output_from_google,
    model_output_from_openai,
    model_output_from_openai_responses,
)

name = "inspect-ai"
version = _version("inspect-ai")


def _plain(value):
    """The dictionaries of the SDKs' types, which their models may be among."""
    return json.loads(json.dumps(value, default=lambda held: held.model_dump(mode="json", exclude_none=True)))


async def chat_messages_to_responses_input(messages):
    return {"input": _plain(await messages_to_openai_responses(await messages_from_openai(messages)))}


async def responses_input_to_chat_messages(given):
    items = given["input"] if isinstance(given, dict) else given
    items = [{"role": "user", "content": items}] if isinstance(items, str) else items
    said = given.get("instructions") if isinstance(given, dict) else None
    messages = await messages_from_openai_responses([{"role": "system", "content": said}, *items] if said else items)
    return _plain(await messages_to_openai(messages))


def _call(call):
    if call.parse_error is not None:
        return {"id": call.id, "type": "function", "name": call.function, "arguments": None, "error": call.parse_error}
    return {"id": call.id, "type": "function", "name": call.function, "arguments": call.arguments}


_FINISHES = {"max_tokens": "length", "model_length": "length"}  # Inspect's words for what Chat says


def _parsed(output):
    """The text, the calls, the end and the usage of Inspect's ModelOutput."""
    usage = output.usage and {key: held for key, held in output.usage.model_dump().items() if held is not None}
    message = output.choices[0].message
    calls = [_call(call) for call in message.tool_calls or ()]
    finish = _FINISHES.get(output.stop_reason, output.stop_reason)
    return {"content": message.text, "tool_calls": calls, "finish_reason": finish, "usage": usage}


async def chat_response_to_tool_calls(response):
    return _parsed(await model_output_from_openai(response))


async def responses_output_to_tool_calls(response):
    return _parsed(await model_output_from_openai_responses(response))


async def anthropic_response_to_tool_calls(response):
    return _parsed(await model_output_from_anthropic(response))


async def gemini_response_to_tool_calls(response):
    return _parsed(await model_output_from_google(response))
