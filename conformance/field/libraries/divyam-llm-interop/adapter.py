"""llm-interop's translations, of models that it does not know (allow_generic_translate).

ChatTranslator.translate_request makes the Chat request of a Responses one; with what it returns, translate_response translates the
answer, and translate_response_streaming and encode_response_stream a stream. Those between Chat and Gemini are the same.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

from divyam_llm_interop.translate.chat.api_types import ModelApiType
from divyam_llm_interop.translate.chat.translate import ChatTranslateConfig, ChatTranslator
from divyam_llm_interop.translate.chat.types import ChatRequest, ChatResponse, ChatResponseStreaming, Model

name = "divyam-llm-interop"
version = _version("divyam-llm-interop")

# It offers custom tools as functions.
choices = {
    "chat-response-to-responses-response": {"custom-calls": "function"},
    "chat-stream-to-responses-stream": {"custom-calls": "function"},
}

CHAT, GEMINI = ModelApiType.COMPLETIONS, ModelApiType.GEMINI
_translator = ChatTranslator(ChatTranslateConfig(allow_generic_translate=True))


def _between(model):
    return Model(name=model, api_type=ModelApiType.RESPONSES), Model(name=model, api_type=ModelApiType.COMPLETIONS)


def responses_request_to_chat_request(request):
    return _translator.translate_request(ChatRequest(body=request), *_between(request["model"])).body


def responses_input_to_chat_messages(given):
    return responses_request_to_chat_request({"model": "gpt-4o", **(given if isinstance(given, dict) else {"input": given})})["messages"]


def responses_tools_to_chat_tools(tools):
    return responses_request_to_chat_request({"model": "gpt-4o", "input": "Hello.", "tools": tools}).get("tools", [])


def _asked(given, bodies):
    """The translated request that is answered, and both models: of the model that answers, where none is given."""
    asked = given.get("request") or {"model": next((one["model"] for one in bodies if one.get("model")), "gpt-4o"), "input": "Hello."}
    client, backend = _between(asked["model"])
    return _translator.translate_request(ChatRequest(body=asked), client, backend), backend, client


def chat_response_to_responses_response(given):
    request, backend, client = _asked(given, [given["response"]])
    (response,) = _as_offered(given, request, [given["response"]])
    return _translator.translate_response(ChatResponse(body=response), backend, client, request).body


def _as_offered(given, request, bodies):
    """The answer with the names that the translated request gives to custom tools and to tools of a namespace, in its order."""
    tools = [tool for tool in given.get("request", {}).get("tools") or () if tool["type"] in ("function", "custom", "namespace")]
    named = [(tool["name"], inner["name"]) if tool is not inner else ("", tool["name"])
             for tool in tools for inner in (tool["tools"] if tool["type"] == "namespace" else [tool])]  # fmt: skip
    flat = [name if not space else f"{space}{name}" if space.endswith("__") else f"{space}__{name}" for space, name in named]
    own = dict(zip(flat, [tool["function"]["name"] for tool in request.body.get("tools") or ()]))
    copy = json.loads(json.dumps(bodies))
    messages = [choice.get("message") or choice.get("delta") or {} for body in copy for choice in body.get("choices") or ()]
    for call in [call for message in messages for call in message.get("tool_calls") or () if call.get("function")]:
        if call["function"].get("name") in own:
            call["function"]["name"] = own[call["function"]["name"]]
    return copy


async def _each(chunks):
    for chunk in chunks:
        yield chunk


async def chat_stream_to_responses_stream(given):
    request, backend, client = _asked(given, given["chunks"])
    answer = ChatResponseStreaming(stream=_each(_as_offered(given, request, given["chunks"])), headers={})
    translated = _translator.translate_response_streaming(answer, backend, client, request)
    lines = [line async for line in _translator.encode_response_stream(translated, ModelApiType.RESPONSES)]
    return [json.loads(line.split("data: ", 1)[1]) for line in lines]


def _requested(source, target, request):
    client, backend = (Model(name=request["model"], api_type=api) for api in (source, target))
    return _translator.translate_request(ChatRequest(body=request), client, backend).body


_HELLO = {
    CHAT: {"messages": [{"role": "user", "content": "Hi"}]},
    GEMINI: {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]},
}


def _greeted(client, backend, model):
    """A translated request for the model that answers, and both models."""
    ends = Model(name=model, api_type=client), Model(name=model, api_type=backend)
    return _translator.translate_request(ChatRequest(body={"model": model, **_HELLO[client]}), *ends), *ends


def _responded(client, backend, response):
    request, asking, answering = _greeted(client, backend, response.get("model") or response.get("modelVersion") or "gpt-4o")
    return _translator.translate_response(ChatResponse(body=response), answering, asking, request).body


async def _streamed(client, backend, events):
    model = next((event.get("model") or event.get("modelVersion") for event in events), None) or "gpt-4o"
    request, asking, answering = _greeted(client, backend, model)
    answer = ChatResponseStreaming(stream=_each(events), headers={})
    translated = _translator.translate_response_streaming(answer, answering, asking, request)
    lines = [line async for line in _translator.encode_response_stream(translated, client)]
    data = [line.split("data: ", 1)[1].strip() for line in lines if "data: " in line]
    return [json.loads(text) for text in data if text != "[DONE]"]


def chat_request_to_gemini_request(request):
    return _requested(CHAT, GEMINI, request)


def gemini_request_to_chat_request(request):
    return _requested(GEMINI, CHAT, request)


def gemini_response_to_chat_response(response):
    return _responded(CHAT, GEMINI, response)


def chat_response_to_gemini_response(response):
    return _responded(GEMINI, CHAT, response)


async def gemini_stream_to_chat_stream(responses):
    return await _streamed(CHAT, GEMINI, responses)


async def chat_stream_to_gemini_stream(chunks):
    return await _streamed(GEMINI, CHAT, chunks)
