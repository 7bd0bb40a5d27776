"""Defects of whole requests that show in single places: of empty results, documents that are texts, and media."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from conformance.formats.model.conversation import TOOL, USER, Media, Result, Text, Turn, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.request import Request
from tests.suite.selftest.mutators.requests import OfRequests, Turns, facts, in_turns, with_turns


def _question_last(turns: Turns) -> Turns:
    """Put the question behind the calls, where a tool returned nothing."""
    results = [utterance for turn in turns for utterance in turn.says if isinstance(utterance, Result)]
    is_empty = any(not any(isinstance(part, Text) and part.value for part in result.content) for result in results)
    is_asked = turns[0].speaker == USER and turns[-1].speaker == TOOL
    return (*turns[1:], turns[0]) if is_empty and is_asked else turns


def _texts_of_documents(given: Request) -> set[str]:
    """Return the texts of the documents that users show."""
    media = [utterance for turn in given.conversation.turns if turn.speaker == USER for utterance in turn.says
             if isinstance(utterance, Media)]  # fmt: skip
    inner = {part.value for medium in media for part in medium.parts if isinstance(part, Text)}
    return inner | {medium.text for medium in media if medium.text}


def _documents_backwards(request: Request, given: Request) -> Request:
    """Say what is beside a document, and its parts, from the last to the first."""
    known = _texts_of_documents(given)

    def turn(turn: Turn) -> Turn:
        holds = any(isinstance(fact, Text) and fact.value in known for fact in turn.says)
        return replace(turn, says=turn.says[::-1]) if holds else turn

    return with_turns(request, tuple(map(turn, request.conversation.turns)))


def _documents_twice(request: Request, given: Request) -> Request:
    known = _texts_of_documents(given)
    return facts(Text, lambda value: (value, value) if value.value in known else (value,), USER)(request, given)


def _names_exchanged(result: Result) -> tuple[Utterance, ...]:
    names = [part.name for part in result.content if isinstance(part, Media)]
    if len(Counter(names)) < 2 or None in names:
        return (result,)
    rest = iter([*names[1:], names[0]])
    content: tuple[Utterance | Other, ...] = tuple(
        replace(part, name=next(rest)) if isinstance(part, Media) else part for part in result.content
    )
    return (replace(result, content=content),)


def _media_twice(result: Result) -> tuple[Utterance, ...]:
    pairs = ((part, part) if isinstance(part, Media) else (part,) for part in result.content)
    return (replace(result, content=tuple(side for pair in pairs for side in pair)),)


def _media_last(result: Result) -> tuple[Utterance, ...]:
    return (replace(result, content=tuple(sorted(result.content, key=lambda value: isinstance(value, Media)))),)


_DOCUMENTS = ("media/document-text",)
_HELD = ("result/image",)
PLACES = (
    OfRequests(name="asks_behind_what_a_tool_did_not_say", check="turns-kept", change=in_turns(_question_last)),
    OfRequests(name="says_documents_backwards", check="turns-kept", change=_documents_backwards, shows=_DOCUMENTS),
    OfRequests(name="says_documents_twice", check="nothing-added", change=_documents_twice, shows=_DOCUMENTS),
    OfRequests(name="exchanges_names_of_files", check="said-kept", sources=("responses-request",),
               change=facts(Result, _names_exchanged)),
    OfRequests(name="returns_media_twice", check="nothing-added", needs=_HELD, shows=_HELD,
               change=facts(Result, _media_twice)),
    OfRequests(name="returns_media_behind_texts", check="result-contents-kept", needs=_HELD, shows=_DOCUMENTS,
               targets=("anthropic-request", "responses-request"),  # Gemini has the text of a result apart
               change=facts(Result, _media_last)),
)  # fmt: skip
