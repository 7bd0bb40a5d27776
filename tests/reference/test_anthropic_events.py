"""anthropic-stream-to-chat-stream and anthropic-stream-to-responses-stream."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import (
    AnswerError,
    anthropic_response_to_chat_response,
    anthropic_response_to_responses_response,
    chat_stream_to_tool_calls,
)
from conformance.reference import anthropic_stream_to_chat_stream as to_chat
from conformance.reference import anthropic_stream_to_responses_stream as to_responses
from tests.formats.recorded import FOLDERS, REASON, STREAM, recorded
from tests.reference.anthropic_answers import (
    CALL,
    FOUND,
    HOSTED,
    PAGE,
    THOUGHT,
    USAGE,
    Object,
    events,
    gathered,
    message,
    text,
)
from tests.reference.exchanges import refused, said

SECOND = {**CALL, "id": "t2", "input": {}}
STORIES: dict[str, tuple[list[Object], str]] = {
    "text": ([text("Hello")], "end_turn"),
    "nothing": ([], "end_turn"),
    "thought, text, calls": ([THOUGHT, text("Hello"), CALL, SECOND], "tool_use"),
    "text behind a call": ([text("ab"), CALL, text("cd")], "tool_use"),
    "hosted": ([HOSTED, FOUND, text("t", PAGE), text("u")], "end_turn"),
    "cut": ([text("ab"), CALL], "max_tokens"),
    "paused": ([HOSTED], "pause_turn"),
    "refused": ([text("ab")], "refusal"),
}
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


def joined(chunks: list[Object]) -> Object:
    """The first choice that chunks make, each member's pieces joined."""
    deltas = [chunk["choices"][0]["delta"] for chunk in chunks if chunk["choices"]]
    calls: list[Object] = []
    for piece in [piece for delta in deltas for piece in delta.get("tool_calls", ())]:
        if piece["index"] == len(calls):
            calls.append({"id": piece["id"], "type": piece["type"], "function": dict(piece["function"])})
        else:
            calls[piece["index"]]["function"]["arguments"] += piece["function"]["arguments"]
    texts = {name: "".join(delta.get(name, "") for delta in deltas) for name in ("content", "refusal")}
    notes = [note for delta in deltas for note in delta.get("annotations", ())]
    (finish,) = [choice["finish_reason"] for chunk in chunks for choice in chunk["choices"] if choice["finish_reason"]]
    return {"content": texts["content"], "calls": calls, "notes": notes, "finish": finish}


def of_whole(answer: Object) -> Object:
    choice = answer["choices"][0]
    made = choice["message"]
    calls = [
        {**call, "function": {**call["function"], "arguments": call["function"]["arguments"].replace(",", ", ")}}
        for call in made.get("tool_calls", ())
    ]
    return {"content": made["content"] or "", "calls": calls, "notes": made.get("annotations", []),
            "finish": choice["finish_reason"]}  # fmt: skip


def spaced(choice: Object) -> Object:
    """A choice whose arguments have no spaces: the spacing of JSON is free."""
    calls = [
        {**call, "function": {**call["function"], "arguments": call["function"]["arguments"].replace(" ", "")}}
        for call in choice["calls"]
    ]
    return choice | {"calls": calls}


@pytest.mark.parametrize(("blocks", "stop"), STORIES.values(), ids=STORIES)
def test_the_chunks_make_the_answer_of_the_whole(blocks: list[Object], stop: str) -> None:
    chunks = to_chat(events(*blocks, stop=stop))
    whole = anthropic_response_to_chat_response(message(*blocks, stop=stop))
    assert spaced(joined(chunks)) == spaced(of_whole(whole))
    assert chunks[-1]["choices"] == []
    assert chunks[-1]["usage"] == whole["usage"]
    assert chunks[0]["choices"][0]["delta"]["role"] == "assistant"
    assert not [refusal for chunk in chunks for refusal in refusals_of("chat-chunk", chunk)]


@pytest.mark.parametrize(("blocks", "stop"), STORIES.values(), ids=STORIES)
def test_the_events_make_the_response_of_the_whole(blocks: list[Object], stop: str) -> None:
    story = to_responses({"events": events(*blocks, stop=stop)})
    whole = anthropic_response_to_responses_response({"response": message(*blocks, stop=stop)})
    got = story[-1]["response"]
    for element in (got, whole):
        for item in element["output"]:
            item["arguments"] = item.get("arguments", "").replace(" ", "")
    assert said(got) == said(whole)
    assert not refused(story)


def test_a_call_without_arguments_has_an_empty_object() -> None:
    parsed = chat_stream_to_tool_calls(to_chat(events(SECOND, stop="tool_use")))
    assert parsed["tool_calls"][0]["arguments"] == {}


def test_the_last_counts_are_those_of_the_answer() -> None:
    story = events(text("a"))
    story[-2]["usage"] = {"output_tokens": 20, "cache_read_input_tokens": 5}
    usage = to_chat(story)[-1]["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"]) == (USAGE["input_tokens"] + 5, 20)
    assert "usage" not in to_chat(story, stream_usage="omit")[-1]


