"""Exchanges: the answer of a Chat backend, whole or in chunks, and the Responses request that it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.base.values import JSON
from conformance.formats.chat.calls import calling
from conformance.formats.chat.stream import as_delta
from conformance.formats.chat.write import WORDS
from conformance.formats.model.answer import ASKS
from conformance.inputs.answer_chunks import (
    ENDS,
    NO_REFUSAL,
    REFUSALS,
    ended,
    make_malformed_chat_stream,
    with_pieces,
)
from conformance.inputs.answer_chunks import INPUTS as STREAMS
from conformance.inputs.answers import ERRORS
from conformance.inputs.arguments import Object
from conformance.inputs.chat_answers import INPUTS as ANSWERS
from conformance.inputs.chat_answers import make_malformed_chat_response, make_whole_chat
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.exchange_answers import make_answer, make_chunks, make_unasked, make_unasked_stream
from conformance.inputs.exchange_requests import make_request
from conformance.inputs.flat_requests import make_malformed_request
from conformance.inputs.material import fresh, table
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import MANY, WIDTHS

_REFUSALS = weighted({False: 4, True: 1})
HAS_REQUEST = weighted({True: 2, False: 1})
_EARLY = ("length", "content_filter")


def make_exchange(choices: Choices) -> JSON:
    """An answer, mostly with its request."""
    response = make_answer(choices, _REFUSALS, make_whole_chat)
    return _with_request(choices, response) | {"response": response}


def make_stream_exchange(choices: Choices) -> JSON:
    """The chunks of an answer, mostly with its request."""
    end = choices.pick(ENDS)
    # A stream that breaks off could lose what is dealt, and calls by turns replace others.
    dealt = choices if end == "finished" else choices.apart()
    response = make_answer(dealt, REFUSALS if end == "finished" else NO_REFUSAL)
    last = with_pieces(choices, response, end)
    request = _with_request(choices, response)
    chunks = make_chunks(dealt, response, by_turns=end == "by turns")
    return request | {"chunks": ended(choices, chunks, end, last)}


def _with_request(choices: Choices, response: JSON) -> Object:
    return {"request": make_request(choices, response)} if choices.pick(HAS_REQUEST) else {}


# An answer that says little, and a request that it fits.
_PARAMETERS: Object = {"type": "object", "properties": {}}
_FUNCTION: Object = {"type": "function", "name": "look", "parameters": _PARAMETERS, "strict": False}
_CUSTOM: Object = {"type": "custom", "name": "apply_patch"}
_REQUEST = table({"model": "gpt-4o", "input": "Hello", "tools": [_FUNCTION, _CUSTOM]})
_AROUND: Object = {"id": "chatcmpl-1", "created": 1_760_000_000, "model": "gpt-4o"}
_ODD_FINISHES = DealtOptions(("eos", "error", "end_turn", "STOP"))
CALLS_THAT_DO_NOT_FIT: dict[str, Object] = {
    "a call of no tool of the request": {"type": "function", "function": {"name": "other", "arguments": "{}"}},
    "a custom call of a function": {"type": "custom", "custom": {"name": "look", "input": "sky"}},
    "a custom tool called with two texts": {
        "type": "function", "function": {"name": "apply_patch", "arguments": '{"input":"a","more":"b"}'},
    },
    "a custom tool called without a text": {
        "type": "function", "function": {"name": "apply_patch", "arguments": '{"input":7}'},
    },
}  # fmt: skip
_NO_REQUESTS = table(None, 7, "Hello", [])
FAULTS = weighted(
    {"answer": 30, "request": 4, "a request that is none": 1, "an unknown member": 1, "no answer": 1,
     "an unknown finish_reason": 3, "an error": 3, "what nobody asks for": 9}
    | dict.fromkeys(CALLS_THAT_DO_NOT_FIT, 1)
)  # fmt: skip
# As many as a default run has, with each fault of an answer's stream.
_FAULTS_OF_STREAMS = weighted(
    {"answer": 25, "request": 1, "a request that is none": 1, "an unknown member": 1, "no answer": 1,
     "an unknown finish_reason": 2, "an error": 1, "what nobody asks for": 4}
    | dict.fromkeys(CALLS_THAT_DO_NOT_FIT, 1)
)  # fmt: skip


def make_malformed_exchange(choices: Choices) -> tuple[str, JSON]:
    """An exchange with one fault, or one that failed in a documented way, and the fault's name."""
    name = choices.pick(FAULTS)
    if name == "answer":
        fault, response = make_malformed_chat_response(choices)
        return f"in the answer: {fault}", {"response": ending_by_itself(response)}
    if name == "an error":
        return name, {"request": fresh(choices, _REQUEST), "response": {"error": fresh(choices, ERRORS)}}
    if name == "what nobody asks for":
        unasked, response = make_unasked(choices)
        return unasked, {"response": response}
    return damaged(choices, name, "response", _response)


