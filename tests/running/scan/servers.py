"""Servers to scan, without a network: the sound one, and the same with its answers altered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from conformance.apis.emulator import wording
from conformance.apis.emulator.acceptance import read_body
from conformance.apis.emulator.api import ApiReply, error_reply, in_form_of
from conformance.apis.emulator.gemini import GEMINI
from conformance.apis.emulator.model import ModelApi
from conformance.apis.emulator.routes import asked_at
from conformance.base.values import JSON
from conformance.running.scan.model import OWN_KEY, Exchanged, HttpReply, HttpRequest, ScanResult
from conformance.running.scan.run import Finder, Options, scan
from conformance.running.scan.wire import Send, read

Object = dict[str, Any]
Alter = Callable[[HttpRequest, ApiReply], ApiReply]
URL = "http://127.0.0.1:1/v1"


def as_it_is(_request: HttpRequest, reply: ApiReply) -> ApiReply:
    return reply


class Server:
    """A server that is asked without a network. alter: what becomes of its replies. models: that it lists."""

    def __init__(self, alter: Alter = as_it_is, models: tuple[str, ...] = ("one", "two")) -> None:
        self._api = ModelApi(models)
        self._alter = alter
        self.requests: list[HttpRequest] = []

    def __call__(self, request: HttpRequest) -> Exchanged:
        self.requests.append(request)
        reply = self._alter(request, self._reply(request))
        text = b"".join(reply.pieces).decode("utf-8", "replace")
        http = HttpReply(status=reply.status, content_type=reply.content_type, text=text)
        return read(request, http, URL + request.route)

    def _reply(self, request: HttpRequest) -> ApiReply:
        api = request.api
        if request.method == "GET":
            return self._api.listed(api)
        if request.key != OWN_KEY:
            return in_form_of(api, error_reply(wording.wrong_key(is_google=api == GEMINI)))
        data = request.body if isinstance(request.body, str) else json.dumps(request.body)
        body, refused = read_body("application/json", data.encode("utf-8", "surrogatepass"))
        if refused is not None:
            return in_form_of(api, error_reply(refused))
        if "ount" in request.route.rpartition("/")[2]:
            return self._api.counted(api, body)
        path, _mark, query = f"/v1{request.route}".partition("?")
        asked = asked_at(path, query)
        assert asked is not None and asked.api == api
        return self._api.answer(api, asked.request(body), "key", asked.stream)


def scanned(server: Send, *apis: str, **options: Any) -> ScanResult:
    """Scan a server."""
    given = Options(url=URL, apis=apis, **options)
    finder = Finder(lambda _addresses: server)
    finder.find(URL, apis)
    return scan(given, finder, server)


def outcomes(result: ScanResult, outcome: str) -> set[str]:
    """The capabilities with an outcome."""
    return {each.capability for each in result.results if each.outcome == outcome}


def in_bodies(change: Callable[[Object], object]) -> Alter:
    """Alter the bodies of whole answers in place."""

    def alter(request: HttpRequest, reply: ApiReply) -> ApiReply:
        if reply.status != 200 or "json" not in reply.content_type or request.method == "GET":
            return reply
        body = json.loads(b"".join(reply.pieces))
        change(body)
        return replace(reply, pieces=(json.dumps(body).encode(),))

    return alter


def in_events(change: Callable[[list[JSON]], Iterable[JSON]]) -> Alter:
    """Alter the events of streams; their names follow."""

    def alter(request: HttpRequest, reply: ApiReply) -> ApiReply:
        if "event-stream" not in reply.content_type:
            return reply
        text = b"".join(reply.pieces).decode()
        data = [line[6:] for line in text.replace("\r\n", "\n").split("\n") if line.startswith("data: ")]
        marked = "[DONE]" in data
        events = change([json.loads(each) for each in data if each != "[DONE]"])
        pieces = [f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode() for event in events]
        return replace(reply, pieces=(*pieces, *([b"data: [DONE]\n\n"] if marked else [])))

    return alter


def in_requests(change: Callable[[Object], object]) -> Callable[[Server], Send]:
    """Have a server read other requests than it gets: what it ignores."""

    def of(server: Server) -> Send:
        def send(request: HttpRequest) -> Exchanged:
            if not isinstance(request.body, dict):
                return server(request)
            body = json.loads(json.dumps(request.body))
            change(body)
            found = server(replace(request, body=body))
            return replace(found, request=request)

        return send

    return of
