"""Responses answers as Chat Completions answers, whole and streamed."""

from collections.abc import Callable, Iterator

from conformance.checks.api import api_checks
from conformance.checks.chat_responses import api, choices, message, stream, whole
from conformance.checks.chat_responses.stream_view import StreamView
from conformance.checks.chat_responses.view import ChatAnswer, ResponseView
from conformance.checks.exact import exact_checks
from conformance.checks.family import Family, checks_in
from conformance.checks.trial import Trial
from conformance.observation import Outcome
from conformance.values import JSON

_CHECKS = {
    **checks_in(message, whole),
    **message.MESSAGE_CHECKS,
    **exact_checks(message.exact),
    **api_checks(api.refused),
}
_READERS = {"text-join": choices.read_text_join, "failed-response": choices.read_failed_response}


def _as_sound(view: Callable[[Trial], ChatAnswer]) -> Callable[[JSON, JSON], bool]:
    """Return a test whether a made-up input is odd only where its original is."""

    def test(candidate: JSON, original: JSON) -> bool:
        after, before = (view(Trial(operation="", input=value, outcome=Outcome())) for value in (candidate, original))
        if (after.unfit and not before.unfit) or (after.may_fail and not before.may_fail):
            return False
        return after.ending == before.ending and set(_types(after.response)) <= set(_types(before.response))

    return test


def _types(value: JSON) -> Iterator[str]:
    """Yield the types of items and of the parts in them."""
    for key in ("output", "content"):
        members = value.get(key) if isinstance(value, dict) else None
        for member in members if isinstance(members, list) else ():
            if isinstance(member, dict):
                yield str(member.get("type"))
                yield from _types(member)


FAMILIES = {
    "responses-response-to-chat-response": Family(
        view=ResponseView, checks=_CHECKS, readers=_READERS, as_sound=_as_sound(ResponseView)
    ),
    "responses-stream-to-chat-stream": Family(
        view=StreamView,
        checks={**_CHECKS, **checks_in(stream)},
        readers={
            **_READERS,
            "error-event": choices.read_error_event,
            "stream-usage": choices.read_stream_usage,
        },
        as_sound=_as_sound(StreamView),
    ),
}
