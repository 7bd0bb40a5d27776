"""Converters of Chat answers to Responses answers with a reported bug: each is the reference with it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from conformance.reference import chat_response_to_responses_response as whole
from conformance.reference import chat_stream_to_responses_stream as stream
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
Events = list[Object]
PART = "response.content_part"
ITEM = "response.output_item"


# Of events.


def on_events(change: Callable[[Events], Events], *, numbered: bool = True) -> Convert:
    """The reference with a change to its events, which are numbered anew."""

    def convert(value: Any) -> Any:
        events = change(stream(value))
        return [event | {"sequence_number": place} for place, event in enumerate(events)] if numbered else events

    return convert


def without(word: str, *, of: str = "") -> Convert:
    """Without the first event of a type. of: of items or parts of a type alone."""

    def change(events: Events) -> Events:
        found = (place for place, event in enumerate(events) if event["type"] == word and of in str(event.get("item")))
        place = next(found, len(events))
        return events[:place] + events[place + 1 :]

    return on_events(change)


def each(change: Callable[[Object], Object], *, numbered: bool = True) -> Convert:
    return on_events(lambda events: [change(event) for event in events], numbered=numbered)


def of_final(change: Callable[[Object], Object]) -> Convert:
    """The reference with a change to the response of the last event."""

    def end(events: Events) -> Events:
        last = events[-1]
        return [*events[:-1], last | {"response": change(last["response"])}] if "response" in last else events

    return on_events(end)


def items_as(change: Callable[[Object], Object]) -> Convert:
    """The reference with a change to each item, wherever an event has it."""

    def changed(event: Object) -> Object:
        if "item" in event:
            event = event | {"item": change(event["item"])}
        if event.get("response", {}).get("output"):
            event = event | {"response": event["response"] | {"output": list(map(change, event["response"]["output"]))}}
        return event

    return each(changed)


def as_function(item: Object) -> Object:
    if item["type"] != "custom_tool_call":
        return item
    rest = {key: member for key, member in item.items() if key != "input"}
    return rest | {"type": "function_call", "arguments": item["input"]}


def as_function_events(event: Object) -> Object:
    word = event["type"].replace("custom_tool_call_input", "function_call_arguments")
    return event | {"type": word} | ({"arguments": event["input"]} if "input" in event else {})


def custom_as_function(value: Any) -> Any:
    return [as_function_events(element) for element in items_as(as_function)(value)]


def completed(response: Object) -> Object:
    return response | {"status": "completed", "incomplete_details": None}


def always_completed(value: Any) -> Any:
    events = of_final(completed)(value)
    return [*events[:-1], events[-1] | {"type": "response.completed"}]


def begun(value: Any) -> Events:
    """What the reference writes of the chunks before an error, or of those of a stream that broke off."""
    chunks = [chunk for chunk in value["chunks"] if "error" not in chunk]
    end = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    end |= {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    ends = any(choice.get("finish_reason") for chunk in chunks for choice in chunk.get("choices", ()))
    events: Events = stream(value | {"chunks": chunks if ends else [*chunks, end]})
    return events


def error_swallowed(value: Any) -> Any:
    events = begun(value)
    return events if not any("error" in chunk for chunk in value["chunks"]) else events[:-1]


def at_index(change: Callable[[int], Any]) -> Convert:
    return each(
        lambda event: event | {"output_index": change(event["output_index"])} if "output_index" in event else event
    )


def shifted(event: Object) -> Object:
    index = event.get("output_index", 0)
    return event | {"output_index": index + 1} if index else event


def part_index(event: Object) -> Object:
    return event | {"content_index": 0} if "content_index" in event else event


def only_the_first_call(value: Any) -> Any:
    def first(object_: Object) -> Object:
        delta = object_["choices"][0]["delta"] if object_.get("choices") else {}
        if "tool_calls" not in delta:
            return object_
        calls = [call for call in delta["tool_calls"] if call.get("index") == 0]
        return object_ | {"choices": [object_["choices"][0] | {"delta": delta | {"tool_calls": calls}}]}

    return stream(value | {"chunks": [first(chunk) for chunk in value["chunks"]]})


def without_arguments(item: Object) -> Object:
    return item | {"arguments": ""} if "arguments" in item else item


def arguments_lost(value: Any) -> Any:
    events = [element for element in items_as(without_arguments)(value) if "arguments.delta" not in element["type"]]
    return [event | ({"arguments": ""} if "arguments" in event else {}) | {"sequence_number": at}
            for at, event in enumerate(events)]  # fmt: skip


def id_of_each(event: Object) -> Object:
    return event | {"item_id": f"msg_{event['sequence_number']}"} if "item_id" in event else event


def with_a_gap(event: Object) -> Object:
    number = event["sequence_number"]
    return event | {"sequence_number": number + 1 if number > 3 else number}


def unnumbered(event: Object) -> Object:
    return {key: member for key, member in event.items() if key != "sequence_number"}


def nameless(event: Object) -> Object:
    if event["type"] == f"{ITEM}.done" and "name" in event["item"]:
        return event | {"item": event["item"] | {"name": ""}}
    return event


def one_message(events: Events) -> Events:
    """All text under the first message, also what comes after it is done."""
    texts = [event for event in events if "output_text.delta" in event["type"]]
    first = texts[0] if texts else {}
    return [event | {"output_index": first["output_index"], "item_id": first["item_id"]} if event in texts else event
            for event in events]  # fmt: skip


# Of whole answers.


def on_items(change: Callable[[Object], Object | None]) -> Convert:
    """The reference with a change to each item; None: it is lost."""

    def convert(value: Any) -> Any:
        response = whole(value)
        kept = [changed for item in response["output"] if (changed := change(item)) is not None]
        return response | {"output": kept}

    return convert


def on_response(change: Callable[[Object], Object]) -> Convert:
    return lambda value: change(whole(value))


def wrapped(item: Object) -> Object:
    return item | {"input": f'{{"input": "{item["input"]}"}}'} if "input" in item else item


def error_as_empty(value: Any) -> Any:
    answer = value["response"]
    if "error" not in answer:
        return whole(value)
    said = {"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "stop"}
    return whole({"response": {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [said]}})


def usage_of_chat(response: Object) -> Object:
    usage = response["usage"] or {}
    names = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens"}
    return response | {"usage": {names.get(name, name): count for name, count in usage.items()}}


def without_thoughts(item: Object) -> Object | None:
    return None if item["type"] == "reasoning" else item


def quiet(convert: Convert) -> Convert:
    """The same without the warnings of the reference, as a library that does not know what it loses."""

    def silent(value: Any) -> Any:
        logging.disable(logging.CRITICAL)
        try:
            return convert(value)
        finally:
            logging.disable(logging.NOTSET)

    return silent


def thinks_aloud(value: Any) -> Any:
    response = whole(value)
    thoughts = [part["text"] for item in response["output"] if item["type"] == "reasoning" for part in item["summary"]]
    for item in response["output"]:
        if item["type"] == "message" and thoughts:
            item["content"][0]["text"] = f"<think>{thoughts[0]}</think>{item['content'][0]['text']}"
    return response | {"output": [item for item in response["output"] if item["type"] != "reasoning"]}


def of_text(change: Callable[[list[Object]], list[Object]]) -> Convert:
    return on_items(lambda item: item | {"content": change(item["content"])} if item["type"] == "message" else item)


item_not_added = without(f"{ITEM}.added")
item_not_done = without(f"{ITEM}.done")
part_not_added = without(f"{PART}.added")
part_not_done = without(f"{PART}.done")
message_not_added = without(f"{ITEM}.added", of="message")
reasoning_not_added = without(f"{ITEM}.added", of="reasoning")
final_output_empty = of_final(lambda response: response | {"output": []})
final_output_absent = of_final(lambda response: {key: value for key, value in response.items() if key != "output"})
final_output_short = of_final(lambda response: response | {"output": response["output"][:-1]})
cut_as_completed = begun
index_shared = at_index(lambda _index: 0)
index_shifted = each(shifted)
index_boolean = at_index(bool)
part_index_shared = each(part_index)
usage_lost = of_final(lambda response: response | {"usage": None})
second_call_lost = only_the_first_call
id_per_event = each(id_of_each)
no_numbers = each(unnumbered, numbered=False)
numbers_with_a_gap = each(with_a_gap, numbered=False)
done_without_name = on_events(lambda events: [*map(nameless, events[:-1]), *events[-1:]])
text_under_a_closed_item = on_events(one_message)
whole_custom_as_function = on_items(as_function)
whole_input_wrapped = on_items(wrapped)
whole_always_completed = on_response(completed)
whole_without_reason = on_response(lambda response: response | {"incomplete_details": None, "status": "completed"})
whole_error_as_empty = error_as_empty
whole_usage_of_chat = on_response(usage_of_chat)
whole_usage_lost = on_response(lambda response: response | {"usage": None})
whole_id_of_the_answer = on_items(lambda item: item | {"id": "chatcmpl-1"})
whole_reasoning_lost = quiet(on_items(without_thoughts))
whole_reasoning_in_text = thinks_aloud
whole_refusal_lost = of_text(lambda parts: [part for part in parts if part["type"] != "refusal"])
whole_citations_lost = quiet(of_text(lambda parts: [part | {"annotations": []} for part in parts]))


BUGS: dict[str, Convert] = {
    "Oaklight/llm-rosetta/issues/56": item_not_added,
    "Wei-Shaw/sub2api/issues/2875": part_not_added,
    "NVIDIA-NeMo/Switchyard/issues/749": item_not_done,
    "ENTERPILOT/GoModel/issues/935": part_not_done,
    "BerriAI/litellm/issues/32777": item_not_added,
    "QuantumNous/new-api/issues/7193": item_not_done,
    "SaladDay/cc-switch-cli/issues/387": message_not_added,
    "decolua/9router/issues/1371": custom_as_function,
    "MetaFARS/codex-relay/issues/37": custom_as_function,
    "ardeyouxipianyi/workbuddy2api-intl/issues/12": whole_custom_as_function,
    "antirez/ds4/issues/745": whole_custom_as_function,
    "caozhiyuan/copilot-api/issues/242": whole_input_wrapped,
    "ENTERPILOT/GoModel/issues/831": final_output_empty,
    "mcowger/plexus/issues/644": final_output_empty,
    "QuantumNous/new-api/issues/4362": final_output_absent,
    "router-for-me/CLIProxyAPI/issues/2626": final_output_short,
    "vllm-project/vllm/issues/30223": final_output_short,
    "BerriAI/litellm/issues/40833": whole_always_completed,
    "looplj/axonhub/issues/2171": always_completed,
    "jundot/omlx/issues/2817": always_completed,
    "vllm-project/vllm/issues/24184": whole_without_reason,
    "NVIDIA-NeMo/Switchyard/issues/300": always_completed,
    "bigduu/Bamboo-agent/issues/405": whole_error_as_empty,
    "vllm-project/semantic-router/issues/3063": cut_as_completed,
    "ENTERPILOT/GoModel/issues/1017": cut_as_completed,
    "router-for-me/CLIProxyAPI/issues/4904": cut_as_completed,
    "diegosouzapw/OmniRoute/issues/1542": error_swallowed,
    "decolua/9router/issues/2611": index_shared,
    "openai/openai-agents-python/issues/3176": index_shared,
    "openai/openai-agents-python/issues/5041": index_shifted,
    "openai/openai-agents-python/issues/3757": part_index_shared,
    "tombii/better-ccflare/issues/233": index_boolean,
    "decolua/9router/issues/3432": usage_lost,
    "diegosouzapw/OmniRoute/issues/6906": whole_usage_of_chat,
    "pingmike2/freebuff2api-wokers/issues/10": whole_usage_lost,
    "maximhq/bifrost/issues/7235": second_call_lost,
    "tbphp/gpt-load/issues/665": arguments_lost,
    "Oaklight/llm-rosetta/issues/86": arguments_lost,
    "EricLBuehler/mistral.rs/issues/1944": id_per_event,
    "BerriAI/litellm/issues/27333": whole_id_of_the_answer,
    "MetaFARS/codex-relay/issues/26": whole_reasoning_lost,
    "majiayu000/litellm-rs/issues/541": whole_reasoning_lost,
    "QuantumNous/new-api/issues/7114": whole_reasoning_in_text,
    "QuantumNous/new-api/issues/7495": reasoning_not_added,
    "ENTERPILOT/GoModel/issues/953": no_numbers,
    "Wei-Shaw/sub2api/issues/7129": numbers_with_a_gap,
    "OctaFuse/octafuse-gateway/issues/162": no_numbers,
    "farion1231/cc-switch/issues/3893": done_without_name,
    "maximhq/bifrost/issues/5967": text_under_a_closed_item,
    "openai/openai-agents-js/issues/1686": whole_refusal_lost,
    "openai/openai-agents-python/issues/4222": whole_citations_lost,
}
