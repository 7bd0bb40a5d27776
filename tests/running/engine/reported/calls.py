"""Parsers of calls, or of an output, with a reported bug: a mutant that has it, else the reference with the bug."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.reference import (
    chat_stream_to_tool_calls,
    responses_output_to_chat_message,
    responses_output_to_tool_calls,
    responses_stream_to_tool_calls,
)
from tests.suite.selftest.banks import all_banks
from tests.suite.selftest.model import Convert

Call = dict[str, Any]


def mutant(operation: str, name: str) -> Convert:
    """A mutant by its name."""
    (found,) = (mutant for mutant in all_banks().mutants if (mutant.operation, mutant.name) == (operation, name))
    return found.function


def message(name: str) -> Convert:
    return mutant("responses-output-to-chat-message", name)


def output(name: str) -> Convert:
    return mutant("responses-output-to-tool-calls", name)


def stream(name: str) -> Convert:
    return mutant("responses-stream-to-tool-calls", name)


def chat(name: str) -> Convert:
    return mutant("chat-response-to-tool-calls", name)


def chunks(name: str) -> Convert:
    return mutant("chat-stream-to-tool-calls", name)


def calls(reference: Convert, change: Callable[[list[Call]], list[Call]]) -> Convert:
    """A reference with a change to its calls."""

    def convert(value: Any) -> Any:
        result = reference(value)
        return result | {"tool_calls": change(result["tool_calls"])}

    return convert


def digits_become_numbers(found: list[Call]) -> list[Call]:
    def number(value: Any) -> Any:
        return int(value) if isinstance(value, str) and value.isdigit() else value

    return [call | {"arguments": {k: number(v) for k, v in (call["arguments"] or {}).items()}} for call in found]


def nothing_in_its_call(items: Any) -> Any:
    """Reads the arguments of a call where another API has them."""
    result = responses_output_to_chat_message(items)
    for call in result.get("tool_calls", ()):
        call["function"]["arguments"] = "{}"
    return result


BUGS: dict[str, Convert] = {
    "BerriAI/litellm/issues/20905": message("unknown_items_in_silence"),
    "pydantic/pydantic-ai/issues/3136": message("id_of_both"),
    "crewAIInc/crewAI/issues/6657": nothing_in_its_call,
    "SciSharp/BotSharp/issues/1420": message("keeps_the_first_call"),
    "openai/openai-agents-python/issues/3313": chat("calls_of_all_choices"),
    "LibreChat-AI/agents/issues/260": chunks("no_index_is_the_first"),
    "su-kaka/gcli2api/issues/406": chunks("index_zero"),
    "Soju06/codex-lb/issues/542": calls(
        responses_stream_to_tool_calls, lambda found: [call | {"arguments": found[-1]["arguments"]} for call in found]
    ),
    "vllm-project/vllm/issues/54964": output("malformed_is_empty"),
    "huggingface/smolagents/issues/1003": chat("arguments_stay_text"),
    "spring-projects/spring-ai/issues/5806": calls(
        chat_stream_to_tool_calls, lambda found: [call | {"arguments": {}} for call in found]
    ),
    "spring-projects/spring-ai/issues/2423": chunks("each_id_begins_a_call"),
    "langchain-ai/langchain/issues/39335": chunks("last_name_wins"),
    "deepset-ai/haystack/issues/8876": chunks("last_piece_wins"),
    "elizaOS/eliza/issues/16973": stream("done_is_one_more_delta"),
    "vllm-project/vllm/issues/9209": chunks("own_finish_always"),
    "RayBytes/ChatMock/issues/114": chunks("own_finish_always"),
    "openai/openai-agents-js/issues/664": output("listing"),
    "langchain-ai/langchainjs/issues/11383": stream("empty_is_malformed"),
    "BerriAI/litellm/issues/39203": stream("refusal_dropped"),
    "modelcontextprotocol/go-sdk/issues/1201": output("numbers_are_doubles"),
    "jaseci-labs/jac/issues/6766": output("cut_is_repaired"),
    "vllm-project/vllm/issues/53269": stream("incomplete_is_completed"),
    "open-webui/computer/issues/252": output("raises_on_malformed"),
    "BerriAI/litellm/issues/10148": output("needs_a_name"),
    "modelcontextprotocol/python-sdk/issues/381": output("texts_decoded_again"),
    "PrefectHQ/fastmcp/issues/330": calls(responses_output_to_tool_calls, digits_become_numbers),
    "youssofal/MTPLX/issues/249": stream("arguments_in_the_text"),
}
