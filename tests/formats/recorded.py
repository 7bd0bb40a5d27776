"""Recorded values of Anthropic and Gemini, and what tests ask of their readers.

Read are ../shared/recordings-anthropic-gemini, and the folders that CONFORMANCE_RECORDINGS_ANTHROPIC_GEMINI names,
separated as in a PATH.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from conformance.apis.recordings.bodies import events_of
from conformance.base.values import JSON, same
from conformance.formats.cursor import Pen
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import MODEL, Call, Reasoning, Text, Turn
from conformance.formats.model.fact import Fact, facts_in
from conformance.formats.model.fact import Path as Place

SHARED = Path(__file__).parents[2].parent / "shared" / "recordings-anthropic-gemini"
NAMED = os.environ.get("CONFORMANCE_RECORDINGS_ANTHROPIC_GEMINI", "").split(os.pathsep)
FOLDERS = [path for path in (SHARED, *map(Path, NAMED)) if path.name and path.is_dir()]
REASON = "there is no ../shared/recordings-anthropic-gemini"
REQUEST, ANSWER, STREAM = "request", "answer", "stream"


class Recorded(NamedTuple):
    """A recorded value. form: REQUEST, ANSWER or STREAM. where: the file and the interaction."""

    form: str
    value: JSON
    where: str


@cache
def recorded(api: str) -> tuple[Recorded, ...]:
    """Return what was recorded of an API, in the order of the files."""
    files = sorted(path for folder in FOLDERS for path in folder.glob("*.json") if path.name != "index.json")
    return tuple(value for path in files for value in _values(api, path))


def _values(api: str, path: Path) -> Iterator[Recorded]:
    for number, interaction in enumerate(json.loads(path.read_text("utf-8"))["interactions"]):
        if interaction["api"] != api:
            continue
        where, request, answer = f"{path.name}#{number}", interaction["request"].get("json"), interaction["response"]
        if isinstance(request, dict):
            yield Recorded(REQUEST, request, where)
        if isinstance(answer.get("json"), dict):
            yield Recorded(ANSWER, answer["json"], where)
        elif isinstance(answer.get("json"), list):
            yield Recorded(STREAM, answer["json"], where)
        elif "data:" in (answer.get("text") or ""):
            yield Recorded(STREAM, list(events_of(answer["text"])), where)


def accepted(api: str) -> list[tuple[str, JSON]]:
    """Return the recorded requests that an API answered with status 2xx, each behind its file."""
    files = sorted(path for folder in FOLDERS for path in folder.glob("*.json") if path.name != "index.json")
    return [
        (path.name, interaction["request"]["json"])
        for path in files
        for interaction in json.loads(path.read_text("utf-8"))["interactions"]
        if interaction["api"] == api and 200 <= interaction["response"]["status"] < 300
    ]


def leaves(value: JSON, at: Place = ()) -> Iterator[tuple[Place, JSON]]:
    """Yield the values in a value that hold no others, each with its path."""
    inner: Iterable = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    empty = True
    for key, element in inner:
        empty = False
        yield from leaves(element, (*at, key))
    if empty:
        yield at, value


def held(*facts: Fact) -> set[Place]:
    """Return the pointers of what facts hold, what is beside them included."""
    return {at for fact in facts for other_fact in facts_in(fact) for at in other_fact.at[1:]}


def unread(value: JSON, *facts: Fact) -> list[Place]:
    """Return the paths of the values that no fact holds. Null, {} and [] say nothing."""
    places = held(*facts)
    return [
        at
        for at, leaf in leaves(value)
        if leaf not in (None, {}, []) and not any(at[:length] in places for length in range(len(at) + 1))
    ]


def astray(value: JSON, *facts: Fact) -> list[Place]:
    """Return the pointers of facts that lead nowhere."""
    return [at for fact in facts for other_fact in facts_in(fact) for at in other_fact.at if not _leads(value, at)]


def _leads(value: JSON, at: Place) -> bool:
    for step in at:
        if isinstance(step, int):
            if not isinstance(value, list) or step >= len(value):
                return False
        elif not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


def differences(a: JSON, b: JSON, at: Place = ()) -> Iterator[tuple[Place, JSON, JSON]]:
    """Yield the path and both values of each difference; ... is no value."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            yield from differences(a.get(key, ...), b.get(key, ...), (*at, key))
    elif isinstance(a, list) and isinstance(b, list):
        for number, (element, other) in enumerate(zip_longest(a, b, fillvalue=...)):
            yield from differences(element, other, (*at, number))
    elif a is ... or b is ... or not same(a, b):
        yield at, a, b


