"""What Responses refuses of a request that came of one of Chat."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.api import SCHEMA, Refused, not_owed, path_of
from conformance.checks.requests.view import ChatRequest
from conformance.checks.responses_input import api as of_messages
from conformance.checks.responses_input.conversation import NO_CALL
from conformance.oracles import refusals_of
from conformance.values import JSON, equal

_OF_MESSAGES = frozenset({"input", "instructions"})


def refused(view: ChatRequest) -> list[Refused] | None:
    """Return what the API refuses and the source does not bring; None where a member of the source is broken.

    Of the items that the messages became it is what their own operation says.
    """
    if view.result is None or view.broken:
        return None
    profile = view.trial.profile
    refusals = [one for one in _refused(_with_dialects(view), profile) if one.path]
    free = _OF_MESSAGES | ({"tools"} if view.tools is not None and view.tools.view.has_wrong_part else frozenset())

    def owed() -> Iterator[Refused]:
        expected = view.expected()
        if isinstance(expected, dict):
            yield from refusals if equal(expected, view.result) else _refused(expected, profile)

    found = [one for one in refusals if one.path[0] not in free]
    of_items = of_messages.refused(view.messages.view) or []
    if _has_custom_calls_alone(view):
        of_items = [one for one in refusals if one.path[0] == "input" and one.rule == SCHEMA]
    return [*not_owed(found, owed), *of_items]


def _with_dialects(view: ChatRequest) -> dict[str, JSON]:
    """Return the result, with the dialects that its schemas lost: whether the API reads them is not known, and what it
    refuses without them may be the source's, such as a list of `items`.
    """
    lost = {
        pair.source_name: pair.source_schema["$schema"]
        for pair in (view.tools.view.pairs if view.tools is not None else ())
        if isinstance(pair.source_schema, dict) and "$schema" in pair.source_schema and isinstance(pair.schema, dict)
    }
    result = view.result or {}
    if not lost:
        return result
    return result | {"tools": [_with_dialect(tool, lost) for tool in view.made_tools]}


def _with_dialect(tool: JSON, lost: dict[str, JSON]) -> JSON:
    if not isinstance(tool, dict) or not isinstance(tool.get("parameters"), dict) or tool.get("name") not in lost:
        return tool
    return tool | {"parameters": {"$schema": lost[tool["name"]]} | tool["parameters"]}


def _has_custom_calls_alone(view: ChatRequest) -> bool:
    """Whether calls of custom tools, which both APIs have, are all that is unusual in the messages."""
    broken = view.messages.view.conversation.broken
    return bool(broken) and {reason for _message, reason in broken} == {NO_CALL}


def _refused(request: dict[str, JSON], profile: str) -> Iterator[Refused]:
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in request.items() if value is not None}
    for one in refusals_of("responses-request", given, profile):
        yield Refused(path=path_of(one.at), rule=one.rule, code=one.code, message=one.message)
