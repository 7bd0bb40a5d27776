"""Requests between Anthropic and Responses by way of Chat: they say the same as without it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.apis.input_validity.operations import standing_in
from conformance.formats.model.conversation import DOCUMENT, IMAGE, TEXT, Media, ModelRefusal, Result
from conformance.formats.model.request import Request
from conformance.formats.model.talk import FlatConversation
from conformance.formats.whole_requests import REQUESTS
from conformance.inputs.anthropic_requests import make_request
from conformance.inputs.choices import Dealing
from conformance.inputs.examples import draw
from conformance.reference import ItemError, RequestError
from conformance.reference import anthropic_request_to_chat_request as to_chat
from conformance.reference import anthropic_request_to_responses_request as to_responses
from conformance.reference import chat_request_to_anthropic_request as chat_to_anthropic
from conformance.reference import chat_request_to_responses_request as on_to_responses
from conformance.reference import responses_request_to_anthropic_request as to_anthropic
from conformance.reference import responses_request_to_chat_request as responses_to_chat
from conformance.rules.contracts import load_specifications
from conformance.rules.laws.request_talk import came_talk


def requests() -> Iterator[Any]:
    """Yield the requests of the cases, and drawn ones, but for those that hold what only Responses has a place for."""
    contract = load_specifications().contracts["anthropic-request-to-responses-request"]
    choices = Dealing(random.Random(3))
    drawn = [make_request(choices) for _ in range(150)]
    for given in (*(case.input for case in contract.cases), *drawn):
        request = REQUESTS["anthropic-request"].reading(given).request
        if request is not None and standing_in("anthropic-request", given).kind == "real" and not _holds_more(request):
            yield given


def flat_requests() -> Iterator[Any]:
    """Yield the Responses requests of the cases, and drawn ones, that convert and hold nothing that Chat has not."""
    contract = load_specifications().contracts["responses-request-to-anthropic-request"]
    drawn = draw("responses-request-to-anthropic-request", 200, 3)
    for given in (*(case.input for case in contract.cases), *drawn):
        request = REQUESTS["responses-request"].reading(given).request
        if request is not None and standing_in("responses-request", given).kind == "real" and not _holds_more(request):
            if not any(given.get(name) for name in ("previous_response_id", "conversation", "prompt")):
                yield given


def _holds_more(request: Request) -> bool:
    """Whether it has media in results, by a URL or by an id, or refusals, of which Chat has no place or no order."""
    said = [utterance for turn in request.conversation.turns for utterance in turn.says]
    inner = [part for utterance in said if isinstance(utterance, Result) for part in utterance.content]
    is_elsewhere = any(
        isinstance(utterance, Media) and utterance.kind in (DOCUMENT, "") and utterance.url for utterance in said
    )
    is_elsewhere |= any(
        isinstance(utterance, Media) and utterance.kind == IMAGE and utterance.file_id for utterance in said
    )
    return (
        is_elsewhere
        or any(isinstance(part, Media) for part in inner)
        or any(isinstance(utterance, ModelRefusal) for utterance in said)
    )


def dense(*texts: str) -> str:
    """Return the words of texts."""
    return "".join("".join(texts).split())


def pieces(said: FlatConversation) -> Any:
    """Return what is said, in order. The place of a text beside calls is lost in Chat."""
    return sorted(
        (element.entry, element.kind, element.speaker, repr(element.value), element.texts) for element in said.all
    )


def words(said: FlatConversation) -> Any:
    """Return what is said, without where one of several texts begins, which Chat joins."""
    texts: dict[tuple[int, str | None], str] = {}
    for element in said.of_kind(TEXT):
        texts[element.entry, element.speaker] = texts.get((element.entry, element.speaker), "") + dense(element.value)
    others = [element for element in said.all if element.kind != TEXT]
    rest = [(other.entry, other.kind, other.speaker, repr(other.value), dense(*other.texts)) for other in others]
    return sorted(texts.items()), sorted(rest)


def stated(given: Any, name: str, conversation: Callable[[FlatConversation], Any]) -> Any:
    """Return what a request of a format says."""
    request = REQUESTS[name].read(given)
    said = conversation(came_talk(request.conversation.turns, in_items=True))
    tools = [
        (tool.name, tool.description, tool.schema and tool.schema.value, tool.strict) for tool in request.tools or ()
    ]
    choice = request.choice and (request.choice.mode, request.choice.names)
    format_ = request.format and (request.format.kind, request.format.schema and request.format.schema.value)
    settings = sorted((setting.name, repr(setting.value)) for setting in request.settings)
    return said, tools, choice, format_, settings


def of_responses(given: Any) -> Any:
    return stated(given, "responses-request", pieces)


def of_anthropic(given: Any) -> Any:
    return stated(given, "anthropic-request", words)


def test_by_way_of_chat_a_request_says_the_same() -> None:
    checked = 0
    for given in requests():
        assert of_responses(on_to_responses(to_chat(given))) == of_responses(to_responses(given)), given
        checked += 1
    assert checked > 150


@pytest.mark.expensive("converts many drawn inputs")
def test_by_way_of_chat_a_responses_request_says_the_same() -> None:
    checked = 0
    for given in flat_requests():
        try:
            by_chat = chat_to_anthropic(responses_to_chat(given))
        except (ItemError, RequestError):  # what has no place in Chat
            continue
        assert of_anthropic(by_chat) == of_anthropic(to_anthropic(given)), given
        checked += 1
    assert checked > 100
