"""What Chat Completions refuses of a request that came of one of Responses."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.api import SCHEMA, Refused, not_owed, path_of
from conformance.checks.chat_messages import api as of_input
from conformance.checks.requests.flat_view import ResponsesRequest
from conformance.checks.tool_api import refused_tools
from conformance.oracles import refusals_of
from conformance.values import JSON


def refused(view: ResponsesRequest) -> list[Refused] | None:
    """Return what the API refuses and the source does not bring; None where a member of the source is broken.

    Of the messages that the input became, and of the tools, it is what their own operations say.
    """
    if view.result is None or view.broken:
        return None
    profile = view.trial.profile
    free = {"messages"} | ({"tools"} if view.tools is not None and view.tools.view.has_wrong_part else set())

    def owed() -> Iterator[Refused]:
        expected = view.expected()
        if isinstance(expected, dict):
            yield from _refused(expected, profile)

    found = [one for one in _refused(view.result, profile) if one.path and one.path[0] not in free]
    # What the schema does not say of tools is said of each tool alone, beside its source.
    found = [one for one in found if one.path[0] != "tools" or one.rule == SCHEMA]
    of_tools = [] if view.tools is None or "tools" in free else refused_tools(view.tools.view) or ()
    of_messages = [] if view.elsewhere else of_input.refused(view.messages.view) or []
    placed = [
        Refused(path=(at, *one.path), rule=one.rule, code=one.code, message=one.message)
        for at, ones in (("messages", of_messages), ("tools", of_tools))
        for one in ones
        if at == "messages" or one.rule != SCHEMA
    ]
    return [*not_owed(found, owed), *placed]


def _refused(request: dict[str, JSON], profile: str) -> Iterator[Refused]:
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in request.items() if value is not None}
    for one in refusals_of("chat-request", given, profile):
        yield Refused(path=path_of(one.at), rule=one.rule, code=one.code, message=one.message)
