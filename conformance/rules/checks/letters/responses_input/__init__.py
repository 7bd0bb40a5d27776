"""chat-messages-to-responses-input (S3, S4): Chat messages to what the Responses API takes as input."""

from conformance.base.values import JSON
from conformance.formats.chat.conversation import read_conversation
from conformance.rules.checks.api import api_checks
from conformance.rules.checks.exact import exact_checks, not_escaped
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.checks.letters.responses_input import (
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
from conformance.rules.checks.letters.responses_input.view import ResponsesInput


def _as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether a made-up conversation has no flaw that the one it was made from has not."""
    if not isinstance(candidate, list) or not isinstance(original, list):
        return type(candidate) is type(original)
    before, after = read_conversation(original), read_conversation(candidate)
    if not {what for _message, what in after.broken} <= {what for _message, what in before.broken}:
        return False
    return after.is_well_paired or not before.is_well_paired


FAMILIES = {
    "chat-messages-to-responses-input": OperationChecks(
        view=ResponsesInput,
        checks={
            **checks_in(content, custom_tools, parts, round_trip, turns, whole),
            **exact_checks(exact.exact),
            "not-escaped": not_escaped(exact.written_json),
            **api_checks(api.input_refusals),
        },
        readers={
            "tool-turns": choices.read_tool_turns,
            "group-tool-results": choices.read_grouping,
            "inline-tools": choices.read_inline,
            "system-placement": choices.read_system,
        },
        as_sound=_as_sound,
    )
}
