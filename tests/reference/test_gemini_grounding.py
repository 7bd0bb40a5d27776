"""What a Gemini answer rests on, as annotations."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference.gemini_grounding import annotations_of
from tests.reference.gemini_answers import PAGE


def cited(text: str, segment: Any, chunks: Any = (PAGE,), indices: Any = (0,)) -> list[dict[str, Any]]:
    support = {"segment": segment, "groundingChunkIndices": list(indices)}
    found = annotations_of({"groundingChunks": list(chunks), "groundingSupports": [support]}, "g", text, "Chat")
    return [element["url_citation"] for element in found]


def test_places_are_in_characters() -> None:
    assert cited("Zürich 🌧.", {"startIndex": 3, "endIndex": 12}) == [
        {"url": "https://x/", "title": "T", "start_index": 2, "end_index": 8}
    ]


@pytest.mark.parametrize(
    ("segment", "chunks", "indices"),
    [
        ({"endIndex": 99}, [PAGE], [0]), ({"endIndex": 1, "partIndex": 1}, [PAGE], [0]), ({}, [PAGE], [0]),
        ({"endIndex": 1}, [PAGE], [1]), ({"endIndex": 1}, [{"retrievedContext": {"uri": "u"}}], [0]),
    ],
)  # fmt: skip
def test_what_cites_no_place_or_no_page_is_reported(segment: Any, chunks: Any, indices: Any, caplog: Any) -> None:
    assert cited("ab", segment, chunks, indices) == []
    assert "g.groundingSupports[0]" in caplog.text


def test_a_source_that_nothing_cites_is_reported(caplog: Any) -> None:
    assert annotations_of({"groundingChunks": [PAGE]}, "g", "a", "Chat") == []
    assert "g.groundingChunks[0]" in caplog.text
    assert annotations_of(None, "g", "a", "Chat") == []
