"""What of a Responses stream is certain while the chunks of a Chat stream come."""

from __future__ import annotations

from typing import Any

from conformance.reference.live_chunks import LiveResponse


def chunk(*, id: str = "chatcmpl-1", index: int = 0, finish: str | None = None, **delta: Any) -> Any:
    choices = [{"index": index, "delta": delta, "finish_reason": finish}]
    return {"id": id, "created": 1, "model": "m", "choices": choices}


def piece(number: int, arguments: str, name: str = "") -> Any:
    named = {"id": f"call_{number}"} if name else {}
    return chunk(tool_calls=[{"index": number, **named, "function": {"name": name or None, "arguments": arguments}}])


def kinds(live: LiveResponse, *chunks: Any) -> list[list[str]]:
    return [[event["type"].removeprefix("response.") for event in live.take(each)] for each in chunks]


def live(request: Any = None) -> LiveResponse:
    return LiveResponse(request or {}, "summary", "both")


def test_a_call_is_over_where_another_begins_and_its_arguments_are_whole() -> None:
    assert kinds(live(), piece(0, "", "a"), piece(0, "{}"), piece(1, "{", "b"), piece(1, "}")) == [
        ["created", "in_progress", "output_item.added"],
        ["function_call_arguments.delta"],
        ["function_call_arguments.done", "output_item.done", "output_item.added", "function_call_arguments.delta"],
        ["function_call_arguments.delta"],
    ]


def test_calls_that_are_mixed_wait() -> None:
    found = kinds(live(), piece(0, "{", "a"), piece(1, "{}", "b"), piece(0, "}"), piece(1, " "))
    assert found[1] == []
    assert found[2][:3] == ["function_call_arguments.delta", "function_call_arguments.done", "output_item.done"]


def test_what_chunks_may_still_change_waits_for_the_end() -> None:
    assert kinds(live(), piece(1, "{}", "b"), chunk(content="x")) == [["created", "in_progress"], []]
    request = {"tools": [{"type": "custom", "name": "a"}]}
    assert kinds(live(request), piece(0, "{}", "a")) == [["created", "in_progress"]]
    assert kinds(live(), chunk(index=1, content="x"), chunk(content="y")) == [[], []]
    assert kinds(live(), {"error": {"message": "No."}}, chunk(content="y")) == [[], []]


def test_what_is_behind_a_text_waits_where_the_text_may_yet_be_cited_in() -> None:
    note = {"type": "url_citation", "url_citation": {"url": "https://a", "start_index": 0, "end_index": 1}}
    found = {}
    for citations in ("late", "in-time", None):
        live = LiveResponse({}, "summary", "both", citations)
        cited = LiveResponse({}, "summary", "both", citations)
        found[citations] = (
            len(kinds(live, chunk(content="x"), piece(0, "{}", "a"))[1]),
            len(kinds(cited, chunk(content="x"), chunk(annotations=[note]), piece(0, "{}", "a"))[2]),
        )
    assert found == {"late": (0, 0), "in-time": (5, 0), None: (5, 5)}


def test_the_first_half_of_a_character_waits_for_the_second() -> None:
    found = live()
    assert len(found.take(chunk(content="a"))) == 5
    assert found.take(chunk(content="\ud83d")) == []
    (event,) = found.take(chunk(content="\ude42"))
    assert event["delta"] == "\U0001f642"


def test_who_it_is_waits_until_it_is_known_or_something_is_said() -> None:
    found = live()
    assert found.take({"id": "", "model": "", "choices": []}) == []
    events = found.take(chunk(id="", content="x"))
    assert events[0]["response"]["id"] == "resp_0"
    assert found.lacks == ["id"]
