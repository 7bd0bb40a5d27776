"""Converters of Responses items to Chat messages with a reported bug."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.reference import responses_input_to_chat_messages as reference
from tests.suite.selftest.banks import chat_messages as defects
from tests.suite.selftest.banks import responses_tools as tool_defects
from tests.suite.selftest.banks.chat_messages import fails_on, is_text, output
from tests.suite.selftest.model import Convert

DEFECT = {str(mutant).split(":")[1]: mutant.function for mutant in defects.BANK}
TOOL_DEFECT = {str(mutant).split(":")[1]: mutant.function for mutant in tool_defects.BANK}


def fails_where(broken: Callable[[dict[str, Any]], bool]) -> Convert:
    """The reference, which fails where an item is of a kind."""

    def fail(entry: dict[str, Any]) -> None:
        if broken(entry):
            raise ValueError("Unhandled item type or structure")

    return fails_on(fail)


def has_part(entry: dict[str, Any], kind: str) -> bool:
    """Whether the content or the output of an item has a part of a type."""
    parts = entry.get("output", entry.get("content"))
    return isinstance(parts, list) and any(part.get("type") == kind for part in parts)


def one_text_is_no_string(given: Any) -> Any:
    """A list of one text of the assistant is continued in a message of its own."""
    lists = any(isinstance(element.get("content"), list) and element["role"] == "assistant" for element in given)
    return reference(given) + ([{"role": "assistant", "content": ""}, {"role": "user", "content": ""}] if lists else [])


BUGS: dict[str, Convert] = {
    "ggml-org/llama.cpp/issues/27751": DEFECT["reasoning_needs_a_summary"],
    "openai/openai-agents-python/issues/873": DEFECT["results_where_their_items_stand"],
    "vllm-project/vllm/issues/33089": fails_where(lambda value: has_part(value, "output_text")),
    "ggml-org/llama.cpp/issues/23553": fails_where(lambda value: "output" in value and has_part(value, "output_text")),
    "ollama/ollama/issues/18305": DEFECT["developer_dropped"],
    "openai/openai-agents-python/issues/995": fails_where(lambda value: value.get("type") == "reasoning"),
    "BerriAI/litellm/issues/21154": DEFECT["a_message_for_each_call"],
    "openai/openai-agents-python/issues/4923": DEFECT["fails_on_a_file_id"],
    "openai/openai-agents-python/issues/3310": DEFECT["texts_of_lists_as_parts"],
    "nepfaff/scenesmith/issues/7": output(lambda parts: [part for part in parts if is_text(part)]),
    "omnigent-ai/omnigent/issues/4823": DEFECT["fails_on_an_assistants_string"],
    "ggml-org/llama.cpp/issues/14353": one_text_is_no_string,
    "Blaizzy/mlx-vlm/issues/1137": DEFECT["only_the_last_text"],
    "mlflow/mlflow/issues/22459": DEFECT["a_message_for_each_part"],
    "vllm-project/vllm/issues/28231": TOOL_DEFECT["stays_flat"],
}