def comes_back(
    value: JSON, fact: Fact, write: Callable[[Fact, Pen], JSON], normal: Callable, form: str, api: str
) -> list:
    """Return what is different after a value was read and written again, or lost by its writer."""
    pen = Pen(api)
    written = write(fact, pen)
    a, b = (normal(json.loads(json.dumps(element)), form, Counter()) for element in (value, written))
    return [*pen.lost, *differences(a, b)]


def changes(value: JSON, fact: Fact, write: Callable[[Fact, Pen], JSON], normal: Callable, form: str, api: str) -> list:
    """Return what is different after any value was read and written again.

    A writer may write what an API demands where the value had nothing, and leave out what says nothing. It may also
    write a fact and call it lost, as no API takes it: a call whose arguments are no object.
    """
    back = comes_back(value, fact, write, normal, form, api)
    return [element for element in back if isinstance(element, tuple) and not _is_free(*element)]


DEMANDED = {
    ("messages",), ("contents",), ("content",), ("role",), ("type",), ("usageMetadata", "totalTokenCount"),
    ("generationConfig", "responseMimeType"),
}  # fmt: skip


def _is_free(at: Place, before: JSON, after: JSON) -> bool:
    if before is ...:
        return (
            at in DEMANDED
            or at[-1] == "token"
            or at[-2:] in {("cache_control", "type"), ("stop_details", "type"), ("functionResponse", "response")}
        )
    return after is ... and all(leaf in (None, {}, []) for _at, leaf in leaves(before))


def said(turns: Iterable[Turn]) -> list[tuple[str, ...]]:
    """Return what turns say in order, as far as clients repeat it: texts that follow each other are one."""
    found: list[tuple[str, ...]] = []
    for other_utterance in (utterance for turn in turns for utterance in turn.says):
        if isinstance(other_utterance, Text) and found and found[-1][0] == "text":
            found[-1] = ("text", found[-1][1] + other_utterance.value)
        elif isinstance(other_utterance, Text):
            found.append(("text", other_utterance.value))
        elif isinstance(other_utterance, Call):
            found.append(
                ("call", other_utterance.name or "", json.dumps(other_utterance.arguments.value, sort_keys=True))
            )
        elif isinstance(other_utterance, Reasoning):
            found.append(("thought", "".join(text.value for text in other_utterance.content)))
    return [finding for finding in found if finding != ("text", "")]


def repeated(api: str, answers: Mapping[str, Callable[[JSON], Answer]], read_request: Callable) -> Iterator[tuple]:
    """Yield where the next request of a recording repeats an answer, what the answer says, and what is repeated."""
    values = recorded(api)
    for before, value, after in zip(values, values[1:], values[2:], strict=False):
        if (before.form, after.form) != (REQUEST, REQUEST) or value.form not in answers:
            continue
        if before.where.split("#")[0] != after.where.split("#")[0]:
            continue
        asked, asked_next = (read_request(value.value).conversation.turns for value in (before, after))
        answer = answers[value.form](value.value)
        if answer.candidates and len(asked_next) > len(asked) and said(asked_next[: len(asked)]) == said(asked):
            new = [turn for turn in asked_next[len(asked) :] if turn.speaker == MODEL]
            yield value.form, value.where, said(answer.candidates[0].turns), said(new)
