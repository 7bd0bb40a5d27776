"""tool-loop (S3): a conversation with tools against a scripted API."""

from conformance.checks.exact import exact_checks, not_escaped
from conformance.checks.family import Family
from conformance.checks.tool_loop import accepted, choices, ends, exact, first_request, follow_ups, leaks, trouble
from conformance.checks.tool_loop.sound import as_sound
from conformance.checks.tool_loop.view import ToolLoop

_CHECKS = {
    "first-request": first_request.first_request,
    "calls-executed": follow_ups.calls_executed,
    "follow-up": follow_ups.follow_up,
    "to-the-answer": ends.to_the_answer,
    "parallel-results": follow_ups.parallel_results,
    "trouble-told": trouble.trouble_told,
    "stopped": ends.stopped,
    "nothing-leaked": leaks.nothing_leaked,
    **exact_checks(exact.exact),
    "not-escaped": not_escaped(exact.written_json),
    "same-again": exact.same_again,
    "api-schema": accepted.api_schema,
    "api-rules": accepted.api_rules,
}

FAMILIES = {
    "tool-loop": Family(
        view=ToolLoop,
        checks=_CHECKS,
        readers={"tool-turns": choices.read_tool_turns},
        as_sound=as_sound,
    )
}
