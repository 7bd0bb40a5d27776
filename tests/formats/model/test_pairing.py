"""Which result answers which call, whatever the format."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import MODEL, TOOL, Call, Conversation, Result, Turn
from conformance.formats.model.pairing import calls_and_results


def pairs(calls: list[Call], results: list[Result]) -> list[tuple[int | None, int | None]]:
    """The pairs as the positions of their call and result."""
    conversation = Conversation(turns=(Turn(speaker=MODEL, says=(*calls,)), Turn(speaker=TOOL, says=(*results,))))
    return [
        (
            next((place for place, other_call in enumerate(calls) if other_call is call), None),
            next((place for place, other_result in enumerate(results) if other_result is result), None),
        )
        for call, result in calls_and_results(conversation)
    ]


def test_a_result_answers_the_call_of_its_id_in_any_order() -> None:
    calls = [Call(id="a", name="f"), Call(id="b", name="f")]
    assert pairs(calls, [Result(id="b"), Result(id="a")]) == [(1, 0), (0, 1)]


@pytest.mark.parametrize(
    ("calls", "result", "expected"),
    [
        ([Call(name="f"), Call(name="g")], Result(name="g"), [(1, 0), (0, None)]),
        ([Call(name="f"), Call(name="f")], Result(name="f"), [(0, 0), (1, None)]),
        ([Call(id="a", name="f")], Result(name="f"), [(0, 0)]),
        ([Call(name="f")], Result(id="a", name="f"), [(0, 0)]),
    ],
    ids=["of its name", "the first of its name", "where the result has no id", "where the call has no id"],
)
def test_without_an_id_a_result_answers_the_first_open_call_of_its_name(
    calls: list[Call], result: Result, expected: list[tuple[int | None, int | None]]
) -> None:
    assert pairs(calls, [result]) == expected


def test_a_result_of_another_id_answers_no_call_though_the_name_is_the_same() -> None:
    assert pairs([Call(id="a", name="f")], [Result(id="b", name="f")]) == [(None, 0), (0, None)]


def test_a_call_has_one_result() -> None:
    assert pairs([Call(id="a", name="f")], [Result(id="a"), Result(id="a")]) == [(0, 0), (None, 1)]


def test_a_result_before_its_call_answers_none() -> None:
    call, result = Call(id="a", name="f"), Result(id="a")
    conversation = Conversation(turns=(Turn(speaker=TOOL, says=(result,)), Turn(speaker=MODEL, says=(call,))))
    assert list(calls_and_results(conversation)) == [(None, result), (call, None)]
