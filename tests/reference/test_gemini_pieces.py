"""Arguments of calls in pieces."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference.gemini_pieces import CallPieces
from conformance.reference.responses_response import AnswerError


def part(**members: Any) -> dict[str, Any]:
    return {"functionCall": members}


def test_a_whole_call_is_itself() -> None:
    assert CallPieces().whole(part(name="f", args={"a": 1})) == part(name="f", args={"a": 1})


def test_pieces_are_put_at_their_places() -> None:
    pieces = CallPieces()
    assert pieces.whole({**part(name="f", willContinue=True), "thoughtSignature": "S"}) is None
    assert pieces.is_open
    more = [{"jsonPath": "$.a", "stringValue": "x"}, {"jsonPath": "$.a", "stringValue": "y"}]
    assert pieces.whole(part(partialArgs=more, willContinue=True)) is None
    last = [{"jsonPath": "$.b[1].c", "numberValue": 2}, {"jsonPath": "$['d']", "nullValue": "NULL_VALUE"}]
    whole = pieces.whole(part(partialArgs=last))
    assert whole == {**part(name="f", args={"a": "xy", "b": [None, {"c": 2}], "d": None}), "thoughtSignature": "S"}
    assert not pieces.is_open


@pytest.mark.parametrize("piece", [{"jsonPath": "x"}, {"jsonPath": "$.a[99999]", "numberValue": 1}, 7])
def test_a_place_that_there_is_not_is_refused(piece: Any) -> None:
    with pytest.raises(AnswerError):
        CallPieces().whole(part(name="f", partialArgs=[piece]))


def test_a_piece_of_no_call_is_refused() -> None:
    with pytest.raises(AnswerError):
        CallPieces().whole(part(partialArgs=[{"jsonPath": "$.a", "numberValue": 1}]))
    with pytest.raises(AnswerError):
        CallPieces().whole(
            part(
                name="f", partialArgs=[{"jsonPath": "$.a", "stringValue": "x"}, {"jsonPath": "$.a.b", "numberValue": 1}]
            )
        )
