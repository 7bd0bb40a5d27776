"""The API behind a gateway does what a case says, and notes what it was asked."""

from __future__ import annotations

import gzip
import json
import threading
from typing import Any

import pytest

from conformance.apis.emulator.live import LiveAnswer, LiveRequest
from conformance.running.conduct.backend import PACKET, Backend, Meeting, Plan
from conformance.running.conduct.conversations import answer_of, marker_of, read_answer, reason_of, request_of

MARKER = marker_of("backend")
PATHS = {"chat": "/v1/chat/completions", "anthropic": "/v1/messages", "responses": "/v1/responses"}


def asked(plan: Plan, api: str = "chat", *, stream: bool = False, **headers: str) -> tuple[LiveAnswer, bytes]:
    """What a backend with one plan answers, and its body."""
    backend = Backend()
    backend.plan(plan)
    body = json.dumps(request_of(api, plan.marker, stream=stream)).encode()
    answer = backend(LiveRequest(PATHS[api], "", headers, body))
    return answer, b"".join(answer.pieces)


def plan_of(kind: str, **more: Any) -> Plan:
    return Plan(marker=MARKER, kind=kind, **more)


@pytest.mark.parametrize("api", PATHS)
def test_an_answer_is_that_of_the_conversation(api: str) -> None:
    plan = plan_of("answers")
    answer, body = asked(plan, api, authorization="k")
    assert (answer.status, json.loads(body)) == (200, answer_of(api, MARKER))
    (seen,) = plan.asked
    assert (seen.api, seen.streams, seen.markers, seen.headers) == (api, False, {MARKER}, {"authorization": "k"})
    assert read_answer(api, asked(plan, api, stream=True)[1], stream=True).whole


def test_an_error_has_its_status_its_words_and_when_to_ask_again() -> None:
    answer, body = asked(plan_of("error", status=429, retry_after=2, message="Too many"))
    assert (answer.status, answer.headers["retry-after"]) == (429, "2")
    assert json.loads(body)["error"]["message"] == f"Too many ({reason_of(MARKER)})"
    assert asked(plan_of("error", status=503, message="Busy"), "anthropic")[0].status == 529
    assert asked(plan_of("page", status=502))[1].startswith(b"<html>")
    assert asked(plan_of("closed"))[0].status is None


@pytest.mark.parametrize("stream", [False, True])
def test_what_is_cut_is_not_whole(stream: bool) -> None:
    answer, body = asked(plan_of("cut"), stream=stream)
    assert body and not answer.whole and not read_answer("chat", body, stream=stream).whole
    assert asked(plan_of("cut", after=0), stream=True)[1] == b""


@pytest.mark.parametrize("kind", ["comments", "crlf", "bare", "split"])
@pytest.mark.parametrize("api", PATHS)
def test_another_framing_says_the_same(kind: str, api: str) -> None:
    answer, body = asked(plan_of(kind), api, stream=True)
    _plain, plainly = asked(plan_of("answers"), api, stream=True)
    assert kind == "split" or body != plainly
    assert read_answer(api, body, stream=True) == read_answer(api, plainly, stream=True)
    assert answer.status == 200 and len(body) > PACKET


def test_only_who_takes_gzip_gets_it() -> None:
    answer, body = asked(plan_of("gzip"), **{"accept-encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "gzip" and json.loads(gzip.decompress(body)) == answer_of(
        "chat", MARKER
    )
    assert "Content-Encoding" not in asked(plan_of("gzip"))[0].headers


def test_a_stream_is_held_until_the_client_has_its_beginning() -> None:
    plan = plan_of("held")
    plan.has_first.set()
    asked(plan, stream=True)
    assert not plan.held.is_set()


def test_what_is_of_no_conversation_is_refused_unless_there_is_only_one() -> None:
    backend, plan = Backend(), plan_of("worked", given={"id": "a"})
    request = LiveRequest(PATHS["chat"], "", {}, b"{}")
    assert backend(request).status == 400
    with backend.alone(plan):
        assert b"".join(backend(request).pieces) == b'{"id": "a"}'
    assert backend(request).status == 400 and len(plan.asked) == 1
    assert backend(request._replace(path="/v1/models")).status == 404


def test_who_meets_is_answered_in_another_order() -> None:
    meeting, order = Meeting(3), list[int]()

    def converse() -> None:
        number = meeting.enter()
        meeting.wait_for_turn(number)
        order.append(number)
        meeting.leave()

    threads = [threading.Thread(target=converse) for _number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert order == [2, 1, 0]
