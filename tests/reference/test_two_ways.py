"""A request that becomes Gemini's by way of Chat Completions says the same, but for what Chat cannot say."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from conformance.formats.model.conversation import Call, Result, Text
from conformance.formats.model.fact import facts_in
from conformance.formats.whole_requests import REQUESTS
from conformance.inputs import draw
from conformance.reference import (
    anthropic_request_to_chat_request,
    anthropic_request_to_gemini_request,
    chat_request_to_gemini_request,
)

# Chat has four stop sequences at most, no top_k and no number of tokens to think, no media in results, and no documents
# by their URL.
ONLY_DIRECT = ("top_k", "thinking_budget")
STOPS = 4
IN_WORDS = ("Attached by the tool call", "[document: ")


def said(request: Any) -> tuple[list[Any], ...]:
    """The calls, results and texts that a request of Gemini has, its tools and what it asks for."""
    read = REQUESTS["gemini-request"].reading(request).request
    assert read is not None
    facts = list(facts_in(read.conversation.turns))
    calls = [(fact.id, fact.name, repr(fact.arguments.value)) for fact in facts if isinstance(fact, Call)]
    results = [(fact.id, fact.name) for fact in facts if isinstance(fact, Result)]
    texts = sorted(
        said.value
        for turn in read.conversation.turns
        for said in turn.says
        if isinstance(said, Text) and not said.value.startswith(IN_WORDS)
    )
    tools = [(tool.name, tool.description, tool.schema and repr(tool.schema.value)) for tool in read.tools or ()]
    settings = {setting.name: setting.value for setting in read.settings if setting.name not in ONLY_DIRECT}
    stops = settings.pop("stop", None)
    asked = [settings, stops[:STOPS] if isinstance(stops, list) else stops, read.choice and read.choice.mode]
    return calls, results, texts, tools, asked


def made(convert: Callable[[Any], Any], request: Any) -> Any:
    """What a converter makes of a request; None where it refuses it."""
    try:
        return convert(copy.deepcopy(request))
    except ValueError:
        return None


@pytest.mark.expensive("converts 1,000 requests in two ways")
def test_anthropic_to_gemini_is_anthropic_to_chat_to_gemini() -> None:
    converted = 0
    for request in draw("anthropic-request-to-gemini-request", 1000, 1):
        direct = made(anthropic_request_to_gemini_request, request)
        by_chat = made(lambda given: chat_request_to_gemini_request(anthropic_request_to_chat_request(given)), request)
        assert (direct is None) is (by_chat is None)
        if direct is not None:
            converted += 1
            assert said(direct) == said(by_chat)
    assert converted > 700
