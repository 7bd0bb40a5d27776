"""Whether a scan is good: by its defects, or by what the named clients need."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.apis.emulator.api import ApiReply
from conformance.running.scan.model import HttpRequest
from tests.running.scan.servers import Server, in_bodies, scanned

Object = dict[str, Any]


def _total(body: Object) -> None:
    body["usage"]["total_tokens"] += 1


def _unmarked(_request: HttpRequest, reply: ApiReply) -> ApiReply:
    return replace(reply, pieces=tuple(piece for piece in reply.pieces if b"[DONE]" not in piece))


def test_a_client_decides_by_what_it_needs() -> None:
    server = Server(in_bodies(_total))
    assert scanned(server, "chat", clients=("opencode",)).works
    assert not scanned(Server(_unmarked), "chat", clients=("opencode",)).works
    assert not scanned(server, "chat", clients=("codex",)).works
