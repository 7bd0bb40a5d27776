"""An assistant message that a converter wrote, as the API has it or not."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.formats.chat.message import read_assistant, read_completion
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Call
from conformance.formats.model.reading import PARTED


def calls(message: Any) -> list[Call]:
    answer = read_assistant(message).answer
    assert answer is not None
    return [utterance for utterance in answer.candidates[0].turns[0].says if isinstance(utterance, Call)]


def test_what_is_no_object_is_no_message() -> None:
    assert read_assistant([{"role": "assistant"}]).answer is None
    assert read_assistant(ABSENT).answer is None


def test_parts_are_one_text_that_is_kept_apart() -> None:
    flow = read_assistant({"content": [{"type": "text", "text": "a"}, {"type": "refusal", "refusal": "b"},
                                       {"type": "output_text", "text": "c"}]}).flow  # fmt: skip
    assert flow is not None
    assert (flow.text, flow.is_known) == (f"a{PARTED}c", True)
    other = read_assistant({"content": [{"type": "image", "text": "a"}]}).flow
    assert other is not None
    assert (other.text, other.is_known) == ("", False)


@pytest.mark.parametrize(
    ("message", "value"),
    [({}, ABSENT), ({"tool_calls": []}, ABSENT), ({"tool_calls": [{}]}, None), ({"content": 5}, 5)],
)
def test_beside_calls_an_absent_content_is_null(message: Any, value: Any) -> None:
    flow = read_assistant(message).flow
    assert flow is not None
    assert flow.value == value


def test_each_entry_of_the_calls_is_one_whatever_it_is() -> None:
    custom = {"id": "b", "custom": {"name": "run", "input": "x"}}
    odd = {"id": 5, "type": "tool", "function": {"name": ["n"], "arguments": {"a": 1}}}
    found = calls({"tool_calls": [None, custom, odd], "function_call": {"name": "old", "arguments": "{}"}})
    assert [(finding.kind, finding.id, finding.name) for finding in found] == [
        (FUNCTION, None, None),
        (CUSTOM, "b", "run"),
        (FUNCTION, None, None),
    ]
    assert [(finding.arguments.text, finding.arguments.value) for finding in found] == [
        (None, ABSENT),
        ("x", ABSENT),
        (None, {"a": 1}),
    ]


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ({"role": "assistant", "refusal": None, "reasoning_content": "", "annotations": []}, set()),
        ({"role": "user"}, {"speaker"}),
        ({"role": "assistant", "refusal": 5, "reasoning_content": ["a"], "annotations": ["a"]},
         {"refusal", "reasoning", "citation"}),
    ],
)  # fmt: skip
def test_what_is_in_a_place_without_being_of_its_kind_is_no_fact(message: Any, kinds: set[str]) -> None:
    assert set(read_assistant(message).misfits) == kinds


def test_a_citation_of_another_form_is_of_no_kind() -> None:
    flat = {"type": "url_citation", "url": "https://a.example", "start_index": 0, "end_index": 1}
    nested = {"type": "url_citation", "url_citation": {"url": "https://b.example", "title": "B"}}
    answer = read_assistant(
        {"annotations": [flat, nested, {"type": "link", "url": "u"}, {"type": "url_citation"}]}
    ).answer
    assert answer is not None
    found = [[(source.kind, source.url) for source in citation.sources] for citation in answer.candidates[0].citations]
    assert found == [[("web", "https://a.example")], [("web", "https://b.example")], [("", "u")], []]


def test_a_message_is_read_where_the_completion_has_it() -> None:
    message = {"role": "assistant", "content": "Hi", "tool_calls": [{"id": "call_1", "function": {"name": "f"}}]}
    body = {"id": "c_1", "model": "m", "created": 1, "choices": [{"message": message, "finish_reason": "stop"}]}
    reading = read_completion(body)
    assert reading.answer is not None
    candidate = reading.answer.candidates[0]
    assert (reading.answer.id, reading.answer.model, reading.answer.created) == ("c_1", "m", 1)
    assert (candidate.end.kind, candidate.end.word) == ("done", "stop")
    assert [reading.held(said.at[0]) for said in candidate.turns[0].says] == ["Hi", message["tool_calls"][0]]


@pytest.mark.parametrize(("word", "kind"), [(None, "unsaid"), ("function_call", "unknown"), (5, "unknown")])
def test_a_completion_without_a_message_says_nothing(word: Any, kind: str) -> None:
    reading = read_completion({"choices": [{"message": None, "finish_reason": word}]})
    assert reading.answer is not None
    assert (reading.answer.candidates[0].turns, reading.answer.candidates[0].end.kind) == ((), kind)
    assert read_completion([]).answer is None
