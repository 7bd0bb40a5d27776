"""chat-response-to-responses-response: ids, failures, and what is left out."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import AnswerError, chat_response_to_responses_response
from tests.reference.exchanges import USAGE, Object, called

REQUEST: Object = {
    "model": "alias", "input": "Hi", "instructions": "Be brief.", "metadata": {"a": "b"}, "temperature": 0.5,
    "max_output_tokens": 64, "parallel_tool_calls": False, "tool_choice": "required", "user": None, "stream": True,
    "tools": [{"type": "function", "name": "f", "parameters": {}, "strict": None}],
}  # fmt: skip


def answer(finish: Any = "stop", *, top: Object | None = None, beside: Object | None = None, **message: Any) -> Object:
    """A Chat completion of one choice. top: further members of it; beside: further members of the choice."""
    choice = {"index": 0, "message": {"role": "assistant", "content": None} | message, "finish_reason": finish}
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_760_000_000, "model": "m"}
    return head | {"choices": [choice | (beside or {})]} | (top or {})


def converted(response: Any, request: Object | None = None, **answers: Any) -> Object:
    """The response for a Chat completion; the pinned schema accepts it."""
    exchange = {"response": response} | ({} if request is None else {"request": request})
    found = chat_response_to_responses_response(exchange, **answers)
    assert refusals_of("responses-response", found) == ()
    return found


@pytest.mark.parametrize(
    ("response", "why"),
    [
        ({"error": {"message": "Overloaded.", "code": 529}}, r"response.error: Overloaded"),
        ({"error": "Overloaded."}, r"response.error: Overloaded"),
        (answer(None, content="A"), "response: it ends without a finish_reason"),
        (answer("eos", content="A"), r"response.choices\[0\].finish_reason: 'eos'"),
        (answer() | {"choices": []}, "response: it ends without a finish_reason"),
    ],
)
def test_an_answer_that_failed_is_refused_or_a_failed_response(response: Object, why: str) -> None:
    with pytest.raises(AnswerError, match=why):
        converted(response)
    found = converted(response, failed_answer="failed")
    assert found["status"] == "failed"
    assert re.search(why.partition(": ")[2], found["error"]["message"])


@pytest.mark.parametrize(
    "given",
    [None, [], {}, {"choices": None}, {"choices": [None]}, {"choices": [{"message": None}]}, {"choices": {"a": {}}}],
)
def test_what_is_no_answer_is_refused(given: Any) -> None:
    with pytest.raises(AnswerError, match="response"):
        converted(given, failed_answer="failed")


def test_counts_of_tokens_have_the_names_of_responses(caplog: pytest.LogCaptureFixture) -> None:
    details = {
        "prompt_tokens_details": {"cached_tokens": 4, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 1, "accepted_prediction_tokens": 3},
    }
    assert converted(answer(top={"usage": USAGE | details}))["usage"] == {
        "input_tokens": 9,
        "input_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 0},
        "output_tokens": 2,
        "output_tokens_details": {"reasoning_tokens": 1},
        "total_tokens": 11,
    }
    assert [record.getMessage() for record in caplog.records] == [
        "usage.completion_tokens_details.accepted_prediction_tokens: a response has no place for it; left out"
    ]
    assert converted(answer())["usage"] is None
    assert converted(answer(), usage_when_absent="zeros")["usage"]["output_tokens_details"] == {"reasoning_tokens": 0}


def test_ids_are_made_of_the_given_one_and_of_places() -> None:
    call = called(0, "a", "f", "{}") | {"id": None}
    for given, stem in (
        ("chatcmpl-1", "1"),
        ("gen-1.2", "gen-1_2"),
        ("resp_7", "7"),
        (None, "0"),
        ("é" * 50, "_" * 40),
    ):
        found = converted(answer(content="A", tool_calls=[call], top={"id": given}))
        assert found["id"] == f"resp_{stem}"
        assert [item["id"] for item in found["output"]] == [f"msg_{stem}_0", f"fc_{stem}_1"]
        assert found["output"][1]["call_id"] == f"call_{stem}_1"


@pytest.mark.parametrize("arguments", ['{"input": 1}', '{"a": "x", "b": "y"}', "*** Begin", '"x"', '{"input": "x'])
def test_arguments_of_another_form_are_the_input_of_a_custom_tool(
    arguments: str, caplog: pytest.LogCaptureFixture
) -> None:
    request = REQUEST | {"tools": [{"type": "custom", "name": "c"}]}
    (call,) = converted(answer("tool_calls", tool_calls=[called(0, "a", "c", arguments)]), request)["output"]
    assert (call["type"], call["input"]) == ("custom_tool_call", arguments)
    assert caplog.records[0].getMessage().startswith("response.choices[0].message.tool_calls[0]: arguments hold more")


def test_log_probabilities_are_those_of_the_text(caplog: pytest.LogCaptureFixture) -> None:
    token = {
        "token": "A",
        "logprob": -0.5,
        "bytes": [65],
        "top_logprobs": [{"token": "B", "logprob": -1, "bytes": None}],
    }
    beside = {"logprobs": {"content": [token], "refusal": [token]}}
    (item,) = converted(answer(content="A", beside=beside))["output"]
    kept = token | {"top_logprobs": [{"token": "B", "logprob": -1, "bytes": []}]}
    assert item["content"][0]["logprobs"] == [kept]
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "response.choices[0].logprobs.refusal"
    ]
    caplog.clear()
    assert converted(answer(beside={"logprobs": {"content": [token]}}))["output"] == []
    assert caplog.records[0].getMessage().startswith("logprobs: ")


def test_what_is_left_out_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    calls = [
        None,
        {"id": "a", "type": "function", "function": {}},
        called(0, "b", "f", "{}") | {"extra_content": {"x": 1}},
    ]
    message = {
        "content": [{"type": "text"}], "audio": {"id": "x"}, "reasoning_details": [{"type": "reasoning.encrypted"}],
        "annotations": [{"type": "file_citation"}], "tool_calls": calls, "reasoning": "t", "reasoning_content": "u",
    }  # fmt: skip
    given = answer("tool_calls", **message, top={"service_tier": "standard", "system_fingerprint": "fp"})
    given["choices"].append(given["choices"][0] | {"index": 1})
    with caplog.at_level(logging.WARNING):
        found = converted(given)
    assert [item["type"] for item in found["output"]] == ["reasoning", "function_call"]
    own = "response.choices[0].message."
    assert sorted(record.getMessage().partition(":")[0] for record in caplog.records) == sorted(
        [
            *(own + name for name in ("content", "audio", "reasoning_details", "annotations[0]", "tool_calls[0]")),
            *(own + name for name in ("tool_calls[1]", "tool_calls[2].extra_content", "reasoning")),
            "response.choices[1]", "response.system_fingerprint", "service_tier",
        ]
    )  # fmt: skip
