"""Contrasts of what an API answers: Chat, Responses, Anthropic and Gemini responses, and streams of them."""

from __future__ import annotations

from collections.abc import Callable

from conformance.apis.emulator.stream import chat_chunks, responses_events
from conformance.apis.oracles.pinned import event_types
from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.chat.calls import calls_member, written_calls
from conformance.formats.chat.chunks import error_of, is_whole, joined
from conformance.formats.exchanges import ANSWERS as ANSWERS_OF
from conformance.formats.exchanges import events_of, whole_of
from conformance.formats.facts import word
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.growth import CUT
from conformance.formats.responses.events import items_of
from conformance.formats.responses.read import called
from conformance.inputs.contrasts.conversations import TEXT, Member
from conformance.inputs.contrasts.model import Contrast, rewritten

ENDS = ("response.completed", "response.incomplete", "response.failed")
_STOP = "message_stop"  # of an Anthropic stream


_ANTHROPIC = "anthropic-stream"
_BLOCK = "tool_use"
_GEMINI = "gemini-stream"
_PART = "functionCall"


def _with_object(member: Member) -> Member:
    """Give `{}` to the call of an Anthropic message whose input is no object."""
    return member | {"input": {}} if word(member) == _BLOCK and not isinstance(member.get("input"), dict) else member


def _object_arguments(value: JSON) -> JSON:
    """Give `{}` to each call whose arguments are not the text of an object."""

    def change(member: Member) -> JSON:
        if isinstance(member.get("arguments"), str) and not isinstance(json_or_absent(member["arguments"]), dict):
            return member | {"arguments": "{}"}
        return _with_object(member)

    return rewritten(value, change)


def _one_call(value: JSON) -> JSON:
    """Leave the calls after the first one out."""

    def change(member: Member) -> JSON:
        if calls := written_calls(member):
            return member | calls_member(calls[:1])
        for key in ("output", "content", "parts"):
            held = member.get(key)
            if isinstance(held, list):
                calls = [element for element in held if _is_call(element)]
                member = member | {key: [element for element in held if element not in calls[1:]]}
        return member

    return rewritten(value, change)


def _is_call(member: JSON) -> bool:
    is_part = isinstance(member, dict) and isinstance(member.get(_PART), dict)
    return is_part or called(member) == FUNCTION or word(member) == _BLOCK


def _named_calls(value: JSON) -> JSON:
    """Give an id and a name to each call that lacks them."""

    def change(member: Member) -> JSON:
        part = member.get(_PART)
        if isinstance(part, dict):
            return member | {_PART: {**part, "id": part.get("id") or "call_1", "name": part.get("name") or "f"}}
        if called(member) == FUNCTION:
            return member | {key: member.get(key) or f"{key}_1" for key in ("call_id", "name")}
        function = member.get("function")
        if isinstance(function, dict) and "arguments" in function:
            return member | {
                "id": member.get("id") or "call_1",
                "function": function | {"name": function.get("name") or "f"},
            }
        return member

    return rewritten(value, change)


def _text_for_refusal(value: JSON) -> JSON:
    def change(member: Member) -> JSON:
        if word(member) == "refusal":
            return {"type": "output_text", "text": TEXT, "annotations": []}
        if member.get("role") == "assistant" and isinstance(member.get("refusal"), str):
            return member | {"refusal": None, "content": member.get("content") or TEXT}
        return member

    return rewritten(value, change)


def _completed(value: JSON) -> JSON:
    """Return a response that ended as it should."""
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("content"), list):
        return _completed_message(value)
    if _is_gemini([value]):
        return _completed_candidates(value)
    choices = value.get("choices")
    if isinstance(choices, list) and any(
        isinstance(choice, dict) and "finish_reason" not in choice for choice in choices
    ):
        value = _object_arguments(value)  # a stream that broke off: of a call in it, half of the arguments came
        return value | {"choices": [choice | {"finish_reason": "stop"} for choice in value["choices"]]}
    if isinstance(choices, list):
        return _with(value, "finish_reason", "stop")
    is_whole = value.get("status") == "completed"  # a call that was cut off has half of its arguments
    ended = _with(value if is_whole else _object_arguments(value), "status", "completed")
    return ended | {key: None for key in ("error", "incomplete_details") if key in value}


