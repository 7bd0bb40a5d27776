"""The grammar of Responses events: silent on every recorded stream, and exact about one that breaks it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from conformance.formats.responses.grammar import KINDS, disorder_of
from conformance.reference import chat_stream_to_responses_stream
from tests.formats.samples import STREAM, recorded_samples, recorded_traffic
from tests.reference.exchanges import EXCHANGES, read_by_the_package

Events = list[dict[str, Any]]

# Recorded, and against the grammar: a new id for each event, no numbers, and two streams in one file.
KNOWN = {
    "github-copilot-id-rotation": {"item-id", "final", "other-response"},
    "openai-custom-tool": {"number"},
    "reasoning-encrypted-content": {"number", "after-end", "head", "index", "opened-twice", "final"},
}
THOUGHT_TEXT_CALLS = {
    "chunks": [
        {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [element]}
        for element in (
            {"index": 0, "delta": {"role": "assistant", "reasoning_content": "Think."}, "finish_reason": None},
            {"index": 0, "delta": {"content": "One "}, "finish_reason": None},
            {"index": 0, "delta": {"content": "two"}, "finish_reason": None},
            {
                "index": 0,
                "delta": {
                    "tool_calls": [
                        {"index": 0, "id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}},
                        {"index": 1, "id": "b", "type": "function", "function": {"name": "g", "arguments": "{}"}},
                    ]
                },
                "finish_reason": None,
            },
            {"index": 0, "delta": {}, "finish_reason": "tool_calls"},
        )
    ]
}


def events() -> Events:
    """A stream of a thought, a text in two pieces, and two calls."""
    return chat_stream_to_responses_stream(copy.deepcopy(THOUGHT_TEXT_CALLS))


def kinds(stream: Any) -> list[str]:
    return [element.kind for element in disorder_of(stream)]


@recorded_traffic
def test_recorded_streams_follow_the_grammar_but_for_those_that_are_known() -> None:
    streams = [
        recorded_sample
        for recorded_sample in recorded_samples()
        if (recorded_sample.format, recorded_sample.form) == ("responses", STREAM) and recorded_sample.value
    ]
    assert len(streams) > 10
    for stream in streams:
        allowed = next((kinds for name, kinds in KNOWN.items() if name in stream.where), set())
        assert set(kinds(stream.value)) <= allowed, stream.where


@pytest.mark.parametrize("name", EXCHANGES)
def test_what_the_reference_writes_follows_the_grammar(name: str) -> None:
    assert kinds(chat_stream_to_responses_stream(copy.deepcopy(EXCHANGES[name]))) == []


def first(stream: Events, word: str) -> int:
    return next(place for place, event in enumerate(stream) if event["type"] == word)


def without(word: str) -> Callable[[Events], Events]:
    def change(stream: Events) -> Events:
        del stream[first(stream, word)]
        return numbered(stream)

    return change


def twice(word: str) -> Callable[[Events], Events]:
    def change(stream: Events) -> Events:
        stream.insert(first(stream, word), copy.deepcopy(stream[first(stream, word)]))
        return numbered(stream)

    return change


def having(word: str, **members: Any) -> Callable[[Events], Events]:
    def change(stream: Events) -> Events:
        stream[first(stream, word)] |= members
        return stream

    return change


def with_last(word: str, **members: Any) -> Callable[[Events], Events]:
    def change(stream: Events) -> Events:
        next(event for event in reversed(stream) if event["type"] == word).update(members)
        return stream

    return change


def numbered(stream: Events) -> Events:
    return [event | {"sequence_number": place} for place, event in enumerate(stream)]


def with_item(word: str, **members: Any) -> Callable[[Events], Events]:
    def change(stream: Events) -> Events:
        stream[first(stream, word)]["item"] |= members
        return stream

    return change


def with_response(place: int, **members: Any) -> Callable[[Events], Events]:
    def change(stream: Events) -> Events:
        stream[place]["response"] |= members
        return stream

    return change


def with_final(output: Callable[[list[Any]], list[Any]]) -> Callable[[Events], Events]:
    def change(stream: Events) -> Events:
        response = stream[-1]["response"]
        response["output"] = output(response["output"])
        return stream

    return change


ADDED, DONE = "response.output_item.added", "response.output_item.done"
PART, PART_DONE = "response.content_part.added", "response.content_part.done"
DELTA, TEXT_DONE = "response.output_text.delta", "response.output_text.done"
WAITS = {"status": "in_progress"}
BROKEN: dict[str, tuple[Callable[[Events], Events], str]] = {
    "no head": (without("response.created"), "head"),
    "a head in the middle": (lambda stream: numbered([*stream[:5], stream[0], *stream[5:]]), "head"),
    "no end": (without("response.completed"), "no-end"),
    "a head with items": (with_response(0, output=[{"type": "message"}]), "head"),
    "a head that is the end": (with_response(0, status="completed"), "head"),
    "the end of another response": (with_response(-1, id="resp_other"), "other-response"),
    "a response that becomes another": (with_response(1, id="resp_other"), "other-response"),
    "an event behind the end": (lambda stream: numbered([*stream, stream[5]]), "after-end"),
    "an item that is not added": (without(ADDED), "not-open"),
    "an item that is added twice": (twice(ADDED), "opened-twice"),
    "an item that is not done": (without(DONE), "not-closed"),
    "an item that is done twice": (twice(DONE), "closed-twice"),
    "a part that is not added": (without(PART), "not-open"),
    "a part that is not done": (without(PART_DONE), "not-closed"),
    "a piece behind its item": (lambda s: numbered([*s[:-1], s[first(s, DELTA)], s[-1]]), "not-open"),
    "a piece behind the end of its text": (
        lambda s: numbered([*s[: first(s, TEXT_DONE) + 1], s[first(s, DELTA)], *s[first(s, TEXT_DONE) + 1 :]]),
        "not-open",
    ),
    "an item at another place": (having(ADDED, output_index=7), "index"),
    "an item at the place of another": (with_last(ADDED, output_index=0), "index"),
    "an item without a place": (having(ADDED, output_index=None), "index"),
    "a piece at a place that is no number": (having(DELTA, output_index="1"), "index"),
    "a part without a place": (having(PART, content_index=None), "part-index"),
    "a piece of a part without a place": (having(DELTA, content_index=None), "part-index"),
    "another end than that of its response": (having("response.completed", type="response.incomplete"), "end"),
    "a call that waits at the end": (with_final(lambda items: [item | WAITS for item in items]), "end"),
    "a part at another place": (having(PART, content_index=1), "part-index"),
    "pieces of another item": (having(DELTA, item_id="msg_other"), "item-id"),
    "an item that is done with another id": (with_item(DONE, id="other"), "item-id"),
    "an item that is done with another type": (with_item(DONE, type="message"), "item-changed"),
    "an item that is done with another name": (with_item("response.output_item.added", name="other"), "item-changed"),
    "an end of an item that is spelled wrong": (having(DONE, type=f"{DONE} "), "not-closed"),
    "a part that is added with a text that comes again": (having(PART, part={"text": "other"}), "pieces"),
    "a number twice": (having(DELTA, sequence_number=1), "number"),
    "no number": (having(DELTA, sequence_number=None), "number"),
    "a piece that is lost": (without(DELTA), "pieces"),
    "a text that is done as another": (having(TEXT_DONE, text="other"), "pieces"),
    "arguments that are done as others": (having("response.function_call_arguments.done", arguments="[]"), "pieces"),
    "a response without its items": (with_final(lambda _output: []), "final"),
    "a response with another item": (with_final(lambda output: [*output[:-1], output[0]]), "final"),
    "no event": (lambda stream: [*stream, 7], "event"),  # type: ignore[list-item]
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_stream_is_named(name: str) -> None:
    change, kind = BROKEN[name]
    assert kinds(events()) == []
    assert kind in kinds(change(events()))


@pytest.mark.parametrize("index", [lambda _index: 0, lambda index: index + 1, str], ids=["shared", "shifted", "a text"])
def test_items_at_wrong_places_are_no_other_items_at_the_end(index: Callable[[int], Any]) -> None:
    stream = [
        event | ({"output_index": index(event["output_index"])} if "output_index" in event else {})
        for event in events()
    ]
    assert "index" in kinds(stream)
    assert "final" not in kinds(stream)


def test_what_follows_the_end_is_judged_no_further() -> None:
    stream = events()
    assert kinds(numbered([*stream, stream[first(stream, DONE)]])) == ["after-end"]


def test_items_may_be_open_at_the_same_time() -> None:
    stream = events()
    second = [place for place, event in enumerate(stream) if event["type"] == ADDED][-1]
    stream.insert(second - 1, stream.pop(second))  # before the call in front of it is done
    assert kinds(numbered(stream)) == []


def test_a_part_may_be_added_with_its_first_piece() -> None:
    stream = events()
    begun, piece = first(stream, PART), first(stream, DELTA)
    stream[begun]["part"]["text"] = stream[piece]["delta"]
    stream.pop(piece)
    assert kinds(numbered(stream)) == []


def test_a_failed_stream_owes_nothing_of_what_was_open() -> None:
    stream = events()
    place = first(stream, DELTA)
    failed = {"type": "response.failed", "response": {"status": "failed", "error": {"code": "x", "message": "y"}}}
    assert kinds(numbered([*stream[: place + 1], failed])) == []


def test_where_the_sdk_fails_on_a_lost_event_the_grammar_names_it() -> None:
    whole = events()
    assert read_by_the_package(whole) is not None
    for place in range(len(whole)):
        stream = numbered(copy.deepcopy([*whole[:place], *whole[place + 1 :]]))
        try:
            read_by_the_package(stream)
        except Exception:
            assert kinds(stream), whole[place]["type"]


@pytest.mark.parametrize("type_", [{}, [], None, 7])
def test_an_item_whose_type_is_no_word_is_judged_all_the_same(type_: Any) -> None:
    stream = copy.deepcopy(events())
    for event in stream:
        if isinstance(event.get("item"), dict):
            event["item"]["type"] = type_
    assert isinstance(kinds(stream), list)
    assert set(kinds(stream)) <= set(KINDS)


def test_a_piece_may_end_between_the_two_surrogates_of_a_character() -> None:
    stream = events()
    first, second = (event for event in stream if event["type"] == DELTA)
    first["delta"], second["delta"] = "One \ud83d", "\ude42"
    for event in stream:
        for holder in (
            event,
            event.get("part") or {},
            *(event.get("item") or {}).get("content", ()),
            *_final_parts(event),
        ):
            if holder.get("text") == "One two":
                holder["text"] = "One \U0001f642"
    assert kinds(stream) == []
    second["delta"] = "\ude43"
    assert set(kinds(stream)) == {"pieces"}


def _final_parts(event: dict[str, Any]) -> list[dict[str, Any]]:
    output = (event.get("response") or {}).get("output", ())
    return [part for item in output if item["type"] == "message" for part in item["content"]]
