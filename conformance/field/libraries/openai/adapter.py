"""The OpenAI package's reading of streams: client.chat.completions.stream, read to its end, and
its current_completion_snapshot. get_final_completion refuses answers that were cut off.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
from importlib.metadata import version as _version

from openai import OpenAI

try:
    import httpx2 as httpx  # of openai 3
except ImportError:
    import httpx

name = "openai"
version = _version("openai")


def _answering(chunks):
    """An HTTP client that gets these chunks for an answer."""
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    headers = {"content-type": "text/event-stream"}
    answer = httpx.MockTransport(lambda _request: httpx.Response(200, headers=headers, content=text.encode()))
    return httpx.Client(transport=answer)


def chat_stream_to_tool_calls(chunks):
    """The snapshot at the end of the stream. It is done if it has a reason why it ended."""
    client = OpenAI(api_key="unused", base_url="http://localhost/v1", max_retries=0, http_client=_answering(chunks))
    with client.chat.completions.stream(model="gpt-4o", messages=[{"role": "user", "content": "Hi"}]) as stream:
        whole = stream.until_done().current_completion_snapshot
    if not whole.choices:
        return {"content": "", "tool_calls": [], "finish_reason": None, "usage": _plain(whole.usage), "done": False}
    choice, said = whole.choices[0], whole.choices[0].message
    calls = [_call(call) for call in said.tool_calls or [] if call.type != "custom"]
    result = {"content": said.content or "", "refusal": said.refusal, "tool_calls": calls, "usage": _plain(whole.usage)}
    return {**result, "finish_reason": choice.finish_reason, "done": choice.finish_reason is not None}


def _call(call):
    """Some hosts send an object in place of a text."""
    arguments = call.function.arguments
    key = "arguments_raw" if isinstance(arguments, str) else "arguments"
    return {"id": call.id, "type": "function", "name": call.function.name, key: arguments}


def _plain(usage):
    return usage and usage.to_dict()
