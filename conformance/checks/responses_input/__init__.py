"""chat-messages-to-responses-input (S3, S4): Chat messages to what the Responses API takes as input."""

from conformance.checks.api import api_checks
from conformance.checks.exact import exact_checks, not_escaped
from conformance.checks.family import Family, checks_in
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
            **checks_in(content, custom_tools, parts, round_trip, turns, whole),
            **exact_checks(exact.exact),
            "not-escaped": not_escaped(exact.written_json),
            **api_checks(api.refused),
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
