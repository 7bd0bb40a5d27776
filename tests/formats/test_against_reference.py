"""The readers of the model against the reference's own: two readings that share nothing say the same of a value.

What the reference read is seen in what it writes, which is well formed: texts, refusals, calls, results, the end and
the usage of a value, in the other API's form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from conformance import reference
from conformance.base.values import JSON, packed, unpacked
from conformance.formats.chat.chunks import paired
from conformance.formats.model.answer import ASKS, DONE, FILTER, LENGTH, REFUSED, UNKNOWN, Answer, Candidate
from conformance.formats.model.conversation import TOOL, Call, Media, ModelRefusal, Result, Text, Turn
from conformance.formats.model.fact import facts_in
from tests.formats.samples import (
    ANSWER,
    REQUEST,
    STREAM,
    Sample,
    case_samples,
    drawn_samples,
    module,
    recorded_samples,
    recorded_traffic,
)  # fmt: skip

FINISHES = {"stop": DONE, "tool_calls": ASKS, "length": LENGTH, "content_filter": FILTER}


class Said(NamedTuple):
    """What is said. texts: all of it, without white space, which joins differ in. results: the texts of each."""

    texts: str = ""
    refusals: str = ""
    calls: tuple[tuple[str | None, str | None, str | None], ...] = ()
    results: tuple[tuple[str | None, str], ...] = ()
    end: str = ""
    usage: tuple[int | None, ...] = ()


def dense(texts: Iterable[str]) -> str:
    return paired("".join("".join(texts).split()))


def of_turns(turns: Iterable[Turn]) -> Said:
    """Return what turns of the model say."""
    said = [(turn.speaker, utterance) for turn in turns for utterance in turn.says]
    return Said(
        texts=dense(element.value for speaker, element in said if isinstance(element, Text) and speaker != TOOL),
        refusals=dense(element.value for _, element in said if isinstance(element, ModelRefusal)),
        calls=tuple(
            (element.id, element.name, element.arguments.text) for _, element in said if isinstance(element, Call)
        ),
        results=tuple(
            (element.id, dense(text.value for text in element.content if isinstance(text, Text)))
            for _, element in said
            if isinstance(element, Result)
        ),
    )


def of_answer(answer: Answer) -> Said:
    """Return what the first answer says, how it ended, and what it cost."""
    first = min(answer.candidates, key=lambda candidate: candidate.index or 0, default=Candidate())
    usage = answer.usage
    counts = (usage.input, usage.output, usage.cached or 0, usage.reasoning or 0) if usage else ()
    end = DONE if first.ended == REFUSED else first.ended
    return of_turns(first.turns)._replace(end=end, usage=counts)


def _texts(content: JSON) -> list[str]:
    parts = [{"text": content}] if isinstance(content, str) else content or []
    return [part["text"] for part in parts if "text" in part]


def of_messages(messages: Iterable[dict[str, Any]]) -> Said:
    """Return what well-formed Chat messages say."""
    held = list(messages)
    calls = [call for message in held for call in message.get("tool_calls") or ()]
    inner = [call[call["type"]] for call in calls]
    refusals = [
        said
        for element in held
        for said in (
            *(part["refusal"] for part in element["content"] or () if isinstance(part, dict) and "refusal" in part),
            element.get("refusal") or "",
        )
    ]
    return Said(
        texts=dense(text for element in held if element["role"] != "tool" for text in _texts(element["content"])),
        refusals=dense(refusals),
        calls=tuple(
            (call["id"], part["name"], paired(part.get("arguments", part.get("input"))))
            for call, part in zip(calls, inner, strict=True)
        ),
        results=tuple(
            (element["tool_call_id"], dense(_texts(element["content"])))
            for element in held
            if element["role"] == "tool"
        ),
    )


def of_items(items: Iterable[dict[str, Any]]) -> Said:
    """Return what well-formed Responses items say."""
    held = list(items)
    messages = [element for element in held if "role" in element]
    parts = [part for message in messages if not isinstance(message["content"], str) for part in message["content"]]
    return Said(
        texts=dense(text for message in messages for text in _texts(message["content"])),
        refusals=dense(part["refusal"] for part in parts if "refusal" in part),
        calls=tuple(
            (element["call_id"], element["name"], element.get("arguments", element.get("input")))
            for element in held
            if element.get("type") in ("function_call", "custom_tool_call")
        ),
        results=tuple(
            (element["call_id"], dense(_texts(element["output"])))
            for element in held
            if element.get("type") in ("function_call_output", "custom_tool_call_output")
        ),
    )


def of_input(made: dict[str, Any]) -> Said:
    """Return what a well-formed input says, with its instructions."""
    items = [{"role": "system", "content": made["instructions"]}] if made.get("instructions") else []
    return of_items([*items, *made["input"]])


def of_chat_answer(body: dict[str, Any]) -> Said:
    """Return what a well-formed Chat answer says."""
    choice, usage = body["choices"][0], body.get("usage")
    details = (
        [(usage.get(name) or {}) for name in ("prompt_tokens_details", "completion_tokens_details")] if usage else []
    )
    counts = (
        (usage["prompt_tokens"], usage["completion_tokens"], details[0].get("cached_tokens") or 0,
         details[1].get("reasoning_tokens") or 0) if usage else ()
    )  # fmt: skip
    return of_messages([choice["message"]])._replace(end=FINISHES.get(choice.get("finish_reason"), ""), usage=counts)


def of_response(body: dict[str, Any]) -> Said:
    """Return what a well-formed response says."""
    said, usage = of_items(body["output"]), body.get("usage")
    reason = (body["incomplete_details"] or {}).get("reason") if body["status"] == "incomplete" else None
    ends = {"max_output_tokens": LENGTH, "content_filter": FILTER, None: ASKS if said.calls else DONE}
    counts = (
        (usage["input_tokens"], usage["output_tokens"], usage["input_tokens_details"]["cached_tokens"],
         usage["output_tokens_details"]["reasoning_tokens"]) if usage else ()
    )  # fmt: skip
    return said._replace(end=ends[reason], usage=counts)


def _final(events: list[dict[str, Any]]) -> dict[str, Any]:
    return events[-1]["response"]


def _joined(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the answer that well-formed chunks are pieces of."""
    message: dict[str, Any] = {"role": "assistant", "content": "", "refusal": "", "tool_calls": []}
    choice: dict[str, Any] = {"message": message}
    body: dict[str, Any] = {"choices": [choice]}
    for chunk in chunks:
        body |= {"usage": chunk["usage"]} if chunk.get("usage") else {}
        for piece in chunk["choices"]:
            choice["finish_reason"] = piece["finish_reason"] or choice.get("finish_reason")
            delta = piece["delta"]
            message["content"] += delta.get("content") or ""
            message["refusal"] += delta.get("refusal") or ""
            for tool_call in delta.get("tool_calls") or ():
                if tool_call["index"] == len(message["tool_calls"]):
                    message["tool_calls"].append(
                        {"id": tool_call["id"], "type": tool_call["type"], tool_call["type"]: {"name": ""}}
                    )
                call = message["tool_calls"][tool_call["index"]]
                inner = call[call["type"]]
                for name, value in (tool_call.get(call["type"]) or {}).items():
                    inner[name] = (inner.get(name) or "") + value
    return body


