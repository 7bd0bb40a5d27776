"""What no recording of Gemini shows: it is read whole, comes back, and no reader fails on any value."""

from __future__ import annotations

import pytest

from conformance.formats.gemini.read import read_answer, read_request
from conformance.formats.gemini.stream import read_stream
from conformance.formats.model import answer as ends
from conformance.formats.model.conversation import Call, Hosted, Media, Reasoning, Result, Text
from conformance.formats.model.fact import facts_in
from conformance.formats.model.growth import CUT, FAILED, WHOLE
from conformance.formats.model.request import Schema
from tests.formats.gemini.samples import ANSWERS, END, REQUESTS, STREAMS, chunk, more
from tests.formats.recorded import unread


def found(kind: type, fact) -> list:
    return [fact for fact in facts_in(fact) if isinstance(fact, kind)]


def test_the_ends_are_told_apart() -> None:
    answers = {name: read_answer(value) for name, value in ANSWERS.items()}
    assert {name: [candidate.ended for candidate in answer.candidates] for name, answer in answers.items()} == {
        "everything": [ends.ASKS], "several candidates": [ends.DONE, ends.LENGTH, ends.FAILED], "sound": [ends.DONE],
        "a blocked request": [], "filtered": [ends.FILTER], "a number for a reason": [ends.DONE], "an error": [],
        "to be continued": [ends.PAUSE], "an unknown end": [ends.UNKNOWN], "thoughts alone": [ends.LENGTH],
    }  # fmt: skip
    blocked = answers["a blocked request"].blocked
    assert (blocked.kind, blocked.word, blocked.about) == (ends.FILTER, "PROHIBITED_CONTENT", "W")


def test_thoughts_are_within_output_and_what_tools_read_within_input() -> None:
    usage = read_answer(ANSWERS["everything"]).usage
    assert (usage.input, usage.tool_input, usage.cached) == (25, 5, 3)
    assert (usage.output, usage.reasoning, usage.total) == (603, 405, 628)
    assert read_answer(ANSWERS["thoughts alone"]).usage.output == 7


def test_a_seal_makes_no_thought_of_a_text() -> None:
    says = read_answer(ANSWERS["everything"]).candidates[0].turns[0].says
    assert [(type(utterance), utterance.seal) for utterance in says[:4]] == [
        (Reasoning, "S"), (Reasoning, "S"), (Text, "S"), (Text, "S"),
    ]  # fmt: skip
    first = found(Call, says)[0]
    assert (first.id, first.seal, first.arguments.value) == ("i", "S", {"n": 9007199254740993})
    assert [(finding.word, finding.stage, finding.id) for finding in found(Hosted, says)] == [
        ("executableCode", "called", "1"), ("codeExecutionResult", "returned", "1"),
        ("toolCall", "called", "2"), ("toolResponse", "returned", "2"),
    ]  # fmt: skip


def test_a_result_has_failed_where_its_object_says_error() -> None:
    results = found(Result, read_request(REQUESTS["everything"]).conversation.turns[3])
    assert [(result.failed, result.structured) for result in results] == [
        (None, {"output": "t"}), (True, {"error": "e"}), (None, {"a": [1, None]}),
    ]  # fmt: skip
    assert [finding.url or finding.data for finding in found(Media, tuple(results))] == ["iVBORw0KGgo=", "gs://b/c"]


def test_citations_point_at_their_sources() -> None:
    (candidate,) = read_answer(ANSWERS["everything"]).candidates
    assert [source.kind for source in candidate.sources] == ["web", "file", "place", "image", ""]
    assert [[source.kind for source in note.sources] for note in candidate.citations] == [
        ["web", "place"], ["file"], [], ["recited"],
    ]  # fmt: skip
    assert [(note.span.start, note.span.end, note.part) for note in candidate.citations[:2]] == [
        (1, 4, 2),
        (None, 3, None),
    ]


def test_either_dialect_of_a_schema_is_kept() -> None:
    request = read_request(REQUESTS["everything"])
    assert [finding.dialect for finding in found(Schema, request)] == ["openapi", "json schema", "openapi"]


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_is_read_whole(name: str) -> None:
    growth = read_stream(STREAMS[name])
    assert {at[-1] for at in unread(STREAMS[name], growth.answer, *growth.others)} <= {"willContinue"}


