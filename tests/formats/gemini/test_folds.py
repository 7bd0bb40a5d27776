"""The fold of a stream is the whole answer: answers are cut into the responses that would have brought them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from conformance.formats.gemini.read import read_answer
from conformance.formats.gemini.stream import read_stream
from conformance.formats.model.growth import WHOLE
from tests.formats.bare import bare
from tests.formats.gemini.samples import ANSWERS
from tests.formats.recorded import ANSWER, FOLDERS, REASON, recorded

TEXT = {"text", "thought", "thoughtSignature"}


def chunks_of(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield one response for each piece of a part, and one with all the rest."""
    beside = {name: value for name, value in answer.items() if name != "candidates"}
    for position, candidate in enumerate(answer["candidates"]):
        for piece in (piece for part in parts_of(candidate) for piece in pieces(part)):
            content = {**candidate["content"], "parts": [piece]}
            yield {**beside, "candidates": [{"index": candidate.get("index", position), "content": content}]}
    ends = [
        {**candidate, **({"content": {**candidate["content"], "parts": []}} if parts_of(candidate) else {})}
        for candidate in answer["candidates"]
    ]
    yield {**beside, "candidates": ends}


def parts_of(candidate: dict[str, Any]) -> list[dict[str, Any]]:
    return (candidate.get("content") or {}).get("parts") or []


def pieces(part: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pieces of a part: a text in two, of which the last has its seal."""
    if not set(part) <= TEXT or "text" not in part:
        return [part]
    middle = (len(part["text"]) + 1) // 2
    unsealed = {name: value for name, value in part.items() if name != "thoughtSignature"}
    return [{**unsealed, "text": part["text"][:middle]}, {**part, "text": part["text"][middle:]}]


def is_told_apart(answer: dict[str, Any]) -> bool:
    """Whether no text follows another one, which a stream would join."""
    for candidate in answer["candidates"]:
        kinds = [
            part.get("thought", False) if set(part) <= TEXT and "text" in part else None for part in parts_of(candidate)
        ]
        if any(kind is not None and kind == after for kind, after in pairwise(kinds)):
            return False
    return all("index" in candidate or len(answer["candidates"]) == 1 for candidate in answer["candidates"])


def is_whole(answer: dict[str, Any]) -> None:
    growth = read_stream(list(chunks_of(answer)))
    assert (growth.ended, growth.open, growth.others) == (WHOLE, (), ())
    made, whole = bare(growth.answer), bare(read_answer(answer))
    assert without_index(made) == without_index(whole)


def without_index(value: Any) -> Any:
    """A chunk says the index of its candidate, where a whole answer may leave it out."""
    if isinstance(value, tuple):
        return tuple(
            without_index(element)
            for element in value
            if not (isinstance(element, tuple) and element[:1] == ("index",))
        )
    return value


@pytest.mark.parametrize(
    "name", [name for name, answer in ANSWERS.items() if "candidates" in answer and is_told_apart(answer)]
)
def test_the_fold_of_an_answer_is_the_answer(name: str) -> None:
    is_whole(ANSWERS[name])


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_the_fold_of_a_recorded_answer_is_the_answer() -> None:
    wholes = [value for form, value, _where in recorded("gemini") if form == ANSWER and value.get("candidates")]
    answers = [value for value in wholes if is_told_apart(value)]
    for answer in answers:
        is_whole(answer)
    assert len(answers) > 50
