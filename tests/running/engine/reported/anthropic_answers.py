"""Converters of Anthropic answers to Chat and Responses answers with a reported bug: each is the reference with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.reference import (
    anthropic_response_to_chat_response,
    anthropic_response_to_responses_response,
    anthropic_stream_to_chat_stream,
)
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
Events = list[Object]
Change = Callable[[Object], Object]


# Of whole answers.


def of_source(change: Change) -> Convert:
    """The reference, which reads a changed message."""
    return lambda message: anthropic_response_to_chat_response(change(message))


def of_choice(change: Change) -> Convert:
    """The reference, with a change to the choice of its answer."""

    def convert(message: Object) -> Object:
        answer: Object = anthropic_response_to_chat_response(message)
        return answer | {"choices": [change(choice) for choice in answer["choices"]]}

    return convert


def of_usage(change: Callable[[Object, Object], Object]) -> Convert:
    """The reference, with another usage, made of its own and the message's."""

    def convert(message: Object) -> Object:
        answer: Object = anthropic_response_to_chat_response(message)
        return answer | {"usage": change(answer["usage"], message["usage"])}

    return convert


def ended(given: dict[str, str]) -> Convert:
    """The reference, with words of its own for some of Anthropic's."""

    def convert(message: Object) -> Object:
        answer: Object = anthropic_response_to_chat_response(message)
        reason = given.get(message.get("stop_reason", ""))
        spoken = [
            choice | {"finish_reason": reason} | ({"message": choice["message"] | {"refusal": None}})
            for choice in answer["choices"]
        ]
        return answer | {"choices": spoken} if reason else answer

    return convert


def first_text(message: Object) -> Object:
    texts = [block for block in message["content"] if block["type"] == "text"]
    return message | {"content": [block for block in message["content"] if block not in texts[1:]]}


def without_calls(choice: Object) -> Object:
    said = {name: member for name, member in choice["message"].items() if name != "tool_calls"}
    return choice | {"message": said | {"content": said["content"] or ""}}


def first_block(message: Object) -> Object:
    if message["content"]:
        message["content"][0]["text"]
    answer: Object = anthropic_response_to_chat_response(message)
    return answer


def written_as_output(usage: Object, source: Object) -> Object:
    written = source.get("cache_creation_input_tokens") or 0
    return usage | {
        "prompt_tokens": usage["prompt_tokens"] - written, "completion_tokens": usage["completion_tokens"] + written
    }  # fmt: skip


def uncached_total(usage: Object, source: Object) -> Object:
    return usage | {"total_tokens": source["input_tokens"] + source["output_tokens"]}


def uncached(usage: Object, source: Object) -> Object:
    return uncached_total(usage, source) | {"prompt_tokens": source["input_tokens"]}


def without_details(usage: Object, _source: Object) -> Object:
    return {name: count for name, count in usage.items() if name != "prompt_tokens_details"}


def uncached_response_total(exchange: Object) -> Object:
    response: Object = anthropic_response_to_responses_response(exchange)
    source = exchange["response"]["usage"]
    total = source["input_tokens"] + source["output_tokens"]
    return response | {"usage": response["usage"] | {"total_tokens": total}}


# Of streams.


def in_chunks(change: Callable[[Events, Events], Events]) -> Convert:
    """The reference, with a change to its chunks. It is given the events too."""
    return lambda events: change(anthropic_stream_to_chat_stream(events), events)


def each_call(change: Callable[[Object], Object]) -> Callable[[Events], Events]:
    def changed(chunk: Object) -> Object:
        choices = []
        for choice in chunk["choices"]:
            delta = choice["delta"]
            if delta.get("tool_calls"):
                delta = delta | {"tool_calls": [change(tool_call) for tool_call in delta["tool_calls"]]}
            choices.append(choice | {"delta": delta})
        return chunk | {"choices": choices}

    return lambda chunks: list(map(changed, chunks))


def by_block(chunks: Events, events: Events) -> Events:
    """The index of a call is that of its block."""
    blocks = [
        event["index"]
        for event in events
        if event["type"] == "content_block_start" and event["content_block"]["type"] == "tool_use"
    ]
    return each_call(lambda call: call | {"index": blocks[call["index"]]})(chunks)


def all_first(chunks: Events, _events: Events) -> Events:
    return each_call(lambda call: call | {"index": 0})(chunks)


def without_index(chunks: Events, _events: Events) -> Events:
    return each_call(lambda call: {name: value for name, value in call.items() if name != "index"})(chunks)


def nothing_cached(chunks: Events, _events: Events) -> Events:
    return [
        chunk | {"usage": chunk["usage"] | {"prompt_tokens_details": {"cached_tokens": 0}}}
        if chunk.get("usage")
        else chunk
        for chunk in chunks
    ]


