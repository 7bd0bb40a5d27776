"""Two ways that must agree: a stream and its whole, and there and back."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.reference import responses_response_to_chat_response
from conformance.rules.checks.by_laws.answers.ways import chained_input_of
from conformance.rules.checks.findings import OK
from tests.rules.checks.by_laws.answers.samples import CALL, converted, exchange, judged, kinds, streamed

PIECES = streamed({"role": "assistant", "content": "Hi"}, {"content": "."}, {"tool_calls": [{"index": 0, **CALL}]})
ALONE = {"response": exchange(content="Hi.", tool_calls=[CALL], finish="tool_calls")["response"]}


def test_a_stream_says_what_its_whole_says() -> None:
    events, joined = converted(PIECES), chained_input_of("chat-stream-exchange")(PIECES)
    assert judged("stream-equals-whole", PIECES, events, chained=Outcome(output=converted(joined))) is OK
    other = Outcome(output=converted(exchange(content="Ho.", tool_calls=[CALL])))
    found = judged("stream-equals-whole", PIECES, events, chained=other)
    assert kinds(found) == ["whole-elsewhere-text"]
    assert isinstance(found, tuple)
    assert found[0].of_last
    assert found[0].message == 'text: the whole answer says "Ho.", and the stream "Hi."'
    assert judged("stream-equals-whole", PIECES, events) is None
    silent = [event for event in events if "Hi" not in str(event)]
    found = judged("stream-equals-whole", PIECES, silent, chained=Outcome(output=converted(joined)))
    assert kinds(found) == ["whole-text"]
    assert isinstance(found, tuple)
    assert not found[0].of_last


def test_what_went_there_comes_back() -> None:
    response = converted(ALONE)
    back = responses_response_to_chat_response(response)
    assert judged("there-and-back", ALONE, response, chained=Outcome(output=back)) is OK
    back["choices"][0]["message"]["content"] = "Ho."
    found = judged("there-and-back", ALONE, response, chained=Outcome(output=back))
    assert kinds(found) == ["back-elsewhere-text"]
    assert isinstance(found, tuple)
    assert found[0].of_last
    assert found[0].message == 'text: went as "Hi.", came back as "Ho."'


def test_an_answer_that_succeeded_does_not_come_back_as_a_failure() -> None:
    response = converted(ALONE)
    back = Outcome(output=responses_response_to_chat_response(response))
    failed = {**response, "status": "failed", "error": {"code": "server_error", "message": "No."}}
    found = judged("there-and-back", ALONE, failed, chained=back)
    assert kinds(found) == ["back-failure"] and isinstance(found, tuple) and not found[0].of_last
    refused = Outcome(output={"error": {"message": "No.", "type": "server_error", "param": None, "code": None}})
    found = judged("there-and-back", ALONE, response, chained=refused)
    assert kinds(found) == ["back-elsewhere-failure"] and isinstance(found, tuple) and found[0].of_last


def test_a_chain_is_given_the_whole_of_a_stream() -> None:
    joined = chained_input_of("chat-stream-exchange")(PIECES)
    assert joined["response"]["choices"][0]["message"]["content"] == "Hi."
    assert joined["request"] == PIECES["request"]
    assert chained_input_of("chat-stream-exchange")(ALONE) == ALONE
    assert chained_input_of("chat-stream-exchange")({"chunks": [None]}) is ABSENT


def test_thoughts_have_the_name_in_the_whole_that_they_have_in_the_stream() -> None:
    chunks = streamed({"role": "assistant", "reasoning": "Two and two."}, {"content": "Four."})["chunks"]
    whole = chained_input_of("chat-stream")(chunks)
    assert isinstance(whole, dict)
    assert whole["choices"][0]["message"]["reasoning"] == "Two and two."
    assert "reasoning_content" not in whole["choices"][0]["message"]
