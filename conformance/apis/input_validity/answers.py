"""The standing of what the APIs answer: Chat responses, Responses responses and their output items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.apis.input_validity.conversations import chat_calls, item_reasons, unique_items
from conformance.apis.input_validity.model import Reason, reason
from conformance.apis.input_validity.rules import NO_OBJECT, as_list, as_object, not_empty, unique
from conformance.apis.oracles import findings_of
from conformance.apis.oracles.pinned import event_types
from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON, pointer
from conformance.formats.chat.read import ENDS, read_listed_calls
from conformance.formats.facts import word
from conformance.formats.model.answer import ASKS
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.parts import ALL_PARTS
from conformance.formats.responses.read import called

# The rule of an answer that failed, which the choice `failed-answer` is about.
FAILED_ANSWER = "failed-answer"

# The rule of a call that says that it is incomplete, with arguments that are whole.
INCOMPLETE_WHOLE = "incomplete-whole"

# How a choice finished that ended before the model did.
_EARLY = ("length", "content_filter")

# What the member of a response says that its status requires.
_DETAILS = {"failed": "error", "incomplete": "incomplete_details"}


def by_schema(kind: str, value: JSON) -> Iterator[Reason]:
    """Yield what the pinned schema says of an answer. Hosts have tiers of their own, Groq's on_demand among them."""
    has_tier = isinstance(as_object(value).get("service_tier"), str)
    for found in (finding for finding in findings_of(kind, value) if not (has_tier and finding.at == "/service_tier")):
        yield Reason(at=found.at, message=found.message, rule=found.rule)


def is_new(value: JSON) -> bool:
    """Whether an event, an item or a part of Responses is of a type that the pinned types do not have.

    Servers add types without a new version: who reads them cannot refuse those that it does not know.
    """
    type_ = word(value)
    return type_ is not None and type_ != "" and type_ not in event_types("responses-event") and type_ not in _OF_OTHERS


def as_known(value: JSON) -> JSON:
    """Return an event or a response with something known in the place of each item and part of a new type."""
    if isinstance(value, dict):
        return {key: _known_at(key, value) for key, value in value.items()}
    return value


def _known_at(key: str, value: JSON) -> JSON:
    if key not in _KNOWN:
        return as_known(value) if key == "response" else value
    if isinstance(value, list):
        return [_known_at(key, element) for element in value]
    return _KNOWN[key] if is_new(value) else as_known(value)


# Types of parts and items that have another place, or are another API's: no server of this one sends them here.
_OF_OTHERS = frozenset({*ALL_PARTS, "tool_use", "tool_result", "thinking", "redacted_thinking"})
# By the member that holds items or parts, one that every reader knows.
_ITEM: JSON = {"type": "message", "id": "msg_new", "role": "assistant", "status": "completed", "content": []}
_PART: JSON = {"type": "output_text", "text": "", "annotations": []}
_KNOWN = {"output": _ITEM, "item": _ITEM, "content": _PART, "part": _PART}


def chat_response(value: JSON, *, may_be_cut: bool = False) -> Iterator[Reason]:
    """Yield why a value is not a Chat Completions response.

    may_be_cut: whether the last call of a choice that ended early may have arguments that are cut off.
    """
    yield from by_schema("chat-response", value)
    choices = as_list(as_object(value).get("choices"))
    if not choices:
        yield reason("choices", "the response has no choice", "choices")
    for key in ("id", "model"):
        yield from not_empty(as_object(value).get(key), key, key)
    for index, choice in enumerate(map(as_object, choices)):
        said, end = as_object(choice.get("message")), word(choice, "finish_reason") or ""
        calls = read_listed_calls(said, ("choices", index, "message"))
        cut = pointer(*calls[-1].at[0]) if may_be_cut and calls and end in _EARLY else None
        for chat_call in chat_calls(calls):
            if chat_call.rule != NO_OBJECT or cut is None or not chat_call.at.startswith(f"{cut}/"):
                yield chat_call
        if ENDS.get(end) == ASKS and not said.get(end):  # its word is the name of the member that has the calls
            message = f"the finish_reason is {end}, and there is no call"
            yield reason("finish-reason", message, "choices", index, "finish_reason")
        if calls and said.get("refusal"):
            at = ("choices", index, "message", "refusal")
            yield reason("refusal", "a refusal ends the answer, and there are calls", *at)
    indexes = (str(as_object(choice).get("index")) for choice in choices)
    yield from unique(((index, ("choices", i, "index")) for i, index in enumerate(indexes)), "index of a choice")


