"""A reader takes any JSON: what it cannot read is kept as something that the model has no place for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.base.values import JSON
from conformance.formats.cursor import Pen
from conformance.formats.model.conversation import Text
from conformance.formats.model.fact import facts_in
from conformance.formats.model.growth import GREW
from tests.formats.mutations import ODD, mutated
from tests.formats.samples import ANSWER, FORMATS, REQUEST, STREAM, case_samples, module

drawn = settings(
    max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
KINDS = [(format, form) for format in FORMATS for form in (REQUEST, ANSWER, STREAM)]


def values(format: str, form: str) -> st.SearchStrategy[JSON]:
    return st.sampled_from(
        [
            case_sample.value
            for case_sample in case_samples()
            if (case_sample.format, case_sample.form) == (format, form)
        ]
    )


def read_and_written(format: str, form: str, value: JSON) -> None:
    """Read a value, and write what was read."""
    if form == STREAM:
        growth = module(format, "stream").read_stream(value)
        module(format, "write").write_answer(growth.answer, Pen(format))
    elif form == REQUEST:
        module(format, "write").write_request(module(format, "read").read_request(value), Pen(format))
    else:
        module(format, "write").write_answer(module(format, "read").read_answer(value), Pen(format))


@pytest.mark.parametrize(("format", "form"), KINDS)
def test_no_change_of_a_value_makes_a_reader_raise(format: str, form: str) -> None:
    @drawn
    @given(mutated(values(format, form)))
    def check(value: JSON) -> None:
        read_and_written(format, form, value)

    check()


@pytest.mark.parametrize(("format", "form"), KINDS)
def test_no_value_at_all_makes_a_reader_raise(format: str, form: str) -> None:
    for value in ODD:
        read_and_written(format, form, value)
        if form == STREAM:
            read_and_written(format, form, [value, {"choices": [value]}, {"type": "response.completed"}])


@pytest.mark.parametrize(
    ("format", "value"),
    [
        ("chat", {"choices": [{"logprobs": {"content": ["x", {"top_logprobs": ["y"]}]}}]}),
        ("responses", {"output": [{"role": "assistant", "content": [
            {"type": "output_text", "text": "", "logprobs": ["x", {"top_logprobs": ["y"]}]},
        ]}]}),
    ],
)  # fmt: skip
def test_tokens_that_are_no_objects_are_written_as_they_are(format: str, value: JSON) -> None:
    written = module(format, "write").write_answer(module(format, "read").read_answer(value), Pen(format))
    tokens = next(node for node in walk(written) if isinstance(node, list) and node[:1] == ["x"])
    assert tokens[1]["top_logprobs"] == ["y"]


def walk(value: JSON) -> Iterator[JSON]:
    yield value
    for element in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(element)


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_no_object_is_kept_as_it_is(format: str) -> None:
    read = module(format, "read")
    for fact in (read.read_request("x"), read.read_answer("x")):
        assert [other.value for other in fact.others] == ["x"]


@pytest.mark.parametrize(
    "event",
    [
        {"type": "response.output_text.delta", "output_index": 0, "content_index": 3, "delta": "x"},
        {"type": "response.output_text.delta", "output_index": "0", "content_index": 0, "delta": "x"},
        {"type": "response.output_text.delta", "output_index": -1, "content_index": 0, "delta": "x"},
        {"type": "response.output_text.delta", "output_index": 0, "content_index": True, "delta": "x"},
        {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": 1},
        {"type": "response.output_item.added", "output_index": 0, "item": []},
        {"type": "response.content_part.added", "output_index": 0, "content_index": 0},
        {"type": "response.output_text.annotation.added", "output_index": 0, "content_index": 0, "annotation": {}},
        {"type": ["response.completed"], "output_index": 0},
        "x",
    ],
)
def test_an_event_that_fits_nowhere_is_kept_beside_the_answer(event: JSON) -> None:
    growth = module("responses", "stream").read_stream([event])
    assert [other.value for other in growth.others] == [event]
    assert growth.answer.candidates[0].turns == ()


def test_a_delta_before_its_item_grows_what_it_is_a_piece_of() -> None:
    event = {"type": "response.output_text.delta", "output_index": 7, "content_index": 0, "delta": "x"}
    growth = module("responses", "stream").read_stream([event])
    assert [fact.value for fact in facts_in(growth.answer) if isinstance(fact, Text)] == ["x"]
    assert [(step.what, step.key) for step in growth.steps] == [(GREW, ("output", 0, "content", 0, "text"))]


def test_a_delta_without_an_index_belongs_to_the_item_of_its_id() -> None:
    events = [
        {"type": "response.output_text.delta", "item_id": id_, "delta": delta}
        for id_, delta in (("a", "1"), ("b", "2"), ("a", "3"))
    ]
    growth = module("responses", "stream").read_stream(events)
    assert [fact.value for fact in facts_in(growth.answer) if isinstance(fact, Text)] == ["13", "2"]


@pytest.mark.parametrize(
    "chunk",
    [
        "x",
        {"choices": "x"},
        {"choices": ["x"]},
        {"choices": [{"delta": "x"}]},
        {"choices": [{"delta": {"tool_calls": "x"}}]},
        {"choices": [{"delta": {"tool_calls": ["x"]}}]},
        {"choices": [{"message": "x"}]},
    ],
)
def test_a_chunk_that_holds_no_piece_is_kept_beside_the_answer(chunk: JSON) -> None:
    assert [other.value for other in module("chat", "stream").read_stream([chunk]).others] == ["x"]
