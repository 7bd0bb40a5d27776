"""Recorded traffic of Google's Gemini API: found by its path or by what it says, and judged by its oracle."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from conformance.apis.recordings import Interaction
from conformance.apis.recordings.check import check
from conformance.apis.recordings.compare import compare
from conformance.apis.recordings.inputs import harvest
from tests.apis.recordings.conftest import as_yaml, cassette

BASE = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash"
URL = f"{BASE}:generateContent"
VERTEX = "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google"
STREAM = f"{BASE}:streamGenerateContent"
REQUEST = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}
USED = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}


def response(text: str, **more: Any) -> dict[str, Any]:
    content = {"role": "model", "parts": [{"text": text}]}
    return {"candidates": [{"content": content, **more}], "usageMetadata": USED, "modelVersion": "gemini-2.5-flash"}


ANSWER = response("Hi", finishReason="STOP")
CHUNKS = [response("H"), response("i", finishReason="STOP")]
REFUSED = {"error": {"code": 400, "message": "Please use a valid role: user, model.", "status": "INVALID_ARGUMENT"}}


def sse(chunks: list[dict[str, Any]]) -> str:
    return "".join(f"data: {json.dumps(chunk)}\r\n\r\n" for chunk in chunks)


def exchanged(uri: str = URL, answer: Any = ANSWER, **changes: Any) -> str:
    body = {"string": answer if isinstance(answer, str) else json.dumps(answer)}
    return as_yaml(cassette(request_uri=uri, request_body=json.dumps(REQUEST), **{"body": body, **changes}))


def interaction(**more: Any) -> Interaction:
    made: dict[str, Any] = {"request": {**REQUEST, "model": "gemini-2.5-flash"}, "status": 200, "answer": ANSWER}
    return Interaction(file="a.yaml", number=0, api="gemini", host="x.googleapis.com", **{**made, **more})


@pytest.mark.parametrize(
    ("uri", "model"),
    [
        (URL, "gemini-2.5-flash"),
        (f"{URL}?key=REDACTED", "gemini-2.5-flash"),
        (f"{VERTEX}/models/g:generateContent", "g"),
        ("https://generativelanguage.googleapis.com/v1beta/models/a%2Fb:generateContent", "a/b"),
        ("REDACTED", None),
        ("", None),
    ],
)  # fmt: skip
def test_an_exchange_is_read_wherever_it_was_sent_to(folder, read, uri, model):
    (folder / "a.yaml").write_text(exchanged(uri), "utf-8")
    (found,) = read().interactions
    assert (found.api, found.answer, found.events) == ("gemini", ANSWER, None)
    assert found.request == REQUEST | ({} if model is None else {"model": model})


@pytest.mark.parametrize("uri", [STREAM, f"{STREAM}?alt=sse", "REDACTED"])
@pytest.mark.parametrize("body", [sse(CHUNKS), json.dumps(CHUNKS), json.dumps(CHUNKS, indent=1)])
def test_a_stream_is_read_as_events_or_as_one_array(folder, read, uri, body):
    (folder / "a.yaml").write_text(exchanged(uri, body), "utf-8")
    (found,) = read().interactions
    assert (found.api, found.events) == ("gemini", tuple(CHUNKS))
    assert (found.request.get("stream") is True) == (uri != "REDACTED")


def test_a_whole_answer_that_is_called_a_stream_is_read(folder, read):
    kind = {"Content-Type": ["text/event-stream"]}
    packed = base64.b64encode(json.dumps(ANSWER).encode()).decode()
    for name, body in (("a.yaml", json.dumps(ANSWER)), ("b.yaml", packed)):
        (folder / name).write_text(exchanged(answer=body, headers=kind), "utf-8")
    assert [(found.answer, found.events) for found in read().interactions] == [(ANSWER, None)] * 2


@pytest.mark.parametrize("uri", [URL, STREAM, "REDACTED"])
@pytest.mark.parametrize("refused", [REFUSED, [REFUSED]])
def test_an_error_says_by_its_form_which_api_it_is_of(folder, read, uri, refused):
    (folder / "a.yaml").write_text(exchanged(uri, refused, status={"code": 400, "message": "Bad"}), "utf-8")
    (found,) = read().interactions
    assert (found.api, found.status, found.answer, found.succeeded) == ("gemini", 400, REFUSED, False)


@pytest.mark.parametrize("document", [ANSWER, CHUNKS, {"promptFeedback": {"blockReason": "SAFETY"}, "responseId": "r"}])
def test_answers_that_were_kept_alone_are_read(folder, read, document):
    (folder / "a.json").write_text(json.dumps(document), "utf-8")
    (found,) = read().interactions
    assert (found.api, found.host) == ("gemini", "")


def test_a_stream_that_was_kept_alone_is_read(folder, read):
    (folder / "a.sse").write_text(sse(CHUNKS), "utf-8")
    (found,) = read().interactions
    assert (found.api, found.events) == ("gemini", tuple(CHUNKS))


def test_what_only_counts_tokens_is_other_traffic(folder, read):
    (folder / "a.yaml").write_text(exchanged(f"{BASE}:countTokens"), "utf-8")
    (left_out,) = read().skipped
    assert left_out.why.endswith("POST /models/MODEL:generateContent")


def test_requests_answers_and_chunks_are_judged():
    wrong = interaction(request={**REQUEST, "seed": 1}, answer={**ANSWER, "candidates": 1})
    assert check([interaction(), interaction(answer={}, events=tuple(CHUNKS))]).is_sound
    assert [(refused.part, refused.at) for refused in check([wrong]).refused] == [
        ("request", "/seed"),
        ("response", "/candidates"),
    ]
    failed = check([interaction(events=(CHUNKS[0], {"error": REFUSED["error"]}))])
    assert (failed.events, failed.errors, failed.is_sound, failed.unknown_events) == (1, 1, True, {})


@pytest.mark.parametrize(
    ("message", "word", "group"),
    [
        ("models/g is not found for API version v1beta", "NOT_FOUND", "of_the_model"),
        ("Cannot fetch content from the provided URL.", "INVALID_ARGUMENT", None),
        ("You exceeded your current quota.", "RESOURCE_EXHAUSTED", None),
        ("Something else.", "INVALID_ARGUMENT", "unforeseen"),
    ],
)  # fmt: skip
def test_what_the_api_refused_itself_is_about_its_form_or_not(message, word, group):
    error = {"error": {"code": 400, "message": message, "status": word}}
    checked = check([interaction(status=400, answer=error)])
    groups = {name for name in ("unforeseen", "of_the_model", "of_the_host") if getattr(checked, name)}
    assert groups == ({group} if group else set())


def test_each_value_is_an_input_of_what_reads_it():
    inputs = harvest([interaction(), interaction(answer={}, events=tuple(CHUNKS)), interaction(events=())]).inputs
    assert inputs["gemini-request-to-chat-request"] == ({**REQUEST, "model": "gemini-2.5-flash"},)
    assert inputs["gemini-response-to-chat-response"] == (ANSWER,)
    assert inputs["gemini-stream-to-chat-stream"] == (CHUNKS,)


def test_words_of_the_api_are_compared_and_arguments_are_not():
    call = {"functionCall": {"name": "f", "args": {"a": 1}}}
    other = {"functionCall": {"name": "f", "args": {"b": [1]}}}
    parts = [{**ANSWER, "candidates": [{"content": {"parts": [part]}}]} for part in (call, other)]
    before, after = ([interaction(answer=answer)] for answer in parts)
    assert not compare("earlier", before, after).new
    found = compare("earlier", [interaction()], [interaction(answer=response("Hi", finishReason="MAX_TOKENS"))])
    assert [(seen.what, seen.value) for seen in found.new] == [("Gemini response", "MAX_TOKENS")]
