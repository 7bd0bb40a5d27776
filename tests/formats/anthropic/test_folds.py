"""The fold of a stream is the whole answer: answers are cut into the events that would have brought them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.formats.anthropic.read import read_answer
from conformance.formats.anthropic.stream import read_stream
from conformance.formats.model.growth import WHOLE
from tests.formats.anthropic.samples import ANSWERS, closed, grown, opened
from tests.formats.bare import bare
from tests.formats.recorded import ANSWER, FOLDERS, REASON, recorded

# The members that come in deltas: the delta of each, and its own member.
PIECES = {
    "text": ("text_delta", "text"),
    "thinking": ("thinking_delta", "thinking"),
    "signature": ("signature_delta", "signature"),
}


def halves(text: str) -> tuple[str, str]:
    return text[: (len(text) + 1) // 2], text[(len(text) + 1) // 2 :]


def events_of(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    late = {name: answer.get(name) for name in ("stop_reason", "stop_sequence", "stop_details")}
    yield {"type": "message_start", "message": {**answer, **dict.fromkeys(late), "content": [], "usage": {}}}
    for index, block in enumerate(answer["content"]):
        yield from block_events(index, block)
        yield closed(index)
    yield {"type": "message_delta", "delta": late, "usage": answer["usage"]}
    yield {"type": "message_stop"}


def block_events(index: int, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    text = {name: block[name] for name in PIECES if isinstance(block.get(name), str)}
    is_call = block["type"].endswith("tool_use")
    notes = block.get("citations") or []
    first = {
        **block,
        **dict.fromkeys(text, ""),
        **({"input": {}} if is_call else {}),
        **({"citations": []} if notes else {}),
    }
    yield opened(index, first)
    for piece in halves(json.dumps(block["input"])) if is_call else ():
        yield grown(index, "input_json_delta", partial_json=piece)
    for name, value in text.items():
        for piece in halves(value):
            yield grown(index, PIECES[name][0], **{PIECES[name][1]: piece})
    for note in notes:
        yield grown(index, "citations_delta", citation=note)


def is_whole(answer: dict[str, Any]) -> None:
    growth = read_stream(list(events_of(answer)))
    assert (growth.ended, growth.open, growth.others) == (WHOLE, (), ())
    assert bare(growth.answer) == bare(read_answer(answer))


@pytest.mark.parametrize("name", [name for name, answer in ANSWERS.items() if "content" in answer])
def test_the_fold_of_an_answer_is_the_answer(name: str) -> None:
    is_whole(ANSWERS[name])


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_the_fold_of_a_recorded_answer_is_the_answer() -> None:
    answers = [value for form, value, _where in recorded("anthropic") if form == ANSWER and "content" in value]
    for answer in answers:
        is_whole(answer)
    assert len(answers) > 50
