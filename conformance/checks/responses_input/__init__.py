"""chat-messages-to-responses-input (S3, S4): Chat messages to what the Responses API takes as input."""

from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks, not_escaped
from conformance.checks.family import Family
from conformance.checks.responses_input import (
    api,
    choices,
    content,
    custom_tools,
    exact,
    parts,
    round_trip,
    turns,
    whole,
)
from conformance.checks.responses_input.plausible import as_sound
from conformance.checks.responses_input.view import ResponsesInput

FAMILIES = {
    "chat-messages-to-responses-input": Family(
        view=ResponsesInput,
        checks={
            "string-content": parts.string_content,
            "list-content": parts.list_content,
            "inline-parts": parts.inline_parts,
            "unknown-parts": parts.unknown_parts,
            "results-as-items": turns.results_as_items,
            "results-as-parts": turns.results_as_parts,
            "results-as-text": turns.results_as_text,
            "calls-as-items": turns.calls_as_items,
            "calls-as-text": turns.calls_as_text,
            "no-cache-control": content.no_cache_control,
            "system-messages": whole.system_messages,
            "system-texts-joined": whole.system_texts_joined,
            "separate-instructions": whole.separate_instructions,
            "content-lists": content.content_arrays,
            "complete": whole.complete,
            "text-beside-calls": whole.text_beside_calls,
            "message-order": whole.order,
            "ids-one-to-one": turns.ids_one_to_one,
            "further-content": content.further_content,
            "files": content.files,
            "audio-kept": content.audio_kept,
            "reused-ids": turns.reused_ids,
            "call-ids": turns.call_ids,
            "results-no-notation": turns.results_are_no_notation,
            "nothing-added": turns.nothing_added,
            **exact_checks(exact.exact),
            "not-escaped": not_escaped(exact.written_json),
            **api_checks(api.refused),
            "round-trip": round_trip.round_trip,
            "nothing-invented": whole.nothing_invented,
            "custom-calls": custom_tools.custom_calls,
        },
        readers={
            "tool-turns": choices.read_tool_turns,
            "group-tool-results": choices.read_grouping,
            "inline-tools": choices.read_inline,
            "system-placement": choices.read_system,
        },
        as_sound=as_sound,
    )
}
