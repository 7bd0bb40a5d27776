"""codex-bridge's conversions, without an earlier response.

codex_bridge.translate.to_chat_request makes the Chat request; what is sent is its to_dict(). codex_bridge.app.handle_responses_inner,
which its server calls for each request, answers it; an HTTP client answers in the place of the API.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

import httpx
from codex_bridge.app import AppState, handle_responses_inner
from codex_bridge.session import SessionStore
from codex_bridge.translate import to_chat_request
from codex_bridge.types import ResponsesRequest

name = "codex-bridge-python"
version = _version("codex-bridge-python")

# It offers no custom tools, so that no backend calls one.
choices = {
    "chat-response-to-responses-response": {"custom-calls": "own"},
    "chat-stream-to-responses-stream": {"custom-calls": "own"},
}


def responses_request_to_chat_request(request):
    return to_chat_request(ResponsesRequest.from_dict(request), [], SessionStore()).to_dict()


async def _sent(given, bodies, answer, *, stream):
    """What its server sends where this HTTP answer comes from the API. bodies: the response in it, or the chunks."""
    client = httpx.AsyncClient(transport=httpx.MockTransport(lambda _request: answer))
    where = {"upstream": "http://localhost/v1", "api_key": "", "force_default_model": False, "default_model": ""}
    asked = given.get("request") or {"model": next((one["model"] for one in bodies if one.get("model")), "gpt-4o"), "input": "Hello."}
    state = AppState(sessions=SessionStore(), client=client, **where)
    return await handle_responses_inner(state, ResponsesRequest.from_dict({**asked, "stream": stream}))


async def chat_response_to_responses_response(given):
    """Of a response that is an error, the API's answer has the status of one, and so has the server's."""
    status = 400 if "choices" not in given["response"] and "error" in given["response"] else 200
    sent = await _sent(given, [given["response"]], httpx.Response(status, json=given["response"]), stream=False)
    if sent.status_code != 200:
        raise RuntimeError(sent.body.decode())
    return json.loads(sent.body)


async def chat_stream_to_responses_stream(given):
    """A stream that breaks off has no [DONE]."""
    chunks = given["chunks"]
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    sent = await _sent(given, chunks, httpx.Response(200, content=text.encode()), stream=True)
    frames = [frame.decode() async for frame in sent.body_iterator]
    return [json.loads(frame.split("\ndata: ", 1)[1]) for frame in frames]


def responses_input_to_chat_messages(given):
    body = {"model": "gpt-4o", **(given if isinstance(given, dict) else {"input": given})}
    return responses_request_to_chat_request(body)["messages"]


def responses_tools_to_chat_tools(tools):
    return responses_request_to_chat_request({"model": "gpt-4o", "input": "Hello.", "tools": tools}).get("tools", [])
