"""The protocol over HTTP, as the suite's own server speaks it: every answer is described, none is a server error."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import jsonschema_rs

from conformance.rules.contracts.files import read_schema
from conformance.running.serving import app
from conformance.running.subjects.base import Limits
from conformance.running.subjects.http_client import address_of
from conformance.running.subjects.http_subject import HttpSubject
from conformance.running.subjects.process import ProcessSubject

DESCRIPTION = read_schema("subject-protocol.openapi.json")
MOODY = Path(__file__).parents[2] / "running" / "subjects" / "scripts" / "moody.py"


def refuse(_given):
    raise ValueError("tools[0]: no name")


def fits(value, schema: str) -> bool:
    wanted = {"$ref": f"#/components/schemas/{schema}", "components": DESCRIPTION["components"]}
    return jsonschema_rs.validator_for(wanted).is_valid(value)


def is_problem(answered, status: int) -> bool:
    reported = answered.body
    return (
        (answered.status, answered.content_type) == (status, "application/problem+json")
        and fits(reported, "Problem")
        and reported["status"] == status
    )


def test_it_describes_itself(serve):
    answered = serve(echo=lambda given: given).send("GET", "/describe")
    assert (answered.status, answered.content_type) == (200, "application/json")
    assert fits(answered.body, "DescribeAnswer")
    assert answered.body["result"]["name"] == "own"
    assert answered.body["result"]["operations"] == ["echo"]


def test_a_conversion_is_answered(serve):
    served = serve(echo=lambda value: value)
    for given in (None, 1, 1.0, 10**40, -0.0, "é\u2028\ud800\x00", [], {"b": 1, "a": [None, {}]}):
        answered = served.convert(given)
        assert (answered.status, answered.content_type) == (200, "application/json")
        assert (
            fits(answered.body, "ConvertAnswer") or given == "é\u2028\ud800\x00"
        )  # half a character is not a text there
        assert repr(answered.body["result"]["output"]) == repr(given)
        assert answered.body["id"] == 7


def test_what_becomes_of_the_argument_is_reported(serve):
    served = serve(echo=lambda given: given, copy=lambda given: [*given], change=lambda given: given.pop())
    reported = [served.convert([[1]], operation).body["result"] for operation in ("echo", "copy", "change")]
    assert [element["shares"] for element in reported] == [True, True, False]
    assert [element["input_after"] for element in reported] == [[[1]], [[1]], []]
    assert [element["diagnostics"] for element in reported] == [[], [], []]


def test_a_refusal_is_an_answer(serve):
    answered = serve(refuse=refuse).convert([], "refuse")
    assert answered.status == 200
    assert fits(answered.body, "ConvertAnswer")
    assert answered.body["error"]["message"] == "tools[0]: no name"
    assert answered.body["error"]["data"]["type"] == "ValueError"


def test_a_result_that_is_no_json_is_reported(serve):
    answered = serve(odd=lambda _given: {1: 2}).convert([], "odd")
    assert (answered.status, answered.body["error"]["code"]) == (200, -32001)


REQUEST = {"jsonrpc": "2.0", "id": 1, "method": "convert", "params": {"operation": "echo", "input": 1}}


def written(**changed) -> bytes:
    """A request as bytes; what is None is left away."""
    return json.dumps({key: value for key, value in {**REQUEST, **changed}.items() if value is not None}).encode()


MALFORMED = {
    "nothing": b"",
    "no JSON": b"{nope",
    "cut": written()[:-3],
    "no UTF-8": b'"\xff"',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"id": 1}'.encode("utf-16"),
    "a list": b"[]",
    "null": b"null",
    "nothing in it": b"{}",
    "NaN": written(params={"operation": "echo", "input": float("nan")}),
    "beyond doubles": written(params={"operation": "echo", "input": "x"}).replace(b'"x"', b"1e999"),
    "deep": b"[" * 100_000,
    "ten thousand digits": b"9" * 10_000,
    "an id that is true": written(id=True),
    "an id with a fraction": written(id=1.5),
    "no id": written(id=None),
    "another operation": written(params={"operation": "other", "input": 1}),
    "no input": written(params={"operation": "echo"}),
    "no version": written(jsonrpc=None),
    "another method": written(method="describe"),
}


def test_a_malformed_body_gets_a_problem_document(serve):
    served = serve(echo=lambda given: given)
    for name, body in MALFORMED.items():
        answered = served.send("POST", "/convert/echo", body, content_type="application/json")
        assert is_problem(answered, 400), (name, answered)
        assert answered.body["detail"], name


def test_deep_input_gets_an_answer_at_every_depth(serve):
    served = serve(echo=lambda given: given)
    before, after = b'{"jsonrpc": "2.0", "id": 1, "method": "convert", "params": {"operation": "echo", "input": ', b"}}"
    for depth in (100, 300, 900, 990, 1100, 2500):
        body = before + b"[" * depth + b"]" * depth + after
        answered = served.send("POST", "/convert/echo", body, content_type="application/json")
        assert answered.status == 200 or is_problem(answered, 400), (depth, answered.status)
        assert depth > 300 or answered.body["result"]["output"], depth


def test_another_media_type_is_refused(serve):
    served = serve(echo=lambda given: given)
    body = written()
    for media_type in ("text/plain", "application/x-www-form-urlencoded", "application/problem+json", ""):
        assert is_problem(served.send("POST", "/convert/echo", body, content_type=media_type), 415)
    assert is_problem(served.send("POST", "/convert/echo", body), 415)
    assert served.send("POST", "/convert/echo", body, content_type="Application/JSON; charset=utf-8").status == 200


def test_what_is_not_there(serve):
    served = serve(echo=lambda given: given)
    assert is_problem(served.convert(1, "no-such-operation"), 404)
    for path in (
        "/",
        "/describe/",
        "/convert",
        "/convert/",
        "/convert/echo/more",
        "/convert/..%2Fecho",
        "/openapi.json",
    ):
        assert is_problem(served.send("GET" if "desc" in path else "POST", path), 404), path
    wrong = served.send("GET", "/convert/echo")
    assert is_problem(wrong, 405)
    assert wrong.headers["allow"] == "POST"
    assert is_problem(served.send("BREW", "/describe"), 405)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(serve, monkeypatch):
    monkeypatch.setattr(app, "ANSWER_BYTES", 1000)
    served = serve(echo=lambda given: given)
    assert is_problem(served.convert("x" * 2000), 413)
    assert served.convert("x" * 500).status == 200


def test_a_body_that_does_not_say_how_long_it_is_is_bounded(serve, monkeypatch):
    monkeypatch.setattr(app, "ANSWER_BYTES", 1000)
    served = serve(echo=lambda given: given)
    head = b"POST /convert/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    head += b"Transfer-Encoding: chunked\r\n\r\n"
    answer = raw_answer(served, head + b"190\r\n" + b" " * 400 + b"\r\n" + b"3e8\r\n" + b" " * 1000 + b"\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


def raw_answer(served, data: bytes) -> bytes:
    """Send bytes as they are; return the beginning of the answer."""
    host, _, port = served.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as raw:
        raw.sendall(data)
        return raw.recv(65536)


def test_a_body_that_never_arrives_is_not_waited_for_without_end(serve, monkeypatch):
    monkeypatch.setattr(app, "BODY_SECONDS", 0.2)
    served = serve(echo=lambda given: given)
    head = (
        b"POST /convert/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    )
    assert raw_answer(served, head + b"{").startswith(b"HTTP/1.1 408 ")
    assert served.convert(1).status == 200


def test_a_subject_that_dies_is_reported_and_started_again(serve):
    command = [sys.executable, "-I", "-S", str(MOODY)]
    served = serve(lambda: ProcessSubject(command, {"PATH": "/usr/bin:/bin"}, Limits(timeout=20)))
    died = served.convert({"do": "exit"})
    assert (died.status, died.content_type) == (502, "application/problem+json")
    assert died.body["detail"] == "the subject exited with status 3 while it was asked"
    assert served.convert({"n": 1}).body["result"]["output"] == {"n": 1}


def test_a_subject_that_is_given_up_is_made_anew(serve):
    command = [sys.executable, "-I", "-S", str(MOODY)]
    served = serve(lambda: ProcessSubject(command, {"PATH": "/usr/bin:/bin"}, Limits(timeout=20, patience=0)))
    assert served.convert({"do": "exit"}).status == 502
    assert served.convert({"n": 1}).status == 503
    assert served.convert({"n": 1}).status == 200


def test_what_is_served_is_asked_like_the_function_itself(serve):
    subject = HttpSubject(address_of(serve(echo=lambda given: given, refuse=refuse).url))
    try:
        description = subject.describe()
    finally:
        subject.close()
    assert (description.name, description.operations) == ("own", ("echo", "refuse"))
