"""The messages of Chat Completions, as the reference writes them for Gemini."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference.chat_request import RequestError
from conformance.reference.to_gemini_contents import STAND_IN, ContentChoices, ContentsWriter

Q: Any = {"role": "user", "content": "q"}
USUAL = ContentChoices("user-text", "refuse", "text", "report", "file")


def made(*messages: Any, model: str = "m", **choices: Any) -> Any:
    writer = ContentsWriter(USUAL._replace(**choices), model)
    for position, message in enumerate(messages):
        writer.take(message, f"messages[{position}]")
    return writer.made()


def calls(*ids: str, **more: Any) -> Any:
    held = [{"id": id_, "type": "function", "function": {"name": f"of_{id_}", "arguments": "{}"}} for id_ in ids]
    return {"role": "assistant", "content": None, "tool_calls": held, **more}


def result(id_: str, content: Any = "r") -> Any:
    return {"role": "tool", "tool_call_id": id_, "content": content}


def test_results_are_one_content_in_the_order_of_their_calls() -> None:
    contents = made(Q, calls("a", "b"), result("b", "two"), result("a", "one"), Q)["contents"]
    assert [content["role"] for content in contents] == ["user", "model", "user", "user"]
    assert [part["functionResponse"] for part in contents[2]["parts"]] == [
        {"id": "a", "name": "of_a", "response": {"output": "one"}},
        {"id": "b", "name": "of_b", "response": {"output": "two"}},
    ]


def test_a_result_that_is_late_is_behind_its_call_all_the_same() -> None:
    contents = made(Q, calls("a"), Q, result("a"))["contents"]
    assert ["functionResponse" in content["parts"][0] for content in contents] == [False, False, True, False]


def test_a_result_without_a_call_is_left_out_with_a_report(caplog: pytest.LogCaptureFixture) -> None:
    assert made(Q, result("z")) == {"contents": [{"role": "user", "parts": [{"text": "q"}]}]}
    assert "no call before it has the id 'z'" in caplog.text


def test_all_texts_of_the_system_are_in_order_and_late_ones_where_the_choice_says() -> None:
    system, late = {"role": "system", "content": "A"}, {"role": "developer", "content": "B"}
    assert made(system, late, Q)["systemInstruction"] == {"parts": [{"text": "A"}, {"text": "B"}]}
    assert made(Q, late)["contents"][0]["parts"][-1] == {"text": "[system] B"}
    assert made(Q, late, late_system="hoist")["systemInstruction"] == {"parts": [{"text": "B"}]}
    assert made(system) == {"contents": [{"role": "user", "parts": [{"text": "A"}]}]}


def test_the_first_call_of_each_step_of_the_current_turn_is_signed_for_models_that_want_it() -> None:
    given = (Q, calls("z"), result("z"), Q, calls("a", "b"), result("a"), result("b"), calls("c"), result("c"))
    parts = [part for content in made(*given, model="gemini-3-pro")["contents"] for part in content["parts"]]
    signed = [part["functionCall"]["id"] for part in parts if part.get("thoughtSignature") == STAND_IN]
    assert signed == ["a", "c"]
    assert STAND_IN not in str(made(*given, model="gemini-2.5-pro"))


def test_a_call_keeps_its_own_signature() -> None:
    message = calls("a")
    message["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": "c2ln"}}
    assert made(Q, message)["contents"][1]["parts"][0]["thoughtSignature"] == "c2ln"


def test_a_user_speaks_before_a_model_that_calls_first() -> None:
    assert [content["role"] for content in made(calls("a"), result("a"))["contents"]] == ["user", "model", "user"]
    assert [content["role"] for content in made({"role": "assistant", "content": "a"}, Q)["contents"]] == [
        "model",
        "user",
    ]


def test_thoughts_are_marked_or_left_out(caplog: pytest.LogCaptureFixture) -> None:
    message = {"role": "assistant", "content": "Four.", "reasoning_content": "Two and two."}
    assert made(Q, message)["contents"][1]["parts"] == [{"text": "Four."}]
    assert "reasoning_content" in caplog.text
    thought = {"text": "Two and two.", "thought": True}
    assert made(Q, message, thinking="dialect")["contents"][1]["parts"] == [thought, {"text": "Four."}]


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("data:image/gif;base64,R0lG", {"inlineData": {"mimeType": "image/gif", "data": "R0lG"}}),
        (
            "https://example.org/a.webp?b=1",
            {"fileData": {"mimeType": "image/webp", "fileUri": "https://example.org/a.webp?b=1"}},
        ),
        ("https://example.org/a", {"fileData": {"mimeType": "image/jpeg", "fileUri": "https://example.org/a"}}),
        ("data:image/png,raw", {"text": "[image: left out]"}),
    ],
)
def test_an_image_is_data_or_a_file(url: str, part: Any) -> None:
    content = [{"type": "image_url", "image_url": {"url": url}}]
    assert made({"role": "user", "content": content})["contents"][0]["parts"] == [part]


def test_an_image_may_be_named_in_a_text() -> None:
    content = [{"type": "image_url", "image_url": {"url": "https://example.org/a"}}]
    assert made({"role": "user", "content": content}, image_url="report")["contents"][0]["parts"] == [
        {"text": "[image: https://example.org/a]"}
    ]


def test_the_older_form_of_a_call_has_no_id() -> None:
    call = {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": '{"a": 1}'}}
    contents = made(Q, call, {"role": "function", "name": "f", "content": "r"})["contents"]
    assert contents[1]["parts"] == [{"functionCall": {"name": "f", "args": {"a": 1}}}]
    assert contents[2]["parts"] == [{"functionResponse": {"name": "f", "response": {"output": "r"}}}]


@pytest.mark.parametrize(("answer", "args"), [("wrap", {"arguments": "[1"}), ("empty", {})])
def test_arguments_that_are_no_object_are_refused_wrapped_or_emptied(answer: str, args: Any) -> None:
    message = calls("a")
    message["tool_calls"][0]["function"]["arguments"] = "[1"
    with pytest.raises(RequestError, match="arguments is no JSON object"):
        made(Q, message)
    assert made(Q, message, malformed_arguments=answer)["contents"][1]["parts"][0]["functionCall"]["args"] == args


@pytest.mark.parametrize(
    "message",
    [
        7, {"role": "robot"}, {"role": "user", "content": 7}, {"role": "user", "content": [7]},
        {"role": "user", "content": [{"type": "text"}]}, {"role": "assistant", "tool_calls": [{"id": "a"}]},
        {"role": "user", "content": ""}, {"role": "system", "content": " "},
    ],
)  # fmt: skip
def test_what_is_no_message_or_says_nothing_is_refused(message: Any) -> None:
    with pytest.raises(RequestError):
        made(message)
