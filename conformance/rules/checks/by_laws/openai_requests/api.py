"""What the API refuses of a request that came of one of the other API, and that the source does not bring."""

from __future__ import annotations

from dataclasses import replace

from conformance.formats.model.conversation import Text
from conformance.formats.model.request import Request, Setting
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.checks.api import Refused, refused_value
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest


def refused(view: OpenAIRequest) -> list[Refused] | None:
    """Return what the API refuses; None where nothing is owed."""
    if view.has_wrong_part or not view.answered or not view.both.is_list:
        return None
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in view.output.items() if value is not None}
    found = refused_value(view.operation.target, given, view.trial.profile)
    if not found:
        return found
    owed = replace(view.both.asked, settings=tuple(_raised(view, one) for one in view.both.asked.settings))
    brought = _refused(view, owed) | _refused(view, _without_silence(owed))
    return [one for one in found if (one.rule, one.message) not in brought]


def _refused(view: OpenAIRequest, request: Request) -> set[tuple[str, str]]:
    """Return the rules, with their messages, that a request breaks as the target writes it."""
    written = REQUESTS[view.operation.target].write(request)
    return {(one.rule, one.message) for one in refused_value(view.operation.target, written, view.trial.profile)}


def _without_silence(request: Request) -> Request:
    """Return a request without the turns of which nothing need arrive."""
    turns = tuple(turn for turn in request.conversation.turns if any(not _is_empty(one) for one in turn.says))
    return replace(request, conversation=replace(request.conversation, turns=turns))


def _is_empty(one: object) -> bool:
    return isinstance(one, Text) and not one.value


def _raised(view: OpenAIRequest, one: Setting) -> Setting:
    """Return a setting that is not smaller than the target takes it."""
    least = view.both.terms.least.get(one.name)
    is_number = isinstance(one.value, int | float)
    return replace(one, value=max(one.value, least)) if least is not None and is_number else one
