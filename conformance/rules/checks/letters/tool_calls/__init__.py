"""Tool calls parsed from answers and streams of the Responses API, of Chat Completions, Anthropic and Gemini."""

from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import OperationChecks, checks_in
from conformance.rules.checks.letters.tool_calls import argument_rules, choices, rules, stream_rules
from conformance.rules.checks.letters.tool_calls.anthropic_streams import whole_message
from conformance.rules.checks.letters.tool_calls.chat_streams import whole_response
from conformance.rules.checks.letters.tool_calls.gemini import whole_response as whole_of_responses
from conformance.rules.checks.letters.tool_calls.plausible import as_sound
from conformance.rules.checks.letters.tool_calls.view import (
    ChatStreamView,
    ChatView,
    GeminiStreamView,
    GeminiView,
    MessageStreamView,
    MessageView,
    ResponseView,
    StreamView,
)

_CHECKS = {
    **checks_in(argument_rules, rules, stream_rules),
    **exact_checks(argument_rules.exact),
}

FAMILIES = {
    "responses-output-to-tool-calls": OperationChecks(
        view=ResponseView,
        checks=_CHECKS,
        readers={"arguments": choices.read_arguments, "failed-response": choices.read_failed_response},
        under_choices=choices.under_choices,
        as_sound=as_sound(ResponseView),
    ),
    "responses-stream-to-tool-calls": OperationChecks(
        view=StreamView,
        checks=_CHECKS,
        readers={
            "arguments": choices.read_arguments,
            "failed-response": choices.read_failed_response,
            "error-event": choices.read_error_event,
        },
        under_choices=choices.under_choices,
        as_sound=as_sound(StreamView),
    ),
    "chat-response-to-tool-calls": OperationChecks(
        view=ChatView,
        checks=_CHECKS,
        readers={"arguments": choices.read_arguments},
        under_choices=choices.under_choices,
        as_sound=as_sound(ChatView),
    ),
    "anthropic-response-to-tool-calls": OperationChecks(
        view=MessageView,
        checks=_CHECKS,
        readers={"arguments": choices.read_arguments, "failed-response": choices.read_failed_response},
        under_choices=choices.under_choices,
        as_sound=as_sound(MessageView),
    ),
    "anthropic-stream-to-tool-calls": OperationChecks(
        view=MessageStreamView,
        checks=_CHECKS,
        readers={"arguments": choices.read_arguments, "error-event": choices.read_error_event},
        under_choices=choices.under_choices,
        as_sound=as_sound(MessageStreamView),
        chained_input=whole_message,
    ),
    "gemini-response-to-tool-calls": OperationChecks(
        view=GeminiView,
        checks=_CHECKS,
        readers={"arguments": choices.read_arguments, "failed-response": choices.read_failed_response},
        under_choices=choices.under_choices,
        as_sound=as_sound(GeminiView),
    ),
    "gemini-stream-to-tool-calls": OperationChecks(
        view=GeminiStreamView,
        checks=_CHECKS,
        readers={"arguments": choices.read_arguments, "error-event": choices.read_error_event},
        under_choices=choices.under_choices,
        as_sound=as_sound(GeminiStreamView),
        chained_input=whole_of_responses,
    ),
    "chat-stream-to-tool-calls": OperationChecks(
        view=ChatStreamView,
        checks=_CHECKS,
        readers={"arguments": choices.read_arguments, "error-event": choices.read_error_event},
        under_choices=choices.under_choices,
        as_sound=as_sound(ChatStreamView),
        chained_input=whole_response,
    ),
}
