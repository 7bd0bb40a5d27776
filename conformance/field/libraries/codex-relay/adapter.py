"""codex-relay, a program that answers Responses requests by Chat Completions.

codex_relay.start runs it; a server of this process answers in the place of the API.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import atexit
import json
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version as _version

import codex_relay

name = "codex-relay"
version = _version("codex-relay")

# It offers a custom tool as a function with an argument of its own.
choices = {
    "chat-response-to-responses-response": {"custom-calls": "own"},
    "chat-stream-to-responses-stream": {"custom-calls": "own"},
}


class _Api(BaseHTTPRequestHandler):
    """What the API answers next, and what it was asked last."""

    answer, asked = (200, "application/json", b"{}"), None

    def do_POST(self):
        type(self).asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        status, kind, body = self.answer
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments):
        """Say nothing."""


def _started():
    """The address of the program when it listens."""
    api = ThreadingHTTPServer(("127.0.0.1", 0), _Api)
    threading.Thread(target=api.serve_forever, daemon=True).start()
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = codex_relay.start(port=port, upstream=f"http://127.0.0.1:{api.server_port}/v1", api_key="unused")
    atexit.register(program.kill)
    threading.Thread(target=program.stderr.read, daemon=True).start()  # a full pipe would stop it
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return f"http://127.0.0.1:{port}/v1/responses"
        time.sleep(0.05)
    raise RuntimeError("codex-relay does not listen")


_address = _started()


def _sent(request, answer):
    """What the program sends where the API gives this answer: status, type, body."""
    _Api.answer = answer
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(_address, data=json.dumps(request).encode(), headers=headers)
    try:
        with urllib.request.urlopen(asked) as sent:
            return sent.read().decode()
    except urllib.error.HTTPError as error:
        raise RuntimeError(error.read().decode()) from None


def _messages(bodies):
    return [choice.get("message") or choice.get("delta") or {} for body in bodies for choice in body.get("choices") or ()]


def _asked(given, bodies):
    """The request that is answered. Where none is given: for the model that answers, with the tools that it calls.

    The program fails where a tool is called that the request does not have.
    """
    if given.get("request"):
        return given["request"]
    calls = [call for message in _messages(bodies) for call in message.get("tool_calls") or ()]
    called = {(kind, call[kind].get("name")) for call in calls for kind in ("function", "custom") if call.get(kind)}
    tools = [{"type": kind, "name": named, "parameters": {"type": "object", "properties": {}}} for kind, named in called if named]
    model = next((body["model"] for body in bodies if body.get("model")), "gpt-4o")
    return {"model": model, "input": "Hello.", **({"tools": tools} if tools else {})}


def _as_offered(given, bodies):
    """The answer with the names that the program gives to tools of a namespace: it joins both names by a hyphen."""
    spaces = [tool for tool in (given.get("request") or {}).get("tools") or () if tool.get("type") == "namespace"]
    own = {}
    for space, tool in ((space["name"], tool["name"]) for space in spaces for tool in space["tools"]):
        own[f"{space}{tool}" if space.endswith("__") else f"{space}__{tool}"] = f"{space}-{tool}"
    copy = json.loads(json.dumps(bodies))
    for message in _messages(copy):
        for call in message.get("tool_calls") or ():
            held = call.get("function") or {}
            if held.get("name") in own:
                held["name"] = own[held["name"]]
    return copy


def responses_request_to_chat_request(request):
    """The request that reaches the API, whatever becomes of its answer."""
    _Api.asked = None
    try:
        _sent(request, (400, "application/json", b'{"error": {"message": "seen"}}'))
    except RuntimeError:
        if _Api.asked is None:
            raise
    return _Api.asked


def chat_response_to_responses_response(given):
    """Of a response that is an error, the API's answer has the status of one, and so has the program's."""
    (response,) = _as_offered(given, [given["response"]])
    status = 400 if "choices" not in response and "error" in response else 200
    answer = (status, "application/json", json.dumps(response).encode())
    return json.loads(_sent({**_asked(given, [response]), "stream": False}, answer))


def chat_stream_to_responses_stream(given):
    """A stream that breaks off has no [DONE]."""
    chunks = _as_offered(given, given["chunks"])
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices") or ())
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n" * ends
    request = {**_asked(given, chunks), "stream": True}
    lines = _sent(request, (200, "text/event-stream", text.encode())).split("\n")
    return [json.loads(line[6:]) for line in lines if line.startswith("data: {")]
