"""What comes back is read whole, and what cannot be read is said."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator

import pytest

from conformance.running.scan.bodies import calls_of, text_of
from conformance.running.scan.model import WRONG_KEY, HttpReply, HttpRequest
from conformance.running.scan.wire import BAD_KEY, ScanClient, Target, error_text, headers_of, is_absent, read

STREAM = "text/event-stream"
ASKED = HttpRequest(api="chat", route="/chat/completions", body={"model": "m", "messages": [], "stream": True})
WHOLE = HttpRequest(api="chat", route="/chat/completions", body={"model": "m", "messages": []})


def chunk(delta: dict, end: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": end}
    return json.dumps({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]})


def test_events_are_read_whatever_their_lines_end_with_and_comments_are_passed_over() -> None:
    text = f": PROCESSING\r\n\r\ndata:{chunk({'role': 'assistant', 'content': 'Hel'})}\r\n\r\n"
    text += f"event: message\ndata: {chunk({'content': 'lo'}, 'stop')}\n\ndata: [DONE]\n\n"
    found = read(ASKED, HttpReply(status=200, content_type=STREAM, text=text), "http://h/")
    assert (text_of(found.answer), found.is_marked, found.damage) == ("Hello", True, None)
    assert calls_of(found.answer) == []


@pytest.mark.parametrize(
    ("request_", "reply", "damage"),
    [
        (WHOLE, HttpReply(status=200, text="<html>"), "the body is not JSON"),
        (ASKED, HttpReply(status=200, content_type=STREAM, text="data: {\n\n"), "the data of event 0 is not JSON: {"),
        (ASKED, HttpReply(status=200, content_type=STREAM, text=""), "the stream has no event"),
        (ASKED, HttpReply(status=200, text="{}"), "Content-Type: wanted text/event-stream, got nothing"),
        (WHOLE, HttpReply(status=0, failure="refused"), "refused"),
    ],
)
def test_what_cannot_be_read_is_damage(request_: HttpRequest, reply: HttpReply, damage: str) -> None:
    assert read(request_, reply, "http://h/").damage == damage


@pytest.mark.parametrize(
    ("status", "text", "absent", "said"),
    [
        (404, '{"error": {"message": "model \'x\' not found"}}', False, "model 'x' not found"),
        (404, '{"detail": "Not Found"}', True, '{"detail": "Not Found"}'),
        (404, "404 page not found", True, "404 page not found"),
        (405, "", True, "nothing"),
        (400, '{"error": "no messages"}', False, "no messages"),
        (400, '[{"error": {"message": "contents"}}]', False, "contents"),
    ],
)
def test_an_api_is_absent_where_nothing_is_said_of_a_model(status: int, text: str, absent: bool, said: str) -> None:
    found = read(WHOLE, HttpReply(status=status, text=text), "http://h/")
    assert (is_absent(found), error_text(found)) == (absent, said)


def test_each_api_has_its_key_where_its_clients_send_it() -> None:
    target = Target({}, "mine")
    for api, header in (("chat", "authorization"), ("anthropic", "x-api-key"), ("gemini", "x-goog-api-key")):
        request = HttpRequest(api=api, route="/", body={})
        assert headers_of(request, target)[header].removeprefix("Bearer ") == "mine"
        wrong = HttpRequest(api=api, route="/", body={}, key=WRONG_KEY)
        assert headers_of(wrong, target)[header].removeprefix("Bearer ") == BAD_KEY


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        if self.path.endswith("/cut"):
            self.send_response(200)
            self.send_header("content-length", "100")
            self.end_headers()
            self.wfile.write(b"half")
            return
        said = json.dumps({"got": self.headers["x-more"], "path": self.path}).encode()
        self.send_response(400)
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_client_sends_further_headers_and_says_what_broke(address: str) -> None:
    client = ScanClient(Target({"chat": address}, headers={"X-More": "yes"}), 30)
    try:
        found = client(WHOLE)
        assert found.value == {"got": "yes", "path": "/v1/chat/completions"}
        cut = client(HttpRequest(api="chat", route="/cut", body={}))
        assert cut.reply.failure and cut.damage == cut.reply.failure
    finally:
        client.close()
    nobody = ScanClient(Target({"chat": "http://127.0.0.1:1/v1"}), 30)
    try:
        assert nobody(WHOLE).reply.status == 0
    finally:
        nobody.close()
