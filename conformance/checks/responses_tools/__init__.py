"""responses-tools-to-chat-tools: flat tools to nested ones."""

from conformance.checks.family import Family, checks_in
from conformance.checks.plausible import entries_as_sound
from conformance.checks.responses_tools import choices, custom_tools, left_out, rules, strict
from conformance.checks.responses_tools.view import FUNCTION, NestedTools, kind_of
from conformance.checks.tool_checks import TOOL_CHECKS

FAMILIES = {
    "responses-tools-to-chat-tools": Family(
        view=NestedTools,
        checks={**TOOL_CHECKS, **checks_in(custom_tools, left_out, rules, strict)},
        readers={
            "strict-when-absent": choices.read_strict,
            "tool-without-counterpart": choices.read_without_counterpart,
        },
        as_sound=entries_as_sound(kind_of, FUNCTION, is_list=True),
    )
}
