"""The situations of tool loops: rounds, calls, results and ends, by API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

from conformance.apis.emulator import ANTHROPIC, GEMINI, completed
from conformance.base.values import JSON
from conformance.formats.anthropic import read as anthropic
from conformance.formats.chat.read import read_message
from conformance.formats.gemini import read as gemini
from conformance.formats.model.conversation import FUNCTION, MODEL, Call, Reasoning, Text, Turn
from conformance.formats.responses.read import read_item
from conformance.formats.shared import written_arguments
from tests.suite.coverage.classes import ARGUMENTS, TEXT, VALUE

_APIS = ("chat", "responses", "anthropic", "gemini")
_WITH_OBJECTS = (ANTHROPIC, GEMINI)  # whose calls have objects as arguments
_ROUNDS = ("no round with calls", "one round with calls", "two rounds with calls", "more rounds with calls")
_LIMITS = ("rounds within the limit", "exactly as many rounds as the limit", "more rounds than the limit")
_CALLS = ("one call", "several calls", "more than 4 calls")
_IDS = ("ids in order", "ids out of order", "an id again in a later round", "ids without the usual prefix")
_SAID = ("text beside calls", "no text beside calls", "an answer in several items", "reasoning", "a text as the answer",
         "no text as the answer")  # fmt: skip
_ERRORS = ("an error first", "an error after calls", "an error of the client", "an error of the server")
_AGAIN = (
    "the same call twice in a round",
    "the same call in two rounds",
    "two tools in a round",
    "a tool never called",
)
_KINDS = {Text: "a text", Reasoning: "reasoning", Call: "a call"}
# What an answer says directly before what. A model does not think between its calls, nor speak after them.
_PAIRS = ("reasoning before a text", "reasoning before a call", "a text before a call", "a call before a call")


def rows() -> Iterator[str]:
    """Yield the rows of a loop's situations, for each API: of values, where arguments are a text."""
    situations = [*_ROUNDS, *_LIMITS, *_CALLS, *_IDS, *_SAID, *_ERRORS, *_AGAIN, *_PAIRS, "an error as a result"]
    values = [f"result: {name}" for name in VALUE]
    values += [f"result: {name}" for name in TEXT if name != "empty"]
    values += [f"arguments: {name}" for name in ARGUMENTS]
    values += [f"answer: {name}" for name in TEXT]
    values += ["arguments as a text", "arguments as an object"]
    for api in _APIS:
        yield from (f"{api}: {name}" for name in (*situations, *(() if api in _WITH_OBJECTS else values)))


def marks(loop: JSON) -> Iterator[str]:
    """Yield the rows of its situations that a loop covers."""
    yield from (f"{loop['api']}: {name}" for name in _names(loop))


def _names(loop: JSON) -> Iterator[str]:
    api = loop["api"]
    rounds = [calls for answer in loop["script"] if (calls := _calls(_turns(api, answer)))]
    limit = loop["max_rounds"]
    yield _ROUNDS[min(len(rounds), 3)]
    yield _LIMITS[(len(rounds) >= limit) + (len(rounds) > limit)]
    for calls in rounds:
        yield _CALLS[(len(calls) > 1) + (len(calls) > 4)]
        ids = [call.id or "" for call in calls]
        if len(ids) > 1 and any(ids):
            yield "ids in order" if ids == sorted(ids) else "ids out of order"
        if any(id_ and not id_.startswith("toolu_" if api == ANTHROPIC else "call_") for id_ in ids):
            yield "ids without the usual prefix"
        if len(set(map(_said, calls))) < len(calls):
            yield "the same call twice in a round"
        if len({_said(call)[0] for call in calls}) > 1:
            yield "two tools in a round"
        for call in calls:
            yield from (f"arguments: {name}" for name, fits in ARGUMENTS.items() if fits(_said(call)[1]))
    earlier = [({call.id for call in round_ if call.id}, set(map(_said, round_))) for round_ in rounds]
    if any(element[0] & other[0] for element, other in pairwise(earlier)):
        yield "an id again in a later round"
    if any(element[1] & other[1] for element, other in pairwise(earlier)):
        yield "the same call in two rounds"
    called = {call.name or "" for calls in rounds for call in calls}
    if any(tool["name"] not in called for tool in loop["tools"]):
        yield "a tool never called"
    for name in called & loop["results"].keys():
        yield from _of_result(loop["results"][name])
    yield from _of_script(api, loop["script"])


def _of_result(result: JSON) -> Iterator[str]:
    yield from (f"result: {name}" for name, fits in VALUE.items() if fits(result))
    if isinstance(result, str):
        yield from (f"result: {name}" for name, fits in TEXT.items() if fits(result))
    if isinstance(result, dict) and result.keys() == {"error"}:
        yield "an error as a result"


def _of_script(api: str, script: list[JSON]) -> Iterator[str]:
    seen = False
    for answer in script:
        if isinstance(answer, dict) and "http" in answer:
            yield "an error after calls" if seen else "an error first"
            yield "an error of the client" if answer["http"] < 500 else "an error of the server"
            continue
        turns = _turns(api, answer)
        said = [utterance for turn in turns for utterance in turn.says]
        texts = [utterance.value for utterance in said if isinstance(utterance, Text)]
        yield from (
            f"{element} before {other}"
            for element, other in pairwise(_KINDS.get(type(utterance), "other") for utterance in said)
        )
        if any(isinstance(utterance, Reasoning) for utterance in said):
            yield "reasoning"
        if calls := _calls(turns):
            seen = True
            yield "text beside calls" if texts else "no text beside calls"
            for call in calls:
                yield f"arguments as {'a text' if isinstance(written_arguments(call), str) else 'an object'}"
            continue
        is_several = len(said) > 1 if api in _WITH_OBJECTS else len(turns) > 1
        yield "an answer in several items" if is_several else "a text as the answer"
        if not any(texts):
            yield "no text as the answer"
        for text in texts:
            yield from (f"answer: {name}" for name, fits in TEXT.items() if fits(text))


def _turns(api: str, answer: JSON) -> list[Turn]:
    """Read an answer of the script: a Chat message, Responses items, a whole message, or a text instead."""
    if api in _WITH_OBJECTS:
        body = completed(api, answer, 0)
        read_answer = (anthropic if api == ANTHROPIC else gemini).read_answer
        candidates = read_answer(body).candidates if body is not None else ()
        return [turn for candidate in candidates for turn in candidate.turns]
    read = read_item if isinstance(answer, list) else read_message
    entries = answer if isinstance(answer, list) else [answer]
    return [
        Turn(speaker=MODEL, says=(Text(value=entry),)) if isinstance(entry, str) else read(entry, (number,))
        for number, entry in enumerate(entries)
    ]


def _calls(turns: list[Turn]) -> list[Call]:
    return [
        utterance
        for turn in turns
        for utterance in turn.says
        if isinstance(utterance, Call) and utterance.kind == FUNCTION
    ]


def _said(call: Call) -> tuple[str, str]:
    """Return the name and the arguments of a call."""
    given = written_arguments(call)
    return call.name or "", given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
