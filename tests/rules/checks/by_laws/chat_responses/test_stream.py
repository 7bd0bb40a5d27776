"""The chunks of a Chat stream."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.apis.emulator.stream import responses_events
from conformance.reference import responses_stream_to_chat_stream as reference
from conformance.rules.checks.by_laws.chat_responses.choices import read_error_event, read_stream_usage
from conformance.rules.checks.by_laws.chat_responses.stream_view import StreamView
from tests.rules.checks.by_laws.chat_responses.samples import CALL, USAGE, charged, failed, response, said, viewed

STREAM = "responses-stream-to-chat-stream"
DONE = CALL | {"status": "completed"}
OTHER = DONE | {"id": "fc_2", "call_id": "call_2"}


def events(*items: Any, **more: Any) -> list[Any]:
    return responses_events(response(*items, **more))


def judged(given: Any, chunks: Any, **more: Any) -> set[str]:
    return charged(given, chunks, operation=STREAM, **more)


def delta_of(chunk: Any) -> Any:
    return chunk["choices"][0]["delta"]


def edited(given: Any, edit: Any) -> list[Any]:
    chunks = copy.deepcopy(reference(given))
    edit(chunks)
    return chunks


def test_the_reference_breaks_no_rule() -> None:
    given = events(said("Hi"), DONE, OTHER, usage=USAGE)
    assert judged(given, reference(given)) == set()


@pytest.mark.parametrize(
    ("edit", "rules"),
    [
        (lambda chunks: chunks[1].update(id="another"), {"RCS-1"}),
        (lambda chunks: chunks[1]["choices"][0].update(index=1), {"RCS-1"}),
        (lambda chunks: delta_of(chunks[0]).pop("role"), {"RCS-2"}),
        (lambda chunks: delta_of(chunks[1]).update(role="user"), {"RCS-2"}),
        (lambda chunks: delta_of(chunks[1]).update(role="assistant"), set()),
        (lambda chunks: chunks.append(chunks[-1]), {"RCS-4"}),
        (lambda chunks: chunks.pop(), {"RCS-4", "RCR-8"}),
    ],
)
def test_chunks_are_of_one_answer(edit: Any, rules: set[str]) -> None:
    given = events(said("It is sunny in Paris."))
    chunks = edited(given, lambda chunks: chunks.insert(1, copy.deepcopy(chunks[0])))
    delta_of(chunks[1]).clear()
    edit(chunks)
    assert judged(given, chunks) - {"RCR-1", "API-1"} == rules


def _pieces(chunks: list[Any]) -> list[Any]:
    return [piece for chunk in chunks for piece in delta_of(chunk).get("tool_calls", ())]


@pytest.mark.parametrize(
    "change",
    [
        lambda pieces: [piece.update(index=piece["index"] + 1) for piece in pieces],
        lambda pieces: pieces[1].update(id=pieces[0]["id"]),
        lambda pieces: pieces[1]["function"].update(name="get"),
        lambda pieces: pieces[0].pop("type"),
    ],
)
def test_a_call_opens_once(change: Any) -> None:
    given = events(DONE, OTHER)
    assert "RCS-3" in judged(given, edited(given, lambda chunks: change(_pieces(chunks))))


def test_empty_ids_of_later_pieces_are_none() -> None:
    given = events(DONE)
    assert judged(given, edited(given, lambda chunks: _pieces(chunks)[1].update(id=""))) == set()


def test_a_stream_that_breaks_off_has_no_end() -> None:
    given = events(said("It is sunny."))[:5]
    head = {"id": "resp_1", "object": "chat.completion.chunk", "created": 1760000000, "model": "gpt-5"}

    def chunk(finish: str | None, text: str = "") -> dict[str, Any]:
        return head | {
            "choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": finish}]
        }

    assert judged(given, reference(given)) == set()
    assert judged(given, []) == set()
    assert judged(given, [chunk("length")]) == set()
    assert judged(given, [chunk("stop")]) == {"RCS-6"}
    assert judged(given, [chunk("tool_calls")]) == {"RCS-6"}
    assert judged(given, [chunk(None, "cut off")]) == {"RCS-6"}


def test_half_a_call_has_the_beginning_of_its_arguments() -> None:
    given = [event for event in events(DONE) if event["type"] in ("response.created", "response.output_item.added")]
    given.append(
        {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": '{"n'}
    )
    assert judged(given, reference(given)) == set()
    for place, member, other in ((-1, "arguments", '{"n":1}'), (0, "name", "put")):
        found = copy.deepcopy(reference(given))
        _pieces(found)[place]["function"][member] = other
        assert judged(given, found) == {"RCS-6"}


def test_arguments_come_once() -> None:
    given = events(DONE)
    sent = "".join(piece["function"]["arguments"] for piece in _pieces(reference(given)))

    def twice(chunks: list[Any]) -> None:
        _pieces(chunks)[-1]["function"]["arguments"] += sent

    assert judged(given, edited(given, twice)) >= {"RCS-7", "RCR-2"}


def test_a_stream_that_contradicts_itself_owes_no_text() -> None:
    given = events(said("Hello"))
    for event in given:
        if event["type"] == "response.output_text.delta":
            event["delta"] = "Goodbye"
    assert "RCS-7" not in judged(given, reference(given))


def test_a_failed_stream_is_named_as_the_choice_says() -> None:
    broken = [{"type": "response.created", "response": response(status="in_progress")}]
    broken.append({"type": "error", "error": {"code": "server_error", "message": "The server had an error."}})
    reported = [{"error": {"message": "The server had an error."}}]
    assert judged(broken, reported, error_event="report") == set()
    assert judged(broken, reported, error_event="raise") == {"RCR-7"}
    assert judged(broken, [], error_event="report") == {"RCR-7"}
    assert read_error_event(viewed(broken, failed(), operation=STREAM)) == "raise"
    assert read_error_event(viewed(broken, reported, operation=STREAM)) == "report"


def test_the_usage_is_there_or_is_not() -> None:
    given = events(said("Hi"), usage=USAGE)
    chunks = reference(given)
    assert read_stream_usage(viewed(given, chunks, operation=STREAM)) == "write"
    assert judged(given, chunks, stream_usage="omit") == {"RCS-5"}
    assert judged(given, chunks[:-1], stream_usage="write") == {"RCS-5"}


def test_behind_the_end_the_usage_has_no_choice_beside_it() -> None:
    given = events(said("Hi"), usage=USAGE)
    *said_so_far, end, usage = reference(given)
    silent = {"index": 0, "delta": {}, "finish_reason": None}
    assert judged(given, [*said_so_far, end, usage]) == set()
    assert judged(given, [*said_so_far, end | {"usage": usage["usage"]}]) == set()
    assert judged(given, [*said_so_far, end, usage | {"choices": [silent]}]) == {"RCS-5a"}


def test_the_response_is_what_the_events_give() -> None:
    whole = events(said("Hi"), DONE)
    whole[-1]["response"]["output"] = []
    view = viewed(whole, reference(whole), operation=STREAM)
    assert isinstance(view, StreamView)
    assert [item["type"] for item in view.response["output"]] == ["message", "function_call"]
    assert view.response["output"][1]["arguments"] == DONE["arguments"]


def mixed_refusals() -> list[Any]:
    """Two refusals of one message, whose pieces alternate."""
    refusals = ["I cannot send it. ", "Nor may I print it."]
    message = said() | {"content": [{"type": "refusal", "refusal": refusal} for refusal in refusals]}
    given = events(message)
    pieces = [element for element in given if element["type"] == "response.refusal.delta"]
    at = given.index(pieces[0])
    rest = [element for element in given[at:] if element["type"] != "response.refusal.delta"]
    added = [item for item in rest if item["type"] == "response.content_part.added"]
    halves = [
        {**pieces[0], "content_index": place, "delta": refusal[part * 8 : part * 8 + 8 if not part else None]}
        for part in (0, 1)
        for place, refusal in enumerate(refusals)
    ]
    return [*given[:at], *added, *halves, *(item for item in rest if item not in added)]


def test_pieces_of_refusals_that_are_mixed_arrive_in_whichever_order() -> None:
    given = mixed_refusals()
    chunks = reference(given)
    refusal = "".join(delta_of(chunk).get("refusal") or "" for chunk in chunks[:-1])
    assert refusal == "I cannotNor may  send it. I print it."
    assert judged(given, chunks) == set()
    one_behind_the_other = edited(given, lambda made: _tell(made, "I cannot send it. Nor may I print it."))
    assert judged(given, one_behind_the_other) == set()
    assert judged(given, edited(given, lambda made: _tell(made, "I cannot send it. "))) == {"RCR-5"}


def _tell(chunks: list[Any], refusal: str) -> None:
    holders = [delta_of(chunk) for chunk in chunks if chunk["choices"] and "refusal" in delta_of(chunk)]
    for holder in holders:
        holder["refusal"] = ""
    holders[0]["refusal"] = refusal


def test_calls_that_no_event_announces_may_open_in_another_order() -> None:
    given = events(DONE, OTHER)
    unannounced = [element for element in given if element["type"] != "response.output_item.added"]
    assert "RCR-2" in judged(given, in_turn(reference(given)))
    assert "RCR-2" not in judged(unannounced, in_turn(reference(unannounced)))


def in_turn(chunks: Any) -> list[Any]:
    """Open the second call before the first."""
    made = copy.deepcopy(list(chunks))
    first, second = ([element for element in made if place in calls_of(element)] for place in (0, 1))
    for element in (*first, *second):
        delta_of(element)["tool_calls"][0]["index"] = 1 - calls_of(element)[0]
    others = [element for element in made if not calls_of(element)]
    return [*others[:1], *second, *first, *others[1:]]


def calls_of(chunk: Any) -> list[int]:
    calls = delta_of(chunk).get("tool_calls", ()) if chunk["choices"] else ()
    return [call["index"] for call in calls]
