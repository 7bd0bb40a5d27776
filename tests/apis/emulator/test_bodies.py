from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.emulator import CHAT, RESPONSES, completed, refusal_of


def responses(answer: Any, number: int = 0) -> dict[str, Any]:
    body = completed(RESPONSES, answer, number, "m")
    assert body is not None
    return body


def chat(answer: Any, number: int = 0) -> dict[str, Any]:
    body = completed(CHAT, answer, number, "m")
    assert body is not None
    return body


def test_a_text_is_a_message_with_all_that_clients_read() -> None:
    body = responses("Hi.", 3)
    assert (body["id"], body["object"], body["status"], body["model"]) == ("resp_3", "response", "completed", "m")
    assert body["usage"].keys() >= {"input_tokens", "output_tokens", "total_tokens"}
    content = [{"annotations": [], "type": "output_text", "text": "Hi."}]
    message = {"id": "msg_3_0", "type": "message", "status": "completed", "role": "assistant", "content": content}
    assert body["output"] == [message]


def test_a_chat_text_is_a_choice() -> None:
    body = chat("Hi.")
    assert (body["object"], body["usage"]["total_tokens"]) == ("chat.completion", 20)
    message = {"role": "assistant", "content": "Hi.", "refusal": None}
    assert body["choices"] == [{"index": 0, "logprobs": None, "finish_reason": "stop", "message": message}]


def test_a_call_is_completed() -> None:
    (item,) = responses([{"type": "function_call", "name": "f", "arguments": {"größe": 1}}], 1)["output"]
    assert item == {
        "id": "fc_1_0", "type": "function_call", "status": "completed", "call_id": "call_1_0",
        "arguments": '{"größe": 1}', "name": "f",
    }  # fmt: skip
    (choice,) = chat({"tool_calls": [{"function": {"name": "f"}}]}, 1)["choices"]
    assert choice["finish_reason"] == "tool_calls"
    call = {"id": "call_1_0", "type": "function", "function": {"arguments": "{}", "name": "f"}}
    assert choice["message"] == {"role": "assistant", "content": None, "refusal": None, "tool_calls": [call]}


def test_what_is_given_stays() -> None:
    given = {"type": "function_call", "id": "x", "call_id": None, "status": None, "arguments": None, "name": 7}
    assert responses([given])["output"] == [given]
    assert responses({"id": "mine", "output": ["a"], "error": {"code": "x"}})["error"] == {"code": "x"}
    assert chat({"id": "mine", "choices": [{"message": {}, "finish_reason": "length"}]})["id"] == "mine"
    assert responses([{"type": "image_generation_call", "result": ""}, 7])["output"][1] == 7


def test_the_same_script_gives_the_same_bodies() -> None:
    assert responses(["a", "b"], 4) == responses(["a", "b"], 4)
    assert responses("a", 1)["id"] != responses("a", 2)["id"]


@pytest.mark.parametrize(("api", "answer"), [(CHAT, ["a"]), (CHAT, 7), (RESPONSES, 7), (RESPONSES, None)])
def test_what_is_no_answer_of_an_api(api: str, answer: Any) -> None:
    assert completed(api, answer, 0) is None


def test_errors_are_distinguished_from_bodies() -> None:
    assert refusal_of({"http": 503, "error": "Overloaded."}) == (
        503,
        {"error": {"message": "Overloaded.", "type": "server_error", "param": None, "code": None}},
    )
    assert refusal_of({"http": 200}) == (500, refusal_of({"http": 500})[1])  # type: ignore[index]
    assert refusal_of({"status": 500, "output": []}) is None
    assert completed(RESPONSES, {"http": 400}, 0) is None