def test_a_stream_makes_an_answer() -> None:
    growth = read_stream(STREAMS["texts, thoughts and calls"])
    says = growth.answer.candidates[0].turns[0].says
    assert [(type(utterance).__name__, getattr(utterance, "value", None), utterance.seal) for utterance in says] == [
        ("Reasoning", None, "S"), ("Text", "abc", None), ("Call", None, None), ("Call", None, None),
        ("Text", "d", None),
    ]  # fmt: skip
    assert [(finding.id, finding.arguments.value) for finding in found(Call, says)] == [
        (None, {"a": 1}),
        ("i", {"a": 2}),
    ]
    assert (growth.ended, growth.open, growth.answer.candidates[0].ended) == (WHOLE, (), ends.ASKS)
    assert growth.answer.usage.output == 603


def test_log_probabilities_of_all_responses_are_kept() -> None:
    growth = read_stream(STREAMS["log probabilities"])
    assert [(token.text, token.logprob) for token in growth.answer.candidates[0].tokens] == [("a", -1), ("b", -2)]


def test_a_call_that_comes_in_pieces_is_one_call() -> None:
    calls = found(Call, read_stream(STREAMS["a call in pieces"]).answer)
    assert [(call.name, call.arguments.value) for call in calls] == [
        ("f", {"a": "xy", "b": [None, {"c": 2}], "d": True, "e": None}), ("g", {}),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "piece",
    [5, {"jsonPath": 5}, {"jsonPath": "a", "stringValue": ""}, {"jsonPath": "$.a[99999999]", "stringValue": ""},
     {"jsonPath": "$.a"}, {"jsonPath": "$[0]", "stringValue": ""}],
)  # fmt: skip
def test_pieces_that_make_no_arguments_stay_as_they_are(piece) -> None:
    events = [chunk({"functionCall": {"name": "f", "willContinue": True}}), chunk(more(piece)), END]
    (call,) = found(Call, read_stream(events).answer)
    assert [other.value for other in call.others if other.word == "partialArgs"] == [[piece]]


def test_candidates_grow_apart() -> None:
    growth = read_stream(STREAMS["several candidates"])
    assert [[finding.value for finding in found(Text, candidate)] for candidate in growth.answer.candidates] == [
        ["ac"],
        ["b"],
    ]
    assert read_stream(STREAMS["several candidates"][:2]).ended == CUT


def test_a_stream_that_ends_in_an_error_has_failed_and_keeps_what_it_said() -> None:
    growth = read_stream(STREAMS["an error in the middle"])
    assert (growth.ended, growth.answer.failure.kind, growth.answer.failure.status) == (FAILED, "UNAVAILABLE", 503)
    assert [finding.value for finding in found(Text, growth.answer)] == ["a"]


def test_a_stream_may_end_with_a_block_or_a_filter() -> None:
    assert read_stream(STREAMS["a blocked request"]).ended == WHOLE
    growth = read_stream(STREAMS["filtered in the middle"])
    assert (growth.ended, growth.answer.candidates[0].ended) == (WHOLE, ends.FILTER)


def test_responses_that_cannot_be_read_stay_beside_the_answer() -> None:
    odd = [5, [], {"candidates": 5}, {"candidates": [5, {"content": 5}, {"content": {"parts": 5}}]}]
    growth = read_stream([*odd, END])
    assert [other.value for other in growth.others] == [5, [], 5, 5, 5, 5]
    assert growth.ended == WHOLE


def test_values_of_any_depth_are_read() -> None:
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    nested = {"text": "a"}
    for _ in range(2000):
        nested = {"functionResponse": {"name": "f", "response": {}, "parts": [nested]}}
    for parts in (deep, [nested]):
        read_request({"contents": [{"parts": parts}], "tools": deep, "labels": deep, "systemInstruction": deep})
        read_answer({"candidates": [{"content": {"parts": parts}, "groundingMetadata": deep}]})
        read_stream([chunk(nested), chunk({"functionCall": {"name": "f", "args": deep}}), deep])
