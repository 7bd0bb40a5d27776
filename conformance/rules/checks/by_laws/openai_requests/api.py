"""What the API refuses of a request that came of one of the other API, and that the source does not bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from conformance.formats.model.conversation import MODEL, Text, Turn
from conformance.formats.model.request import Request, Setting, Tool
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.checks.api import Refused, refused_value
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest
from conformance.rules.laws.request_talk import is_spoken


def refused(view: OpenAIRequest) -> list[Refused] | None:
    """Return what the API refuses; None where nothing is owed."""
    if view.has_wrong_part or not view.answered or not isinstance(view.output, dict):
        return None
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in view.output.items() if value is not None}
    found = refused_value(view.operation.target, given, view.trial.profile)
    if not found:
        return found
    request = view.both.asked
    owed = replace(request, settings=tuple(_raised(view, setting) for setting in request.settings))
    turns = _joined(request.conversation.turns)
    brought = _refused(view, _with(owed, turns)) | _refused(view, _with(owed, list(filter(_is_heard, turns))))
    if any(_has_dialect(tool) for tool in owed.tools or ()):
        brought |= _refused(view, replace(owed, tools=tuple(map(_without_dialect, owed.tools or ()))))
    return [finding for finding in found if (finding.rule, finding.message) not in brought]


def _refused(view: OpenAIRequest, request: Request) -> set[tuple[str, str]]:
    """Return the rules, with their messages, that a request breaks as the target writes it."""
    written = REQUESTS[view.operation.target].write(request)
    return {
        (element.rule, element.message) for element in refused_value(view.operation.target, written, view.trial.profile)
    }


def _has_dialect(tool: Tool) -> bool:
    return tool.schema is not None and isinstance(tool.schema.value, dict) and "$schema" in tool.schema.value


def _without_dialect(tool: Tool) -> Tool:
    """Return a tool without the name of its draft: what the API refuses without that may be the source's."""
    if tool.schema is None or not _has_dialect(tool):
        return tool
    value = {key: value for key, value in tool.schema.value.items() if key != "$schema"}
    return replace(tool, schema=replace(tool.schema, value=value))


def _with(request: Request, turns: Sequence[Turn]) -> Request:
    return replace(request, conversation=replace(request.conversation, turns=tuple(turns)))


def _joined(turns: Iterable[Turn]) -> list[Turn]:
    """Return turns with what the model says and calls at a time in one."""
    made: list[Turn] = []
    for turn in turns:
        if turn.says and not any(map(is_spoken, turn.says)):
            continue
        if made and turn.speaker == made[-1].speaker == MODEL:
            made[-1] = replace(made[-1], says=(*made[-1].says, *turn.says))
        else:
            made.append(turn)
    return made


def _is_heard(turn: Turn) -> bool:
    """Whether something of a turn must arrive."""
    return any(not isinstance(utterance, Text) or utterance.value for utterance in turn.says)


def _raised(view: OpenAIRequest, setting: Setting) -> Setting:
    """Return a setting that is not smaller than the target takes it."""
    least = view.both.terms.least.get(setting.name)
    is_number = isinstance(setting.value, int | float)
    return replace(setting, value=max(setting.value, least)) if least is not None and is_number else setting
