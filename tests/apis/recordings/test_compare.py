"""What the API sends in some recordings and not in others."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.recordings.compare import compare
from conformance.apis.recordings.model import Interaction
from conformance.base.values import ABSENT


def answered(answer: Any, *, status: int = 200, events: tuple[Any, ...] | None = None) -> Interaction:
    return Interaction(
        file="a.json", number=0, api="chat", host="", request=ABSENT, status=status, answer=answer, events=events
    )


def new(before: Any, after: Any) -> list[tuple[str, str]]:
    return [(element.at, element.value) for element in compare("old", [answered(before)], [answered(after)]).new]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2.5}, []),
        ({"a": 1}, {"a": None}, [("/a", "null")]),
        ({}, {"a": {"b": {"c": 1}}}, [("/a", "object")]),
        ({"a": []}, {"a": [1]}, [("/a/*", "number")]),
        ({"status": "x"}, {"status": "y"}, [("/status", "y")]),
        ({"id": "x"}, {"id": "y"}, []),
        ({"metadata": {}}, {"metadata": {"own": "name"}}, []),
        ({"o": [{"type": "a"}]}, {"o": [{"type": "a"}, {"type": "b", "c": 1}]}, [("/o/*:b", "object")]),
        ({"o": [{"type": "a"}]}, {"o": [{"type": "a", "c": 1}]}, [("/o/*:a/c", "number")]),
    ],
)
def test_what_is_new_is_named_once_by_its_place(before: Any, after: Any, found: list[tuple[str, str]]) -> None:
    assert new(before, after) == found


def test_what_is_gone_is_named_and_counted() -> None:
    found = compare("old", [answered({"a": 1}), answered({"a": 2})], [answered({})])
    assert found.new == ()
    assert [(element.what, element.at, element.count) for element in found.gone] == [("Chat response", "/a", 2)]


def test_responses_events_and_errors_are_compared_apart() -> None:
    after = [answered({"a": 1}, status=400), answered(ABSENT, events=({"a": 1},))]
    found = compare("old", [answered({"a": 1})], after).new
    assert {finding.what for finding in found} == {"Chat error", "Chat event"}
