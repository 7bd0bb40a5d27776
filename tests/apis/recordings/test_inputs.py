"""What becomes of recorded traffic: inputs of operations, and questions to the oracles."""

from __future__ import annotations

import pytest

from conformance.apis.recordings import Interaction
from conformance.apis.recordings.check import check
from conformance.apis.recordings.inputs import harvest
from conformance.base.values import ABSENT
from conformance.formats.operations import operations_from
from tests.apis.recordings.conftest import ANSWER, REQUEST

CHAT_REQUEST = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "tools": [{"type": "function"}]}
PLAIN = {"model": "m", "messages": CHAT_REQUEST["messages"]}
CHAT_ANSWER = {"object": "chat.completion", "choices": []}
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def chunk(delta, finish_reason=None):
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}


CHUNKS = (
    chunk({"role": "assistant", "content": None}),
    chunk({"tool_calls": [{"index": 0, **CALL}]}),
    chunk({}, "tool_calls"),
)
MESSAGE = {"role": "assistant", "content": None, "tool_calls": [CALL]}
JOINED = {
    "id": "c",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "message": MESSAGE, "finish_reason": "tool_calls"}],
}
END = {"type": "response.completed", "response": ANSWER}


def taken(api="responses", request=REQUEST, **more):
    return Interaction(
        file="a.yaml", number=3, api=api, host="", request=request, **{"status": 200, "answer": ANSWER, **more}
    )


def of_formats(values):
    """The inputs of each operation from some formats."""
    return {name: (value,) for format_, value in values.items() for name in operations_from(format_)}


def test_a_responses_exchange_gives_inputs_of_four_formats():
    asked = {**REQUEST, "instructions": "Be brief", "tools": []}
    found = harvest([taken(request=asked)])
    assert dict(found.inputs) == {
        "responses-output-to-chat-message": (ANSWER,),
        **of_formats(
            {
                "responses-response": ANSWER,
                "responses-input": {"input": "Hi", "instructions": "Be brief"},
                "responses-request": asked,
                "responses-tools": [],
            }
        ),
    }
    assert found.places["responses-output-to-tool-calls"] == ("a.yaml, interaction 3, response",)
    assert found.left_out == {}


def test_a_chat_exchange_gives_inputs_of_five_formats():
    found = harvest([taken("chat", CHAT_REQUEST, answer=CHAT_ANSWER)])
    assert dict(found.inputs) == of_formats(
        {
            "chat-response": CHAT_ANSWER,
            "chat-exchange": {"response": CHAT_ANSWER},
            "chat-messages": CHAT_REQUEST["messages"],
            "chat-request": CHAT_REQUEST,
            "chat-tools": CHAT_REQUEST["tools"],
        }
    )


def test_a_stream_gives_its_events_and_the_response_at_their_end():
    found = harvest([taken(events=({"type": "response.created"}, END))])
    assert found.inputs["responses-stream-to-tool-calls"] == ([{"type": "response.created"}, END],)
    assert found.inputs["responses-stream-to-chat-stream"] == ([{"type": "response.created"}, END],)
    assert found.inputs["responses-output-to-tool-calls"] == (ANSWER,)


@pytest.mark.parametrize(
    ("interaction", "why"),
    [
        (taken(status=400), "of a request that the API refused"),
        (taken(request={**REQUEST, "prompt": {}}), "a conversation that lies with the API (prompt)"),
        (taken("chat", ABSENT, events=({"choices": [{"delta": {"content": "a"}}]},)), "a Chat stream that breaks off"),
        (taken(answer={**ANSWER, "status": "failed"}), "a failed response, which makes no message"),
        (taken(answer=[]), "an answer that is not a responses object"),
        (taken("chat", CHAT_REQUEST, answer={}), "an answer that is not a Chat response"),
        (taken(request=[]), "of a request whose body is not an object"),
    ],
)  # fmt: skip
def test_what_is_no_input_is_counted(interaction, why):
    assert harvest([interaction]).left_out == {why: 1}


def test_a_chat_stream_gives_the_response_that_its_chunks_make():
    found = harvest([taken("chat", PLAIN, events=CHUNKS)])
    assert found.inputs["chat-response-to-tool-calls"] == (JOINED,)
    assert found.inputs["chat-response-to-responses-response"] == ({"response": JOINED},)
    assert found.inputs["chat-stream-to-responses-stream"] == ({"chunks": [*CHUNKS]},)
    assert found.places["chat-response-to-tool-calls"] == ("a.yaml, interaction 3, the response that its chunks make",)


def test_the_oracles_are_asked_about_the_response_that_chunks_make():
    reported = check([taken("chat", PLAIN, events=CHUNKS)])
    assert (reported.events, reported.joined, reported.responses, reported.refused) == (3, 1, 0, ())
    (call,) = CHUNKS[1]["choices"][0]["delta"]["tool_calls"]
    nameless = {**call, "id": None}
    wrong = chunk({"tool_calls": [nameless]})
    reported = check([taken("chat", PLAIN, events=(CHUNKS[0], wrong, CHUNKS[2]))], "openai")
    assert {(refusal.part, refusal.at) for refusal in reported.refused} == {
        ("the response that its chunks make", "/choices/0/message/tool_calls/0/id")
    }


def test_a_chunk_of_a_sound_has_no_choices():
    bare = {key: value for key, value in CHUNKS[0].items() if key != "choices"}
    reported = check([taken("chat", PLAIN, events=(CHUNKS[0], bare, *CHUNKS[1:]))], "openai")
    assert (reported.events, reported.refused) == (4, ())
    (refused,) = check([taken("chat", PLAIN, events=(CHUNKS[0], {**bare, "object": "chunk"}))], "openai").refused[:1]
    assert refused.part == "event 1"


def test_the_same_input_is_given_once():
    once, found = harvest([taken()]), harvest([taken(), taken()])
    assert (found.size, found.left_out) == (once.size, {"the same input a second time": once.size})


def test_the_oracles_are_asked_about_every_part():
    wrong = {"type": "response.output_text.delta", "delta": 3}
    reported = check(
        [taken("chat", {"model": "m"}, answer=CHAT_ANSWER), taken(events=(wrong, {"type": "response.new"}))]
    )
    assert (reported.requests, reported.responses, reported.events) == (2, 1, 2)
    places = {(refusal.number, refusal.part) for refusal in reported.refused}
    assert {(3, "request"), (3, "event 0")} <= places
    assert all(refusal.message and refusal.rule for refusal in reported.refused)


def test_a_chat_stream_that_breaks_off_with_an_error_is_no_chunk():
    reported = check([taken("chat", events=({"error": {"message": "overloaded"}},), request=PLAIN)])
    assert (reported.events, reported.errors) == (0, 1)


def test_a_request_that_was_refused_is_distinguished():
    reported = check([taken("chat", {"messages": 3}, status=400), taken("chat", PLAIN, status=404)])
    assert (reported.requests, reported.rejected, reported.foreseen, reported.refused) == (0, 2, 1, ())