def make_malformed_stream_exchange(choices: Choices) -> tuple[str, JSON]:
    """The same with the chunks of the answer. An error in a stream is no fault."""
    name = choices.pick(_FAULTS_OF_STREAMS)
    if name in ("answer", "an error"):
        fault, chunks = make_malformed_chat_stream(choices)
        return f"in the answer: {fault}", {"chunks": ending_by_itself(chunks)}
    if name == "what nobody asks for":
        unasked, chunks = make_unasked_stream(choices)
        return unasked, {"chunks": chunks}
    return damaged(choices, name, "chunks", _chunks)


def ending_by_itself(answer: JSON) -> JSON:
    """Let an answer end by itself: in one that ended early, arguments that are cut off are no fault."""
    for chunk in answer if isinstance(answer, list) else [answer]:
        for choice in (chunk or {}).get("choices") or ():
            if choice and choice.get("finish_reason") in _EARLY:
                choice["finish_reason"] = WORDS[ASKS]
    return answer


def damaged(choices: Choices, name: str, key: str, made: Callable[[Object, str], JSON]) -> tuple[str, JSON]:
    """An exchange with one fault, and the fault's name. made: an answer with a Chat message and its finish_reason."""
    exchange: Object = {"request": fresh(choices, _REQUEST), key: made({"role": "assistant", "content": "Hi"}, "stop")}
    if name == "request":
        fault, exchange["request"] = make_malformed_request(choices)
        return f"in the request: {fault}", exchange
    if name == "a request that is none":
        exchange["request"] = fresh(choices, _NO_REQUESTS)
    elif name == "an unknown member":
        exchange["model"] = "gpt-4o"
    elif name == "no answer":
        del exchange[key]
    elif name == "an unknown finish_reason":
        exchange[key] = made({"role": "assistant", "content": "Hi"}, choices.pick(_ODD_FINISHES))
    else:
        call = {"id": "call_1", **CALLS_THAT_DO_NOT_FIT[name]}
        exchange[key] = made(calling([call]), WORDS[ASKS])
    return name, exchange


def _response(message: Object, finish: str) -> JSON:
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**_AROUND, "object": "chat.completion", "choices": [choice]}


def _chunks(message: Object, finish: str) -> JSON:
    return [
        {**_AROUND, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": entry, "finish_reason": end}]}
        for entry, end in ((as_delta(message), None), ({}, finish))
    ]


def _large(key: str, answers: Sequence[tuple[str, JSON]], hello: JSON) -> list[tuple[str, JSON]]:
    """The large answers alone, the wide ones last, and a request with many tools."""
    tools = [_FUNCTION | {"name": f"tool_{number}"} for number in range(MANY)]
    request = {"model": "gpt-4o", "input": "Hello", "tools": tools}
    alone = [(name, {key: answer}) for name, answer in answers]
    first, wide = alone[: -len(WIDTHS)], alone[-len(WIDTHS) :]
    return [*first, ("many-tools", {"request": request, key: hello}), *wide]


def _no_exchanges(key: str, answers: Sequence[JSON]) -> tuple[JSON, ...]:
    """Values that are no exchanges, and exchanges with answers that are none."""
    return (
        None,
        7,
        "text",
        [],
        {},
        {"request": {"model": "gpt-4o", "input": "Hello"}},
        *({key: answer} for answer in answers),
    )


def inputs_of_exchanges(
    key: str,
    answers: Inputs,
    hello: JSON,
    make: Callable[[Choices], JSON],
    malformed: Callable[[Choices], tuple[str, JSON]],
) -> Inputs:
    """How exchanges are made. key: of the answer. answers: how answers alone are made. hello: an answer."""
    return Inputs(
        make,
        lambda: _no_exchanges(key, answers.wrong_shapes()),
        lambda: _large(key, answers.deep_and_wide(), hello),
        malformed,
    )


_SAID: Object = {"role": "assistant", "content": "Hi"}
INPUTS = {
    "chat-exchange": inputs_of_exchanges(
        "response", ANSWERS["chat-response"], _response(_SAID, "stop"), make_exchange, make_malformed_exchange
    ),
    "chat-stream-exchange": inputs_of_exchanges(
        "chunks", STREAMS["chat-stream"], _chunks(_SAID, "stop"), make_stream_exchange, make_malformed_stream_exchange
    ),
}
