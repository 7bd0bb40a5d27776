"""Answers of Chat backends to clients of Gemini's API: thoughts, citations and log probabilities, one choice."""

from __future__ import annotations

from conformance.base.values import JSON
from conformance.inputs.answer_chunks import ENDS, NO_REFUSAL, REFUSALS, ended, with_pieces
from conformance.inputs.backend_answers import INPUTS as FOR_ANTHROPIC
from conformance.inputs.backend_answers import with_coherent_usage
from conformance.inputs.chat_answers import make_whole_chat
from conformance.inputs.choices import Choices, weighted
from conformance.inputs.exchange_answers import make_answer, make_chunks

_REFUSALS = weighted({False: 4, True: 1})


def make_response(choices: Choices) -> JSON:
    """A Chat response of one choice."""
    return with_coherent_usage(make_answer(choices, _REFUSALS, make_whole_chat))


def make_stream(choices: Choices) -> JSON:
    """The chunks of one."""
    end = choices.pick(ENDS)
    # A stream that breaks off could lose what is dealt, and calls by turns replace others.
    dealt = choices if end == "finished" else choices.apart()
    response = with_coherent_usage(make_answer(dealt, REFUSALS if end == "finished" else NO_REFUSAL))
    last = with_pieces(choices, response, end)
    return ended(choices, make_chunks(dealt, response, by_turns=end == "by turns"), end, last)


INPUTS = {
    "chat-response": FOR_ANTHROPIC["chat-response"]._replace(make=make_response),
    "chat-stream": FOR_ANTHROPIC["chat-stream"]._replace(make=make_stream),
}