def test_a_reason_that_comes_with_the_first_of_two_deltas_holds() -> None:
    story = events(CALL, stop="tool_use")
    more: Object = {"type": "message_delta", "delta": {"stop_reason": None, "stop_sequence": None}}
    story.insert(-1, more | {"usage": {"output_tokens": 20}})
    chunks = to_chat(story)
    assert joined(chunks)["finish"] == "tool_calls"
    assert chunks[-1]["usage"]["completion_tokens"] == 20
    last = to_responses({"events": story})[-1]["response"]
    assert (last["status"], last["output"][-1]["status"]) == ("completed", "completed")
    assert last["usage"]["output_tokens"] == 20


def test_a_character_whose_halves_come_in_two_pieces_is_one_where_a_citation_is() -> None:
    (note,) = joined(to_chat(events(text("\ud83d\ude42"), text("ab", PAGE))))["notes"]
    assert (note["url_citation"]["start_index"], note["url_citation"]["end_index"]) == (1, 3)


def test_hosted_steps_of_a_stream_are_no_calls(caplog: Any) -> None:
    assert not joined(to_chat(events(HOSTED, FOUND, text("t"))))["calls"]
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "events[2].content_block",
        "events[6].content_block",
    ]


@pytest.mark.parametrize("length", range(1, 9))
def test_a_cut_stream_never_ends(length: int) -> None:
    story = events(text("ab"), CALL, stop="tool_use")
    chunks = to_chat(story[:length])
    assert not any(choice["finish_reason"] for chunk in chunks for choice in chunk["choices"])
    with pytest.raises(AnswerError, match="message_stop"):
        to_responses({"events": story[:length]})
    assert to_responses({"events": story[:length]}, failed_answer="failed")[-1]["type"] == "response.failed"


def test_the_last_event_alone_ends_a_stream() -> None:
    assert not any(choice["finish_reason"] for chunk in to_chat(events(text("a"))[:-1]) for choice in chunk["choices"])


def test_an_error_in_a_stream_is_raised_or_named() -> None:
    story = [*events(text("ab"))[:4], OVERLOADED]
    for convert in (to_chat, lambda value: to_responses({"events": value})):
        with pytest.raises(AnswerError, match="Overloaded"):
            convert(story)
    chunks = to_chat(story, failed_answer="report")
    assert chunks[-1]["error"]["message"] == "Overloaded"
    assert not any(choice["finish_reason"] for chunk in chunks for choice in chunk.get("choices", ()))
    made = to_responses({"events": story}, failed_answer="error-event")[-1]
    assert (made["type"], made["message"]) == ("error", "Overloaded")


def test_a_stream_that_ends_for_no_known_reason_is_an_error() -> None:
    with pytest.raises(AnswerError, match="stop_reason"):
        to_chat(events(text("a"), stop="bored"))
    assert "bored" in to_chat(events(text("a"), stop="bored"), failed_answer="report")[-1]["error"]["message"]


def test_thoughts_are_reported_once_or_members(caplog: Any) -> None:
    to_chat(events({**THOUGHT, "thinking": "h"}, text("a")))
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "events[3].delta.thinking",
        "events[4].delta.signature",
    ]
    chunks = to_chat(events(THOUGHT, text("a")), reasoning="dialect")
    assert chunks[0]["choices"][0]["delta"] == {"role": "assistant", "reasoning_content": "h"}


def test_unknown_events_and_members_are_reported(caplog: Any) -> None:
    story = [{"type": "news"}, *events(text("ab"), container={"id": "c"})]
    to_chat(story)
    places = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert places == ["events[0]", "events[7].delta.container"]


@pytest.mark.parametrize("given", [None, {}, [7], "data: {}"])
def test_what_is_no_list_of_events_is_an_error(given: Any) -> None:
    with pytest.raises(AnswerError):
        to_chat(given)
    with pytest.raises(AnswerError):
        to_responses({"events": given})


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_streams_convert_as_their_messages() -> None:
    given = [source.value for source in recorded("anthropic") if source.form == STREAM]
    assert len(given) > 5
    for story in given:
        chunks, made = to_chat(story), to_responses({"events": story})
        assert not [refusal for chunk in chunks for refusal in refusals_of("chat-chunk", chunk)]
        assert not refused(made)
        whole = anthropic_response_to_chat_response(gathered(story))
        assert spaced(joined(chunks))["calls"] == spaced(of_whole(whole))["calls"]
        assert joined(chunks)["content"] == of_whole(whole)["content"]


def test_a_call_in_the_message_that_starts_is_one() -> None:
    called = {**CALL, "caller": {"type": "code_execution_20250825", "tool_id": "s"}}
    start = {"type": "message_start", "message": message(called, stop="tool_use")}
    made = joined(to_chat([start, {"type": "message_stop"}]))
    assert (made["calls"][0]["id"], made["finish"]) == (CALL["id"], "tool_calls")
    response = to_responses({"events": [start, {"type": "message_stop"}]})[-1]["response"]
    assert (response["status"], response["output"][0]["call_id"]) == ("completed", CALL["id"])
