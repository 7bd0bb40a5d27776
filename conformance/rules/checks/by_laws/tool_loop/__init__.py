"""tool-loop (S3): a conversation with tools against a scripted API."""

from conformance.rules.checks.by_laws.tool_loop import (
    accepted,
    choices,
    ends,
    exact,
    first_request,
    follow_ups,
    given_back,
    leaks,
    trouble,
)
from conformance.rules.checks.by_laws.tool_loop.sound import as_sound
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop
from conformance.rules.checks.exact import exact_checks, not_escaped
from conformance.rules.checks.family import OperationChecks, checks_in

_CHECKS = {
    **checks_in(accepted, ends, exact, first_request, follow_ups, given_back, leaks, trouble),
    **exact_checks(exact.exact),
    "not-escaped": not_escaped(exact.written_json),
}

FAMILIES = {
    "tool-loop": OperationChecks(
        view=ToolLoop,
        checks=_CHECKS,
        readers={"tool-turns": choices.read_tool_turns},
        as_sound=as_sound,
    )
}