def uncached_in_chunks(chunks: Events, events: Events) -> Events:
    source = next(event["message"]["usage"] for event in events if event["type"] == "message_start")
    return [
        chunk | {"usage": chunk["usage"] | {"prompt_tokens": source["input_tokens"]}} if chunk.get("usage") else chunk
        for chunk in chunks
    ]


def ended_in_words_of(given: dict[str, str]) -> Convert:
    """The chunks end with words of their own for some of Anthropic's."""

    def change(chunks: Events, events: Events) -> Events:
        said = next((event["delta"]["stop_reason"] for event in events if event["type"] == "message_delta"), "")
        if said not in given:
            return chunks
        for chunk in chunks:
            for choice in chunk["choices"]:
                choice["delta"].pop("refusal", None)
                if choice.get("finish_reason"):
                    choice["finish_reason"] = given[said]
        return chunks

    return in_chunks(change)


def read_to_the_end(events: Events) -> Events:
    """What broke off, or ended with an error, is read as if it had ended as a whole."""
    said = [event for event in events if event["type"] != "error"]
    if said and said[-1]["type"] != "message_stop":
        delta = {"stop_reason": "end_turn", "stop_sequence": None}
        said += [{"type": "message_delta", "delta": delta, "usage": {"output_tokens": 1}}, {"type": "message_stop"}]
    chunks: Events = anthropic_stream_to_chat_stream(said)
    return chunks


def errors_overlooked(events: Events) -> Events:
    chunks: Events = anthropic_stream_to_chat_stream([event for event in events if event["type"] != "error"])
    return chunks


def calls_with_pieces_alone(events: Events) -> Events:
    """A call is one when its arguments have come, so that one without any never is."""
    said = {event["index"] for event in events if event.get("delta", {}).get("partial_json")}
    silent = {
        event["index"]
        for event in events
        if event["type"] == "content_block_start"
        and event["content_block"]["type"] == "tool_use"
        and event["index"] not in said
    }
    chunks: Events = anthropic_stream_to_chat_stream([event for event in events if event.get("index") not in silent])
    return chunks


as_whole = dict.fromkeys(("refusal", "model_context_window_exceeded"), "stop")

BUGS: dict[str, Convert] = {
    "odysseus-dev/odysseus/pull/1255": of_source(first_text),
    "CaddyGlow/ccproxy-api/pull/34": of_choice(without_calls),
    "api7/aisix/issues/170": of_choice(without_calls),
    "mem0ai/mem0/pull/6481": first_block,
    "BerriAI/litellm/pull/23899": ended(as_whole),
    "camel-ai/camel/pull/4210": ended({"refusal": "refusal"}),
    "mozilla-ai/any-llm/pull/1306": ended(as_whole),
    "theopenco/llmgateway/pull/2067": ended_in_words_of(as_whole),
    "UKGovernmentBEIS/inspect_ai/issues/5143": ended({"max_tokens": "stop"}),
    "MAXeaglet/commandcode-proxy/issues/38": ended_in_words_of({"pause_turn": "pause_turn"}),
    "YumchaLabs/siumai/issues/14": ended_in_words_of({"max_tokens": "max_tokens", "end_turn": "end_turn"}),
    "comet-ml/opik/pull/5214": of_usage(written_as_output),
    "browser-use/browser-use/pull/4294": of_usage(uncached_total),
    "genkit-ai/genkit/issues/5412": of_usage(uncached),
    "strands-agents/harness-sdk/pull/4219": uncached_response_total,
    "AntonioAEMartins/claude-code-proxy/issues/13": of_usage(without_details),
    "router-for-me/CLIProxyAPI/issues/1562": in_chunks(nothing_cached),
    "future-agi/future-agi/pull/1122": in_chunks(uncached_in_chunks),
    "BerriAI/litellm/issues/5231": in_chunks(by_block),
    "router-for-me/CLIProxyAPI/issues/5229": in_chunks(by_block),
    "mozilla-ai/any-llm/pull/970": in_chunks(all_first),
    "envoyproxy/ai-gateway/pull/1468": in_chunks(without_index),
    "karthink/gptel/pull/1512": read_to_the_end,
    "brightwave-inc/tidebreak/pull/1122": read_to_the_end,
    "use-agent-os/agent-os/issues/2118": errors_overlooked,
    "SamSaffron/term-llm/pull/955": read_to_the_end,
    "langchain-ai/langchain/issues/23911": calls_with_pieces_alone,
    "JohnnyZ93/oai-compatible-copilot/pull/151": calls_with_pieces_alone,
}