def _completed_message(message: Member) -> JSON:
    """Return an Anthropic message that ended as it should."""
    is_whole = message.get("stop_reason") in ("end_turn", "stop_sequence", _BLOCK)
    content = [_with_object(part) if isinstance(part, dict) and not is_whole else part for part in message["content"]]
    end = _BLOCK if any(word(part) == _BLOCK for part in content) else "end_turn"
    kept = {key: value for key, value in message.items() if key not in ("error", "request_id", "stop_details")}
    sequence = {"stop_sequence": None} if "stop_sequence" in kept else {}
    return kept | {"content": content, "stop_reason": end} | sequence


def _completed_candidates(response: Member) -> JSON:
    """Return a response of Gemini that ended as it should."""
    given, ended = response.get("candidates"), {"finishReason": "STOP"}
    held = [{**each, **ended} if isinstance(each, dict) else each for each in given] if isinstance(given, list) else []
    candidates = held or [{"content": {"role": "model", "parts": [{"text": TEXT}]}, **ended}]
    return {key: value for key, value in response.items() if key not in ("error", "promptFeedback")} | {
        "candidates": candidates
    }


def _with(value: JSON, key: str, given: str) -> JSON:
    """Set a member wherever it is present."""
    return rewritten(value, lambda member: member | {key: given} if key in member else member)


def in_streams(change: Callable[[JSON], JSON]) -> Callable[[JSON], JSON]:
    """Return what changes a response, and a stream by the response that its events give."""

    def changed(value: JSON) -> JSON:
        if not isinstance(value, list):
            return change(value)
        if _are_chunks(value):
            response = _response_of_chunks(value)
            without = change(response)
            return value if same(without, response) and error_of(value) is None else _chunks_of(without)
        if _is_anthropic(value):
            message = whole_of(_ANTHROPIC, [event for event in value if word(event) != "error"])
            without = ABSENT if message is ABSENT else change(message)
            return value if same(without, message) else events_of(_ANTHROPIC, without)
        if _is_gemini(value):
            whole = whole_of(_GEMINI, [event for event in value if not _is_error(event)])
            without = ABSENT if whole is ABSENT else change(whole)
            return value if same(without, whole) else events_of(_GEMINI, without)
        response = _response_of(value)
        without = change(response)
        return value if same(without, response) else responses_events(without)

    return changed


def written_anew(value: JSON) -> JSON | Absent:
    """Return a stream as `in_streams` writes it, with nothing changed; ABSENT for what is none, or did not end well."""
    if not isinstance(value, list) or _is_cut(value) or any(_is_error(event) for event in value):
        return ABSENT
    if _are_chunks(value):
        return _chunks_of(_response_of_chunks(value))
    if _is_anthropic(value):
        message = whole_of(_ANTHROPIC, value)
        if message is ABSENT or not same(_object_arguments(message), message):
            return ABSENT  # half of an input is in pieces alone
        return events_of(_ANTHROPIC, message)
    if _is_gemini(value):
        return events_of(_GEMINI, whole_of(_GEMINI, value))
    return responses_events(_response_of(value))


def _is_error(event: JSON) -> bool:
    return word(event) == "error" or (isinstance(event, dict) and bool(event.get("error")))


def _are_chunks(value: list[JSON]) -> bool:
    return any(isinstance(chunk, dict) and isinstance(chunk.get("choices"), list) for chunk in value)


def _is_anthropic(value: list[JSON]) -> bool:
    return any(word(event) in ("message_start", "content_block_start", _STOP) for event in value)


def _is_gemini(value: list[JSON]) -> bool:
    members = ("candidates", "promptFeedback", "usageMetadata")
    return any(isinstance(event, dict) and any(name in event for name in members) for event in value)


def _response_of_chunks(chunks: list[JSON]) -> Member:
    """Return the response that the chunks of a Chat stream make, without an error that ended it."""
    return {key: member for key, member in joined(chunks).items() if key != "error"}


def _chunks_of(response: Member) -> JSON:
    """Return the chunks of a Chat response as the API cuts them; each has a choice, and the last one the usage."""
    *chunks, last = chat_chunks(response, usage=False)
    usage = response.get("usage")
    return [*chunks, last if usage is None else {**last, "usage": usage}]


