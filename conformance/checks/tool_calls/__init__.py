"""Tool calls parsed from Responses API responses and streams, and from Chat Completions responses (S3, phase 2)."""

from conformance.checks.exact import exact_checks
from conformance.checks.family import Check, Family
from conformance.checks.tool_calls import argument_rules, choices, rules, stream_rules
from conformance.checks.tool_calls.plausible import as_sound
from conformance.checks.tool_calls.view import ChatView, ResponseView, StreamView

_CHECKS: dict[str, Check] = {
    "ids-and-names": rules.ids_and_names,
    "decoded-once": argument_rules.decoded_once,
    "malformed-arguments": argument_rules.malformed,
    "raw-arguments-kept": argument_rules.raw_kept,
    "finish-reason": rules.finish_reason,
    "shows-the-cut": rules.shows_the_cut,
    "all-calls-arrive": rules.all_arrive,
    "own-index": rules.own_index,
    "never-repaired": argument_rules.never_repaired,
    "refusal-kept": rules.refusal_kept,
    "usage-kept": rules.usage_kept,
    **exact_checks(argument_rules.exact),
}

FAMILIES = {
    "responses-output-to-tool-calls": Family(
        view=ResponseView,
        checks={
            **_CHECKS,
            "completed-calls": rules.completed_calls,
            "content": rules.content,
            "bad-end": rules.bad_end,
        },
        readers={"failed-response": choices.read_failed_response},
        as_sound=as_sound(ResponseView),
    ),
    "responses-stream-to-tool-calls": Family(
        view=StreamView,
        checks={
            **_CHECKS,
            "completed-calls": rules.stream_calls,
            "bad-end": rules.bad_end,
            "completed-ends": stream_rules.completed_ends,
            "as-without-stream": stream_rules.as_without_stream,
            "cut-is-not-done": stream_rules.cut_is_not_done,
            "any-carrier": stream_rules.any_carrier,
            "kept-apart": stream_rules.kept_apart,
        },
        readers={"failed-response": choices.read_failed_response, "error-event": choices.read_error_event},
        as_sound=as_sound(StreamView),
    ),
    "chat-response-to-tool-calls": Family(
        view=ChatView,
        checks={**_CHECKS, "chat-calls": rules.chat_calls, "content": rules.content},
        as_sound=as_sound(ChatView),
    ),
}