class Reading(NamedTuple):
    """How the reference reads a form: a converter, and what its output says."""

    convert: Callable[[JSON], JSON]
    said: Callable[[JSON], Said]


READINGS = {
    ("chat", REQUEST): Reading(lambda value: reference.chat_messages_to_responses_input(value["messages"]), of_input),
    ("responses", REQUEST): Reading(reference.responses_input_to_chat_messages, of_messages),
    ("chat", ANSWER): Reading(
        lambda value: reference.chat_response_to_responses_response({"response": value}), of_response
    ),
    ("responses", ANSWER): Reading(reference.responses_response_to_chat_response, of_chat_answer),
    ("chat", STREAM): Reading(
        lambda value: _final(reference.chat_stream_to_responses_stream({"chunks": value})), of_response
    ),
    ("responses", STREAM): Reading(
        lambda value: _joined(reference.responses_stream_to_chat_stream(value)), of_chat_answer
    ),
}


def read(sample: Sample) -> Said:
    """Return what our reader finds."""
    if sample.form == STREAM:
        return of_answer(module(sample.format, "stream").read_stream(sample.value).answer)
    if sample.form == ANSWER:
        return of_answer(module(sample.format, "read").read_answer(sample.value))
    return of_turns(module(sample.format, "read").read_request(sample.value).conversation.turns)


def by_the_reference(sample: Sample) -> Said | None:
    """Return what the reference finds; None where it refuses the value."""
    reading = READINGS[sample.format, sample.form]
    try:
        made = reading.convert(unpacked(packed(sample.value) or b"N"))
    except (ValueError, KeyError):
        return None
    return reading.said(made)


# What the reference reads otherwise, by the place of a value, and why.
OTHERWISE = {
    "responses-stream-to-chat-stream: mixed-refusals": "it gives refusals in the order of events, not of items",
}


def differences(sample: Sample) -> list[str]:
    """Return which of what is said the two readings differ in."""
    theirs, ours = by_the_reference(sample), read(sample)
    if theirs is None:
        return []
    called = {id_ for id_, *_ in ours.calls}
    theirs, ours = (
        said._replace(results=tuple(result for result in said.results if result[0] in called))
        for said in (theirs, ours)
    )
    compared = set(Said._fields)
    if sample.form == REQUEST:
        compared -= {"end", "usage"}
        if _has_media(sample):  # which the reference names in texts of its own
            compared -= {"texts", "results"}
    if not theirs.end or ours.end == UNKNOWN:  # a stream that breaks off; incomplete for no reason that is said
        compared -= {"end"}
    if sample.form == STREAM and not theirs.end and ours.texts.startswith(theirs.texts):
        compared -= {"texts"}  # what comes behind an item that is still open was not sent yet
    return [name for name in Said._fields if name in compared and getattr(theirs, name) != getattr(ours, name)]


def _has_media(sample: Sample) -> bool:
    return any(isinstance(fact, Media) for fact in facts_in(module(sample.format, "read").read_request(sample.value)))


def compared(samples: Iterable[Sample]) -> Counter[tuple[str, str]]:
    """Compare the readings of real values; return how many."""
    count: Counter[tuple[str, str]] = Counter()
    for sample in samples:
        is_conversation = sample.form != REQUEST or "messages" in sample.value or "input" in sample.value
        if sample.is_real and is_conversation:
            assert bool(differences(sample)) == (sample.where in OTHERWISE), (sample.where, differences(sample))
            count[sample.format, sample.form] += 1
    return count


def test_cases_are_read_as_the_reference_reads_them() -> None:
    count = compared(case_samples())
    print(dict(count))
    assert min(count.values()) > 50


def test_generated_inputs_are_read_as_the_reference_reads_them() -> None:
    assert min(compared(drawn_samples(20)).values()) > 10


@recorded_traffic
def test_recorded_traffic_is_read_as_the_reference_reads_it() -> None:
    count = compared(recorded_samples())
    print(dict(count))
    assert min(count.values()) > 10
