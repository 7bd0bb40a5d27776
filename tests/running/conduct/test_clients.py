"""A client gets whatever comes of its request: a status, a part of a body, or why there is none."""

from __future__ import annotations

import threading

import httpx2
import pytest

from conformance.apis.emulator import Emulator
from conformance.apis.emulator.live import LiveAnswer
from conformance.running.conduct.clients import ClientCall, ClientReply, ask


def asked(answer: LiveAnswer, *, stream: bool = False) -> tuple[ClientReply, bool]:
    """What a client of an API gets, and whether it knew the beginning of a text."""
    has_first = threading.Event()
    with Emulator() as api, httpx2.Client(trust_env=False) as client:
        base = api.address(bare=True)
        api.respond(base, lambda _request: answer)
        call = ClientCall(api="chat", url=f"{base}/chat/completions", headers={}, body=b"{}", stream=stream)
        return ask(client, call, has_first), has_first.is_set()


@pytest.mark.parametrize(("text", "known"), [(b"data: Fir", False), (b"data: First", True)])
def test_a_stream_is_read_as_it_comes(text: bytes, known: bool) -> None:
    reply, has_first = asked(LiveAnswer(status=200, pieces=[text]), stream=True)
    assert (reply.status, reply.body, reply.fault, has_first) == (200, text, None, known)


def test_what_breaks_off_keeps_its_status_and_what_came() -> None:
    reply, _known = asked(LiveAnswer(status=200, headers={"X": "y"}, pieces=[b"half"], whole=False))
    assert (reply.status, reply.headers["x"], reply.body) == (200, "y", b"half")
    assert reply.fault is not None and reply.fault.kind == "exit" and "in the middle" in reply.fault.message


def test_no_answer_is_one_without_a_status() -> None:
    reply, _known = asked(LiveAnswer(status=None, whole=False))
    assert reply.status is None and reply.fault is not None and "without an answer" in reply.fault.message


def test_what_cannot_be_decoded_is_garbage() -> None:
    reply, _known = asked(LiveAnswer(status=200, headers={"Content-Encoding": "gzip"}, pieces=[b"plain"]))
    assert reply.fault is not None and reply.fault.kind == "garbage"
