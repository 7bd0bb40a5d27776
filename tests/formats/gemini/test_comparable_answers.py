"""Answers of Gemini as those of other formats: citations are of texts, in characters, and the time is in seconds."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.cursor import Pen
from conformance.formats.gemini.comparable_answers import comparable, seconds_of
from conformance.formats.gemini.read import read_answer
from conformance.formats.gemini.write import write_answer
from conformance.formats.model.conversation import Text

PAGE = {"web": {"uri": "https://example.org/", "title": "A"}}


def grounded(*parts: dict[str, Any], **segment: Any) -> dict[str, Any]:
    support = {"segment": segment, "groundingChunkIndices": [0]}
    grounding = {"groundingChunks": [PAGE], "groundingSupports": [support]}
    return {"candidates": [{"content": {"role": "model", "parts": list(parts)}, "groundingMetadata": grounding}]}


def spans(value: dict[str, Any]) -> list[tuple[str, int | None, int | None]]:
    """Return the texts that cite something, each with the place."""
    (candidate,) = comparable(read_answer(value)).candidates
    texts = [said for turn in candidate.turns for said in turn.says if isinstance(said, Text)]
    return [(said.value, note.span.start, note.span.end) for said in texts for note in said.citations if note.span]


def test_a_place_in_bytes_is_one_in_characters() -> None:
    assert spans(grounded({"text": "Zürich 🌧."}, startIndex=3, endIndex=12)) == [("Zürich 🌧.", 2, 8)]


def test_a_place_that_names_no_part_counts_all_texts() -> None:
    parts = ({"text": "Hm.", "thought": True}, {"text": "ab"}, {"text": "cde"})
    assert spans(grounded(*parts, startIndex=2, endIndex=5)) == [("cde", 0, 3)]
    assert spans(grounded(*parts, startIndex=0, endIndex=2, partIndex=2)) == [("cde", 0, 2)]


@pytest.mark.parametrize(
    "segment", [{"startIndex": 1, "endIndex": 99}, {"startIndex": 99}, {"partIndex": 7, "endIndex": 1}]
)
def test_a_place_that_no_text_has_stays_beside_the_texts(segment: dict[str, int]) -> None:
    value = grounded({"text": "ab"}, **segment)
    assert spans(value) == []
    assert len(comparable(read_answer(value)).candidates[0].citations) == 1


def test_what_texts_cite_is_written_as_the_api_says_it() -> None:
    value = grounded({"text": "ü"}, {"text": "é!"}, startIndex=2, endIndex=4)
    written = write_answer(comparable(read_answer(value)), Pen("gemini"))
    (support,) = written["candidates"][0]["groundingMetadata"]["groundingSupports"]
    assert support["segment"] == {"startIndex": 2, "endIndex": 4}


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("2026-01-05T09:30:00Z", 1767605400), ("2026-01-05T09:30:00.250000Z", 1767605400.25),
        ("2026-01-05T09:30:00", 1767605400), ("yesterday", "yesterday"), (None, None), (7, 7),
    ],
)  # fmt: skip
def test_a_time_is_in_seconds(time: Any, seconds: Any) -> None:
    assert seconds_of(time) == seconds
