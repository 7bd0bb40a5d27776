"""Anthropic's requests by way of Chat: as Responses requests they say the same as without it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from conformance.contracts import load_specifications
from conformance.formats.whole_requests import REQUESTS
from conformance.generate.anthropic_requests import make_request
from conformance.generate.choices import Dealing
from conformance.laws.request_talk import came_talk
from conformance.model.conversation import DOCUMENT, Media, Result
from conformance.model.request import Request
from conformance.reference import anthropic_request_to_chat_request as to_chat
from conformance.reference import anthropic_request_to_responses_request as to_responses
from conformance.reference import chat_request_to_responses_request as on_to_responses
from conformance.standing.operations import standing_in


def requests() -> Iterator[Any]:
    """Yield the requests of the cases, and drawn ones, but for those that hold what only Responses has a place for."""
    contract = load_specifications().contracts["anthropic-request-to-responses-request"]
    choices = Dealing(random.Random(3))
    drawn = [make_request(choices) for _ in range(150)]
    for given in (*(case.input for case in contract.cases), *drawn):
        request = REQUESTS["anthropic-request"].reading(given).request
        if request is not None and standing_in("anthropic-request", given).kind == "real" and not _holds_more(request):
            yield given


def _holds_more(request: Request) -> bool:
    """Whether it has media in results, or a document by its URL, which Chat has no place for."""
    said = [one for turn in request.conversation.turns for one in turn.says]
    inner = [part for one in said if isinstance(one, Result) for part in one.content]
    is_by_url = any(isinstance(one, Media) and one.kind == DOCUMENT and one.url for one in said)
    return is_by_url or any(isinstance(one, Media) for one in inner)


def stated(given: Any) -> Any:
    """Return what a Responses request says. The place of a text beside calls is lost in Chat."""
    request = REQUESTS["responses-request"].read(given)
    said = came_talk(request.conversation.turns, in_items=True)
    pieces = sorted((one.entry, one.kind, one.speaker, repr(one.value), one.texts) for one in said.all)
    tools = [(one.name, one.description, one.schema and one.schema.value, one.strict) for one in request.tools or ()]
    choice = request.choice and (request.choice.mode, request.choice.names)
    format_ = request.format and (request.format.kind, request.format.schema and request.format.schema.value)
    settings = sorted((one.name, repr(one.value)) for one in request.settings)
    return pieces, tools, choice, format_, settings


def test_by_way_of_chat_a_request_says_the_same() -> None:
    checked = 0
    for given in requests():
        assert stated(on_to_responses(to_chat(given))) == stated(to_responses(given)), given
        checked += 1
    assert checked > 150
