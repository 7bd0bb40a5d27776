"""Reads a Responses API response object, and its output items, into what they owe a parsed result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from conformance.base.values import ABSENT, JSON
from conformance.formats.facts import word
from conformance.formats.model.conversation import Call as Said
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.formats.model.fact import Path
from conformance.formats.responses.calls import is_function_call
from conformance.formats.responses.read import read_item
from conformance.rules.alignment.alignment import MAY
from conformance.rules.checks.letters.tool_calls.arguments import read_arguments
from conformance.rules.checks.letters.tool_calls.facts import (
    COMPLETED,
    FAILED,
    INCOMPLETE,
    UNFIT,
    OwedAnswer,
    OwedCall,
    fate_of,
    held,
    legal_names,
    settled_fates,
)

_ENDINGS = {"failed": FAILED, "incomplete": INCOMPLETE}


def read_response(response: JSON, exact: bool) -> OwedAnswer:
    """Read a response object. exact: whether the transport keeps all numbers apart."""
    if not isinstance(response, dict) or not isinstance(response.get("output"), list):
        return UNFIT
    items = response["output"]
    texts = [text for index, item in enumerate(items) for text in texts_of(item, ("output", index))]
    calls = [read_call(item, ("output", index), exact) for index, item in enumerate(items) if is_function_call(item)]
    ending = ending_of(response)
    if ending == FAILED:  # its partial result is not reliable
        calls = [replace(call, fate=MAY) for call in calls]
    return OwedAnswer(
        calls=settled_fates(calls),
        texts=tuple(texts),
        ending=ending,
        odd=any(map(is_odd, items)),
        items=len(items),
        loose_text=ending == FAILED or any(map(has_loose_text, items)),
        error=response.get("error"),
        reason=reason_of(response),
        usage=ABSENT if response.get("usage") is None else response["usage"],
        finished=is_finished(response),
    )


def ending_of(response: JSON) -> str:
    """How a response ended; what says nothing of it counts as completed."""
    status = response.get("status")
    return _ENDINGS.get(status, COMPLETED) if isinstance(status, str) else COMPLETED


def reason_of(response: JSON) -> JSON:
    """Why an incomplete response ended, where it says so."""
    details = response.get("incomplete_details")
    return details.get("reason") if isinstance(details, dict) else None


def is_finished(response: JSON) -> bool:
    """Whether a response says that it is completed, and neither it nor an item of it says anything else."""
    if response.get("status") != "completed" or response.get("incomplete_details") is not None:
        return False
    items = response.get("output")
    return all(
        isinstance(item, dict) and item.get("status", "completed") == "completed"
        for item in (items if isinstance(items, list) else ())
    )


def read_call(item: Mapping[str, JSON], at: Path, exact: bool) -> OwedCall:
    """Read a function call as the response holds it."""
    turn = read_item(item, at)
    said = turn.says[0] if isinstance(turn.says[0], Said) else Said()
    return OwedCall(
        fate=fate_of(item),
        ids=legal_names(held(said, said.id, "call_id"), held(said, turn.id, "id")),
        names=legal_names(held(said, said.name, "name")),
        arguments=read_arguments(held(said, said.arguments.text, "arguments"), exact),
        at=at,
    )


def texts_of(item: JSON, at: Path) -> list[Text | ModelRefusal]:
    """Return the texts and refusals of one output item: parts of a message, or an item that is a text itself."""
    if word(item) == "output_text":
        item = {"type": "message", "content": [item]}
    if word(item) != "message" or not isinstance(item.get("content"), list):
        return []
    return [
        utterance
        for part, utterance in zip(item["content"], read_item(item, at).says, strict=True)
        if isinstance(utterance, ModelRefusal) or (isinstance(utterance, Text) and word(part) == "output_text")
    ]


def is_odd(item: JSON) -> bool:
    """Whether an item has a shape that the API does not know: a call on it may fail."""
    if not isinstance(item, dict) or not isinstance(item.get("type", ""), str):
        return True
    if is_function_call(item):
        return any(not isinstance(item.get(key), str | None) for key in ("call_id", "id", "name", "status"))
    return has_loose_text(item)


def has_loose_text(item: JSON) -> bool:
    """Whether it cannot be known which text an item holds."""
    if not isinstance(item, dict):
        return False
    if item.get("type") == "output_text":
        return not isinstance(item.get("text"), str | None)
    if item.get("type") != "message":
        return False
    content = item.get("content")
    if content is None:
        return False
    if not isinstance(content, list):
        return True
    return any(
        not isinstance(part, dict) or any(not isinstance(part.get(key), str | None) for key in ("text", "refusal"))
        for part in content
    )