def chat_answer(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not what a Chat backend answers: a response, or an error in its place, which is documented.

    The last call of a choice that ended early may be cut off.
    """
    if isinstance(as_object(as_object(value).get("error")).get("message"), str) and "choices" not in as_object(value):
        yield reason(FAILED_ANSWER, "the answer is an error", "error")
    else:
        yield from chat_response(value, may_be_cut=True)


def responses_response(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not a Responses response that has ended."""
    yield from by_schema("responses-response", as_known(value))
    response = as_object(value)
    status = response.get("status")
    if status not in ("completed", "incomplete", "failed", "cancelled"):
        yield reason("status", "the response has no status of a response that has ended", "status")
    for name, key in _DETAILS.items():
        if (response.get(key) is not None) is not (status == name):
            yield reason("status", f"{key} is given exactly if the status is {name}", key)
    for key in ("id", "model"):
        yield from not_empty(response.get(key), key, key)
    output = as_list(response.get("output"))
    for index, item in enumerate(map(as_object, output)):
        yield from item_reasons(item, "output", index)
    yield from unique_items(output, "output")


def parsed_response(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not a Responses response as the API ends it: calls with their status, or a refusal."""
    output = [as_object(item) for item in as_list(as_object(value).get("output"))]
    calls = [(index, item) for index, item in enumerate(output) if called(item) == FUNCTION]
    cut = {f"/output/{index}/arguments" for index, call in calls if call.get("status") == "incomplete"}
    yield from (
        other_reason
        for other_reason in responses_response(value)
        if other_reason.rule != NO_OBJECT or other_reason.at not in cut
    )
    finished = as_object(value).get("status") == "completed"
    for index, call in calls:
        status = call.get("status")
        if status is None:
            yield reason("status", "the call has no status", "output", index, "status")
        elif finished and status != "completed" and not _awaited(call):
            message = f"the response is completed, and its call is {status}"
            yield reason("status", message, "output", index, "status")
        elif status == "incomplete" and isinstance(json_or_absent(call.get("arguments")), dict):
            message = "the call is incomplete, and its arguments are not cut off"
            yield reason(INCOMPLETE_WHOLE, message, "output", index, "arguments")
    yield from _refusals_beside_calls(output)


def _refusals_beside_calls(items: list[dict[str, JSON]]) -> Iterator[Reason]:
    if not any(map(called, items)):
        return
    for index, item in enumerate(items):
        for number, part in enumerate(as_list(item.get("content"))):
            if as_object(part).get("type") == "refusal":
                message = "a refusal ends the answer, and there are calls"
                yield reason("refusal", message, "output", index, "content", number)


def _awaited(call: dict[str, JSON]) -> bool:
    """Whether a call is one that a program makes: it is in progress until the client answers it."""
    return call.get("status") == "in_progress" and as_object(call.get("caller")).get("type") == "program"


def output(value: JSON) -> Iterator[Reason]:
    """Yield why a value is neither a response nor the list of its output items."""
    if isinstance(value, dict):
        yield from responses_response(value)
    elif isinstance(value, list):
        for other_reason in responses_response(_AROUND | {"output": value}):
            yield replace(other_reason, at=other_reason.at.removeprefix("/output"))
    else:
        yield reason("type", "neither a response nor a list of output items")


_AROUND: dict[str, JSON] = {
    "id": "resp_1", "object": "response", "created_at": 1_760_000_000, "status": "completed", "model": "gpt-5",
    "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
}  # fmt: skip
