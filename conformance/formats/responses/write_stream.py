"""Writes an answer as the events of a Responses stream: one item after the other, each text in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from conformance.formats.cursor import Pen
from conformance.formats.responses.stream import DELTAS, PARTS, Growing
from conformance.formats.responses.write import write_answer
from conformance.model.answer import FAILED, UNSAID, Answer
from conformance.values import JSON

Object = dict[str, Any]
# Of the texts that grow: the stem of their events, by the type of the part or item that holds each.
_STEMS: Final = {growing.type: stem for stem, growing in DELTAS.items() if growing.entries is not None} | {
    "function_call": "response.function_call_arguments",
    "custom_tool_call": "response.custom_tool_call_input",
}
_PART_STEMS: Final = {place: (stem, name) for stem, (name, place) in PARTS.items()}
_LATE: Final = ("usage", "incomplete_details", "error")  # of a response: what only its end says


def write_events(answer: Answer, pen: Pen) -> list[JSON]:
    """Write an answer as events, numbered from 0. One that did not end has no last event."""
    end = answer.candidates[0].end if answer.candidates else None
    body = write_answer(answer, pen)
    events = list(_events(body, is_error=answer.failure is not None and (end is None or end.kind != FAILED)))
    if end is not None and end.kind == UNSAID and answer.failure is None:
        del events[-1]
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def _events(body: Object, *, is_error: bool) -> Iterator[Object]:
    output = body.get("output", [])
    if "output" in body:
        begun = {name: value for name, value in body.items() if name not in _LATE}
        begun |= {"status": "in_progress", "output": []}
        yield {"type": "response.created", "response": begun}
        yield {"type": "response.in_progress", "response": begun}
    for index, item in enumerate(output if isinstance(output, list) else ()):
        yield from _item(index, item) if isinstance(item, dict) else ()
    if is_error:
        yield {"type": "error", "code": None, "param": None, **body["error"]}
    else:
        yield {"type": f"response.{body.get('status', 'completed')}", "response": body}


def _item(index: int, item: Object) -> Iterator[Object]:
    """Write the events of one item."""
    at: Object = {"output_index": index} | ({"item_id": item["id"]} if "id" in item else {})
    begun = {name: _emptied(name, value) for name, value in item.items()}
    yield {"type": "response.output_item.added", "output_index": index, "item": begun}
    stem = _STEMS.get(str(item.get("type")))
    if stem is not None and DELTAS[stem].entries is None:
        yield from _text(stem, DELTAS[stem], item, at)
    for place, (part_stem, name) in _PART_STEMS.items():
        for number, part in enumerate(item.get(name) or ()):
            yield from _part(part_stem, part, {**at, place: number})
    yield {"type": "response.output_item.done", "output_index": index, "item": item}


def _emptied(name: str, value: JSON) -> JSON:
    """Return a member of an item before anything is known of its texts."""
    if name in ("content", "summary"):
        return []
    return "" if name in ("arguments", "input") else "in_progress" if name == "status" else value


def _part(part_stem: str, part: JSON, at: Object) -> Iterator[Object]:
    """Write the events of one part. at: where it is."""
    stem = _STEMS.get(str(part.get("type"))) if isinstance(part, dict) else None
    begun = part
    if stem is not None:
        begun = {name: "" if name == DELTAS[stem].member else [] for name in part if name != "type"}
        begun = {"type": part["type"], **begun}
    yield {"type": f"{part_stem}.added", **at, "part": begun}
    if stem is not None:
        yield from _text(stem, DELTAS[stem], part, at)
    yield {"type": f"{part_stem}.done", **at, "part": part}


def _text(stem: str, growing: Growing, holder: Object, at: Object) -> Iterator[Object]:
    """Write the events of a text that grows. holder: the part or item that it is in."""
    text = holder.get(growing.member) or ""
    tokens: Object = {"logprobs": holder.get("logprobs", [])} if growing.type == "output_text" else {}
    if text:
        yield {"type": f"{stem}.delta", **at, "delta": text, **tokens}
    for number, note in enumerate(holder.get("annotations") or ()):
        yield {"type": f"{stem}.annotation.added", **at, "annotation_index": number, "annotation": note}
    yield {"type": f"{stem}.done", **at, growing.member: text, **tokens}
