"""Responses answers as Chat Completions answers, whole and streamed."""

from conformance.rules.checks.api import api_checks
from conformance.rules.checks.by_laws.chat_message.view import as_sound
from conformance.rules.checks.by_laws.chat_responses import api, charges, choices, letter, stream, usage
from conformance.rules.checks.by_laws.chat_responses.stream_view import StreamView
from conformance.rules.checks.by_laws.chat_responses.view import ChatAnswer
from conformance.rules.checks.exact import exact_checks
from conformance.rules.checks.family import OperationChecks, checks_in

_CHECKS = {
    **charges.CHECKS,
    **checks_in(letter, usage),
    **exact_checks(usage.exact),
    **api_checks(api.completion_refusals),
}
_READERS = {"text-join": choices.read_text_join, "failed-response": choices.read_failed_response}


FAMILIES = {
    "responses-response-to-chat-response": OperationChecks(
        view=ChatAnswer, checks=_CHECKS, readers=_READERS, as_sound=as_sound(ChatAnswer)
    ),
    "responses-stream-to-chat-stream": OperationChecks(
        view=StreamView,
        checks={**_CHECKS, **charges.STREAM_CHECKS, **checks_in(stream)},
        readers={
            **_READERS,
            "error-event": choices.read_error_event,
            "stream-usage": choices.read_stream_usage,
        },
        as_sound=as_sound(StreamView),
    ),
}
