"""LangChain's converters toward Gemini's API.

langchain_core.messages.convert_to_messages makes LangChain's messages of those of Chat, and ChatGoogleGenerativeAI.invoke sends
them with tools and settings as its callers give them; invoke and stream make messages of what Gemini answers. An HTTP client
answers in the API's place. The chunks of a stream are added as LangChain's documentation says.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

import httpx  # google-genai's own client
from langchain_core.messages import convert_to_messages
from langchain_google_genai import ChatGoogleGenerativeAI

name = "langchain-google-genai"
version = "langchain-google-genai {}, langchain-core {}".format(_version("langchain-google-genai"), _version("langchain-core"))


def _model(answer, model="gemini-2.5-flash", **settings):
    """A model whose HTTP client gives what `answer` makes of a request."""
    transport = {"transport": httpx.MockTransport(answer)}
    return ChatGoogleGenerativeAI(model=model, api_key="unused", max_retries=1, client_args=transport, **settings)


# The settings of a request that are the model's, by LangChain's names.
_SETTINGS = {"temperature": "temperature", "top_p": "top_p", "n": "n", "seed": "seed", "max_tokens": "max_tokens",
             "max_completion_tokens": "max_tokens"}  # fmt: skip


def chat_request_to_gemini_request(request):
    """The request that reaches the API: messages, tools, and what else is an argument of `invoke`."""
    seen = []

    def api(asked):
        seen.append(json.loads(asked.content))
        return httpx.Response(400, json={"error": {"code": 400, "message": "seen", "status": "INVALID_ARGUMENT"}})

    settings = {own: request[key] for key, own in _SETTINGS.items() if key in request}
    rest = {key: value for key, value in request.items() if key not in {*_SETTINGS, "messages", "model", "stream", "stream_options"}}
    try:
        _model(api, request["model"], **settings).invoke(convert_to_messages(request["messages"]), **rest)
    except Exception:
        if not seen:
            raise
    return seen[0]


def _call(call, **arguments):
    return {"id": call["id"], "type": "function", "name": call["name"], **arguments}


def _parsed(made):
    """The text, the calls and the end of LangChain's message. Calls that it could not decode are its invalid ones."""
    calls = [_call(call, arguments=call["args"]) for call in made.tool_calls]
    calls += [_call(call, arguments=None, arguments_raw=call["args"]) for call in made.invalid_tool_calls]
    finish = made.response_metadata.get("finish_reason")
    finish = "tool_calls" if calls and finish == "STOP" else finish  # the API's own word for the same
    said = {"content": str(made.text), "tool_calls": calls, "finish_reason": finish}
    return {**said, "response_metadata": made.response_metadata}


def gemini_response_to_tool_calls(response):
    status = 400 if "error" in response else 200
    return _parsed(_model(lambda _asked: httpx.Response(status, json=response)).invoke("Hi"))


def gemini_stream_to_tool_calls(responses):
    """The sum of LangChain's chunks."""
    text = "".join(f"data: {json.dumps(response)}\n\n" for response in responses)
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    first, *others = _model(lambda _asked: answer).stream("Hi")
    whole = first + others if others else first  # all at once: one by one, the time grows with the square
    return {**_parsed(whole), "done": whole.response_metadata.get("finish_reason") is not None}
