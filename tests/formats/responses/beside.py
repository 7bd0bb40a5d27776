"""The members, items and events of the Responses API that the model has no place for, and why.

They stay beside the fact they belong to. In a path, an entry of a list is * and its type; of requests and responses
alike, `items` are the input or output. The members of hosted tools and steps are their host's: none is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

_CALLS: Final = ("function_call", "custom_tool_call")
_TOOLS: Final = ("function", "custom")
_NOTES: Final = "items/*:message/content/*:output_text/annotations"


def _of_tools(*names: str, types: tuple[str, ...] = _TOOLS) -> Iterator[str]:
    for holder in ("tools", "tools/*:namespace/tools"):
        yield from (f"{holder}/*:{type_}/{name}" for type_ in types for name in names)


BESIDE: Final[Mapping[str, frozenset[str]]] = {
    "what a host keeps, judges, counts or shows beside the answer": frozenset(
        {
            "completed_at",
            "error/misalignment",
            "error/param",
            "incomplete_details",
            "input_transformations",
            "prompt_cache_diagnostics",
            "tool_usage",
            "usage/input_tokens_details/cache_write_tokens_details",
        }
    ),
    "a conversation, or a part of one, that only the host has": frozenset(
        {"items/*:item_reference", "items/*", "items/*:compaction", "items/*:compaction_trigger"}
    ),
    "tools or settings that begin in the midst of a conversation": frozenset(
        {"items/*:additional_tools", "items/*:configuration_update"}
    ),
    "that a program of the host calls, or may call": frozenset(
        {
            *(f"items/*:{word}/caller" for word in _CALLS),
            *(f"items/*:{word}_output/caller" for word in _CALLS),
            *_of_tools("allowed_callers"),
        }
    ),
    "that a result may come later": frozenset({*(f"items/*:{word}/async" for word in _CALLS), *_of_tools("async")}),
    "who made a result, which its call says": frozenset(
        {
            "items/*:function_call_output/namespace",
            *(f"items/*:{word}_output/created_by" for word in _CALLS),
        }
    ),
    "what a tool returns, where it is declared": frozenset(_of_tools("output_schema", types=("function",))),
    "the form of a tool in Chat's API, which this one ignores beside a name": frozenset({"tools/*:function/function"}),
    "which of the files it is, beside its id": frozenset(
        {
            f"{_NOTES}/*:container_file_citation/container_id",
            f"{_NOTES}/*:container_file_citation/type",
            f"{_NOTES}/*:file_path/type",
        }
    ),
    "the signature of a call that its host wants back, where a gateway has it": frozenset(
        {"items/*:function_call/extra_content", "response.output_item.done/item/extra_content"}
    ),
    "of a hosted tool that must be used, which of its servers": frozenset({"tool_choice/server_label"}),
    "a part that gateways write": frozenset({"items/*:message/content/*:tool_result"}),
    "how far a step of the host is; its item says what came of it": frozenset(
        {
            *(f"response.code_interpreter_call.{word}" for word in ("completed", "in_progress", "interpreting")),
            *(f"response.file_search_call.{word}" for word in ("completed", "in_progress", "searching")),
            *(f"response.web_search_call.{word}" for word in ("completed", "in_progress", "searching")),
            *(
                f"response.image_generation_call.{word}"
                for word in ("completed", "generating", "in_progress", "partial_image")
            ),
            *(f"response.mcp_call.{word}" for word in ("completed", "failed", "in_progress")),
            *(f"response.mcp_list_tools.{word}" for word in ("completed", "failed", "in_progress")),
            *(f"response.shell_call_command.{word}" for word in ("added", "delta", "done")),
            *(f"response.shell_call_output_content.{word}" for word in ("delta", "done")),
            "response.compaction.compacting",
        }
    ),
    "a sound that no item holds": frozenset(
        f"response.audio.{word}" for word in ("delta", "done", "transcript.delta", "transcript.done")
    ),
    "an annotation of a text that was not opened": frozenset({"response.output_text.annotation.added"}),
}
