"""The contents of a Gemini request, as the reference reads them."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference.anthropic_messages import HistoryChoices
from conformance.reference.chat_request import RequestError
from conformance.reference.gemini_contents import ContentsReader

ASKED: Any = {"role": "user", "parts": [{"text": "q"}]}


def messages(*contents: Any) -> Any:
    return ContentsReader(HistoryChoices("report", "prefix", "user-message")).messages({"contents": list(contents)})


def call(name: str, **more: Any) -> Any:
    return {"functionCall": {"name": name, "args": {}, **more}}


def result(name: str, response: Any, **more: Any) -> Any:
    return {"functionResponse": {"name": name, "response": response, **more}}


def test_made_ids_are_no_other_calls() -> None:
    made = messages(ASKED, {"role": "model", "parts": [call("f"), call("f", id="call_1")]})
    assert [entry["id"] for entry in made[1]["tool_calls"]] == ["call_2", "call_1"]


def test_a_result_answers_the_open_call_of_its_name() -> None:
    made = messages(
        ASKED, {"role": "model", "parts": [call("f"), call("g")]},
        {"role": "user", "parts": [result("g", {"output": "of g"}), result("f", {"output": "of f"})]},
    )  # fmt: skip
    assert [(entry["tool_call_id"], entry["content"]) for entry in made[2:]] == [("call_2", "of g"), ("call_1", "of f")]


@pytest.mark.parametrize(
    ("response", "content"),
    [
        ({}, ""),
        ({"output": "r"}, "r"),
        ({"result": " r "}, " r "),
        ({"city": "Oslo"}, '{"city":"Oslo"}'),
        ({"output": "4", "took": 1}, '{"output":"4","took":1}'),
        ({"error": "no"}, "Error: no"),
        ({"error": {"code": 5}}, 'Error: {"error":{"code":5}}'),
        ({"error": ""}, "Error: The tool failed without a message."),
    ],
)
def test_a_result_is_a_text(response: Any, content: str) -> None:
    called = {"role": "model", "parts": [call("f")]}
    made = messages(ASKED, called, {"role": "user", "parts": [result("f", response)]})
    assert made[2]["content"] == content


def test_a_result_of_no_call_is_refused() -> None:
    with pytest.raises(RequestError, match="answers no call"):
        messages(ASKED, {"role": "user", "parts": [result("f", {})]})


def test_media_have_their_parts_or_a_text() -> None:
    sound = {"inlineData": {"mimeType": "audio/mp3", "data": "AAAA"}}
    film = {"fileData": {"mimeType": "video/mp4", "fileUri": "https://example.org/a.mp4"}}
    (message,) = messages({"role": "user", "parts": [sound, film]})
    assert [part["type"] for part in message["content"]] == ["input_audio", "text"]
    assert message["content"][1]["text"] == "[video: https://example.org/a.mp4]"


def test_a_file_that_cannot_be_shown_is_named_as_one() -> None:
    page = {"fileData": {"mimeType": "application/pdf", "fileUri": "https://example.org/a.pdf"}}
    (message,) = messages({"role": "user", "parts": [page]})
    assert message["content"] == "[file: https://example.org/a.pdf]"


@pytest.mark.parametrize(
    ("type_", "name"),
    [("application/pdf", "document.pdf"), ("text/plain", "document.txt"), ("text/csv", "document.csv")],
)
def test_a_file_without_a_name_is_named_like_its_type(type_: str, name: str) -> None:
    """A text in a file that is called a PDF would be read as one."""
    (message,) = messages({"role": "user", "parts": [{"inlineData": {"mimeType": type_, "data": "AAAA"}}]})
    assert message["content"][0]["file"] == {"filename": name, "file_data": f"data:{type_};base64,AAAA"}
