"""anth2oai's client Anth2OAI, which takes the arguments of OpenAI's client and calls Anthropic's API.

chat.completions.create makes the request and the answer, or the chunks of a stream. An HTTP client answers in the API's place.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

import httpx2 as httpx  # anthropic's own client
from anth2oai import Anth2OAI

name = "anth2oai"
version = "anth2oai {}, anthropic {}".format(_version("anth2oai"), _version("anthropic"))


def _create(answer, **request):
    """What the client makes of a request where the API answers with what `answer` returns."""
    client = Anth2OAI(api_key="unused", base_url="http://api.invalid")
    own = httpx.Client(transport=httpx.MockTransport(answer))
    client.client = client.client.with_options(http_client=own, max_retries=0)
    return client.chat.completions.create(**request)


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


def anthropic_response_to_chat_response(response):
    status = 400 if response.get("type") == "error" else 200
    model = response.get("model", "claude")
    return _create(lambda _asked: httpx.Response(status, json=response), model=model, **_ASKED).model_dump(mode="json", exclude_none=True)


def anthropic_stream_to_chat_stream(events):
    text = "".join(f"event: {event.get('type')}\ndata: {json.dumps(event)}\n\n" for event in events)
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    model = next((event["message"]["model"] for event in events if event.get("type") == "message_start"), "claude")
    chunks = _create(lambda _asked: answer, model=model, stream=True, **_ASKED)
    return [chunk.model_dump(mode="json", exclude_unset=True) for chunk in chunks]
