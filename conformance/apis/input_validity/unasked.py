"""What an API documents of its answers, and no client of another API can ask for.

A gateway asks its backend for what its client asked for: the answer has neither several choices, nor calls in the form
that tools replaced, nor sound. A converter may refuse it, or leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from conformance.apis.input_validity.answers import chat_answer
from conformance.apis.input_validity.chat_streams import chat_stream
from conformance.apis.input_validity.model import Reason, reason
from conformance.base.values import JSON
from conformance.formats.chat.read import listed_calls, read_answer
from conformance.formats.chat.stream import read_stream
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import AUDIO, Call, Media

# The rule of what the API documents and the client's API has no request for.
UNASKED = "unasked"


def chat_response_for_gemini(value: JSON) -> Iterator[Reason]:
    """Yield why a value is no Chat response that answers a request to Gemini."""
    found = list(chat_answer(value))
    yield from found or unasked(read_answer(value), "Gemini")


def chat_stream_for_gemini(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not the chunks of one."""
    found = list(chat_stream(value, may_be_cut=True))
    yield from found or unasked(read_stream(value).answer, "Gemini")


def chat_response_for_anthropic(value: JSON) -> Iterator[Reason]:
    """Yield why a value is no Chat response that answers an Anthropic request."""
    yield from _for_anthropic(value, chat_answer, read_answer)


def chat_stream_for_anthropic(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not the chunks of one."""
    yield from _for_anthropic(value, partial(chat_stream, may_be_cut=True), lambda chunks: read_stream(chunks).answer)


def _for_anthropic(
    value: JSON, reasons: Callable[[JSON], Iterator[Reason]], read: Callable[[JSON], Answer]
) -> Iterator[Reason]:
    found = list(reasons(value))
    yield from found or unasked(read(value), "Anthropic", has_tokens=False)


def unasked(answer: Answer, client: str, *, has_tokens: bool = True) -> Iterator[Reason]:
    """Yield what needs `n`, `functions` or `modalities` in the request, which only Chat Completions has.

    client: whose requests have none of them. has_tokens: whether they can ask for log probabilities.
    """
    for candidate in answer.candidates:
        if candidate.index != 0:
            yield reason(UNASKED, "one of several choices", *candidate.at[0])
        for token in candidate.tokens[:1] if not has_tokens else ():
            yield reason(UNASKED, f"log probabilities, which no {client} request asks for", *token.at[0])
        for turn in candidate.turns:
            listed = listed_calls(turn)
            for utterance in turn.says:
                if (isinstance(utterance, Call) and utterance not in listed) or (
                    isinstance(utterance, Media) and utterance.kind == AUDIO
                ):
                    yield reason(
                        UNASKED, f"{utterance.at[0][-1]}, which no {client} request asks for", *utterance.at[0]
                    )
