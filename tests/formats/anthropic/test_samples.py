"""What no recording of Anthropic shows: it is read whole, comes back, and no reader fails on any value."""

from __future__ import annotations

from conformance.formats.anthropic.read import read_answer, read_request
from conformance.formats.anthropic.stream import read_stream
from conformance.formats.model import answer as ends
from conformance.formats.model.conversation import Call, Hosted, Reasoning, Result, Text
from conformance.formats.model.fact import facts_in
from conformance.formats.model.growth import FAILED, WHOLE
from tests.formats.anthropic.samples import ANSWERS, CITATIONS, REQUESTS, STREAMS, ending, opened, start, text


def found(kind: type, fact) -> list:
    return [fact for fact in facts_in(fact) if isinstance(fact, kind)]


def test_the_ends_are_told_apart() -> None:
    answers = {name: read_answer(value) for name, value in ANSWERS.items() if "stop_reason" in value}
    assert {name: answer.candidates[0].ended for name, answer in answers.items()} == {
        "everything": ends.ASKS, "a stop sequence": ends.SEQUENCE, "paused": ends.PAUSE, "too long": ends.LENGTH,
        "refused": ends.REFUSED, "refused without words": ends.REFUSED, "an unknown end": ends.UNKNOWN,
    }  # fmt: skip
    assert read_answer(ANSWERS["refused"]).candidates[0].end.about == "W"


def test_input_includes_what_a_cache_held_and_took() -> None:
    usage = read_answer(ANSWERS["everything"]).usage
    assert (usage.input, usage.cached, usage.written, usage.output, usage.reasoning) == (8855, 8845, 6, 193, 7)


def test_steps_of_the_host_are_no_calls() -> None:
    request = read_request(REQUESTS["everything"])
    assert [finding.id for finding in found(Call, request)] == ["t1", "t2"]
    assert [(finding.word, finding.id) for finding in found(Hosted, request)][:2] == [
        ("server_tool_use", "srvtoolu_1"),
        ("web_search_tool_result", "srvtoolu_1"),
    ]


def test_results_have_three_values_of_failure() -> None:
    request = read_request({"messages": [{"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "t", **more} for more in ({}, {"is_error": False}, {"is_error": True})
    ]}]})  # fmt: skip
    assert [finding.failed for finding in found(Result, request)] == [None, False, True]


def test_citations_of_every_kind_point_into_their_source() -> None:
    (cited,) = (finding for finding in found(Text, read_answer(ANSWERS["everything"])) if finding.citations)
    assert len(cited.citations) == len(CITATIONS)
    assert [
        (source.kind, source.number, source.span and (source.span.unit, source.span.start, source.span.end))
        for citation in cited.citations for source in citation.sources
    ] == [
        ("document", 0, ("characters", 0, 9)), ("document", 1, ("pages", 1, 2)), ("document", 2, ("blocks", 0, 1)),
        ("web", None, None), ("search", 0, ("blocks", 0, 1)),
    ]  # fmt: skip


def test_a_stream_makes_an_answer() -> None:
    growth = read_stream(STREAMS["everything"])
    says = growth.answer.candidates[0].turns[0].says
    assert (growth.ended, growth.open, growth.is_marked) == (WHOLE, (), True)
    assert [(utterance.content[0].value, utterance.seal) for utterance in says if isinstance(utterance, Reasoning)] == [
        ("hm", "S")
    ]
    assert [(utterance.value, len(utterance.citations)) for utterance in says if isinstance(utterance, Text)] == [
        ("ab", 2)
    ]
    assert [utterance.arguments.value for utterance in says if isinstance(utterance, Call)] == [
        {"n": 9007199254740993},
        {},
    ]
    assert [utterance.value["input"] for utterance in says if isinstance(utterance, Hosted)] == [{"query": "q"}]
    assert [utterance.value for utterance in says if getattr(utterance, "word", "") == "compaction"] == [
        {"type": "compaction", "content": "Before."}
    ]
    assert growth.answer.usage.output == 9


def test_a_text_points_to_each_of_its_pieces() -> None:
    growth = read_stream(STREAMS["everything"])
    (said,) = found(Text, growth.answer.candidates[0].turns[0].says[1])
    assert [place for place in said.at if place[1:] == ("delta", "text")] == [(n, "delta", "text") for n in (8, 10)]


def test_a_stream_that_ends_in_an_error_has_failed_and_keeps_what_it_said() -> None:
    for name, texts in (("an error in the middle", ["a"]), ("an error at once", [])):
        growth = read_stream(STREAMS[name])
        assert growth.ended == FAILED
        assert (growth.answer.failure.kind, growth.answer.failure.message) == ("overloaded_error", "Overloaded")
        assert [finding.value for finding in found(Text, growth.answer)] == texts


def test_nothing_after_an_error_makes_a_stream_whole() -> None:
    assert read_stream([*STREAMS["an error in the middle"], *ending("end_turn")]).ended == FAILED


def test_arguments_that_are_cut_stay_as_they_were_written() -> None:
    (call,) = found(Call, read_stream(STREAMS["cut arguments"]).answer)
    assert call.arguments.value == '{"a":'


def test_a_block_that_takes_the_index_of_another_one_is_a_block_of_its_own() -> None:
    assert [finding.value for finding in found(Text, read_stream(STREAMS["one index twice"]).answer)] == ["a", "bc"]


def test_events_that_cannot_be_read_stay_beside_the_answer() -> None:
    odd = [
        5, None, {}, {"type": "later"}, {"type": "content_block_delta", "index": 7, "delta": {"type": "text_delta"}},
        {"type": "content_block_stop", "index": []}, {"type": "message_start"}, {"type": "error"},
        {"type": "content_block_start", "index": "0", "content_block": text("a")},
    ]  # fmt: skip
    growth = read_stream([start(), *odd, opened(0, text("a")), *ending("end_turn")])
    assert [other.value for other in growth.others] == odd
    assert growth.ended == WHOLE


def test_values_of_any_depth_are_read() -> None:
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    nested = {"type": "text", "text": "a"}
    for _ in range(2000):
        nested = {"type": "tool_result", "tool_use_id": "t", "content": [nested]}
    for content in (deep, [nested]):
        read_request({"messages": [{"role": "user", "content": content}], "tools": deep, "metadata": deep})
        read_answer({"content": content, "usage": deep})
        read_stream([start(), opened(0, nested), opened(1, {"type": "x", "y": deep}), deep])
