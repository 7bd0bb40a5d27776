"""Writing an answer as events: they keep the grammar, and reading them gives the answer again."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.exchanges import ANSWERS, WRITERS
from conformance.formats.responses.read import read_answer
from conformance.model.fact import Fact, facts_in

_CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": '{"a":1}'}
_CUSTOM = {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_2", "name": "p", "input": "*** Begin"}
_THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Two and two."}]}
_NOTE = {"type": "url_citation", "url": "https://a.example/", "title": "A", "start_index": 0, "end_index": 2}
_SAID = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "content": [
        {"type": "output_text", "text": "Four.", "annotations": [_NOTE], "logprobs": []},
        {"type": "refusal", "refusal": "No."},
        {"type": "output_text", "text": "", "annotations": []},
    ],
}
_USAGE = {"input_tokens": 9, "output_tokens": 2, "total_tokens": 11}


def _response(*items: Any, **more: Any) -> dict[str, Any]:
    around = {"id": "resp_1", "object": "response", "created_at": 1, "model": "m", "status": "completed"}
    return around | {"output": list(items), "usage": _USAGE} | more


@pytest.mark.parametrize(
    "response",
    [
        _response(_THOUGHT, _SAID, _CALL, _CUSTOM),
        _response(_SAID, status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
        _response(status="failed", error={"code": "server_error", "message": "Overloaded."}),
        _response({**_CALL, "arguments": ""}),
    ],
)
def test_events_say_what_the_answer_says(response: dict[str, Any]) -> None:
    answer = read_answer(response)
    events = WRITERS["responses-stream"](answer)
    back = ANSWERS["responses-stream"](events)
    assert back.disorder == ()
    assert _bare(back.answer) == _bare(answer)
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert events[-1]["type"] == f"response.{response['status']}"


def test_an_answer_that_did_not_end_has_no_last_event() -> None:
    events = WRITERS["responses-stream"](read_answer(_response(_CALL, status="in_progress")))
    assert events[-1]["type"] == "response.output_item.done"


def test_an_error_without_a_response_is_one_event() -> None:
    events = WRITERS["responses-stream"](read_answer({"error": {"code": "overloaded", "message": "Later."}}))
    assert [event["type"] for event in events] == ["error"]
    assert events[0]["message"] == "Later."


def _bare(answer: Fact | None) -> list[tuple[str, ...]]:
    """What an answer holds, without pointers."""
    return [(type(one).__name__, *_own(one)) for one in facts_in(answer)]


def _own(fact: Fact) -> tuple[str, ...]:
    names = (
        "value",
        "id",
        "name",
        "text",
        "kind",
        "word",
        "input",
        "output",
        "url",
        "title",
        "start",
        "end",
        "message",
    )
    return tuple(str(getattr(fact, name)) for name in names if isinstance(getattr(fact, name, None), str | int))
