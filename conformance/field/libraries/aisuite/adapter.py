"""aisuite's client, Client.chat.completions.create, with its provider of Anthropic's API.

It takes the messages and settings of Chat Completions. An HTTP client answers in the API's place.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

import aisuite
import httpx  # anthropic's own client

name = "aisuite"
version = "aisuite {}, anthropic {}".format(_version("aisuite"), _version("anthropic"))


def _create(answer, model, **request):
    """What the client makes of a request where the API answers with what `answer` returns."""
    own = httpx.Client(transport=httpx.MockTransport(answer))
    # The provider gives its settings to a client of its own for streams too, which takes another kind of HTTP client.
    client = aisuite.Client({"anthropic": {"api_key": "unused", "max_retries": 0}})
    client._initialize_providers()
    (provider,) = client.providers.values()
    provider.client = provider.client.with_options(http_client=own)
    return client.chat.completions.create(model=f"anthropic:{model}", **request)


def chat_request_to_anthropic_request(request):
    seen = []

    def api(asked):
        seen.append(json.loads(asked.content))
        return httpx.Response(400, json={"type": "error", "error": {"type": "invalid_request_error", "message": "seen"}})

    try:
        for _chunk in _create(api, **request):
            pass
    except Exception:
        if not seen:
            raise
    return seen[0]


_ASKED = {"messages": [{"role": "user", "content": "Hi"}]}


def _plain(value):
    """The library's own objects, which have no function that makes JSON of them."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", exclude_none=True)
    if hasattr(value, "__dict__"):
        return {key: _plain(held) for key, held in vars(value).items() if held is not None}
    return [_plain(held) for held in value] if isinstance(value, list) else value


def anthropic_response_to_chat_response(response):
    status = 400 if response.get("type") == "error" else 200
    return _plain(_create(lambda _asked: httpx.Response(status, json=response), response.get("model", "claude"), **_ASKED))


def anthropic_stream_to_chat_stream(events):
    text = "".join(f"event: {event.get('type')}\ndata: {json.dumps(event)}\n\n" for event in events)
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    return [_plain(chunk) for chunk in _create(lambda _asked: answer, "claude", stream=True, **_ASKED)]
