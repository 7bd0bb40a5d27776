"""Anthropic's messages as Chat messages: what has no place, and what has another form."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import RequestError
from conformance.reference.anthropic_messages import CHAT, HistoryChoices, MessagesReader, MessageTarget

Object = dict[str, Any]
PNG = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
PNG_PART = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {"n": 9007199254740993, "x": 1.0}}


def text(value: str) -> Object:
    return {"type": "text", "text": value}


def read(
    *messages: Object, target: MessageTarget = CHAT, system: Any = None, thinking: Any = "report",
    tool_error: Any = "prefix", result_media: Any = "user-message",
) -> list[Object]:  # fmt: skip
    request = {"messages": list(messages), "system": system}
    return MessagesReader(target, HistoryChoices(thinking, tool_error, result_media)).messages(request)


def of_user(*blocks: Object) -> Object:
    return {"role": "user", "content": list(blocks)}


def of_model(*blocks: Object) -> Object:
    return {"role": "assistant", "content": list(blocks)}


def result(**more: Any) -> Object:
    return {"type": "tool_result", "tool_use_id": "t1", "content": "r", **more}


def test_media_of_results_are_behind_all_results(caplog: Any) -> None:
    pictured = result(content=[text("A"), {"type": "image", "source": PNG}])
    got = read(of_model(CALL, {**CALL, "id": "t2"}), of_user(pictured, result(tool_use_id="t2")))
    assert got[1:] == [
        {
            "role": "tool",
            "tool_call_id": "t1",
            "content": [text("A"), text("[1 attached: image or file, in the next user message]")],
        },
        {"role": "tool", "tool_call_id": "t2", "content": "r"},
        {"role": "user", "content": [text("Attached by the tool call t1:"), PNG_PART]},
    ]
    assert "messages[1].content[0]" in caplog.text


def test_media_of_results_may_be_named_or_refused(caplog: Any) -> None:
    pictured = of_user(result(content=[{"type": "image", "source": PNG}]))
    assert read(of_model(CALL), pictured, result_media="placeholder")[1]["content"] == "[image: left out]"
    assert "messages[1].content[0]" in caplog.text
    with pytest.raises(RequestError, match="texts only"):
        read(of_model(CALL), pictured, result_media="refuse")


@pytest.mark.parametrize(
    ("choice", "content", "expected"),
    [
        ("prefix", "no file", "Error: no file"),
        ("prefix", [text("a"), text("b")], [text("Error: a"), text("b")]),
        ("prefix", None, "Error: The tool failed without a message."),
        ("json", "no file", '{"error":"no file"}'),
        ("report", "no file", "no file"),
    ],
)
def test_a_failed_result_says_so(choice: str, content: Any, expected: Any, caplog: Any) -> None:
    got = read(of_model(CALL), of_user(result(content=content, is_error=True)), tool_error=choice)
    assert got[1]["content"] == expected
    assert bool(caplog.records) is (choice == "report")


def test_the_beginning_of_an_answer_is_a_message_and_is_reported(caplog: Any) -> None:
    begun = read(of_user(text("q")), of_model(text("{")))
    assert begun == [{"role": "user", "content": "q"}, {"role": "assistant", "content": "{"}]
    assert "beginning of an answer" in caplog.text


def test_thoughts_and_hosted_steps_are_reported_and_no_calls(caplog: Any) -> None:
    thought = {"type": "thinking", "thinking": "h", "signature": "S"}
    hosted = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}
    assert read(of_model(thought, hosted, found), of_user(text("q"))) == [{"role": "user", "content": "q"}]
    assert [f"content[{number}]" in record.getMessage() for number, record in enumerate(caplog.records)] == [True] * 3


DOCUMENTS: list[tuple[Object, list[Object], bool]] = [
    ({"type": "image", "source": {"type": "url", "url": "https://x/a.png"}},
     [{"type": "image_url", "image_url": {"url": "https://x/a.png"}}], False),
    ({"type": "image", "source": {"type": "file", "file_id": "file_1"}}, [text("[image: file_1]")], True),
    ({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "D"}}, [text("D")], False),
    ({"type": "document", "title": "T", "context": "C", "source": {"type": "text", "data": "D"}},
     [text("[document: T]"), text("C"), text("D")], False),
    ({"type": "document", "title": "a.pdf", "source": {**PNG, "media_type": "application/pdf"}},
     [{"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,iVBORw0KGgo="}}], False),
    ({"type": "document", "source": {"type": "content", "content": [text("a"), {"type": "image", "source": PNG}]}},
     [text("a"), PNG_PART], False),
    ({"type": "document", "source": {"type": "url", "url": "https://x/a.pdf"}},
     [text("[document: https://x/a.pdf]")], True),
    ({"type": "search_result", "source": "https://x", "title": "T", "content": [text("a")],
      "citations": {"enabled": False}}, [text("[search result: T, https://x]"), text("a")], False),
    ({"type": "tool_reference", "tool_name": "f"}, [text("[tool: f]")], True),
    ({"type": "container_upload", "file_id": "file_1"}, [], True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("block", "parts", "is_reported"), DOCUMENTS, ids=[str(document[0])[:60] for document in DOCUMENTS]
)
def test_each_block_has_its_parts(block: Object, parts: list[Object], is_reported: bool, caplog: Any) -> None:
    (got,) = read(of_user(block, text("q")))
    assert got["content"] == ([*parts, text("q")] if parts else "q")
    assert bool(caplog.records) is is_reported


def test_marks_and_unknown_members_are_reported_by_their_paths(caplog: Any) -> None:
    marked = {**text("q"), "cache_control": {"type": "ephemeral"}}
    assert read(of_user(marked, result(toolset_name="x"))) == [
        {"role": "tool", "tool_call_id": "t1", "content": "r"},
        {"role": "user", "content": "q"},
    ]
    assert "messages[0].content[0].cache_control" in caplog.text
    assert "messages[0].content[1].toolset_name" in caplog.text


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"role": "robot", "content": "q"}, "robot"),
        ({"role": "user", "content": 7}, r"messages\[0\].content is a number"),
        (of_user({"type": "text"}), r"content\[0\].text is null"),
        (of_model({"type": "tool_use", "id": "t1", "name": "f", "input": "x"}), r"content\[0\].input is a string"),
        (of_user({"type": "tool_result"}), r"content\[0\].tool_use_id is null"),
        (of_user({"type": "container_upload", "file_id": "file_1"}), "none of them says anything"),
    ],
)
def test_what_is_no_message_is_an_error_that_names_the_place(message: Object, words: str) -> None:
    with pytest.raises(RequestError, match=words):
        read(message)