def _with_choices(value: JSON) -> JSON:
    """Leave the chunks without choices out of a Chat stream. The last one that is left gets the usage."""
    if not isinstance(value, list) or not _are_chunks(value):
        return value
    kept = [
        element for element in value if not isinstance(element, dict) or element.get("choices") or element.get("error")
    ]
    if not kept:
        return value
    *chunks, last = kept
    usage = joined(value).get("usage")
    has_usage = usage is not None and isinstance(last, dict) and "error" not in last
    return [*chunks, {**last, "usage": usage} if has_usage else last]


def _canonical(value: JSON) -> JSON:
    if isinstance(value, list) and _are_chunks(value):
        is_left = not is_whole(value) or any(
            map(_is_of_hosts, value)
        )  # without chunks of hosts it has two features less
        return value if is_left else _chunks_of(_response_of_chunks(value))
    if isinstance(value, list) and _is_anthropic(value):
        is_left = _is_cut(value) or any(map(_is_new, value))  # without events of new types it has two features less
        return value if is_left else events_of(_ANTHROPIC, whole_of(_ANTHROPIC, value))
    if isinstance(value, list) and _is_gemini(value):
        return value if _is_cut(value) else events_of(_GEMINI, whole_of(_GEMINI, value))
    is_ended = isinstance(value, list) and value and word(value[-1]) in ENDS
    return responses_events(_response_of(value)) if is_ended else value


def _is_of_hosts(chunk: JSON) -> bool:
    """Whether a chunk has no choices, or one without a delta: the types have neither."""
    choices = chunk.get("choices") if isinstance(chunk, dict) else []
    return choices is None or any(isinstance(choice, dict) and choice.get("delta") is None for choice in choices)


def _is_new(event: JSON) -> bool:
    """Whether an event is of a type that Anthropic's pinned types do not have."""
    return word(event) not in event_types("anthropic-event")


def _known_events(value: JSON) -> JSON:
    """Leave the events out that are of no type of the API."""
    if not isinstance(value, list):
        return value
    return [event for event in value if (word(event) or "error").startswith(("response.", "error", "keepalive"))]


def _is_cut(value: JSON) -> bool:
    """Whether a value is a stream that no event, or no finish_reason, ends."""
    if isinstance(value, list) and _are_chunks(value):
        return not is_whole(value)
    if isinstance(value, list) and _is_gemini(value):
        growth = ANSWERS_OF[_GEMINI](value).growth
        return growth is None or growth.ended == CUT
    return isinstance(value, list) and not any(word(event) in (*ENDS, _STOP, "error") for event in value)


def _response_of(events: list[JSON]) -> JSON:
    """Return the response that the events of a stream give; the one of the first event if none ends it."""
    last = events[-1] if events and word(events[-1]) in ENDS else {}
    given = (event.get("response") for event in (last, *events[:1]) if isinstance(event, dict))
    whole = next(
        (response for response in given if isinstance(response, dict)), {"id": "resp_1", "status": "in_progress"}
    )
    output = whole.get("output")
    gathered = items_of(events, output if isinstance(output, list) else [], len(events) - 1 if last else None)
    return whole | {"output": [item.snapshot for item in gathered.all if item.snapshot]}


ANSWERS = {
    "object-arguments": Contrast(when="with {} as arguments", remove=in_streams(_object_arguments), anew=written_anew),
    "one-call": Contrast(when="with one call", remove=in_streams(_one_call), anew=written_anew),
    "named-calls": Contrast(
        when="if every call has an id and a name", remove=in_streams(_named_calls), anew=written_anew
    ),
    "text-for-refusal": Contrast(when="without a refusal", remove=in_streams(_text_for_refusal), anew=written_anew),
    "completed": Contrast(
        when="if the answer is completed",
        remove=lambda value: value if _is_cut(value) else in_streams(_completed)(value),
        anew=written_anew,
    ),
    "not-cut": Contrast(
        when="if the stream is not cut",
        remove=lambda value: in_streams(_completed)(value) if _is_cut(value) else value,
    ),
    "chunks-with-choices": Contrast(when="if every chunk has a choice", remove=_with_choices),
    "known-events": Contrast(when="without events of an unknown type", remove=_known_events),
    "canonical-events": Contrast(when="if the events are in the usual order", remove=_canonical),
}
