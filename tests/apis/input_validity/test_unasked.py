"""What nobody asks for is documented where the client's API cannot ask for it, and real where it can."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.emulator.stream import chat_chunks
from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, standing_of
from tests.apis.input_validity.samples import CHAT_RESPONSE

FIRST = CHAT_RESPONSE["choices"][0] | {"message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}
TOKEN = {"token": "Hi", "logprob": -0.5, "bytes": [72, 105], "top_logprobs": []}
SOUND = {"id": "audio_1", "data": "UklGRg==", "expires_at": 1_760_003_600, "transcript": "Hi"}
OLD_CALL = {"name": "look", "arguments": "{}"}


def response(**choice: Any) -> Any:
    return CHAT_RESPONSE | {"choices": [FIRST | choice]}


def saying(**message: Any) -> Any:
    return response(message=FIRST["message"] | message)


UNASKED = {
    "several choices": CHAT_RESPONSE | {"choices": [FIRST, FIRST | {"index": 1}]},
    "log probabilities": response(logprobs={"content": [TOKEN], "refusal": None}),
    "sound": saying(audio=SOUND),
    "an old call": saying(function_call=OLD_CALL),
}


def test_an_answer_that_a_client_asked_for_is_real() -> None:
    assert standing_of("chat-response-to-anthropic-response", response()).reasons == ()
    assert standing_of("chat-stream-to-anthropic-stream", chat_chunks(response(), usage=False)).reasons == ()


def test_an_error_in_the_place_of_an_answer_is_documented_and_decides_what_an_empty_answer_for_it_is() -> None:
    failed = standing_of("chat-response-to-anthropic-response", {"error": {"message": "Overloaded"}})
    assert failed.kind == DOCUMENTED
    assert [reason.at for reason in failed.reasons] == ["/error"]
    assert standing_of("chat-response-to-anthropic-response", {"error": {}}).kind == MALFORMED


@pytest.mark.parametrize("name", UNASKED)
def test_what_no_anthropic_request_asks_for_is_documented(name: str) -> None:
    found = standing_of("chat-response-to-anthropic-response", UNASKED[name])
    assert (found.kind, [reason.rule for reason in found.reasons]) == (DOCUMENTED, ["unasked"])


def test_a_program_that_reads_calls_may_have_asked_for_several_choices() -> None:
    assert standing_of("chat-response-to-tool-calls", UNASKED["several choices"]).kind == REAL


def test_chunks_of_several_choices_are_documented() -> None:
    first, *rest = chat_chunks(response(), usage=False)
    chunks = [first | {"choices": [*first["choices"], first["choices"][0] | {"index": 1}]}, *rest]
    chunks[-1]["choices"].append({"index": 1, "delta": {}, "finish_reason": "stop"})
    assert standing_of("chat-stream-to-anthropic-stream", chunks).kind == DOCUMENTED


def test_an_answer_that_is_wrong_otherwise_is_malformed() -> None:
    wrong = UNASKED["several choices"] | {"choices": [FIRST | {"finish_reason": 7}, FIRST | {"index": 1}]}
    assert standing_of("chat-response-to-anthropic-response", wrong).kind == MALFORMED


def test_arguments_that_are_cut_off_are_real_where_the_answer_ended_early() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": '{"at":'}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    for finish, kind in (("length", REAL), ("tool_calls", MALFORMED)):
        cut = response(message=message, finish_reason=finish)
        assert standing_of("chat-response-to-anthropic-response", cut).kind == kind
