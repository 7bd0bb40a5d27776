"""Answers of Chat backends to clients of Anthropic's API: thoughts, citations and details of the usage, one choice."""

from __future__ import annotations

from conformance.base.values import JSON
from conformance.inputs.answer_chunks import (
    ENDS,
    NO_REFUSAL,
    REFUSALS,
    ended,
    make_malformed_chat_stream,
    with_pieces,
)
from conformance.inputs.answer_chunks import INPUTS as STREAMS
from conformance.inputs.chat_answers import INPUTS as ANSWERS
from conformance.inputs.chat_answers import make_malformed_chat_response, make_whole_chat
from conformance.inputs.choices import Choices, weighted
from conformance.inputs.exchange_answers import make_answer, make_chunks, make_unasked, make_unasked_stream
from conformance.inputs.exchanges import ending_by_itself

_REFUSALS = weighted({False: 4, True: 1})
_IS_UNASKED = weighted({False: 5, True: 1})


def make_response(choices: Choices) -> JSON:
    """A Chat response of one choice."""
    return _as_asked_for(make_answer(choices, _REFUSALS, make_whole_chat))


def make_stream(choices: Choices) -> JSON:
    """The chunks of one."""
    end = choices.pick(ENDS)
    # A stream that breaks off could lose what is dealt, and calls by turns replace others.
    dealt = choices if end == "finished" else choices.apart()
    response = _as_asked_for(make_answer(dealt, REFUSALS if end == "finished" else NO_REFUSAL))
    last = with_pieces(choices, response, end)
    return ended(choices, make_chunks(dealt, response, by_turns=end == "by turns"), end, last)


def _as_asked_for(response: JSON) -> JSON:
    """Without log probabilities, which no Anthropic request asks for."""
    for choice in response["choices"]:
        choice.pop("logprobs", None)
    return with_coherent_usage(response)


def with_coherent_usage(response: JSON) -> JSON:
    """The details of its usage are among its counts."""
    usage = response.get("usage")
    if usage:
        read, made = usage.get("prompt_tokens_details") or {}, usage.get("completion_tokens_details") or {}
        cached = sum(read.get(name) or 0 for name in ("cached_tokens", "cache_write_tokens"))
        given = max(usage["prompt_tokens"], cached)
        said = max(usage["completion_tokens"], made.get("reasoning_tokens") or 0)
        usage |= {"prompt_tokens": given, "completion_tokens": said, "total_tokens": given + said}
    return response


def make_malformed_response(choices: Choices) -> tuple[str, JSON]:
    """A Chat response with one fault, or with what nobody asks for, and the fault's name."""
    if choices.pick(_IS_UNASKED):
        return make_unasked(choices)
    name, response = make_malformed_chat_response(choices)
    return name, ending_by_itself(response)


def make_malformed_stream(choices: Choices) -> tuple[str, JSON]:
    """The same in chunks."""
    if choices.pick(_IS_UNASKED):
        return make_unasked_stream(choices)
    name, chunks = make_malformed_chat_stream(choices)
    return name, ending_by_itself(chunks)


INPUTS = {
    "chat-response": ANSWERS["chat-response"]._replace(make=make_response, malformed=make_malformed_response),
    "chat-stream": STREAMS["chat-stream"]._replace(make=make_stream, malformed=make_malformed_stream),
}
